"""All signs by which a table is known to be lost without playing on."""

from typing import Any, NamedTuple

from numba import njit

from ..position import Position
from ..rules import Rules
from .hopeless import ONE_DECK, is_hopeless
from .kernel import UNCOUNTED
from .knot import Knot, can_knot, is_knotted, make_knot
from .tangle import Tangle, can_count, is_tangled, make_tangle


class Signs(NamedTuple):
    """What those who look for the signs need; empty where a sign means nothing."""

    tangle: Tangle
    knot: Knot


def make_signs(rules: Rules, position: Position | None) -> Signs:
    """The signs that mean something in the game of this position; without one, those of every game."""
    return Signs(make_tangle(rules, position is not None and can_count(position)),
                 make_knot(position is not None and can_knot(position)))


@njit(cache=True, **UNCOUNTED)  # type: ignore[untyped-decorator, unused-ignore]
def is_lost(t: Any, rules: Rules, signs: Signs) -> bool:
    """Does the table show that it cannot be won?"""
    if is_knotted(t, rules, signs.knot) or is_tangled(t, rules, signs.tangle):
        return True
    return (t[0] == 0 or rules.cards <= ONE_DECK) and is_hopeless(t, rules)
