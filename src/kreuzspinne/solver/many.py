"""Many positions on all cores: each is solved by its own process, the answers come in order."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from ..position import Position
from .search import Verdict, solve


def solve_many(positions: Iterable[Position], *, jobs: int | None = None, **limits: Any) -> Iterator[Verdict]:
    """
    Verdicts in the order of the positions.

    :param jobs: how many processes (default: one a core; 1: no process of its own)
    :param limits: those of `solve`, for each position
    """
    jobs = jobs or os.cpu_count() or 1
    lines = (str(position) for position in positions)
    if jobs == 1:
        yield from (_solve(line, limits) for line in lines)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(_solve, limits=limits), lines)


def _solve(line: str, limits: dict[str, Any]) -> Verdict:
    return solve(Position.read(line), **limits)
