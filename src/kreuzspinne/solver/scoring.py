"""Keys and scores of tables, compiled: from scratch, and column by column so that a child's come by difference.

A prefix entry says what the first j cards of a column come to: hash, score, run, how many of them move as
one, and the lowest ranks. A child changes two columns, so all it costs is a few entries.
"""

import numpy as np
from numba import njit

from ..layout import base, face_down, height
from ..rules import AUTO, CARDS, LOOSE, RUNS
from ..table import first_dealt
from .evaluation import (
    BREAK,
    CODES,
    F_BASE,
    F_BURIED,
    F_EMPTY,
    F_GONE,
    F_HIDDEN,
    F_JOIN,
    F_KING,
    F_NEEDED,
    F_NEXT,
    F_OVER,
    F_OVER_SUIT,
    F_PAIR,
    F_RUN,
    F_TOP,
    F_UP,
    FEATURES,
    FITS,
    JOINED,
    KIND,
    LINK,
    MOVES,
    RUN_WORTH,
    TRAVELS,
)
from .kernel import UNCOUNTED

# Fields of a prefix entry.
HASH, SCORE, RUN, MOVING, LOWEST, BY_SUIT = range(6)
# Fields of a column of the table that is being expanded.
HEIGHT, HIDDEN, KEY, VALUE, TOP, HEAD = range(6)


@njit(cache=True, inline="always", **UNCOUNTED)
def mix(h):
    h = (h ^ (h >> 31)) * 0x7FB5D329728EA185
    h = (h ^ (h >> 27)) * 0x1B03738712FAD5C9
    return h ^ (h >> 33)


@njit(cache=True, inline="always", **UNCOUNTED)
def put(prefix, kinds, w, loose, row, j, card, prev, hid):
    """Extend the prefix entries of `row` by `card`, its j-th from 0, lying on `prev`."""
    # Written without branches where it can be: what a card meets is hard to predict.
    rank = card & 15
    suit4 = (card >> 4) * 4
    zone = 0 if j < hid else (1 if hid > 0 else 2)
    opened = 1 if zone > 0 else 0
    h = (prefix[row, j, HASH] ^ card) * 0x2545F4914F6CDD1D + 0x1234567
    by_suit = prefix[row, j, BY_SUIT]
    own = by_suit >> suit4 & 15
    run, moving, lowest = 1, opened, rank
    if j == 0:
        score = w[F_BASE + rank] if zone == 2 else 0
    else:
        pair = kinds[card * CODES + prev]
        kind = pair & KIND
        broken = 1 if kind == BREAK else 0
        run = prefix[row, j, RUN] + 1 if pair & JOINED else 1
        moving = opened * (prefix[row, j, MOVING] + 1 if loose or pair & MOVES else 1)
        under = prefix[row, j, LOWEST]
        covers = 1 if under < rank else 0
        covers_own = 1 if 0 < own < rank else 0
        king = 1 if rank == 13 else 0
        lowest = under if under < rank else rank
        score = (
            prefix[row, j, SCORE]
            + w[F_PAIR + 4 * zone + kind]
            + w[F_RUN + 14 * opened + min(run, 13)]
            + broken * j * w[F_BURIED + zone]
            + king * w[F_KING + zone]
            + covers * w[F_OVER + opened]
            + covers_own * w[F_OVER_SUIT + opened]
        )
    lower = own if 0 < own < rank else rank
    prefix[row, j + 1, HASH] = h ^ (h >> 29)
    prefix[row, j + 1, SCORE] = score
    prefix[row, j + 1, RUN] = run
    prefix[row, j + 1, MOVING] = moving
    prefix[row, j + 1, LOWEST] = lowest
    prefix[row, j + 1, BY_SUIT] = (by_suit & ~(15 << suit4)) | lower << suit4


@njit(cache=True, inline="always", **UNCOUNTED)
def copy(prefix, row, to, j):
    """Copy one prefix entry to another row."""
    for field in range(6):
        prefix[to, j, field] = prefix[row, j, field]


@njit(cache=True, inline="always", **UNCOUNTED)
def column_key(h, n, hid, column, stock_left):
    """A column's share of the state's key; while rows are still to come, its place matters."""
    place = (column + 1) * 0x9E3779B97F4A7C1 if stock_left else 0
    return mix(h + n * 0x632BE59BD9B4E019 + hid * 0x5851F42D4C957F2D + place)


@njit(cache=True, inline="always", **UNCOUNTED)
def column_value(w, kinds, score, n, hid, card, following):
    """A column's share of the score; `following` is the next stock card for it, or 0."""
    if n == 0:
        return 0
    value = score + w[F_HIDDEN + min(hid, 15)] + w[F_TOP + (card & 15)]
    if following:
        value += w[F_NEXT + (kinds[following * CODES + card] & KIND)]
    return value


@njit(cache=True, inline="always", **UNCOUNTED)
def following_card(stock, rules, stock_left, column):
    """The next stock card that will fall on `column`, or 0."""
    if stock_left == 0:
        return 0
    count = min(stock_left, rules.columns)
    place = column - first_dealt(rules, count)
    if place < 0 or place >= count:
        return 0
    return stock[len(stock) - stock_left + place]


