"""Warnings before a mistake: only for those who want them, said instead of the move, and counted as a hint."""

import pytest
from playwright.sync_api import expect
from test_web_look import choose
from web_client import change, put, refused, start

from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.i18n.coaching import Adviser
from kreuzspinne.player.coach import cautions
from kreuzspinne.position import Position

ROW = "2s" * 10
KINGS = "/Kd" * 7
WARNED = [
    (f"spider4 -/4h|9s5s{KINGS}/Kd - -", "ba1"),
    (f"spider4 4h|Js/Qs{KINGS}/Kd {ROW} -", "+"),
    (f"spider4 9d7s6h/7h6s/7d{KINGS} {ROW} -", "+"),
    (f"spider4 4h|9s8s/9d{KINGS}/Kd {ROW} -", "ab1"),
    (f"spider4 4h5cAd/4d|2s{KINGS}/Kd - -", "ab1"),
]
"""Positions and moves that speak for themselves: the last space, a row too early (twice), a run parted, a cap."""
SPLIT, MOVE = WARNED[3]
TRAP = "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -"


@pytest.fixture
def lying(client, own_games):
    """A position on the table of the server without a browser."""
    return lambda line: client.get(f"/api/games/{put(own_games, line).id}").json()


def hints(state):
    return state["hints"]["where"], state["hints"]["move"], state["hints"]["why"]


# --- the server

@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("line", "move"), WARNED)
def test_a_careful_player_is_warned_first(client, lying, line, move, lang):
    state = lying(line)
    position = Position.read(line, fragment=True)
    told = refused(change(client, state, f"play?lang={lang}", move=move, careful=True), 409, "caution")
    said = Adviser(position.variant, lang).reasons(cautions(position.view(), position.find(move)))
    assert told["message"] == " ".join(said)
    game = told["game"]
    assert (game["ply"], hints(game), game["step"]["kind"]) == (0, (1, 0, 0), "hint")
    assert [column["open"] for column in game["columns"]] == [column["open"] for column in state["columns"]]
    played = change(client, game, "play", move=move).json()
    assert (played["ply"], hints(played)) == (1, (1, 0, 0))


def test_who_is_not_careful_just_plays(client, lying):
    played = change(client, lying(SPLIT), "play", move=MOVE).json()
    assert (played["ply"], hints(played)) == (1, (0, 0, 0))


def test_a_move_that_gives_nothing_away_is_made_at_once(client):
    state = start(client, variant="spider4", deal="own:7")
    played = change(client, state, "play", move="bf1", careful=True).json()
    assert (played["ply"], hints(played)) == (1, (0, 0, 0))


@pytest.mark.parametrize(("level", "is_warned"), [("where", True), ("move", False), ("why", False)])
def test_the_coach_does_not_warn_of_its_own_advice(client, lying, monkeypatch, level, is_warned):
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (view.find(MOVE),))
    told = change(client, lying(SPLIT), "hint", level=level).json()["game"]
    played = change(client, told, "play", move=MOVE, careful=True)
    assert (played.status_code == 409) == is_warned
    assert played.json().get("error") == ("caution" if is_warned else None)


def test_the_same_warning_counts_once(client, lying):
    state = lying(SPLIT)
    first = change(client, state, "play", move=MOVE, careful=True).json()
    again = change(client, first["game"], "play", move=MOVE[:2], careful=True).json()
    assert again == first


@pytest.mark.parametrize(("move", "status", "error"), [
    ("ba1", 422, None), ("xyz", 422, None), ("ab", 409, "caution"),
])
def test_what_is_wrong_with_a_move_is_said_as_ever(client, lying, move, status, error):
    state = lying(SPLIT)
    told = refused(change(client, state, "play", move=move, careful=True), status, error)
    assert told["game"]["ply"] == 0


def test_a_warning_for_an_older_turn_is_none(client, lying):
    state = lying(SPLIT)
    change(client, state, "play", move="ab1")
    told = refused(change(client, state, "play", move="ab1", careful=True), 409, "web_stale")
    assert hints(told["game"]) == (0, 0, 0)


