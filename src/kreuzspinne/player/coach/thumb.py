"""Rules of thumb that find a plan at once, in plain Python: for a first answer, and where the player has none."""

import heapq
from itertools import pairwise
from typing import NamedTuple

from ...cards import UNSEEN, rank
from ...notation import Move
from ...rules import CARDS, RUNS, follows
from .case import turned
from .dealing import must_fill
from .sight import Sight
from .turning import sure_turnovers

FEW_TABLES, MANY_TABLES = 250, 800
"""Tables that the simple rules look at for one hint; the many only where the few lead nowhere."""
LONGEST_PLAN = 12
FEW_PLANS = 8
"""Plans that are looked at more closely."""
FEW_SURE = 10
"""Tables that are looked at for each of them."""
SURE = 8
"""What a turnover is worth that is still sure after a plan."""


class Plan(NamedTuple):
    """Moves up to the next card that shows, or the next deal."""

    moves: tuple[Move, ...]
    value: float
    shows: bool
    """Does it show a card, deal, bring a run off, or win?"""


def worth(sight: Sight) -> float:
    """How good a table looks: cards face down, bonded and mixed neighbours, breaks, spaces, cards that are up."""
    value: float = 60 * len(sight.spaces) ** 0.8 + 8 * sight.bonds
    for down, cards in zip(sight.down, sight.open, strict=True):
        value -= 12 * down + down ** 1.5
        value += sum(_joint(sight, lower, upper) for upper, lower in pairwise(cards))
    if sight.rules.goal == CARDS:
        return value + sum(9 * rank(pile) for pile in sight.view.piles)
    return value + 150 * len(sight.view.piles)


def _joint(sight: Sight, lower: int, upper: int) -> float:
    """What a neighbour costs where it does not belong: less on its rank than on any other, least on a high card."""
    if UNSEEN in (lower, upper):
        return -5
    if follows(sight.rules.move, lower, upper):
        return 0
    if rank(lower) + 1 == rank(upper):
        return -7 + rank(lower) / 4
    return -12


def plans(sight: Sight, most: int = FEW_TABLES) -> list[Plan]:
    """Plans found by the simple rules, the best first."""
    found: list[Plan] = []
    seen = {sight.key}
    queue: list[tuple[float, int, Sight, tuple[Move, ...]]] = [(-worth(sight), 0, sight, ())]
    number = 0
    while queue and len(seen) < most:
        _, _, at, line = heapq.heappop(queue)
        for move in at.moves:
            after = at.after(move)
            if after.key in seen:
                continue
            seen.add(after.key)
            number += 1
            moves, value = (*line, move), worth(after)
            shows = move.is_deal or _is_new(at, after, move)
            found.append(Plan(moves, value - len(moves), shows))
            if not shows and len(moves) < LONGEST_PLAN:
                heapq.heappush(queue, (len(moves) - value, number, after, moves))
    return sorted(found, key=lambda plan: -plan.value)


def _is_new(before: Sight, after: Sight, move: Move) -> bool:
    """Did something come to light, or a run leave?"""
    if turned(before, move) is not None or after.view.is_won:
        return True
    return before.rules.goal == RUNS and len(after.view.piles) > len(before.view.piles)


def best_plan(sight: Sight) -> Plan | None:
    """The plan of the simple rules; None where no move is legal, or none was found that leads anywhere."""
    return _best(sight, plans(sight)) or _best(sight, plans(sight, MANY_TABLES))


def _best(sight: Sight, found: list[Plan]) -> Plan | None:
    """Turn a card or bring off a run, else better the table for nothing, else deal."""
    new = [plan for plan in found if plan.shows and not plan.moves[-1].is_deal]
    if new:
        return max(new[:FEW_PLANS], key=lambda plan: plan.value + SURE * _sure(sight, plan))
    better = [plan for plan in found if not plan.shows and plan.value > worth(sight)]
    if better:
        return better[0]
    dealing = [plan for plan in found if plan.moves[-1].is_deal]
    if must_fill(sight):
        dealing.sort(key=lambda plan: (len(plan.moves), -plan.value))
    return dealing[0] if dealing else None


def _sure(sight: Sight, plan: Plan) -> int:
    """How many cards can still be turned for sure after a plan."""
    for move in plan.moves:
        sight = sight.after(move)
    return len(sure_turnovers(sight, FEW_SURE))
