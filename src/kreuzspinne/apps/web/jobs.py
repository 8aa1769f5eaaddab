"""A quest under way: the process that is asked, a thread that listens to it, and how far it has come."""

import logging
import time
from collections.abc import Callable
from secrets import token_urlsafe
from threading import Thread
from typing import Any

from .other_process import Stopped
from .quests import Found, Quest
from .review_process import ReviewProcess
from .solver_process import SolverProcess

LEASE = 15
"""Seconds after which a job that nobody asks about is stopped: its page is gone."""
WATCH = 1
"""Seconds between two looks whether anybody still asks."""

log = logging.getLogger(__name__)


class Job:
    """One quest; it is over when something was found, when it is stopped, or when its page is gone."""

    def __init__(self, quest: Quest, doing: str, game: str = "", clock: Callable[[], float] = time.monotonic,
                 process: Callable[[], SolverProcess | ReviewProcess] = SolverProcess) -> None:
        """
        :param doing: the code of the sentence on its progress
        :param game: the id of the game that it is about
        :param process: who is asked
        :raises KreuzspinneError: solver and player are not installed
        """
        self.id = token_urlsafe(9)
        self.game = game
        self.questions = 0
        """How many were asked so far."""
        self.done: float | None = None
        """How much of the work is done, from 0 to 1; None: nobody knows."""
        self.found: Found | None = None
        self._quest, self._doing = quest, doing
        self._is_compiling = False
        self._clock = clock
        self._begun = self._heard = clock()
        self.process = process()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        Thread(target=self._watch, daemon=True).start()

    @property
    def is_abandoned(self) -> bool:
        """Has nobody asked for a while?"""
        return self._clock() - self._heard > LEASE

    def news(self) -> Found:
        """What was found, or else how far it has come; whoever asks keeps the job alive."""
        self._heard = self._clock()
        doing = "web_compiling" if self._is_compiling else self._doing
        facts = {"questions": self.questions, "seconds": round(self._heard - self._begun),
                 "share": round(100 * (self.done or 0))}
        return self.found or Found(doing, facts)

    def stop(self) -> None:
        """End it, and wait until it has ended."""
        self.process.stop()
        self._thread.join()

    def _run(self) -> None:
        try:
            self.found = self._quest(self._ask)
        except Stopped:
            self.found = Found("web_solver_stopped", {})
        except Exception:
            log.exception("A quest failed")
            self.found = Found("web_fault", {})
        finally:
            self.process.close()

    def _watch(self) -> None:
        """End it once it is abandoned, also while the process tells nothing (it compiles for a minute or two)."""
        while self._thread.is_alive() and not self.is_abandoned:
            self._thread.join(WATCH)
        self.process.stop()

    def _ask(self, question: Any, **limits: float) -> Any:
        self.questions += 1
        return self.process.ask(question, limits, self._listen)

    def _listen(self, told: dict[str, Any]) -> None:
        self._is_compiling = told.get("is_compiled") is False
        if "progress" in told:
            done, whole = told["progress"]
            self.done = done / whole
