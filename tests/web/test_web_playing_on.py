"""Playing on for somebody: at which pace, how it ends, what is counted, and who is never in its way."""

import pytest
from playwright.sync_api import expect
from web_client import change, put, refused, start
from web_table import AGES

from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.i18n.coaching import Adviser
from kreuzspinne.player.coach import advise

LINK = "#spider4/own:7"
NEARLY = "spider4 KsQsJsTs9s8s7s6s5s4s3s/2s/As/-/-/-/-/-/-/- - AsAsAsAsAsAsAs"
"""Two moves win."""
STUCK = "spider4 Ks/Ks/Kh/Kh/Kd/Kd/Kc/Kc/Ks/Ks - -"
TO_AND_FRO = "spider4 9s/Ts/Tc/Kh/Kd/Kd/Kc/Kc/Ks/Ks - -"
"""The nine can lie on either ten, and nothing else can move."""


@pytest.fixture(autouse=True)
def by_rules_of_thumb(monkeypatch):
    """The player would be compiled first, which takes a minute; one test asks for it."""
    def plan(self, view, patience):
        self.is_missing = True

    monkeypatch.setattr(PlayerProcess, "plan", plan)


# --- the server

def test_a_move_is_played_and_counted(client, own_games):
    state = start(client, variant="spider4", deal="own:7")
    view = own_games.find(state["id"]).view
    assert change(client, state, "think").json() == {"state": "move", "message": ""}
    after = change(client, state, "play-on").json()
    assert (after["turn"], after["ply"], after["machine"]) == (1, 1, 1)
    assert after["step"]["kind"] == "machine"
    assert after["step"]["move"] == str(advise(view, quick=True).move)
    assert after["step"]["transfers"]
    back = change(client, after, "undo").json()
    assert (back["ply"], back["machine"], back["undos"]) == (0, 1, 1), "what was played for somebody stays counted"


def test_thinking_changes_nothing_and_tells_no_move(client, own_games):
    state = start(client, variant="spider4", deal="own:7")
    for _ in range(3):
        assert change(client, state, "think").json() == {"state": "move", "message": ""}
    assert own_games.find(state["id"]).turn == 0


@pytest.mark.parametrize("lang", ["de", "en"])
def test_reasons_are_told_if_they_are_wanted(client, own_games, lang):
    state = start(client, variant="spider4", deal="own:7")
    view = own_games.find(state["id"]).view
    reasons = Adviser(view.variant, lang).reasons(advise(view, quick=True).reasons)
    body = {"turn": 0, "why": True}
    told = client.post(f"/api/games/{state['id']}/play-on?lang={lang}", json=body).json()["message"]
    assert reasons
    assert told.endswith({"de": "Warum: ", "en": "Why: "}[lang] + " ".join(reasons))
    again = change(client, start(client, variant="spider4", deal="own:7"), "play-on").json()
    assert not set(reasons) & {again["message"]}


def test_the_hint_and_the_move_agree(client):
    """The plan of a hint is the one that is played on, to its end."""
    state = start(client, variant="spider4", deal="own:7")
    hint = change(client, state, "hint", level="move").json()
    assert change(client, hint["game"], "play-on").json()["step"]["move"] == hint["move"]


def test_it_waits_for_the_player_to_be_loaded(client, monkeypatch):
    state = start(client, variant="spider4", deal="own:7")
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: None)
    told = change(client, state, "think").json()
    assert told["state"] == "thinking"
    assert told["message"].endswith(".")
    wanted = state["moves"][-1]
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (view.find(wanted),))
    assert change(client, state, "think").json()["state"] == "move"
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: pytest.fail("it was asked anew"))
    assert change(client, state, "play-on").json()["step"]["move"] == wanted


def test_it_wins_and_the_win_is_none_of_the_players(client, own_games):
    state = client.get(f"/api/games/{put(own_games, NEARLY).id}").json()
    while change(client, state, "think").json()["state"] == "move":
        state = change(client, state, "play-on", why=True).json()
    assert state["state"] == state["outcome"]["state"] == "won"
    assert state["message"].endswith(state["outcome"]["message"]), "no reasons after the end"
    assert state["machine"] == state["ply"] == 2
    assert change(client, state, "think").json()["state"] == "over"
    refused(change(client, state, "play-on"), 422, "web_knows_no_move")
    (line,) = client.get("/api/statistics").json()["variants"]
    assert (line["played"], line["won"], line["helped"], line["machine"]) == (1, 0, 1, 2)


def test_where_nothing_leads_on_it_says_so(client, own_games):
    state = client.get(f"/api/games/{put(own_games, STUCK).id}").json()
    assert change(client, state, "think").json() == {"state": "over", "message": "There is no legal move."}
    told = refused(change(client, state, "play-on"), 422, "web_knows_no_move")
    assert (told["game"]["turn"], told["game"]["machine"]) == (0, 0)


def test_it_never_walks_in_a_circle(client, own_games, monkeypatch):
    """Even if whoever advises would go to and fro for ever."""
    def to_and_fro(self, view, patience):
        return (view.moves[0],)

    monkeypatch.setattr(PlayerProcess, "plan", to_and_fro)
    state = client.get(f"/api/games/{put(own_games, TO_AND_FRO).id}").json()
    for _ in range(10):
        thought = change(client, state, "think").json()
        if thought["state"] != "move":
            break
        state = change(client, state, "play-on").json()
    assert thought["state"] == "over"
    assert thought["message"].startswith("I find no move that leads on")
    assert state["machine"] < 4


@pytest.mark.parametrize("verb", ["think", "play-on"])
def test_what_comes_too_late_is_refused(client, verb):
    state = start(client, variant="spider4", deal="own:7")
    change(client, state, "play", move="+")
    told = refused(change(client, state, verb), 409, "web_stale")
    assert (told["game"]["turn"], told["game"]["machine"]) == (1, 0)


@pytest.mark.parametrize("body", [{}, {"turn": 0, "why": 1}, {"turn": 0, "move": "bf1"}, {"turn": "0"}])
def test_what_is_no_wish_to_play_on(client, body):
    state = start(client, variant="spider4", deal="own:7")
    refused(client.post(f"/api/games/{state['id']}/play-on", json=body), 400, "web_not_understood")


def test_a_game_that_was_given_up_is_not_played_on(client):
    over = change(client, start(client, variant="spider4", deal="own:7"), "give-up").json()
    refused(change(client, over, "play-on"), 422, "store_game_over")


def test_moves_of_the_machine_cost_as_hints_do(client, own_games):
    """In a tournament; the variant's own scheme counts no effort."""
    def points(state):
        return {score["scheme"]: score["points"] for score in state["scores"]}

    states = [client.get(f"/api/games/{put(own_games, NEARLY).id}").json() for _ in range(2)]
    helped = change(client, states[0], "play-on").json()
    alone = change(client, states[1], "play", move=helped["step"]["move"]).json()
    assert points(alone)["tournament"] - points(helped)["tournament"] == 20
    assert points(alone)["xpat2-spider"] == points(helped)["xpat2-spider"]


def test_a_player_that_is_there_plays(client, own_games, monkeypatch):
    """However long it takes to be compiled the first time."""
    pytest.importorskip("numba")
    monkeypatch.undo()
    state = client.get(f"/api/games/{put(own_games, NEARLY).id}").json()
    try:
        for _ in range(AGES // 1000):
            if change(client, state, "think").json()["state"] != "thinking":
                break
        assert change(client, state, "play-on").json()["machine"] == 1
    finally:
        client.app.state.advising.close()
