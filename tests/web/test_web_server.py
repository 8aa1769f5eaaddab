"""The server without a browser: what it tells, what it refuses, and what it never tells."""

import json
import random
import re
from itertools import islice

import pytest
from starlette.testclient import TestClient

from kreuzspinne import cards, deals, variants
from kreuzspinne.apps.web.choices import READY
from kreuzspinne.apps.web.games import Games, Session
from kreuzspinne.apps.web.journey import Journey
from kreuzspinne.apps.web.order import likely_first
from kreuzspinne.apps.web.server import LONGEST_BODY, app
from kreuzspinne.apps.web.telling import Narrator, every_card
from kreuzspinne.game import Game
from kreuzspinne.i18n import Speaker
from kreuzspinne.notation import PLACES
from kreuzspinne.position import Position, View, place

HERE = "http://127.0.0.1"
XPAT2 = {"variant": "spider4:runs=hand", "deal": "xpat2:42"}
SOME = ["spider4", "spider4:runs=hand", "spider1", "gypsy", "scorpion", "spiderette2", "simplesimon", "fredsspider"]


@pytest.fixture
def games():
    return Games()


@pytest.fixture
def client(games):
    return TestClient(app(games=games), base_url=HERE)


def start(client, **wanted):
    reply = client.post("/api/games", json={**XPAT2, **wanted})
    assert reply.status_code == 201, reply.text
    return reply.json()


def change(client, state, verb, **more):
    return client.post(f"/api/games/{state['id']}/{verb}", json={"turn": state["turn"], **more})


def put(games, line):
    """A game that begins at a position."""
    session = Session(Game(Position.read(line, fragment=True)))
    games._sessions[session.id] = session
    return session


def wander(game, seed, length):
    """Play at random, now and then backwards; yields the verb after each step."""
    dice = random.Random(seed)
    for _ in range(length):
        moves = game.position.moves
        verb = dice.choices(["play", "undo", "redo", "restart"], [12, 3, 2, 0.2])[0]
        if (verb == "play" and not moves) or (verb == "undo" and not game.can_undo) or (
                verb == "redo" and not game.can_redo):
            continue
        yield verb, str(dice.choice(moves)) if verb == "play" else None


# What it tells


def test_a_game_by_number_is_the_one_of_that_program(client):
    state = start(client)
    assert [column["open"] for column in state["columns"]] == [
        [card] for card in ("Qc", "4c", "3h", "Kh", "Qh", "9d", "Jh", "8c", "5c", "8h")]
    assert [column["down"] for column in state["columns"]] == [5, 4, 4, 5, 4, 4, 5, 4, 4, 5]
    assert state["stock"] == {"cards": 50, "rows": 5, "spoken": "Deal a row; in the stock: 50 cards, 5 rows"}
    assert (state["deal"], state["source"], state["number"]) == ("xpat2:42", "xpat2", "42")
    assert state["score"] == {"points": 0, "scheme": "xpat2-spider", "highest": 1000}


@pytest.mark.parametrize("deal", ["", "own", "own:", " own: "])
def test_a_new_own_game_says_its_number(client, deal):
    state = start(client, deal=deal)
    again = start(client, deal=state["deal"])
    assert state["source"] == "own"
    assert state["number"].isdigit()
    assert again["columns"] == state["columns"]


@pytest.mark.parametrize("source", deals.SOURCES)
def test_every_source_gives_a_new_game_with_its_number(client, source):
    variant = deals.games(source)[0]
    state = start(client, variant=variant, deal=source)
    assert state["source"] == source
    assert start(client, variant=variant, deal=state["deal"])["columns"] == state["columns"]


def test_every_game_offered_can_be_had_from_its_sources(client):
    groups = client.get("/api/variants").json()["groups"]
    offered = [variant for group in groups for variant in group["variants"]]
    assert {variant["name"] for variant in offered} == {*READY, *variants.VARIANTS}
    for variant in offered:
        for source in variant["sources"]:
            assert start(client, variant=variant["name"], deal=source)["variant"] == variant["name"]


def test_a_move_tells_what_it_did(client):
    state = start(client)
    after = change(client, state, "play", move="bi").json()
    assert after["step"] == {"kind": "play", "move": "bi1",
                             "transfers": [{"source": "b", "target": "i", "count": 1}]}
    assert after["columns"][1] == {"down": 3, "open": ["Js"], "spoken": "Column 2: 3 face down, jack of spades"}
    assert after["message"] == ("Four of clubs from column 2 to column 9. Turned in column 2: jack of spades.")
    assert (after["ply"], after["turn"], after["can_undo"]) == (1, 1, True)


def test_undo_redo_restart(client):
    first = start(client)
    played = change(client, change(client, first, "play", move="bi1").json(), "play", move="+").json()
    undone = change(client, played, "undo").json()
    assert (undone["ply"], undone["cheats"], undone["can_redo"]) == (1, 10, True)
    assert undone["message"] == "Taken back: the row dealt."
    redone = change(client, undone, "redo").json()
    assert (redone["cheats"], redone["columns"]) == (0, played["columns"])
    anew = change(client, redone, "restart").json()
    assert (anew["ply"], anew["columns"]) == (0, first["columns"])
    back = change(client, anew, "undo").json()
    assert (back["ply"], back["columns"]) == (2, played["columns"])


