"""What the server keeps: through kills, beside other servers, and on the way to other machines."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient
from web_client import HERE, SOME, change, put, refused, start, wander

from kreuzspinne.apps.web import games as games_module
from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.pace import Pace
from kreuzspinne.apps.web.serve import network_name
from kreuzspinne.apps.web.server import app
from kreuzspinne.store import Store, StoreError

NEARLY = "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - AsAsAsAsAsAsAs"
STUCK = "spider4 5s|9s/5h|9h/5d|9d/5c|9c/5s|9s/5h|9h/5d|9d/5c|9c/5s|Ks/5s|Ks - -"


def seen(client, id):
    reply = client.get(f"/api/games/{id}")
    assert reply.status_code == 200, reply.text
    return reply.json()


def clients(path, count=2):
    """Servers on one file."""
    return [TestClient(app(games=Games(Store(path))), base_url=HERE) for _ in range(count)]


def played(client, state, *moves):
    for move in moves:
        state = change(client, state, "play", move=move).json()
    return state


# Nothing is lost


@contextmanager
def process(path, *arguments):
    """A server of its own, and what it has printed."""
    command = [sys.executable, "-m", "kreuzspinne", "--lang", "en", "web", "--no-browser", "--data", str(path),
               *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running, re.search(r"http://\S+", running.stdout.readline())[0]
        finally:
            running.kill()


def asked(address, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_server_that_is_killed_loses_nothing(tmp_path):
    moves = ["bi1", "+", "ga1"]
    with process(tmp_path / "games") as (running, address):
        state = asked(address, "api/games", {"variant": "spider4:runs=hand", "deal": "xpat2:42"})
        path = f"api/games/{state['id']}"
        for move in moves[:2]:
            state = asked(address, f"{path}/play", {"turn": state["turn"], "move": move})
        state = asked(address, f"{path}/undo", {"turn": state["turn"]})
        running.send_signal(signal.SIGKILL)
        running.wait(10)
    with process(tmp_path / "games") as (_, address):
        assert asked(address, path) == state, "even what happened last is told again"
        state = asked(address, f"{path}/redo", {"turn": state["turn"]})
        assert state["ply"] == 2
        assert [game["id"] for game in asked(address, "api/games")["games"]] == [state["id"]]


@pytest.mark.parametrize("variant", SOME)
def test_games_that_are_not_at_hand_are_found_again(tmp_path, variant):
    """With room for one game in memory, every other request reads one from the file."""
    tight = TestClient(app(games=Games(Store(tmp_path / "tight"), most=1)), base_url=HERE)
    roomy = TestClient(app(games=(wide := Games())), base_url=HERE)
    ours, theirs = (start(one, variant=variant, deal="own:5") for one in (tight, roomy))
    game = wide.find(theirs["id"]).game
    for verb, move in wander(game, 5, 60):
        start(tight)
        more = {"move": move} if move else {}
        ours, theirs = change(tight, ours, verb, **more).json(), change(roomy, theirs, verb, **more).json()
        assert {**ours, "id": ""} == {**theirs, "id": ""}


def test_two_servers_on_one_file_never_overwrite_each_other(tmp_path):
    one, other = clients(tmp_path / "games")
    state = start(one)
    assert seen(other, state["id"]) == state
    now = played(one, state, "bi1")
    told = refused(change(other, state, "play", move="ed1"), 409, "web_stale")
    assert told["game"] == now
    further = played(other, now, "+")
    assert seen(one, state["id"]) == further
    change(one, seen(one, state["id"]), "delete")
    refused(change(other, now, "play", move="ed1"), 404, "web_no_game")


def test_a_race_between_look_and_write_is_stale_too(tmp_path, monkeypatch):
    one, other = clients(tmp_path / "games")
    state = start(one)
    apply = games_module.Course.apply

    def late(course, event):
        monkeypatch.setattr(games_module.Course, "apply", apply)
        played(other, state, "bi1")
        return apply(course, event)

    monkeypatch.setattr(games_module.Course, "apply", late)
    told = refused(change(one, state, "play", move="ed1"), 409, "web_stale")
    assert told["game"] == seen(other, state["id"])
    assert told["game"]["step"]["move"] == "bi1"


@pytest.mark.parametrize("code", ["store_full", "store_busy", "store_no_access"])
def test_what_cannot_be_written_has_not_happened(client, own_games, monkeypatch, code):
    state = start(client)

    def fail(*_, **__):
        raise StoreError(code, file="games")

    with monkeypatch.context() as broken:
        broken.setattr(own_games.store.games, "append", fail)
        told = refused(change(client, state, "play", move="bi1"), 503, code)
    assert {**told["game"], "message": ""} == {**state, "message": ""}
    assert seen(client, state["id"]) == state
    assert played(client, state, "bi1")["turn"] == 1


# The shelf, and how a game ends


def test_the_shelf_has_the_games_under_way(client):
    first, second, _ = start(client), start(client, variant="gypsy", deal="own:1"), start(client)
    assert client.get("/api/games").json() == {"games": []}
    played(client, first, "bi1", "+")
    played(client, second, second["moves"][0])
    games = client.get("/api/games?lang=de").json()["games"]
    assert {game["id"]: (game["ply"], game["turn"], game["state"]) for game in games} == {
        first["id"]: (2, 2, "open"), second["id"]: (1, 1, "open")}
    assert games[0]["changed"] >= games[1]["changed"]
    assert games[0].keys() == {"id", "variant", "title", "deal", "state", "turn", "ply", "points", "seconds", "began",
                               "changed"}
    refused(client.get("/api/games?state=lost"), 400)


def test_a_game_that_is_given_up_counts(client):
    state = played(client, start(client), "bi1")
    refused(change(client, {**state, "turn": 0}, "give-up"), 409, "web_stale")
    over = change(client, state, "give-up").json()
    assert (over["moves"], over["can_undo"]) == ([], False)
    assert (over["state"], over["step"]) == ("abandoned", {"kind": "end", "move": "", "transfers": []})
    refused(change(client, over, "play", move="+"), 422, "store_game_over")
    assert client.get("/api/games").json() == {"games": []}
    assert [game["id"] for game in client.get("/api/games?state=ended").json()["games"]] == [state["id"]]
    standing = client.get("/api/statistics").json()
    assert [(line["variant"], line["played"], line["abandoned"]) for line in standing["variants"]] == [
        ("spider4:runs=hand", 1, 1)]
    assert (standing["last"][0]["game"], standing["last"][0]["result"]) == (state["id"], "abandoned")


def test_a_game_that_leads_nowhere_is_lost_not_abandoned(client, own_games):
    session = put(own_games, STUCK)
    assert change(client, {"id": session.id, "turn": 0}, "give-up").json()["state"] == "lost"


def test_a_won_game_is_in_the_statistics_at_once(client, own_games):
    session = put(own_games, NEARLY)
    won = change(client, {"id": session.id, "turn": 0}, "play", move="ba1").json()
    assert won["state"] == "won"
    (line,) = client.get("/api/statistics?lang=de").json()["variants"]
    assert (line["title"], line["won"], line["streak"], line["points"]) == (
        "Spider", 1, 1, {"best": 990.0, "median": 990.0})
    assert (line["moves"], line["seconds"]) == ({"best": 1.0, "median": 1.0}, None)
    assert client.post("/api/statistics/clear", json={}).json() == {"variants": [], "last": []}
    assert client.get("/api/statistics").json()["variants"] == []


def test_a_deleted_game_is_gone(client):
    state = played(client, start(client), "bi1")
    told = refused(change(client, {**state, "turn": 0}, "delete"), 409, "web_stale")
    assert told["game"] == state
    assert change(client, state, "delete").json() == {"games": []}
    refused(client.get(f"/api/games/{state['id']}"), 404, "web_no_game")
    refused(change(client, state, "delete"), 404, "web_no_game")


# Lines and bookmarks


def test_the_tree_shows_every_line_and_leads_back(client):
    state = start(client)
    main = played(client, state, "bi1", "+")
    back = change(client, main, "go", node=1).json()
    assert (back["ply"], back["node"], back["step"]) == (1, 1, {"kind": "go", "move": "", "transfers": []})
    side = played(client, back, "ga1")
    marked = change(client, side, "mark", name="Versuch").json()
    marked = change(client, marked, "mark", name="vor dem Geben", node=1).json()
    assert marked["bookmarks"] == [{"node": 1, "ply": 1, "name": "vor dem Geben"},
                                   {"node": 3, "ply": 2, "name": "Versuch"}]
    tree = client.get(f"/api/games/{state['id']}/tree").json()
    assert tree == {"turn": 6, "node": 3, "nodes": [
        {"node": 0, "parent": -1, "move": "", "ply": 0, "name": ""},
        {"node": 1, "parent": 0, "move": "bi1", "ply": 1, "name": "vor dem Geben"},
        {"node": 2, "parent": 1, "move": "+", "ply": 2, "name": ""},
        {"node": 3, "parent": 1, "move": "ga1", "ply": 2, "name": "Versuch"}]}
    again = change(client, marked, "go", node=2).json()
    assert again["columns"] == main["columns"]
    gone = change(client, again, "mark", name="", node=3).json()
    assert [mark["node"] for mark in gone["bookmarks"]] == [1]
    refused(change(client, gone, "go", node=9), 422, "store_no_node")
    refused(change(client, gone, "mark", name="x" * 90), 422, "store_bad_mark")


@pytest.mark.parametrize("body", [{"node": -1}, {"node": "1"}, {}, {"node": 2 ** 80}, {"node": 1, "more": 1}])
def test_strange_places(client, body):
    state = played(client, start(client), "bi1")
    reply = change(client, state, "go", **body)
    refused(reply, 422 if body.get("node") in (-1, 2 ** 80) else 400)


# Time


def test_the_clock_is_told_and_believed_as_far_as_it_can_be(client, own_games):
    state = start(client)
    own_games.store.file._db.execute("UPDATE games SET clocked = clocked - 60000")
    state = change(client, state, "play", move="bi1", seconds=12.5).json()
    assert state["seconds"] == 12.5
    assert change(client, state, "undo", seconds=1e9).json()["seconds"] < 14
    path = f"/api/games/{state['id']}/clock"
    assert client.post(path, json={"seconds": 3}).json()["seconds"] >= 12.5
    assert client.get("/api/games").json()["games"][0]["seconds"] >= 12.5
    for wrong in (-1, "1", None):
        refused(client.post(path, json={"seconds": wrong}), 400)
    refused(client.post("/api/games/nonsense/clock", json={"seconds": 1}), 404, "web_no_game")


# Settings, and the way to another machine


def test_settings_are_kept(client):
    assert client.get("/api/settings").json() == {"settings": {}}
    wanted = {"language": "de", "ladder": 2, "sound": False}
    assert client.post("/api/settings", json={"settings": wanted}).json() == {"settings": wanted}
    client.post("/api/settings", json={"settings": {"sound": None}})
    assert client.get("/api/settings").json() == {"settings": {"language": "de", "ladder": 2}}
    refused(client.post("/api/settings", json={"settings": {"a b": 1}}), 422, "store_bad_setting")
    refused(client.post("/api/settings", json={"settings": {"a": []}}), 400)


def test_games_and_statistics_move_to_another_server(client):
    state = played(client, start(client), "bi1", "+")
    change(client, played(client, start(client, deal="xpat2:7"), "+"), "give-up")
    export = client.get("/api/export")
    assert re.fullmatch(r'attachment; filename="kreuzspinne-[-\d]+\.json"', export.headers["content-disposition"])
    other = TestClient(app(), base_url=HERE)

    def take():
        return other.post("/api/import?lang=de", content=export.content,
                          headers={"Content-Type": "application/json"}).json()

    assert take() == {"games": 2, "results": 1, "longer": 0, "known": 0,
                      "message": "Übernommen: 2 Spiele und 1 Ergebnis; 0 fortgesetzt, 0 schon bekannt."}
    assert take()["known"] == 3
    assert seen(other, state["id"]) == state
    assert other.get("/api/statistics").json() == client.get("/api/statistics").json()


def test_a_file_that_is_none_is_refused(client):
    refused(client.post("/api/import", json={"format": "x", "version": 1}), 422, "store_import_foreign")
    refused(client.post("/api/import", json={"format": "kreuzspinne-games", "version": 2}), 422, "store_import_newer")
    refused(client.post("/api/import", data={"a": "b"}), 415, "web_not_json")


def test_too_often_is_too_often(client, monkeypatch):
    for _ in range(10):
        assert client.get("/api/export").status_code == 200
    refused(client.get("/api/export"), 429, "web_too_fast")
    monkeypatch.setattr(Pace, "allows", lambda _: False)
    refused(client.post("/api/games", json={"variant": "spider4"}), 429, "web_too_fast")


# A server for other machines


@pytest.fixture
def home():
    """A server of a home network, as a visitor from there meets it."""
    return TestClient(app(host="0.0.0.0", key="sesame"), base_url="http://192.168.1.5:7748")


@pytest.mark.parametrize("path", ["/", "/api/variants", "/static/main.js", "/?key=", "/?key=sesam", "/?key=%FF"])
def test_without_the_key_nothing_is_told(home, path):
    refused(home.get(path), 403, "web_no_key")


def test_the_key_is_asked_for_once(home):
    cookie = home.get("/?key=sesame").headers["set-cookie"]
    assert cookie.startswith("kreuzspinne=sesame;")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert "set-cookie" not in home.get("/").headers
    assert start(home)["ply"] == 0


def test_a_person_without_the_key_reads_why(home):
    reply = home.get("/", headers={"Accept": "text/html", "Accept-Language": "de"})
    assert reply.status_code == 403
    assert "Schlüssel" in reply.text


def test_the_key_opens_nothing_to_other_pages(home):
    home.get("/?key=sesame")
    refused(home.get("/api/variants", headers={"Origin": "http://evil.example"}), 403, "web_wrong_origin")
    refused(home.get("/?key=sesame", headers={"Host": "evil.example"}), 403, "web_wrong_host")
    assert "set-cookie" not in home.get("/?key=sesame", headers={"Host": "evil.example"}).headers
    assert home.get("/", headers={"Host": "raspberry.local"}).status_code == 403


def test_the_machine_may_be_called_by_its_name(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Raspberry.fritz.box")
    home = TestClient(app(host="0.0.0.0", key="sesame"), base_url=HERE)
    for name in ("raspberry.local:7748", "raspberry.fritz.box"):
        assert home.get("/?key=sesame", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.2"])
def test_a_server_of_this_machine_alone_asks_for_no_key(tmp_path, host):
    with process(tmp_path / "games", "--host", host) as (_, address):
        assert "key" not in address
        with urllib.request.urlopen(address) as page:
            assert page.status == 200


def test_a_server_of_the_network_prints_its_key(tmp_path):
    with process(tmp_path / "games", "--host", "0.0.0.0") as (running, address):
        local, key = re.fullmatch(r"(http://127\.0\.0\.1:\d+/)\?key=([\w-]{22})", address).groups()
        assert f"/?key={key}" in running.stdout.readline()
        with urllib.request.urlopen(address) as page:
            assert page.status == 200
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(local)
        assert refusal.value.code == 403
        refusal.value.close()


def test_an_address_of_the_network_can_be_typed():
    assert network_name("192.168.1.5") == "192.168.1.5"
    assert network_name("0.0.0.0") not in ("0.0.0.0", "")


def test_a_file_that_cannot_be_used_is_said_before_anything_starts(tmp_path):
    (tmp_path / "games").write_text("no store of ours")
    command = [sys.executable, "-m", "kreuzspinne", "web", "--no-browser", "--data", str(tmp_path / "games")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert str(tmp_path / "games") in done.stderr
