"""From bytes to a message and back; whatever goes wrong becomes a `Refusal`."""

import logging
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...errors import KreuzspinneError
from ...i18n import LANGUAGES
from ...store import StoreError
from . import pages
from .games import Session, StaleTurn, UnknownGame
from .pace import Pace
from .protocol import Refusal
from .telling import Narrator

LONGEST_BODY = 4096
"""Bytes; the longest message there is, but for settings, a line of moves and a file of games, takes a tenth of it."""

HTML = "text/html; charset=utf-8"
Body = TypeVar("Body", bound=msgspec.Struct)
log = logging.getLogger(__name__)

OUT_OF_REACH = {"store_busy", "store_full", "store_no_access", "store_damaged", "store_foreign"}
"""Errors of the file, not of what was asked."""


class BadRequest(KreuzspinneError):
    """The request cannot be understood, or not be granted; `status` is HTTP's number for how."""

    def __init__(self, code: str, status: int = 400) -> None:
        super().__init__(code)
        self.status = status


def spoken_by(request: Request) -> str:
    """
    The language of a reply: asked for in the address, or by the browser, or English.

    A page that is opened by itself speaks the server's language before the browser's; what the game's page asks for
    is in the language that it says.
    """
    opened = request.headers.get("sec-fetch-mode") == "navigate"
    ours = request.app.state.language if opened else None
    tags = [request.query_params.get("lang", ""), ours or "", *request.headers.get("accept-language", "").split(",")]
    shorts = (tag.strip()[:2].lower() for tag in tags)
    return next((short for short in shorts if short in LANGUAGES), "en")


async def body_of(request: Request, longest: int = LONGEST_BODY) -> bytes:
    """
    The bytes of a request's body, which must be JSON.

    :raises BadRequest: too long, or not JSON by its own account
    """
    # A form of another page could not send this type without asking first.
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadRequest("web_not_json", 415)
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            raise BadRequest("web_too_long", 413)
    return bytes(body)


async def read(request: Request, kind: type[Body], longest: int = LONGEST_BODY) -> Body:
    """
    The message in a request's body.

    :raises BadRequest: too long, not JSON, or not the message that belongs here
    """
    body = await body_of(request, longest)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("web_not_understood") from error


def admit(pace: Pace) -> None:
    """
    Let a request in, if it may be made now.

    :raises BadRequest: it comes too often
    """
    if not pace.allows():
        raise BadRequest("web_too_fast", 429)


def json(reply: msgspec.Struct, status: int = 200) -> Response:
    """A message as it is sent."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
    return Response(msgspec.json.encode(reply), status, headers, "application/json")


def html(page: str, status: int = 200) -> Response:
    """A page as it is sent."""
    return Response(page, status, media_type=HTML, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language"})


def status_of(error: KreuzspinneError) -> int:
    """HTTP's number for an error."""
    if isinstance(error, BadRequest):
        return error.status
    if isinstance(error, StoreError) and error.code in OUT_OF_REACH:
        return 503
    return 409 if isinstance(error, StaleTurn) else 404 if isinstance(error, UnknownGame) else 422


def refuse(request: Request, error: Any) -> Response:
    """An error in words: as a page to a person, as JSON to a script."""
    narrator = Narrator(spoken_by(request))
    sentence = narrator.sentence(error)
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):  # opened by a person
        return html(pages.refusal(sentence, narrator.language), status_of(error))
    return json(Refusal(error.code, sentence), status_of(error))


def refuse_change(request: Request, error: KreuzspinneError, session: Session) -> Response:
    """Why a game was not changed, and how it stands."""
    narrator = Narrator(spoken_by(request))
    return json(Refusal(error.code, narrator.sentence(error), narrator.state(session)), status_of(error))


def refuse_http(request: Request, error: Any) -> Response:
    """No such address, or not by this method."""
    reply = refuse(request, BadRequest("web_no_page" if error.status_code == 404 else "web_not_understood",
                                       error.status_code))
    reply.headers.update(error.headers or {})
    return reply


def refuse_fault(request: Request, error: Exception) -> Response:
    """A fault of ours: the log gets the trace, the page a sentence."""
    log.error("A request failed", exc_info=error)
    return refuse(request, BadRequest("web_fault", 500))
