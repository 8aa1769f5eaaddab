"""The games that are being played. They live in memory; what keeps them for longer can stand behind the same names."""

from collections import OrderedDict
from secrets import randbelow, token_urlsafe

from ... import deals
from ...errors import KreuzspinneError
from ...game import Game
from ...notation import Step
from ...position import View

MOST_GAMES = 1000
"""The game that was not touched for the longest time makes room."""

FOREIGN_NUMBERS = 32_000
"""A number drawn for another program's deal lies below this: every one of them knows it."""


class StaleTurn(KreuzspinneError):
    """Meant for a state of the game that is no longer."""


class UnknownGame(KreuzspinneError):
    """No such game is in memory."""


class Session:
    """One game with what happened last in it."""

    def __init__(self, game: Game) -> None:
        self.id = token_urlsafe(9)
        self.game = game
        self.turn = 0
        self.kind = "new"
        self.step: Step | None = None
        self.before: View = game.position.view()
        """The table on which `step` was played (of an undo: on which it would be played again)."""

    @property
    def view(self) -> View:
        """The table as its player sees it now."""
        return self.game.position.view()

    def play(self, turn: int, move: str) -> None:
        """
        Play a move.

        :raises StaleTurn, NotationError, IllegalMove: nothing is changed
        """
        self.check(turn)
        before = self.view
        self._changed("play", self.game.play(move), before)

    def undo(self, turn: int) -> None:
        """
        Take the last move, or a restart, back.

        :raises StaleTurn, IllegalMove: nothing is changed
        """
        self.check(turn)
        step = self.game.undo()
        self._changed("undo", step, self.view)

    def redo(self, turn: int) -> None:
        """
        Play again what was taken back.

        :raises StaleTurn, IllegalMove: nothing is changed
        """
        self.check(turn)
        before = self.view
        self._changed("redo", self.game.redo(), before)

    def restart(self, turn: int) -> None:
        """
        Go back to the start.

        :raises StaleTurn: nothing is changed
        """
        self.check(turn)
        self.game.restart()
        self._changed("restart", None, self.view)

    def check(self, turn: int) -> None:
        """
        Is `turn` the present one?

        :raises StaleTurn: it is not
        """
        if turn != self.turn:
            raise StaleTurn("web_stale", turn=turn, now=self.turn)

    def _changed(self, kind: str, step: Step | None, before: View) -> None:
        self.kind, self.step, self.before = kind, step, before
        self.turn += 1


class Games:
    """Sessions by their id."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most = most
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def start(self, variant: str, deal: str) -> Session:
        """
        A new game; `deal` is ``source:number``, or a source alone (or nothing, for an own deal) for a new number.

        :raises VariantError, DealError: see `Game.deal`
        """
        session = Session(Game.deal(variant, numbered(deal)))
        self._sessions[session.id] = session
        while len(self._sessions) > self._most:
            self._sessions.popitem(last=False)
        return session

    def find(self, id: str) -> Session:
        """
        The session with this id.

        :raises UnknownGame: there is none (any more)
        """
        if id not in self._sessions:
            raise UnknownGame("web_no_game")
        self._sessions.move_to_end(id)
        return self._sessions[id]


def numbered(deal: str) -> str:
    """`deal` itself, or with a number drawn by chance where it names its source alone."""
    source = deal.strip().removesuffix(":").strip().lower() or "own"
    if source == "own":
        return f"own:{deals.new_own_number()}"
    return f"{source}:{1 + randbelow(FOREIGN_NUMBERS)}" if source in deals.SOURCES else deal
