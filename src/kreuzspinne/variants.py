"""The catalogue: games as data, and how a game's name with its switches is read and written."""

from functools import lru_cache
from typing import NamedTuple

from .cards import SUIT_SIZE
from .errors import VariantError
from .rules import (
    ALTERNATE,
    ALWAYS,
    CARDS,
    COLOUR,
    KINGS,
    LATE,
    LOOSE,
    NEVER,
    RANK,
    STAY,
    SUIT,
    SWITCHES,
    YES,
    Rules,
    contradiction,
)

Layout = tuple[tuple[int, int], ...]
"""For each column from the left: cards face down, then cards open on them."""


class Variant(NamedTuple):
    """One game: its name with every switch that differs from the catalogue, its rules, pack and layout."""

    name: str
    rules: Rules
    suits: str
    """The pack of this project's own deals: this many times thirteen cards, in this order."""
    layout: Layout
    title: str

    @property
    def base(self) -> str:
        """Name in the catalogue, without switches."""
        return self.name.partition(":")[0]

    @property
    def stock(self) -> int:
        """Cards in the stock at the start."""
        return self.rules.cards - sum(down + up for down, up in self.layout)

    @property
    def face_down(self) -> int:
        """Cards face down in the columns at the start."""
        return sum(down for down, _ in self.layout)

    @property
    def switches(self) -> dict[str, str]:
        """Every switch with its value, in canonical order."""
        return {switch: next(name for name, value in values.items() if value == getattr(self.rules, switch))
                for switch, values in SWITCHES.items()}


def _columns(layout: Layout, suits: str, **switches: int) -> tuple[Rules, str, Layout]:
    piles = len(suits)
    return Rules(len(layout), piles * SUIT_SIZE, piles, **switches), suits, layout


def _even(columns: int, down: int, up: int) -> Layout:
    return ((down, up),) * columns


def _taller(columns: int, taller: int, down: int, up: int = 1) -> Layout:
    """The first `taller` columns have one more card face down."""
    return ((down + 1, up),) * taller + ((down, up),) * (columns - taller)


def _opened(layout: Layout) -> Layout:
    return tuple((0, down + up) for down, up in layout)


def _stairs(columns: int) -> Layout:
    """One card in the first column, one more in each next; the last of each is open."""
    return tuple((down, 1) for down in range(columns))


_ONE, _TWO, _THREE, _FOUR = "shdc", "shdc" * 2, "shdc" * 3, "shdc" * 4
_SPIDER = _taller(10, 4, 4)
_SCORPION = ((3, 4),) * 4 + ((0, 7),) * 3
_DOUBLE_SCORPION = ((4, 6),) * 5 + ((0, 10),) * 5
_IRMGARD = tuple((height - 1, 1) for height in (1, 2, 3, 4, 5, 4, 3, 2, 1))

# What the Scorpion kin and the Gypsy kin have in common.
_loose = dict(build=SUIT, move=LOOSE, space=KINGS, deal=ALWAYS)
_gypsy = dict(build=ALTERNATE, move=ALTERNATE, deal=ALWAYS, goal=CARDS, runs=STAY)

