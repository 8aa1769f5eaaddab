"""The player as another process, kept warm: a hint gets its plan if that comes in time, and does without otherwise."""

from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from threading import Lock, Thread

from ...errors import KreuzspinneError
from ...notation import Move
from ...position import View
from .other_process import OtherProcess, Stopped

WORKER = "kreuzspinne.player.coach.worker"
Plan = tuple[Move, ...]


class PlayerProcess:
    """Asked one thing at a time; what takes too long goes on in the background, so that the next question is quick."""

    def __init__(self) -> None:
        self._process: OtherProcess | None = None
        self._busy = Lock()
        self.is_missing = False
        """Is it known that there is no player here?"""
        self._last: tuple[View, Plan] | None = None

    def plan(self, view: View, patience: float) -> Plan | None:
        """
        The player's plan; None if it is busy, cannot be had, or takes longer than `patience` seconds.

        The first question starts the process. What comes too late is there when the same is asked again.
        """
        if self._last and self._last[0] == view:
            return self._last[1]
        if not self._busy.acquire(blocking=False):
            return None
        answer: Future[Plan | None] = Future()
        Thread(target=self._ask, args=(view, answer), daemon=True).start()
        try:
            return answer.result(patience)
        except TookTooLong:
            return None

    def close(self) -> None:
        """End the process, whatever it does."""
        if process := self._process:
            process.close()

    def _ask(self, view: View, answer: "Future[Plan | None]") -> None:
        try:
            plan = self._answered(view)
            self._last = (view, plan) if plan is not None else None
            answer.set_result(plan)
        finally:
            self._busy.release()

    def _answered(self, view: View) -> Plan | None:
        try:
            self._process = self._process or OtherProcess(WORKER)
            told = next(self._process.answers({"view": str(view)}))
        except KreuzspinneError:                    # not installed
            self.is_missing = True
            return None
        except Stopped:
            if self._process:
                self._process.close()
            self._process = None                    # the next question starts another one
            return None
        return tuple(map(Move.read, told["plan"]))
