"""
The routes to a player that plays on for somebody: the one that never peeks, a move each time it is told to.

It thinks without changing anything, and plays what it has thought of at once: so whoever stops it, or moves a card
first, is never too late.
"""

from typing import NamedTuple

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import KreuzspinneError
from ...i18n.coaching import Adviser
from ...player.coach import Advice
from ...position import View
from ...store import MACHINE, Event
from . import replies
from .advising import Advising
from .games import Games, Session
from .newest import Newest
from .protocol import State, Turn
from .protocol_playing import Thought, WantedMove
from .replies import spoken_by
from .telling import Narrator

MOST_RUNS = 50
"""Games of which it is remembered where the player has been."""


class Run(NamedTuple):
    """Moves that it made one after the other: the turn they led to, and every table before one of them."""

    turn: int
    seen: set[View]


class PlayingOn:
    """The endpoints of it."""

    def __init__(self, games: Games, advising: Advising) -> None:
        self._games = games
        self._advising = advising
        self._runs: Newest[str, Run] = Newest(MOST_RUNS)

    def routes(self) -> list[Route]:
        """Every address of them."""
        return [Route("/api/games/{id}/think", self.think, methods=["POST"]),
                Route("/api/games/{id}/play-on", self.play_on, methods=["POST"])]

    async def think(self, request: Request) -> Response:
        """Has it found its next move?"""
        wanted = await replies.read(request, Turn)
        session, language = self._games.find(request.path_params["id"]), spoken_by(request)
        try:
            session.check(wanted.turn)
            view = session.view
            known = await run_in_threadpool(self._advising.in_time, session.id, view)
        except KreuzspinneError as error:
            return replies.refuse_change(request, error, session)
        return replies.json(self._thought(session, view, known.advice if known else None, language))

    async def play_on(self, request: Request) -> Response:
        """Its next move, played and counted."""
        wanted = await replies.read(request, WantedMove)
        session, language = self._games.find(request.path_params["id"]), spoken_by(request)
        try:
            session.check(wanted.turn)
            view = session.view
            advice = (await run_in_threadpool(self._advising.at_once, session.id, view)).advice
            self._play(session, wanted, view, advice)
        except KreuzspinneError as error:
            return replies.refuse_change(request, error, session)
        return replies.json(_told(session, advice, wanted.why, language))

    def _thought(self, session: Session, view: View, advice: Advice | None, language: str) -> Thought:
        adviser = Adviser(view.variant, language)
        if advice is None:
            return Thought("thinking", adviser.say("web_thinking"))
        if self._leads_on(session, view, advice):
            return Thought("move", "")
        return Thought("over", adviser.say("coach_none") if advice.plan else adviser.advice(view, advice))

    def _leads_on(self, session: Session, view: View, advice: Advice) -> bool:
        """Is there a move, and not one that it would make for the second time at this table?"""
        return bool(advice.plan) and view not in self._run(session).seen

    def _run(self, session: Session) -> Run:
        """What it has played up to here, if nobody else did anything in the meantime."""
        run = self._runs.get(session.id)
        return run if run and run.turn == session.turn else Run(session.turn, set())

    def _play(self, session: Session, wanted: WantedMove, view: View, advice: Advice) -> None:
        """:raises KreuzspinneError: there is no move, or somebody was quicker"""
        if not self._leads_on(session, view, advice):
            raise KreuzspinneError("web_knows_no_move")
        run = self._run(session)
        session.change(wanted.turn, Event(MACHINE, str(advice.move)), wanted.seconds)
        self._runs[session.id] = Run(session.turn, run.seen | {view})


def _told(session: Session, advice: Advice, why: bool, language: str) -> State:
    """The game after the move; with the reasons, if they were wanted and the game goes on."""
    state = Narrator(language).state(session)
    if not why or not advice.reasons or state.outcome.message:
        return state
    adviser = Adviser(session.view.variant, language)
    told = adviser.say("web_why", reasons=" ".join(adviser.reasons(advice.reasons)))
    return replace(state, message=f"{state.message} {told}")
