"""
Takes a picture of every screen of the page, to be looked at: `.venv/bin/python tools/screenshots.py FOLDER`.

Each screen in both languages, on a desktop and on a phone, light, dark, with four colours and in large print; with
`--only TEXT` those alone whose names have it, such as `won`, `phone-de` or `table-desktop-en-dark`. Needs Playwright
and Debian's Chromium. The server is one of its own, with games and results made for the pictures.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.serve import served
from kreuzspinne.game import Game
from kreuzspinne.position import Position
from kreuzspinne.score import default_scheme
from kreuzspinne.store import Event, Result
from kreuzspinne.variants import read

CHROMIUM = "/usr/bin/chromium"
DESKTOP: dict[str, object] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, object] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
                            "device_scale_factor": 2}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
LOOKS = {
    "light": {"theme": "light"}, "dark": {"theme": "dark"}, "four": {"theme": "light", "deck": "skat"},
    "large": {"theme": "light", "size": "large", "clock": "on", "scheme": "tournament"},
}
LANGUAGES = ("de", "en")

RUN = "KsQsJsTs9s8s7s6s5s4s3s2s"
NEARLY = f"spider4 {RUN}/As/-/-/-/-/-/-/-/- - AsAhAhAdAdAcAc"
STUCK = "spider4 7h6s/7d/2c/2c/2c/2c/2c/2c/2c/2c - -"
TRAP = f"spider4 {RUN}/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -"
DEAL = "own:11"
"""Of the game that is under way."""


class Screen(NamedTuple):
    """What is on the table, and how one gets to the screen from there."""

    game: str
    """A position, or the name of a deal."""
    go: Callable[[Page], object] = lambda page: None


def window(name: str, after: str = "") -> Callable[[Page], None]:
    """The way to a window from the menu; `after`: what has to be seen in it."""
    def show(page: Page) -> None:
        page.click("#open-menu")
        page.click(f"#show-{name}")
        page.wait_for_selector(after or f"#{name}[open]")
    return show


def new_game(page: Page) -> None:
    page.click("#new")
    page.wait_for_selector("#start[open]")


def switches(page: Page) -> None:
    new_game(page)
    page.click("#choose-switches summary")


def schemes(page: Page) -> None:
    window("look")(page)
    page.locator("#schemes").scroll_into_view_if_needed()


def lines(page: Page) -> None:
    window("lines")(page)
    page.fill("#mark-name", "Hier, here")
    page.keyboard.press("Enter")
    page.wait_for_selector("#marks li")


def win(page: Page) -> None:
    page.keyboard.press("b")
    page.keyboard.press("a")
    page.wait_for_selector("#table.won")


def spring(page: Page) -> None:
    page.keyboard.press("b")
    page.keyboard.press("a")
    page.wait_for_selector("#anyway:visible")


def hinted(page: Page) -> None:
    """All three levels."""
    for _ in range(3):
        turn = page.get_attribute("#table", "data-turn")
        page.click("#hint")
        page.wait_for_function("(turn) => document.getElementById('table').dataset.turn !== turn", arg=turn)


def caution(page: Page) -> None:
    """A player who wants to be warned deals although cards can be turned."""
    window("look")(page)
    page.locator("#look label", has=page.locator("[name=caution][value=on]")).click()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.wait_for_selector("#anyway:visible")


def ask(page: Page) -> None:
    """The first question to the solver waits for its kernels to be compiled."""
    window("solver")(page)
    for _ in range(2):
        page.click("#solver .give-up")
    page.wait_for_selector("#solver-look:visible", timeout=150_000)


def look_at_line(page: Page) -> None:
    ask(page)
    page.click("#solver-look")
    page.wait_for_selector("#looking:visible")
    page.keyboard.press("ArrowRight")


READER = "#reader[open] h1"
SCREENS = {
    "start": Screen("spider4 xpat2:42"), "table": Screen("middle"), "gypsy": Screen("gypsy xpat2:42"),
    "picked": Screen("spider4 xpat2:42", lambda page: page.keyboard.press("b")),
    "refused": Screen("spider4 xpat2:42", lambda page: page.keyboard.press("t")),
    "hinted": Screen("spider4 own:7", hinted), "caution": Screen("spider4 own:7", caution),
    "warned": Screen(TRAP, spring), "lost": Screen(STUCK), "won": Screen(NEARLY, win),
    "menu": Screen("middle", lambda page: page.click("#open-menu")), "new": Screen("middle", new_game),
    "switches": Screen("middle", switches), "look": Screen("middle", window("look")),
    "schemes": Screen("middle", schemes), "shelf": Screen("middle", window("shelf")), "lines": Screen("middle", lines),
    "statistics": Screen("middle", window("statistics")), "typed": Screen("middle", window("typed", "#typed:visible")),
    "rules": Screen("middle", window("rules", READER)), "learn": Screen("middle", window("learn", READER)),
    "glossary": Screen("middle", window("glossary", READER)), "help": Screen("middle", window("help")),
    "about": Screen("middle", window("about", READER)), "solver": Screen("middle", window("solver")),
    "answered": Screen("simplesimon own:1", ask), "looking": Screen("simplesimon own:1", look_at_line),
}


def fill(games: Games) -> None:
    """Games that wait, and results, so that shelf and statistics have something to show."""
    for variant, deal in (("gypsy", "own:5"), ("spider2", "own:hallo"), ("scorpion", "own:9")):
        session = games.start(variant, deal)
        for _ in range(6):
            session.change(session.turn, Event("play", str(session.view.moves[-1])))
    with games.store.file.write() as db:
        for number in range(40):
            games.store.results.put(db, result(number))


def result(number: int) -> Result:
    """One of the results that are made up."""
    variant = ("spider1", "spider2", "gypsy", "spider4:runs=hand")[number % 7 % 4]
    how = ("won", "won", "lost", "won", "abandoned")[number % 5]
    at = 1_790_000_000_000 + number * 40_000_000
    return Result(f"made-up-{number}", variant, f"own:{number}", how, 990 if how == "won" else 200 + 13 * number,
                  default_scheme(read(variant)), 110 + number, 130 + number, number % 9, number % 4, number % 3, 0, 0,
                  400.0 + 17 * number, at, at + 600_000)


def put(games: Games, wanted: str) -> str:
    """The id of a game with this on the table; positions begin anew each time, games under way are the same again."""
    if "/" in wanted:
        return games.put(Game(Position.read(wanted, fragment=True))).id
    if wanted != "middle":
        return games.start(*wanted.split()).id
    waiting = [kept.id for kept in games.store.games.shelf() if kept.deal == DEAL]
    return waiting[0] if waiting else begun(games)


def begun(games: Games) -> str:
    """The id of a new game in which four rows were dealt."""
    session = games.start("spider4", DEAL)
    for _ in range(4):
        session.play(session.turn, "+")
    return session.id


def wanted(only: str) -> Iterator[tuple[str, str, str, str, str]]:
    """Name, screen, size, language and look of each picture."""
    for screen, size, language, look in product(SCREENS, SIZES, LANGUAGES, LOOKS):
        name = f"{screen}-{size}-{language}-{look}"
        if only in name:
            yield name, screen, size, language, look


def take(browser: Browser, address: str, id: str, screen: Screen, size: str, language: str, look: str,
         file: Path) -> None:
    """One picture."""
    context = browser.new_context(locale=language, reduced_motion="reduce", service_workers="block",
                                  **SIZES[size])  # type: ignore[arg-type]
    page = context.new_page()
    game = json.dumps({"id": id, "variant": "", "deal": ""})
    page.add_init_script(f"localStorage.setItem('kreuzspinne.game', '{game}');"
                         f"localStorage.setItem('kreuzspinne.look', '{json.dumps(LOOKS[look])}')")
    page.goto(address)
    page.wait_for_selector("#table[data-turn]")
    page.wait_for_selector("#court-hK", state="attached")
    screen.go(page)
    page.wait_for_timeout(250)
    page.screenshot(path=file)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Takes a picture of every screen of the page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    games = Games()
    fill(games)
    with served(games) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, screen, size, language, look in wanted(options.only):
            id = put(games, SCREENS[screen].game)
            take(browser, address, id, SCREENS[screen], size, language, look, options.folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
