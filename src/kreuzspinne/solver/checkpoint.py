"""What a beam keeps: states as rows of bytes, the set of those met, and how each was reached.

A row is heights, face-down counts, foundations, then the cards column after column; the law's table is filled
from it. All of it is arrays: they are also the search's checkpoint.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..layout import base, face_down, height, heights, hidden, size
from ..position import Position
from ..rules import CARDS, Rules
from ..table import MOST_MOVES
from .children import NOISE, SPREAD
from .kernel import SMALL, UNCOUNTED
from .signs import make_signs

NOTHING = -(1 << 29)
"""A score below all."""

# The numbers a search remembers between slices, beside those of `children`.
(STAGE, LEVEL, CURRENT, POOL, BEST_POOL, QUIET, NODES, EXPANDED, CUT, SEEN, WON, STATUS, POOL_BAR, STOCK_LEFT, WIDTH,
 LEVELS, LAST_LEVELS, PATIENCE, SHARES, PRICE, PROBE, PROBED, TO_PROBE, FIRST_NODE) = range(5, 29)
REGISTERS = 29
RUNNING, FOUND, DEAD = 0, 1, 2
SPREADS = (1023,)
"""How far noise goes where a game's weights say nothing else; weights are scaled to be 740 in the mean."""

# Fields of a node.
N_PARENT, N_MOVE = range(2)
# Fields of a state in the pool, beside its row.
S_NODE, S_SCORE, S_ORIGIN = range(3)


class Memory(NamedTuple):
    """Everything a beam keeps: its arrays are also its checkpoint."""

    t: Any
    """The table being expanded, as the law knows it."""
    t2: Any
    """The table after a deal."""
    prefix: Any
    """int64[columns + 2, cards + 2, 6]: prefix entries of every column, and two spare rows for children."""
    columns: Any
    """int64[columns, 6]"""
    places: Any
    """int64[64, 20]: how often each card lies in the columns, then where: column and index."""
    piles: Any
    """int64[piles]: top cards of the foundations of single cards."""
    rows: Any
    """The beam: a row of bytes a state; then their nodes."""
    nodes_of: Any
    origins: Any
    """int32[width]: which state of the beam at the start of the stage each one comes from."""
    next_rows: Any
    next_nodes: Any
    next_origins: Any
    pool_rows: Any
    pool: Any
    """int64[3 width, 3]: node, score and origin of the states just dealt."""
    shares: Any
    """int64[width]: how many of one origin were kept."""
    candidates: Any
    """int64[…, 4]"""
    todo: Any
    """int64[…]: moves of the table being expanded."""
    order: Any
    """int64[…]: what is being sorted."""
    spare: Any
    """int64[3 width, 4]"""
    visited: Any
    """int64[2^k]: keys of all states that were kept, by open addressing; 0 is free."""
    nodes: Any
    """int32[…, 2]: how each kept state was reached."""
    signs: Any
    spreads: Any
    """int64[…]: the most that noise adds to a score, by rows left; one less than a power of two each."""
    registers: Any


