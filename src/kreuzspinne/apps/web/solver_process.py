"""The solver as another process: moves of other games need not wait for it, and it can be stopped at any moment."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import KreuzspinneError
from ...position import Position

PACKAGES = Path(__file__).parents[3]
"""Where this package lies: the other process is to run the same one."""


class Stopped(Exception):
    """The process is no more: somebody has stopped it, or it broke."""


class Answer(NamedTuple):
    """``solved``, ``unsolvable`` or ``unknown``; of solved, with the moves of a line that wins."""

    verdict: str
    moves: tuple[str, ...]


class SolverProcess:
    """One process, which is asked one thing after the other."""

    def __init__(self) -> None:
        """:raises KreuzspinneError: the solver is not installed"""
        for module in ("numba", "numpy"):
            if find_spec(module) is None:
                raise KreuzspinneError("solver_not_installed", module=module)
        paths = [str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])]
        # A session of its own: Ctrl-C in the server's terminal is the server's business.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "kreuzspinne.solver.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            encoding="utf-8", env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, start_new_session=True)

    @property
    def number(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    def ask(self, position: Position, limits: dict[str, float], listen: Callable[[dict[str, Any]], None]) -> Answer:
        """
        Can `position` be won? `listen` hears all that is told before the answer.

        :raises Stopped: no answer will come
        """
        question = {"position": str(position), "limits": limits}
        try:
            self._put(json.dumps(question))
            for line in self._process.stdout or ():
                told = json.loads(line)
                if "verdict" in told:
                    return Answer(told["verdict"], tuple(told["moves"]))
                listen(told)
        except (OSError, ValueError) as error:  # a pipe that closed while it was written to or read from
            raise Stopped from error
        raise Stopped

    def stop(self) -> None:
        """End it now, whatever it does; whoever waits for an answer learns that none will come."""
        self._process.kill()

    def close(self) -> None:
        """End it and clear it away; nobody waits for an answer."""
        self.stop()
        with suppress(OSError), self._process:  # closing flushes, and nobody reads any more
            pass

    def _put(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
