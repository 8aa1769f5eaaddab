"""The routes of a game's way into a file and back: records, and games that other programs saved."""

import re

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ... import record
from ...store import course_of, record_of
from . import replies
from .games import Games
from .pace import Pace
from .protocol_kept import Saved
from .replies import spoken_by
from .telling import Narrator

LONGEST_FILE = 1_500_000
"""Bytes of a request that carries a file; in base 64 the longest record needs nearly so many."""


class Recording:
    """The endpoints of records."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._pace = Pace(at_once=10, a_second=0.5)

    def routes(self) -> list[Route]:
        """Every address of them."""
        return [Route("/api/games/{id}/record", self.write), Route("/api/records", self.take_in, methods=["POST"])]

    async def write(self, request: Request) -> Response:
        """A game with all its lines."""
        replies.admit(self._pace)
        course = self._games.find(request.path_params["id"]).course
        text = record.write(await run_in_threadpool(record_of, course))
        name = re.sub(r"[^\w.-]+", "-", f"{course.game.start.variant.name} {course.game.deal_name}", flags=re.ASCII)
        headers = {"Cache-Control": "no-store",
                   "Content-Disposition": f'attachment; filename="{name.strip("-")}.txt"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    async def take_in(self, request: Request) -> Response:
        """A game from a file, played through by the rules, goes on the table."""
        replies.admit(self._pace)
        wanted = await replies.read(request, Saved, LONGEST_FILE)
        course, events = await run_in_threadpool(course_of, wanted.data, wanted.variant)
        session = self._games.take(course, events)
        return replies.json(Narrator(spoken_by(request)).state(session), 201)
