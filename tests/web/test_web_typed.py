"""Moves typed in the notation, and the words beside them."""

import pytest
from playwright.sync_api import expect
from test_web_page import play_all, played
from web_table import WON

LINK = "#spider4:runs=hand/xpat2:42"



def type_move(spider, text):
    turn = spider.turn()
    spider.page.fill("#typed", text)
    spider.page.keyboard.press("Enter")
    spider.wait_for(turn + 1)


def opened(table, **options):
    spider = table(**options).open(LINK)
    spider.page.keyboard.press(":")
    expect(spider.page.locator("#typed")).to_be_focused()
    return spider


def test_a_whole_game_is_played_by_typing(table):
    moves, checkpoints = played("gypsy", "42")
    gypsy = table().open("#gypsy/xpat2:42")
    gypsy.page.keyboard.press(":")
    play_all(gypsy, lambda move: type_move(gypsy, move), moves, checkpoints)


@pytest.mark.parametrize(("size", "lang", "said"), [("desktop", "en", "Won!"), ("phone", "de", "Gewonnen!")])
def test_a_game_is_won_by_typing(table, size, lang, said):
    spider = table(size=size, lang=lang).open("#spiderette1/own:1")
    spider.page.click("#open-menu")
    spider.page.click("#show-typed")
    for move in WON.split():
        type_move(spider, move)
    expect(spider.page.locator("#message.over")).to_contain_text(said)


@pytest.mark.parametrize(("lang", "undo", "redo", "deal"), [("en", "undo", "redo", "deal"),
                                                           ("de", "Zurück", "wieder", "geben")])
def test_words_are_understood(table, lang, undo, redo, deal):
    spider = opened(table, lang=lang)
    type_move(spider, "bi")
    assert spider.cards("i")[-1] == "4c"
    type_move(spider, undo)
    assert spider.moves() == 0
    type_move(spider, redo)
    type_move(spider, deal)
    type_move(spider, "u")
    assert spider.moves() == 1


@pytest.mark.parametrize(("lang", "typed", "said"), [
    ("en", "xyz", "xyz"), ("de", "xyz", "xyz"), ("en", "ab1", "four of clubs"), ("en", "anyway", "no warning"),
])
def test_a_refusal_is_said_in_words(table, lang, typed, said):
    spider = opened(table, lang=lang)
    spider.page.fill("#typed", typed)
    spider.page.keyboard.press("Enter")
    expect(spider.page.locator("#message.refused")).to_contain_text(said, ignore_case=True)
    assert spider.moves() == 0
    expect(spider.page.locator("#typed")).to_be_focused()


@pytest.mark.parametrize("size", ["desktop", "phone", "landscape", "zoomed"])
def test_what_is_typed_and_what_is_answered_are_both_in_sight(table, size):
    spider = opened(table, size=size, lang="de")
    type_move(spider, "bi1")
    spider.page.fill("#typed", "ab3")
    spider.page.keyboard.press("Enter")
    expect(spider.page.locator("#message.refused")).to_be_visible()
    for name in ("#message span", "#typed", "#typed-form button"):
        assert spider.page.eval_on_selector(name, """one => {
            const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && width > 60
              && one.contains(document.elementFromPoint(left + 3, top + height / 2))
              && one.contains(document.elementFromPoint(right - 3, top + height / 2)); }"""), name


@pytest.mark.parametrize("text", ["ba", "ba1"])
def test_the_trap_is_warned_of_also_where_the_count_is_left_out(table, put, text):
    trap = "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -"
    spider = table(game=put(trap)).open()
    spider.page.keyboard.press(":")
    spider.page.fill("#typed", text)
    spider.page.keyboard.press("Enter")
    expect(spider.page.locator("#message.refused")).to_contain_text("stock")
    assert spider.moves() == 0
    type_move(spider, "anyway")
    assert spider.moves() == 1


def test_a_finger_reaches_the_field(table):
    spider = table(size="phone", lang="de").open(LINK)
    spider.page.click("#open-menu")
    spider.page.click("#show-typed")
    spider.page.fill("#typed", "bi1")
    spider.page.click("#typed-form button")
    spider.wait_for(1)
    box = spider.page.locator("#typed-form button").bounding_box()
    assert box["height"] >= 44


def test_escape_goes_back_to_the_table(table):
    spider = opened(table)
    spider.page.keyboard.press("Escape")
    assert not spider.page.is_visible("#typed")
    assert spider.page.evaluate("document.activeElement.classList.contains('column')")


def test_a_key_that_means_something_on_the_table_is_only_typed_here(table):
    spider = opened(table)
    keys = "Hn?udr+^:t10"
    for key in keys:
        spider.page.keyboard.press(f"Shift+{key}" if key == "H" else key)
    spider.page.keyboard.press("ArrowLeft")
    assert spider.page.input_value("#typed") == keys
    assert spider.page.evaluate("document.getElementById('typed').selectionStart") == len(keys) - 1
    assert spider.page.locator("dialog[open], #cards .picked, .hinted").count() == 0
    assert (spider.turn(), spider.moves()) == (0, 0)
