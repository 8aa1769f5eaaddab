"""Every window and screen as axe sees it: nothing that keeps a person with a screen reader out."""

from importlib.resources import files
from itertools import product

import pytest
from test_web_review import over_game, quick  # noqa: F401
from web_table import AGES

XPAT2 = "#spider4:runs=hand/xpat2:42"
LOOKS = [*product(["light", "dark"], ["normal", "more"])]
RUN = """
(rules) => axe.run(rules.length ? { runOnly: rules } : {})
  .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`))
"""
LOOK = "([theme, contrast]) => Object.assign(document.documentElement.dataset, { theme, contrast })"


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core."""
    pytest.importorskip("axe_playwright_python")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def rules(page):
    page.click("#open-menu")
    page.click("#show-rules")
    page.wait_for_selector("#reader[open] h1")


def look(page):
    page.click("#open-menu")
    page.click("#show-look")


def window(name):
    def show(page):
        page.click("#open-menu")
        page.click(f"#show-{name}")
        page.wait_for_selector(f"#{name}[open]")
    return show


def switches(page):
    page.click("#new")
    page.click("#choose-switches summary")


def played(page):
    page.keyboard.press("d")
    page.wait_for_selector("#table[data-turn='1']")


def lines(page):
    played(page)
    window("lines")(page)
    page.fill("#mark-name", "here")
    page.keyboard.press("Enter")
    page.wait_for_selector("#marks li")


def shelf(page):
    played(page)
    window("shelf")(page)


def statistics(page):
    shelf(page)
    for _ in range(2):
        page.click("#shelf-games [aria-current] .give-up")
    page.wait_for_selector("#shelf-games [aria-current]", state="detached")
    page.click("#shelf .close")
    window("statistics")(page)


def solver(page):
    page.click("#open-menu")
    page.click("#show-solver")
    page.wait_for_selector("#solver[open] .give-up")


def answered(page):
    solver(page)
    for _ in range(2):
        page.click("#solver .give-up")
    page.wait_for_selector("#solver-look:visible", timeout=AGES)


def over(page):
    answered(page)
    page.click("#solver-close")
    page.wait_for_selector("#over:visible")


def looking(page):
    answered(page)
    page.click("#solver-look")
    page.wait_for_selector("#look-leave:visible")


def hint(page):
    for turn in 1, 2, 3:
        page.keyboard.press("Shift+H")
        page.wait_for_selector(f"#table[data-turn='{turn}']")


def playing_on(page):
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")  # it thinks for ever
    page.keyboard.press("p")
    page.wait_for_selector("#playon:visible")


SCREENS = {
    "table": lambda page: None,
    "refused": lambda page: page.keyboard.press("t"),
    "picked": lambda page: page.keyboard.press("b"),
    "menu": lambda page: page.click("#open-menu"),
    "look": look,
    "keys": lambda page: page.keyboard.press("?"),
    "new game": lambda page: (page.keyboard.press("n"), page.wait_for_selector("#start[open]")),
    "switches": switches,
    "rules": rules,
    "typed": lambda page: page.keyboard.press(":"),
    "shelf": shelf,
    "statistics": statistics,
    "lines": lines,
    "solver": solver,
    "answered": answered,
    "over": over,
    "looking": looking,
    "hint": hint,
    "playing on": playing_on,
}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de"), ("landscape", "de")])
def test_axe_finds_nothing(table, axe, size, lang, screen):
    """Every rule in the first look; in the others, whose colours alone differ, those on colours."""
    opened = table(size=size, lang=lang)
    opened.page.add_init_script("""localStorage.setItem("kreuzspinne.look", '{"deck": "skat"}')""")
    page = opened.open(XPAT2).page
    SCREENS[screen](page)
    page.evaluate(f"{axe};0")
    for look in LOOKS:
        page.evaluate(LOOK, look)
        assert page.evaluate(RUN, [] if look == LOOKS[0] else ["color-contrast"]) == [], look


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_axe_finds_nothing_in_a_look_back(table, axe, games, quick, size, lang):  # noqa: F811
    """The list of moments, and a moment on the table."""
    page = table(size=size, lang=lang, game=over_game(games)).open().page
    page.click({"en": "#over-buttons >> text=Look back", "de": "#over-buttons >> text=Rückblick"}[lang])
    page.wait_for_selector("#solver-moments li")
    for _ in range(2):
        page.evaluate(f"{axe};0")
        for look in LOOKS:
            page.evaluate(LOOK, look)
            assert page.evaluate(RUN, [] if look == LOOKS[0] else ["color-contrast"]) == [], look
        if page.locator("#solver[open]").count():
            page.click("#solver-moments li:first-child button")
            page.wait_for_selector(".better")
