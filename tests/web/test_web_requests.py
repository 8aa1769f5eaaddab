"""What users of such programs asked for and complained about, on the page. (docs/user-requests.md lists every case.)"""

import re

import pytest
from playwright.sync_api import expect
from test_web_look import choose
from web_client import change, put, refused, start

from kreuzspinne.cards import name

RUN = "KsQsJsTs9s8s7s6s5s4s3s2s"
ROW = "As2c2c2c2c2c2c2c2c2c"


def test_a_run_that_a_row_completes_leaves(table, put):
    """Case 6: as it does after a move; taken back, it lies there again without its ace."""
    spider = table(game=put(f"spider4 {RUN}/Kh/Kh/Kh/Kh/Kh/Kh/Kh/Kh/Kh {ROW} AsAhAdAdAc")).open()
    spider.page.click("#row")
    spider.wait_for(1)
    assert spider.cards("a") == []
    assert spider.cards("b") == ["Kh", "2c"]
    assert spider.page.locator("#piles button[aria-label*='complete run']").count() == 6
    spider.page.keyboard.press("u")
    spider.wait_for(2)
    assert len(spider.cards("a")) == 12


def test_the_win_is_seen_whatever_completed_the_last_run(client, own_games):
    """Case 5: by a move, by hand, by what lies alone in columns, by a single card."""
    ways = {
        f"spider4 {RUN}/As/-/-/-/-/-/-/-/- - AsAhAhAdAdAcAc": "ba1",
        f"spider4:runs=hand {RUN}/As/-/-/-/-/-/-/-/- - AsAhAhAdAdAcAc": "ba1",
        f"spider4:runs=hand {RUN}As{RUN}As/-/-/-/-/-/-/-/-/- - AhAhAdAdAcAc": "a^",
        f"spider4:runs=stay {RUN}/As/-/-/-/-/-/-/-/- - -": "ba1",
        "gypsy Ks/-/-/-/-/-/-/- - KsQsKhKhKdKdKcKc": "a^",
    }
    for line, move in ways.items():
        session = put(own_games, line)
        state = change(client, {"id": session.id, "turn": 0}, "play", move=move).json()
        assert (state["outcome"]["state"], state["state"]) == ("won", "won"), line


def test_a_run_that_is_gone_is_gone(table, put):
    """Case 10: no press and no drag brings a card of it back; taking the move back does."""
    spider = table(game=put(f"spider4 {RUN}/As/2h/-/-/-/-/-/-/- - -")).open()
    spider.drag_move("ba1")
    pile = spider.middle("#piles li >> nth=0")
    spider.press(pile)
    expect(spider.page.locator("#message.refused")).to_be_visible()
    spider.drag(pile, spider.grip("c"))
    assert spider.turn() == 1
    assert spider.cards("c") == ["2h"]
    spider.page.keyboard.press("u")
    spider.wait_for(2)
    assert spider.cards("b") == ["As"]


@pytest.mark.parametrize(("source", "count"), [("a", 1), ("a", 3), ("b", 1), ("c", 2)])
@pytest.mark.parametrize("target", "ij")
def test_every_empty_column_takes_every_run(table, put, source, count, target):
    """Case 12: a part of a column, all of one, to either of two spaces."""
    spider = table(game=put("spider4 2h|9s8s7s/Kd/5c4c/4|2c/4|2c/4|2c/4|2c/4|2c/-/- - -".replace("4|", "4d|"))).open()
    held = spider.cards(source)[-count:]
    spider.drag(spider.grip(source, count), spider.grip(target))
    spider.wait_for(1)
    assert spider.cards(target) == held


@pytest.mark.parametrize(("lang", "words"), [("en", "hearts|diamonds"), ("de", "Herz|Karo")])
def test_a_run_that_seems_frozen_is_explained(table, put, lang, words):
    """Case 14: hearts that look like diamonds; the reason names the suits, and a deck of four colours shows them."""
    spider = table(lang=lang, game=put("spider4 8h7d/9s/2c/2c/2c/2c/2c/2c/2c/2c - -")).open()
    spider.drag(spider.grip("a", 2), spider.grip("b"))
    expect(spider.page.locator("#message.refused")).to_contain_text(re.compile(words))
    assert spider.cards("a") == ["8h", "7d"]
    choose(spider.page, deck="english")
    red, other = (spider.page.eval_on_selector(f"#cards svg.{suit}", "one => getComputedStyle(one).color")
                  for suit in "hd")
    assert red != other


def test_whether_cards_come_back_is_a_rule_that_is_told(client, own_games):
    """Case 18: a switch, in the rules of the game, and in the refusal."""
    session = put(own_games, "gypsy:back=no 6c/7d/-/-/-/-/-/- - 5h")
    told = refused(change(client, {"id": session.id, "turn": 0}, "play", move="^5ha"), 422)
    assert told["game"]["turn"] == 0
    pages = [client.get(f"/rules/gypsy:back={value}").text for value in ("no", "yes", "late")]
    assert len(set(pages)) == 3


def test_the_number_of_moves_that_are_possible_is_shown(table, put):
    """Case 32."""
    session = put("spider4 7h6s/7d/2c/Kc/Kc/Kc/Kc/Kc/Kc/Kc - -")
    spider = table(lang="de", game=session).open()
    assert spider.page.get_attribute("#moves", "title") == f"Mögliche Züge: {len(session.game.position.moves)}"


def test_the_game_is_not_over_with_empty_columns(table, put):
    """Case 34: an app once declared defeat with three spaces on the table."""
    line = "spider4 3d4h|5s/2d9c|Jh/8h|4c/Tc7d/2h|6s/3s8d/5h|9d/-/-/- 2c3c4c5c6c7c8c9cTcJc -"
    spider = table(game=put(line)).open()
    assert spider.page.locator("#message.over").count() == 0
    with spider.page.expect_response(re.compile("outcome|play")):
        spider.drag_move("ah1")
    assert spider.page.locator("#message.over").count() == 0


def test_moves_are_counted_as_they_stand(table, put):
    """Case 45: one move one, however much it did; taken back it is none, and made again it is one."""
    spider = table(game=put(f"spider4 {RUN}/2h|As/3d/2c/2c/2c/2c/2c/2c/4d|2c {ROW} -")).open()
    spider.key_move("ba1")
    assert (spider.cards("a"), spider.moves()) == ([], 1)
    spider.page.keyboard.press("d")                     # no row is dealt while a column is empty
    expect(spider.page.locator("#message.refused")).to_be_visible()
    assert spider.moves() == 1
    for turn, (key, moves) in enumerate([("u", 0), ("r", 1), ("u", 0)], 2):
        spider.page.keyboard.press(key)
        spider.wait_for(turn)
        assert spider.moves() == moves


@pytest.mark.parametrize(("word", "game"), [("Gypsy", "gypsy"), ("Normandy", "normandy")])
def test_gypsy_is_found_by_its_other_name(table, word, game):
    """Case 58."""
    page = table().open("#spider4/own:1").page
    page.click("#new")
    page.fill("#find-variant", word)
    assert game in page.locator("#choose-variant option").evaluate_all("all => all.map((one) => one.value)")


def test_a_link_of_a_deal_gives_the_same_start_everywhere(client, own_games):
    """Cases 41 and 50: a deal always has its number, and its number gives it again."""
    state = start(client, variant="gypsy", deal="")
    again = start(client, variant="gypsy", deal=state["deal"])
    cards = [own_games.find(one["id"]).game.start for one in (state, again)]
    assert cards[0] == cards[1]
    assert [name(card) for card in cards[0].stock] == [name(card) for card in cards[1].stock]
