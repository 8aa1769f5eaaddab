"""Hints: level by level, counted apart, on the table, in words, and for the ear."""

import pytest
from playwright.sync_api import expect
from web_client import change, refused, start

from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.game import Game
from kreuzspinne.i18n.coaching import Adviser
from kreuzspinne.player.coach import advise
from kreuzspinne.position import View

LINK = "#spider4/own:7"
QUIET = "spider4 Ks/Ks/Kh/Kh/Kd/Kd/Kc/Kc/9s/9h 2c2c2c2c2c2c2c2c2c2c -"
STUCK = "spider4 Ks/Ks/Kh/Kh/Kd/Kd/Kc/Kc/Ks/Ks - -"


@pytest.fixture(autouse=True)
def by_rules_of_thumb(monkeypatch):
    """The player would be compiled first, which takes a minute; one test asks for it."""
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: None)


# --- the server

def test_levels_tell_more_and_more(client, own_games):
    state = start(client, variant="spider4", deal="own:7")
    view = own_games.find(state["id"]).view
    advice, adviser = advise(view, quick=True), Adviser(view.variant, "en")
    for turn, level in enumerate(["where", "move", "why"], 1):
        reply = change(client, state, "hint", level=level).json()
        assert reply["text"] == reply["game"]["message"] == adviser.advice(view, advice, level)
        assert reply["move"] == ("" if level == "where" else str(advice.move))
        assert reply["columns"] == ["b"]
        assert (reply["level"], reply["game"]["turn"]) == (level, turn)
        state = reply["game"]
    assert state["hints"] == {"where": 1, "move": 1, "why": 1}
    assert state["ply"] == 0


def test_the_levels_of_one_table_agree(client, monkeypatch):
    """Even if the player would say something else when it is asked again."""
    state = start(client, variant="spider4", deal="own:7")
    answer(monkeypatch, state["moves"][-1])
    first = change(client, state, "hint", level="move").json()
    assert first["final"]
    answer(monkeypatch, state["moves"][0])
    assert change(client, first["game"], "hint", level="why").json()["move"] == first["move"]


def answer(monkeypatch, move):
    """Let the player have a plan of one move."""
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (view.find(move),))


@pytest.mark.parametrize(("lang", "said"), [("en", "On second thoughts: "), ("de", "Nach längerem Nachdenken: ")])
def test_the_players_plan_takes_the_place_of_what_rules_of_thumb_said(client, monkeypatch, lang, said):
    """It says that it is another one, once, and counts as new hints."""
    state = start(client, variant="spider4", deal="own:7")
    first = change(client, state, "hint", level="move").json()
    assert not first["final"]
    assert not first["text"].startswith(said)
    other = next(move for move in state["moves"] if move[0] != first["move"][0])
    answer(monkeypatch, other)
    second = change(client, first["game"], f"hint?lang={lang}", level="move").json()
    assert (second["move"], second["final"]) == (other, True)
    assert second["text"].startswith(said)
    third = change(client, second["game"], f"hint?lang={lang}", level="why").json()
    assert third["move"] == other
    assert not third["text"].startswith(said)
    assert third["game"]["hints"] == {"where": 0, "move": 2, "why": 1}


def test_the_same_plan_from_the_player_changes_nothing_that_was_said(client, monkeypatch):
    state = start(client, variant="spider4", deal="own:7")
    first = change(client, state, "hint", level="move").json()
    answer(monkeypatch, first["move"])
    again = change(client, first["game"], "hint", level="move").json()
    assert (again["text"], again["game"]["turn"]) == (first["text"], first["game"]["turn"])


@pytest.mark.parametrize("level", ["where", "move", "why"])
def test_what_was_said_before_does_not_count_again(client, level):
    state = start(client, variant="spider4", deal="own:7")
    first = change(client, state, "hint", level=level).json()
    again = change(client, first["game"], "hint", level=level).json()
    assert again == first
    over = change(client, again["game"], "give-up").json()
    refused(change(client, over, "hint", level=level), 422, "store_game_over")


