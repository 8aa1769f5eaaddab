"""How often would the player that never peeks win from here? Counted in games on tables that agree with what is known.

Each table is as likely as any other (`Belief.sample`), and the fast player plays it to its end without looking at what
is hidden. So the share it wins is its chance of winning: that of this player, not of whoever asks.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..cards import UNSEEN
from ..errors import KreuzspinneError
from ..notation import Move
from ..outcome import outcome
from ..position import Position, View
from .belief import Belief
from .interval import Interval, paired, wilson

GAMES = 100
EFFORT = 25
"""Width of the search in each of these games: about 20 milliseconds each, with four suits."""
DEAD_END = 150
"""Tables that are searched to find that nothing leads on."""

Plan = Sequence[Move]
Progress = Callable[[int, int], None]
"""Is told how many games were played, and how many there will be."""
Stop = Callable[[], bool]
"""Is asked before each game; true: no more are played."""


class Chance(NamedTuple):
    """How many of these games were won; a chance that is proven was not counted, but is certain."""

    wins: int
    games: int
    is_proven: bool = False

    @property
    def share(self) -> float:
        """From 0 to 1; a half where no game was played."""
        return self.wins / self.games if self.games else 0.5

    @property
    def interval(self) -> Interval:
        """Where the chance lies, 95 times in a hundred."""
        return Interval(self.share, self.share) if self.is_proven else wilson(self.wins, self.games)


CERTAIN, HOPELESS = Chance(1, 1, is_proven=True), Chance(0, 1, is_proven=True)


class Difference(NamedTuple):
    """How much better one plan did than another, on the same tables."""

    only_first: int
    """Games won after the first plan alone."""
    only_second: int
    games: int
    is_proven: bool = False

    @property
    def share(self) -> float:
        """From -1 to 1."""
        return (self.only_first - self.only_second) / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """Where the difference lies, 95 times in a hundred."""
        if self.is_proven:
            return Interval(self.share, self.share)
        return paired(self.only_first, self.only_second, self.games)


class Comparison(NamedTuple):
    """What became of several plans on the same tables."""

    outcomes: tuple[tuple[bool, ...], ...]
    """For each plan: was the game won, table by table."""

    def chance(self, plan: int) -> Chance:
        """The chance after a plan."""
        return Chance(sum(self.outcomes[plan]), len(self.outcomes[plan]))

    def difference(self, first: int, second: int) -> Difference:
        """How much better the first of two plans did."""
        pairs = list(zip(self.outcomes[first], self.outcomes[second], strict=True))
        return Difference(pairs.count((True, False)), pairs.count((False, True)), len(pairs))


def chance(view: View, *, belief: Belief | None = None, games: int = GAMES, effort: int = EFFORT, seed: int | str = 0,
           progress: Progress | None = None, stop: Stop | None = None) -> Chance:
    """
    The chance of this player from `view`; the same for the same arguments. Fewer games are played if it is stopped.

    :param belief: what is known beside the view, as from earlier in the game
    :raises KreuzspinneError: the cards that can be seen are not part of a whole pack of this game
    """
    belief = belief or Belief(view)
    check(belief)
    if certain := _certain(belief, effort):
        return certain
    counted = compare(view, [()], belief=belief, games=1 if belief.is_certain else games, effort=effort, seed=seed,
                      progress=progress, stop=stop).chance(0)
    return CERTAIN if belief.is_certain and counted.wins else counted


def compare(view: View, plans: Sequence[Plan], *, belief: Belief | None = None, games: int = GAMES,
            effort: int = EFFORT, seed: int | str = 0, progress: Progress | None = None,
            stop: Stop | None = None) -> Comparison:
    """
    What becomes of the same tables after each of these plans; the luck of the cards is the same for all.

    :param plans: moves up to the next card that shows; none: the player goes on from the view
    :raises KreuzspinneError: as `chance`; a move of a plan is not legal
    """
    from .worlds import finisher, worlds  # NumPy and Numba: slow to load

    belief = belief or Belief(view)
    check(belief)
    for plan in plans:
        _check_plan(belief, plan)
    play, rows = finisher(belief, effort), []
    for world in worlds(belief, games, seed):
        if stop and stop():
            break
        rows.append([play.wins(after(world, plan)) for plan in plans])
        if progress:
            progress(len(rows), games)
    return Comparison(tuple(zip(*rows, strict=True)) if rows else ((),) * len(plans))


def after(position: Position, plan: Plan) -> Position:
    """Where a plan leads; its moves are trusted."""
    for move in plan:
        position = position.after(move)
    return position


def check(belief: Belief) -> None:
    """:raises KreuzspinneError: more or fewer cards are hidden than are missing from the pack"""
    hidden, missing = len(belief.places) - len(belief.known), belief.unseen.total()
    if hidden != missing or UNSEEN in belief.unseen:
        raise KreuzspinneError("chance_of_fragment", hidden=hidden, missing=missing)


def _check_plan(belief: Belief, plan: Plan) -> None:
    """All moves are checked on one of the tables; they are the same on each, up to the card that shows."""
    position = belief.table(sorted(belief.unseen.elements()))
    for move in plan:
        position = position.play(str(move))


def _certain(belief: Belief, effort: int) -> Chance | None:
    """The chance, where no game need be played to know it."""
    view = belief.view
    if view.is_won:
        return CERTAIN
    if outcome(view, DEAD_END).state == "lost":
        return HOPELESS
    if not belief.is_certain:
        return None
    from .worlds import is_won_by_solver

    known = is_won_by_solver(belief, effort)
    return None if known is None else CERTAIN if known else HOPELESS
