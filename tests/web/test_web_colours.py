"""The page's own colours, read from its style sheets: every text and every card can be read on what lies under it."""

import re
from itertools import combinations, product

import pytest

from kreuzspinne.apps.web.assets import assets

DECKS = ["two", "skat", "english"]
THEMES = ["light", "dark"]
CONTRASTS = ["normal", "more"]
LEGIBLE = 4.5

TEXTS = [("panel-ink", "panel"), ("quiet", "panel"), ("accent", "panel"), ("accent-ink", "accent"),
         ("refused", "panel"), ("refused", "refused-ground"), ("felt-ink", "felt"), ("felt-ink", "felt-edge"),
         *((f"ink-{suit}", "card") for suit in "shdc")]
SIGNS = [("hold", "felt"), ("lit", "felt"), ("card", "felt"), ("card", "back"), ("back-line", "back")]
"""Marks and edges, which need less: see WCAG 2.2, 1.4.11."""


def rules():
    """Selectors and what they set, in their order."""
    text = "".join(assets()[name].body.decode() for name in ("page.css", "cards.css"))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        for selector in selectors.split(","):
            yield selector.strip(), dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


def colours(theme, contrast, deck):
    """Every colour that has a name, as it is with these choices; a selector with more conditions goes before others."""
    root = {"data-theme": theme, "data-contrast": contrast, "data-deck": deck}
    chosen, strengths = {}, {}
    for selector, values in rules():
        wanted = re.findall(r'\[([\w-]+)(?:="(\w+)")?\]', selector)
        plain = re.fullmatch(r"(?::root)?(?:\[[^\]]*\])*", selector)
        if not plain or any(root.get(name) != value for name, value in wanted if value):
            continue
        strength = len(wanted) + selector.startswith(":root")
        for name, value in values.items():
            if strength >= strengths.get(name, 0):
                chosen[name], strengths[name] = value, strength
    return {name: resolved(name, chosen, theme) for name in chosen}


def resolved(name, chosen, theme):
    value = chosen[name]
    if other := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return resolved(other[1], chosen, theme)
    if pair := re.fullmatch(r"light-dark\((.*)\)", value):
        return re.split(r",(?![^(]*\))", pair[1])[THEMES.index(theme)].strip()
    return value


def luminance(colour):
    assert re.fullmatch(r"#[0-9a-f]{6}", colour), colour
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_of(one, other):
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast_of("#000000", "#ffffff") == pytest.approx(21)
    assert contrast_of("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("theme", "contrast", "deck"), [*product(THEMES, CONTRASTS, DECKS)])
def test_everything_can_be_read(theme, contrast, deck):
    named = colours(theme, contrast, deck)
    wanted = 7 if contrast == "more" else LEGIBLE
    for ink, ground in TEXTS:
        found = contrast_of(named[ink], named[ground])
        assert found >= wanted, (ink, named[ink], ground, named[ground], found)
    for mark, ground in SIGNS:
        assert contrast_of(named[mark], named[ground]) >= 3, (mark, ground)


@pytest.mark.parametrize(("theme", "contrast"), [*product(THEMES, CONTRASTS)])
def test_decks_have_the_colours_they_promise(theme, contrast):
    two, skat, english = (colours(theme, contrast, deck) for deck in DECKS)
    assert (two["ink-s"], two["ink-h"]) == (two["ink-c"], two["ink-d"])
    for deck in (skat, english):
        for one, other in combinations("shdc", 2):
            assert distance(deck[f"ink-{one}"], deck[f"ink-{other}"]) > 0.12, (one, other)
    assert skat["ink-s"] == english["ink-c"]
    assert (skat["ink-c"], english["ink-s"]) == (two["ink-c"], two["ink-s"])


def distance(one, other):
    """How different two colours look: their distance in Oklab, in which black and white are 1 apart."""
    return sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) ** 0.5


def oklab(colour):
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short)
