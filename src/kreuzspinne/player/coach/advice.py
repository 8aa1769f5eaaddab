"""Advice for a view: the move, the plan it begins, and why, most important first."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...notation import Move
from ...position import View
from . import building, dealing, ending, free, spaces, turning
from .candidates import recommended
from .case import Case, Reason, turned
from .certain import is_sure_win
from .order import ordered
from .sight import Sight

MOST_REASONS = 3
SURE = Reason("why_sure_win", {})

SOURCES: tuple[Callable[[Case], Iterator[Reason]], ...] = (
    building.reasons, turning.reasons, spaces.reasons, free.reasons, dealing.reasons, ending.reasons)
"""Where reasons come from."""


class Advice(NamedTuple):
    """What the coach says of a view."""

    state: str
    """``move``: it recommends one; ``won``; ``lost``: nothing new can be reached; ``none``: no move was found that
    leads on; ``no_move``: none is legal."""
    plan: tuple[Move, ...] = ()
    """Moves up to the next card that shows; the first is the one recommended now."""
    reasons: tuple[Reason, ...] = ()
    columns: tuple[int, ...] = ()
    """Where to look: the source of the move, and the column that the plan will open."""

    @property
    def move(self) -> Move:
        """The move that is recommended."""
        return self.plan[0]


def advise(view: View, *, quick: bool = False) -> Advice:
    """
    The coach's move and its reasons, from what a player can see and nothing else.

    :param quick: by rules of thumb, without the player, which takes seconds to load
    """
    sight = Sight(view)
    if view.is_won:
        return Advice("won")
    if not sight.moves:
        return Advice("no_move")
    plan = recommended(sight, quick=quick)
    if not plan:
        return Advice("lost" if ending.is_dead(sight) else "none")
    advice = _explained(sight, plan)
    return _as_sure(advice) if not quick and is_sure_win(view, advice.plan) else advice


def explain(view: View, plan: Sequence[Move]) -> Advice:
    """The advice to play a plan: its reasons, and where to look."""
    return _explained(Sight(view), plan)


def ahead(view: View, advice: Advice) -> tuple[View, Advice] | None:
    """
    The table after the recommended move, and the advice to go on with its plan; None where the plan ends with the move.

    Whoever asks anew after each move may be sent to and fro between plans that are worth the same.
    """
    if len(advice.plan) < 2:
        return None
    after = Sight(view).after(advice.move)
    going_on = _explained(after, advice.plan[1:])
    return after.view, _as_sure(going_on) if SURE in advice.reasons else going_on


def _explained(sight: Sight, plan: Sequence[Move]) -> Advice:
    case = Case(sight, plan)
    return Advice("move", case.plan, tuple(reasons(case)[:MOST_REASONS]), _where(case))


def _as_sure(advice: Advice) -> Advice:
    """The advice, and that it wins whatever the hidden cards are."""
    return advice._replace(reasons=tuple(ordered([SURE, *advice.reasons])[:MOST_REASONS]))


def reasons(case: Case) -> list[Reason]:
    """Everything that speaks for a move, the most important first."""
    return ordered(reason for source in SOURCES for reason in source(case))


def _where(case: Case) -> tuple[int, ...]:
    columns = [case.move.source] if case.move.source in case.before.columns else []
    for at, move in zip(case.sights, case.plan, strict=False):
        opened = turned(at, move)
        if opened is not None and opened not in columns:
            columns.append(opened)
    return tuple(sorted(columns))
