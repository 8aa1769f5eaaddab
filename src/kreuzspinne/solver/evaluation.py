"""What makes a table look good: a linear evaluation whose features are the same for every game.

A feature is a place in the weight vector; the constants say where each group begins. Which neighbours
are linked, which travel together, which merely fit and which do not, the game's own rules say
(`neighbours`): the search never asks what game it plays.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..cards import SUITS, make
from ..rules import CARDS, LOOSE, SUIT, Rules, follows, goes_with

CODES = 64
"""Card codes are below this."""
BREAK, FITS, TRAVELS, LINK = 0, 1, 2, 3
"""Kinds of neighbours: the lower rank does not go there; may be laid there; moves with it; serves the goal too."""
KIND, MOVES, JOINED = 3, 4, 8
"""What the table of neighbours says beside the kind (the two low bits): the two move as one; they are of one run."""

ZONES = 3
"""Where a card lies: face down; open in a column that has face-down cards; open in a column that has none."""

# Where each group of features begins in the weight vector.
F_PAIR = 0                          # kind of neighbours, for each zone
F_KING = F_PAIR + 4 * ZONES         # a king lying on a card, by zone
F_BURIED = F_KING + ZONES           # cards under a break, by zone
F_RUN = F_BURIED + ZONES            # length the links reach, 1 where there is none: face down, then open
F_OVER = F_RUN + 28                 # a card that covers a lower one: face down, then open
F_OVER_SUIT = F_OVER + 2            # … of its own suit
F_BASE = F_OVER_SUIT + 2            # rank of an open card at the bottom of a column
F_TOP = F_BASE + 14                 # rank of the top card
F_HIDDEN = F_TOP + 14               # face-down cards of a column that is not empty, 0…15
F_EMPTY = F_HIDDEN + 16             # empty columns, 0…7
F_GONE = F_EMPTY + 8                # runs gone, 0…16, beyond what their links were worth
F_JOIN = F_GONE + 17                # blocks that can be laid on now: fits, travels, linked
F_NEXT = F_JOIN + 4                 # kind of neighbours the next stock card will make, by kind
F_UP = F_NEXT + 4                   # height of a foundation of single cards, 0…13
F_NEEDED = F_UP + 14                # cards above the next card of a foundation, 0…15
FEATURES = F_NEEDED + 16
RUN_WORTH = FEATURES
"""Place behind the weights: what the links of a whole open run are worth (`finished` fills it in)."""


class Tables(NamedTuple):
    """What the search knows of a game beside its rules; the shapes are the same for all games."""

    kinds: Any
    """int8[CODES * CODES]: kind of neighbours with `MOVES` and `JOINED`, at ``lower * CODES + upper``."""
    parents: Any
    """int64[4, CODES]: for each kind and card, the set of cards it may lie on in that kind, as bits."""
    stock: Any
    """int8[cards]: the stock at the start of the search, next card first."""
    copies: Any
    """int64[4]: how many foundations of single cards each suit has."""


def kind_of(rules: Rules, lower: int, upper: int) -> int:
    """Kind of neighbours, `lower` lying on `upper`."""
    if not follows(rules.build, lower, upper):
        return BREAK
    if rules.goal != CARDS and goes_with(SUIT, lower, upper):
        return LINK
    if rules.move == LOOSE:
        return FITS
    if goes_with(rules.move, lower, upper):
        return LINK if rules.goal == CARDS else TRAVELS
    return FITS


def neighbours(rules: Rules, lower: int, upper: int) -> int:
    """Kind of neighbours, and what does not follow from it where builds, moves and runs go by different suits."""
    kind = kind_of(rules, lower, upper)
    moves = rules.move != LOOSE and follows(rules.move, lower, upper)
    joined = kind == LINK if rules.goal == CARDS else follows(SUIT, lower, upper)
    return kind | moves * MOVES | joined * JOINED


def tables(rules: Rules, stock: bytes, suits: str) -> Tables:
    """The tables of one search; `suits`: the pack, a letter for every thirteen cards."""
    return Tables(*_pairs(rules), np.frombuffer(stock, np.int8),
                  np.array([suits.count(letter) for letter in SUITS], np.int64))


@lru_cache(64)
def _pairs(rules: Rules) -> tuple[Any, Any]:
    """The first two of the tables: they take longer than a narrow beam's first levels, and are the same each time."""
    kinds = np.zeros(CODES * CODES, np.int8)
    parents = np.zeros((4, CODES), np.int64)
    cards = [make(suit, rank) for suit in range(4) for rank in range(1, 14)]
    for lower in cards:
        for upper in cards:
            kinds[lower * CODES + upper] = pair = neighbours(rules, lower, upper)
            kind = pair & KIND
            if kind != BREAK:
                parents[kind, lower] |= np.int64(1) << np.int64(upper)
    return kinds, parents


def hand_weights() -> Any:
    """
    Weights to begin learning from, in sixteenths of a point (int32[FEATURES]).

    Source: the compact table of an earlier experiment; where it was silent, zero.
    """
    w = np.zeros(FEATURES)
    for zone, (fits, linked, broken, king, buried) in enumerate(
            ((-50, -20, -45, -15, -0.9), (-30, 4, -23, -20, -0.9), (-27, 5, -24, -15, -0.9))):
        w[F_PAIR + 4 * zone:F_PAIR + 4 * zone + 4] = broken, fits, (fits + linked) / 2, linked
        w[F_KING + zone], w[F_BURIED + zone] = king, buried
    for first in (F_RUN, F_RUN + 14):
        w[first + 2:first + 14] = 2, 3, 5, 6, 8, 9, 9, 9, 10, 11, 12, 15
    w[F_OVER:F_OVER + 4] = -6, -0.5, -2, -1
    w[F_BASE:F_BASE + 14] = -5
    w[F_BASE + 13] = -14
    w[F_TOP:F_TOP + 14] = -11
    w[F_HIDDEN:F_HIDDEN + 16] = [-14, -37, -32, -26, -15] + [0] * 11
    w[F_EMPTY:F_EMPTY + 8] = 0, 25, 60, 90, 105, 120, 135, 150
    w[F_GONE:F_GONE + 17] = np.arange(17) * 20
    w[F_JOIN + FITS], w[F_JOIN + TRAVELS], w[F_JOIN + LINK] = 5, 10, 14.5
    w[F_UP + 1:F_UP + 14] = np.cumsum([25] * 12 + [60])
    w[F_NEEDED:F_NEEDED + 16] = -4.0 * np.arange(16)
    return np.round(w * 16).astype(np.int32)


def finished(weights: Any) -> Any:
    """The weights (int32[stages, FEATURES]) with what follows from them: int32[stages, FEATURES + 1]."""
    worth = 12 * weights[:, F_PAIR + 4 * 2 + LINK] + weights[:, F_RUN + 16:F_RUN + 28].sum(axis=1)
    return np.ascontiguousarray(np.hstack([weights, worth[:, None]]), np.int32)
