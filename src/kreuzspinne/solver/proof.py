"""Complete search: tries every legal move of every position that can be reached, and so can say *cannot be won*.

It uses the law's own list of moves. It goes no further only where a position was met before, or where the table shows
that it cannot be won (`signs`). Two tables count as one only where the rules cannot tell them apart: once
the stock is empty, columns that change places (while rows are still to come they do not).
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..cards import ACE, KING, rank
from ..layout import base, face_down, height
from ..position import Position
from ..rules import AUTO, RUNS, Rules, follows, goes_with
from ..rules import SUIT as SAME_SUIT
from ..table import FOUNDATION, MOST_MOVES, STOCK, apply, is_won, legal_moves, undo, unpack
from .kernel import MOST_LEFT, UNCOUNTED, array
from .knot import only_safe
from .signs import is_lost, make_signs
from .visited import LOAD, WORDS, enter, fetch, fold, keys, shares, table_for

DEPTH, TOP_OF_STACK, SEEN, TRIED, STATUS, GLANCE = range(6)
RUNNING, FOUND, EXHAUSTED, FULL_MEMORY = range(4)
FIRST, NEXT = range(2)
"""Fields of a depth: where its moves begin in the stack, and where the one lies that was tried last."""
LOST = -1
"""Stands for a trace that does not fit into 64 bits: of more runs than `MOST_LEFT`."""
POSITIONS_A_DEPTH, STACKED_A_DEPTH, SOME_DEPTHS = 6, 5, 100_000
"""A way down may be as deep as one in so many of the positions, and some more; how many moves wait at each depth."""
POSITION_BYTES = 2 * WORDS / LOAD + (2 * 4 + 8 + 4 * STACKED_A_DEPTH) / POSITIONS_A_DEPTH


class Search(NamedTuple):
    """Everything a search keeps: its arrays are also its checkpoint."""

    t: Any
    start: Any
    """The table at the root."""
    spare: Any
    """A table to try a move on."""
    prefix: Any
    """int64[columns, cards + 1, 2]: hashes of the first cards of each column of the table in hand."""
    parts: Any
    """int64[columns, 2]: what each column adds to the position's hashes."""
    keys: Any
    """int64[…, 2]: both hashes of the positions after each move in the buffer."""
    spare_prefix: Any
    spare_parts: Any
    visited: Any
    """int16[slots, 5]: the hashes of every position met."""
    stack: Any
    """int32: moves still to try, depth after depth."""
    depths: Any
    """int32[…, 2]"""
    traces: Any
    """int64: what the move that led to a depth left to take it back by."""
    buffer: Any
    signs: Any
    registers: Any


@njit(cache=True, **UNCOUNTED)
def promise(t, rules, move):
    """How early a move should be tried: up 3, linked 2, laid on 1, into a space or a deal 0."""
    source, target, count = unpack(move)
    if target == FOUNDATION:
        return 3
    if source >= STOCK or height(t, rules, target) == 0:
        return 0
    head = t[base(rules, source) + height(t, rules, source) - count]
    return 2 if goes_with(SAME_SUIT, head, t[base(rules, target) + height(t, rules, target) - 1]) else 1


@njit(cache=True, inline="always", **UNCOUNTED)
def may_complete(rules, card, n):
    """Might a run leave a column of `n` cards whose top is `card`?"""
    return rules.runs == AUTO and n >= KING and rank(card) == ACE


@njit(cache=True, **UNCOUNTED)
def keys_across(search, rules, one, two, source, target, count):
    """Both hashes after `count` cards went from column to column and no run left: two columns differ."""
    t, prefix, parts = search.t, search.prefix, search.parts
    n, m = height(t, rules, source) - count, height(t, rules, target)
    start = base(rules, source) + n
    a, b = prefix[target, m, 0], prefix[target, m, 1]
    for i in range(count):
        a, b = fold(a, b, t[start + i])
    x, y = shares(a, b, m + count, face_down(t, rules, target), target, t[0])
    down = face_down(t, rules, source)
    if n and n == down:
        down -= 1
    p, q = shares(prefix[source, n, 0], prefix[source, n, 1], n, down, source, t[0])
    return one + x + p - parts[source, 0] - parts[target, 0], two + y + q - parts[source, 1] - parts[target, 1]


@njit(cache=True, **UNCOUNTED)
def keys_after(search, rules, one, two, move):
    """Both hashes of the position after `move`; `one` and `two` are those before it."""
    t = search.t
    source, target, count = unpack(move)
    # Where the search begins, runs may lie whole in any column, and all of them leave with the first move.
    if search.registers[DEPTH] > 0 and source < rules.columns and target < rules.columns:
        n, end = height(t, rules, source), base(rules, source) + height(t, rules, source)
        under = t[end - count - 1] if n > count else 0
        if not (may_complete(rules, t[end - 1], height(t, rules, target) + count)
                or may_complete(rules, under, n - count)):
            return keys_across(search, rules, one, two, source, target, count)
    for i in range(len(t)):
        search.spare[i] = t[i]
    apply(search.spare, rules, move)
    return keys(search.spare, rules, search.spare_prefix, search.spare_parts)


@njit(cache=True, **UNCOUNTED)
def push_new(search, rules):
    """Enter the positions after each legal move; stack the moves to new ones, the most promising on top."""
    t, stack, registers, buffer = search.t, search.stack, search.registers, search.buffer
    k = only_safe(t, rules, search.signs.knot, buffer, legal_moves(t, rules, buffer))
    one, two = keys(t, rules, search.prefix, search.parts)
    for i in range(k):
        search.keys[i, 0], search.keys[i, 1] = keys_after(search, rules, one, two, buffer[i])
    fetch(search.visited, search.keys, k)
    new = 0
    for i in range(k):
        if enter(search.visited, search.keys[i, 0], search.keys[i, 1]):
            buffer[new] = buffer[i]
            new += 1
    registers[TRIED] += k
    registers[SEEN] += new
    end = registers[TOP_OF_STACK]
    for wanted in range(4):
        for i in range(new):
            if promise(t, rules, buffer[i]) == wanted:
                stack[end] = buffer[i]
                end += 1
    registers[TOP_OF_STACK] = end
    return end


