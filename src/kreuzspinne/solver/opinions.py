"""The weights by which a beam judges: those learned for a game, and others that see it differently."""

import json
import math
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ..rules import LOOSE, RUNS, Rules
from . import evaluation
from .checkpoint import SPREADS
from .evaluation import FEATURES, finished, hand_weights

WEIGHTS = Path(__file__).parent / "weights"
WIDEST = 0.85
"""How far, as a power of e, a group of features may be judged otherwise at the most, up or down."""
GROUPS = sorted(first for name, first in vars(evaluation).items() if name.startswith("F_"))


def learned(base: str, rules: Rules) -> Any:
    """The weights of a game, or of its family, or those made by hand; int32[rows left + 1, FEATURES]."""
    return _file(base, rules)[0]


def spreads(base: str, rules: Rules) -> tuple[int, ...]:
    """The most that noise adds to a score judged by the learned weights, by rows left (`Memory.spreads`)."""
    return _file(base, rules)[1]


@lru_cache(64)
def _file(base: str, rules: Rules) -> tuple[Any, tuple[int, ...]]:
    """The weights and what noise they bear: of the game, of its family, or those made by hand."""
    for name in (base, family(rules)):
        path = WEIGHTS / f"{name}.json"
        if path.exists():
            found = json.loads(path.read_text())
            weights = np.array(found["weights"], np.int32)
            if weights.shape[1] == FEATURES:
                return weights, tuple(found.get("noise", SPREADS))
    return hand_weights()[None, :], SPREADS


def family(rules: Rules) -> str:
    """Whose weights serve a game that has none of its own."""
    if rules.goal != RUNS:
        return "gypsy"
    return "scorpion" if rules.move == LOOSE else "spider4"


@lru_cache(256)
def opinion(base: str, rules: Rules, number: int) -> Any:
    """
    The weights for one beam, ready for the kernels; int32[rows left + 1, FEATURES + 1].

    :param number: 0: as learned; every other one weighs whole groups of features otherwise, by turns the learned
        weights, their mean with those made by hand, and those made by hand. What one opinion is blind to, another sees.
    """
    weights = learned(base, rules).astype(float)
    if number:
        by_hand = np.broadcast_to(hand_weights(), weights.shape)
        weights = (weights, (weights + by_hand) / 2, by_hand)[number % 3] * _accents(number)
    return finished(np.round(weights).astype(np.int32))


def _accents(number: int) -> Any:
    """A factor for each feature, the same for all of a group."""
    # Python promises the same numbers in every version, NumPy does not; and equal searches must end in equal lines.
    draw = Random(number).random
    factors = [math.exp(WIDEST * (2 * draw() - 1)) for _ in GROUPS]
    return np.repeat(factors, np.diff([*GROUPS, FEATURES]))
