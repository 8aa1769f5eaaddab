"""Many positions on all cores: each is solved by its own process, the answers come in order."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from ..position import Position
from .search import Verdict, solve


class Counts(NamedTuple):
    """How many positions came out how."""

    solved: int = 0
    unsolvable: int = 0
    unknown: int = 0

    def plus(self, verdict: str) -> "Counts":
        """One more of this verdict."""
        return self._replace(**{verdict: getattr(self, verdict) + 1})


def solve_many(positions: Iterable[Position], *, jobs: int | None = None,
               progress: Callable[[Counts], None] | None = None, **limits: Any) -> Iterator[Verdict]:
    """
    Verdicts in the order of the positions.

    :param jobs: how many processes (default: one a core; 1: no process of its own)
    :param progress: told what there is so far, at the start and after each verdict was taken
    :param limits: those of `solve`, for each position
    """
    counts = Counts()
    if progress:
        progress(counts)
    for verdict in _verdicts((str(position) for position in positions), jobs or os.cpu_count() or 1, limits):
        yield verdict
        counts = counts.plus(verdict.verdict)
        if progress:
            progress(counts)


def _verdicts(lines: Iterable[str], jobs: int, limits: dict[str, Any]) -> Iterator[Verdict]:
    if jobs == 1:
        yield from (_solve(line, limits) for line in lines)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(_solve, limits=limits), lines)


def _solve(line: str, limits: dict[str, Any]) -> Verdict:
    return solve(Position.read(line), **limits)
