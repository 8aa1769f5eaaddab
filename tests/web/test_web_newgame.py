"""The window for a new game: finding a game, its suits and switches, today's deal, the ladder."""

import re

import pytest
from playwright.sync_api import expect
from web_client import refused
from web_table import _visit

from kreuzspinne.rules import SWITCHES

SIZES = [("desktop", "en"), ("phone", "de")]


def opened(table, size="desktop", lang="en"):
    spider = table(size=size, lang=lang).open("#spider4/own:1")
    spider.page.click("#new")
    spider.page.wait_for_selector("#start[open]")
    return spider, spider.page


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_a_game_is_found_by_its_name(table, size, lang):
    _, page = opened(table, size, lang)
    page.fill("#find-variant", "milliganharp")
    assert page.locator("#choose-variant option").count() == 1
    expect(page.locator("#chosen")).to_contain_text({"en": "Milligan Harp", "de": "Milligan-Harfe"}[lang])
    page.fill("#find-variant", "no such thing")
    none = {"en": "No game has this name.", "de": "Keine Spielart heißt so."}[lang]
    expect(page.locator("#found")).to_have_text(none)
    page.fill("#find-variant", "gypsy")
    page.select_option("#choose-variant", "gypsy")
    page.click("#start-now")
    page.wait_for_selector("#start:not([open])", state="attached")
    assert "#gypsy/own" in page.url


def test_games_stand_by_family(table):
    _, page = opened(table)
    labels = page.eval_on_selector_all("#choose-variant optgroup", "all => all.map((one) => one.label)")
    assert "The Scorpion family" in labels
    assert page.locator("optgroup[label='The Scorpion family'] option[value=wasp]").count() == 1


IN_SIGHT = """
(id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  const at = document.elementFromPoint(box.left + 5, box.bottom - 3);
  return at !== null && at.id === id;
}
"""


@pytest.mark.parametrize(("size", "lang"), [*SIZES, ("phone", "en"), ("landscape", "de"), ("zoomed", "de")])
def test_what_is_refused_can_be_seen(table, size, lang):
    """Also where the window is longer than the screen: it is not left behind the buttons."""
    _, page = opened(table, size, lang)
    page.fill("#choose-number", "0")
    page.select_option("#choose-source", "kpat")
    page.click("#start-now")
    expect(page.locator("#start-refused")).to_contain_text("2147483647")
    assert page.evaluate(IN_SIGHT, "start-refused")


def test_a_new_game_needs_no_scrolling_on_a_desktop(table):
    """From the search to the ladder."""
    _, page = opened(table, lang="de")
    assert page.evaluate(IN_SIGHT, "ladder")


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_the_number_of_suits(table, size, lang):
    _, page = opened(table, size, lang)
    assert page.locator("#suits input").evaluate_all("all => all.map((one) => one.value)") == [
        "spider1", "spider2", "spider3", "spider4"]
    page.check("#suits input[value=spider2]")
    assert page.input_value("#choose-variant") == "spider2"
    page.click("#start-now")
    page.wait_for_selector("#start:not([open])", state="attached")
    assert "#spider2/own" in page.url


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_switches_are_explained_and_played(table, size, lang):
    _, page = opened(table, size, lang)
    page.click("#choose-switches summary")
    page.select_option("#switch-deal", "any")
    expect(page.locator("#means-deal")).to_have_text({
        "en": "A row may be dealt at any time, onto empty columns too.",
        "de": "Eine Reihe darf jederzeit gegeben werden, auch auf leere Spalten."}[lang])
    page.click("#start-now")
    page.wait_for_selector("#start:not([open])", state="attached")
    assert "#spider4:deal=any/own" in page.url
    page.click("#new")
    page.wait_for_selector("#start[open]")
    assert page.input_value("#switch-deal") == "any"


@pytest.mark.parametrize(("lang", "sentence"), [("en", "stock"), ("de", "Talon")])
def test_switches_that_contradict_each_other_are_refused(table, lang, sentence):
    _, page = opened(table, lang=lang)
    page.click("#choose-switches summary")
    page.select_option("#switch-deal", "none")
    expect(page.locator("#start-refused")).to_contain_text(sentence)
    page.click("#start-now")
    expect(page.locator("#start-refused")).to_contain_text(sentence)
    assert page.is_visible("#start")
    page.select_option("#switch-deal", "full")
    expect(page.locator("#start-refused")).to_be_empty()


def test_a_refusal_that_comes_late_is_about_another_choice(table):
    _, page = opened(table, lang="en")
    page.click("#choose-switches summary")
    page.select_option("#switch-deal", "none")
    expect(page.locator("#start-refused")).to_contain_text("stock")
    held = []
    page.route("**/api/games", lambda route: held.append(route))
    with page.expect_request("**/api/games"):
        page.click("#start-now")
    page.select_option("#switch-deal", "full")
    expect(page.locator("#start-refused")).to_be_empty()
    with page.expect_response("**/api/games"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.locator("#start-refused")).to_be_empty()


def test_todays_deal_is_the_date(table):
    _, page = opened(table)
    today = page.evaluate("new Date().toLocaleDateString('sv')")  # Swedes write the year first
    page.click("#today")
    expect(page.locator("#number")).to_have_text(f"own:{today}")


def test_a_text_is_a_deal(table):
    _, page = opened(table)
    page.fill("#choose-number", "Grüß Gott")
    page.keyboard.press("Enter")
    expect(page.locator("#number")).to_have_text("own:Grüß Gott")


def test_the_ladder_remembers_the_step(table, put, games, address):
    games.store.settings.put({"ladder": None})
    _, page = opened(table)
    assert re.match("Ladder, step 1 of 4: ", page.inner_text("#ladder"))
    page.click("#ladder")
    page.wait_for_selector("#start:not([open])", state="attached")
    assert "#spider1/own" in page.url
    won = put("spider1 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - " + "As" * 7)
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", ["kreuzspinne.game", _visit(won)])
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("#table[data-turn]")
    with page.expect_response("**/api/settings"):
        page.keyboard.press("b")
        page.keyboard.press("a")
    page.wait_for_function("() => fetch('/api/settings').then((r) => r.json()).then((s) => s.settings.ladder === 1)")
    page.click("#new")
    page.wait_for_selector("#start[open]")
    assert re.match("Ladder, step 2 of 4: ", page.inner_text("#ladder"))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_server_explains_every_switch(client, lang):
    told = client.get("/api/variants", params={"lang": lang}).json()["switches"]
    assert {one["name"]: [value["name"] for value in one["values"]] for one in told} == {
        name: list(values) for name, values in SWITCHES.items()}
    for one in told:
        for value in one["values"]:
            assert value["meaning"].endswith("."), value
            assert not value["title"].startswith("web_")


def test_the_server_names_a_game_with_switches(client):
    told = client.get("/api/variants/spider4:runs=hand:deal=full").json()
    assert (told["name"], told["switches"]["runs"], told["suits"]) == ("spider4:runs=hand", "hand", 4)
    refused(client.get("/api/variants/spider4:deal=none"), 422, "stock_never_dealt")
    refused(client.get("/api/variants/spidr4"), 422)
