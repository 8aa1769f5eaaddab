"""Lines and bookmarks, the link with moves, the clock, and the page that opens without its server."""

import json
import re

import pytest
from playwright.sync_api import expect
from test_web_kept import SIZES, menu
from web_table import Table

from kreuzspinne.apps.web.assets import assets
from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.serve import served

LINK = "#spider4:runs=hand/xpat2:42"


def two_lines(table, **options):
    """bi1 was taken back for a row, so there is a side line."""
    spider = table(**options).open(LINK)
    for turn, act in enumerate((lambda: spider.press_move("bi1"), lambda: spider.page.click("#undo"),
                                lambda: spider.page.click("#row")), 1):
        act()
        spider.wait_for(turn)
    menu(spider, "lines")
    return spider


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_every_move_can_be_gone_to(table, size, lang):
    spider = two_lines(table, size=size, lang=lang)
    here = spider.page.locator("#tree [aria-current]")
    expect(here).to_have_text("1. +")
    expect(spider.page.locator("#tree ol ol button")).to_have_text("1. +")  # a side line hangs on what it replaces
    spider.page.click("#tree button[data-node='1']")
    expect(here).to_have_text("1. bi1")
    spider.wait_for(4)
    assert spider.cards("i")[-1] == "4c"
    spider.page.click("#tree button[data-node='0']")
    spider.wait_for(5)
    assert spider.moves() == 0


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_bookmarks(table, size, lang):
    spider = two_lines(table, size=size, lang=lang)
    page = spider.page
    page.fill("#mark-name", "Gabel <b>")
    page.keyboard.press("Enter")
    expect(page.locator("#marks li strong")).to_have_text("Gabel <b>")
    expect(page.locator("#tree [aria-current]")).to_have_text("1. + ★ Gabel <b>")
    page.click("#tree button[data-node='0']")
    expect(page.locator("#tree [aria-current]")).not_to_contain_text("+")
    page.click("#marks .go")
    expect(page.locator("#tree [aria-current]")).to_contain_text("1. +")
    page.click("#marks .unmark")
    expect(page.locator("#marks li")).to_have_count(0)
    assert page.is_visible("#no-marks")


def test_a_move_made_elsewhere_meanwhile_is_said(table, games):
    spider = two_lines(table)
    games.find(json.loads(spider.page.evaluate("localStorage.getItem('kreuzspinne.game')"))["id"]).undo(3)
    spider.page.click("#tree button[data-node='1']")
    expect(spider.page.locator("#lines-refused")).to_contain_text("another window")


def test_a_link_holds_the_moves(table):
    spider = two_lines(table)
    spider.page.click("#tree button[data-node='1']")
    expect(spider.page.locator("#tree [aria-current]")).to_have_text("1. bi1")
    expect(spider.page.locator("#record-link")).to_have_value(re.compile(r"#spider4:runs=hand/xpat2%3A42\?moves=bi1$"))
    link = spider.page.input_value("#record-link").partition("#")[2]
    other = table().open(f"#{link}%20%2B")
    assert (other.moves(), other.text("number")) == (2, "xpat2:42")
    assert "moves" not in other.page.url
    other.page.click("#undo")
    other.wait_for(3)
    assert other.cards("i")[-1] == "4c"


def test_a_link_with_a_wrong_move_goes_as_far_as_it_can(table):
    spider = table().open(f"{LINK}?moves=bi1%20aa9")
    assert spider.moves() == 1
    assert spider.page.locator("#message.refused").inner_text()


# The clock


def test_the_clock_is_shown_only_if_wanted_and_stops_in_the_background(table):
    spider = table()
    page = spider.page
    page.clock.install()
    spider.open(LINK)
    assert not page.is_visible("#clock")
    page.click("#open-menu")
    page.click("#show-look")
    page.locator("label:has([name=clock][value=on])").click()
    page.click("#look .main")
    start = seconds(page)
    page.clock.run_for(65_000)
    counted = seconds(page)
    assert counted >= start + 60
    hide(page, True)
    page.clock.run_for(60_000)
    hide(page, False)
    assert seconds(page) <= counted + 30
    page.clock.run_for(10_000)
    assert seconds(page) >= counted + 10


def seconds(page):
    minutes, rest = page.inner_text("#clock").split(":")
    return 60 * int(minutes) + int(rest)


def hide(page, hidden):
    page.evaluate("""(hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""", hidden)


def test_a_move_tells_the_time_played(table):
    spider = table().open(LINK)
    with spider.page.expect_request("**/play") as asked:
        spider.page.keyboard.press("d")
    assert asked.value.post_data_json["seconds"] >= 0


# Installed


def test_the_manifest_is_one(client):
    told = client.get("/static/manifest.webmanifest")
    assert told.headers["content-type"] == "application/manifest+json"
    assert client.get(told.json()["icons"][0]["src"]).status_code == 200
    assert "manifest-src 'self'" in told.headers["content-security-policy"]
    assert 'rel="manifest" href="/static/manifest.webmanifest" crossorigin="use-credentials"' in client.get("/").text


def test_the_worker_keeps_every_file_of_the_page_and_nothing_else(client):
    script = client.get("/worker.js")
    assert script.headers["content-type"].startswith("text/javascript")
    kept = json.loads(re.search(r"const FILES = (.*);", script.text)[1])
    assert set(kept) == set(assets()) - {"index.html", "worker.js"}
    assert re.search(r'const VERSION = "[0-9a-f]{16}"', script.text)


@pytest.mark.parametrize(("lang", "sentence"), [("en", "The server does not answer"),
                                              ("de", "Der Server antwortet nicht")])
def test_the_page_opens_without_its_server(browser, lang, sentence):
    with served(Games()) as address:
        spider = Table(browser, address, lang=lang, workers="allow").open()
        spider.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    with spider:
        spider.page.goto(f"{address}/")
        expect(spider.page.locator("#message")).to_contain_text(sentence)
        assert spider.text("undo") == {"en": "Undo", "de": "Zurück"}[lang]


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_credits_are_given(table, size, lang):
    spider = table(size=size, lang=lang).open(LINK)
    spider.page.click("#open-menu")
    spider.page.click("#show-about")
    expect(spider.page.locator("#reader h1")).to_contain_text("Kreuzspinne")
    expect(spider.page.locator("#page")).to_contain_text("Adrian Kennard")
    assert spider.page.locator("#page a[href='/static/cc0.txt']").count() == 1
