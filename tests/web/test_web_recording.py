"""A game's way into a file and back: on the server, and from the page."""

from base64 import b64encode
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import expect
from test_web_kept import LINK, SIZES, menu
from test_web_secrets import CARD, SPOKEN, may_be_known
from web_client import SOME, XPAT2, change, refused, start, wander

from kreuzspinne import record
from kreuzspinne.apps.web.pace import Pace

FORMATS = Path(__file__).parents[1] / "formats"
REFUSED = {"klondike-5.xpat2", "spider-5-slots12.xpat2"}
"""Another family's game, and one with a column too many."""


def opened(client, data, **more):
    return client.post("/api/records", json={"data": b64encode(data).decode(), **more})


def saved(client, state):
    reply = client.get(f"/api/games/{state['id']}/record")
    assert reply.status_code == 200
    return reply


def test_a_game_goes_into_a_file_and_back(client):
    state = start(client)
    for move in ("bi1", "+"):
        state = change(client, state, "play", move=move).json()
    state = change(client, state, "mark", name="here").json()
    reply = saved(client, state)
    assert 'filename="spider4-runs-hand-xpat2-42.txt"' in reply.headers["content-disposition"]
    again = opened(client, reply.content)
    assert again.status_code == 201
    assert {key: again.json()[key] for key in ("variant", "deal", "ply", "columns", "bookmarks")} == {
        key: state[key] for key in ("variant", "deal", "ply", "columns", "bookmarks")}
    assert again.json()["id"] != state["id"]
    assert client.get(f"/api/games/{again.json()['id']}").json()["ply"] == 2


@pytest.mark.parametrize("variant", SOME)
def test_the_record_of_an_open_game_names_no_hidden_card(client, own_games, variant):
    """Cards that were seen once may be named: the record tells what each move turned."""
    state = start(client, variant=variant, deal="own:7")
    game, known = own_games.find(state["id"]).game, set()
    known |= may_be_known(game.position)
    for verb, move in islice(wander(game, 7, 200), 60):
        state = change(client, state, verb, **({"move": move} if move else {})).json()
        known |= may_be_known(game.position)
    text = saved(client, state).text
    assert {SPOKEN.get(name.lower(), name) for name in CARD.findall(text)} <= known
    assert ("?" in record.read(text).tags["Start"]) == bool(game.position.hidden)


@pytest.mark.parametrize("file", sorted(FORMATS.glob("*-*.*pat*")), ids=lambda file: file.name)
def test_saved_games_of_other_programs_are_opened_or_refused(client, file):
    reply = opened(client, file.read_bytes())
    if file.name in REFUSED:
        refused(reply, 422)
    else:
        assert reply.status_code == 201, reply.text


@pytest.mark.parametrize("data", [b"", b"[", b"no game", b"\xff" * 1000, b'[Game "spider4"]\n[Start "-"]\n\n1. ab *'])
def test_what_is_no_game_is_refused_in_words(client, own_games, data):
    refused(opened(client, data), 422)
    assert own_games.store.games.played() == []


def test_hostile_requests(client, monkeypatch):
    refused(client.post("/api/records", json={"data": "no base 64!"}), 400)
    refused(client.post("/api/records", json={"data": "", "more": 1}), 400)
    refused(opened(client, b"x" * 1_200_000), 413, "web_too_long")
    refused(client.get("/api/games/none/record"), 404)
    monkeypatch.setattr(Pace, "allows", lambda _: False)
    refused(opened(client, b""), 429, "web_too_fast")


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_the_page_saves_a_record_and_opens_it(table, size, lang, tmp_path):
    spider = table(size=size, lang=lang).open(LINK)
    spider.press_move("bi1")
    spider.wait_for(1)
    menu(spider, "lines")
    with spider.page.expect_download() as download:
        spider.page.click("#save-record")
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert record.read(file.read_text()).tags["Deal"] == XPAT2["deal"]
    spider.page.keyboard.press("Escape")
    spider.page.goto("about:blank")
    spider.open("#spider1/own:1")
    menu(spider, "shelf")
    spider.page.set_input_files("#saved-file", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"no game"})
    expect(spider.page.locator("#shelf-refused")).not_to_be_empty()
    spider.page.set_input_files("#saved-file", file)
    expect(spider.page.locator("#number")).to_have_text(XPAT2["deal"])
    assert not spider.page.is_visible("#shelf")
    assert spider.moves() == 1
