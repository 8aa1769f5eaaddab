"""What the outlook looks at: a table with cards nobody has seen, as numbers near one. Compiled.

Each column is described by the same numbers, and the table by some of its own. No number tells one suit from another:
only whether cards go together counts.
"""

import numpy as np
from numba import njit

from ..layout import base
from ..solver.evaluation import BREAK, CODES, FITS, KIND, LINK, TRAVELS
from ..solver.kernel import UNCOUNTED
from ..solver.scoring import HEAD, HEIGHT, HIDDEN, LOWEST, RUN, TOP, VALUE
from .worth import UNKNOWN

# What is said of a column. Its block is what follows in suit up to its top card; the block's first card is its head.
(C_SPACE, C_UNKNOWN, C_OPEN, C_HIDDEN, C_ONE_HIDDEN, C_OPENED, C_BLOCK, C_BREAKS, C_FITS, C_LINKS, C_BURIED,
 C_ONE_BLOCK, C_TWO_BLOCKS, C_MANY_BREAKS, C_TOP, C_TOP_ACE, C_TOP_KING, C_TOP_LOW, C_HEAD, C_HEAD_KING, C_DRAW_LINK,
 C_DRAW_FITS, C_DRAW_HEAD, C_JOIN_LINK, C_JOIN_FITS, C_TURN_LINK, C_TURN_FITS, C_WANTED_LINK, C_WANTED_FITS,
 C_BASE_KING, C_BASE, C_LOWEST, C_VALUE, C_UNDER, C_UNDER_BREAKS, C_LONG) = range(36)
COLUMN = 36
"""How many numbers describe a column."""

# What is said of the table; some of it takes several places.
T_DEALS = 0
T_ROWS = 1              # 7: rows left
T_SPACES = 8            # 5: how many there are
T_GONE, T_HIDDEN, T_OPEN, T_OPENED, T_LINKS, T_BREAKS, T_FITS, T_LONGEST, T_UNSEEN, T_POINTS, T_ALL_OPEN = range(13, 24)
T_UNSEEN_RANK = 24      # 13: how many cards of each rank nobody has seen
T_TOP_RANK = 37         # 13: how many columns end in it
T_HEAD_RANK = 50        # 13: how many blocks begin with it
TABLE = 64
"""How many numbers describe the table beside its columns."""


@njit(cache=True, **UNCOUNTED)
def describe(t, memory, tables, unseen, points, rules, deals, of_columns, of_table):
    """
    Fill float32[columns, COLUMN] and float32[TABLE] for table `t`, which was just measured (`worth`).

    :param points: what it is worth in the judgement
    :param deals: a row is about to be dealt
    """
    columns = memory.columns
    of_columns[:], of_table[:] = 0, 0
    tops = 0
    for c in range(rules.columns):
        tops |= 1 << columns[c, TOP]
    for c in range(rules.columns):
        if columns[c, HEIGHT] == 0:
            of_columns[c, C_SPACE] = 1
            continue
        _describe_cards(t, memory, tables.kinds, rules, c, of_columns[c])
        if columns[c, TOP] & 15 != UNKNOWN:
            _describe_ends(columns, tables.parents, unseen, rules, tops, c, of_columns[c])
    _describe_table(t, columns, rules, of_columns, of_table)
    for card in range(1, CODES):
        if 1 <= card & 15 <= 13:
            of_table[T_UNSEEN_RANK + (card & 15) - 1] += unseen[card] / 8
    of_table[T_DEALS], of_table[T_UNSEEN], of_table[T_POINTS] = deals, unseen[0] / 100, points / 10000


@njit(cache=True, **UNCOUNTED)
def _describe_cards(t, memory, kinds, rules, c, of_column):
    """How the cards of column `c` lie on each other."""
    start, n, hidden = base(rules, c), memory.columns[c, HEIGHT], memory.columns[c, HIDDEN]
    block = min(memory.prefix[c, n, RUN], n - hidden)
    links, breaks, buried = 0, 0, 0
    for j in range(hidden + 1, n):
        kind = kinds[t[start + j] * CODES + t[start + j - 1]] & KIND
        links += kind == LINK
        breaks += kind == BREAK
        buried += (j - hidden) * (kind == BREAK)
    blocks = n - hidden - links
    of_column[C_OPEN], of_column[C_HIDDEN], of_column[C_ONE_HIDDEN] = hidden == 0, hidden / 5, hidden == 1
    of_column[C_OPENED], of_column[C_BLOCK], of_column[C_LONG] = (n - hidden) / 10, block / 13, block >= 7
    of_column[C_BREAKS], of_column[C_FITS], of_column[C_LINKS] = breaks / 4, (blocks - 1 - breaks) / 4, links / 8
    of_column[C_BURIED], of_column[C_ONE_BLOCK] = buried / 10, blocks == 1
    of_column[C_TWO_BLOCKS], of_column[C_MANY_BREAKS] = blocks == 2, blocks >= 4
    of_column[C_LOWEST], of_column[C_VALUE] = memory.prefix[c, n, LOWEST] / 13, memory.columns[c, VALUE] / 3000
    if hidden == 0:
        of_column[C_BASE], of_column[C_BASE_KING] = (t[start] & 15) / 13, t[start] & 15 == 13
    if t[start + n - 1] & 15 == UNKNOWN:
        of_column[C_UNKNOWN] = 1
    elif n - block > hidden:
        head, under = t[start + n - block], t[start + n - block - 1]
        of_column[C_UNDER], of_column[C_UNDER_BREAKS] = (under & 15) / 13, kinds[head * CODES + under] & KIND == BREAK


