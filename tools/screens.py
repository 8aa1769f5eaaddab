"""Every screen of the page: what lies on the table, and how a person gets there. To be looked at, and to be tested."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from playwright.sync_api import Page

from kreuzspinne.apps.web import solving
from kreuzspinne.apps.web.chances import Chances
from kreuzspinne.apps.web.games import Games
from kreuzspinne.game import Game
from kreuzspinne.position import Position

from .made_up import CHANCE, FindsNothing, IsCompiling, IsWorking, LooksBack

AGES = 150_000
"""Milliseconds in which even a machine that must compile every kernel has an answer."""
RUN = "KsQsJsTs9s8s7s6s5s4s3s2s"
NEARLY = f"spider4 {RUN}/As/-/-/-/-/-/-/-/- - AsAhAhAdAdAcAc"
LADDER = f"spider1 {RUN}/As/-/-/-/-/-/-/-/- - AsAsAsAsAsAsAs"
STUCK = "spider4 7h6s/7d/2c/2c/2c/2c/2c/2c/2c/2c - -"
TRAP = f"spider4 {RUN}/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -"
LONG = f"spider4 6d5d|{RUN[:-2]}/Ah/3h/9c/9c/9c/9d/9d/9d/9d 2c3c4c5c6c7c8c9cTcJc -"
MIDDLE = "own:11"
"""The deal of the game that is under way."""
OVER = ("bf1", "+", "+", "+")
"""Moves of the game that is over: a turned card of Spider, own:7, then three rows."""


class Screen(NamedTuple):
    """What is on the table, and how one gets to the screen from there."""

    game: str
    """A position, the name of a deal, `middle` or `over`."""
    go: Callable[[Page], object] = lambda page: None
    look: Mapping[str, str] = MappingProxyType({})
    """What the player has chosen beside the look that is wanted."""
    looks_back: type[LooksBack] = LooksBack
    """Who stands in for the player, if it is asked to look back."""


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


def give_up(page: Page) -> None:
    window("solver")(page)
    for _ in range(2):
        page.click("#solver .give-up")


def ask(page: Page) -> None:
    """The first question to the solver waits for its kernels to be compiled."""
    give_up(page)
    page.wait_for_selector("#solver-look:visible", timeout=AGES)


def look_at_line(page: Page) -> None:
    ask(page)
    page.click("#solver-look")
    page.wait_for_selector("#looking:visible")
    page.keyboard.press("ArrowRight")


def found_none(page: Page) -> None:
    """Nothing is called that, and the number is none."""
    new_game(page)
    page.select_option("#choose-source", "kpat")
    page.fill("#choose-number", "0")
    page.click("#start-now")
    page.wait_for_selector("#start-refused:not(:empty)")
    page.fill("#find-variant", "Doppelkopf")


def typed_wrong(page: Page) -> None:
    window("typed", "#typed:visible")(page)
    page.fill("#typed", "ab3")
    page.keyboard.press("Enter")
    page.wait_for_selector("#message.refused")


def plays_on(page: Page) -> None:
    """A move at a time, with its reasons; the player may have to be compiled first."""
    page.click("#open-menu")
    page.click("#show-playon")
    page.select_option("#playon-pace", "step")
    page.check("#playon-why")
    page.click("#playon-main")
    page.wait_for_selector("#table:has(.moved)", timeout=AGES)


def looks_back(after: str) -> Callable[[Page], None]:
    """A look back on a game that is over; `after`: what has to be seen of it."""
    def show(page: Page) -> None:
        page.locator("#over-buttons button").nth(2).click()
        page.wait_for_selector(after)
    return show


def moment(page: Page) -> None:
    looks_back("#solver-moments li")(page)
    page.click("#solver-moments li button")
    page.wait_for_selector(".better")


def better(page: Page) -> None:
    moment(page)
    page.click("#look-on")
    page.wait_for_selector("#table:not(:has(.better))")


def chance_and_hint(page: Page) -> None:
    page.wait_for_function("() => document.getElementById('chance').textContent.includes('34')")
    hinted(page)


def no_server(page: Page) -> None:
    page.context.set_offline(True)
    page.keyboard.press("d")
    page.wait_for_selector("#message.refused")


READER = "#reader[open] h1"
CHANCE_SHOWN = {"chance": "on"}
SCREENS = {
    "start": Screen("spider4 xpat2:42"), "table": Screen("middle"), "gypsy": Screen("gypsy xpat2:42"),
    "long": Screen(LONG), "picked": Screen("spider4 xpat2:42", lambda page: page.keyboard.press("b")),
    "refused": Screen("spider4 xpat2:42", lambda page: page.keyboard.press("t")),
    "offline": Screen("spider4 xpat2:42", no_server), "hinted": Screen("spider4 own:7", hinted),
    "chance": Screen("spider4 own:7", chance_and_hint, CHANCE_SHOWN), "caution": Screen("spider4 own:7", caution),
    "playing-on": Screen("spider4 own:7", plays_on), "warned": Screen(TRAP, spring), "lost": Screen(STUCK),
    "won": Screen(NEARLY, win), "won-step": Screen(LADDER, win), "over": Screen("over"),
    "menu": Screen("middle", lambda page: page.click("#open-menu")), "new": Screen("middle", new_game),
    "found-none": Screen("middle", found_none), "switches": Screen("middle", switches),
    "look": Screen("middle", window("look")), "schemes": Screen("middle", schemes),
    "shelf": Screen("middle", window("shelf")), "lines": Screen("middle", lines),
    "statistics": Screen("middle", window("statistics")),
    "typed": Screen("middle", window("typed", "#typed:visible")), "typed-wrong": Screen("middle", typed_wrong),
    "rules": Screen("middle", window("rules", READER)), "learn": Screen("middle", window("learn", READER)),
    "glossary": Screen("middle", window("glossary", READER)), "help": Screen("middle", window("help")),
    "about": Screen("middle", window("about", READER)), "solver": Screen("middle", window("solver")),
    "answered": Screen("simplesimon own:1", ask), "looking": Screen("simplesimon own:1", look_at_line),
    "moments": Screen("over", looks_back("#solver-moments li")), "moment": Screen("over", moment),
    "better": Screen("over", better),
    "no-moment": Screen("over", looks_back("#solver-answer:not(:empty)"), looks_back=FindsNothing),
    "reviewing": Screen("over", looks_back("#solver-works[value]"), looks_back=IsWorking),
    "compiling": Screen("over", looks_back("#solver-works:not([value])"), looks_back=IsCompiling),
}


def stand_in(screen: Screen, change: Callable[[object, str, object], None] = setattr) -> None:
    """Let what would take minutes be there at once; `change`: how to change that."""
    change(solving, "ReviewProcess", screen.looks_back)
    change(Chances, "chance", lambda self, belief: CHANCE)


def leave(page: Page) -> None:
    """End what still works on a screen: until it is known to be gone, no other page may ask for anything."""
    if page.is_visible("#solver-works"):
        with page.expect_response("**/stop"):
            page.keyboard.press("Escape")


def put(games: Games, wanted: str) -> str:
    """The id of a game with this on the table; positions begin anew each time, games under way are the same again."""
    if "/" in wanted:
        return games.put(Game(Position.read(wanted, fragment=True))).id
    if wanted == "over":
        return ended(games)
    if wanted != "middle":
        return games.start(*wanted.split()).id
    waiting = [kept.id for kept in games.store.games.shelf() if kept.deal == MIDDLE]
    return waiting[0] if waiting else begun(games)


def ended(games: Games) -> str:
    """The id of a game that was given up."""
    session = games.start("spider4", "own:7")
    for move in OVER:
        session.play(session.turn, move)
    session.give_up(session.turn)
    return session.id


def begun(games: Games) -> str:
    """The id of a new game in which four rows were dealt."""
    session = games.start("spider4", MIDDLE)
    for _ in range(4):
        session.play(session.turn, "+")
    return session.id
