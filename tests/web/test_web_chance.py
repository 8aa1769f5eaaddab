"""The chance to win: shown to who wants it, counted like a hint, and never in a move's way."""

import re
import time

import pytest
from playwright.sync_api import expect
from web_client import change, put, refused, start

from kreuzspinne.apps.web.chances import Chances
from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.game import Game
from kreuzspinne.player.belief import of_game
from kreuzspinne.player.chance import Chance

LINK = "#spider4/own:7"
FRAGMENT = "spiderette1 Ks|Qs/-/-/-/-/-/- - -"


@pytest.fixture
def counted(monkeypatch):
    """What is asked about; the answer is there at once, unless a test says otherwise."""
    class Asked(list):
        is_known = True

    asked = Asked()

    def chance(self, belief):
        asked.append(belief)
        return Chance(34, 100) if asked.is_known else None

    monkeypatch.setattr(Chances, "chance", chance)
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: None)
    return asked


# --- the server

@pytest.mark.parametrize(("lang", "text"), [("en", "about 34 of 100 (25–44)"), ("de", "etwa 34 von 100 (25–44)")])
def test_it_is_told_and_counted(client, counted, lang, text):
    state = start(client, variant="spider4", deal="own:7")
    path = f"/api/games/{state['id']}/chance?lang={lang}"
    asked = client.post(path, json={"turn": 0}).json()
    assert asked == {"is_ready": True, "short": "", "text": "", "game": None}, "not told before it is counted"
    told = client.post(path, json={"turn": 0, "tell": True}).json()
    assert told["short"] == "34 % (25–44)"
    assert text in told["text"]
    assert (told["game"]["turn"], told["game"]["chances"], told["game"]["ply"]) == (1, 1, 0)


def test_the_same_table_counts_once(client, counted):
    state = start(client, variant="spider4", deal="own:7")
    for _ in range(3):
        state = change(client, state, "chance", tell=True).json()["game"]
    state = change(client, state, "play", move="+").json()
    state = change(client, state, "chance", tell=True).json()["game"]
    state = change(client, change(client, state, "undo").json(), "chance", tell=True).json()["game"]
    assert state["chances"] == 2


def test_as_long_as_it_is_counted_nothing_is_told(client, counted):
    counted.is_known = False
    state = start(client, variant="spider4", deal="own:7")
    told = change(client, state, "chance", tell=True).json()
    assert told == {"is_ready": False, "short": "", "text": "", "game": None}


def test_what_was_seen_and_taken_back_is_known(client, own_games, counted):
    state = start(client, variant="spider4", deal="own:7")
    state = change(client, change(client, state, "play", move="+").json(), "undo").json()
    change(client, state, "chance")
    assert counted[0].known == of_game(own_games.find(state["id"]).game).known
    assert len(counted[0].known) == 10


@pytest.mark.usefixtures("counted")
def test_what_cannot_be_asked(client, own_games):
    state = start(client, variant="spider4", deal="own:7")
    change(client, state, "play", move="+")
    refused(change(client, state, "chance"), 409, "web_stale")
    refused(client.post(f"/api/games/{state['id']}/chance", json={"turn": 1, "tell": "x"}), 400, "web_not_understood")
    part = client.get(f"/api/games/{put(own_games, FRAGMENT).id}").json()
    refused(change(client, part, "chance"), 422, "chance_of_fragment")


def test_each_chance_costs_as_a_hint_does_and_stands_in_the_statistics(client, own_games, counted):
    state = start(client, variant="spider4", deal="own:7")
    state = change(client, state, "play", move="+").json()
    state = change(client, state, "chance", tell=True).json()["game"]
    change(client, state, "give-up")
    (line,) = client.get("/api/statistics").json()["variants"]
    assert line["hints_chance"] == 1


def test_it_is_counted_in_its_process_and_another_table_ends_that():
    """However long it takes to be compiled the first time."""
    pytest.importorskip("numba")
    first, chances = Game.deal("spider4", "own:7"), Chances()
    second = Game.deal("spiderette1", "own:3")
    second.play(str(second.position.moves[0]))
    try:
        assert chances.chance(of_game(first)) is None
        begun, found = time.monotonic(), None
        while found is None and time.monotonic() - begun < 500:
            found = chances.chance(of_game(second))
            time.sleep(0.1)
        assert found is not None
        assert found.games == 100 or found.is_proven
    finally:
        chances.close()


# --- the page

def with_chance(spider):
    spider.page.add_init_script("""localStorage.setItem("kreuzspinne.look", '{"chance": "on"}')""")
    return spider.open(LINK)


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de"), ("landscape", "de")])
def test_it_stands_beside_the_points(table, counted, size, lang):
    spider = with_chance(table(size=size, lang=lang))
    expect(spider.page.locator("#chance")).to_have_text("34 % (25–44)")
    expect(spider.page.locator("#chance-says")).to_have_text(
        {"en": "Chance to win: 34 % (25–44)", "de": "Gewinnchance: 34 % (25–44)"}[lang])
    assert spider.page.evaluate("""() => [...document.querySelectorAll("#facts div")].every((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth + 1; })""")
    assert spider.moves() == 0


def test_it_is_not_asked_for_unless_it_is_wanted(table, counted):
    spider = table().open(LINK)
    spider.page.keyboard.press("d")
    spider.wait_for(1)
    assert counted == []
    expect(spider.page.locator("#chance-fact")).to_be_hidden()
    spider.page.click("#open-menu")
    spider.page.click("#show-look")
    spider.page.check("#look input[name=chance][value=on]", force=True)
    expect(spider.page.locator("#chance")).to_have_text("34 % (25–44)")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_choice_fits_a_phone(table, lang):
    spider = table(size="phone", lang=lang).open(LINK)
    spider.page.click("#open-menu")
    spider.page.click("#show-look")
    assert spider.page.locator("#look").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_no_move_waits_for_it(table, counted):
    counted.is_known = False
    spider = with_chance(table())
    for turn in range(1, 4):
        spider.page.keyboard.press("d")
        spider.wait_for(turn)
    expect(spider.page.locator("#chance")).to_have_text("…")
    expect(spider.page.locator("#chance")).to_have_attribute("title", re.compile("is being counted"))
    counted.is_known = True
    expect(spider.page.locator("#chance")).to_have_text("34 % (25–44)")
    spider.wait_for(4)
    spider.page.keyboard.press("u")
    spider.wait_for(6)                              # taken back, and the chance of that table told, too
    assert spider.moves() == 2


def test_a_hint_outlasts_the_chance(table, counted):
    """Which level comes next, and what is lit."""
    counted.is_known = False
    spider = with_chance(table())
    spider.page.keyboard.press("Shift+H")
    expect(spider.page.locator(".card.hinted")).to_have_count(1)
    counted.is_known = True
    expect(spider.page.locator("#chance")).to_have_text("34 % (25–44)")
    expect(spider.page.locator(".card.hinted")).to_have_count(1)
    expect(spider.page.locator("#message")).to_contain_text("Look at")
    spider.page.keyboard.press("Shift+H")
    expect(spider.page.locator("#message")).to_contain_text("Move the ")
