"""The real server on a free port of this machine, and Debian's Chromium looking at it."""

import os
from functools import partial
from pathlib import Path

import pytest
import web_client
from starlette.testclient import TestClient
from web_table import Table

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.serve import served
from kreuzspinne.apps.web.server import app

CHROMIUM = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
"""Debian's browser without its window opens a page in half the time; where it is missing, the whole one."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def games():
    """What the server has in memory: a test may look under its cards, and put a position on the table."""
    return Games()


@pytest.fixture(scope="session")
def address(games):
    """Where the server listens."""
    with served(games) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """A browser; a machine that is to test everything must have one."""
    path = next((path for path in CHROMIUM if path.exists()), None)
    if not path:
        if os.environ.get("CI"):
            pytest.fail(f"{CHROMIUM[-1]} is missing; on Debian: apt install chromium")
        pytest.skip(f"no {CHROMIUM[-1]}")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=str(path), args=ARGUMENTS)
        yield started
        started.close()


def _tables(browser, address):
    opened = []

    def make(**options):
        opened.append(Table(browser, address, **options))
        return opened[-1]

    yield make
    for one in opened:
        assert one.faults == []
        one.context.close()


@pytest.fixture
def table(browser, address):
    """Opens tables; at the end, none of them may have complained."""
    yield from _tables(browser, address)


@pytest.fixture
def alone(browser, own_address):
    """The same at a server of its own: what other tests played is not on its shelf."""
    yield from _tables(browser, own_address)


@pytest.fixture
def own_address(own_games):
    """Where that server listens."""
    with served(own_games) as address:
        yield address


@pytest.fixture
def put(games):
    """Put a position on the server's table."""
    return partial(web_client.put, games)


@pytest.fixture
def own_games():
    """The memory of a server without a browser."""
    return Games()


@pytest.fixture
def client(own_games):
    """A server without a browser."""
    return TestClient(app(games=own_games), base_url=web_client.HERE)