def make_memory(
    rules: Rules, width: int, levels: int, last_levels: int, stages: int, patience: int, noise: int = 0,
    shares: int = 8, price: int = 0, probe: int = 0, spreads: Sequence[int] = SPREADS, position: Position | None = None
) -> Memory:
    """
    The arrays of one beam of `width` states.

    :param noise: seed of the noise; 0: none
    :param spreads: the most that it adds to a score, by rows left
    :param probe: the width for each state by itself after the last deal
    :param position: drop the tables that show the signs of being lost which mean something in this game
    """
    row = 2 * rules.columns + rules.piles + rules.cards
    kind = np.int8 if rules.cards <= SMALL else np.int16
    slots = 1 << max(12, int(600 * width).bit_length())
    nodes = width * (levels * (stages - 1) + last_levels + stages + 2) + 10
    if rules.goal == CARDS:
        nodes *= 2
    registers = np.zeros(REGISTERS, np.int64)
    registers[[WON, BEST_POOL, POOL_BAR]] = -1, NOTHING, NOTHING
    registers[[WIDTH, LEVELS, LAST_LEVELS]] = width, levels, last_levels
    registers[[PATIENCE, NOISE, SHARES, PRICE, PROBE]] = patience, noise, shares, price, probe

    def numbers(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    def rows_of(count: int) -> Any:
        return np.zeros((count, row), kind)

    return Memory(
        t=np.zeros(size(rules), kind), t2=np.zeros(size(rules), kind),
        prefix=numbers(rules.columns + 2, rules.cards + 2, 6), columns=numbers(rules.columns, 6),
        places=numbers(64, 20), piles=numbers(rules.piles),
        rows=rows_of(width), nodes_of=np.zeros(width, np.int32), origins=np.zeros(width, np.int32),
        next_rows=rows_of(width), next_nodes=np.zeros(width, np.int32), next_origins=np.zeros(width, np.int32),
        pool_rows=rows_of(3 * width), pool=numbers(3 * width, 3), shares=numbers(width),
        candidates=numbers(8 * width + 6000, 4), todo=numbers(MOST_MOVES), order=numbers(8 * width + 6000),
        spare=numbers(3 * width, 4), visited=numbers(slots), nodes=np.zeros((nodes, 2), np.int32),
        signs=make_signs(rules, position), spreads=np.array(spreads, np.int64), registers=registers)


@njit(cache=True, **UNCOUNTED)
def load(t, rules, row, stock_left, stock):
    """Fill table `t` from a row."""
    columns, piles = rules.columns, rules.piles
    t[0] = stock_left
    at = 2 * columns
    for p in range(piles):
        t[1 + p] = row[at + p]
    at += piles
    for c in range(columns):
        n = row[c]
        t[heights(rules) + c] = n
        t[hidden(rules) + c] = row[columns + c]
        start = base(rules, c)
        for j in range(n):
            t[start + j] = row[at + j]
        at += n
    end = base(rules, 0)
    for i in range(stock_left):
        t[end - 1 - i] = stock[len(stock) - 1 - i]


@njit(cache=True, **UNCOUNTED)
def save(t, rules, row):
    """Fill a row from table `t`."""
    columns, piles = rules.columns, rules.piles
    at = 2 * columns
    for p in range(piles):
        row[at + p] = t[1 + p]
    at += piles
    for c in range(columns):
        n = height(t, rules, c)
        row[c] = n
        row[columns + c] = face_down(t, rules, c)
        start = base(rules, c)
        for j in range(n):
            row[at + j] = t[start + j]
        at += n


@njit(cache=True, **UNCOUNTED)
def copy_row(source, i, target, k):
    """Copy row `i` of one array to row `k` of another."""
    for at in range(source.shape[1]):
        target[k, at] = source[i, at]


@njit(cache=True, **UNCOUNTED)
def is_new(visited, key, registers):
    """Enter `key` into the set of visited states; was it new?"""
    size = len(visited)
    if registers[SEEN] * 10 > size * 7:
        visited[:] = 0
        registers[SEEN] = 0
        registers[CUT] = 1
    if key == 0:
        key = 1
    at = key & (size - 1)
    while visited[at] != 0:
        if visited[at] == key:
            return False
        at = (at + 1) & (size - 1)
    visited[at] = key
    registers[SEEN] += 1
    return True


@njit(cache=True, **UNCOUNTED)
def new_node(nodes, registers, parent, move):
    """Remember how a kept state was reached."""
    node = registers[NODES]
    nodes[node, N_PARENT], nodes[node, N_MOVE] = parent, move
    registers[NODES] = node + 1
    return node


@njit(cache=True, **UNCOUNTED)
def stage_of(stages, rules, stock_left):
    """Which entry of `stages` is for this stage: there is one for each number of rows left, the last for all higher."""
    return min((stock_left + rules.columns - 1) // rules.columns, len(stages) - 1)


def start(memory: Memory, t: Any, rules: Rules) -> None:
    """Put the first table into the beam."""
    save(t, rules, memory.rows[0])
    memory.registers[[CURRENT, STOCK_LEFT]] = 1, int(t[0])
    memory.registers[SPREAD] = memory.spreads[stage_of(memory.spreads, rules, int(t[0]))]
    new_node(memory.nodes, memory.registers, -1, 0)


def line(memory: Memory) -> list[int]:
    """The moves of the win that was found; some may be `SUPER`."""
    moves, node = [], int(memory.registers[WON])
    while node > 0:
        moves.append(int(memory.nodes[node, N_MOVE]))
        node = int(memory.nodes[node, N_PARENT])
    return moves[::-1]