def test_the_players_plan_is_told_where_it_comes_in_time(client, monkeypatch):
    state = start(client, variant="spider4", deal="own:7")
    wanted = state["moves"][-1]
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (view.find(wanted),))
    assert change(client, state, "hint", level="move").json()["move"] == wanted


def test_after_the_move_the_plan_goes_on(client, monkeypatch):
    """Though the player does not answer in time any more."""
    state = start(client, variant="simplesimon", deal="own:1")
    position = Game.deal("simplesimon", "own:1").position
    first = position.moves[0]
    second = position.play(first).moves[-1]
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (first, second))
    hint = change(client, state, "hint", level="move").json()
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: pytest.fail("it was asked anew"))
    played = change(client, hint["game"], "play", move=hint["move"]).json()
    assert change(client, played, "hint", level="move").json()["move"] == str(second)


def test_a_hint_speaks_the_language_of_the_page(client):
    state = start(client, variant="spider4", deal="own:7")
    reply = client.post(f"/api/games/{state['id']}/hint?lang=de", json={"turn": 0, "level": "where"}).json()
    assert reply["text"] == "Sieh dir Spalte 2 an."


def test_a_hint_for_an_older_turn_is_refused(client):
    state = start(client, variant="spider4", deal="own:7")
    change(client, state, "play", move="+")
    told = refused(change(client, state, "hint", level="where"), 409, "web_stale")
    assert told["game"]["hints"] == {"where": 0, "move": 0, "why": 0}


@pytest.mark.parametrize("body", [{"turn": 0}, {"turn": 0, "level": "all"}, {"level": "why"}, {"turn": 0, "level": 1}])
def test_what_is_no_hint(client, body):
    state = start(client, variant="spider4", deal="own:7")
    refused(client.post(f"/api/games/{state['id']}/hint", json=body), 400, "web_not_understood")


def test_a_hint_without_a_move_does_not_count(client, put_own):
    state = put_own(STUCK)
    reply = change(client, state, "hint", level="why").json()
    assert (reply["level"], reply["move"], reply["columns"]) == ("", "", [])
    assert reply["text"] == "There is no legal move."
    assert reply["game"]["turn"] == 0
    assert reply["game"]["hints"] == {"where": 0, "move": 0, "why": 0}


def test_no_hint_in_a_game_that_was_given_up(client):
    state = start(client, variant="spider4", deal="own:7")
    over = change(client, state, "give-up").json()
    refused(change(client, over, "hint", level="where"), 422, "store_game_over")


@pytest.fixture
def put_own(client, own_games):
    """A position on the table of the server without a browser."""
    from web_client import put

    return lambda line: client.get(f"/api/games/{put(own_games, line).id}").json()


