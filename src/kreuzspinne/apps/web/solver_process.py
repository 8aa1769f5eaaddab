"""The solver as another process: moves of other games need not wait for it, and it can be stopped at any moment."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ...position import Position
from .other_process import OtherProcess, Stopped

__all__ = ["Answer", "SolverProcess", "Stopped"]


class Answer(NamedTuple):
    """``solved``, ``unsolvable`` or ``unknown``; of solved, with the moves of a line that wins."""

    verdict: str
    moves: tuple[str, ...]


class SolverProcess(OtherProcess):
    """One process, which is asked one thing after the other."""

    def __init__(self) -> None:
        """:raises KreuzspinneError: the solver is not installed"""
        super().__init__("kreuzspinne.solver.worker")

    def ask(self, position: Position, limits: dict[str, float], listen: Callable[[dict[str, Any]], None]) -> Answer:
        """
        Can `position` be won? `listen` hears all that is told before the answer.

        :raises Stopped: no answer will come
        """
        told = self.answer({"position": str(position), "limits": limits}, "verdict", listen)
        return Answer(told["verdict"], tuple(told["moves"]))