_CATALOGUE: dict[str, tuple[str, tuple[Rules, str, Layout]]] = {
    # Spider, two decks
    "spider1": ("Spider, one suit", _columns(_SPIDER, "s" * 8)),
    "spider2": ("Spider, two suits", _columns(_SPIDER, "sh" * 4)),
    "spider3": ("Spider, three suits", _columns(_SPIDER, "shds" * 2)),
    "spider4": ("Spider", _columns(_SPIDER, _TWO)),
    "openspider": ("Open Spider", _columns(_opened(_SPIDER), _TWO)),
    "blackwidow": ("Black Widow", _columns(_SPIDER, _TWO, move=RANK)),
    "tarantula": ("Tarantula", _columns(_SPIDER, _TWO, move=COLOUR)),
    "mrsmop": ("Mrs Mop", _columns(_even(13, 0, 8), _TWO, deal=NEVER)),
    "grandmothersgame": ("Grandmother’s Game", _columns(_even(10, 0, 6), _TWO, deal=ALWAYS)),
    "fredsspider": ("Fred’s Spider", _columns(_even(10, 0, 5), _TWO, deal=ALWAYS, goal=CARDS, runs=STAY, back=YES)),
    # Spider, more decks
    "bigspider1": ("Big Spider, one suit", _columns(_even(13, 5, 1), "s" * 12)),
    "bigspider2": ("Big Spider, two suits", _columns(_even(13, 5, 1), "sh" * 6)),
    "bigspider4": ("Big Spider", _columns(_even(13, 5, 1), _THREE)),
    "spider3x3": ("Spider 3×3", _columns(_even(13, 4, 1), "shd" * 3)),
    "spider3decks": ("Spider, three decks", _columns(_taller(12, 6, 3), _THREE, deal=ALWAYS)),
    "spider4decks": ("Spider, four decks", _columns(_even(13, 5, 1), _FOUR)),
    "chinesespider": ("Chinese Spider", _columns(_even(12, 5, 1), "shd" * 4)),
    # Spider, one deck
    "spiderette1": ("Spiderette, one suit", _columns(_stairs(7), "s" * 4)),
    "spiderette2": ("Spiderette, two suits", _columns(_stairs(7), "sh" * 2)),
    "spiderette4": ("Spiderette", _columns(_stairs(7), _ONE)),
    "babyspiderette": ("Baby Spiderette", _columns(_stairs(7), _ONE, move=RANK)),
    "willothewisp": ("Will o’ the Wisp", _columns(_even(7, 2, 1), _ONE)),
    "simplesimon": ("Simple Simon", _columns(tuple((0, n) for n in (8, 8, 8, 7, 6, 5, 4, 3, 2, 1)), _ONE, deal=NEVER)),
    "spidike": ("Spidike", _columns(_opened(_stairs(7)), _ONE, space=KINGS, deal=ALWAYS, goal=CARDS, runs=STAY,
                                    back=YES)),
    # Scorpion kin
    "scorpion": ("Scorpion", _columns(_SCORPION, _ONE, **_loose)),
    "scorpionii": ("Scorpion II", _columns(((3, 4),) * 3 + ((0, 7),) * 4, _ONE, **_loose)),
    "wasp": ("Wasp", _columns(_SCORPION, _ONE, build=SUIT, move=LOOSE, deal=ALWAYS)),
    "waspii": ("Wasp II", _columns(((3, 4),) * 3 + ((0, 7),) * 4, _ONE, build=SUIT, move=LOOSE, deal=ALWAYS)),
    "doublescorpion": ("Double Scorpion", _columns(_DOUBLE_SCORPION, _TWO, **_loose)),
    "doublescorpion-open": ("Double Scorpion, all open", _columns(_opened(_DOUBLE_SCORPION), _TWO, **_loose)),
    "triplescorpion": ("Triple Scorpion", _columns(((5, 7),) * 5 + ((0, 12),) * 8, _THREE,
                                                   **{**_loose, "deal": NEVER})),
    # Gypsy kin
    "gypsy": ("Gypsy", _columns(_even(8, 2, 1), _TWO, **_gypsy, back=YES)),
    "normandy": ("Normandy", _columns(_even(8, 1, 2), _TWO, **_gypsy, back=YES)),
    "yeastdough": ("Yeast Dough", _columns(_even(8, 0, 3), _TWO, **_gypsy, back=YES)),
    "gypsy3decks": ("Gypsy, three decks", _columns(_even(12, 2, 1), _THREE, **_gypsy, back=YES)),
    "giant": ("Giant", _columns(_even(8, 0, 1), _TWO, **_gypsy, back=LATE)),
    "millie": ("Millie", _columns(_even(8, 0, 1), _TWO, **_gypsy, back=YES)),
    "missmilligan": ("Miss Milligan without its reserve", _columns(_even(8, 0, 1), _TWO, **_gypsy, space=KINGS)),
    "irmgard": ("Irmgard", _columns(_IRMGARD, _TWO, **_gypsy, space=KINGS, back=YES, centred=1)),
    "elba": ("Elba", _columns(_even(10, 4, 1), _TWO, **_gypsy, space=KINGS, back=YES)),
    "phantomblockade": ("Phantom Blockade", _columns(_even(13, 0, 3), _TWO, **_gypsy, space=KINGS, back=YES)),
    "eclipse": ("Eclipse", _columns(_even(13, 0, 4), _TWO, build=SUIT, deal=ALWAYS, goal=CARDS, runs=STAY, back=YES)),
    "milliganharp": ("Milligan Harp", _columns(_stairs(8), _TWO, **_gypsy)),
    "carlton": ("Carlton", _columns(_opened(_stairs(8)), _TWO, **_gypsy)),
    "steve": ("Steve", _columns(_opened(_stairs(8)), _TWO, deal=ALWAYS, goal=CARDS, runs=STAY)),
    "hypotenuse": ("Hypotenuse", _columns(_stairs(10)[::-1], _TWO, **_gypsy, space=KINGS, back=YES)),
    "eternaltriangle": ("Eternal Triangle", _columns(_opened(_stairs(10)), _TWO, **_gypsy, space=KINGS, back=YES)),
    "lexingtonharp": ("Lexington Harp", _columns(_stairs(8), _TWO, **{**_gypsy, "move": LOOSE})),
    "brunswick": ("Brunswick", _columns(_opened(_stairs(8)), _TWO, **{**_gypsy, "move": LOOSE})),
}

