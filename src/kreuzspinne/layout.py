"""Where everything lies in the bytes of a table.

One flat run of bytes::

    0          cards left in the stock
    1 …        foundations: the top card of each pile, by suit, of twins the higher first; then zeros
    then       height of each column, then how many of its cards lie face down
    then       the stock in dealing order, then the columns from the left, `cards` bytes each

A table is a ``bytearray`` in the engine and an integer array in the solver; both are only ever
indexed, so both run the same source.  What no card occupies is zero: one position, one table.
"""

from collections.abc import Sequence
from typing import TypeAlias

from .cards import rank, suit
from .law import law
from .rules import Rules

Table: TypeAlias = bytes | bytearray
"""What can be asked; only a ``bytearray`` can be changed. (In the solver: an array of signed integers.)"""


@law
def heights(rules: Rules) -> int:
    """Index of the first column's height."""
    return 1 + rules.piles


@law
def hidden(rules: Rules) -> int:
    """Index of the first column's count of face-down cards."""
    return 1 + rules.piles + rules.columns


@law
def base(rules: Rules, column: int) -> int:
    """Index of the lowest card of `column`."""
    return 1 + rules.piles + 2 * rules.columns + rules.cards * (1 + column)


def size(rules: Rules) -> int:
    """Bytes of a whole table."""
    return base(rules, rules.columns)


@law
def height(t: Table, rules: Rules, column: int) -> int:
    """How many cards lie in `column`."""
    return t[1 + rules.piles + column]


@law
def face_down(t: Table, rules: Rules, column: int) -> int:
    """How many of them lie face down."""
    return t[1 + rules.piles + rules.columns + column]


@law
def card_at(t: Table, rules: Rules, column: int, index: int) -> int:
    """Card number `index` of `column`, the lowest being 0."""
    return t[base(rules, column) + index]


@law
def top(t: Table, rules: Rules, column: int) -> int:
    """The card at the open end of a column that is not empty."""
    return t[base(rules, column) + t[1 + rules.piles + column] - 1]


def place(rules: Rules, columns: Sequence[tuple[Sequence[int], int]], stock_cards: Sequence[int],
          piles: Sequence[int]) -> bytearray:
    """
    A table with these cards on it.

    :param columns: for each column its cards, lowest first, and how many of them lie face down
    :param stock_cards: next card to be dealt first
    :param piles: top cards of the foundations, in any order
    """
    t = bytearray(size(rules))
    for column, (cards, down) in enumerate(columns):
        start = base(rules, column)
        t[start:start + len(cards)] = bytes(cards)
        t[heights(rules) + column] = len(cards)
        t[hidden(rules) + column] = down
    t[0] = len(stock_cards)
    end = base(rules, 0)
    t[end - len(stock_cards):end] = bytes(stock_cards)
    for pile, card in enumerate(sorted(piles, key=lambda card: (suit(card), -rank(card)))):
        t[1 + pile] = card
    return t
