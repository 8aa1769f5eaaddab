"""Where one builds in suit and every open card moves (Scorpion): cards that wait for each other, and safe moves.

A card has one place to go, its *parent*: the next higher card of its suit. It gets there when the card that lies on
the parent has gone before, and only kings (or any card, by the rules) go to a space. Imagine that a card which could
go once has gone for good, and that a space which could be made is never filled. If even so a card never gets onto its
parent, the game is lost, for every run must come together.

A move onto a run that grows from a king on the floor does no harm once the stock is empty. Nothing else is ever laid
on that run, and none of its cards needs to go anywhere; so whatever can be done with the moved cards where they were
can be done with them here, and what lay under them is free earlier. Where there is such a move, no other is tried.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..cards import KING, rank
from ..layout import base, face_down, height
from ..position import Position
from ..rules import ANY_CARD, CARDS, LOOSE, NOTHING, SUIT, follows
from ..table import unpack
from .hopeless import up_to
from .kernel import UNCOUNTED
from .tangle import has_twins

CODES = 64


class Knot(NamedTuple):
    """Of each card, what lies on it and where it lies: column and index, or -1 each in the stock."""

    above: Any
    column: Any
    index: Any


def can_knot(position: Position) -> bool:
    """Does the argument hold: does every card have one place to go, and moves whatever lies on it?"""
    rules = position.rules
    return rules.build == SUIT and rules.move == LOOSE and rules.goal != CARDS and not has_twins(position)


def make_knot(asked: bool) -> Knot:
    """Room to look in; of no use where nothing will be asked."""
    above, column, index = (np.zeros(CODES if asked else 0, np.int64) for _ in range(3))
    return Knot(above, column, index)


@njit(cache=True, **UNCOUNTED)
def look(t, rules, knot):
    """Note where each card lies; the sets of those that are not on their parents (or on the floor, kings), and are."""
    wrong, right = 0, 0
    for c in range(rules.columns):
        n, start = height(t, rules, c), base(rules, c)
        for j in range(n):
            card = t[start + j]
            knot.above[card] = t[start + j + 1] if j + 1 < n else 0
            knot.column[card], knot.index[card] = c, j
            if follows(SUIT, card, t[start + j - 1]) if j else rank(card) == KING:
                right |= 1 << card
            else:
                wrong |= 1 << card
    for i in range(t[0]):
        card = t[base(rules, 0) - 1 - i]
        knot.above[card], knot.column[card], knot.index[card] = 0, -1, -1
        wrong |= 1 << card
    for pile in range(rules.piles):
        if t[1 + pile]:
            right |= up_to((t[1 + pile] & 48) | KING)
    return wrong, right


@njit(cache=True, **UNCOUNTED)
def gets_home(t, rules, knot, card, gone):
    """Can `card` get onto its parent, when all of `gone` have left the places where they lay?"""
    parent = card + 1
    above = knot.above[parent]
    if above and not gone >> above & 1:
        return False
    if knot.column[card] != knot.column[parent] or knot.index[parent] <= knot.index[card]:
        return True
    start = base(rules, knot.column[card])        # the parent lies on it: some card between must go first
    for j in range(knot.index[card] + 1, knot.index[parent] + 1):
        if gone >> t[start + j] & 1:
            return True
    return False


@njit(cache=True, **UNCOUNTED)
def makes_space(t, rules, home, gone):
    """Is there a space, or one when all of `gone` have left the places where they lay?"""
    for c in range(rules.columns):
        if height(t, rules, c) == 0:
            return True
        lowest = t[base(rules, c)]
        if gone >> lowest & 1 or (rank(lowest) == KING and up_to(lowest - 1) & ~home == 0):
            return True
    return False


@njit(cache=True, **UNCOUNTED)
def is_knotted(t, rules, knot):
    """Is there a card that never gets onto its parent, so that the table cannot be won?"""
    if len(knot.above) == 0:
        return False
    wrong, right = look(t, rules, knot)
    gone, before = 0, -1
    while gone != before:
        before = gone
        space = rules.space != NOTHING and makes_space(t, rules, right | gone, gone)
        for card in range(CODES):
            if not (wrong & ~gone) >> card & 1:
                continue
            if rank(card) == KING:
                leaves = space or up_to(card - 1) & ~(right | gone) == 0
            else:
                leaves = (space and rules.space == ANY_CARD) or gets_home(t, rules, knot, card, gone)
            if leaves:
                gone |= 1 << card
    for its_suit in range(4):
        if wrong & ~gone & up_to(its_suit << 4 | KING - 1):
            return True
    return False


@njit(cache=True, **UNCOUNTED)
def is_safe(t, rules, move):
    """Does `move` lay cards on a run that grows from a king on the floor?"""
    source, target, _ = unpack(move)
    if source >= rules.columns or target >= rules.columns:
        return False
    n, start = height(t, rules, target), base(rules, target)
    if n == 0 or rank(t[start]) != KING or face_down(t, rules, target):
        return False
    return t[start + n - 1] == t[start] - (n - 1)


@njit(cache=True, **UNCOUNTED)
def only_safe(t, rules, knot, moves, k):
    """Where one of `k` moves is safe, leave it alone in the list; how many there are then."""
    if len(knot.above) and t[0] == 0:
        for i in range(k):
            if is_safe(t, rules, moves[i]):
                moves[0] = moves[i]
                return 1
    return k
