"""The games that are being played: each is kept in the store event by event, and those in use are at hand in memory."""

from collections.abc import Callable, Sequence
from secrets import randbelow, token_urlsafe

from ... import deals
from ...errors import KreuzspinneError
from ...game import Game
from ...notation import Step
from ...position import View
from ...store import Conflict, Course, Event, Store
from .newest import Newest

MOST_AT_HAND = 300
"""Games in memory; the one that was not touched for the longest time is read from the store when it is wanted again."""

FOREIGN_NUMBERS = 32_000
"""A number drawn for another program's deal lies below this: every one of them knows it."""


class StaleTurn(KreuzspinneError):
    """Meant for a state of the game that is no longer."""


class UnknownGame(KreuzspinneError):
    """The store has no such game."""


class Session:
    """One game that a page looks at."""

    def __init__(self, course: Course, id: str = "", seconds: float = 0,
                 keep: Callable[["Session", Event, float | None, bool], float] | None = None) -> None:
        """`keep` writes an event down and returns the time played; without it, nothing is kept."""
        self.id = id or token_urlsafe(9)
        self.course = course
        self.seconds = seconds
        self._keep = keep

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.course.game

    @property
    def view(self) -> View:
        """The table as its player sees it now."""
        return self.course.view

    @property
    def turn(self) -> int:
        """How often the game was changed."""
        return self.course.turn

    @property
    def step(self) -> Step | None:
        """What was played or taken back last, if that was what happened last."""
        return self.course.step

    def change(self, turn: int, event: Event, seconds: float | None = None) -> None:
        """
        Let something happen; it is kept before this returns.

        :param turn: the turn at which it was meant
        :param seconds: time played, as far as the page knows
        :raises StaleTurn, KreuzspinneError: nothing is changed
        """
        self.check(turn)
        before = self.course.state
        happened = self.course.apply(event)
        if self._keep:
            self.seconds = self._keep(self, happened, seconds, self.course.state != before)

    def play(self, turn: int, move: str, seconds: float | None = None) -> None:
        """Play a move."""
        self.change(turn, Event("play", move), seconds)

    def undo(self, turn: int, seconds: float | None = None) -> None:
        """Take the last move, or a restart, back."""
        self.change(turn, Event("undo"), seconds)

    def redo(self, turn: int, seconds: float | None = None) -> None:
        """Play again what was taken back."""
        self.change(turn, Event("redo"), seconds)

    def restart(self, turn: int, seconds: float | None = None) -> None:
        """Go back to the start."""
        self.change(turn, Event("restart"), seconds)

    def give_up(self, turn: int, seconds: float | None = None) -> None:
        """End the game; where nothing leads on, it is lost, else abandoned."""
        self.change(turn, self.course.giving_up(), seconds)

    def check(self, turn: int) -> None:
        """
        Is `turn` the present one?

        :raises StaleTurn: it is not
        """
        if turn != self.turn:
            raise StaleTurn("web_stale", turn=turn, now=self.turn)


class Games:
    """Sessions by their id: a store, and of its games those in use."""

    def __init__(self, store: Store | None = None, most: int = MOST_AT_HAND) -> None:
        """Without a store, games live as long as this."""
        self.store = store or Store()
        self._sessions: Newest[str, Session] = Newest(most)

    def start(self, variant: str, deal: str) -> Session:
        """
        A new game; `deal` is ``source:number``, or a source alone (or nothing, for an own deal) for a new number.

        :raises VariantError, DealError: see `Game.deal`
        """
        return self.put(Game.deal(variant, numbered(deal)))

    def put(self, game: Game) -> Session:
        """A game that somebody begins here."""
        return self.take(Course(game))

    def take(self, course: Course, events: Sequence[Event] = ()) -> Session:
        """A game, and what has happened in it already."""
        session = Session(course, keep=self._keep)
        self.store.games.add(session.id, course, events)
        return self._at_hand(session)

    def find(self, id: str) -> Session:
        """
        The session with this id, as the store has it: another server may have gone on with it.

        :raises UnknownGame: there is none (any more)
        """
        kept = self.store.games.kept(id)
        if kept is None:
            self._sessions.pop(id, None)
            raise UnknownGame("web_no_game")
        session = self._sessions.get(id)
        if session is None or session.turn != kept.turn:
            session = Session(self.store.games.load(kept), id, keep=self._keep)
        session.seconds = kept.seconds
        return self._at_hand(session)

    def remove(self, id: str, turn: int) -> None:
        """
        Throw a game away; under way, it counts as abandoned.

        :raises UnknownGame, StaleTurn: nothing is changed
        """
        session = self.find(id)
        session.check(turn)
        self.store.games.remove(id, session.course)
        del self._sessions[id]

    def _at_hand(self, session: Session) -> Session:
        self._sessions[session.id] = session
        return session

    def _keep(self, session: Session, event: Event, seconds: float | None, ends: bool) -> float:
        try:
            return self.store.games.append(session.id, session.course, event, seconds, ends)
        except BaseException as error:
            # What is in memory has not happened: whoever asks next gets the game as it is in the store.
            self._sessions.pop(session.id, None)
            if isinstance(error, Conflict):
                raise StaleTurn("web_stale", turn=session.turn - 1, now=session.turn) from error
            raise


def numbered(deal: str) -> str:
    """`deal` itself, or with a number drawn by chance where it names its source alone."""
    source = deal.strip().removesuffix(":").strip().lower() or "own"
    if source == "own":
        return f"own:{deals.new_own_number()}"
    return f"{source}:{1 + randbelow(FOREIGN_NUMBERS)}" if source in deals.SOURCES else deal
