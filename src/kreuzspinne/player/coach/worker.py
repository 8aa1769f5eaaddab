"""
The player for another process: a question a line comes in, answers go out, all as JSON.

=============================================  ==========================================================
in                                             out
=============================================  ==========================================================
``{"view": "spider1 …"}``                      ``{"plan": ["bi1", …]}``; no moves mean that none leads on
``{"chance": {"view": …, "known": …}}``        ``{"chance": {"wins": 34, "games": 100, …}}``
``{"review": [{"ply": 0, "view": …}, …]}``     ``{"review": {"moments": …}}``
``{"stop": true}``                             nothing; what is being done is answered by ``{"stopped": true}``
=============================================  ==========================================================

Beside ``chance`` may stand ``games``, ``effort`` and ``seed`` (of `chance.chance`), beside ``review`` the same (of
`review.review`). Both tell now and then ``{"progress": [20, 100]}``: how much is done, of how much. A review begins
with ``{"is_compiled": false}`` if kernels have to be compiled first. What cannot be answered is told as ``{"error":
code, "facts": …}``. `messages` reads and writes beliefs, decisions and answers.

The player's kernels stay loaded from one question to the next. It ends with its input, which stops what is being done.
"""

import json
import sys
import time
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from ...errors import KreuzspinneError
from ...position import View
from ...solver.search import is_compiled
from ..chance import chance
from .candidates import recommended
from .messages import read_belief, read_decision, write_chance, write_review
from .review import review
from .sight import Sight

LAST_COMPILED = "selfplay.play"
"""The kernel that calls all the others."""
PAUSE = 0.1
"""Seconds between two tellings of how far it has come."""


class _Worker:
    """Answers one question after the other, while it listens for more."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._stopped = Event()
        self._told = 0.0

    def run(self) -> None:
        """Answer questions until the input ends."""
        Thread(target=self._listen, daemon=True).start()
        while question := self._questions.get():
            try:
                self._answer(question)
            except KreuzspinneError as error:
                _tell(error=error.code, facts=error.facts)

    def _listen(self) -> None:
        """Take questions in; when the input ends, nobody is left to wait for games."""
        for line in sys.stdin:
            question = json.loads(line)
            if question.get("stop"):
                self._stopped.set()
            else:
                self._stopped.clear()
                self._questions.put(question)
        self._stopped.set()
        self._questions.put(None)

    def _answer(self, question: dict[str, Any]) -> None:
        if "view" in question:
            _tell(plan=[str(move) for move in recommended(Sight(View.read(question["view"])))])
            return
        settings: dict[str, Any] = {name: question[name] for name in ("games", "effort", "seed") if name in question}
        settings |= {"progress": self._progress, "stop": self._stopped.is_set}
        found: dict[str, Any]
        if "chance" in question:
            belief = read_belief(question["chance"])
            found = {"chance": write_chance(chance(belief.view, belief=belief, **settings))}
        else:
            _tell(is_compiled=is_compiled(LAST_COMPILED))
            told = review([read_decision(data) for data in question["review"]], **settings)
            found = {"review": told and write_review(told)}
        _tell(**{"stopped": True} if self._stopped.is_set() else found)

    def _progress(self, done: int, total: int) -> None:
        if time.monotonic() - self._told >= PAUSE:
            self._told = time.monotonic()
            _tell(progress=[done, total])


def _tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    _Worker().run()
