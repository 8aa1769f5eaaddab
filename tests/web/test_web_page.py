"""The page in a real browser: whole games by pointer, finger and keys, with the scores that XPat2 showed."""

import json
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web_table import WON, Table

from kreuzspinne import cards

NAMES = re.compile(r"(?<![A-Za-z0-9])[A2-9TJQK][shdc](?![A-Za-z0-9])")
"""Of cards."""
PLAYS = Path(__file__).parent.parent / "plays"
RUN = "KsQsJsTs9s8s7s6s5s4s3s2s"


def played(game, number):
    """A game as it was played in XPat2: its moves, and the score after so many of them."""
    lines = (PLAYS / f"xpat2_{game}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    row = next(row for row in map(json.loads, lines) if row["number"] == number)
    return row["moves"], {point["ply"]: (point["score"], point["cheats"]) for point in row["checkpoints"]}


def play_all(table, move_by, moves, checkpoints):
    for ply, move in enumerate(["", *moves]):
        if move:
            move_by(move)
        assert table.moves() == ply
        if ply in checkpoints:
            assert (table.points(), int(table.text("cheats"))) == checkpoints[ply], ply


def only_open_cards(table, games):
    """Nothing of what the page was sent names a card that its player could not see at that moment."""
    replies = [reply.get("game") or reply for url, reply in table.replies() if "/api/games" in url]
    states = [reply for reply in replies if "columns" in reply]
    assert states
    assert not any(NAMES.search(json.dumps({**reply, "id": ""})) for reply in replies if reply not in states)
    game = games.find(states[-1]["id"]).game
    tables = {str(position.view()): position for position in game._positions}
    for state in states:
        columns = "/".join("".join(("?" * column["down"], "|" * bool(column["down"]), *column["open"])) or "-"
                           for column in state["columns"])
        seen = [position for text, position in tables.items() if _shape(text) == columns]
        assert seen, columns
        known = {card for column in state["columns"] for card in column["open"]}
        known |= {rank + pile["card"][1] for pile in state["piles"] for rank in cards.RANKS}
        told = json.dumps({**state, "id": ""})
        assert set(NAMES.findall(told)) <= known


def _shape(view):
    """A view's columns with one question mark for every card that lies face down."""
    return re.sub(r"(\d+)\?", lambda found: "?" * int(found[1]), view.split()[1])


# Whole games


def test_xpat2s_spider_42_by_dragging(table, games):
    moves, checkpoints = played("spider", "42")
    spider = table(lang="de").open("#spider4:runs=hand/xpat2:42")
    assert spider.text("number") == "xpat2:42"
    play_all(spider, spider.drag_move, moves, checkpoints)
    assert spider.points() == 252
    only_open_cards(spider, games)


def test_xpat2s_gypsy_42_by_keys_alone(table, games):
    moves, checkpoints = played("gypsy", "42")
    gypsy = table().open("#gypsy/xpat2:42")
    play_all(gypsy, gypsy.key_move, moves, checkpoints)
    only_open_cards(gypsy, games)


def test_a_phone_in_german_by_tapping(table, games):
    moves, checkpoints = played("spider", "731447766")
    spider = table(size="phone", lang="de").open("#spider4:runs=hand/xpat2:731447766")
    play_all(spider, spider.press_move, moves, checkpoints)
    only_open_cards(spider, games)
    assert spider.page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize(("way", "size", "lang"), [
    (Table.drag_move, "desktop", "en"), (Table.press_move, "phone", "de"), (Table.key_move, "desktop", "de")])
def test_a_game_is_won(table, games, way, size, lang):
    """By dragging, by a finger, by keys alone; `test_web_typed` wins it by typing."""
    spider = table(size=size, lang=lang).open("#spiderette1/own:1")
    for move in WON.split():
        way(spider, move)
    expect(spider.page.locator("#over-title")).to_contain_text({"en": "Won!", "de": "Gewonnen!"}[lang])
    assert spider.moves() == len(WON.split())
    only_open_cards(spider, games)


def test_with_animations_the_same(table):
    moves, _ = played("spider", "42")
    spider = table(calm=False).open("#spider4:runs=hand/xpat2:42")
    play_all(spider, spider.drag_move, moves[:8], {})
    for turn in range(9, 12):
        spider.page.keyboard.press("u")
        spider.wait_for(turn)
    assert spider.moves() == 5


def test_actions_during_an_animation_wait_their_turn(table):
    spider = table(calm=False).open("#spider4:runs=hand/xpat2:42")
    for key in "b9gaduuur":
        spider.page.keyboard.press(key)
    spider.wait_for(7)
    assert spider.moves() == 1
    assert spider.cards("i")[-1] == "4c"


# What a person does with cards


def test_targets_light_up(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.press(spider.grip("b"))
    lit = spider.page.eval_on_selector_all("#columns button.lit", "all => all.map((one) => one.dataset.index)")
    assert lit == ["8"]
    spider.page.keyboard.press("Escape")
    assert spider.page.locator(".lit").count() == 0


def test_a_double_click_finds_the_best_place(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.page.mouse.dblclick(*spider.grip("b"))
    spider.wait_for(1)
    assert spider.cards("i")[-1] == "4c"


@pytest.mark.parametrize(("kind", "size"), [("touch", "phone"), ("pen", "desktop")])
def test_cards_are_dragged_by_a_finger_or_a_pen(table, kind, size):
    """The table does not scroll meanwhile."""
    spider = table(size=size, lang="de").open("#spider4:runs=hand/xpat2:42")
    draw(spider.page, kind, spider.grip("b"), spider.grip("i"))
    spider.wait_for(1)
    assert spider.cards("i")[-1] == "4c"
    assert spider.page.evaluate("scrollY") == 0


def draw(page, kind, source, target):
    """A stroke on the screen, as the system would tell of it."""
    send = page.context.new_cdp_session(page).send
    stroke = [(source[0] + (target[0] - source[0]) * part / 5, source[1] + (target[1] - source[1]) * part / 5)
              for part in range(6)]
    if kind == "pen":
        moved = [("mouseMoved", at) for at in stroke]
        for name, (x, y) in [("mousePressed", source), *moved, ("mouseReleased", target)]:
            send("Input.dispatchMouseEvent", {"type": name, "x": x, "y": y, "button": "left", "buttons": 1,
                                              "clickCount": 1, "pointerType": "pen"})
        return
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": source[0], "y": source[1]}]})
    for x, y in stroke:
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_refused_move_says_why_and_the_cards_go_back(table):
    spider = table(lang="de").open("#spider4:runs=hand/xpat2:42")
    before = spider.boxes("a")
    spider.drag(spider.grip("a"), spider.grip("b"))
    spider.page.wait_for_selector("#message.refused")
    message = spider.text("message")
    assert "Kreuz-Dame" in message
    assert "Kreuz-Vier" in message
    assert spider.page.get_attribute("#message", "aria-live") == "polite"
    assert spider.boxes("a") == before
    assert spider.moves() == 0


def test_a_deal_with_an_empty_column_says_which(table, put):
    spider = table(lang="de", game=put("spider4 KhQs/KdQh/Ks/-/2s|Qs/Qh/-/Qd/Kc/Qc 2c3c4c5c6c7c8c9cTcJc -")).open()
    spider.page.click("#row")
    expect(spider.page.locator("#message.refused")).to_contain_text("4 und 7")


def test_a_drop_beside_the_column_still_counts(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    x, _ = spider.grip("i")
    spider.drag(spider.grip("b"), (x - 45, 700))
    spider.wait_for(1)
    assert spider.cards("i")[-1] == "4c"


def test_a_card_let_go_where_it_was_goes_back(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    x, y = spider.grip("b")
    spider.drag((x, y), (x + 20, y + 200))
    assert spider.moves() == 0
    assert spider.text("message").endswith("deal xpat2:42.")
    assert spider.cards("b")[-1] == "4c"


def test_twins_keep_their_elements(table, put):
    spider = table(game=put("spider4 7h6s/7d/7c6s/-/-/-/-/-/-/- - -"), calm=False).open()
    spider.page.evaluate("document.querySelectorAll('#cards .card').forEach((node, i) => { node.dataset.mark = i })")
    marks = {letter: spider.boxes(letter)[-1]["id"] for letter in "ac"}
    spider.drag_move("ab1")
    assert spider.boxes("b")[-1]["id"] == marks["a"]
    assert spider.boxes("c")[-1]["id"] == marks["c"]
    spider.page.keyboard.press("u")
    spider.wait_for(2)
    assert spider.boxes("a")[-1]["id"] == marks["a"]


@pytest.mark.parametrize("how", ["king", "button", "foundation", "key"])
def test_a_complete_run_is_taken(table, put, how):
    spider = table(game=put(f"spider4:runs=hand 5h|{RUN}As/4d/4h/4c/-/-/-/-/-/- - -")).open()
    if how == "king":
        spider.press(spider.grip("a", 13))
    elif how == "button":
        spider.page.click("#up")
    elif how == "foundation":
        spider.press(spider.middle("#piles li >> nth=3"))
    else:
        spider.page.keyboard.press("t")
    spider.wait_for(1)
    assert spider.cards("a") == ["5h"]
    pile = spider.page.locator("#piles button").first
    assert pile.get_attribute("aria-label") == "Foundation: complete run of spades"
    spider.page.keyboard.press("u")
    spider.wait_for(2)
    assert spider.cards("a")[:3] == ["", "Ks", "Qs"]
    assert len(spider.cards("a")) == 14


def test_cards_come_back_from_a_foundation(table, put):
    gypsy = table(game=put("gypsy 6c/7d/-/-/-/-/-/- - 5h")).open()
    gypsy.drag(gypsy.middle("#piles li >> nth=0"), gypsy.grip("a"))
    gypsy.wait_for(1)
    assert gypsy.cards("a") == ["6c", "5h"]
    gypsy.page.mouse.dblclick(*gypsy.grip("a"))
    gypsy.wait_for(2)
    assert gypsy.cards("a") == ["6c"]


@pytest.mark.parametrize("calm", [True, False])
def test_of_foundations_that_overlap_the_lower_one_lies_on_top(table, put, calm):
    """Also after a whole run has left for one of the upper ones."""
    game = put(f"spider4 {RUN}/As/3d/-/-/-/-/-/-/- - AsAhAhAdAcAc")
    spider = table(size="landscape", calm=calm, game=game).open()
    spider.press_move("ba1")
    depths = spider.page.evaluate("""() => {
      const left = document.querySelector("#piles li").getBoundingClientRect().left;
      return [...document.querySelectorAll("#cards .card")]
        .map((one) => [one.getBoundingClientRect(), one.style.zIndex])
        .filter(([box]) => Math.abs(box.left - left) < 2).sort(([a], [b]) => a.top - b.top)
        .map(([box, depth]) => [Math.round(box.top), Number(depth)]); }""")
    assert len({top for top, _ in depths}) == 7
    for (top, depth), (other, deeper) in pairwise(depths):
        assert other == top or deeper > depth, depths


def test_won_is_said(table, put):
    spider = table(lang="de", game=put(f"spider4 {RUN}/As/-/-/-/-/-/-/-/- - AsAsAhAhAdAdAc")).open()
    spider.drag_move("ba1")
    assert "Gewonnen! 1 Zug." in spider.text("message")
    assert spider.page.locator("#message.over").count() == 1


def test_lost_is_said_with_what_was_searched(table, put):
    spider = table(game=put("spider4 7h6s/7d/2c/2c/2c/2c/2c/2c/2c/2c - -")).open()
    assert re.search(r"Lost\. All \d+ positions", spider.text("message"))


def test_the_trap_is_warned_of_and_can_be_sprung(table, put):
    spider = table(game=put(f"spider4 {RUN}/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -")).open()
    spider.drag(spider.grip("b"), spider.grip("a"))
    spider.page.wait_for_selector("#anyway:visible")
    assert spider.moves() == 0
    assert spider.cards("b") == ["As"]
    spider.page.click("#anyway")
    spider.wait_for(1)
    assert not spider.page.is_visible("#anyway")


def test_the_browser_taking_the_pointer_away_puts_the_cards_back(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    before = spider.boxes("b")
    x, y = spider.grip("b")
    spider.page.mouse.move(x, y)
    spider.page.mouse.down()
    spider.page.mouse.move(x + 200, y + 100, steps=4)
    assert spider.boxes("b") != before
    spider.page.evaluate("document.getElementById('table').dispatchEvent(new PointerEvent('pointercancel'))")
    assert spider.boxes("b") == before
    spider.page.mouse.up()
    assert spider.moves() == 0


def test_the_longest_columns_fit_a_phone(table, put):
    tall = "Kh2d" * 3 + "|" + "".join(f"{rank}h" for rank in reversed(cards.RANKS)) * 1
    spider = table(size="phone", game=put(f"spider4 {tall}KdQdJd/-/-/-/-/-/-/-/-/- - -")).open()
    boxes, floor = spider.boxes("a"), spider.page.locator("#table").bounding_box()
    assert boxes[-1]["y"] + boxes[-1]["h"] <= floor["y"] + floor["height"]
    steps = [below["y"] - above["y"] for above, below in pairwise(boxes[6:])]
    assert min(steps) >= 22


def test_the_number_is_copied(table):
    spider = table().open("#spider4/own:hello%20world")
    spider.context.grant_permissions(["clipboard-read", "clipboard-write"])
    spider.page.click("#copy")
    link = spider.page.evaluate("navigator.clipboard.readText()")
    assert link == spider.page.url
    spider.page.click("#new")
    spider.page.fill("#choose-number", "xpat2:1")
    spider.page.click("#start-now")
    expect(spider.page.locator("#number")).to_have_text("xpat2:1")
    spider.page.click("#new")
    spider.page.fill("#choose-number", link)
    spider.page.click("#start-now")
    expect(spider.page.locator("#number")).to_have_text("own:hello world")


def test_all_that_goes_up_goes_up_and_each_is_a_move(table, put):
    gypsy = table(game=put("gypsy 3hAh/2h/9cAs/-/-/-/-/- - -")).open()
    gypsy.page.click("#up")
    gypsy.wait_for(4)
    assert gypsy.moves() == 4
    assert [gypsy.cards(letter) for letter in "abc"] == [[], [], ["9c"]]
    gypsy.page.click("#up")
    expect(gypsy.page.locator("#message.refused")).to_have_text("Nothing can go up now.")
    gypsy.page.click("#undo")
    gypsy.wait_for(5)
    assert gypsy.moves() == 3


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("game", ["#gypsy/xpat2:42", "#spider4:runs=hand/xpat2:42"])
def test_no_word_on_a_button_is_cut_on_a_phone(table, lang, game):
    page = table(size="phone", lang=lang).open(game).page
    cut = page.eval_on_selector_all("#tools span",
        "all => all.filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth).map((one) => one.innerText)")
    assert cut == []
    page.click("#row")
    page.wait_for_selector("#table[data-turn='1']")
    assert float(page.eval_on_selector("#message", "one => parseFloat(getComputedStyle(one).paddingLeft)")) >= 8


def test_a_refusal_goes_with_the_next_action(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    for act in (lambda: spider.press(spider.grip("b")), lambda: spider.page.keyboard.press("Escape")):
        spider.drag(spider.grip("a"), spider.grip("b"))
        spider.page.wait_for_selector("#message.refused")
        act()
        expect(spider.page.locator("#message.refused")).to_have_count(0)
        spider.page.keyboard.press("Escape")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_foundations_do_not_hide_each_other(table, put, size):
    gypsy = table(size=size, game=put("gypsy 6c/7d/8s/-/-/-/-/- - As5h")).open()
    boxes = [gypsy.page.locator("#piles li").nth(index).bounding_box() for index in range(8)]
    for one, other in combinations([*boxes, gypsy.page.locator("#stock").bounding_box()], 2):
        assert abs(one["x"] - other["x"]) >= one["width"] or abs(one["y"] - other["y"]) >= one["height"]
    gypsy.press(gypsy.middle("#piles li >> nth=1"))
    assert gypsy.page.get_attribute("#cards .picked", "data-card") == "5h"


def test_everything_can_be_reached_by_tab_and_has_a_name(table):
    spider = table(lang="de").open("#spider4:runs=hand/xpat2:42")
    reached = []
    for _ in range(20):
        spider.page.keyboard.press("Tab")
        reached.append(spider.page.evaluate(
            "(({id, className, ariaLabel, innerText}) => [id || className, ariaLabel || innerText.trim()])"
            "(document.activeElement)"))
    names = dict(reached)
    assert all(names.values()), names
    assert {"copy", "open-menu", "stock", "pile", "column", "up", "row", "new"} <= set(names)
    assert names["stock"] == "Eine Reihe geben; im Talon: 50 Karten, 5 Reihen"


def test_cards_in_hand_stay_there_while_the_server_thinks(table):
    spider = table().open("#spider4:runs=hand/xpat2:42")
    spider.page.route("**/play", lambda route: (spider.page.wait_for_timeout(400), route.continue_()))
    for key in "b9g":
        spider.page.keyboard.press(key)
    spider.wait_for(1)
    spider.page.keyboard.press("a")
    spider.wait_for(2)
    assert [spider.cards(letter)[-1] for letter in "ia"] == ["4c", "Jh"]


def test_a_long_message_does_not_move_the_cards(table, put):
    spider = table(size="phone", game=put(f"spider4 {RUN}/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -")).open()
    before = spider.page.locator("#table").bounding_box()
    spider.press(spider.grip("b"))
    spider.press(spider.grip("a"))
    spider.page.wait_for_selector("#anyway:visible")
    assert spider.page.locator("#message").bounding_box()["height"] > 60
    assert spider.page.locator("#table").bounding_box() == before
