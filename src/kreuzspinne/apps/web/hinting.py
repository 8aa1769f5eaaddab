"""The route to the coach: as much of its advice as the level asks for, counted as an event of the game."""

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import KreuzspinneError
from ...i18n.coaching import Adviser
from ...notation import PLACES
from ...player.coach import Advice
from ...position import View
from ...store import HINTS, Event
from . import replies
from .advising import Advising
from .games import Games, Session
from .protocol_hinting import Hint, WantedHint
from .replies import spoken_by
from .telling import Narrator


class Hinting:
    """The endpoint of the coach."""

    def __init__(self, games: Games, advising: Advising) -> None:
        self._games = games
        self._advising = advising

    def routes(self) -> list[Route]:
        """Its address."""
        return [Route("/api/games/{id}/hint", self.hint, methods=["POST"])]

    async def hint(self, request: Request) -> Response:
        """A hint; one that has no move to give is not counted."""
        wanted = await replies.read(request, WantedHint)
        session = self._games.find(request.path_params["id"])
        language = spoken_by(request)
        try:
            session.check(wanted.turn)
            advice = await run_in_threadpool(self._advising.at_once, session.id, session.view)
            view = session.view
            if advice.plan:                         # whoever played on meanwhile gets the present state instead
                session.change(wanted.turn, Event("hint", wanted.level), wanted.seconds)
        except KreuzspinneError as error:
            return replies.refuse_change(request, error, session)
        return replies.json(_told(session, view, advice, wanted.level, language))


def _told(session: Session, view: View, advice: Advice, level: str, language: str) -> Hint:
    """As much of the advice as the level tells."""
    text = Adviser(view.variant, language).advice(view, advice, level)
    move = str(advice.move) if advice.plan and level != HINTS[0] else ""
    columns = [PLACES[column] for column in advice.columns]
    game = replace(Narrator(language).state(session), message=text)
    return Hint(level if advice.plan else "", text, columns, bool(advice.plan) and advice.move.is_deal, move, game)
