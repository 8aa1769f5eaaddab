"""
Makes the page's icons in pixels from `icon.svg`: `.venv/bin/python tools/icons.py`.

Needs Playwright and Debian's Chromium, which draws them. An icon that a system cuts to a shape of its own (`maskable`,
and Apple's) has its ground to the edge, and a maskable one the spider within the circle that no system cuts away.
"""

import re
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = "/usr/bin/chromium"
STATIC = Path(__file__).parent.parent / "src" / "kreuzspinne" / "apps" / "web" / "static"


class Icon(NamedTuple):
    """A file to make: its size in pixels, whether its ground fills the square, and how large the spider is in it."""

    name: str
    size: int
    fills: bool = False
    spider: float = 1


ICONS = [Icon("icon-192.png", 192), Icon("icon-512.png", 512), Icon("icon-maskable-512.png", 512, True, 0.78),
         Icon("apple-touch-icon.png", 180, True, 0.9)]


def drawing(icon: Icon, source: str) -> str:
    """The icon as SVG: the source's ground, and what lies on it about the middle."""
    found = re.fullmatch(r"(<svg[^>]*>)(<rect[^>]*/>)(.*)(</svg>)", source.strip(), re.DOTALL)
    if not found:
        raise SystemExit("icon.svg is not a ground with a drawing on it any more")
    head, ground, spider, foot = found.groups()
    if icon.fills:
        ground = re.sub(r' rx="[^"]*"', "", ground)
    away = 32 * (1 - icon.spider)
    return f'{head}{ground}<g transform="translate({away:g} {away:g}) scale({icon.spider})">{spider}</g>{foot}'


def render(browser: Browser, icon: Icon, source: str) -> bytes:
    """The icon as PNG."""
    page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing(icon, source)}")
    picture = page.screenshot(omit_background=not icon.fills)
    page.close()
    return picture


def main() -> None:
    source = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for icon in ICONS:
            (STATIC / icon.name).write_bytes(render(browser, icon, source))
        browser.close()


if __name__ == "__main__":
    main()
