"""What a table with cards nobody has seen is worth to whoever plays on it. Compiled.

The solver's evaluation judges what lies open; a card nobody has seen has a code of its own there, that no card follows
or precedes. What is added here looks at chances: which columns could be turned, which unseen cards would fit.
"""

from typing import Any

import numpy as np
from numba import njit

from ..rules import RUNS, Rules
from ..solver.evaluation import CODES, FEATURES, FITS, LINK, TRAVELS, Tables, tables
from ..solver.kernel import UNCOUNTED
from ..solver.scoring import HEAD, HEIGHT, HIDDEN, RUN, TOP, measure

UNKNOWN = 14
"""Code of a card nobody has seen: a rank above the king's, which the tables of neighbours link to nothing."""

# Places in the weight vector behind the solver's.
E_TURN_LINK = FEATURES + 1          # columns that can be turned: the whole open part has its parent on a top
E_TURN_FITS = E_TURN_LINK + 1       # … has only a parent of another suit there
E_DRAW_LINK = E_TURN_FITS + 1       # tenths of the unseen cards that some top would take, in suit
E_DRAW_FITS = E_DRAW_LINK + 1       # … only in another suit
E_DRAW_HEAD = E_DRAW_FITS + 1       # tenths of the unseen cards that would take the block of some column, in suit
E_DEAL = E_DRAW_HEAD + 1            # a row is dealt
E_DEAL_HEAD = E_DEAL + 1            # as E_DRAW_HEAD, where a row is dealt
WEIGHTS = E_DEAL_HEAD + 1
"""How long the weight vector is."""


@njit(cache=True, **UNCOUNTED)
def turnable(prefix, columns, parents, w, rules, tops):
    """Points for the columns that could be turned at once."""
    points = 0
    for c in range(rules.columns):
        opened = columns[c, HEIGHT] - columns[c, HIDDEN]
        if columns[c, HIDDEN] == 0 or prefix[c, columns[c, HEIGHT], RUN] < opened:
            continue
        head = columns[c, HEAD]
        if tops & parents[LINK, head]:
            points += w[E_TURN_LINK]
        elif tops & (parents[TRAVELS, head] | parents[FITS, head]):
            points += w[E_TURN_FITS]
    return points


@njit(cache=True, **UNCOUNTED)
def chances(columns, parents, unseen, w, rules, tops, deals):
    """Points for the unseen cards that would fit."""
    wanted, links, fits, takes = 0, 0, 0, 0
    for c in range(rules.columns):
        wanted |= parents[LINK, columns[c, HEAD]]
    for card in range(1, CODES):
        count = unseen[card]
        if count == 0:
            continue
        if tops & parents[LINK, card]:
            links += count
        elif tops & (parents[TRAVELS, card] | parents[FITS, card]):
            fits += count
        if wanted >> card & 1:
            takes += count
    points = w[E_DRAW_LINK] * links + w[E_DRAW_FITS] * fits + w[E_DRAW_HEAD] * takes
    if deals:
        points += w[E_DEAL_HEAD] * takes
    return 10 * points // unseen[0]


@njit(cache=True, **UNCOUNTED)
def worth(t, memory, tables, unseen, w, rules, deals):
    """Points for table `t`, on which a card was just turned, or (`deals`) a row is about to be dealt."""
    columns, parents = memory.columns, tables.parents
    points = measure(t, memory.prefix, columns, memory.places, memory.piles, tables, w, rules)[1]
    tops = 0
    for c in range(rules.columns):
        tops |= 1 << columns[c, TOP]
    points += turnable(memory.prefix, columns, parents, w, rules, tops)
    if unseen[0]:
        points += chances(columns, parents, unseen, w, rules, tops, deals)
    return points + w[E_DEAL] if deals else points


@njit(cache=True, **UNCOUNTED)
def count_unseen(pack, t, rules, unseen):
    """Fill `unseen` with how often each card of `pack` is not seen on view `t`; place 0: how many in all."""
    for card in range(CODES):
        unseen[card] = pack[card]
    columns = rules.columns
    for c in range(columns):
        first = 1 + rules.piles + 2 * columns + rules.cards * (1 + c)
        down = t[1 + rules.piles + columns + c]
        for j in range(down, t[1 + rules.piles + c]):
            unseen[t[first + j]] -= 1
    for p in range(1, 1 + rules.piles):
        card = t[p]
        if card:
            last = card + 12 if rules.goal == RUNS else card
            for gone in range((card >> 4 << 4) + 1, last + 1):
                unseen[gone] -= 1
    unseen[0] = 0
    total = 0
    for card in range(1, CODES):
        total += unseen[card]
    unseen[0] = total


def counts(cards: bytes | list[int]) -> Any:
    """How often each card is among `cards`; int64[CODES], place 0: how many in all."""
    found = np.bincount(list(cards), minlength=CODES).astype(np.int64)
    found[0] = len(cards)
    return found


def tables_of(rules: Rules, suits: str, stock: int) -> Tables:
    """The solver's tables for a search that knows no card of the stock; `suits`: the pack."""
    return tables(rules, bytes([UNKNOWN]) * stock, suits)
