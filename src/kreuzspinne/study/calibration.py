"""Does what the player is given a chance of come true as often? Chances told on many deals, and what became of them."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from ..player.belief import Belief
from ..player.chance import Chance, after, chance
from ..player.choose import choose
from ..player.interval import Interval, wilson
from ..player.worlds import finisher
from .play import Start

MOST_DECISIONS = 45
"""A chance is told after 0 to so many decisions."""
BINS = 10


class Forecast(NamedTuple):
    """A chance that was told, and whether the game was won."""

    chance: Chance
    won: bool


class Bin(NamedTuple):
    """Forecasts that said about the same."""

    low: float
    """What they said lies from here …"""
    high: float
    """… to here."""
    told: float
    """What they said in the mean."""
    positions: int
    won: int

    @property
    def interval(self) -> Interval:
        """Where the rate of wins lies, 95 times in a hundred."""
        return wilson(self.won, self.positions)


def forecast(start: Start, *, effort: int, games: int) -> Forecast | None:
    """
    Play into a deal, tell the chance, and play on with the same player; None: the game was over before.

    How many decisions are made before is drawn from the deal's name alone: to pick from those that a finished game had
    would favour games that were long.
    """
    name, position = start
    for _ in range(Random(name).randrange(MOST_DECISIONS + 1)):
        plan = choose(position.view(), effort=effort).plan
        if not plan:
            return None
        position = after(position, plan)
    if position.is_won:
        return None
    belief = Belief(position.view())
    told = chance(belief.view, belief=belief, games=games, effort=effort, seed=name)
    return Forecast(told, finisher(belief, effort).wins(position))


def forecasts(starts: Iterable[Start], *, effort: int, games: int) -> Iterator[Forecast]:
    """One of each deal that lasts long enough."""
    return (made for start in starts if (made := forecast(start, effort=effort, games=games)))


def bins(made: Sequence[Forecast]) -> list[Bin]:
    """The forecasts by tenths of what they said; tenths that none fell into are left out."""
    tenths: list[list[Forecast]] = [[] for _ in range(BINS)]
    for one in made:
        tenths[min(BINS - 1, int(one.chance.share * BINS))].append(one)
    return [Bin(number / BINS, (number + 1) / BINS, sum(one.chance.share for one in tenth) / len(tenth), len(tenth),
                sum(one.won for one in tenth)) for number, tenth in enumerate(tenths) if tenth]


def brier(shares: Sequence[float], won: Sequence[bool]) -> float:
    """
    Brier's score: the mean square of how far off the chances were; 0 is best.

    >>> brier([1.0, 0.5], [True, False])
    0.125
    """
    return sum((share - end) ** 2 for share, end in zip(shares, won, strict=True)) / max(1, len(shares))


class Summary(NamedTuple):
    """What the forecasts of one game come to."""

    positions: int
    expected: float
    """Wins, if the chances are true."""
    won: int
    brier: float
    brier_of_rate: float
    """The score of whoever says the rate of wins each time, and looks at no table."""


def summary(made: Sequence[Forecast]) -> Summary:
    """All forecasts in a few numbers; scores of none are 0."""
    shares, won = [one.chance.share for one in made], [one.won for one in made]
    rate = sum(won) / max(1, len(won))
    return Summary(len(made), sum(shares), sum(won), brier(shares, won), brier([rate] * len(won), won))
