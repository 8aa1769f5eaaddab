"""Which plan the coach recommends: the player's, or where that has none or is not there, one by rules of thumb."""

from ...notation import Move
from ...position import View
from .sight import Sight
from .thumb import best_plan

EFFORT = 60
"""How wide the player searches for a hint: milliseconds, once it is loaded."""


def recommended(sight: Sight, *, quick: bool = False) -> tuple[Move, ...]:
    """
    The moves up to the next card that shows, or the next deal; none where nothing was found that leads on.

    :param quick: ask the rules of thumb alone
    """
    moves = () if quick else _players(sight.view)
    if not moves:
        plan = best_plan(sight)
        moves = plan.moves if plan else ()
    return shortened(sight, moves)


def _players(view: View) -> tuple[Move, ...]:
    try:
        from ..choose import choose  # NumPy and Numba: slow to load, and not everywhere
    except ModuleNotFoundError as error:
        if error.name not in {"numba", "numpy"}:
            raise
        return ()
    return choose(view, effort=EFFORT).plan


def shortened(sight: Sight, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The plan without the moves that it does not need, and that can be made afterwards as well, whatever it shows."""
    end = _played(sight, moves)
    is_won = bool(end and end.view.is_won)
    for i in reversed(range(len(moves) - 1)):
        rest = moves[:i] + moves[i + 1:]
        end = _played(sight, rest)
        if end and (end.view.is_won if is_won else moves[i] in end.moves):      # a plan that wins has to go on winning
            moves = rest
    return moves


def _played(sight: Sight, moves: tuple[Move, ...]) -> Sight | None:
    """Where the moves lead, if all of them are legal."""
    for move in moves:
        if move not in sight.moves:
            return None
        sight = sight.after(move)
    return sight
