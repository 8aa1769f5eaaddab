"""How good the chances of winning are from a table with cards nobody has seen, as learned from whole games. Compiled.

A small network: what describes a column goes through one layer, the same for all; their sum and what describes the
table go through another. What it says is the logarithm of the odds.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..solver.kernel import UNCOUNTED
from ..variants import Variant
from .features import COLUMN, TABLE

FILES = Path(__file__).parent / "weights" / "outlook"


class Outlook(NamedTuple):
    """The network's weights, and how many points of the judgement it may add; 0 points: there is no network."""

    points: Any
    """int64[1]: points that the odds are worth when they grow by a factor of e."""
    column: Any
    """float32[COLUMN, first layer]"""
    column_bias: Any
    table: Any
    """float32[first layer + TABLE, second layer]"""
    table_bias: Any
    last: Any
    """float32[second layer]"""
    last_bias: Any
    """float32[1]"""


class Sketch(NamedTuple):
    """Room for one table's description and what the first layer makes of it."""

    of_columns: Any
    """float32[columns, COLUMN]"""
    of_table: Any
    """float32[TABLE]"""
    layer: Any
    """float32[first layer]"""


def make_sketch(columns: int, net: Outlook) -> Sketch:
    """Room for the tables of a game."""
    return Sketch(np.zeros((columns, COLUMN), np.float32), np.zeros(TABLE, np.float32),
                  np.zeros(len(net.column_bias), np.float32))


def outlook(variant: Variant) -> Outlook:
    """What was learned for a game, or nothing."""
    return _read(variant.base)


def outlook_of(points: int, weights: dict[str, Any]) -> Outlook:
    """From the arrays of a file or of a training."""
    return Outlook(np.array([points], np.int64),
                   *(np.ascontiguousarray(weights[name], np.float32) for name in Outlook._fields[1:]))


@lru_cache(16)
def _read(base: str) -> Outlook:
    path = FILES / f"{base}.json"
    if path.exists():
        found = json.loads(path.read_text())
        return outlook_of(found["points"], found["weights"])
    shapes = (COLUMN, 1), (1,), (1 + TABLE, 1), (1,), (1,), (1,)
    return outlook_of(0, {name: np.zeros(shape) for name, shape in zip(Outlook._fields[1:], shapes, strict=True)})


@njit(cache=True, **UNCOUNTED)
def odds(sketch, net):
    """Logarithm of the odds that a described table is won."""
    of_columns, of_table, layer = sketch
    layer[:] = 0
    for c in range(of_columns.shape[0]):
        for k in range(len(layer)):
            total = net.column_bias[k]
            for i in range(COLUMN):
                total += of_columns[c, i] * net.column[i, k]
            layer[k] += max(total, np.float32(0))
    found = net.last_bias[0]
    for k in range(len(net.last)):
        total = net.table_bias[k]
        for i in range(len(layer)):
            total += layer[i] * net.table[i, k]
        for i in range(TABLE):
            total += of_table[i] * net.table[len(layer) + i, k]
        found += max(total, np.float32(0)) * net.last[k]
    return found