def test_no_warning_in_a_game_that_is_over(client, lying):
    over = change(client, lying(SPLIT), "give-up").json()
    refused(change(client, over, "play", move=MOVE, careful=True), 422, "store_game_over")


# --- the page

def warned(table, put, **options):
    """A page of a player who wants warnings, before a move that parts a run."""
    spider = table(game=put(SPLIT), **options).open()
    choose(spider.page, caution="on")
    return spider


def try_move(spider):
    """What parts the run: drag it, or tap the card and the place."""
    if spider.touch:
        spider.press(spider.grip("a"))
        spider.page.wait_for_selector("#cards .picked")
        spider.press(spider.grip("b"))
    else:
        spider.drag(spider.grip("a"), spider.grip("b"))


@pytest.mark.parametrize(("size", "lang", "said", "anyway"), [
    ("desktop", "en", "That parts the eight of spades from the nine of spades", "Do it anyway"),
    ("phone", "de", "Das reißt die Pik-Neun und die Pik-Acht auseinander", "Trotzdem"),
    ("landscape", "de", "Das reißt die Pik-Neun und die Pik-Acht auseinander", "Trotzdem"),
])
def test_the_second_time_it_is_played(table, put, size, lang, said, anyway):
    spider = warned(table, put, size=size, lang=lang)
    try_move(spider)
    expect(spider.page.locator("#message.refused")).to_contain_text(said)
    expect(spider.page.locator("#message[role=status]")).to_be_visible()
    expect(spider.page.locator("#anyway")).to_have_text(anyway)
    assert (spider.moves(), spider.turn(), spider.cards("a")) == (0, 1, ["", "9s", "8s"])
    try_move(spider)
    spider.wait_for(2)
    assert spider.cards("b") == ["9d", "8s"]


@pytest.mark.parametrize("way", ["button", "keys", "typed"])
def test_every_way_to_move_is_warned_and_can_insist(table, put, way):
    spider = warned(table, put)
    page = spider.page
    if way == "typed":
        page.keyboard.press(":")
        page.fill("#typed", "ab")
        page.keyboard.press("Enter")
    else:
        for key in ("a", "ArrowDown", "Escape", "ArrowDown", "Enter", "b"):
            page.keyboard.press(key)
    expect(page.locator("#message.refused")).to_contain_text("That parts")
    if way == "button":
        page.click("#anyway")
    elif way == "typed":
        page.fill("#typed", "anyway")
        page.keyboard.press("Enter")
    else:
        for key in ("Home", "ArrowDown", "Enter", "b"):
            page.keyboard.press(key)
    spider.wait_for(2)
    assert spider.cards("b") == ["9d", "8s"]


def test_whoever_does_something_else_hears_no_more_of_it(table, put):
    spider = warned(table, put)
    try_move(spider)
    expect(spider.page.locator("#anyway")).to_be_visible()
    spider.page.keyboard.press("Escape")
    expect(spider.page.locator("#anyway")).to_be_hidden()
    expect(spider.page.locator("#message.refused")).to_have_count(0)


def test_the_trap_is_warned_of_once_and_costs_nothing(table, put):
    """It is said without being asked, so it is no hint; then the move is made, careful or not."""
    spider = table(game=put(TRAP)).open()
    choose(spider.page, caution="on")
    spider.drag(spider.grip("b"), spider.grip("a"))
    expect(spider.page.locator("#message.refused")).to_contain_text("stock")
    assert spider.turn() == 0
    spider.page.click("#anyway")
    spider.wait_for(1)


def test_the_choice_is_off_at_first_and_remembered(table, put):
    spider = table(game=put(SPLIT), lang="de").open()
    page = spider.page
    try_move(spider)
    spider.wait_for(1)
    page.keyboard.press("u")
    spider.wait_for(2)
    page.click("#open-menu")
    page.click("#show-look")
    assert not page.is_visible("#caution-on")
    page.locator("#look label", has=page.locator("[name=caution][value=on]")).click()
    expect(page.locator("#caution-on")).to_contain_text("Jede Warnung zählt als Tipp")
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("#table[data-turn]")
    try_move(spider)
    expect(page.locator("#anyway")).to_be_visible()