@njit(cache=True, inline="always", **UNCOUNTED)
def settle(t, prefix, columns, kinds, stock, w, rules, column, row, length, source_start, m, turned_row):
    """
    What `column` is worth once its first `length` cards, whose entries stand in `row`, are all it has.

    Complete runs leave and a card is turned. The cards from index `m` on lie at `source_start`, as they came.
    Sets the column's top and head; returns key, value, runs that left, and whether it is empty now.
    """
    start, down, left = base(rules, column), columns[column, HIDDEN], 0
    stock_left = t[0]
    while rules.runs == AUTO and length - down >= 13 and prefix[row, length, RUN] >= 13:
        ace = t[source_start + length - 1 - m] if length > m else t[start + length - 1]
        if ace & 15 != 1:
            break
        length -= 13
        left += 1
        row = column  # a run takes every moved card along: what stays lay there before
    if length > 0 and length == down:
        down -= 1
        under = t[start + length - 2] if length > 1 else 0
        copy(prefix, column, turned_row, length - 1)
        row = turned_row
        put(prefix, kinds, w, rules.move == LOOSE, row, length - 1, t[start + length - 1], under, down)
    card, head = 0, 0
    if length > 0:
        card = t[source_start + length - 1 - m] if length > m else t[start + length - 1]
        where = length - min(prefix[row, length, RUN], length - down)
        head = t[source_start + where - m] if where >= m else t[start + where]
    columns[column, TOP], columns[column, HEAD] = card, head
    key = column_key(prefix[row, length, HASH], length, down, column, stock_left)
    value = column_value(
        w, kinds, prefix[row, length, SCORE], length, down, card, following_card(stock, rules, stock_left, column)
    )
    return key, value, left, length == 0


@njit(cache=True, inline="always", **UNCOUNTED)
def common(columns, parents, w, rules, empty, gone):
    """Points that belong to no column: spaces, runs gone, and the blocks that some top card would take now."""
    points = w[F_EMPTY + min(empty, 7)] + w[F_GONE + min(gone, 16)]
    if rules.goal == RUNS:
        points += gone * w[RUN_WORTH]
    tops = 0
    for c in range(rules.columns):
        tops |= 1 << columns[c, TOP]
    for c in range(rules.columns):
        head = columns[c, HEAD]
        if tops & parents[LINK, head]:
            points += w[F_JOIN + LINK]
        elif tops & parents[TRAVELS, head]:
            points += w[F_JOIN + TRAVELS]
        elif tops & parents[FITS, head]:
            points += w[F_JOIN + FITS]
    return points


@njit(cache=True, **UNCOUNTED)
def foundations(columns, places, piles, copies, w, source, target, count):
    """Points for the foundations of single cards, after `count` cards went from `source` to `target` (-1: none)."""
    points = 0
    started = 0
    for pile in piles:
        if pile:
            points += w[F_UP + (pile & 15)]
            started += 1 << (4 * (pile >> 4))
            if pile & 15 < 13:
                points += needed(columns, places, w, pile + 1, source, target, count)
    for suit in range(4):
        if started >> (4 * suit) & 15 < copies[suit]:
            points += needed(columns, places, w, suit << 4 | 1, source, target, count)
    return points


@njit(cache=True, **UNCOUNTED)
def needed(columns, places, w, card, source, target, count):
    """Points by how many cards lie on the nearest one of the cards that a foundation needs next."""
    best = 99
    for i in range(places[card, 0]):
        column, index = places[card, 1 + i] >> 8, places[card, 1 + i] & 255
        above = columns[column, HEIGHT] - 1 - index
        if column == source:
            if above >= count:
                above -= count
            elif target < 0:
                continue
        elif column == target:
            above += count
        best = min(best, above)
    return w[F_NEEDED + min(best, 15)] if best < 99 else 0


@njit(cache=True, **UNCOUNTED)
def measure(t, prefix, columns, places, piles, tables, w, rules):
    """Fill the prefix entries from table `t`; return its key, score, what of it is no column's, spaces, runs gone."""
    kinds, parents, stock, copies = tables
    stock_left, loose, single = t[0], rules.move == LOOSE, rules.goal == CARDS
    key, score, empty = mix(stock_left + 77), 0, 0
    if single:
        places[:, 0] = 0
    for c in range(rules.columns):
        n, hid = height(t, rules, c), face_down(t, rules, c)
        start = base(rules, c)
        prev = 0
        for j in range(n):
            card = t[start + j]
            put(prefix, kinds, w, loose, c, j, card, prev, hid)
            prev = card
            if single:
                places[card, 0] += 1
                places[card, places[card, 0]] = c << 8 | j
        block = min(prefix[c, n, RUN], n - hid)
        columns[c, HEIGHT], columns[c, HIDDEN], columns[c, TOP] = n, hid, prev
        columns[c, HEAD] = t[start + n - block] if n else 0
        columns[c, KEY] = column_key(prefix[c, n, HASH], n, hid, c, stock_left)
        columns[c, VALUE] = column_value(
            w, kinds, prefix[c, n, SCORE], n, hid, prev, following_card(stock, rules, stock_left, c)
        )
        key += columns[c, KEY]
        score += columns[c, VALUE]
        empty += n == 0
    gone = 0
    if single:
        for p in range(rules.piles):
            piles[p] = t[1 + p]
            gone += t[1 + p] & 15 == 13
    else:
        while gone < rules.piles and t[1 + gone]:
            gone += 1
    shared = common(columns, parents, w, rules, empty, gone)
    if single:
        shared += foundations(columns, places, piles, copies, w, -1, -1, 0)
    return key, score + shared, shared, empty, gone


@njit(cache=True)
def feature_counts(memory, tables, rules, out):
    """How often each feature occurs on the table in hand, by asking the evaluation for one weight at a time."""
    w = np.zeros(FEATURES + 1, np.int32)
    for feature in range(FEATURES):
        w[feature] = 1
        w[RUN_WORTH] = 0
        if feature == F_PAIR + 4 * 2 + LINK:
            w[RUN_WORTH] = 12
        elif F_RUN + 16 <= feature < F_RUN + 28:
            w[RUN_WORTH] = 1
        out[feature] = measure(memory.t, memory.prefix, memory.columns, memory.places, memory.piles, tables, w, rules)[
            1
        ]
        w[feature] = 0
