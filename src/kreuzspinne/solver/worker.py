"""
Solves for another process: a question a line comes in, what is being done and what was found go out, all as JSON.

======================================================  ==============================================
in                                                      out
======================================================  ==============================================
                                                        ``{"is_compiled": true}``, once
``{"position": "spider1 …", "limits": {"seconds": 5}}``  ``{"nodes": 40000}``, now and then; at the end
                                                        ``{"verdict": "solved", "moves": ["bi1", …]}``
======================================================  ==============================================

It ends when nobody can ask any more: whoever started it may be killed, and leaves no search running behind.
"""

import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any

from ..position import Position
from .search import is_compiled, solve

NICENESS = 10
"""Whoever plays beside it comes first."""


def main() -> None:
    """Answer questions until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    questions: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(questions,), daemon=True).start()
    _tell(is_compiled=is_compiled())
    while True:
        _answer(**json.loads(questions.get()))


def _listen(questions: "SimpleQueue[str]") -> None:
    """Take questions in; a search that is under way when the input ends has nobody left to tell."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _answer(position: str, limits: dict[str, Any]) -> None:
    verdict = solve(Position.read(position), progress=lambda doing, nodes: _tell(nodes=nodes), **limits)
    _tell(verdict=verdict.verdict, moves=[str(move) for move in verdict.moves])


def _tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main()
