"""What stands around the table in a real browser: new games, languages, addresses, windows."""

import re

import pytest
from playwright.sync_api import expect


def test_a_new_game_by_number(table):
    spider = table(lang="de").open("#spider4/own:1")
    spider.page.keyboard.press("n")
    spider.page.select_option("#choose-variant", label="Gypsy")
    spider.page.select_option("#choose-source", "xpat2")
    spider.page.fill("#choose-number", "99999999999")
    spider.page.click("#start-now")
    expect(spider.page.locator("#start-refused")).to_contain_text("999999999")
    assert spider.text("number") == "own:1"
    spider.page.fill("#choose-number", "1")
    spider.page.keyboard.press("Enter")
    expect(spider.page.locator("#number")).to_have_text("xpat2:1")
    assert [spider.cards(letter)[-1] for letter in "abcdefgh"] == ["6c", "5s", "4s", "Jh", "Ac", "Kd", "6c", "5d"]
    assert spider.page.url.endswith("#gypsy/xpat2%3A1")


def test_a_game_without_a_number_gets_one(table):
    spider = table().open("#spider4/own:1")
    spider.page.click("#new")
    spider.page.click("#start-now")
    expect(spider.page.locator("#number")).not_to_have_text("own:1")
    assert re.fullmatch(r"own:\d+", spider.text("number"))


def test_the_language_changes_and_is_remembered(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    column = spider.page.locator("#columns button").nth(4)
    assert column.get_attribute("aria-label") == "Column 5: 4 face down, queen of hearts"
    assert spider.page.locator("#cards b").filter(has_text="Q").count() == 2
    spider.page.click("#open-menu")
    spider.page.select_option("#language", "de")
    spider.page.wait_for_selector("html[lang=de]")
    expect(spider.page.locator("#message")).to_contain_text("Spiel Nr.")
    assert column.get_attribute("aria-label") == "Spalte 5: 4 verdeckt, Herz-Dame"
    assert spider.page.locator("#cards b").filter(has_text="D").count() == 2
    spider.page.reload()
    spider.page.wait_for_selector("#table[data-turn]")
    assert spider.text("undo") == "Zurück"


def test_a_reload_goes_on_with_the_game(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.drag_move("bi1")
    spider.page.reload()
    spider.page.wait_for_selector("#table[data-turn='1']")
    assert spider.moves() == 1
    assert spider.cards("i")[-1] == "4c"


def test_another_address_is_another_game(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.page.evaluate("location.hash = '#spider1/kpat:5'")
    expect(spider.page.locator("#number")).to_have_text("kpat:5")
    assert spider.text("variant").startswith("Spider")


@pytest.mark.parametrize("link", ["#spyder/own:1", "#spider4/xpat2:99999999999", "#%/%", "#spider4/%E0%A4%A"])
def test_a_wrong_address_still_gives_a_game(table, link):
    spider = table().open(link)
    assert spider.text("number").startswith("own:")


def test_two_pages_on_one_game(table, games):
    first = table().open("#spider4:runs=hand/xpat2:42")
    session = list(games._sessions.values())[-1]
    second = table(game=session).open()
    first.drag_move("bi1")
    second.drag(second.grip("g"), second.grip("a"))
    second.page.wait_for_selector("#message.refused")
    assert "another window" in second.text("message")
    assert second.cards("i")[-1] == "4c"
    second.drag_move("ga1")
    assert second.moves() == 2


def test_restart_is_undoable_and_not_beside_undo(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.drag_move("bi1")
    spider.drag_move("ga1")
    assert spider.page.locator("#tools #restart").count() == 0
    spider.page.click("#open-menu")
    spider.page.click("#restart")
    spider.wait_for(3)
    assert spider.moves() == 0
    spider.page.click("#undo")
    spider.wait_for(4)
    assert spider.moves() == 2
    assert spider.cards("a")[-1] == "Jh"


def test_rules_open_in_the_page(table):
    spider = table(lang="de").open("#spider4:runs=hand/xpat2:42")
    spider.page.click("#open-menu")
    spider.page.click("#show-rules")
    spider.page.wait_for_selector("#reader[open] h1")
    assert "XPat2" in spider.text("page")
    spider.page.click("#reader .close")
    assert spider.page.locator("#reader[open]").count() == 0


def test_help_by_key(table):
    spider = table().open("#spider4/own:1")
    spider.page.keyboard.press("?")
    assert "lay them down" in spider.page.inner_text("#help[open]")
    spider.page.keyboard.press("Escape")
    assert spider.page.locator("#help[open]").count() == 0
    assert spider.page.locator("#stock").is_visible()
