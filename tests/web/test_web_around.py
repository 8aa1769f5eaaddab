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
    assert spider.page.locator("#cards text:text-is('Q')").count() == 2
    spider.page.click("#open-menu")
    spider.page.select_option("#language", "de")
    spider.page.wait_for_selector("html[lang=de]")
    expect(spider.page.locator("#message")).to_contain_text("Spiel xpat2:42")
    assert column.get_attribute("aria-label") == "Spalte 5: 4 verdeckt, Herz-Dame"
    assert spider.page.locator("#cards text:text-is('D')").count() == 2
    spider.page.reload()
    spider.page.wait_for_selector("#table[data-turn]")
    assert spider.text("undo") == "Zurück"


@pytest.mark.parametrize("inside", [False, True])
def test_escape_closes_the_menu(table, inside):
    """Wherever the focus is: on the button that opened it, or on one of its own."""
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.page.click("#open-menu")
    expect(spider.page.locator("#menu")).to_be_visible()
    if inside:
        spider.page.keyboard.press("Tab")
    spider.page.keyboard.press("Escape")
    expect(spider.page.locator("#menu")).to_be_hidden()


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
    assert spider.page.locator("#message.refused").inner_text()


WRONG = ["#spidr/1", "#spyder/own:1", "#spider4/xpat2:99999999999", "#%/%", "#spider4/%E0%A4%A", "#scorpion/xpat2:1"]


@pytest.mark.parametrize("link", WRONG)
def test_a_wrong_link_keeps_the_remembered_game(table, link):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.drag_move("bi1")
    right = spider.page.url
    spider.page.goto("about:blank")
    spider.open(link)
    assert spider.page.locator("#message.refused").inner_text()
    assert (spider.text("number"), spider.moves(), spider.page.url) == ("xpat2:42", 1, right)
    spider.page.evaluate("(link) => { location.hash = link }", link)
    spider.page.wait_for_function("(url) => location.href === url", arg=right)
    assert spider.page.locator("#message.refused").inner_text()
    assert (spider.text("number"), spider.moves()) == ("xpat2:42", 1)


def test_a_wrong_link_and_a_game_that_the_server_forgot(table, games):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    id, session = games._sessions.popitem()
    games.remove(id, session.turn)
    spider.page.goto("about:blank")
    spider.open("#spidr/1")
    assert spider.page.locator("#message.refused").inner_text()
    assert spider.text("number") == "xpat2:42"


FAILING = {
    "new": lambda page: page.click("#new"), "undo": lambda page: page.click("#row"),
    "key": lambda page: page.keyboard.press("n"),
    "link": lambda page: page.evaluate("location.hash = '#gypsy/own:1'"),
    **{name: lambda page, name=name: (page.click("#open-menu"), page.click(f"#show-{name}"))
       for name in ("rules", "learn", "glossary")},
    "language": lambda page: (page.click("#open-menu"), page.select_option("#language", "de")),
}


@pytest.mark.parametrize("what", FAILING)
@pytest.mark.parametrize("how", ["dead", "broken", "garbled"])
def test_every_failed_request_is_said(table, what, how):
    spider = table().open("#spider4/own:1")
    for path in ("**/api/**", "**/rules/**", "**/pages/**"):
        spider.page.route(path, lambda route: route.abort() if how == "dead" else route.fulfill(
            status=502 if how == "broken" else 200, body="?"))
    right = spider.page.url
    FAILING[what](spider.page)
    expect(spider.page.locator("#message.refused")).to_contain_text("The server does not answer")
    assert (spider.page.input_value("#language"), spider.page.url) == ("en", right)
    assert spider.page.locator("dialog[open]").count() == 0


def test_a_failed_link_inside_a_page_is_said_there(table):
    spider = table().open("#spider4/own:1")
    spider.page.click("#open-menu")
    spider.page.click("#show-learn")
    spider.page.route("**/pages/**", lambda route: route.abort())
    spider.page.click("#page a >> nth=0")
    expect(spider.page.locator("#page .refused")).to_contain_text("The server does not answer")


def test_only_a_picked_language_is_remembered(table):
    spider = table(lang="de").open("#spider4/own:1")
    assert spider.page.evaluate("localStorage.getItem('kreuzspinne.language')") is None
    served = "(lang) => document.documentElement.lang === lang"
    spider.page.route("**/", lambda route: route.fulfill(
        body=route.fetch().text().replace('<html lang="de">', '<html lang="en">'), content_type="text/html"))
    spider.page.reload()
    spider.page.wait_for_function(served, arg="en")
    expect(spider.page.locator("#undo")).to_have_text("Undo")
    spider.page.click("#open-menu")
    spider.page.select_option("#language", "de")
    expect(spider.page.locator("#undo")).to_have_text("Zurück")
    spider.page.reload()
    expect(spider.page.locator("#undo")).to_have_text("Zurück")


@pytest.mark.parametrize(("typed", "variant", "number"), [
    ("xpat2:42", "spider4", "xpat2:42"), ("KPAT: 7", "spider4", "kpat:7"), ("own:xpat2:42", "spider4", "own:xpat2:42"),
    ("spider4:runs=hand xpat2:42", "spider4:runs=hand", "xpat2:42"), ("gypsy own:a b", "gypsy", "own:a b"),
    ("http://127.0.0.1:1/#gypsy/xpat2%3A1", "gypsy", "xpat2:1"), ("#spider1/own%3A5", "spider1", "own:5"),
    ("hello world", "spider4", "own:hello world"), ("own:a b", "spider4", "own:a b"),
])
def test_whatever_names_a_deal_is_understood(table, typed, variant, number):
    spider = table().open("#spider4/own:1")
    spider.page.click("#new")
    spider.page.fill("#choose-number", typed)
    spider.page.click("#start-now")
    expect(spider.page.locator("#number")).to_have_text(number)
    assert spider.page.url.split("#")[1].split("/")[0] == variant


@pytest.mark.parametrize("typed", ["xpta2:42", "spidr xpat2:1", "http://127.0.0.1:1/#gypsy/%E0%A4%A"])
def test_what_names_no_deal_is_refused_in_the_window(table, typed):
    spider = table().open("#spider4/own:1")
    spider.page.click("#new")
    spider.page.fill("#choose-number", typed)
    spider.page.click("#start-now")
    expect(spider.page.locator("#start-refused")).not_to_be_empty()
    assert spider.text("number") == "own:1"


@pytest.mark.parametrize(("link", "family"), [("#spider4/own:1", "Spider"), ("#gypsy/own:1", "Gypsy")])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_learning_pages_can_be_reached(table, link, family, lang):
    spider = table(lang=lang).open(link)
    page, heading = spider.page, spider.page.locator("#page h1")
    for way in (["#show-learn"], ["#show-rules", "#page a >> nth=0"]):
        page.click("#open-menu")
        for step in way:
            page.click(step)
        page.wait_for_selector(f"#page h1:text-is('{family}')")
        page.locator("#page a[href^='/pages/glossary#']").first.click()
        expect(heading).to_contain_text("Gloss")
        page.click("#reader .close")
    page.click("#open-menu")
    page.click("#show-glossary")
    expect(heading).to_contain_text("Gloss")
    inside = page.locator("#page a[href^='#']").first
    wanted = inside.get_attribute("href")[1:]
    inside.click()
    page.wait_for_function(
        "(name) => { const box = (one) => document.querySelector(one).getBoundingClientRect();"
        "const at = box(`[data-anchor='${name}']`), room = box('#reader');"
        "return at.top >= room.top && at.bottom <= room.bottom }", arg=wanted)
    assert page.url.endswith(link.replace(":", "%3A"))


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
