"""The end of a game that is won whatever the last hidden cards are: proved for every order in which they can lie."""

from collections.abc import Iterable, Sequence
from itertools import permutations

from ...notation import Move
from ...position import View
from ..belief import Belief
from .candidates import players
from .sight import Sight

MOST_UNSEEN = 4
"""Cards in all orders of which the rest of the game is played; two dozen orders take some tenths of a second."""
NODES = 200_000
"""What the solver may search in each case."""


def is_sure_win(view: View, plan: Sequence[Move]) -> bool:
    """
    Does this plan win, whatever shows, if the player goes on as it always does?

    False also where that could not be proved: too many cards are unseen, or the solver found no win in one case.
    """
    unseen = Sight(view).unseen
    if not plan or not unseen or (len(unseen) > 1 and unseen.total() > MOST_UNSEEN):
        return False
    return all(_goes_on_to_win(view, after) for after in _outcomes(view, plan, list(unseen.elements())))


def _outcomes(view: View, plan: Sequence[Move], unseen: list[int]) -> Iterable[View]:
    """What can be seen after the plan, in all the orders of the unseen cards."""
    found = {}
    for order in {tuple(unseen)} if len(set(unseen)) == 1 else set(permutations(unseen)):
        position = Belief(view).table(order)
        for move in plan:
            position = position.after(move)
        found[position.view()] = True
    return found


def _goes_on_to_win(before: View, view: View) -> bool:
    """Does the player win from `view` for sure? More must be seen than at `before`, so that this comes to an end."""
    if view.is_won:
        return True
    belief = Belief(view)
    if belief.is_certain:
        return _is_solved(belief)
    choice = players(view)
    is_nearer = Sight(view).hidden < Sight(before).hidden
    return is_nearer and choice is not None and is_sure_win(view, choice.plan)


def _is_solved(belief: Belief) -> bool:
    """Does the solver, which replays what it finds, win from the only table that can lie there?"""
    from ...solver.search import solve  # slow to load, and here only where the player is

    position = belief.table(belief.unseen.elements())
    return position.is_whole and solve(position, nodes=NODES).is_solved
