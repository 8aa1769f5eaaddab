"""The route to the chance to win: counted like a hint each time it is told of another table."""

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import KreuzspinneError
from ...i18n.looking_back import Reviewer
from ...player.belief import of_game
from ...player.chance import Chance, check
from ...position import View
from ...store import CHANCE, Event
from . import replies
from .chances import Chances
from .games import Games, Session
from .newest import Newest
from .protocol_hinting import ToldChance, WantedChance
from .replies import spoken_by
from .telling import Narrator

MOST_KEPT = 200
"""Tables of which it is remembered that their chance was told."""


class Chancing:
    """The endpoint of it."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._chances = Chances()
        self._told: Newest[tuple[str, View], Chance] = Newest(MOST_KEPT)

    def routes(self) -> list[Route]:
        """Its address."""
        return [Route("/api/games/{id}/chance", self.chance, methods=["POST"])]

    async def chance(self, request: Request) -> Response:
        """How far it is; or, if it is to be told, the chance, and the game in which that is counted."""
        wanted = await replies.read(request, WantedChance)
        session, language = self._games.find(request.path_params["id"]), spoken_by(request)
        try:
            session.check(wanted.turn)
            found = await run_in_threadpool(self._find, session)
            if wanted.tell and found:
                self._count(session, wanted, found)
        except KreuzspinneError as error:
            return replies.refuse_change(request, error, session)
        return replies.json(_reply(session, found if wanted.tell else None, found is not None, language))

    def close(self) -> None:
        """End what counts."""
        self._chances.close()

    def _find(self, session: Session) -> Chance | None:
        if known := self._told.get((session.id, session.view)):
            return known
        belief = of_game(session.game)
        check(belief)
        return self._chances.chance(belief)

    def _count(self, session: Session, wanted: WantedChance, found: Chance) -> None:
        """The same of the same table is not counted again."""
        key = session.id, session.view
        if key not in self._told:
            session.change(wanted.turn, Event("hint", CHANCE), wanted.seconds)
        self._told[key] = found


def _reply(session: Session, told: Chance | None, is_ready: bool, language: str) -> ToldChance:
    if told is None:
        return ToldChance(is_ready, "", "", None)
    reviewer, narrator = Reviewer(session.view.variant, language), Narrator(language)
    low, high = (round(100 * bound) for bound in told.interval)
    short = narrator.say("web_chance_short", share=round(100 * told.share), low=low, high=high)
    return ToldChance(is_ready, short, reviewer.chance(told), replace(narrator.state(session), message=""))
