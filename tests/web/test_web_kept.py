"""The windows for what the store keeps: the shelf of games and the statistics, in a real browser."""

import json
import re

import pytest
from playwright.sync_api import expect
from web_table import Table

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.serve import served

SIZES = [("desktop", "en"), ("phone", "de")]
LINK = "#spider4:runs=hand/xpat2:42"
WORDS = {"en": {"abandoned": "Abandoned", "sure": "Really? ", "deleted": "Deleted", "over": "ended"},
         "de": {"abandoned": "Aufgegeben", "sure": "Wirklich? ", "deleted": "Gelöscht", "over": "zu Ende"}}


def visit(spider, *links):
    for link in links:
        spider.page.goto("about:blank")
        spider.open(link)
        spider.page.keyboard.press("d")
        spider.wait_for(1)


def menu(spider, name):
    spider.page.click("#open-menu")
    spider.page.click(f"#show-{name}")
    spider.page.wait_for_selector(f"#{name}[open]")


def rows(spider):
    return spider.page.locator("#shelf-games li")


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_several_games_wait_on_the_shelf(alone, size, lang):
    spider = alone(size=size, lang=lang)
    visit(spider, "#spider1/own:1", LINK)
    menu(spider, "shelf")
    expect(rows(spider)).to_have_count(2)
    expect(rows(spider).first).to_contain_text("xpat2:42")
    rows(spider).nth(1).locator(".resume").click()
    expect(spider.page.locator("#number")).to_have_text("own:1")
    assert not spider.page.is_visible("#shelf")
    assert spider.moves() == 1


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_a_game_is_given_up_at_the_second_press(alone, size, lang):
    spider = alone(size=size, lang=lang)
    visit(spider, LINK)
    menu(spider, "shelf")
    button = rows(spider).locator(".give-up")
    button.click()
    expect(button).to_have_text(re.compile("^" + re.escape(WORDS[lang]["sure"])))
    button.click()
    expect(rows(spider)).to_have_count(0)
    spider.page.select_option("#shelf-state", "ended")
    expect(rows(spider)).to_contain_text(WORDS[lang]["abandoned"])
    expect(rows(spider).locator(".give-up")).to_have_count(0)


def test_what_is_deleted_makes_room_for_the_next_game(alone):
    spider = alone()
    visit(spider, "#spider1/own:1", LINK)
    menu(spider, "shelf")
    rows(spider).first.locator(".delete").click()
    rows(spider).first.locator(".delete").click()
    expect(rows(spider)).to_have_count(1)
    expect(spider.page.locator("#shelf-said")).to_contain_text("xpat2:42")
    expect(spider.page.locator("#number")).to_have_text("own:1")


def test_one_press_deletes_nothing(alone, own_games):
    spider = alone()
    visit(spider, LINK)
    menu(spider, "shelf")
    rows(spider).locator(".delete").click()
    spider.page.focus("#shelf-state")
    expect(rows(spider).locator(".delete")).to_have_text("Delete")
    assert len(own_games.store.games.shelf(("open",))) == 1


def test_a_game_that_went_on_elsewhere_is_not_deleted(alone, own_games):
    spider = alone()
    visit(spider, LINK)
    menu(spider, "shelf")
    kept = own_games.store.games.shelf(("open",))[0]
    own_games.find(kept.id).play(1, "+")
    rows(spider).locator(".delete").click()
    rows(spider).locator(".delete").click()
    expect(spider.page.locator("#shelf-refused")).to_contain_text("another window")
    assert own_games.find(kept.id).turn == 2


def test_another_browser_goes_on_with_the_last_game(alone):
    visit(alone(), LINK)
    other = alone().open()
    assert other.text("number") == "xpat2:42"
    assert other.moves() == 1


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_statistics_tell_what_was_played(alone, own_games, size, lang):
    spider = alone(size=size, lang=lang)
    visit(spider, LINK)
    session = own_games.find(own_games.store.games.shelf(("open",))[0].id)
    session.give_up(1)
    menu(spider, "statistics")
    section = spider.page.locator("#standings section")
    expect(section).to_have_count(1)
    expect(section.locator("dl div").nth(3)).to_contain_text(re.compile(WORDS[lang]["abandoned"] + r"\s*1"))
    expect(section.locator("svg rect.abandoned")).to_have_count(1)
    assert "1" in section.locator("svg").get_attribute("aria-label")


def test_statistics_are_cleared_at_the_second_press(alone, own_games):
    spider = alone()
    visit(spider, LINK)
    own_games.find(own_games.store.games.shelf(("open",))[0].id).give_up(1)
    menu(spider, "statistics")
    spider.page.click("#clear-place button")
    assert len(own_games.store.results.all()) == 1
    spider.page.click("#clear-place button")
    expect(spider.page.locator("#standings")).to_have_text("No game has ended yet.")
    assert own_games.store.results.all() == []


def test_games_go_to_another_machine_as_a_file(alone, own_games, browser, tmp_path):
    spider = alone()
    visit(spider, LINK)
    own_games.find(own_games.store.games.shelf(("open",))[0].id).give_up(1)
    menu(spider, "statistics")
    with spider.page.expect_download() as download:
        spider.page.click("#export")
    file = tmp_path / "games.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "kreuzspinne-games"
    with served(Games()) as there, Table(browser, there) as other:
        other.open()
        menu(other, "statistics")
        expect(other.page.locator("#standings")).to_have_text("No game has ended yet.")
        other.page.set_input_files("#import-file", file)
        expect(other.page.locator("#statistics-said")).not_to_be_empty()
        expect(other.page.locator("#standings section")).to_have_count(1)
        other.page.set_input_files("#import-file", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
        expect(other.page.locator("#statistics-refused")).not_to_be_empty()
        assert other.faults == []
