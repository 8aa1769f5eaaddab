"""The routes to what is kept: the shelf of games, results, settings; and the way of all that to another machine."""

import time

from msgspec.structs import astuple
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...i18n import Speaker, rules_page
from ...store import GIVEN_UP, OPEN, Kept, Result, Statistics, read_export, summary, take_in, write_export
from ...store.transfer import LONGEST
from . import replies
from .games import Games
from .pace import Pace
from .protocol_kept import (
    Ended,
    KeptGame,
    NoMore,
    SettingsChange,
    SettingsState,
    Shelf,
    Standing,
    TakenIn,
    VariantStanding,
)
from .replies import BadRequest, spoken_by

LONGEST_SETTINGS = 100_000
LAST_GAMES = 200
"""Results that are listed one by one; the sums are of all."""
STATES = {"open": (OPEN,), "ended": ("won", *GIVEN_UP), "all": (OPEN, "won", *GIVEN_UP)}


class Keeping:
    """The endpoints of the store."""

    def __init__(self, games: Games) -> None:
        self._store = games.store
        self._pace = Pace(at_once=10, a_second=0.5)

    def routes(self) -> list[Route]:
        """Every address of them."""
        return [
            Route("/api/games", self.shelf, methods=["GET"]),
            Route("/api/statistics", self.statistics),
            Route("/api/statistics/clear", self.clear, methods=["POST"]),
            Route("/api/settings", self.settings, methods=["GET"]),
            Route("/api/settings", self.change_settings, methods=["POST"]),
            Route("/api/export", self.write_export),
            Route("/api/import", self.take_in, methods=["POST"]),
        ]

    async def shelf(self, request: Request) -> Response:
        """The games that wait to be played on, or those that have ended."""
        states = STATES.get(request.query_params.get("state", "open"))
        if states is None:
            raise BadRequest("web_not_understood")
        language = spoken_by(request)
        return replies.json(Shelf([_kept(kept, language) for kept in self._store.games.shelf(states)]))

    async def statistics(self, request: Request) -> Response:
        """What results say."""
        language, results = spoken_by(request), self._store.results.all()
        last = [_ended(result, language) for result in results[:-LAST_GAMES - 1:-1]]
        return replies.json(Standing([_standing(line, language) for line in summary(results)], last))

    async def clear(self, request: Request) -> Response:
        """Count anew."""
        await replies.read(request, NoMore)
        self._store.results.clear()
        return replies.json(Standing([], []))

    async def settings(self, request: Request) -> Response:
        """What was chosen once."""
        return replies.json(SettingsState(self._store.settings.all()))

    async def change_settings(self, request: Request) -> Response:
        """Another choice."""
        wanted = await replies.read(request, SettingsChange, LONGEST_SETTINGS)
        self._store.settings.put(wanted.settings)
        return await self.settings(request)

    async def write_export(self, request: Request) -> Response:
        """Games and results as a file."""
        replies.admit(self._pace)
        text = await run_in_threadpool(write_export, self._store.games, self._store.results)
        name = time.strftime("kreuzspinne-%Y-%m-%d.json")
        headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/json", headers=headers)

    async def take_in(self, request: Request) -> Response:
        """Games and results from a file, all of it or nothing."""
        replies.admit(self._pace)
        body = await replies.body_of(request, LONGEST)
        done = await run_in_threadpool(
            lambda: take_in(self._store.file, self._store.results, *read_export(body)))
        message = Speaker(spoken_by(request)).say("web_imported", **done._asdict())
        return replies.json(TakenIn(*done, message))


def _kept(kept: Kept, language: str) -> KeptGame:
    return KeptGame(kept.id, kept.variant, rules_page.title_of(kept.variant, language), kept.deal, kept.state,
                    kept.turn, kept.ply, kept.points, kept.seconds, kept.began, kept.changed)


def _standing(line: Statistics, language: str) -> VariantStanding:
    return VariantStanding(*astuple(line), title=rules_page.title_of(line.variant, language))


def _ended(result: Result, language: str) -> Ended:
    return Ended(*astuple(result), title=rules_page.title_of(result.variant, language))
