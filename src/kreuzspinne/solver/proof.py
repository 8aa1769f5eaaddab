"""Complete search: tries every legal move of every position that can be reached, and so can say *cannot be won*.

It uses the law's own list of moves and cuts nothing. Two tables count as one only where the rules cannot tell them
apart: once the stock is empty, columns that change places (while rows are still to come they do not). A
position is known by two independent hashes of 63 bits: in ten million positions the chance that two
different ones are taken for one is below one in 10^23.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..layout import base, face_down, height
from ..position import Position
from ..rules import RUNS, Rules, goes_with
from ..rules import SUIT as SAME_SUIT
from ..table import FOUNDATION, MOST_MOVES, STOCK, apply, is_won, legal_moves, undo, unpack
from .kernel import UNCOUNTED, array
from .scoring import mix

DEPTH, TOP_OF_STACK, SEEN, TRIED, STATUS = range(5)
RUNNING, FOUND, EXHAUSTED, FULL_MEMORY = range(4)
FIRST, NEXT, TRACE, PLAYED = range(4)
"""Fields of a depth: where its moves begin in the stack, the next to try; the move that led to it, and its trace."""
MOST_LEFT, LOST = 8, -1
"""Traces of more runs than this leaving in one move do not fit into 64 bits, and this stands for them."""


class Search(NamedTuple):
    """Everything a search keeps: its arrays are also its checkpoint."""

    t: Any
    start: Any
    """The table at the root."""
    visited: Any
    """int64[2^k, 2]: both keys of every position met; 0 is free."""
    stack: Any
    """int32: moves still to try, depth after depth."""
    depths: Any
    """int64[…, 4]"""
    buffer: Any
    registers: Any


@njit(cache=True, **UNCOUNTED)
def keys(t, rules):
    """Both keys of a table, neither zero."""
    one, two = mix(t[0] + 11), mix(t[0] + 23)
    for c in range(rules.columns):
        n, start = height(t, rules, c), base(rules, c)
        h = face_down(t, rules, c) * 97 + n
        g = h + 0x51ED27
        for j in range(n):
            h = (h ^ t[start + j]) * 0x2545F4914F6CDD1D + 0x1234567
            h ^= h >> 29
            g = (g + t[start + j]) * 0x369DEA0F31A53F85 + 0x7654321
            g ^= g >> 31
        if t[0]:
            h += (c + 1) * 0x9E3779B97F4A7C1
            g += (c + 1) * 0x5851F42D4C957F2D
        one += mix(h)
        two += mix(g ^ 0x5DEECE66D)
    return one | 1, two


@njit(cache=True, **UNCOUNTED)
def enter(visited, one, two):
    """Enter a position; was it new?"""
    slots = len(visited)
    at = (one >> 1) & (slots - 1)
    while visited[at, 0] != 0:
        if visited[at, 0] == one and visited[at, 1] == two:
            return False
        at = (at + 1) & (slots - 1)
    visited[at, 0], visited[at, 1] = one, two
    return True


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


@njit(cache=True, **UNCOUNTED)
def push_moves(search, rules):
    """Stack the moves of the table in hand, the most promising on top."""
    t, stack, registers, buffer = search.t, search.stack, search.registers, search.buffer
    k = legal_moves(t, rules, buffer)
    first_space = -1
    if t[0] == 0:
        for c in range(rules.columns):
            if height(t, rules, c) == 0:
                first_space = c
                break
    end = registers[TOP_OF_STACK]
    for wanted in range(4):
        for i in range(k):
            target = buffer[i] >> 5 & 31
            if promise(t, rules, buffer[i]) != wanted:
                continue
            # Without a stock all spaces are one.
            if 0 <= first_space < target < rules.columns and height(t, rules, target) == 0:
                continue
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
def take_back(search, rules, depth):
    """Take back the move that led to this depth; where its trace is lost, play from the root up to it."""
    t, depths = search.t, search.depths
    if depths[depth, TRACE] != LOST:
        undo(t, rules, depths[depth, PLAYED], depths[depth, TRACE])
        return
    for i in range(len(t)):
        t[i] = search.start[i]
    for earlier in range(1, depth):
        apply(t, rules, depths[earlier, PLAYED])


@njit(cache=True, **UNCOUNTED)
def explore(search, rules, budget):
    """Search on for at most `budget` more moves; return the status."""
    t, registers, depths, visited, stack = search.t, search.registers, search.depths, search.visited, search.stack
    stop = registers[TRIED] + budget
    limit = len(visited) // 10 * 7
    while registers[STATUS] == RUNNING and registers[TRIED] < stop:
        depth = registers[DEPTH]
        if depths[depth, NEXT] == depths[depth, FIRST]:
            if depth == 0:
                registers[STATUS] = EXHAUSTED
                break
            registers[TOP_OF_STACK] = depths[depth, FIRST]
            take_back(search, rules, depth)
            registers[DEPTH] = depth - 1
            continue
        depths[depth, NEXT] -= 1
        move = int(stack[depths[depth, NEXT]])
        registers[TRIED] += 1
        depths[depth + 1, PLAYED], depths[depth + 1, TRACE] = move, play(t, rules, move)
        if is_won(t, rules):
            registers[DEPTH] = depth + 1
            registers[STATUS] = FOUND
            break
        one, two = keys(t, rules)
        if not enter(visited, one, two):
            take_back(search, rules, depth + 1)
            continue
        registers[SEEN] += 1
        depths[depth + 1, FIRST] = registers[TOP_OF_STACK]
        registers[DEPTH] = depth + 1
        if (registers[SEEN] >= limit or depth + 3 >= len(depths)
                or registers[TOP_OF_STACK] + 2 * MOST_MOVES > len(stack)):
            registers[STATUS] = FULL_MEMORY
            break
        depths[depth + 1, NEXT] = push_moves(search, rules)
    return registers[STATUS]


@njit(cache=True, **UNCOUNTED)
def begin(search, rules):
    """Put the root on the stack."""
    one, two = keys(search.t, rules)
    enter(search.visited, one, two)
    search.registers[SEEN] = 1
    search.depths[0, NEXT] = push_moves(search, rules)


def make_search(position: Position, positions: int) -> Search:
    """A complete search from `position` that has room for about so many positions."""
    rules: Rules = position.rules
    slots = 1 << max(10, int(positions / 0.7).bit_length())
    depth = min(1_000_000, positions + 10)
    search = Search(array(position), array(position), np.zeros((slots, 2), np.int64),
                    np.zeros(min(6_000_000, 12 * positions) + 4 * MOST_MOVES, np.int32),
                    np.zeros((depth, 4), np.int64), np.zeros(MOST_MOVES, np.int64), np.zeros(8, np.int64))
    begin(search, rules)
    return search


def line(search: Search) -> list[int]:
    """The moves that led to the table in hand."""
    return [int(move) for move in search.depths[1:int(search.registers[DEPTH]) + 1, PLAYED]]
