"""Every window and screen as axe sees it: nothing that keeps a person with a screen reader out."""

import json
from importlib.resources import files
from itertools import product

import pytest
from web_table import Table

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.apps.web.serve import served
from tools.made_up import fill
from tools.screens import SCREENS, leave, put, stand_in

CASES = [*product(SCREENS, [("desktop", "en"), ("phone", "de")]),
         *product(["table", "menu", "typed", "hinted", "playing-on"], [("landscape", "de")])]
"""On a low screen other things stand where they stand on a tall one only about the table."""
LOOKS = [*product(["light", "dark"], ["normal", "more"])]
"""Looked at on a desktop. Phones have the same colours."""
RUN = """
(rules) => axe.run({ ...(rules.length ? { runOnly: rules } : {}), resultTypes: ["violations"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`))
"""
LOOK = "([theme, contrast]) => Object.assign(document.documentElement.dataset, { theme, contrast })"


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core."""
    pytest.importorskip("axe_playwright_python")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def filled():
    """A server with results and games that wait, so that windows have something to show; and where it listens."""
    games = Games()
    fill(games)
    with served(games) as address:
        yield games, address


@pytest.fixture(autouse=True)
def by_rules_of_thumb(monkeypatch):
    """The player would be compiled first, which takes a minute."""
    def plan(self, view, patience):
        self.is_missing = True

    monkeypatch.setattr(PlayerProcess, "plan", plan)


@pytest.mark.parametrize(("name", "device"), CASES, ids=lambda part: part if isinstance(part, str) else "-".join(part))
def test_axe_finds_nothing(browser, axe, filled, monkeypatch, name, device):
    """Every rule in the first look; in the others, whose colours alone differ, those on colours."""
    (games, address), (size, lang), screen = filled, device, SCREENS[name]
    stand_in(screen, monkeypatch.setattr)
    session = games.find(put(games, screen.game))
    with Table(browser, address, size=size, lang=lang, game=session) as spider:
        look = json.dumps({"deck": "skat", **screen.look})
        spider.page.add_init_script(f"localStorage.setItem('kreuzspinne.look', '{look}')")
        page = spider.open().page
        screen.go(page)
        page.evaluate(f"{axe};0")
        for look in LOOKS if size == "desktop" else LOOKS[:1]:
            page.evaluate(LOOK, look)
            assert page.evaluate(RUN, [] if look == LOOKS[0] else ["color-contrast"]) == [], look
        leave(page)
        assert spider.faults == []
