"""KPatience's deals: game numbers 1 … 2147483647.

Compared with the running program, version 22.12.3. Its Gypsy (in newer versions Normandy) starts with one card face
down and two open, and one of its three suits in Spider comes twice as often as the others.
"""

from ..variants import Variant
from .lay import Dealt, decks, lay, rank_by_rank, row_by_row, tops_last
from .numbers import decimal, microsoft, shuffle

_SPIDER = ((5, 1),) * 4 + ((4, 1),) * 6
_NORMANDY = ((1, 2),) * 8

# Only Simple Simon's layout is taken from the catalogue.
_LAYOUTS = {
    "spider1": _SPIDER, "spider2": _SPIDER, "spider3": _SPIDER, "spider4": _SPIDER,
    "gypsy": _NORMANDY, "normandy": _NORMANDY,
}

# The suits of one deck, where they are not clubs, diamonds, hearts, spades.
_SUITS = {"spider1": "ssss", "spider2": "hshs", "spider3": "cshs"}

GAMES = (*_LAYOUTS, "simplesimon")
HIGHEST = 2 ** 31 - 1
_PACKET = 10


def canonical(number: str) -> str:
    """
    The number without leading zeros.

    :raises DealError: no such number
    """
    return str(decimal(number, "kpat", 1, HIGHEST))


def deal(variant: Variant, number: str) -> Dealt:
    """Deal one of KPatience's games; its last card is dealt first."""
    values = microsoft(decimal(number, "kpat", 1, HIGHEST))
    deck = _SUITS.get(variant.base, "cdhs")
    cards = rank_by_rank(deck) * decks(variant, deck)
    shuffle(cards, lambda count: (next(values) & 0x7FFF) % count)
    layout = _LAYOUTS.get(variant.base, variant.layout)
    order = tops_last if variant.base == "simplesimon" else row_by_row
    dealt = lay(layout, order(layout), cards[::-1])
    return dealt._replace(stock=_packets(dealt.stock)) if layout is _SPIDER else dealt


def _packets(stock: tuple[int, ...]) -> tuple[int, ...]:
    """Spider's stock lies in packets of ten, and each is dealt from the card that came to it last."""
    return tuple(card for start in range(0, len(stock), _PACKET) for card in stock[start:start + _PACKET][::-1])
