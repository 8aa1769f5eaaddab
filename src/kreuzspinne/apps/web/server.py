"""The routes of the page and of its games: from a request to a session and back. `protocol` has the messages."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

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
from ...store import Event
from . import choices, pages, replies
from .advising import Advising
from .assets import assets, shell_keeper
from .cautioning import Cautioning
from .chancing import Chancing
from .games import Games, Session, StaleTurn, UnknownGame
from .guard import Guard
from .hinting import Hinting
from .keeping import Keeping
from .pace import Pace
from .playing_on import PlayingOn
from .protocol import Clock, Go, Mark, NewGame, Node, Play, Texts, Tree, Turn
from .recording import Recording
from .replies import HTML, BadRequest, spoken_by
from .solving import Solving
from .telling import LONG_SEARCH, Narrator, Templates, every_card


class Server:
    """The endpoints, and what they share."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._keeping = Keeping(games)
        self._recording = Recording(games)
        self.solving = Solving(games)
        self._advising = Advising()
        self._hinting = Hinting(games, self._advising)
        self._chancing = Chancing(games)
        self._playing_on = PlayingOn(games, self._advising)
        self._cautioning = Cautioning(self._advising)
        self._search = asyncio.Semaphore(1)
        self._pace = Pace(at_once=500, a_second=5)  # no player begins so many games, and each takes room

    def routes(self) -> list[Route]:
        """Every address there is."""
        changes = {"play": self.play, "undo": self.undo, "redo": self.redo, "restart": self.restart, "go": self.go,
                   "mark": self.mark, "give-up": self.give_up, "delete": self.delete, "clock": self.clock}
        return [
            Route("/", self.page),
            Route("/worker.js", self.worker),
            Route("/static/{name}", self.static),
            Route("/rules/{variant:path}", self.rules),
            Route("/pages/{name}", self.written),
            Route("/api/texts/{language}", self.texts),
            Route("/api/variants", self.variants),
            Route("/api/variants/{name:path}", self.variant),
            Route("/api/games", self.start, methods=["POST"]),
            Route("/api/games/{id}", self.show),
            Route("/api/games/{id}/tree", self.tree),
            Route("/api/games/{id}/outcome", self.outcome),
            *(Route(f"/api/games/{{id}}/{verb}", change, methods=["POST"]) for verb, change in changes.items()),
            *self._keeping.routes(),
            *self._recording.routes(),
            *self.solving.routes(),
            *self._hinting.routes(),
            *self._playing_on.routes(),
            *self._chancing.routes(),
        ]

    async def page(self, request: Request) -> Response:
        """The page, its language set."""
        language = request.app.state.language or spoken_by(request)
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

    async def worker(self, request: Request) -> Response:
        """The script that keeps the page for when the server is not there; it has to stand above all it keeps."""
        return Response(shell_keeper(), media_type=assets()["worker.js"].media_type,
                        headers={"Cache-Control": "no-cache"})

    async def rules(self, request: Request) -> Response:
        """The rules of a game; of one that is being played (``?game=ID``), also how it was laid out."""
        narrator, note = Narrator(spoken_by(request)), ""
        with suppress(UnknownGame):
            note = narrator.layout(self._games.find(request.query_params.get("game", "")))
        return replies.html(pages.rules(request.path_params["variant"], narrator.language, note))

    async def written(self, request: Request) -> Response:
        """A hand-written page."""
        page = pages.written(request.path_params["name"], spoken_by(request))
        if page is None:
            raise BadRequest("web_no_page", 404)
        return replies.html(page)

    async def texts(self, request: Request) -> Response:
        """The words of the page."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise BadRequest("web_no_page", 404)
        speaker, templates = Speaker(language), Templates(language)
        texts = {code: templates.say(code) for code in sorted(codes(language)) if code.startswith("ui_")}
        ranks = {rank: speaker.say(f"web_sign_{rank}") for rank in RANKS}
        return replies.json(Texts(language, texts, every_card(speaker), ranks))

    async def variants(self, request: Request) -> Response:
        """What can be chosen for a new game."""
        return replies.json(choices.catalogue(spoken_by(request)))

    async def variant(self, request: Request) -> Response:
        """A game with switches as somebody sets them, or why they cannot stand together."""
        return replies.json(choices.choice(request.path_params["name"], spoken_by(request)))

    async def start(self, request: Request) -> Response:
        """A new game."""
        wanted = await replies.read(request, NewGame)
        replies.admit(self._pace)
        session = self._games.start(wanted.variant, wanted.deal)
        return replies.json(Narrator(spoken_by(request)).state(session), 201)

    async def show(self, request: Request) -> Response:
        """A game as it stands."""
        return replies.json(Narrator(spoken_by(request)).state(self._session(request)))

    async def play(self, request: Request) -> Response:
        """A move; for a careful player, what the coach warns of is said first."""
        wanted = await replies.read(request, Play)
        if wanted.careful and (reply := await self._warning(request, wanted)):
            return reply
        return self._change(request, lambda session: session.play(wanted.turn, wanted.move, wanted.seconds))

    async def _warning(self, request: Request, wanted: Play) -> Response | None:
        session = self._session(request)
        try:
            warning = await self._cautioning.warn(session, wanted, spoken_by(request))
        except KreuzspinneError as error:
            return self._refuse(request, error)
        return replies.json(warning, 409) if warning else None

    async def undo(self, request: Request) -> Response:
        """The last move taken back."""
        wanted = await replies.read(request, Turn)
        return self._change(request, lambda session: session.undo(wanted.turn, wanted.seconds))

    async def redo(self, request: Request) -> Response:
        """A move that was taken back, played again."""
        wanted = await replies.read(request, Turn)
        return self._change(request, lambda session: session.redo(wanted.turn, wanted.seconds))

    async def restart(self, request: Request) -> Response:
        """The game from its start."""
        wanted = await replies.read(request, Turn)
        return self._change(request, lambda session: session.restart(wanted.turn, wanted.seconds))

    async def go(self, request: Request) -> Response:
        """Another place of the game's tree."""
        wanted = await replies.read(request, Go)
        event = Event("go", str(wanted.node))
        return self._change(request, lambda session: session.change(wanted.turn, event, wanted.seconds))

    async def mark(self, request: Request) -> Response:
        """A place gets a name, or loses it."""
        wanted = await replies.read(request, Mark)

        def mark(session: Session) -> None:
            node = session.course.at.number if wanted.node is None else wanted.node
            session.change(wanted.turn, Event("mark", f"{node} {wanted.name}"), wanted.seconds)

        return self._change(request, mark)

    async def give_up(self, request: Request) -> Response:
        """The game ends."""
        wanted = await replies.read(request, Turn)
        return self._change(request, lambda session: session.give_up(wanted.turn, wanted.seconds))

    async def delete(self, request: Request) -> Response:
        """The game is thrown away; the reply is what is left."""
        wanted = await replies.read(request, Turn)
        try:
            self._games.remove(request.path_params["id"], wanted.turn)
        except StaleTurn as error:
            return self._refuse(request, error)
        return await self._keeping.shelf(request)

    async def clock(self, request: Request) -> Response:
        """The time played, told by a page that is about to be hidden; it changes no turn."""
        wanted = await replies.read(request, Clock)
        seconds = self._games.store.games.clock(request.path_params["id"], wanted.seconds)
        return replies.json(Clock(self._session(request).seconds if seconds is None else seconds))

    async def tree(self, request: Request) -> Response:
        """Every line that was played."""
        course = self._session(request).course
        nodes = [Node(node.number, node.parent.number if node.parent else -1, node.move, node.ply, node.mark)
                 for node in course.nodes]
        return replies.json(Tree(course.turn, course.at.number, nodes))

    async def outcome(self, request: Request) -> Response:
        """Won, lost or open, after a long search; one at a time, and beside the other requests."""
        session, narrator = self._session(request), Narrator(spoken_by(request))
        turn = session.turn
        async with self._search:
            session.check(turn)  # whoever played on while this waited wants another answer
            return replies.json(await run_in_threadpool(narrator.verdict, session, LONG_SEARCH))

    def close(self) -> None:
        """End every other process."""
        for one in (self.solving, self._advising, self._chancing):
            one.close()

    def _session(self, request: Request) -> Session:
        return self._games.find(request.path_params["id"])

    def _change(self, request: Request, change: Callable[[Session], None]) -> Response:
        """Change a session; a no comes with the state that it left as it was."""
        session = self._session(request)
        try:
            change(session)
        except KreuzspinneError as error:
            return self._refuse(request, error)
        return replies.json(Narrator(spoken_by(request)).state(session))

    def _refuse(self, request: Request, error: KreuzspinneError) -> Response:
        """Why not, and how the game stands: perhaps further than this server knew."""
        return replies.refuse_change(request, error, self._session(request))


def app(host: str = "127.0.0.1", language: str | None = None, games: Games | None = None,
        key: str | None = None) -> Starlette:
    """The application; `host`: where it is bound to; `language`: of its pages; `key`: what a visitor must have."""
    server = Server(games or Games())
    guard = Middleware(Guard, host=host, key=key,
                       refuse=lambda request, code: replies.refuse(request, BadRequest(code, 403)))
    made = Starlette(
        routes=server.routes(), middleware=[guard],
        exception_handlers={KreuzspinneError: replies.refuse, HTTPException: replies.refuse_http,
                            Exception: replies.refuse_fault},
    )
    made.state.language = language
    made.state.solving = server.solving
    made.state.server = server
    return made
