"""A module that runs as another process and answers questions: moves need not wait for it, and it can be stopped."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...errors import KreuzspinneError

PACKAGES = Path(__file__).parents[3]
"""Where this package lies: the other process is to run the same one."""


class Stopped(Exception):
    """The process is no more: somebody has stopped it, or it broke."""


class OtherProcess:
    """One process, which is asked one thing after the other: JSON, a line each way."""

    def __init__(self, module: str) -> None:
        """:raises KreuzspinneError: what solver and player need is not installed"""
        for needed in ("numba", "numpy"):
            if find_spec(needed) is None:
                raise KreuzspinneError("solver_not_installed", module=needed)
        paths = [str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])]
        # A session of its own: Ctrl-C in the server's terminal is the server's business.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            encoding="utf-8", env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, start_new_session=True)

    @property
    def number(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    def answers(self, question: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """
        What it says to a question, until whoever asks has heard enough.

        :raises Stopped: nothing more will come
        """
        try:
            self._put(json.dumps(question))
            for line in self._process.stdout or ():
                yield json.loads(line)
        except (OSError, ValueError) as error:  # a pipe that closed while it was written to or read from
            raise Stopped from error
        raise Stopped

    def answer(self, question: dict[str, Any], key: str, listen: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """
        The first that it says which has `key`; `listen` hears all that is told before.

        :raises Stopped: no answer will come
        """
        for told in self.answers(question):
            if key in told:
                return told
            listen(told)
        raise Stopped

    def tell(self, message: dict[str, Any]) -> None:
        """
        Say something that is no question.

        :raises Stopped: nobody is there to hear it
        """
        try:
            self._put(json.dumps(message))
        except (OSError, ValueError) as error:
            raise Stopped from error

    def stop(self) -> None:
        """End it now, whatever it does; whoever waits for an answer learns that none will come."""
        self._process.kill()

    def close(self) -> None:
        """End it and clear it away; whoever still waits for an answer learns that none will come."""
        self.stop()
        with suppress(OSError), self._process:  # closing flushes, and nobody reads any more
            pass

    def _put(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
