"""PySolFC's deals: game numbers 1 … 10^20, and `ms<number>` up to ms8589934591 for Microsoft's way to shuffle.

Numbers below 32000 are shuffled in Microsoft's way too; all higher ones with the Mersenne Twister. Not every game was
compared with the program (git 7a3d146): those in `_READ` follow what its source says.
"""

from collections.abc import Callable
from random import Random

from ..variants import Variant
from .lay import DECK, SPREAD, Dealt, decks, lay, level_tops, rank_by_rank, suit_by_suit, tops_last
from .numbers import decimal, microsoft, shuffle

_COMPARED = (
    "spider1", "spider2", "spider4", "openspider", "blackwidow", "tarantula", "mrsmop", "fredsspider",
    "bigspider1", "bigspider2", "bigspider4", "spider3x3", "spider4decks", "chinesespider",
    "spiderette4", "willothewisp", "simplesimon", "spidike",
    "scorpion", "scorpionii", "wasp", "waspii", "doublescorpion", "triplescorpion",
    "gypsy", "yeastdough", "gypsy3decks", "giant", "missmilligan", "irmgard", "milliganharp", "carlton",
)
_READ = (
    "grandmothersgame", "babyspiderette", "millie", "elba", "phantomblockade", "eclipse", "steve",
    "hypotenuse", "eternaltriangle", "lexingtonharp", "brunswick",
)
GAMES = _COMPARED + _READ

HIGHEST, HIGHEST_MS = 10 ** 20, 2 ** 33 - 1
MS = "ms"
_FIRST_TWISTED = 32000

# Where the layout is not the catalogue's.
_LAYOUTS = {
    "spider1": SPREAD, "spider2": SPREAD, "spider4": SPREAD, "blackwidow": SPREAD, "tarantula": SPREAD,
    "openspider": tuple((0, down + up) for down, up in SPREAD),
}

# Where the last card of each column does not simply come last.
_ORDERS = {"hypotenuse": level_tops}

# The suits of one deck, where they are not clubs, spades, hearts, diamonds.
_SUITS = {
    "spider1": "cccc", "spider2": "cchh", "bigspider1": "cccc", "bigspider2": "cchh",
    "spider3x3": "csh", "chinesespider": "csh",
}


def canonical(number: str) -> str:
    """
    The number without leading zeros, `ms` kept.

    :raises DealError: no such number
    """
    ms, value = _read(number)
    return f"{MS if ms else ''}{value}"


def deal(variant: Variant, number: str) -> Dealt:
    """Deal one of PySolFC's games; its last card is dealt first."""
    ms, value = _read(number)
    as_microsoft = ms or value < _FIRST_TWISTED
    deck = _SUITS.get(variant.base, "cshd")
    cards = suit_by_suit(deck) * decks(variant, deck)
    if as_microsoft and len(cards) == DECK:
        cards = rank_by_rank("cdhs")  # as in Microsoft's own programs, which play with a single deck
    shuffle(cards, _microsoft_pick(value) if as_microsoft else _twisted_pick(value))
    layout = _LAYOUTS.get(variant.base, variant.layout)
    order = _ORDERS.get(variant.base, tops_last)
    return lay(layout, order(layout), cards[::-1])


def _read(number: str) -> tuple[bool, int]:
    """Is it Microsoft's way by name, and the number."""
    lower = number.lower()
    if lower.startswith(MS):
        return True, decimal(lower, "pysol", 1, HIGHEST_MS, MS)
    return False, decimal(number, "pysol", 1, HIGHEST)


def _twisted_pick(number: int) -> Callable[[int], int]:
    random = Random(number).random
    return lambda count: int(random() * count)


def _microsoft_pick(number: int) -> Callable[[int], int]:
    values = microsoft(number % 2 ** 32)
    # The higher numbers were added later, each range with a formula of its own that leaves the lower ones as they were.
    if number < 2 ** 31:
        return lambda count: (next(values) & 0x7FFF) % count
    if number < 2 ** 32:
        return lambda count: (next(values) | 0x8000) % count
    return lambda count: (next(values) + 1) % count
