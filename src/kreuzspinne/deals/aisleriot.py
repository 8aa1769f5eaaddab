"""Aisleriot's deals: seeds 0 … 4294967295 (which the program uses, but shows only to its developers).

Compared with the program's compiled games and GLib's random numbers, version 3.22.23. A deal without any move would be
dealt anew, but none of these games has one: a row can be dealt at the start.
"""

from collections.abc import Iterator
from random import Random

from ..variants import Variant
from .lay import SPREAD, Dealt, decks, lay, row_by_row, suit_by_suit
from .numbers import below, decimal

# Where the layout is not the catalogue's.
_LAYOUTS = {"spider1": SPREAD, "spider2": SPREAD, "spider4": SPREAD}

# The suits of one deck, where they are not clubs, diamonds, hearts, spades.
_SUITS = {"spider1": "ssss", "spider2": "hshs"}

GAMES = ("spider1", "spider2", "spider4", "spider3decks", "spiderette4", "willothewisp", "scorpion", "gypsy", "giant")
HIGHEST = 2 ** 32 - 1


def canonical(number: str) -> str:
    """
    The seed without leading zeros.

    :raises DealError: no such seed
    """
    return str(decimal(number, "aisleriot", 0, HIGHEST))


def deal(variant: Variant, number: str) -> Dealt:
    """Deal one of Aisleriot's games."""
    deck = _SUITS.get(variant.base, "cdhs")
    cards = suit_by_suit(deck) * decks(variant, deck)
    layout = _LAYOUTS.get(variant.base, variant.layout)
    words = _words(decimal(number, "aisleriot", 0, HIGHEST))
    return lay(layout, row_by_row(layout), _drawn(cards, words)[::-1])


def _drawn(cards: list[int], words: Iterator[int]) -> list[int]:
    """The cards in the order drawn, the first of those left taking each drawn one's place; the last is dealt first."""
    drawn = []
    for first in range(len(cards)):
        place = first + below(words, len(cards) - first)
        drawn.append(cards[place])
        cards[place] = cards[first]
    return drawn


def _words(seed: int) -> Iterator[int]:
    """GLib's random numbers: the Mersenne Twister, started from one 32-bit number."""
    # Python starts its twister from a whole list of words even if given one number, so the state is set by hand.
    state = [seed]
    for place in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + place) & 0xFFFFFFFF)
    random = Random()
    random.setstate((3, (*state, 624), None))
    while True:
        yield random.getrandbits(32)
