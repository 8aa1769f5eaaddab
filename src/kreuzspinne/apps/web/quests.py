"""What a player can want to know of the solver, and how it is asked: each a way from questions to a `Found`."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ... import deals
from ...game import Game
from ...player.coach.moments import Review
from ...position import Position, check_pack
from ...store import Course
from ...store.looking_back import decisions_of
from .games import numbered

CANDIDATE = {"seconds": 6, "shorter": False}
"""The solver's limits for one deal, where any that can be won will do."""
MOST_DEALS = 30

JUDGE = {"seconds": 20}
PLACE = {"seconds": 5, "shorter": False}
"""Limits for one place of a game, of which a few are asked about."""

LOOK_BACK = {"games": 100}
"""How many games are played after each plan that comes into the last round."""

Ask = Callable[..., Any]
"""``ask(position, **limits)`` is answered by the solver; ``ask(decisions)`` by the player, with a `Review`."""


class Found(NamedTuple):
    """What came of it: a sentence by its code and facts, and what the page can go on with."""

    code: str
    facts: dict[str, Any]
    deal: str = ""
    """Of a search for a deal: the one that can be won."""
    moves: tuple[str, ...] = ()
    """A line from the start of the game to a win."""
    ply: int = 0
    """How many moves of it were played in the game."""
    review: Review | None = None
    """Of a look back: what was found on the line of the game, whose moves are all of `moves`."""


Quest = Callable[[Ask], Found]


def winnable_deal(variant: str, source: str) -> Quest:
    """
    Look for a deal that can be won, one number after the other.

    :raises VariantError, DealError: no such game, or no such source of it
    """
    deals.games(source)  # a source, and no more than that
    Game.deal(variant, numbered(source))

    def quest(ask: Ask) -> Found:
        for tried in range(1, MOST_DEALS + 1):
            deal = numbered(source)
            if ask(Game.deal(variant, deal).start, **CANDIDATE).verdict == "solved":
                return Found("web_deal_found", {"tried": tried, "deal": deal}, deal)
        return Found("web_deal_none", {"tried": MOST_DEALS})

    return quest


def verdict(start: Position, is_won: bool = False) -> Quest:
    """
    Could a game that is over have been won? Of one that is, how does the solver win it?

    :raises PositionError: it was laid from a pack that is not whole
    """
    check_pack(start)

    def quest(ask: Ask) -> Found:
        answer = ask(start, **JUDGE)
        if answer.verdict == "solved":
            code = "web_solver_wins" if is_won else "web_could_be_won"
            return Found(code, {"moves": len(answer.moves)}, moves=answer.moves)
        if answer.verdict == "unsolvable":
            return Found("web_never_won", {})
        return Found("web_solver_fails" if is_won else "web_not_decided", {"seconds": JUDGE["seconds"]})

    return quest


def last_fork(start: Position, moves: Sequence[str]) -> Quest:
    """
    The last place of a line from which the solver wins, found by halving: who can win later could have won earlier.

    :raises PositionError: as `verdict`
    """
    check_pack(start)

    def quest(ask: Ask) -> Found:
        places = _places(start, moves)
        won, lost, is_proven = -1, len(places), False
        line: tuple[str, ...] = ()
        while lost - won > 1:
            middle = (won + lost) // 2
            answer = ask(places[middle], **PLACE)
            if answer.verdict == "solved":
                won, line = middle, answer.moves
            else:
                lost, is_proven = middle, answer.verdict == "unsolvable"
        if won < 0:
            return Found("web_never_won" if is_proven else "web_start_not_decided", {"seconds": PLACE["seconds"]})
        return Found(*_told(moves, won, is_proven), moves=(*moves[:won], *line), ply=won)

    return quest


def looking_back(course: Course) -> Quest:
    """
    Where in a game that is over was most of the chance to win given away?

    :raises KreuzspinneError: it is open, or was laid from a pack that is not whole
    """
    check_pack(course.game.start)
    made = decisions_of(course)

    def quest(ask: Ask) -> Found:
        line = tuple(str(move) for decision in made for move in decision.played)
        return Found("web_looked_back", {}, moves=line, ply=len(line), review=ask(made, **LOOK_BACK))

    return quest


def _places(start: Position, moves: Sequence[str]) -> list[Position]:
    places = [start]
    for move in moves:
        places.append(places[-1].play(move))
    return places


def _told(moves: Sequence[str], won: int, is_proven: bool) -> tuple[str, dict[str, Any]]:
    """The sentence on the last place that is known to be won: how sure is it that there is no later one?"""
    if won == len(moves):
        return "web_fork_end", {"ply": won}
    facts = {"ply": won, "next": won + 1, "move": moves[won]}
    return ("web_fork", facts) if is_proven else ("web_fork_at_least", {**facts, "seconds": PLACE["seconds"]})
