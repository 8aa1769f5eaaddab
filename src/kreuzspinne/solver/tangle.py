"""Tables that cannot be won once all cards are dealt, seen by counting hosts.

The cards of a column lie *fast* up to the last one that could not be laid on the card under it; those above are
*loose*. Each loose card lies on a host of its own, or on the floor of a column in which none lies fast. With the stock
empty no card comes to lie fast again, and no game whose runs leave is won while one does. So the fast cards must come
loose in some order, a column's last one first; and each time there must be, besides the hosts of all loose
cards, a free one for the card that comes loose, while the end of the run that it heads is free too.

Whether such an order exists depends on nothing but which cards lie fast; where the loose ones lie is not asked. A run
counts as gone as soon as all its cards are loose (its king may be the last fast one of a column): what goes takes as
many hosts with it as it needed, and what comes to light under it brings its own, so that this never does harm.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..cards import ACE, KING, rank, red, suit
from ..layout import base, height
from ..position import Position, all_cards
from ..rules import CARDS, COLOUR, LOOSE, RANK, STAY, SUIT, Rules, follows
from .hopeless import up_to
from .kernel import UNCOUNTED
from .visited import fold_column, shares, slot_of

LACKING, FLOORS, FREED, GONE, COLUMN, HASH, SLOT = range(7)
"""
Sums of a row: hosts that loose cards lack, columns without fast cards, sets of the cards that are loose and suits gone;
the next column to try, and where the answer goes.
"""
SOON, NEVER, UNKNOWN = range(3)
KINDS = 64
"""Cards that may lie on the same hosts are of one kind; kind 0 is that of none."""
DEEPEST = 53
ANSWERS = 1 << 20


class Tangle(NamedTuple):
    """What is counted, a row for each card that was made to come loose, and the answers that were found."""

    sums: Any
    """int64[…, 7]"""
    wanted: Any
    """int64[…, KINDS]: how many more loose cards than hosts there are of each kind."""
    fast: Any
    """int64[…, columns]: how many cards of each column lie fast."""
    prefix: Any
    """int64[columns, cards + 1, 2]: hashes of the first cards of each column."""
    answers: Any
    """int64[slots]: 63 bits of a hash of the fast cards, and 1 if they never come loose; without slots nobody asks."""


def has_twins(position: Position) -> bool:
    """Is any card there twice?"""
    return max(all_cards(position).values(), default=0) > 1


def can_count(position: Position) -> bool:
    """Does the argument hold: no twins, runs leave, and what moves as one or leaves could be laid so card by card?"""
    rules = position.rules
    if rules.goal == CARDS or rules.runs == STAY or rules.move == LOOSE or has_twins(position):
        return False
    return rules.build == RANK or (rules.build in (SUIT, COLOUR) and rules.move in (SUIT, rules.build))


def make_tangle(rules: Rules, asked: bool) -> Tangle:
    """Room to count in; of no use where nothing will be asked."""
    def numbers(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    rows = DEEPEST if asked else 0
    return Tangle(sums=numbers(rows, 7), wanted=numbers(rows, KINDS), fast=numbers(rows, rules.columns),
                  prefix=numbers(rules.columns, rules.cards + 1, 2), answers=numbers(ANSWERS if asked else 0))


@njit(cache=True, inline="always", **UNCOUNTED)
def kind_of(build, card):
    """The kind of `card`: cards of one kind may lie on the same hosts."""
    if build == RANK:
        return rank(card)
    return card if build == SUIT else rank(card) + 16 * red(card)


@njit(cache=True, inline="always", **UNCOUNTED)
def guests_of(build, card):
    """The kind of card that may lie on `card`."""
    return kind_of(build, card - 1) if rank(card) > ACE else 0


@njit(cache=True, inline="always", **UNCOUNTED)
def count(sums, wanted, kind, more):
    """There are so many more loose cards (fewer hosts) of a kind."""
    if kind:
        before = wanted[kind]
        wanted[kind] = before + more
        sums[LACKING] += max(0, before + more) - max(0, before)


@njit(cache=True, inline="always", **UNCOUNTED)
def free(sums, wanted, build, card):
    """A card is loose."""
    sums[FREED] |= 1 << card
    count(sums, wanted, kind_of(build, card), 1)


@njit(cache=True, **UNCOUNTED)
def uncover(t, rules, tangle, depth, column, n):
    """The first `n` cards of `column` come to light: they are loose down to the last that lies fast."""
    sums, wanted, start = tangle.sums[depth], tangle.wanted[depth], base(rules, column)
    while n > 0:
        card = t[start + n - 1]
        count(sums, wanted, guests_of(rules.build, card), -1)
        if n > 1 and not follows(rules.build, card, t[start + n - 2]):
            break
        free(sums, wanted, rules.build, card)
        n -= 1
    tangle.fast[depth, column] = n
    sums[FLOORS] += n == 0


@njit(cache=True, **UNCOUNTED)
def last_fast(t, rules, tangle, depth, card):
    """The column whose last fast card is `card`; -1: none."""
    for c in range(rules.columns):
        n = tangle.fast[depth, c]
        if n and t[base(rules, c) + n - 1] == card:
            return c
    return -1


@njit(cache=True, **UNCOUNTED)
def run_goes(t, rules, tangle, depth, its_suit):
    """Let the run of a suit go, if it can; did it?"""
    sums, wanted = tangle.sums[depth], tangle.wanted[depth]
    king = its_suit << 4 | KING
    if sums[GONE] >> its_suit & 1 or up_to(king - 1) & ~sums[FREED]:
        return False
    column = -1 if sums[FREED] >> king & 1 else last_fast(t, rules, tangle, depth, king)
    if column < 0 and not sums[FREED] >> king & 1:
        return False
    for card in range(king - KING + 1, king + 1):
        count(sums, wanted, guests_of(rules.build, card), 1)
        if card < king or column < 0:
            count(sums, wanted, kind_of(rules.build, card), -1)
    sums[GONE] |= 1 << its_suit
    if column >= 0:
        uncover(t, rules, tangle, depth, column, tangle.fast[depth, column] - 1)
    return True


@njit(cache=True, **UNCOUNTED)
def runs_go(t, rules, tangle, depth):
    """Let every run go that can."""
    its_suit = 0
    while its_suit < 4:
        its_suit = 0 if run_goes(t, rules, tangle, depth, its_suit) else its_suit + 1


@njit(cache=True, **UNCOUNTED)
def may_come_loose(t, rules, tangle, depth, column):
    """Are there hosts enough at the moment when the last fast card of `column` moves?"""
    sums, wanted = tangle.sums[depth], tangle.wanted[depth]
    card = t[base(rules, column) + tangle.fast[depth, column] - 1]
    lacking = sums[LACKING] + (wanted[kind_of(rules.build, card)] >= 0)
    if lacking > sums[FLOORS]:
        return False
    if rules.move != SUIT or lacking < sums[FLOORS]:
        return True
    while rank(card) > ACE and wanted[guests_of(rules.build, card)] >= 0:
        card -= 1               # it may not lie free, but carry the next of its suit, which must be loose then
        if not sums[FREED] >> card & 1:
            return False
    return True


@njit(cache=True, **UNCOUNTED)
def come_loose(t, rules, tangle, depth, column):
    """The last fast card of `column` comes loose: the next row."""
    for i in range(4):
        tangle.sums[depth + 1, i] = tangle.sums[depth, i]
    for i in range(KINDS):
        tangle.wanted[depth + 1, i] = tangle.wanted[depth, i]
    for c in range(rules.columns):
        tangle.fast[depth + 1, c] = tangle.fast[depth, c]
    n = tangle.fast[depth, column] - 1
    free(tangle.sums[depth + 1], tangle.wanted[depth + 1], rules.build, t[base(rules, column) + n])
    uncover(t, rules, tangle, depth + 1, column, n)
    runs_go(t, rules, tangle, depth + 1)


@njit(cache=True, **UNCOUNTED)
def ask(t, rules, tangle, depth):
    """What is known of the fast cards of this row."""
    one, two, sums, fast = 0, 0, tangle.sums[depth], tangle.fast[depth]
    for c in range(rules.columns):
        if fast[c]:
            a, b = shares(tangle.prefix[c, fast[c], 0], tangle.prefix[c, fast[c], 1], fast[c], 0, c, 0)
            one, two = one + a, two + b
    if one == two == 0:
        return SOON
    sums[HASH], sums[SLOT], sums[COLUMN] = one | 1, slot_of(two, len(tangle.answers)), 0
    found = tangle.answers[sums[SLOT]]
    return UNKNOWN if found | 1 != sums[HASH] else NEVER if found & 1 else SOON


@njit(cache=True, **UNCOUNTED)
def next_column(t, rules, tangle, depth):
    """The next column of which a card may come loose, from where this row was left; -1: no more."""
    for c in range(tangle.sums[depth, COLUMN], rules.columns):
        if tangle.fast[depth, c] and may_come_loose(t, rules, tangle, depth, c):
            tangle.sums[depth, COLUMN] = c + 1
            return c
    return -1


@njit(cache=True, **UNCOUNTED)
def never_loose(t, rules, tangle):
    """Is there no order in which all fast cards of the first row come loose?"""
    # Step by step and not by itself: Numba crashes on a function of this kind that calls itself, once it is cached.
    answer, depth = ask(t, rules, tangle, 0), 0
    while answer != SOON and depth >= 0:
        if answer == UNKNOWN:
            column = next_column(t, rules, tangle, depth)
            if column >= 0:
                come_loose(t, rules, tangle, depth, column)
                depth += 1
                answer = ask(t, rules, tangle, depth)
                continue
            tangle.answers[tangle.sums[depth, SLOT]] = tangle.sums[depth, HASH]
        depth -= 1
        answer = UNKNOWN
    for row in range(depth):
        tangle.answers[tangle.sums[row, SLOT]] = tangle.sums[row, HASH] - 1
    return depth < 0


@njit(cache=True, **UNCOUNTED)
def is_tangled(t, rules, tangle):
    """Can the cards of this table never all come loose, so that it cannot be won? (Asked with an empty stock.)"""
    if t[0] != 0 or len(tangle.answers) == 0:
        return False
    tangle.sums[0, :] = 0
    tangle.wanted[0, :] = 0
    for pile in range(rules.piles):
        if t[1 + pile]:
            tangle.sums[0, GONE] |= 1 << suit(t[1 + pile])
    for c in range(rules.columns):
        fold_column(t, rules, tangle.prefix, c)
        uncover(t, rules, tangle, 0, c, height(t, rules, c))
    runs_go(t, rules, tangle, 0)
    return never_loose(t, rules, tangle)
