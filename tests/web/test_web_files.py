"""The memory of the server, its files, and its pages."""

import re

import pytest
from starlette.testclient import TestClient
from web_client import HERE, refused

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.server import app


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
