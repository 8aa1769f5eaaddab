"""The route to the coach: as much of its advice as the level asks for, counted as an event of the game."""

from collections import OrderedDict
from typing import NamedTuple

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import KreuzspinneError
from ...i18n import Speaker
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


class Known(NamedTuple):
    """What the coach thinks of a table by now."""

    advice: Advice
    is_quick: bool
    """Does it come from rules of thumb? Then the player's plan takes its place as soon as it is there."""
    told: frozenset[str] = frozenset()
    """The levels of it that the page has been told."""
    is_second: bool = False
    """Was something else told of this table just before?"""


class Hinting:
    """The endpoint of the coach."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._player = PlayerProcess()
        self._known: OrderedDict[tuple[str, View], Known] = OrderedDict()

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
            known = await run_in_threadpool(self._think, session.id, session.view)
            view = session.view
            is_new = wanted.level not in known.told
            if known.advice.plan and (is_new or session.course.is_over):
                # whoever played on meanwhile gets the present state instead
                session.change(wanted.turn, Event("hint", wanted.level), wanted.seconds)
        except KreuzspinneError as error:
            return replies.refuse_change(request, error, session)
        self._keep(session.id, view, known._replace(told=known.told | {wanted.level}, is_second=False))
        return replies.json(_told(session, view, known, wanted.level, language))

    def close(self) -> None:
        """End what thinks."""
        self._player.close()

    def _think(self, game: str, view: View) -> Known:
        """
        The same for the same table, however often it is asked for, unless the player has found a plan meanwhile.

        After the move that is advised, the rest of its plan.
        """
        before = self._known.get((game, view))
        if before and not before.is_quick:
            return before
        plan = self._player.plan(view, PATIENCE) if view.moves else None
        if before and not plan:
            return before
        advice = explain(view, plan) if plan else advise(view, quick=True)
        other = before is not None and bool(before.told) and before.advice.plan[:1] != advice.plan[:1]
        known = Known(advice, not plan, before.told if before and not other else frozenset(), other)
        if going_on := ahead(view, advice):
            self._known.setdefault((game, going_on[0]), Known(going_on[1], not plan))
        return known

    def _keep(self, game: str, view: View, known: Known) -> None:
        self._known[game, view] = known
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)


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
