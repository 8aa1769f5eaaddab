"""
Takes a picture of every screen of the page, to be looked at: `.venv/bin/python -m tools.screenshots FOLDER`.

Each screen in both languages, on a desktop and on a phone held both ways, light, dark, with four colours, with more
contrast and in large print; with `--only TEXT …` those alone whose names have one of these, such as `won`, `phone-de`
or `table-desktop-en-dark`. Needs Playwright and Debian's Chromium. The server is one of its own, with games and
results made for the pictures.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.serve import served

from .made_up import fill
from .screens import AGES, SCREENS, leave, put, stand_in

CHROMIUM = "/usr/bin/chromium"
DESKTOP: dict[str, object] = {"viewport": {"width": 1280, "height": 800}}
HAND: dict[str, object] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SIZES = {"desktop": DESKTOP, "phone": {"viewport": {"width": 390, "height": 844}, **HAND},
         "landscape": {"viewport": {"width": 844, "height": 390}, **HAND}}
LOOKS = {
    "light": {"theme": "light"}, "dark": {"theme": "dark"}, "four": {"theme": "light", "deck": "skat"},
    "contrast": {"theme": "dark", "deck": "english", "contrast": "more"},
    "large": {"theme": "light", "size": "large", "clock": "on", "scheme": "tournament"},
}
LANGUAGES = ("de", "en")


class Picture(NamedTuple):
    """One of them."""

    screen: str
    size: str
    language: str
    look: str

    @property
    def name(self) -> str:
        """What its file is called."""
        return "-".join(self)


def wanted(only: Sequence[str]) -> Iterator[Picture]:
    """The pictures whose names have one of these texts; all of them, if there are none."""
    for parts in product(SCREENS, SIZES, LANGUAGES, LOOKS):
        picture = Picture(*parts)
        if not only or any(text in picture.name for text in only):
            yield picture


def take(browser: Browser, address: str, games: Games, picture: Picture, folder: Path) -> None:
    """Go there, and take it."""
    screen = SCREENS[picture.screen]
    stand_in(screen)
    context = browser.new_context(locale=picture.language, reduced_motion="reduce", service_workers="block",
                                  **SIZES[picture.size])  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(AGES)
    game = json.dumps({"id": put(games, screen.game), "variant": "", "deal": ""})
    look = json.dumps({**LOOKS[picture.look], **screen.look})
    page.add_init_script(f"localStorage.setItem('kreuzspinne.game', '{game}');"
                         f"localStorage.setItem('kreuzspinne.look', '{look}')")
    page.goto(address)
    page.wait_for_selector("#table[data-turn]")
    page.wait_for_selector("#court-hK", state="attached")
    screen.go(page)
    page.wait_for_timeout(250)
    page.screenshot(path=folder / f"{picture.name}.png")
    leave(page)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Takes a picture of every screen of the page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=(), metavar="TEXT")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    games = Games()
    fill(games)
    with served(games) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for picture in wanted(options.only):
            take(browser, address, games, picture, options.folder)
        browser.close()


if __name__ == "__main__":
    main()
