"""The route to the coach: as much of its advice as the level asks for, counted as an event of the game."""

from collections import OrderedDict

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import KreuzspinneError
from ...i18n.coaching import Adviser
from ...notation import PLACES
from ...player.coach import Advice, advise, ahead, explain
from ...position import View
from ...store import HINTS, Event
from . import replies
from .games import Games, Session
from .player_process import PlayerProcess
from .protocol_hinting import Hint, WantedHint
from .replies import spoken_by
from .telling import Narrator

PATIENCE = 0.08
"""Seconds that the player has for its plan; then rules of thumb find one."""
MOST_KEPT = 200
"""Advice that is remembered: where to look, which move, and why belong together."""


class Hinting:
    """The endpoint of the coach."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._player = PlayerProcess()
        self._advice: OrderedDict[tuple[str, View], Advice] = OrderedDict()

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
            advice = await run_in_threadpool(self._advise, session.id, session.view)
            view = session.view
            if advice.plan:                         # whoever played on meanwhile gets the present state instead
                session.change(wanted.turn, Event("hint", wanted.level), wanted.seconds)
        except KreuzspinneError as error:
            return replies.refuse_change(request, error, session)
        return replies.json(_told(session, view, advice, wanted.level, language))

    def close(self) -> None:
        """End what thinks."""
        self._player.close()

    def _advise(self, game: str, view: View) -> Advice:
        """The same advice for the same table, however often it is asked for; after its move, the rest of its plan."""
        key = game, view
        if key not in self._advice:
            plan = self._player.plan(view, PATIENCE) if view.moves else None
            self._advice[key] = explain(view, plan) if plan else advise(view, quick=True)
        advice = self._advice[key]
        if going_on := ahead(view, advice):
            self._advice.setdefault((game, going_on[0]), going_on[1])
        while len(self._advice) > MOST_KEPT:
            self._advice.popitem(last=False)
        return advice


def _told(session: Session, view: View, advice: Advice, level: str, language: str) -> Hint:
    """As much of the advice as the level tells."""
    text = Adviser(view.variant, language).advice(view, advice, level)
    move = str(advice.move) if advice.plan and level != HINTS[0] else ""
    columns = [PLACES[column] for column in advice.columns]
    game = replace(Narrator(language).state(session), message=text)
    return Hint(level if advice.plan else "", text, columns, bool(advice.plan) and advice.move.is_deal, move, game)
