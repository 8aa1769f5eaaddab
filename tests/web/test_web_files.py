"""The memory of the server, its files, and its pages."""

import gzip
import json
import re
import struct
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient
from web_client import HERE, refused, start

from kreuzspinne.apps.web.assets import assets
from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.server import app
from kreuzspinne.apps.web.telling import OWN_WORDS, Templates
from kreuzspinne.i18n import codes

RGB, RGB_ALPHA = 2, 6
"""Colour types of a PNG, the tenth byte of its head."""


def test_the_game_untouched_for_the_longest_time_makes_room_in_memory_alone():
    games = Games(most=2)
    first, second = games.start("spider4", "own:1"), games.start("spider4", "own:2")
    games.find(first.id)
    games.start("spider4", "own:3")
    assert games.find(first.id) is first
    assert games.find(second.id) is not second
    client = TestClient(app(games=games), base_url=HERE)
    assert client.get(f"/api/games/{second.id}").json()["deal"] == "own:2"


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


@pytest.mark.parametrize("path", ["/rules/gypsy", "/pages/spider", "/nope"])
def test_the_servers_language_is_that_of_every_page_opened(path):
    client = TestClient(app(language="de"), base_url=HERE)
    opened = {"Accept-Language": "en", "Accept": "text/html", "Sec-Fetch-Mode": "navigate"}
    assert '<html lang="de">' in client.get(path, headers=opened).text
    assert '<html lang="en">' in client.get(path, params={"lang": "en"}, headers=opened).text
    assert '<html lang="en">' in client.get(path, headers={**opened, "Sec-Fetch-Mode": "cors"}).text


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", ["/pages/spider", "/pages/glossary", "/rules/spider4:runs=hand", "/rules/gypsy"])
def test_pages_are_html(client, language, path):
    page = client.get(path, params={"lang": language})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}">' in page.text
    assert re.search(r"<h1[^>]*>\w", page.text)
    for link in re.findall(r'href="(/(?:pages|rules)/[^"#]*)', page.text):
        assert client.get(link, params={"lang": language}).status_code == 200, link


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_link_of_a_page_leads_somewhere(client, language):
    for path in ("/pages/spider", "/pages/gypsy", "/pages/glossary", "/rules/spider4", "/rules/gypsy"):
        page = client.get(path, params={"lang": language}).text
        for link, anchor in re.findall(r'href="(/(?:pages|rules)/[^"#]*)?#([^"]+)"', page):
            there = client.get(link, params={"lang": language}).text if link else page
            assert f'id="{unquote(anchor)}"' in there, (path, link, anchor)


@pytest.mark.parametrize(("game", "page"), [
    ("spider4:runs=hand", "spider"), ("simplesimon", "spider"), ("gypsy", "gypsy"), ("scorpion", "spider"),
])
def test_rules_lead_to_the_page_of_their_family(client, game, page):
    links = re.findall(r'href="(/pages/[^"]*)"', client.get(f"/rules/{game}").text)
    assert links[:2] == [f"/pages/{page}", "/pages/glossary"]


def test_rules_of_a_running_game_tell_its_layout(client):
    state = start(client)
    told = client.get("/rules/spider4:runs=hand", params={"game": state["id"]}).text
    assert "6, 5, 5, 6, 5, 5, 6, 5, 5, 6." in told
    as_the_rules_say = start(client, deal="own:1")
    for other in (as_the_rules_say["id"], "x", ""):
        assert "on your table" not in client.get("/rules/spider4:runs=hand", params={"game": other}).text


@pytest.mark.parametrize(("path", "status"), [("/rules/foo", 422), ("/nope", 404), ("/pages/nope", 404),
                                              ("/static/nope", 404), ("/api/games/nope", 404), ("/rules/<b>", 422)])
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_person_who_opens_what_there_is_not_gets_a_page(client, path, status, language):
    reply = client.get(path, headers={"Accept": "text/html,*/*;q=0.8", "Accept-Language": language})
    assert reply.status_code == status
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}">' in reply.text
    assert '<a href="/">' in reply.text
    assert "<b>" not in reply.text
    refused(client.get(path), status)


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_sentence_sends_its_reader_to_a_terminal(language):
    speaker = Templates(language)
    for code in codes(language) - {"usage_error"}:
        if "`kreuzspinne " in speaker.say(code) and not code.startswith(("cli_", "plain_", "terminal_", "help_")):
            assert OWN_WORDS[code] in codes(language)


def test_rules_of_no_game(client):
    refused(client.get("/rules/spyder"), 422, "unknown_variant_near")


# Installed


def size_of(picture):
    assert picture.startswith(b"\x89PNG\r\n")
    return "{}x{}".format(*struct.unpack(">II", picture[16:24]))


def test_icons_are_there_and_as_large_as_is_said(client):
    """In the manifest and in the page; a system that installs the page leaves out what is not."""
    icons = client.get("/static/manifest.webmanifest").json()["icons"]
    told = {icon["src"]: (icon["type"], icon["sizes"]) for icon in icons}
    for link in re.findall(r'<link rel="apple-touch-icon"[^>]*>', client.get("/").text):
        told[re.search(r'href="([^"]*)', link)[1]] = "image/png", re.search(r'sizes="([^"]*)', link)[1]
    for address, (media_type, sizes) in told.items():
        reply = client.get(address)
        assert (reply.status_code, reply.headers["content-type"]) == (200, media_type), address
        assert sizes == "any" if media_type == "image/svg+xml" else sizes == size_of(reply.content), address
    assert {sizes for _, sizes in told.values()} >= {"any", "180x180", "192x192", "512x512"}


def test_the_maskable_icon_has_its_ground_to_the_edge_and_the_others_are_not_said_to():
    """A system cuts it to a shape of its own: corners that are not there would be seen."""
    icons = json.loads(assets()["manifest.webmanifest"].body)["icons"]
    (maskable,) = [icon["src"].rpartition("/")[2] for icon in icons if icon["purpose"] == "maskable"]
    assert assets()[maskable].body[25] == RGB
    assert assets()["icon-512.png"].body[25] == RGB_ALPHA


def test_the_whole_page_is_light():
    """Everything that is ever loaded, as a server would send it compressed."""
    assert sum(len(gzip.compress(asset.body)) for asset in assets().values()) < 500_000