def test_speaks_both_languages(client):
    state = start(client)
    for options in ({"headers": {"Accept-Language": "de-AT,de;q=0.9"}}, {"params": {"lang": "de"}}):
        told = client.get(f"/api/games/{state['id']}", **options).json()
        assert told["columns"][2]["spoken"] == "Spalte 3: 4 verdeckt, Herz-Drei"
    for options in ({"headers": {"Accept-Language": "fr"}}, {"params": {"lang": "xx"}}, {}):
        told = client.get(f"/api/games/{state['id']}", **options).json()
        assert told["columns"][2]["spoken"] == "Column 3: 4 face down, three of hearts"


def test_columns_are_spoken_in_stretches(games):
    session = put(games, "spider4 2s3s4s5s6s|9h8h7hQc/-/-/-/-/-/-/-/-/- - -")
    columns = Narrator("de").state(session).columns
    assert columns[0].spoken == "Spalte 1: 5 verdeckt, Herz-Neun bis Herz-Sieben, Kreuz-Dame"
    assert columns[1].spoken == "Spalte 2: leer"


def test_the_trap_is_warned_of_before_the_move(games):
    run = "KsQsJsTs9s8s7s6s5s4s3s2s"
    session = put(games, f"spider4 {run}/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -")
    state = Narrator("en").state(session)
    assert list(state.warnings) == ["ba1"]
    assert "stock" in state.warnings["ba1"]


def test_won_and_lost_are_said(games):
    session = put(games, "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - AsAsAsAsAsAsAs")
    session.play(0, "ba1")
    won = Narrator("de").state(session)
    assert (won.outcome.state, won.moves) == ("won", [])
    assert won.message.endswith("Gewonnen! 990 Punkte in 1 Zug.")
    lost = Narrator("en").state(put(games, "spider4 5s|9s/5h|9h/5d|9d/5c|9c/5s|9s/5h|9h/5d|9d/5c|9c/5s|Ks/5s|Ks - -"))
    assert lost.outcome.state == "lost"
    assert lost.message.endswith("Lost. No move is left.")


def test_a_long_search_is_asked_for_apart(client):
    state = start(client)
    verdict = client.get(f"/api/games/{state['id']}/outcome").json()
    assert verdict == {"state": "open", "searched": 1, "complete": True, "message": ""}


def test_better_moves_come_first():
    view = View.read("spider4 8s/9h/9s/-/8h7h/-/-/-/-/- - -")
    moves = [str(move) for move in likely_first(view)]
    assert moves.index("ac1") < moves.index("ab1") < moves.index("ad1")
    assert moves.index("eb2") < moves.index("ec2") < moves.index("ed2")


# The way of the cards


@pytest.mark.parametrize("variant", SOME)
@pytest.mark.parametrize("seed", range(3))
def test_transfers_lead_from_one_table_to_the_next(variant, seed):
    game = Game.deal(variant, f"own:{seed}")
    session = Session(game)
    for verb, move in wander(game, seed, 150):
        before = session.view
        getattr(session, verb)(session.turn, *([move] if move else []))
        step = Narrator("en").state(session).step
        if step.transfers:
            assert walked(before, step.transfers) == shape(session.view), (verb, session.step)
        else:
            assert verb in ("restart", "undo")


def shape(view):
    return [len(view.column(column)[0]) for column in range(view.rules.columns)], view.stock, len(view.piles)


def walked(view, transfers):
    heights, stock, piles = shape(view)
    for way in transfers:
        for name, sign in ((way.source, -1), (way.target, 1)):
            if name == "+":
                stock += sign * way.count
            elif name in PLACES:
                heights[PLACES.index(name)] += sign * way.count
            else:
                assert 0 <= int(name[1:]) <= piles
        piles += way.founds - way.ends
    return heights, stock, piles


def test_a_run_that_left_goes_to_the_foundation_of_its_suit():
    view = View.read("spider2 9s/KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/- - AsAhAh")
    step = place(view.variant, [view.column(i) for i in range(10)], (), list(view.piles)).step("cb1")
    journey = Journey(view, step)
    assert [(way.source, way.target, way.count, way.founds) for way in journey.transfers] == [
        ("c", "b", 1, False), ("b", "^1", 13, True)]
    assert [cards.name(gone.ace) for gone in journey.gone] == ["As"]


# What it never tells


SPOKEN = {name: card for card, name in every_card(Speaker("en")).items()}
CARD = re.compile(rf"(?<![A-Za-z0-9])[A2-9TJQK][shdc](?![A-Za-z0-9])|(?i:{'|'.join(SPOKEN)})")


def named_cards(reply):
    """Every card that a reply names anywhere, in notation or in words."""
    text = json.dumps({key: value for key, value in reply.items() if key != "id"})
    return {SPOKEN.get(found.lower(), found) for found in CARD.findall(text)}


