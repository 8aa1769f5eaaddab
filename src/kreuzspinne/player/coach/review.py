"""Looks back on a finished game: where was most of the chance to win given away, and what would have been better?

Each decision is judged by what could be seen and was known when it was made, never by what came to light later. Both
plans are tried on the same tables, in rounds: in each, fewer decisions are left and more games are played. The last
round begins anew, as what was chosen for looking bad looks worse than it is.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ...notation import Move
from ..chance import CERTAIN, HOPELESS, Chance, Comparison, Difference, Plan, Progress, Stop, chance, compare
from ..interval import paired
from .advice import explain
from .candidates import shortened
from .case import turned
from .moments import Decision, Moment, Review
from .sight import Sight

GAMES = 100
"""Games that are played after each plan in the last round."""
EFFORT = 16
"""Width of the search in these games."""
WIDTH = 120
"""Width of the search for a better plan, and of the solver once everything is known."""
MOST_MOMENTS = 3
ROUNDS = (16, 12), (4, 6)
"""Before the last round: which part of its games is played, and how many decisions are left for the next."""
FEWEST_GAMES = 4
CERTAINTY = 2.638
"""Standard errors that a loss must stand out by: of six that are none, one will in one review of twenty."""


class Rival(NamedTuple):
    """A decision, and what the player would have done instead."""

    decision: Decision
    better: tuple[Move, ...]
    gap: int
    """How much better it looked to the player, in points of its judgement."""
    loss: Difference = Difference(0, 0, 0)

    @property
    def rank(self) -> tuple[float, int]:
        """The higher, the more the decision is to be doubted."""
        return self.loss.share, self.gap


class _Stopped(Exception):
    """Whoever asked does not want to know any more."""


def review(made: Sequence[Decision], *, games: int = GAMES, effort: int = EFFORT, seed: int = 0,
           progress: Progress | None = None, stop: Stop | None = None) -> Review | None:
    """
    The moments where most was lost; the same for the same arguments. None: it was stopped.

    :param made: the decisions of a finished game (`moments.decisions`)
    :param games: how many are played in the last round after each plan
    """
    try:
        return _Reviewer(games, effort, seed, progress, stop).review(made)
    except _Stopped:
        return None


class _Reviewer:
    """Plays the games of one review, and counts them."""

    def __init__(self, games: int, effort: int, seed: int, progress: Progress | None, stop: Stop | None) -> None:
        self._games, self._effort, self._seed = games, effort, seed
        self._progress, self._stop = progress, stop
        self._rounds = [(max(FEWEST_GAMES, games // part), left) for part, left in ROUNDS]
        self._done = self._total = 0

    def review(self, made: Sequence[Decision]) -> Review:
        played = [one for one in made if one.played]
        rivals = [rival for one in played if not one.belief.is_certain and (rival := self._rival(one))]
        ending = made[-1] if len(played) < len(made) else None
        self._total = self._work(len(rivals), ending)
        moments = [moment for rival in self._shortlist(rivals) if (moment := self._moment(rival))]
        if ending:
            moments += self._lost_in_the_open([one for one in made if one.belief.is_certain])
        worst = sorted(moments, key=lambda moment: (-moment.loss.share, moment.ply))[:MOST_MOMENTS]
        explained = [one._replace(reasons=explain(one.view, one.better).reasons) for one in worst]
        return Review(tuple(explained), len(played), len(rivals), self._chance(ending) if ending else None)

    def _work(self, rivals: int, ending: Decision | None) -> int:
        """How many tables will be played at the most."""
        work = self._games if ending else 0
        for games, left in self._rounds:
            work += games * rivals
            rivals = min(rivals, left)
        return work + self._games * rivals

    def _rival(self, decision: Decision) -> Rival | None:
        """What the player would have done, if that leads elsewhere."""
        from ..choose import choose  # NumPy and Numba: slow to load

        self._check()
        sight = Sight(decision.view)
        choice = choose(decision.view, belief=decision.belief, effort=WIDTH)
        better = shortened(sight, choice.plan)
        (end, here), (best, there) = _end(sight, decision.played), _end(sight, choice.plan)
        if not better or end.key in (best.key, _end(sight, better)[0].key):
            return None
        values = {plan.column: plan.value for plan in choice.alternatives} | {there: choice.value}
        return Rival(decision, better, choice.value - values.get(here, min(values.values())))

    def _shortlist(self, rivals: list[Rival]) -> list[Rival]:
        """The decisions that are most to be doubted after all rounds but the last."""
        for number, (games, left) in enumerate(self._rounds):
            rivals = [self._tried(rival, games, number) for rival in rivals]
            rivals = sorted(rivals, key=lambda rival: rival.rank, reverse=True)[:left]
        return rivals

    def _tried(self, rival: Rival, games: int, number: int) -> Rival:
        """The same with what these games added to it."""
        more = self._compare(rival, games, f"round {number}").difference(0, 1)
        before = rival.loss
        return rival._replace(loss=Difference(before.only_first + more.only_first,
                                              before.only_second + more.only_second, before.games + more.games))

    def _moment(self, rival: Rival) -> Moment | None:
        """What a decision cost, if that stands out from chance."""
        found, decision = self._compare(rival, self._games, "last round"), rival.decision
        loss = found.difference(0, 1)
        if paired(loss.only_first, loss.only_second, loss.games, CERTAINTY).low <= 0:
            return None
        return Moment(decision.ply, decision.view, decision.played, rival.better, found.chance(0), found.chance(1),
                      loss)

    def _compare(self, rival: Rival, games: int, stage: str) -> Comparison:
        decision = rival.decision
        found = compare(decision.view, [rival.better, decision.played], belief=decision.belief, games=games,
                        effort=self._effort, seed=self._stream(decision, stage), progress=self._tell, stop=self._stop)
        self._check()
        return found

    def _chance(self, ending: Decision) -> Chance:
        found = chance(ending.view, belief=ending.belief, games=self._games, effort=self._effort,
                       seed=self._stream(ending, "end"), progress=self._tell, stop=self._stop)
        self._check()
        return found

    def _lost_in_the_open(self, certain: Sequence[Decision]) -> list[Moment]:
        """The move that lost for sure a game in which everything was known: the last after which it can be won."""
        if not certain or not self._is_won(certain[0]):
            return []
        first, last = 0, len(certain) - 1           # who could win later could have won earlier
        while first < last:
            middle = (first + last + 1) // 2
            first, last = (middle, last) if self._is_won(certain[middle]) else (first, middle - 1)
        if first == len(certain) - 1 or self._is_won(certain[first + 1]) is not False:
            return []
        return [_proven(certain[first])]

    def _is_won(self, decision: Decision) -> bool | None:
        from ..worlds import is_won_by_solver

        self._check()
        return is_won_by_solver(decision.belief, WIDTH)

    def _stream(self, decision: Decision, stage: str) -> str:
        """Which tables are drawn: others at every decision and in every round."""
        return f"{self._seed} {decision.ply} {stage}"

    def _tell(self, played: int, games: int) -> None:
        self._done += 1
        if self._progress:
            self._progress(self._done, self._total)

    def _check(self) -> None:
        if self._stop and self._stop():
            raise _Stopped


def _end(sight: Sight, plan: Plan) -> tuple[Sight, int | None]:
    """Where a plan leads, and the column in which it turns a card."""
    column = None
    for move in plan:
        column = turned(sight, move)
        sight = sight.after(move)
    return sight, column


def _proven(decision: Decision) -> Moment:
    """The moment of a move after which a game cannot be won that could be before."""
    from ..choose import choose

    better = choose(decision.view, belief=decision.belief, effort=WIDTH).plan
    return Moment(decision.ply, decision.view, decision.played, better, CERTAIN, HOPELESS,
                  Difference(1, 0, 1, is_proven=True))
