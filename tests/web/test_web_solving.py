"""The solver's place on the server: winnable deals, what a game could have been, lines to look at, and its limits."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient
from test_web_secrets import named_cards
from test_web_serve import started
from web_client import HERE, change, put, refused, start

from kreuzspinne.apps.web import quests, solving
from kreuzspinne.apps.web.jobs import LEASE, Job
from kreuzspinne.apps.web.pace import Pace
from kreuzspinne.apps.web.quests import Found
from kreuzspinne.apps.web.server import app
from kreuzspinne.apps.web.solver_process import Answer
from kreuzspinne.game import Game, start_position
from kreuzspinne.store import MOST_TURNS

QUICK = [("simplesimon", "own"), ("spider1", "own"), ("spider4", "xpat2"), ("spiderette1", "own")]
LOST = "spiderette1 Ks|Qs/-/-/-/-/-/- - -"
AGES = 150
"""Seconds in which even a machine that must compile every kernel has an answer."""


@pytest.fixture
def client(own_games):
    """A server without a browser, whose solver ends with the test."""
    made = app(games=own_games)
    yield TestClient(made, base_url=HERE)
    made.state.solving.close()


@pytest.fixture
def endless(monkeypatch):
    """Whatever is asked is not answered until somebody stops it."""
    hard = start_position("spider4", "own", "1")
    monkeypatch.setattr(quests, "verdict", lambda *_: lambda ask: [ask(hard, seconds=0.0) for _ in iter(int, 1)])


def ask(client, path, body=None, lang="en"):
    reply = client.post(f"/api/{path}", json=body or {}, headers={"Accept-Language": lang})
    assert reply.status_code == 202, reply.text
    return reply.json()


def wait_for(client, job, lang="en"):
    """Ask how far it has come until it has ended."""
    for _ in range(10 * AGES):
        told = client.get(f"/api/solver/{job['id']}", params={"lang": lang}).json()
        if told["is_over"]:
            return told
        assert told["message"].endswith(("…", "."))
        time.sleep(0.1)
    return pytest.fail(f"no answer: {told}")


def stop(client, job, lang="en"):
    return client.post(f"/api/solver/{job['id']}/stop", json={}, headers={"Accept-Language": lang}).json()


def over(client, **wanted):
    """A game that was given up at once."""
    return change(client, start(client, **wanted), "give-up").json()


# A deal that can be won


@pytest.mark.parametrize(("variant", "source"), QUICK)
def test_a_deal_is_found_and_can_be_won(client, variant, source):
    found = wait_for(client, ask(client, "solver/deal", {"variant": variant, "source": source}))
    assert found["deal"].startswith(f"{source}:")
    assert found["deal"] in found["message"]
    assert found["moves"] == [], "whoever is to play it is not told how"
    game = over(client, variant=variant, deal=found["deal"])
    assert "Yes, in " in wait_for(client, ask(client, f"games/{game['id']}/verdict"))["message"]


@pytest.mark.parametrize(("lang", "sentence"), [("en", "Among 2 deals"), ("de", "Unter 2 Ausgangslagen")])
def test_none_found_is_said(client, monkeypatch, lang, sentence):
    monkeypatch.setattr(quests, "CANDIDATE", {"nodes": 1})
    monkeypatch.setattr(quests, "MOST_DEALS", 2)
    found = wait_for(client, ask(client, "solver/deal", {"variant": "spider4"}), lang)
    assert found["message"].startswith(sentence)
    assert found["deal"] == ""


@pytest.mark.parametrize(("wanted", "status", "error"), [
    ({"variant": "spyder4"}, 422, "unknown_variant_near"), ({"variant": "scorpion", "source": "kpat"}, 422, None),
    ({"variant": "spider1", "source": "solitaire"}, 422, "unknown_source"),
    ({"variant": "spider1", "source": "own:1"}, 422, "unknown_source"),
    ({"variant": "spider1", "seconds": 1e9}, 400, "web_not_understood"), ({}, 400, None), ([], 400, None),
])
def test_strange_wishes(client, wanted, status, error):
    refused(client.post("/api/solver/deal", json=wanted), status, error)


# Could it have been won?


@pytest.mark.parametrize(("lang", "words"), [
    ("en", ("Yes, in", "No, this deal could not be won", "Not decided in")),
    ("de", ("Ja, in", "Nein, diese Ausgangslage war nicht zu gewinnen", "nicht entschieden")),
])
def test_the_three_answers(client, monkeypatch, lang, words):
    won = over(client, variant="simplesimon", deal="own:1")
    lost = over(client, variant="scorpion", deal="own:1")
    for game, sentence in zip((won, lost), words, strict=False):
        assert sentence in wait_for(client, ask(client, f"games/{game['id']}/verdict"), lang)["message"]
    monkeypatch.setattr(quests, "JUDGE", {"nodes": 1, "seconds": 20})
    told = wait_for(client, ask(client, f"games/{won['id']}/verdict"), lang)
    assert words[2] in told["message"]
    assert told["moves"] == []


def test_the_line_wins(client):
    game = over(client, variant="simplesimon", deal="own:1")
    moves = wait_for(client, ask(client, f"games/{game['id']}/verdict"))["moves"]
    position = start_position("simplesimon", "own", "1")
    for move in moves:
        position = position.play(move)
    assert position.is_won


@pytest.mark.parametrize("verb", ["verdict", "fork", "look"])
def test_nothing_is_said_of_a_game_that_is_open(client, verb):
    state = start(client)
    body = {"moves": "bi1"} if verb == "look" else {}
    told = refused(client.post(f"/api/games/{state['id']}/{verb}", json=body), 422, "web_not_over")
    assert named_cards(told) == set()
    refused(client.post(f"/api/games/nonsense/{verb}", json=body), 404, "web_no_game")
    german = client.post(f"/api/games/{state['id']}/{verb}", json=body, headers={"Accept-Language": "de"})
    assert "zu Ende" in refused(german, 422)["message"]


def test_a_pack_that_is_not_whole_is_refused(client, own_games):
    game = put(own_games, LOST)
    game.give_up(0)
    for verb in ("verdict", "fork"):
        refused(client.post(f"/api/games/{game.id}/{verb}", json={}), 422)


def test_of_a_game_that_was_won_the_question_is_another_one(client, monkeypatch):
    game = over(client, variant="simplesimon", deal="own:1")
    moves = wait_for(client, ask(client, f"games/{game['id']}/verdict"))["moves"]
    state = start(client, variant="simplesimon", deal="own:1")
    for move in moves:
        state = change(client, state, "play", move=move).json()
    assert state["state"] == "won"
    assert "The solver wins" in wait_for(client, ask(client, f"games/{state['id']}/verdict"))["message"]
    monkeypatch.setattr(quests, "JUDGE", {"nodes": 1, "seconds": 20})
    told = wait_for(client, ask(client, f"games/{state['id']}/verdict"), "de")
    assert told["message"] == "In 20 Sekunden hat der Löser keinen Weg gefunden; du schon."


# The last fork


def line_into_ruin(seed):
    """Simple Simon, played by chance, without coming back to where it was, until nothing leads on."""
    dice, game, seen = random.Random(seed), Game.deal("simplesimon", "own:1"), set()
    while game.ply < 60:
        seen.add(game.position)
        moves = [move for move in game.position.moves if game.position.after(move) not in seen]
        if not moves:
            break
        game.play(dice.choice(moves))
    return [str(step.move) for step in game.steps]


@pytest.mark.parametrize(("seed", "lang"), [(1, "en"), (2, "de")])
def test_the_last_fork(client, seed, lang):
    state, moves = start(client, variant="simplesimon", deal="own:1"), line_into_ruin(seed)
    for move in moves:
        state = change(client, state, "play", move=move).json()
    change(client, state, "give-up")
    found = wait_for(client, ask(client, f"games/{state['id']}/fork"), lang)
    assert str(found["ply"]) in found["message"]
    assert found["moves"][:found["ply"]] == moves[:found["ply"]]
    position = start_position("simplesimon", "own", "1")
    for move in found["moves"]:
        position = position.play(move)
    assert position.is_won


class Oracle:
    """Answers as a game that can be won up to a place; of some places it does not know."""

    def __init__(self, start, moves, won, unknown=()):
        self._places = [start]
        for move in moves:
            self._places.append(self._places[-1].play(move))
        self._won, self._unknown = won, unknown
        self.asked = 0

    def __call__(self, position, **_):
        self.asked += 1
        ply = self._places.index(position)
        verdict = "unknown" if ply in self._unknown else "solved" if ply <= self._won else "unsolvable"
        return Answer(verdict, ("end",) if verdict == "solved" else ())


START, RUIN = start_position("simplesimon", "own", "1"), line_into_ruin(1)


@pytest.mark.parametrize("won", range(-1, len(RUIN) + 1))
def test_every_fork_is_found_by_halving(won):
    oracle = Oracle(START, RUIN, won)
    found = quests.last_fork(START, RUIN)(oracle)
    assert oracle.asked <= len(RUIN).bit_length() + 1
    if won < 0:
        assert (found.code, found.moves) == ("web_never_won", ())
        return
    assert (found.code, found.ply) == ("web_fork" if won < len(RUIN) else "web_fork_end", won)
    assert found.moves == (*RUIN[:won], "end")
    assert won == len(RUIN) or found.facts["move"] == RUIN[won]


def test_what_is_not_known_is_not_claimed():
    everything = range(len(RUIN) + 1)
    assert quests.last_fork(START, RUIN)(Oracle(START, RUIN, -1, everything)).code == "web_start_not_decided"
    for won in range(len(RUIN)):
        found = quests.last_fork(START, RUIN)(Oracle(START, RUIN, won, everything[won + 1:]))
        assert (found.code, found.ply) == ("web_fork_at_least", won)


def test_the_fork_of_a_game_without_moves(client):
    game = over(client, variant="simplesimon", deal="own:1")
    found = wait_for(client, ask(client, f"games/{game['id']}/fork"))
    assert (found["ply"], found["moves"] != []) == (0, True)
    assert "Even where the game ended" in found["message"]


# Looking at a line


def looked(client, game, moves, **more):
    return client.post(f"/api/games/{game['id']}/look", json={"moves": " ".join(moves), **more})


def test_looking_changes_nothing_and_offers_nothing(client, own_games):
    game = over(client, variant="simplesimon", deal="own:1")
    moves = wait_for(client, ask(client, f"games/{game['id']}/verdict"))["moves"]
    kept = [f"/api/games/{game['id']}", "/api/statistics", "/api/export"]
    before = [client.get(path).json() for path in kept]
    for ply in range(len(moves) + 1):
        shown = looked(client, game, moves[:ply]).json()
        assert (shown["ply"], shown["id"], shown["state"]) == (ply, game["id"], "abandoned")
        assert (shown["moves"], shown["can_undo"], shown["can_redo"]) == ([], False, False)
        assert shown["outcome"]["state"] == "open"
        assert "Won" not in shown["message"]
    assert len(shown["piles"]) == 4
    assert before == [client.get(path).json() for path in kept]


def test_looking_back_moves_the_cards_back(client):
    game = over(client, variant="simplesimon", deal="own:1")
    move = str(START.moves[0])
    there, back = looked(client, game, [move]).json(), looked(client, game, [move], back=True).json()
    assert (there["step"]["kind"], back["step"]["kind"]) == ("play", "undo")
    assert back["columns"] == looked(client, game, []).json()["columns"]
    one, other = there["step"]["transfers"][0], back["step"]["transfers"][0]
    assert (one["source"], one["target"]) == (other["target"], other["source"])


TO_AND_FRO = "simplesimon 9s/Th/Tc/Ks/Ks/Kh/Kd/Kc/Ac/Ac - -"
"""A nine that may lie on either of two tens for ever."""


def to_and_fro(count):
    return ["ab1", *(("bc1", "cb1")[i % 2] for i in range(count - 1))]


@pytest.fixture
def long_game(own_games):
    """A game that is over, in which a line of any length can be looked at."""
    game = put(own_games, TO_AND_FRO)
    game.give_up(0)
    return {"id": game.id}


@pytest.mark.parametrize("count", [1, 1300, 4000])
def test_a_line_of_any_length_is_looked_at(client, long_game, count):
    """Every game that is kept can be walked through, to the end."""
    assert looked(client, long_game, to_and_fro(count)).json()["ply"] == count


def test_a_line_beyond_all_games_is_refused(client, long_game):
    told = refused(looked(client, long_game, to_and_fro(MOST_TURNS + 1)), 422, "store_too_many_turns")
    assert str(MOST_TURNS) in told["message"]


def test_the_longest_move_of_the_longest_game_fits():
    body = {"moves": " ".join(["no104"] * MOST_TURNS), "back": True}
    assert len(json.dumps(body)) <= solving.LONGEST_LOOK


@pytest.mark.parametrize(("body", "status"), [
    ({"moves": "zz9"}, 422), ({"moves": "aa1"}, 422), ({"moves": "", "back": True}, 422), ({}, 400),
    ({"moves": ["ab1"]}, 400), ({"moves": "ab1 " * 2000}, 422), ({"moves": "ab1 " * 40_000}, 413),
])
def test_strange_lines(client, body, status):
    game = over(client, variant="simplesimon", deal="own:1")
    refused(client.post(f"/api/games/{game['id']}/look", json=body), status)


# Limits


def test_it_can_be_stopped_at_any_time(client, endless):
    game = over(client)
    job = ask(client, f"games/{game['id']}/verdict")
    process = client.app.state.solving._jobs[job["id"]].process
    assert is_running(process.number)
    stopped = stop(client, job, "de")
    assert (stopped["is_over"], stopped["message"]) == (True, "Die Suche wurde abgebrochen.")
    assert not is_running(process.number)
    assert stop(client, job)["is_over"]
    ask(client, f"games/{game['id']}/verdict")


def test_one_thing_at_a_time(client, endless):
    game = over(client)
    job = ask(client, f"games/{game['id']}/verdict")
    for path, body in ((f"games/{game['id']}/verdict", {}), (f"games/{game['id']}/fork", {}),
                       ("solver/deal", {"variant": "spider1"})):
        refused(client.post(f"/api/{path}", json=body), 429, "web_solver_busy")
    assert not client.get(f"/api/solver/{job['id']}").json()["is_over"]
    assert client.get(f"/api/games/{game['id']}").status_code == 200, "others play on"


def test_whoever_asks_too_often_waits(client):
    game = over(client)
    client.app.state.solving._pace = Pace(at_once=1, a_second=0)
    stop(client, ask(client, f"games/{game['id']}/verdict"))
    refused(client.post(f"/api/games/{game['id']}/verdict", json={}), 429, "web_too_fast")


def test_a_job_whose_page_is_gone_ends():
    now = [0.0]
    hard = start_position("spider4", "own", "1")
    job = Job(lambda asking: [asking(hard, seconds=0.0) for _ in iter(int, 1)], "web_judging", clock=lambda: now[0])
    now[0] = LEASE
    assert job.news().code in ("web_judging", "web_compiling")
    assert not job.is_abandoned
    now[0] += LEASE + 1
    assert job.is_abandoned
    job._thread.join(AGES)
    assert job.found == Found("web_solver_stopped", {})


def test_a_game_that_is_deleted_takes_its_question_along(client, endless):
    game = over(client)
    job = ask(client, f"games/{game['id']}/verdict")
    process = client.app.state.solving._jobs[job["id"]].process
    assert change(client, game, "delete").status_code == 200
    refused(client.get(f"/api/solver/{job['id']}"), 404, "web_no_game")
    assert not is_running(process.number)


def test_old_answers_are_forgotten(client):
    client.app.state.solving._jobs.most = 1
    game = over(client)
    first, _ = (stop(client, ask(client, f"games/{game['id']}/verdict")) for _ in range(2))
    refused(client.get(f"/api/solver/{first['id']}"), 404, "web_no_job")


def test_a_solver_that_breaks_is_said(client, monkeypatch):
    def fail(ask):
        raise RuntimeError("secret")

    monkeypatch.setattr(quests, "verdict", lambda *_: fail)
    told = wait_for(client, ask(client, f"games/{over(client)['id']}/verdict"))
    assert told["message"].startswith("Something went wrong")


def test_without_the_solver_it_is_said(client, monkeypatch):
    monkeypatch.setattr("kreuzspinne.apps.web.other_process.find_spec", lambda module: None)
    refused(client.post(f"/api/games/{over(client)['id']}/verdict", json={}), 422, "solver_not_installed")


def is_running(number):
    with suppress(ProcessLookupError):
        os.kill(number, 0)
        return True
    return False


SERVER = """
from kreuzspinne.apps.web.solver_process import SolverProcess
from kreuzspinne.game import start_position
solver = SolverProcess()
print(solver.number, flush=True)
solver.ask(start_position("spider4", "own", "1"), {"seconds": 1e9}, lambda told: print("told", flush=True))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL to send")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_the_solver_dies_with_the_server(how):
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True)
    number = int(server.stdout.readline())
    assert server.stdout.readline() == "told\n"
    server.send_signal(how)
    server.wait(AGES)
    while is_running(number):
        time.sleep(0.05)
    server.stdout.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_a_server_stops_at_once_while_the_solver_works():
    server = started()
    address = re.search(r"http://\S+/", server.stdout.readline())[0]
    wanted = Request(f"{address}api/solver/deal", b'{"variant": "spider4decks"}', {"Content-Type": "application/json"})
    with urlopen(wanted) as reply:
        assert reply.status == 202
    server.send_signal(signal.SIGINT)
    assert server.wait(AGES) == 0
    assert server.stderr.read() == ""


def test_the_server_itself_knows_no_numpy():
    code = """
import sys, time
from starlette.testclient import TestClient
from kreuzspinne.apps.web.server import app
client = TestClient(app(), base_url="http://127.0.0.1")
job = client.post("/api/solver/deal", json={"variant": "simplesimon"}).json()
while not job["is_over"]:
    time.sleep(0.1)
    job = client.get(f"/api/solver/{job['id']}").json()
print(job["deal"], *sorted({"numpy", "numba"} & set(sys.modules)))
"""
    assert len(subprocess.check_output([sys.executable, "-c", code], text=True).split()) == 1
