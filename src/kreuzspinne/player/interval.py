"""How far what was counted may be from what is true: one rate, or the difference of two from the same deals."""

from math import sqrt
from typing import NamedTuple

NORMAL_95 = 1.959964
"""So many standard errors to either side hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """Between these, 95 times in a hundred, lies what was measured."""

    low: float
    high: float


def wilson(won: int, played: int) -> Interval:
    """
    Wilson's 95 % interval for a rate.

    >>> tuple(round(bound, 4) for bound in wilson(82, 297))
    (0.2284, 0.3296)
    """
    if not played:
        return Interval(0.0, 1.0)
    rate, square = won / played, NORMAL_95 ** 2 / played
    centre = (rate + square / 2) / (1 + square)
    spread = NORMAL_95 * sqrt(rate * (1 - rate) / played + square / played / 4) / (1 + square)
    return Interval(max(0.0, centre - spread), min(1.0, centre + spread))


def paired(only_first: int, only_second: int, games: int, normal: float = NORMAL_95) -> Interval:
    """
    Agresti's and Min's interval (2005) for the difference of two rates, where both played the same games.

    :param only_first: games that the first won and the second did not
    :param normal: standard errors to either side

    >>> tuple(round(bound, 3) for bound in paired(12, 2, 100))
    (0.026, 0.17)
    """
    difference = (only_first - only_second) / (games + 2)
    spread = normal * sqrt(max(0.0, (only_first + only_second + 1) / (games + 2) - difference ** 2) / (games + 2))
    return Interval(max(-1.0, difference - spread), min(1.0, difference + spread))
