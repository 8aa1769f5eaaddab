"""Games of the line mode in the store: each move is there before it is told, and the page has the same games."""

from secrets import token_urlsafe

from ...game import Game
from ...notation import Move, Step
from ...store import HINTS, OPEN, Course, Event, Store, StoreError
from .plain_files import Sitting

MOST_WAITING = 9
"""Unfinished games that wait to be brought back; the others are on the page's shelf."""


class KeptSitting(Sitting):
    """A game that the store keeps."""

    def __init__(self, store: Store, id: str, course: Course) -> None:
        super().__init__(course.game)
        self.id = id
        self._store = store
        self._course = course

    @property
    def waits(self) -> bool:
        return self._course.state == OPEN and self.is_started

    @property
    def is_unsaved(self) -> bool:
        return self.file is not None and super().is_unsaved

    def play(self, move: Move | str) -> Step:
        step = self._happen(Event("play", str(move)))
        assert step
        return step

    def undo(self) -> Step | None:
        return self._happen(Event("undo"))

    def redo(self) -> Step:
        step = self._happen(Event("redo"))
        assert step
        return step

    def restart(self) -> None:
        self._happen(Event("restart"))

    def hinted(self) -> None:
        self._happen(Event("hint", HINTS[-1]))

    def give_up(self) -> None:
        self._happen(self._course.giving_up())

    def _happen(self, event: Event) -> Step | None:
        """
        Let something happen, and write it down.

        :raises KreuzspinneError: it cannot happen, or not be written; the game is then as the store has it
        """
        before = self._course.state
        happened = self._course.apply(event)
        try:
            self._store.games.append(self.id, self._course, happened, ends=self._course.state != before)
        except BaseException:
            self._read_again()
            raise
        return self._course.step

    def _read_again(self) -> None:
        kept = self._store.games.kept(self.id)
        if kept:
            self._course = self._store.games.load(kept)
            self.game = self._course.game


class Keeper:
    """Keeps nothing: games end with the program, but for those that are saved."""

    def new(self, game: Game) -> Sitting:
        """A game that begins."""
        return Sitting(game)

    def unfinished(self) -> list[Sitting]:
        """Games that wait to be played on, the one touched last first."""
        return []


class StoreKeeper(Keeper):
    """Keeps every game in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def new(self, game: Game) -> Sitting:
        sitting = KeptSitting(self._store, token_urlsafe(9), course := Course(game))
        self._store.games.add(sitting.id, course)
        return sitting

    def unfinished(self) -> list[Sitting]:
        found: list[Sitting] = []
        for kept in self._store.games.shelf((OPEN,), MOST_WAITING):
            try:
                found.append(KeptSitting(self._store, kept.id, self._store.games.load(kept)))
            except StoreError:
                continue                            # one that cannot be read keeps nobody from the others
        return found


NOWHERE = Keeper()
