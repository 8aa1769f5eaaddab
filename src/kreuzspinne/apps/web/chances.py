"""The chance to win from a table, counted in another process; whoever asks about another table ends what it does."""

from threading import Lock, Thread

from ...player.belief import Belief
from ...player.chance import Chance
from ...player.coach.messages import read_chance, write_belief
from .other_process import OtherProcess, Stopped
from .player_process import WORKER


class Chances:
    """Counts one chance at a time, that of the table asked about last."""

    def __init__(self) -> None:
        self._process: OtherProcess | None = None
        self._working = Lock()
        self._wanted: Belief | None = None
        self._found: tuple[Belief, Chance] | None = None

    def chance(self, belief: Belief) -> Chance | None:
        """
        The chance of who knows this; None as long as it is counted. It waits for nothing.

        :raises KreuzspinneError: the player is not installed
        """
        if self._found and _same(self._found[0], belief):
            return self._found[1]
        if self._wanted is None or not _same(self._wanted, belief):
            self._wanted = belief
            self._hurry()
            Thread(target=self._count, args=(belief,), daemon=True).start()
        return None

    def close(self) -> None:
        """End the process, whatever it does."""
        if process := self._process:
            process.close()

    def _hurry(self) -> None:
        """End what is being counted; the first time, and after an accident, there is nobody yet to count."""
        try:
            self._process = self._process or OtherProcess(WORKER)
            self._process.tell({"stop": True})
        except Stopped:
            self._process = OtherProcess(WORKER)

    def _count(self, belief: Belief) -> None:
        with self._working:
            if self._wanted is not belief or not self._process:
                return
            try:
                for told in self._process.answers({"chance": write_belief(belief)}):
                    if "chance" in told:
                        self._found = belief, read_chance(told["chance"])
                    if "progress" not in told:
                        return
            except Stopped:
                self._process.close()
                self._process = self._wanted = None  # the next question starts another one


def _same(one: Belief, other: Belief) -> bool:
    return one.view == other.view and one.known == other.known
