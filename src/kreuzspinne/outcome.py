"""Won, lost or open: what can be said of a position without looking at a hidden card.

A game is lost only when no sequence of legal moves leads to a new card, to a deal, to a run that
leaves, or to a higher foundation; that is found by trying them all.
"""

from collections import deque
from typing import NamedTuple

from . import explain, layout, table
from .position import Position, View
from .rules import RUNS, Rules

SEARCH_LIMIT = 20_000


class Outcome(NamedTuple):
    """What is known, and how many positions were searched to know it."""

    state: str
    """``won``; ``lost`` (searched completely); ``open`` (something new can be reached, or the search was cut)."""
    searched: int = 0
    complete: bool = True
    """False: the search was cut at its limit, and nothing new had been found by then."""


def outcome(board: Position | View, limit: int = SEARCH_LIMIT) -> Outcome:
    """Won, lost or open; `limit` is the most positions that are looked at."""
    t, rules = board.table, board.rules
    if board.is_won:
        return Outcome("won")
    start = bytes(t)
    seen = {_key(start, rules)}
    queue = deque([start])
    searched = 0
    while queue:
        if searched == limit:
            return Outcome("open", searched, complete=False)
        current = queue.popleft()
        searched += 1
        moves = explain.legal_moves(current, rules)
        if any(move.is_deal for move in moves):
            return Outcome("open", searched)
        for move in moves:
            after = bytearray(current)
            trace = table.apply(after, rules, move.code)
            if _is_new(start, after, rules, trace):
                return Outcome("open", searched)
            key = _key(after, rules)
            if key not in seen:
                seen.add(key)
                queue.append(bytes(after))
    return Outcome("lost", searched)


def _is_new(start: bytes, after: bytearray, rules: Rules, trace: int) -> bool:
    """Did the move show a card, remove a run, win, or bring the foundations higher than at the start?"""
    if table.is_won(after, rules):
        return True
    if rules.goal == RUNS:
        return trace != table.PLAIN
    return bool(trace & 1) or _cards_up(after, rules) > _cards_up(start, rules)


def _cards_up(t: layout.Table, rules: Rules) -> int:
    return sum(card & 15 for card in t[1:1 + rules.piles])


def _key(t: layout.Table, rules: Rules) -> tuple[bytes, ...]:
    """Equal for tables that differ only in the order of their columns: without a deal it does not matter."""
    columns = []
    for column in range(rules.columns):
        start = layout.base(rules, column)
        columns.append(bytes([layout.face_down(t, rules, column)])
                       + bytes(t[start:start + layout.height(t, rules, column)]))
    return (bytes(t[1:1 + rules.piles]), *sorted(columns))
