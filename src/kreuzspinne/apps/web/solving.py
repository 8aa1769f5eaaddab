"""The routes to the solver: a deal that can be won, whether a game could have been won, and lines to look at."""

from collections.abc import Callable

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...game import Game
from ...store import MOST_TURNS, OPEN, WON, Course, Event
from . import quests, replies
from .games import Games, Session, UnknownGame
from .jobs import Job
from .looking_back import look_back
from .newest import Newest
from .pace import Pace
from .protocol import State, Verdict
from .protocol_kept import NoMore
from .protocol_solving import Look, Thinking, WantedDeal
from .quests import Quest
from .replies import BadRequest, spoken_by
from .review_process import ReviewProcess
from .solver_process import SolverProcess
from .telling import Narrator

MOST_KEPT = 20
"""Jobs whose answers can still be asked for."""
LONGEST_LOOK = 6 * MOST_TURNS + 100
"""Bytes; the line of the longest game there can be, a move having five letters at most."""


class Solving:
    """The endpoints of the solver; it does one thing at a time."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._jobs: Newest[str, Job] = Newest(MOST_KEPT)
        self._pace = Pace(at_once=30, a_second=0.2)

    def routes(self) -> list[Route]:
        """Every address of them."""
        return [
            Route("/api/solver/deal", self.deal, methods=["POST"]),
            Route("/api/solver/{job}", self.news),
            Route("/api/solver/{job}/stop", self.stop, methods=["POST"]),
            Route("/api/games/{id}/verdict", self.verdict, methods=["POST"]),
            Route("/api/games/{id}/fork", self.fork, methods=["POST"]),
            Route("/api/games/{id}/review", self.review, methods=["POST"]),
            Route("/api/games/{id}/look", self.look, methods=["POST"]),
        ]

    async def deal(self, request: Request) -> Response:
        """Look for a deal that can be won."""
        wanted = await replies.read(request, WantedDeal)
        return self._begin(request, quests.winnable_deal(wanted.variant, wanted.source), "web_dealing")

    async def verdict(self, request: Request) -> Response:
        """Find out whether a game could have been won."""
        await replies.read(request, NoMore)
        session = self._over(request)
        quest = quests.verdict(session.game.start, session.course.state == WON)
        return self._begin(request, quest, "web_judging", session.id)

    async def fork(self, request: Request) -> Response:
        """Find the last place of a game from which it could have been won."""
        await replies.read(request, NoMore)
        session = self._over(request)
        moves = [node.move for node in session.course.at.line]
        return self._begin(request, quests.last_fork(session.game.start, moves), "web_forking", session.id)

    async def review(self, request: Request) -> Response:
        """Find the moments of a game in which most of the chance to win was given away."""
        await replies.read(request, NoMore)
        session = self._over(request)
        quest = quests.looking_back(session.course)
        return self._begin(request, quest, "web_looking_back", session.id, ReviewProcess)

    async def news(self, request: Request) -> Response:
        """How far a job has come."""
        return self._tell(request, self._job(request))

    async def stop(self, request: Request) -> Response:
        """End a job."""
        await replies.read(request, NoMore)
        job = self._job(request)
        job.stop()
        return self._tell(request, job)

    async def look(self, request: Request) -> Response:
        """A place on a line of a game that is over; the game itself stays as it is."""
        wanted = await replies.read(request, Look, LONGEST_LOOK)
        session = self._over(request)
        course = await run_in_threadpool(_walked, session.game, wanted)
        shown = Narrator(spoken_by(request)).state(Session(course, session.id, session.seconds))
        return replies.json(_only_looked_at(shown, session))

    def close(self) -> None:
        """Stop whatever is under way."""
        for job in self._jobs.values():
            job.stop()

    def _over(self, request: Request) -> Session:
        """
        The session of a request, if its game is over.

        :raises BadRequest: it is not: what the solver knows, its player must not
        """
        session = self._games.find(request.path_params["id"])
        if session.course.state == OPEN:
            raise BadRequest("web_not_over", 422)
        return session

    def _job(self, request: Request) -> Job:
        """
        The job of a request.

        :raises BadRequest: there is none (any more)
        :raises UnknownGame: the game it is about was deleted, and with it what was asked
        """
        job = self._jobs.get(request.path_params["job"])
        if job is None:
            raise BadRequest("web_no_job", 404)
        try:
            if job.game:
                self._games.find(job.game)
        except UnknownGame:
            job.stop()
            raise
        return job

    def _begin(self, request: Request, quest: Quest, doing: str, game: str = "",
               process: Callable[[], SolverProcess | ReviewProcess] = SolverProcess) -> Response:
        for job in self._jobs.values():
            if not job.found and not job.is_abandoned:
                raise BadRequest("web_solver_busy", 429)
        replies.admit(self._pace)
        self.close()  # what nobody asks about any more
        job = Job(quest, doing, game, process=process)
        self._jobs[job.id] = job
        return self._tell(request, job, 202)

    def _tell(self, request: Request, job: Job, status: int = 200) -> Response:
        is_over, news = job.found is not None, job.news()
        narrator = Narrator(spoken_by(request))
        found = None
        if news.review:
            variant = self._games.find(job.game).view.variant
            found = look_back(news.review, variant, news.moves, narrator)
        message = found.message if found else narrator.say(news.code, **news.facts)
        thinking = Thinking(job.id, is_over, message, news.deal, list(news.moves), news.ply, job.done, found)
        return replies.json(thinking, status)


def _walked(game: Game, wanted: Look) -> Course:
    """
    The place to look at, from the start of the game; after many thousand moves that takes a second.

    :raises KreuzspinneError: there is no such place
    """
    course = Course(Game(game.start, game.deal_name))
    for move in wanted.moves.split():
        course.apply(Event("play", move))
    if wanted.back:
        course.apply(Event("undo"))
    return course


def _only_looked_at(shown: State, session: Session) -> State:
    """Nothing can be played there, and no win in it counts."""
    message = shown.message.removesuffix(shown.outcome.message).strip()
    return replace(shown, state=session.course.state, can_undo=False, can_redo=False, moves=[], warnings={},
                   outcome=Verdict(OPEN, 0, True, ""), message=message)
