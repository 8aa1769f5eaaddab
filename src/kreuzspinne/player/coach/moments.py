"""A finished game as a row of decisions, each with what was known when it was made; and the moments that mattered."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ...errors import KreuzspinneError
from ...game import Game
from ...notation import Move
from ...outcome import outcome
from ...position import Position, View
from ..belief import Belief, of_positions
from ..chance import DEAD_END, Chance, Difference
from .case import Reason

Stood = Callable[[int], Iterable[Position]]
"""Positions on other lines where the player had stood before a move of this line was made; the first move is 0."""


class Decision(NamedTuple):
    """What was played up to the next card that showed, and what was known before."""

    ply: int
    """How many moves had been played."""
    belief: Belief
    played: tuple[Move, ...]
    """None: the game ended here, and was not won."""

    @property
    def view(self) -> View:
        """What could be seen."""
        return self.belief.view


class Moment(NamedTuple):
    """A decision that gave a good part of the chance away."""

    ply: int
    view: View
    played: tuple[Move, ...]
    better: tuple[Move, ...]
    """Up to the next card that shows, or to the win."""
    before: Chance
    """What there was to be had: the chance after the better plan."""
    after: Chance
    """The chance after what was played."""
    loss: Difference
    reasons: tuple[Reason, ...] = ()
    """What speaks for the better plan, the most important first."""


class Review(NamedTuple):
    """What a look back on a game found."""

    moments: tuple[Moment, ...]
    """At most three, the worst first."""
    decisions: int
    """How many there were."""
    doubted: int
    """How many of them the player would have made in another way."""
    end: Chance | None = None
    """The chance that was left where the game ended, if it was not won."""


def decisions(game: Game, *, given_up: bool = False, stood: Stood = lambda ply: ()) -> list[Decision]:
    """
    The decisions of a finished game, in their order; where it ended without a win, the last is to play nothing.

    Rearranging open cards decides nothing; once everything is known, each move is a decision.

    :param given_up: its player has ended it
    :raises KreuzspinneError: it is still open
    """
    if not (game.position.is_won or given_up or outcome(game.position.view(), DEAD_END).state == "lost"):
        raise KreuzspinneError("review_of_open_game")
    found: list[Decision] = []
    first, position = 0, game.start
    belief = of_positions(position, stood(0))
    for ply, step in enumerate(game.steps, 1):
        position = position.after(step.move)
        if step.revealed or step.move.is_deal or belief.is_certain or position.is_won:
            found.append(Decision(first, belief, tuple(one.move for one in game.steps[first:ply])))
            first, belief = ply, of_positions(position, stood(ply))
    if not position.is_won:
        found.append(Decision(game.ply, of_positions(position, stood(game.ply)), ()))
    return found
