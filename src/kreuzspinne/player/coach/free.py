"""What costs nothing: moves that can be taken back by moves, what they can reach, and what can be tidied up."""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...cards import rank
from ...notation import Move
from ...rules import follows
from .case import Case, Reason, card, col, turned
from .sight import Sight, is_bonded

MOST_TABLES = 40
"""Tables that are looked at to find what free moves reach; the answer says when there were more."""


def way_back(before: Sight, move: Move) -> Move | None:
    """The move that undoes `move`, if it is legal and nothing new has come to light."""
    if move.is_deal or move.goes_up or move.comes_back or turned(before, move) is not None:
        return None
    after, back = before.after(move), Move(move.target, move.source, move.count)
    if back not in after.moves or after.after(back).table != before.table:
        return None
    return back


class Reach(NamedTuple):
    """Tables that free moves lead to, the present one first; `complete`: there are no more."""

    tables: list[Sight]
    complete: bool


@lru_cache(8)
def reach(sight: Sight, limit: int = MOST_TABLES) -> Reach:
    """Everything that free moves lead to, the nearest first."""
    found, queue, seen = [sight], deque([sight]), {sight.key}
    while queue:
        at = queue.popleft()
        for move in at.moves:
            if way_back(at, move) is None:
                continue
            after = at.after(move)
            if after.key in seen:
                continue
            if len(found) == limit:
                return Reach(found, complete=False)
            seen.add(after.key)
            found.append(after)
            queue.append(after)
    return Reach(found, complete=True)


def most_spaces(found: Reach) -> int:
    """The most spaces that free moves can make."""
    return max(len(sight.spaces) for sight in found.tables)


class Tidying(NamedTuple):
    """An exchange of the ends of two columns, which brings cards back to their suit."""

    one: int
    other: int
    first: int
    """The card that begins the end of column `one`; the other is of the same rank."""
    second: int
    via: int
    """A space, or a third column, through which they are exchanged."""
    gain: int
    """Bonded neighbours more than before."""


def tidyings(sight: Sight) -> list[Tidying]:
    """Every exchange of ends that pays, and is possible through one space or one third column."""
    ends = [end for column in sight.columns for end in _ends(sight, column)]
    found = []
    for i, (one, first, upper) in enumerate(ends):
        for other, second, its_upper in ends[i + 1:]:
            if other == one or rank(first) != rank(second):
                continue
            before = is_bonded(sight.rules, first, upper) + is_bonded(sight.rules, second, its_upper)
            after = is_bonded(sight.rules, first, its_upper) + is_bonded(sight.rules, second, upper)
            via = _via(sight, one, other, first)
            if after > before and via is not None and _fit(sight, first, its_upper, second, upper):
                found.append(Tidying(one, other, first, second, via, after - before))
    return found


def _ends(sight: Sight, column: int) -> Iterator[tuple[int, int, int]]:
    """Ends of a column that travel, and lie on a card one rank higher: column, first card, the card under it."""
    cards = sight.open[column]
    for start in range(len(cards) - len(sight.travelling(column)), len(cards)):
        if start and rank(cards[start - 1]) == rank(cards[start]) + 1:
            yield column, cards[start], cards[start - 1]


def _fit(sight: Sight, first: int, its_upper: int, second: int, upper: int) -> bool:
    return follows(sight.rules.build, first, its_upper) and follows(sight.rules.build, second, upper)


def _via(sight: Sight, one: int, other: int, first: int) -> int | None:
    """Where the first end can wait: a third column before a space."""
    waiting = [column for column in sight.columns if column not in (one, other) and sight.accepts(column, first)]
    return min(waiting, key=lambda column: (not sight.tops[column], column), default=None)


def is_exchanged(case: Case, tidying: Tidying) -> bool:
    """Does the plan, after its first move, make the other two moves of an exchange, or leave them to be made?"""
    away, back = ((tidying.one, tidying.first), (tidying.other, tidying.second))
    if case.move.source != tidying.one:
        away, back = back, away
    wanted = [(back[0], away[0], back[1]), (tidying.via, back[0], away[1])]
    for at, move in zip(case.sights[1:], case.plan[1:], strict=False):
        if wanted and _is(at, move, wanted[0]):
            wanted.pop(0)
    at = case.end
    for one in wanted:
        there = [move for move in at.across if _is(at, move, one)]
        if not there:
            return False
        at = at.after(there[0])
    return True


def _is(sight: Sight, move: Move, wanted: tuple[int, int, int]) -> bool:
    """Does a move go from this column to that one, with this card as the highest?"""
    return move in sight.across and (move.source, move.target, sight.head(move)) == wanted


def waiting_builds(case: Case) -> list[Move]:
    """Moves that build in suit and can wait: they are legal now, and will be whatever the move turns."""
    if not case.is_across or not case.turns:
        return []
    touched = {case.move.source, case.move.target}
    return [move for move in case.before.across
            if not {move.source, move.target} & touched and _builds(case.before, move) and move in case.after.moves]


def _builds(sight: Sight, move: Move) -> bool:
    """Does a move lay cards on one that they belong to, from a place where they do not belong?"""
    case = Case(sight, [move])
    return case.bonds and not case.unbonds


def reasons(case: Case) -> Iterator[Reason]:
    """What about a move is free, what may wait for it, and what it tidies up."""
    if not case.is_across:
        return
    free = free_moves(case)
    if free >= max(1, len(case.plan) - 1):
        yield Reason("why_free", {})
    if free == len(case.plan):
        made = most_spaces(reach(case.before))
        if made > len(case.before.spaces) and len(case.end.spaces) == made:
            yield Reason("why_hidden_space", {"spaces": made})
    for move in waiting_builds(case)[:1]:
        yield Reason("why_waits", {"card": card(case.before.head(move)), "source": col(move.source),
                                   "onto": card(case.before.tops[move.target]), "column": col(move.target)})
    yield from _of_tidying(case)


def free_moves(case: Case) -> int:
    """How many moves of the plan, from the first on, can be taken back one after the other."""
    steps = zip(case.sights, case.plan, strict=False)
    return sum(1 for _ in takewhile(lambda step: way_back(*step) is not None, steps))


def _of_tidying(case: Case) -> Iterator[Reason]:
    for one in tidyings(case.before):
        ends = {(one.one, one.first), (one.other, one.second)}
        if case.move.target == one.via and (case.move.source, case.cards[0]) in ends and is_exchanged(case, one):
            code = "why_tidies_by_column" if case.before.tops[one.via] else "why_tidies_by_space"
            yield Reason(code, {"first": card(one.first), "second": card(one.second), "one": col(one.one),
                                "other": col(one.other), "via": col(one.via), "gain": one.gain})
            return