@njit(cache=True, **UNCOUNTED)
def runs_gone(t, rules):
    """How many runs have left."""
    gone = 0
    while gone < rules.piles and t[1 + gone] != 0:
        gone += 1
    return gone


@njit(cache=True, **UNCOUNTED)
def play(t, rules, move):
    """Play `move`; return its trace, or `LOST` where it does not fit into 64 bits."""
    many = rules.goal == RUNS and rules.piles > MOST_LEFT
    before = runs_gone(t, rules) if many else 0
    trace = apply(t, rules, move)
    return LOST if many and runs_gone(t, rules) - before > MOST_LEFT else trace


@njit(cache=True, **UNCOUNTED)
def played(search, depth):
    """The move that leads on from this depth."""
    return int(search.stack[search.depths[depth, NEXT]])


@njit(cache=True, **UNCOUNTED)
def take_back(search, rules, depth):
    """Take back the move that led to this depth; where its trace is lost, play from the root up to it."""
    t = search.t
    if search.traces[depth] != LOST:
        undo(t, rules, played(search, depth - 1), search.traces[depth])
        return
    for i in range(len(t)):
        t[i] = search.start[i]
    for earlier in range(depth - 1):
        apply(t, rules, played(search, earlier))


@njit(cache=True, **UNCOUNTED)
def is_full(search):
    """Might the next position's moves find no room?"""
    registers = search.registers
    return (registers[SEEN] + MOST_MOVES > LOAD * len(search.visited) or registers[DEPTH] + 2 > len(search.depths)
            or registers[TOP_OF_STACK] + MOST_MOVES > len(search.stack))


@njit(cache=True, inline="always", **UNCOUNTED)
def goes_back(t, rules, move):
    """May the cards that `move` takes be laid back at once? Then hope is not less after it."""
    source, _, count = unpack(move)
    if source >= rules.columns or height(t, rules, source) <= count:
        return False
    head = base(rules, source) + height(t, rules, source) - count
    return height(t, rules, source) - count > face_down(t, rules, source) and follows(rules.build, t[head], t[head - 1])


@njit(cache=True, **UNCOUNTED)
def step(search, rules):
    """Play the next move of the position in hand, or take the last one back when none is left."""
    t, registers, depths = search.t, search.registers, search.depths
    depth = registers[DEPTH]
    if depths[depth, NEXT] == depths[depth, FIRST]:
        if depth == 0:
            registers[STATUS] = EXHAUSTED
            return
        registers[TOP_OF_STACK] = depths[depth, FIRST]
        take_back(search, rules, depth)
        registers[DEPTH] = depth - 1
        return
    depths[depth, NEXT] -= 1
    move = played(search, depth)
    glance = registers[GLANCE] and not goes_back(t, rules, move)
    depth += 1
    search.traces[depth] = play(t, rules, move)
    depths[depth, FIRST] = depths[depth, NEXT] = registers[TOP_OF_STACK]
    registers[DEPTH] = depth
    if is_won(t, rules):
        registers[STATUS] = FOUND
    elif not (glance and is_lost(t, rules, search.signs)):
        depths[depth, NEXT] = push_new(search, rules)


@njit(cache=True, **UNCOUNTED)
def explore(search, rules, budget):
    """Search on for at most `budget` more moves, and a few; return the status."""
    registers = search.registers
    stop = registers[TRIED] + budget
    while registers[STATUS] == RUNNING and registers[TRIED] < stop:
        if is_full(search):
            registers[STATUS] = FULL_MEMORY
        else:
            step(search, rules)
    return registers[STATUS]


@njit(cache=True, **UNCOUNTED)
def begin(search, rules):
    """Put the root on the stack."""
    one, two = keys(search.t, rules, search.prefix, search.parts)
    enter(search.visited, one, two)
    search.registers[SEEN] = 1
    search.depths[0, NEXT] = push_new(search, rules)


def make_search(position: Position, positions: int, glance: bool = True) -> Search:
    """
    A complete search from `position` that has room for so many positions.

    :param glance: go no further where the table shows that it cannot be won
    """
    rules: Rules = position.rules

    def numbers(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    deepest = positions // POSITIONS_A_DEPTH + SOME_DEPTHS
    search = Search(
        t=array(position), start=array(position), spare=array(position),
        prefix=numbers(rules.columns, rules.cards + 1, 2), parts=numbers(rules.columns, 2),
        spare_prefix=numbers(rules.columns, rules.cards + 1, 2), spare_parts=numbers(rules.columns, 2),
        visited=table_for(positions + MOST_MOVES), stack=np.zeros(STACKED_A_DEPTH * deepest, np.int32),
        depths=np.zeros((deepest, 2), np.int32), traces=numbers(deepest), buffer=numbers(MOST_MOVES),
        keys=numbers(MOST_MOVES + 1, 2), signs=make_signs(rules, position if glance else None), registers=numbers(8))
    search.registers[GLANCE] = glance
    begin(search, rules)
    return search


def line(search: Search) -> list[int]:
    """The moves that led to the table in hand."""
    return [int(search.stack[at]) for at in search.depths[:int(search.registers[DEPTH]), NEXT]]
