"""What a move brings about, and what is left of it when its plan is through: no later move may give it away again."""

from typing import NamedTuple

from ...cards import UNSEEN
from ...notation import Move
from .case import Case
from .sight import Sight


class Rest(NamedTuple):
    """Where a card lies: its column, and how many cards lie under it there."""

    column: int
    height: int


def rest(case: Case, column: int, height: int) -> Rest | None:
    """Where a card that lies there after the first move lies when the plan is through; None if it has gone up."""
    for before, move, after in zip(case.sights[1:], case.plan[1:], case.sights[2:], strict=False):
        start = before.height(column) - before.taken(move)
        if move.source == column and height >= start and not move.is_deal:
            if move.goes_up:
                return None
            column, height = move.target, before.height(move.target) + height - start
        if height >= after.height(column):
            return None                             # in a complete run that left by itself
    return Rest(column, height)


def stays_whole(case: Case, column: int, start: int, count: int) -> bool:
    """Do the `count` cards from height `start` on still lie together and travel as one, or have they gone up?"""
    first, last = (rest(case, column, height) for height in (start, start + count - 1))
    if first is None or last is None:
        return first == last
    settled = case.settled
    free_from = settled.height(first.column) - len(settled.travelling(first.column))
    return last == (first.column, first.height + count - 1) and first.height >= free_from


def comes(case: Case, move: Move) -> bool:
    """Is a move that the first one makes possible made in the course of the plan, or still possible after it?"""
    card, onto = case.after.head(move), case.after.tops[move.target]

    def is_it(at: Sight, other: Move) -> bool:
        return (other in at.across and (other.source, other.target) == (move.source, move.target)
                and (at.head(other), at.tops[other.target]) == (card, onto))

    return (any(is_it(at, other) for at, other in zip(case.sights[1:], case.plan[1:], strict=False))
            or any(is_it(case.end, other) for other in case.end.across))


def card_at(sight: Sight, place: Rest) -> int:
    """The card at a place; `UNSEEN` for one that lies face down, or where there is none."""
    number = place.height - sight.down[place.column]
    return sight.open[place.column][number] if number >= 0 else UNSEEN
