"""From the moves of a search to a line a person can play: plain moves, without detours."""

from typing import TypeVar

import numpy as np
from numba import njit

from .. import layout, table
from ..notation import Move
from ..position import Position, View
from ..rules import HAND, Rules, goes_with
from ..table import FOUNDATION, MOST_MOVES, STOCK, apply, is_won, legal_moves
from .children import SUPER
from .kernel import UNCOUNTED, array, copy_table

Board = TypeVar("Board", Position, View)

WINDOW = 80
"""How far apart two moves may lie that are taken for one detour."""
MOST_DETOURS = 200
"""How many are removed at the most: a count and no clock, so that equal searches end in equal lines."""


def plain_line(position: Position | View, codes: list[int]) -> list[Move]:
    """
    The line of moves the rules know, from a beam's moves.

    Moves of several runs at once are spread over the spaces; where runs are taken by hand, each one is
    taken as soon as it is complete; those that stand complete at the start, first of all (`without_runs`).
    """
    line: list[Move] = []
    t, rules = bytearray(position.table), position.rules
    if rules.runs == HAND:
        line += _take_runs(t, rules)
    for code in codes:
        move = Move.unpack(code & ~SUPER)
        for part in _spread(t, rules, move) if code & SUPER else [move]:
            if table.is_won(t, rules):
                return line
            table.apply(t, rules, part.code)
            line.append(part)
            if rules.runs == HAND:
                line += _take_runs(t, rules)
    return line


def without_runs(position: Board) -> Board:
    """The position after every complete run was taken, where runs are taken by hand: here a beam begins."""
    t = bytearray(position.table)
    if position.rules.runs == HAND:
        _take_runs(t, position.rules)
    return type(position)(position.variant, bytes(t))


def _take_runs(t: bytearray, rules: Rules) -> list[Move]:
    """Take every complete run off the table, as long as the game is not won with them on it."""
    taken = []
    for column in range(rules.columns):
        while table.is_complete(t, rules, column) and not table.is_won(t, rules):
            move = Move(column, FOUNDATION, 13)
            table.apply(t, rules, move.code)
            taken.append(move)
    return taken


def _spread(t: bytearray, rules: Rules, move: Move) -> list[Move]:
    """The plain moves that carry several runs from one column to another by way of the spaces."""
    source, target, count = move
    height = layout.height(t, rules, source)
    sizes = [1]
    for i in range(height - count + 1, height):
        if goes_with(rules.move, layout.card_at(t, rules, source, i), layout.card_at(t, rules, source, i - 1)):
            sizes[-1] += 1
        else:
            sizes.append(1)
    spaces = [column for column in range(rules.columns) if column != target and layout.height(t, rules, column) == 0]
    return _carry(sizes, source, target, spaces)


def _carry(sizes: list[int], source: int, target: int, spaces: list[int]) -> list[Move]:
    """Carry runs of these sizes, the lowest first: half of them aside, the rest across, the half after it."""
    if len(sizes) == 1:
        return [Move(source, target, sizes[0])]
    aside, *others = spaces
    upper = min(len(sizes) // 2, 1 << len(others))
    lower, above = sizes[:-upper], sizes[-upper:]
    return [*_carry(above, source, aside, others), *_carry(lower, source, target, others),
            *_carry(above, aside, target, others)]


@njit(cache=True, **UNCOUNTED)
def is_legal(t, rules, move, buffer):
    """Is `move` among the legal ones?"""
    for i in range(legal_moves(t, rules, buffer)):
        if buffer[i] == move:
            return True
    return False


@njit(cache=True, **UNCOUNTED)
def wins(t, rules, codes, first, second, instead_first, instead_second, buffer):
    """
    Does the line from index `first` on still win when two of its moves are replaced?

    -1 leaves a move out. Returns how many moves the win takes from here, or -1.
    """
    made = 0
    for i in range(first, len(codes)):
        if is_won(t, rules):
            return made
        move = codes[i]
        if i == first:
            move = instead_first
        elif i == second:
            move = instead_second
        if move < 0:
            continue
        if not is_legal(t, rules, move, buffer):
            return -1
        apply(t, rules, move)
        made += 1
    return made if is_won(t, rules) else -1


@njit(cache=True, **UNCOUNTED)
def improve(start, t, work, rules, codes, window, buffer):
    """The first way found to leave moves out: index and replacement of two moves; index -1: none."""
    copy_table(start, t)
    for i in range(len(codes)):
        move = codes[i]
        source, target, count = move & 31, move >> 5 & 31, move >> 10
        if source != STOCK and target != FOUNDATION:
            copy_table(t, work)
            if wins(work, rules, codes, i, -1, -1, -1, buffer) >= 0:
                return i, -1, -1, -1
            for j in range(i + 1, min(len(codes), i + 1 + window)):
                other = codes[j]
                if other & 31 != target:
                    continue
                onward = other >> 5 & 31
                if onward == source:
                    copy_table(t, work)
                    if wins(work, rules, codes, i, j, -1, -1, buffer) >= 0:
                        return i, j, -1, -1
                if onward == FOUNDATION:
                    continue
                direct = source | onward << 5 | (other >> 10) << 10
                copy_table(t, work)
                if wins(work, rules, codes, i, j, -1, direct, buffer) >= 0:
                    return i, j, -1, direct
                direct = source | onward << 5 | count << 10
                copy_table(t, work)
                if wins(work, rules, codes, i, j, direct, -1, buffer) >= 0:
                    return i, j, direct, -1
        apply(t, rules, move)
    return -1, -1, -1, -1


def shorten(position: Position, line: list[Move]) -> list[Move]:
    """The same win without detours that can be seen: moves left out, or two made one; never a longer line."""
    start = array(position)
    t, work, buffer = start.copy(), start.copy(), np.zeros(MOST_MOVES, np.int64)
    codes = np.array([move.code for move in line], np.int64)
    for _ in range(MOST_DETOURS):
        i, j, one, two = improve(start, t, work, position.rules, codes, WINDOW, buffer)
        if i < 0:
            break
        kept = [codes[:i], [one] if one >= 0 else []]
        kept += [codes[i + 1:]] if j < 0 else [codes[i + 1:j], [two] if two >= 0 else [], codes[j + 1:]]
        codes = np.concatenate([np.array(part, np.int64) for part in kept])
    return _until_won(position, [Move.unpack(int(code)) for code in codes])


def _until_won(position: Position, line: list[Move]) -> list[Move]:
    t = bytearray(position.table)
    for ply, move in enumerate(line):
        if table.is_won(t, position.rules):
            return line[:ply]
        table.apply(t, position.rules, move.code)
    return line