def test_a_process_that_cannot_be_had_gives_no_plan(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr("kreuzspinne.apps.web.other_process.find_spec", lambda module: None)
    assert PlayerProcess().plan(View.read(QUIET), 60) is None


def test_the_player_answers_from_its_process(monkeypatch):
    """However long it takes to be compiled the first time."""
    pytest.importorskip("numba")
    monkeypatch.undo()
    player = PlayerProcess()
    try:
        view = View.read("spider4 4?|5s/6s/Kh/Kd/Kc/Ks/As/Ah/Ad/Ac - -")
        assert [str(move) for move in player.plan(view, 500) or ()] == ["ab1"]
        monkeypatch.setattr(PlayerProcess, "_answered", lambda self, view: pytest.fail("it was asked anew"))
        assert [str(move) for move in player.plan(view, 0) or ()] == ["ab1"]
    finally:
        player.close()


# --- the page

def hinted(spider):
    """Cards that are lit, by column, and whether the stock is."""
    return spider.page.evaluate(
        "() => [[...document.querySelectorAll('.card.hinted')].map((node) => node.dataset.card).sort(),"
        " document.querySelector('#stock').classList.contains('hinted')]")


@pytest.mark.parametrize(("size", "lang", "where"), [("desktop", "en", "Look at column 2."),
                                                    ("phone", "de", "Sieh dir Spalte 2 an.")])
def test_three_presses(table, size, lang, where):
    spider = table(size=size, lang=lang).open(LINK)
    message = spider.page.locator("#message")
    source, target = spider.cards("b")[-1], spider.cards("f")[-1]
    press = spider.page.locator("#hint").tap if spider.touch else spider.page.locator("#hint").click
    press()
    expect(message).to_have_text(where)
    assert hinted(spider) == [[source], False]
    press()
    expect(message).to_contain_text({"en": "Move the nine of spades", "de": "Lege die Pik-Neun"}[lang])
    assert hinted(spider) == [sorted([source, target]), False]
    press()
    expect(message).to_contain_text({"en": "That makes a run", "de": "Das macht"}[lang])
    assert spider.turn() == 3
    press()                                         # the same again, and it does not count
    expect(message).to_contain_text({"en": "That makes a run", "de": "Das macht"}[lang])
    assert spider.turn() == 3
    assert spider.moves() == 0


def test_what_the_player_finds_is_told_at_the_next_press(table, monkeypatch):
    """Also after the last level, of rules of thumb; then the same again, without asking."""
    spider = table().open(LINK)
    message = spider.page.locator("#message")
    for turn in 1, 2, 3:
        spider.page.click("#hint")
        spider.wait_for(turn)
    answer(monkeypatch, "jg1")
    spider.page.click("#hint")
    expect(message).to_contain_text("On second thoughts: Move the")
    assert hinted(spider) == [sorted([spider.cards("j")[-1], spider.cards("g")[-1]]), False]
    assert spider.turn() == 4
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: pytest.fail("it was asked anew"))
    spider.page.click("#hint")
    expect(message).to_contain_text("On second thoughts: Move the")
    assert spider.turn() == 4


def test_the_hint_goes_when_the_game_goes_on(table):
    spider = table().open(LINK)
    spider.page.keyboard.press("Shift+H")
    expect(spider.page.locator(".card.hinted")).to_have_count(1)
    spider.page.keyboard.press("d")
    spider.wait_for(2)
    expect(spider.page.locator(".hinted")).to_have_count(0)
    spider.page.keyboard.press("Shift+H")           # and the next one begins where to look
    expect(spider.page.locator("#message")).to_contain_text("Look at")


def test_the_keyboard_and_the_ear(table):
    """By the key, with the sentence in the live region; the letter h still names a column."""
    spider = table().open(LINK)
    spider.page.keyboard.press("Shift+H")
    expect(spider.page.locator("#message[role=status]")).to_have_text("Look at column 2.")
    assert spider.page.get_attribute("#hint", "aria-keyshortcuts") == "Shift+H"
    spider.page.keyboard.press("h")
    expect(spider.page.locator("#columns li").nth(7).locator("button")).to_be_focused()


@pytest.mark.parametrize("size", ["desktop", "phone", "landscape"])
def test_all_of_a_long_hint_can_be_read(table, size):
    spider = table(size=size, lang="de").open(LINK)
    for turn in 1, 2, 3:
        spider.page.click("#hint")
        spider.wait_for(turn)
    box = spider.page.locator("#message span")
    expect(box).to_contain_text("Das macht")
    assert box.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    assert box.evaluate("(one) => { const { top, bottom } = one.getBoundingClientRect();"
                        " return top >= 0 && bottom <= innerHeight; }")


COVERED = """() => { const box = document.getElementById("message").getBoundingClientRect();
  return [...document.querySelectorAll(".hinted")].filter((one) => { const lit = one.getBoundingClientRect();
    return lit.left < box.right && lit.right > box.left && lit.top < box.bottom && lit.bottom > box.top; }).length; }"""

TALL = "Kd" * 14
"""Cards that fill a column of the smallest screen."""


