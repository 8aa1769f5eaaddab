"""Hands the law to Numba, and the first kernel made from it: perft.

Nothing below the solver imports this module, and nothing here adds a rule.
"""

import os
import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import njit
from numba.extending import register_jitable

from ..law import LAW
from ..position import Position
from ..rules import RUNS, Rules
from ..table import MOST_MOVES, apply, legal_moves, undo


def cache_folder() -> Path:
    """
    Where compiled kernels are kept: a folder named after the text of this package.

    Numba's disk cache watches a kernel's own file, not the law it calls. A folder of this name can never
    serve yesterday's rules.
    """
    package = Path(__file__).parent.parent
    text = b"".join(path.read_bytes() for path in sorted(package.rglob("*.py")))
    default = Path.home() / ("AppData/Local" if sys.platform == "win32" else ".cache")
    root = Path(os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or default)
    return root / "kreuzspinne" / sha256(text).hexdigest()[:16]


numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]

UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""Kernels own no memory: without counting references to their arrays they run up to three times as fast."""

for _function in LAW:
    register_jitable(**UNCOUNTED)(_function)

SMALL = 127
"""The largest number a signed byte holds."""


def array(position: Position) -> Any:
    """The position's table as the kernels take it: signed, so that differences are what they seem."""
    kind = np.int8 if position.rules.cards <= SMALL else np.int16
    return np.frombuffer(position.table, np.uint8).astype(kind)


MOST_LEFT = 8
"""Traces of more runs than this leaving in one move do not fit into 64 bits."""


@njit(cache=True, **UNCOUNTED)  # type: ignore[untyped-decorator, unused-ignore]
def copy_table(source: Any, target: Any) -> None:
    """Copy a table."""
    for i in range(len(source)):
        target[i] = source[i]


@lru_cache(64)
def _perft_kernel(rules: Rules) -> Callable[..., int]:
    """Rules as a constant of the closure run twice as fast as rules that are an argument."""
    copies = rules.goal == RUNS and rules.piles > MOST_LEFT

    @njit(cache=True, **UNCOUNTED)  # type: ignore[untyped-decorator, unused-ignore]
    def count(t: Any, depth: int, buffers: Any, tables: Any) -> int:
        n = legal_moves(t, rules, buffers[depth])
        if depth == 1:
            return n
        leaves = 0
        for i in range(n):
            move = buffers[depth, i]
            if copies:
                copy_table(t, tables[depth])
            trace = apply(t, rules, move)
            leaves += count(t, depth - 1, buffers, tables)
            if copies:
                copy_table(tables[depth], t)
            else:
                undo(t, rules, move, trace)
        return leaves

    return count  # type: ignore[no-any-return, unused-ignore]


def perft(position: Position, depth: int) -> int:
    """Move sequences of length `depth`, counted one by one; the first call of a game compiles it."""
    if depth == 0:
        return 1
    t = array(position)
    buffers, tables = np.zeros((depth + 1, MOST_MOVES), np.int64), np.zeros((depth + 1, len(t)), t.dtype)
    return int(_perft_kernel(position.rules)(t, depth, buffers, tables))
