"""How far a rate that was counted may be from the true one."""

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
