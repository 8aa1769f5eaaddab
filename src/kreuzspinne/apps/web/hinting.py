"""The route to the coach: as much of its advice as the level asks for, counted as an event of the game."""

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import KreuzspinneError
from ...i18n import Speaker
from ...i18n.coaching import Adviser
from ...notation import PLACES
from ...position import View
from ...store import HINTS, Event
from . import replies
from .advising import Advising, Known
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
        """A hint; one that has no move to give, or says what was said before, is not counted."""
        wanted = await replies.read(request, WantedHint)
        session = self._games.find(request.path_params["id"])
        language = spoken_by(request)
        try:
            session.check(wanted.turn)
            known = await run_in_threadpool(self._advising.at_once, session.id, session.view)
            view = session.view
            is_new = wanted.level not in known.told
            if known.advice.plan and (is_new or session.course.is_over):
                # whoever played on meanwhile gets the present state instead
                session.change(wanted.turn, Event("hint", wanted.level), wanted.seconds)
        except KreuzspinneError as error:
            return replies.refuse_change(request, error, session)
        self._advising.keep(session.id, view, known._replace(told=known.told | {wanted.level}, is_second=False))
        return replies.json(_told(session, view, known, wanted.level, language))


def _told(session: Session, view: View, known: Known, level: str, language: str) -> Hint:
    """As much of the advice as the level tells."""
    advice = known.advice
    text = Adviser(view.variant, language).advice(view, advice, level)
    if known.is_second:
        text = f"{Speaker(language).say('web_second_thoughts')} {text}"
    move = str(advice.move) if advice.plan and level != HINTS[0] else ""
    columns = [PLACES[column] for column in advice.columns]
    game = replace(Narrator(language).state(session), message=text)
    deals = bool(advice.plan) and advice.move.is_deal
    return Hint(level if advice.plan else "", text, columns, deals, move, not known.is_quick, game)