def told(monkeypatch, spider, move, words):
    """Press three times for a move, the last of a plan whose reasons take so many words."""
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (view.find(move),))
    monkeypatch.setattr(Adviser, "reasons", lambda self, reasons: ["Das macht viel her. " * words])
    for turn in 1, 2, 3:
        spider.page.click("#hint")
        spider.wait_for(turn)
        yield spider.page.locator("#message").bounding_box()


LOW_AND_TALL = [("4d/5d", "ab1"), (f"{TALL}4d/{TALL}5d", "ab1"), (f"4d/{TALL}5d", "ab1"), (f"{TALL}4d/5d", "ab1"),
                (f"{TALL}7d6d5d4d3d2d/{TALL}8c", "ab6"), (f"7d6d5d4d3d2d/{TALL}8c", "ab6")]


@pytest.mark.parametrize(("size", "columns", "move"), [
    *((size, *case) for size in ("phone", "landscape") for case in LOW_AND_TALL),
    *((size, *case) for size in ("zoomed", "desktop") for case in LOW_AND_TALL[1:4:2]),     # there is more room
])
@pytest.mark.parametrize("turned", [False, True])
def test_a_hint_hides_no_card_that_it_lights(table, put, monkeypatch, size, columns, move, turned):
    """On every screen, at either side of the table, wherever the cards lie."""
    one, other = columns.split("/")
    if turned:
        move = f"{'ji'}{move[2:]}"
    ends = [*["Kc"] * 8, other, one] if turned else [one, other, *["Kc"] * 8]
    spider = table(size=size, lang="de", game=put(f"spider4 {'/'.join(ends)} {'2s' * 10} -")).open()
    for box in told(monkeypatch, spider, move, 12):
        assert spider.page.locator(".hinted").count()
        assert spider.page.evaluate(COVERED) == 0
        screen = spider.page.viewport_size
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= screen["width"]
        assert box["y"] + box["height"] <= screen["height"]


def test_a_hint_gives_way_also_when_the_screen_is_turned(table, put, monkeypatch):
    game = put(f"spider4 4d/{TALL}5d{'/Kc' * 8} {'2s' * 10} -")
    spider = table(size="phone", lang="de", game=game).open()
    list(told(monkeypatch, spider, "ab1", 12))
    spider.page.set_viewport_size({"width": 844, "height": 390})
    spider.page.wait_for_function(f"() => document.querySelector('.hinted') && ({COVERED})() === 0")


def test_the_stock_lights_up(table, put):
    game = put(QUIET)
    spider = table(game=game).open()
    spider.page.click("#hint")
    expect(spider.page.locator("#message")).to_have_text("Look at the stock.")
    assert hinted(spider) == [[], True]


def test_no_move_is_said(table, put):
    spider = table(game=put(STUCK), lang="de").open()
    spider.page.click("#hint")
    expect(spider.page.locator("#message")).to_have_text("Es gibt keinen erlaubten Zug.")
    expect(spider.page.locator(".hinted")).to_have_count(0)


def test_hints_are_counted_in_the_statistics(table):
    spider = table().open("#spiderette2/own:3")
    for _ in range(2):
        spider.page.keyboard.press("Shift+H")
    spider.wait_for(2)
    spider.page.keyboard.press("d")
    spider.wait_for(3)
    spider.page.evaluate("""async () => {
      const id = JSON.parse(localStorage.getItem("kreuzspinne.game")).id;
      const headers = { "Content-Type": "application/json" };
      await fetch(`/api/games/${id}/give-up`, { method: "POST", headers, body: JSON.stringify({ turn: 3 }) });
    }""")
    spider.page.click("#open-menu")
    spider.page.click("#show-statistics")
    expect(spider.page.locator("#standings")).to_contain_text("where 1, move 1, why 0")


def test_tools_fit_a_phone(table):
    """One more button than before, and none is cut off."""
    for lang in ("de", "en"):
        spider = table(size="phone", lang=lang).open("#gypsy/own:1")
        cut = spider.page.evaluate("() => [...document.querySelectorAll('#tools button span')]"
                                   ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)")
        assert cut == []
