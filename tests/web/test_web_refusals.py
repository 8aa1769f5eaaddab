"""What the server refuses, and whom."""

import pytest
from starlette.testclient import TestClient
from web_client import HERE, XPAT2, change, refused, start

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.replies import LONGEST_BODY
from kreuzspinne.apps.web.server import app


def test_an_illegal_move_is_explained_and_changes_nothing(client):
    state = start(client)
    told = refused(change(client, state, "play", move="ab1"), 422, "wrong_rank")
    assert {**told["game"], "message": ""} == {**state, "message": ""}
    assert "Kreuz-Dame" in client.post(f"/api/games/{state['id']}/play", json={"turn": 0, "move": "ab1"},
                                       headers={"Accept-Language": "de"}).json()["message"]


@pytest.mark.parametrize(("move", "error"), [
    ("zz9", "bad_move"), ("", "bad_move"), ("ab" * 900, "bad_move"), ("ab999", "too_few_cards"),
    ("ak1", "no_such_column"), ("aa1", "same_column"), ("a^", "run_lacks_ace"), ("^Qha", "runs_never_return"),
    ("ab2", "cards_face_down"), ("\u202eab1", "bad_move"),
])
def test_strange_moves(client, move, error):
    state = start(client)
    refused(change(client, state, "play", move=move), 422, error)
    assert client.get(f"/api/games/{state['id']}").json() == state


def test_nothing_to_undo_or_redo(client):
    state = start(client)
    refused(change(client, state, "undo"), 422, "nothing_to_undo")
    refused(change(client, state, "redo"), 422, "nothing_to_redo")


@pytest.mark.parametrize("verb", ["play", "undo", "redo", "restart"])
def test_too_late_is_refused_with_the_present_state(client, verb):
    state = start(client)
    now = change(client, state, "play", move="bi1").json()
    told = refused(change(client, state, verb, **({"move": "ed1"} if verb == "play" else {})), 409, "web_stale")
    assert told["game"] == now


def test_the_number_of_moves_alone_would_not_tell_that_a_page_is_behind(client):
    state = change(client, start(client), "play", move="bi1").json()
    other = change(client, change(client, state, "undo").json(), "play", move="ed1").json()
    assert other["ply"] == state["ply"]
    refused(change(client, state, "play", move="ga1"), 409, "web_stale")


def test_a_move_belongs_to_one_game(client):
    first, second = start(client), start(client, deal="xpat2:1")
    change(client, first, "play", move="bi1")
    assert client.get(f"/api/games/{second['id']}").json() == second
    refused(client.post("/api/games/nonsense/play", json={"turn": 0, "move": "bi1"}), 404, "web_no_game")


@pytest.mark.parametrize(("wanted", "error"), [
    ({"variant": "spyder4"}, "unknown_variant_near"), ({"variant": ""}, None), ({"variant": "x" * 3000}, None),
    ({"variant": "spider4:runs=never"}, "unknown_value"), ({"variant": "gypsy:runs=auto"}, None),
    ({"deal": "xpat2:1000000000"}, "bad_deal_number"), ({"deal": "xpat2:" + "9" * 3000}, "bad_deal_number"),
    ({"deal": "own:" + "9" * 30}, "bad_deal_number"), ({"deal": "xpat2:-1"}, "bad_deal_number"),
    ({"deal": "solitaire:1"}, "unknown_source"), ({"variant": "scorpion"}, "game_not_in_source"),
    ({"deal": "own:a\x00b"}, "bad_seed_character"), ({"deal": "own:" + "x" * 1000}, "seed_too_long"),
])
def test_no_such_game_or_deal(client, wanted, error):
    refused(client.post("/api/games", json={**XPAT2, **wanted}), 422, error)


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"null", b'"spider4"', b'{"variant": 4}', b'{"deal": "own"}', b"\xff\xfe",
    b'{"variant": "spider4", "deal": null}', b'{"variant": "spider4", "start": "spider4 - - -"}', b"[" * 4000,
    b'{"variant": "spider4", "deal": "own"', b'{"variant": "\\ud800", "deal": "own"}',
])
def test_what_cannot_be_understood(client, body):
    reply = client.post("/api/games", content=body, headers=JSON)
    refused(reply, 422 if b"ud800" in body and reply.status_code == 422 else 400)


