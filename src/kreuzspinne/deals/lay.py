"""Packs in the orders that programs start from, and the orders in which a dealer's hand goes over the columns."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import ACE, KING, SUIT_SIZE, SUITS, make
from ..variants import Layout, Variant

DECK = len(SUITS) * SUIT_SIZE

SPREAD: Layout = tuple((5 if column % 3 == 0 else 4, 1) for column in range(10))
"""Spider as three of the programs lay it: the columns with six cards are the first, fourth, seventh and tenth."""


class Dealt(NamedTuple):
    """The cards as they lie before the first move."""

    columns: tuple[tuple[tuple[int, ...], int], ...]
    """From the left: the cards, deepest first, and how many of them lie face down."""
    stock: tuple[int, ...]
    """The next card to be dealt comes first."""


def decks(variant: Variant, deck: str) -> int:
    """How many decks make the game's pack; `deck` names the suits of one."""
    return len(variant.suits) // len(deck)


def suit_by_suit(suits: str) -> list[int]:
    """A sorted pack: each suit in turn, A … K."""
    return [make(SUITS.index(suit), rank) for suit in suits for rank in range(ACE, KING + 1)]


def rank_by_rank(suits: str) -> list[int]:
    """A sorted pack: the aces of each suit in turn, then the twos … the kings."""
    return [make(SUITS.index(suit), rank) for rank in range(ACE, KING + 1) for suit in suits]


def row_by_row(layout: Layout) -> list[int]:
    """Columns in dealing order: each row from the left, to the columns that still need a card."""
    heights = _heights(layout)
    return [column for row in range(max(heights)) for column, height in enumerate(heights) if row < height]


def tops_last(layout: Layout) -> list[int]:
    """Columns in dealing order: row by row all but the last card of each, which come as a row of their own."""
    return row_by_row(tuple((height - 1, 0) for height in _heights(layout))) + list(range(len(layout)))


def level_tops(layout: Layout) -> list[int]:
    """Columns in dealing order: row by row, but shorter columns join in later and all end with the same row."""
    heights = _heights(layout)
    return [column for row in range(max(heights), 0, -1) for column, height in enumerate(heights) if row <= height]


def column_by_column(layout: Layout) -> list[int]:
    """Columns in dealing order: the first one filled completely, then the next."""
    return [column for column, height in enumerate(_heights(layout)) for _ in range(height)]


def on_table(layout: Layout) -> int:
    """Cards in the columns at the start."""
    return sum(_heights(layout))


def lay(layout: Layout, order: Iterable[int], cards: Sequence[int]) -> Dealt:
    """Deal `cards`, first one first, to the columns in `order`; the rest is the stock."""
    columns: list[list[int]] = [[] for _ in layout]
    rest = iter(cards)
    for column in order:
        columns[column].append(next(rest))
    faces = (down for down, _ in layout)
    return Dealt(tuple((tuple(column), down) for column, down in zip(columns, faces, strict=True)), tuple(rest))


def _heights(layout: Layout) -> list[int]:
    return [down + up for down, up in layout]
