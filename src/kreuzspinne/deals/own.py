"""This game's own deals: the same cards for the same number or text, in every version and in any language.

The shuffle needs nothing but SHA-256 and whole numbers:

* words are the big-endian 32-bit pieces, in order, of SHA-256 of `kreuzspinne:1:<seed>:<block>` for block 0, 1, 2, …;
* below(n) takes the next word, again while it is ⌊2^32 / n⌋·n or more, and is that word mod n;
* the pack is each suit of the game in its order, A … K; for i from last to 1, places i and below(i + 1) are swapped;
* the first card is dealt first, row by row from the left to the columns that still need a card; the rest is the stock.

A seed of digits alone is a number, 0 … 2^64 - 1, and hashed without leading zeros. Any other seed is hashed as it is
written (UTF-8), but without spaces around it.
"""

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import count
from struct import unpack
from unicodedata import category

from ..errors import DealError
from ..variants import VARIANTS, Variant
from .lay import Dealt, lay, row_by_row, suit_by_suit
from .numbers import LONGEST, below, decimal, is_decimal, shuffle

GAMES = tuple(VARIANTS)
HIGHEST = 2 ** 64 - 1

# A seed must survive being written on one line of a file: no control characters, line ends or halves of characters.
_REFUSED = ("Cc", "Cs", "Zl", "Zp")


def canonical(number: str) -> str:
    """
    The seed as it enters the shuffle.

    :raises DealError: empty, too long, a number too high, or characters that no line of text can hold
    """
    seed = number.strip()
    if not seed:
        raise DealError("empty_seed")
    if len(seed) > LONGEST:
        raise DealError("seed_too_long", length=len(seed), longest=LONGEST)
    if is_decimal(seed):
        return str(decimal(seed, "own", 0, HIGHEST))
    for place, char in enumerate(seed, 1):
        if category(char) in _REFUSED:
            raise DealError("bad_seed_character", character=f"U+{ord(char):04X}", place=place)
    return seed


def deal(variant: Variant, number: str) -> Dealt:
    """Deal any game of the catalogue."""
    cards = suit_by_suit(variant.suits)
    shuffle(cards, partial(below, _words(canonical(number))))
    return lay(variant.layout, row_by_row(variant.layout), cards)


def _words(seed: str) -> Iterator[int]:
    for block in count():
        yield from unpack(">8I", sha256(f"kreuzspinne:1:{seed}:{block}".encode()).digest())
