"""The positions a complete search has met, each known by two independent hashes.

A slot keeps 63 bits of one hash and 16 of the other, and where it lies says some eighteen more: among ten million
positions the chance that any two different ones are taken for one is below one in 10^14.
"""

from typing import Any

import numpy as np
from numba import njit

from ..layout import base, face_down, height
from .kernel import UNCOUNTED
from .scoring import mix

WORDS = 5
"""A slot is so many words of sixteen bits; a first one of 0 is free."""
LOAD = 0.9
"""How full the table may become."""


@njit(cache=True, inline="always", **UNCOUNTED)
def fold(one, two, card):
    """Both hashes of a column with one more `card` on it."""
    one = (one ^ card) * 0x2545F4914F6CDD1D + 0x1234567
    two = (two + card) * 0x369DEA0F31A53F85 + 0x7654321
    return one ^ (one >> 29), two ^ (two >> 31)


@njit(cache=True, inline="always", **UNCOUNTED)
def shares(one, two, n, down, column, stock_left):
    """What a column of `n` cards, `down` of them face down, adds to a position's two hashes."""
    if stock_left:          # while rows are still to come, its place matters
        one += (column + 1) * 0x9E3779B97F4A7C1
        two += (column + 1) * 0x5851F42D4C957F2D
    shape = down * 97 + n
    return mix(one + shape * 0x632BE59BD9B4E019), mix(two ^ shape * 0x5DEECE66D)


@njit(cache=True, **UNCOUNTED)
def fold_column(t, rules, prefix, column):
    """Fill in the hashes of the first 0, 1, 2 … cards of `column`; its shares."""
    n, start = height(t, rules, column), base(rules, column)
    one, two = 0, 0x51ED27
    prefix[column, 0, 0], prefix[column, 0, 1] = one, two
    for j in range(n):
        one, two = fold(one, two, t[start + j])
        prefix[column, j + 1, 0], prefix[column, j + 1, 1] = one, two
    return shares(one, two, n, face_down(t, rules, column), column, t[0])


@njit(cache=True, **UNCOUNTED)
def keys(t, rules, prefix, parts):
    """Both hashes of a table; `parts`: the columns' shares."""
    one, two = mix(t[0] + 11), mix(t[0] + 23)
    for c in range(rules.columns):
        parts[c, 0], parts[c, 1] = fold_column(t, rules, prefix, c)
        one += parts[c, 0]
        two += parts[c, 1]
    return one, two


@njit(cache=True, inline="always", **UNCOUNTED)
def slot_of(two, slots):
    """Where the search for a key begins: by bits that no slot keeps."""
    return ((two >> 32) & 0x7FFFFFFF) * slots >> 31


@njit(cache=True, **UNCOUNTED)
def fetch(visited, found, k):
    """Look at the slots of the first `k` keys at once: memory answers many questions in the time of one."""
    seen = 0
    for i in range(k):
        seen ^= visited[slot_of(found[i, 1], len(visited)), 0]
    found[len(found) - 1, 0] = seen         # or the compiler would leave the loop out


@njit(cache=True, **UNCOUNTED)
def enter(visited, one, two):
    """Enter a position; was it new?"""
    at = slot_of(two, len(visited))
    a, b, c, d = np.int16(one | 1), np.int16(one >> 16), np.int16(one >> 32), np.int16(one >> 48)
    e = np.int16(two)
    while visited[at, 0] != 0:
        if (visited[at, 0] == a and visited[at, 1] == b and visited[at, 2] == c and visited[at, 3] == d
                and visited[at, 4] == e):
            return False
        at = at + 1 if at + 1 < len(visited) else 0
    visited[at, 0], visited[at, 1], visited[at, 2], visited[at, 3], visited[at, 4] = a, b, c, d, e
    return True


def table_for(positions: int) -> Any:
    """A table that has room for so many positions."""
    return np.zeros((int(positions / LOAD) + 2, WORDS), np.int16)
