"""
How smoothly cards move on a slow machine: a page in Chromium whose processor is slowed down deals and plays.

    python -m benchmarks frames [--slower 4] [--size phone]

Needs Playwright and Debian's Chromium. For each kind of move: how long after the server's reply cards began to move and
all lay still again, and between the two the frames that were drawn, the middle and the longest time from one to the
next, and how many came late (by more than half a sixtieth of a second).
"""

import argparse
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

import uvicorn
from playwright.sync_api import Page, ViewportSize, sync_playwright

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.serve import listen
from kreuzspinne.apps.web.server import app
from kreuzspinne.game import Game
from kreuzspinne.position import Position

CHROMIUM = "/usr/bin/chromium"
SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
}
LATE = 1000 / 60 * 1.5
RUN = "KsQsJsTs9s8s7s6s5s4s3s2s"
NEARLY = f"spider4 5h3d|{RUN}/3c|As/4h/4c/5c/5d/6h/6c/7d/7h 2c3c4c5c6c7c8c9cTcJc2h3h4h5h6h7h8h9hThJh -"

WATCH = """
() => {
  const seen = window.seen = { frames: [], replied: 0, moving: 0, still: 0 };
  const tick = (now) => {
    seen.frames.push(now);
    if (!seen.moving && !seen.still) seen.moving = document.getAnimations()[0]?.startTime ?? 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  new PerformanceObserver((list) => { for (const { name, responseEnd } of list.getEntries())
    if (name.includes("/api/games") && !name.endsWith("/outcome")) seen.replied = responseEnd; })
    .observe({ type: "resource" });
  new MutationObserver(() => { if (document.getElementById("table").dataset.turn) seen.still = performance.now(); })
    .observe(document.getElementById("table"), { attributeFilter: ["data-turn"] });
}
"""

VISIT = """
(id) => localStorage.setItem("kreuzspinne.game", JSON.stringify({ id, variant: "spider4", deal: "" }))
"""


class Motion(NamedTuple):
    """One move as it was seen."""

    name: str
    gaps: list[float]
    """Milliseconds between the frames in which cards moved."""
    to_motion: float
    """Milliseconds from the reply to the first of them."""
    to_rest: float

    def __str__(self) -> str:
        late = sum(gap > LATE for gap in self.gaps)
        return (f"{self.name:<18}{self.to_motion:>10.0f}{self.to_rest:>9.0f}{len(self.gaps):>8}"
                f"{statistics.median(self.gaps):>9.1f}{max(self.gaps):>9.1f}{late:>6}")


@contextmanager
def server(games: Games) -> Iterator[str]:
    listening = listen(0, "127.0.0.1")
    running = uvicorn.Server(uvicorn.Config(app(games=games), log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, args=([listening],), daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    running.should_exit = True
    thread.join(5)


def watched(page: Page, name: str, act: Callable[[], Any]) -> Motion:
    """Do something that moves cards, and see how they move."""
    page.wait_for_timeout(400)
    page.evaluate("() => { seen.frames.length = 0; seen.still = seen.moving = 0; }")
    act()
    page.wait_for_function("() => seen.still")
    page.wait_for_timeout(50)
    seen = page.evaluate("() => seen")
    frames = [at for at in seen["frames"] if seen["moving"] <= at <= seen["still"] + LATE]
    gaps = [later - earlier for earlier, later in pairwise(frames)]
    return Motion(name, gaps or [0.0], seen["moving"] - seen["replied"], seen["still"] - seen["replied"])


def motions(page: Page, address: str, games: Games) -> Iterator[Motion]:
    page.goto(f"{address}/#spider4/own:1")
    page.wait_for_selector("#table[data-turn]")
    page.evaluate(WATCH)

    def new_game() -> None:
        page.keyboard.press("n")
        page.fill("#choose-number", "own:2")
        page.keyboard.press("Enter")

    yield watched(page, "deal 54 cards", new_game)
    for number in range(1, 4):
        yield watched(page, f"deal a row ({number})", lambda: page.keyboard.press("d"))
    yield watched(page, "take a row back", lambda: page.keyboard.press("u"))
    session = games.put(Game(Position.read(NEARLY, fragment=True)))
    page.evaluate(VISIT, session.id)
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("#table[data-turn]")
    page.evaluate(WATCH)
    page.keyboard.press("b")
    yield watched(page, "a run flies off", lambda: page.keyboard.press("a"))
    yield watched(page, "the same back", lambda: page.keyboard.press("u"))
    page.keyboard.press("c")
    yield watched(page, "one card", lambda: page.keyboard.press("f"))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks frames", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the page's processor is made")
    parser.add_argument("--size", choices=SIZES, default="desktop")
    options = parser.parse_args(arguments)
    games = Games()
    with server(games) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport=SIZES[options.size], reduced_motion="no-preference")
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
        print(f"{'ms':<18}{'to motion':>10}{'to rest':>9}{'frames':>8}{'median':>9}{'longest':>9}{'late':>6}")
        for motion in motions(page, address, games):
            print(motion, flush=True)
        browser.close()
    return 0
