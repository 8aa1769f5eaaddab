"""Which plan the coach recommends: the player's, or where that has none or is not there, one by rules of thumb."""

from typing import TYPE_CHECKING

from ...notation import Move
from ...position import View
from .sight import Sight
from .thumb import best_plan

if TYPE_CHECKING:
    from ..choose import Choice

EFFORT = 60
"""How wide the player searches for a hint: milliseconds, once it is loaded."""


def recommended(sight: Sight, *, quick: bool = False) -> tuple[Move, ...]:
    """
    The moves up to the next card that shows, or the next deal; none where nothing was found that leads on.

    :param quick: ask the rules of thumb alone
    """
    choice = None if quick else players(sight.view)
    moves = choice.plan if choice else ()
    if not moves:
        plan = best_plan(sight)
        moves = plan.moves if plan else ()
    return shortened(sight, moves)


def players(view: View) -> "Choice | None":
    """What the player would do; None where it is not there."""
    try:
        from ..choose import choose  # NumPy and Numba: slow to load, and not everywhere
    except ModuleNotFoundError as error:
        if error.name not in {"numba", "numpy"}:
            raise
        return None
    return choose(view, effort=EFFORT)


def shortened(sight: Sight, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The plan without the moves that it does not need, and that can be made afterwards as well, whatever it shows."""
    moves = _straight(sight, moves)
    end = _played(sight, moves)
    is_won = bool(end and end.view.is_won)
    for i in reversed(range(len(moves) - 1)):
        rest = moves[:i] + moves[i + 1:]
        end = _played(sight, rest)
        if end and (end.view.is_won if is_won else moves[i] in end.moves):      # a plan that wins has to go on winning
            moves = rest
    return moves


def _straight(sight: Sight, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The plan without its ways round: whoever comes back to a table had no need to leave it."""
    way: list[Move] = []
    views = [sight.view]
    for move in moves:
        sight = sight.after(move)
        if sight.view in views:
            place = views.index(sight.view)
            del way[place:], views[place + 1:]
        else:
            way.append(move)
            views.append(sight.view)
    return tuple(way)


def _played(sight: Sight, moves: tuple[Move, ...]) -> Sight | None:
    """Where the moves lead, if all of them are legal."""
    for move in moves:
        if move not in sight.moves:
            return None
        sight = sight.after(move)
    return sight