VARIANTS: dict[str, Variant] = {name: Variant(name, *parts, title) for name, (title, parts) in _CATALOGUE.items()}
"""The catalogue by name, each game with the switches most players know."""

LONGEST_NAME = 200

ALIASES = {
    "spider": "spider4",
    "spiderette": "spiderette4",
    "bigspider": "bigspider4",
    "relaxedspider": "spider4:deal=any",
    "xpat2spider": "spider4:runs=hand",
    "beetle": "openspider",
    "scarab": "blackwidow",
    "doubleeasthaven": "gypsy",
    "scorpion2": "scorpionii",
    "wasp2": "waspii",
}
"""Other names of games; they are read, never written."""


@lru_cache(512)
def read(name: str) -> Variant:
    """
    Game from its name and switches, written in any order.

    >>> read("spider4:runs=hand:deal=ordered-suit").name
    'spider4:deal=ordered-suit:runs=hand'
    >>> read("spider4:runs=auto").name
    'spider4'

    :raises VariantError: no such game, switch or value, or switches that contradict each other
    """
    if len(name) > LONGEST_NAME:
        raise VariantError("unknown_variant", variant=name[:LONGEST_NAME] + "…")
    base, *parts = name.split(":")
    if base not in VARIANTS:
        if base not in ALIASES:
            raise _unknown(base)
        return read(":".join([ALIASES[base], *parts]))
    changes: dict[str, int] = {}
    for part in parts:
        switch, value = _switch(part)
        if changes.setdefault(switch, value) != value:
            raise VariantError("switch_twice", switch=switch, variant=name)
    return change(VARIANTS[base], **changes)


def change(variant: Variant, **changes: int) -> Variant:
    """
    The same game with other values of some switches.

    :raises VariantError: the switches contradict each other
    """
    rules = variant.rules._replace(**changes)
    code = contradiction(rules, variant.stock)
    standard = VARIANTS[variant.base].rules
    changed = [f":{switch}={value}" for switch, value in variant._replace(rules=rules).switches.items()
               if getattr(rules, switch) != getattr(standard, switch)]
    name = variant.base + "".join(changed)
    if code:
        raise VariantError(code, variant=name)
    return variant._replace(name=name, rules=rules)


def _switch(part: str) -> tuple[str, int]:
    switch, equals, value = part.partition("=")
    if switch not in SWITCHES or not equals:
        raise VariantError("unknown_switch", switch=part, switches=list(SWITCHES))
    if value not in SWITCHES[switch]:
        raise VariantError("unknown_value", switch=switch, value=value, values=list(SWITCHES[switch]))
    return switch, SWITCHES[switch][value]


def _unknown(name: str) -> VariantError:
    from difflib import get_close_matches  # slow to import, and only a wrong name needs it

    near = get_close_matches(name, [*VARIANTS, *ALIASES], 1)
    return VariantError("unknown_variant_near", variant=name, near=near[0]) if near else VariantError(
        "unknown_variant", variant=name)
