"""A card is one small int: suit in the high bits, rank (A=1 … K=13) in the low four; 0 is no card.

The king of clubs, 61, is the highest, so that a signed byte can hold every card.
"""

from .law import law

RANKS = "A23456789TJQK"
SUITS = "shdc"
ACE, KING = 1, 13
SUIT_SIZE = 13
UNSEEN = 127
"""Stands where a card lies that nobody has seen."""


@law
def rank(card: int) -> int:
    """1 (ace) … 13 (king)."""
    return card & 15


@law
def suit(card: int) -> int:
    """0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return card >> 4


@law
def red(card: int) -> bool:
    """Hearts and diamonds are red."""
    return ((card >> 4) + 1) & 2 != 0


@law
def make(suit: int, rank: int) -> int:
    """Card from suit 0 … 3 and rank 1 … 13."""
    return suit << 4 | rank


def card(text: str) -> int:
    """Card from its two letters.

    >>> name(card("Qh"))
    'Qh'
    """
    return SUITS.index(text[1]) << 4 | RANKS.index(text[0]) + 1


def name(card: int) -> str:
    """Two letters, rank and suit."""
    return RANKS[(card & 15) - 1] + SUITS[card >> 4]
