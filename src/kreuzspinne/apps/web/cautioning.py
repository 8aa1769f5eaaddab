"""Warnings before a mistake, for players who want them: said instead of the move, which is made when it comes again."""

from starlette.concurrency import run_in_threadpool

from ...errors import KreuzspinneError
from ...i18n.coaching import Adviser
from ...notation import Move
from ...player.coach import Reason, cautions
from ...position import View
from ...store import HINTS, Event
from .advising import Advising
from .games import Session
from .newest import Newest
from .protocol import Play, Refusal
from .telling import Narrator

CAUTION = "caution"
"""The code of a reply that is no error: the move is legal, and the same one is made if nobody is careful."""
MOST_KEPT = 200
"""Warnings that are remembered: who has been told once is told again, but it counts once."""


class Cautioning:
    """Looks at moves before they are made."""

    def __init__(self, advising: Advising) -> None:
        self._advising = advising
        self._told: Newest[tuple[str, View, Move], None] = Newest(MOST_KEPT)

    async def warn(self, session: Session, wanted: Play, language: str) -> Refusal | None:
        """
        What the player is told before the move, and the game in which that counts as a hint; None: nothing.

        Nothing speaks against what a hint has just advised: the coach weighs more than its warnings do.

        :raises KreuzspinneError: the game went on meanwhile, or is over
        """
        view = session.view
        session.check(wanted.turn)
        move = _legal(view, wanted.move)
        found = await run_in_threadpool(cautions, view, move) if move else []
        if not move or not found or self._advising.has_told(session.id, view, move):
            return None
        self._count(session, wanted, (session.id, view, move))
        return Refusal(CAUTION, _said(view, found, language), Narrator(language).state(session))

    def _count(self, session: Session, wanted: Play, told: tuple[str, View, Move]) -> None:
        """It tells where to look, as the first level of a hint does; the same once more tells nothing new."""
        if told not in self._told:
            session.change(wanted.turn, Event("hint", HINTS[0]), wanted.seconds)
        self._told[told] = None


def _legal(view: View, text: str) -> Move | None:
    """The move, if it is one that can be made; what else is wrong with it is said when it is played."""
    try:
        return view.find(text)
    except KreuzspinneError:
        return None


def _said(view: View, found: list[Reason], language: str) -> str:
    return " ".join(Adviser(view.variant, language).reasons(found))
