"""The routes: from a request to a session and back to a reply. The messages themselves stand in `protocol`."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...cards import RANKS
from ...errors import KreuzspinneError
from ...i18n import LANGUAGES, Speaker, codes
from . import choices, pages
from .assets import assets
from .games import Games, Session, StaleTurn, UnknownGame
from .guard import Guard
from .protocol import NewGame, Play, Refusal, Texts, Turn
from .telling import LONG_SEARCH, Narrator, Templates, every_card

LONGEST_BODY = 4096
"""Bytes; the longest message there is takes a tenth of it."""

HTML = "text/html; charset=utf-8"
Body = TypeVar("Body", NewGame, Play, Turn)
log = logging.getLogger(__name__)


class BadRequest(KreuzspinneError):
    """The request cannot be understood; `status` is HTTP's number for how."""

    def __init__(self, code: str, status: int = 400) -> None:
        super().__init__(code)
        self.status = status


class Server:
    """The endpoints, and what they share."""

    def __init__(self, games: Games, language: str | None = None) -> None:
        """`language`: of the page, whatever the browser asks for."""
        self._games = games
        self._language = language
        self._search = asyncio.Semaphore(1)

    def routes(self) -> list[Route]:
        """Every address there is."""
        return [
            Route("/", self.page),
            Route("/static/{name}", self.static),
            Route("/rules/{variant:path}", self.rules),
            Route("/pages/{name}", self.written),
            Route("/api/texts/{language}", self.texts),
            Route("/api/variants", self.variants),
            Route("/api/games", self.start, methods=["POST"]),
            Route("/api/games/{id}", self.show),
            Route("/api/games/{id}/play", self.play, methods=["POST"]),
            Route("/api/games/{id}/undo", self.undo, methods=["POST"]),
            Route("/api/games/{id}/redo", self.redo, methods=["POST"]),
            Route("/api/games/{id}/restart", self.restart, methods=["POST"]),
            Route("/api/games/{id}/outcome", self.outcome),
        ]

    async def page(self, request: Request) -> Response:
        """The page, its language set."""
        language = self._language or spoken_by(request)
        body = assets()["index.html"].body.replace(b'<html lang="en">', f'<html lang="{language}">'.encode(), 1)
        return Response(body, media_type=HTML, headers={"Cache-Control": "no-cache"})

    async def static(self, request: Request) -> Response:
        """One of the page's own files."""
        asset = assets().get(request.path_params["name"])
        if asset is None:
            raise BadRequest("web_no_page", 404)
        headers = {"ETag": asset.etag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == asset.etag:
            return Response(status_code=304, headers=headers)
        return Response(asset.body, media_type=asset.media_type, headers=headers)

    async def rules(self, request: Request) -> Response:
        """The rules of a game; of one that is being played (``?game=ID``), also how it was laid out."""
        narrator, note = Narrator(spoken_by(request)), ""
        with suppress(UnknownGame):
            note = narrator.layout(self._games.find(request.query_params.get("game", "")))
        return _html(pages.rules(request.path_params["variant"], narrator.language, note))

    async def written(self, request: Request) -> Response:
        """A hand-written page."""
        page = pages.written(request.path_params["name"], spoken_by(request))
        if page is None:
            raise BadRequest("web_no_page", 404)
        return _html(page)

    async def texts(self, request: Request) -> Response:
        """The words of the page."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise BadRequest("web_no_page", 404)
        speaker, templates = Speaker(language), Templates(language)
        texts = {code: templates.say(code) for code in sorted(codes(language)) if code.startswith("ui_")}
        ranks = {rank: speaker.say(f"web_sign_{rank}") for rank in RANKS}
        return _json(Texts(language, texts, every_card(speaker), ranks))

    async def variants(self, request: Request) -> Response:
        """What can be chosen for a new game."""
        return _json(choices.catalogue(spoken_by(request)))

    async def start(self, request: Request) -> Response:
        """A new game."""
        wanted = await _read(request, NewGame)
        session = self._games.start(wanted.variant, wanted.deal)
        return _json(Narrator(spoken_by(request)).state(session), 201)

    async def show(self, request: Request) -> Response:
        """A game as it stands."""
        return _json(Narrator(spoken_by(request)).state(self._session(request)))

    async def play(self, request: Request) -> Response:
        """A move."""
        wanted = await _read(request, Play)
        return self._change(request, lambda session: session.play(wanted.turn, wanted.move))

    async def undo(self, request: Request) -> Response:
        """The last move taken back."""
        wanted = await _read(request, Turn)
        return self._change(request, lambda session: session.undo(wanted.turn))

    async def redo(self, request: Request) -> Response:
        """A move that was taken back, played again."""
        wanted = await _read(request, Turn)
        return self._change(request, lambda session: session.redo(wanted.turn))

    async def restart(self, request: Request) -> Response:
        """The game from its start."""
        wanted = await _read(request, Turn)
        return self._change(request, lambda session: session.restart(wanted.turn))

    async def outcome(self, request: Request) -> Response:
        """Won, lost or open, after a long search; one at a time, and beside the other requests."""
        session, narrator = self._session(request), Narrator(spoken_by(request))
        turn = session.turn
        async with self._search:
            session.check(turn)  # whoever played on while this waited wants another answer
            return _json(await run_in_threadpool(narrator.verdict, session, LONG_SEARCH))

    def _session(self, request: Request) -> Session:
        return self._games.find(request.path_params["id"])

    def _change(self, request: Request, change: Callable[[Session], None]) -> Response:
        """Change a session; a no comes with the state that it left as it was."""
        session, narrator = self._session(request), Narrator(spoken_by(request))
        try:
            change(session)
        except KreuzspinneError as error:
            return _json(Refusal(error.code, narrator.sentence(error), narrator.state(session)), _status(error))
        return _json(narrator.state(session))


def app(host: str = "127.0.0.1", language: str | None = None, games: Games | None = None) -> Starlette:
    """The application; `host` is the address it is bound to."""
    server = Server(games or Games(), language)
    made = Starlette(
        routes=server.routes(),
        middleware=[Middleware(Guard, host=host, refuse=lambda request, code: _refuse(request, BadRequest(code, 403)))],
        exception_handlers={KreuzspinneError: _refuse, HTTPException: _refuse_http, Exception: _refuse_fault},
    )
    made.state.language = language
    return made


def spoken_by(request: Request) -> str:
    """
    The language of a reply: asked for in the address, or by the browser, or English.

    A page that is opened by itself speaks the server's language before the browser's; what the game's page asks for
    is in the language that it says.
    """
    opened = request.headers.get("sec-fetch-mode") == "navigate"
    ours = getattr(request.app.state, "language", None) if opened else None
    tags = [request.query_params.get("lang", ""), ours or "", *request.headers.get("accept-language", "").split(",")]
    shorts = (tag.strip()[:2].lower() for tag in tags)
    return next((short for short in shorts if short in LANGUAGES), "en")


async def _read(request: Request, kind: type[Body]) -> Body:
    """
    The request's body.

    :raises BadRequest: too long, not JSON, or not the message that belongs here
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadRequest("web_not_json", 415)
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise BadRequest("web_too_long", 413)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("web_not_understood") from error


def _json(reply: msgspec.Struct, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
    return Response(msgspec.json.encode(reply), status, headers, "application/json")


def _html(page: str, status: int = 200) -> Response:
    return Response(page, status, media_type=HTML, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language"})


def _status(error: KreuzspinneError) -> int:
    if isinstance(error, BadRequest):
        return error.status
    return 409 if isinstance(error, StaleTurn) else 404 if isinstance(error, UnknownGame) else 422


def _refuse(request: Request, error: Any) -> Response:
    narrator = Narrator(spoken_by(request))
    sentence = narrator.sentence(error)
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):  # opened by a person
        return _html(pages.refusal(sentence, narrator.language), _status(error))
    return _json(Refusal(error.code, sentence), _status(error))


def _refuse_http(request: Request, error: Any) -> Response:
    reply = _refuse(request, BadRequest("web_no_page" if error.status_code == 404 else "web_not_understood",
                                        error.status_code))
    reply.headers.update(error.headers or {})
    return reply


def _refuse_fault(request: Request, error: Exception) -> Response:
    """A fault of ours: the log gets the trace, the page a sentence."""
    log.error("A request failed", exc_info=error)
    return _refuse(request, BadRequest("web_fault", 500))
