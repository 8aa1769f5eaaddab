"""Advice for a view: the move, the plan it begins, and why, most important first."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...notation import Move
from ...position import View
from . import building, dealing, ending, free, spaces, turning
from .candidates import best_plan
from .case import Case, Reason, turned
from .sight import Sight

MOST_REASONS = 3

ORDER = (
    "why_wins", "why_plan_wins", "why_run_leaves", "why_banks_and_turns", "why_banks_and_empties", "why_banks",
    "why_ace_up", "why_two_for_one", "why_makes_run", "why_turns", "why_turns_last", "why_empties",
    "why_king_to_space", "why_one_for_one", "why_plan_turns", "why_plan_empties", "why_carries",
    "why_tidies_by_column", "why_tidies_by_space", "why_fills_gap", "why_hidden_space",
    "why_ready_to_deal", "why_fills_for_deal", "why_nothing_turns", "why_back", "why_safe_up",
    "why_nears_run", "why_way_back", "why_digs_deep", "why_digs_deep_last", "why_outs", "why_sure_turns",
    "why_waits", "why_opens", "why_lifts_cap", "why_nearest_space", "why_supports", "why_room_below",
    "why_market", "why_keeps_mess", "why_plan_builds", "why_row_fits", "why_row_covers", "why_spread", "why_up",
    "why_free", "why_plan_deals", "why_all_known",
)  # fmt: skip
"""Every reason there is, the more important one before the others."""

SAID_BY = {
    "why_turns": {"why_banks_and_turns"}, "why_turns_last": {"why_banks_and_turns"},
    "why_empties": {"why_banks_and_empties"}, "why_hidden_space": {"why_empties", "why_plan_empties"},
    "why_plan_builds": {"why_tidies_by_column", "why_tidies_by_space"}, "why_one_for_one": {"why_two_for_one"},
    "why_nearest_space": {"why_turns_last"}, "why_sure_turns": {"why_two_for_one"},
    "why_supports": {"why_lifts_cap"},
}  # fmt: skip
"""Reasons that need not be given beside others, which say the same or more."""

_SOURCES: tuple[Callable[[Case], Iterator[Reason]], ...] = (
    building.reasons, turning.reasons, spaces.reasons, free.reasons, dealing.reasons, ending.reasons)


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


def advise(view: View) -> Advice:
    """The coach's move and its reasons, from what a player can see and nothing else."""
    sight = Sight(view)
    if view.is_won:
        return Advice("won")
    if not sight.moves:
        return Advice("no_move")
    plan = best_plan(sight)
    if plan is None:
        return Advice("lost" if ending.is_dead(sight) else "none")
    return explain(sight, plan.moves)


def explain(sight: Sight, plan: Sequence[Move]) -> Advice:
    """The advice to play a plan: its reasons, and where to look."""
    case = Case(sight, plan)
    return Advice("move", case.plan, tuple(reasons(case)[:MOST_REASONS]), _where(case))


def reasons(case: Case) -> list[Reason]:
    """Everything that speaks for a move, the most important first."""
    found = [reason for source in _SOURCES for reason in source(case)]
    codes = {reason.code for reason in found}
    found = [reason for reason in found if not SAID_BY.get(reason.code, set()) & codes]
    return sorted(found, key=lambda reason: ORDER.index(reason.code))


def _where(case: Case) -> tuple[int, ...]:
    columns = [case.move.source] if case.move.source in case.before.columns else []
    for at, move in zip(case.sights, case.plan, strict=False):
        opened = turned(at, move)
        if opened is not None and opened not in columns:
            columns.append(opened)
    return tuple(sorted(columns))
