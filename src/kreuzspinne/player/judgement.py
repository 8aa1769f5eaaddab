"""The weights by which plans are judged: those learned for a game, or those that follow from the solver's."""

import json
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ..layout import place
from ..solver import evaluation as e
from ..solver.checkpoint import make_memory
from ..solver.opinions import family
from ..solver.opinions import learned as solvers_weights
from ..solver.scoring import measure
from ..variants import Variant
from .worth import E_DEAL, WEIGHTS, tables_of

FILES = Path(__file__).parent / "weights"
SAMPLES = 400
DEAL_MARGIN = -2000
"""What a deal is worth before anything was learned: less than any card that can be turned."""
FILL = -5000
"""What each space is worth where spaces must be filled before a row can be dealt."""


@lru_cache(64)
def judgement(variant: Variant) -> Any:
    """The weights for a game; int32[rows left + 1, WEIGHTS]."""
    path = FILES / f"{file_name(variant)}.json"
    if path.exists():
        return complete(np.array(json.loads(path.read_text())["weights"], np.int32))
    return derived(variant)


def file_name(variant: Variant) -> str:
    """The name of the weights that serve a game."""
    return variant.base if (FILES / f"{variant.base}.json").exists() else family(variant.rules)


def complete(weights: Any) -> Any:
    """The weights (without what follows from them) ready for the kernels."""
    solvers = e.finished(weights[:, :e.FEATURES])
    return np.ascontiguousarray(np.hstack([solvers, weights[:, e.FEATURES:]]), np.int32)


def filling(weights: Any) -> Any:
    """The same weights where spaces must be filled."""
    filled = weights.copy()
    filled[:, e.F_EMPTY:e.F_EMPTY + 8] = FILL * np.arange(8)
    return filled


def derived(variant: Variant) -> Any:
    """The solver's weights, where every face-down card is worth what such cards are worth in the mean."""
    solvers = solvers_weights(variant.base, variant.rules)
    weights = np.zeros((len(solvers), WEIGHTS - 1), np.int32)
    weights[:, :e.FEATURES] = solvers
    for stage in weights:
        covered = _worth_of_covered(variant, stage)
        for first, end in _FACE_DOWN:
            stage[first:end] = 0
        stage[e.F_HIDDEN + 1:e.F_HIDDEN + 16] += covered[1:]
        stage[e.F_NEXT:e.F_NEXT + 4] = 0
        stage[E_DEAL - 1] = DEAL_MARGIN
    return complete(weights)


_FACE_DOWN = ((e.F_PAIR, e.F_PAIR + 4), (e.F_KING, e.F_KING + 1), (e.F_BURIED, e.F_BURIED + 1),
              (e.F_RUN, e.F_RUN + 14), (e.F_OVER, e.F_OVER + 1), (e.F_OVER_SUIT, e.F_OVER_SUIT + 1))
"""What the solver's features say of cards that lie face down."""


def _worth_of_covered(variant: Variant, stage: Any) -> Any:
    """What the features of face-down cards come to in the mean, for 0 … 15 of them in a column."""
    rules, draw = variant.rules, Random(1)
    pack = [card for letter in variant.suits for card in range(("shdc".index(letter) << 4) + 1,
                                                               ("shdc".index(letter) << 4) + 14)]
    w = np.zeros(WEIGHTS, np.int32)
    for first, end in _FACE_DOWN:
        w[first:end] = stage[first:end]
    tables = tables_of(rules, variant.suits, 0)
    memory = make_memory(rules, 4, 2, 2, 1, 1)
    found = np.zeros(16, np.int64)
    for count in range(1, 16):
        for _ in range(SAMPLES):
            cards = draw.sample(pack, count + 1)
            t = place(rules, [(cards, count)] + [((), 0)] * (rules.columns - 1), (), ())
            kind = memory.t.dtype
            found[count] += measure(np.frombuffer(bytes(t), np.uint8).astype(kind), memory.prefix, memory.columns,
                                    memory.places, memory.piles, tables, w, rules)[1]
    return found // SAMPLES