@njit(cache=True, **UNCOUNTED)
def _describe_ends(columns, parents, unseen, rules, tops, c, of_column):
    """What top and head of column `c` have to do with other columns and with the cards nobody has seen."""
    top, head = columns[c, TOP], columns[c, HEAD]
    rank = top & 15
    of_column[C_TOP], of_column[C_TOP_ACE], of_column[C_TOP_KING] = rank / 13, rank == 1, rank == 13
    of_column[C_TOP_LOW], of_column[C_HEAD], of_column[C_HEAD_KING] = rank <= 3, (head & 15) / 13, head & 15 == 13
    links, fits, takes = 0, 0, 0
    for card in range(1, CODES):
        if unseen[card]:
            link = parents[LINK, card] >> top & 1
            links += unseen[card] * link
            fits += unseen[card] * ((parents[TRAVELS, card] | parents[FITS, card]) >> top & 1 & ~link)
            takes += unseen[card] * (parents[LINK, head] >> card & 1)
    total = max(1, unseen[0]) / 10
    of_column[C_DRAW_LINK], of_column[C_DRAW_FITS], of_column[C_DRAW_HEAD] = links / total, fits / total, takes / total
    link = tops & parents[LINK, head] != 0
    fit = not link and tops & (parents[TRAVELS, head] | parents[FITS, head]) != 0
    of_column[C_JOIN_LINK], of_column[C_JOIN_FITS] = link, fit
    if of_column[C_ONE_BLOCK] and not of_column[C_OPEN]:
        of_column[C_TURN_LINK], of_column[C_TURN_FITS] = link, fit
    for d in range(rules.columns):
        if d != c and columns[d, HEIGHT] > 0:
            other = columns[d, HEAD]
            link = parents[LINK, other] >> top & 1
            of_column[C_WANTED_LINK] += link / 2
            of_column[C_WANTED_FITS] += ((parents[TRAVELS, other] | parents[FITS, other]) >> top & 1 & ~link) / 2


@njit(cache=True, **UNCOUNTED)
def _describe_table(t, columns, rules, of_columns, of_table):
    """What all columns come to, rows left, and runs gone."""
    spaces, hidden, opened, gone = 0, 0, 0, 0
    for c in range(rules.columns):
        n, down = columns[c, HEIGHT], columns[c, HIDDEN]
        if n == 0:
            spaces += 1
            continue
        hidden += down
        opened += n - down
        of_table[T_OPEN] += (down == 0) / 10
        of_table[T_LINKS] += of_columns[c, C_LINKS] / 5
        of_table[T_BREAKS] += of_columns[c, C_BREAKS] * 4 / 15
        of_table[T_FITS] += of_columns[c, C_FITS] * 4 / 15
        of_table[T_LONGEST] = max(of_table[T_LONGEST], of_columns[c, C_BLOCK])
        if 1 <= columns[c, TOP] & 15 <= 13:
            of_table[T_TOP_RANK + (columns[c, TOP] & 15) - 1] += np.float32(0.5)
        if 1 <= columns[c, HEAD] & 15 <= 13:
            of_table[T_HEAD_RANK + (columns[c, HEAD] & 15) - 1] += np.float32(0.5)
    while gone < rules.piles and t[1 + gone]:
        gone += 1
    of_table[T_ROWS + min(t[0] // rules.columns, 6)], of_table[T_SPACES + min(spaces, 4)] = 1, 1
    of_table[T_GONE], of_table[T_HIDDEN], of_table[T_ALL_OPEN] = gone / 8, hidden / 44, hidden == 0
    of_table[T_OPENED] = opened / 50