@pytest.mark.parametrize("turn", [1.5, "0", None, 2 ** 80, True, [0]])
def test_strange_turns(client, turn):
    state = start(client)
    reply = client.post(f"/api/games/{state['id']}/undo", json={"turn": turn})
    refused(reply, 409 if reply.status_code == 409 else 400)


def test_too_long_is_not_read(client):
    refused(client.post("/api/games", content=b" " * (LONGEST_BODY + 1), headers=JSON), 413, "web_too_long")

    def endless():
        for _ in range(100):
            yield b" " * 1000

    refused(client.post("/api/games", content=endless(), headers=JSON), 413, "web_too_long")


def test_a_form_is_not_json(client):
    refused(client.post("/api/games", data=XPAT2), 415, "web_not_json")


@pytest.mark.parametrize(("method", "path"), [
    ("GET", "/nothing"), ("GET", "/static/../server.py"), ("GET", "/static/%2e%2e/server.py"),
    ("GET", "/static/nothing.js"), ("GET", "/pages/nothing"), ("GET", "/pages/..%2f..%2fgame"),
    ("GET", "/api/texts/fr"), ("GET", "/api/games/x"), ("POST", "/api/games/x/undo/y"),
])
def test_no_such_page(client, method, path):
    refused(client.request(method, path), 404)


def test_wrong_method(client):
    reply = client.put("/api/games")
    refused(reply, 405)
    assert "POST" in reply.headers["allow"]


def test_a_fault_shows_no_trace(own_games, monkeypatch):
    def fail(*_):
        raise RuntimeError("secret")

    monkeypatch.setattr(Games, "start", fail)
    client = TestClient(app(games=own_games), base_url=HERE, raise_server_exceptions=False)
    reply = client.post("/api/games", json=XPAT2)
    refused(reply, 500, "web_fault")
    assert "secret" not in reply.text


# Who may ask


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example:80", "[::1",
                                  "192.168.1.5", "0.0.0.0"])
def test_strange_hosts(client, host):
    for path in ("/", "/api/variants", "/static/main.js"):
        refused(client.get(path, headers={"Host": host}), 403, "web_wrong_host")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost:7748", "LOCALHOST", "[::1]:80"])
def test_own_hosts(client, host):
    assert client.get("/api/variants", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(("host", "allowed"), [("192.168.1.5:80", True), ("[fe80::1]:80", True), ("10.0.0.9", True),
                                               ("evil.example", False)])
def test_hosts_of_a_server_for_the_home(host, allowed):
    client = TestClient(app(host="0.0.0.0"), base_url=HERE)
    assert (client.get("/", headers={"Host": host}).status_code == 200) == allowed


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:9999", ""])
def test_strange_origins(client, origin):
    reply = client.post("/api/games", json=XPAT2, headers={"Origin": origin})
    refused(reply, 403, "web_wrong_origin")


def test_own_origin(client):
    headers = {"Host": "localhost:7748", "Origin": "http://localhost:7748"}
    assert client.post("/api/games", json=XPAT2, headers=headers).status_code == 201


def test_another_page_may_link_here_but_not_fetch(client):
    far = {"Sec-Fetch-Site": "cross-site"}
    assert client.get("/", headers={**far, "Sec-Fetch-Mode": "navigate"}).status_code == 200
    refused(client.get("/api/variants", headers={**far, "Sec-Fetch-Mode": "no-cors"}), 403, "web_wrong_origin")


@pytest.mark.parametrize("path", ["/", "/static/style.css", "/api/variants", "/nothing"])
def test_browsers_are_told_to_be_strict(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