def may_be_known(position):
    """Cards that lie open, and those on the foundations."""
    view = position.view()
    known = {cards.name(card) for column in view.columns for card in column.open}
    for top in view.piles:
        known |= {cards.name(cards.make(cards.suit(top), rank)) for rank in range(1, 14)}
    return known


@pytest.mark.parametrize("variant", SOME)
def test_only_open_cards_are_ever_named(client, games, variant):
    state = start(client, variant=variant, deal="own:7")
    game = games.find(state["id"]).game
    for verb, move in islice(wander(game, 7, 200), 120):
        reply = change(client, state, verb, **({"move": move} if move else {}))
        assert reply.status_code == 200, reply.text
        state = reply.json()
        assert named_cards(state) <= may_be_known(game.position), (verb, state["message"])
        for shown, column in zip(state["columns"], game.position.view().columns, strict=True):
            assert shown["open"] == [cards.name(card) for card in column.open]


@pytest.mark.parametrize("variant", SOME)
def test_a_reply_does_not_depend_on_hidden_cards(variant):
    game = Game.deal(variant, "own:11")
    dice = random.Random(11)
    for verb, move in wander(game, 11, 60):
        getattr(game, verb)(*([move] if move else []))
        told = [told_of(other) for other in (game.position, with_other_hidden_cards(game.position, dice))]
        assert told[0] == told[1]


def told_of(position):
    session = Session(Game(position))
    session.id = "same"
    return Narrator("de").state(session)


def with_other_hidden_cards(position, dice):
    hidden = list(position.hidden)
    dice.shuffle(hidden)
    columns = []
    stock = [hidden.pop() for _ in position.stock]
    for column in range(position.rules.columns):
        lying, down = position.column(column)
        columns.append(([hidden.pop() for _ in range(down)] + list(lying[down:]), down))
    return place(position.variant, columns, stock, list(position.piles))


def test_a_refusal_tells_no_hidden_card_either(client, games):
    state = start(client)
    game = games.find(state["id"]).game
    for source in "abcdefghij":
        for target in "abcdefghij^":
            for count in ("", "1", "2", "5", "6"):
                move = source + target + (count if target != "^" else "")
                reply = change(client, state, "play", move=move)
                if reply.status_code == 422:
                    assert named_cards(reply.json()) <= may_be_known(game.position) | {"As", "Ah", "Ad", "Ac"}, move
                else:
                    state = change(client, reply.json(), "undo").json()


# What it refuses


def refused(reply, status, error=None):
    told = reply.json()
    assert reply.status_code == status, told
    assert error in (None, told["error"])
    assert not told["message"][0].islower(), told
    assert told["message"][-1] in ".?!", told
    assert "Traceback" not in reply.text
    return told


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
    reply = client.get("/api/games")
    refused(reply, 405)
    assert "POST" in reply.headers["allow"]


def test_a_fault_shows_no_trace(games, monkeypatch):
    def fail(*_):
        raise RuntimeError("secret")

    monkeypatch.setattr(Games, "start", fail)
    client = TestClient(app(games=games), base_url=HERE, raise_server_exceptions=False)
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


# Memory, files, pages


def test_the_game_untouched_for_the_longest_time_makes_room():
    games = Games(most=2)
    first, second = games.start("spider4", "own:1"), games.start("spider4", "own:2")
    games.find(first.id)
    games.start("spider4", "own:3")
    client = TestClient(app(games=games), base_url=HERE)
    assert client.get(f"/api/games/{first.id}").status_code == 200
    refused(client.get(f"/api/games/{second.id}"), 404, "web_no_game")


@pytest.mark.parametrize(("name", "media_type"), [
    ("main.js", "text/javascript; charset=utf-8"), ("style.css", "text/css; charset=utf-8"),
    ("icon.svg", "image/svg+xml"),
])
def test_files_have_their_types(client, name, media_type):
    reply = client.get(f"/static/{name}")
    assert reply.headers["content-type"] == media_type
    again = client.get(f"/static/{name}", headers={"If-None-Match": reply.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(("given", "asked", "expected"), [(None, "de", "de"), (None, "fr", "en"), ("de", "en", "de")])
def test_the_page_has_a_language(given, asked, expected):
    client = TestClient(app(language=given), base_url=HERE)
    assert f'<html lang="{expected}">' in client.get("/", headers={"Accept-Language": asked}).text


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", ["/pages/spider", "/pages/glossary", "/rules/spider4:runs=hand", "/rules/gypsy"])
def test_pages_are_html(client, language, path):
    page = client.get(path, params={"lang": language})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}">' in page.text
    assert re.search(r"<h1[^>]*>\w", page.text)
    for link in re.findall(r'href="(/(?:pages|rules)/[^"#]*)', page.text):
        assert client.get(link, params={"lang": language}).status_code == 200, link


def test_rules_of_no_game(client):
    refused(client.get("/rules/spyder"), 422, "unknown_variant_near")
