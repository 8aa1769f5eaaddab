"""What a look back on a game found, as the page shows it: each moment in words, and as a line to look at."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from ...i18n.looking_back import Reviewer
from ...notation import Move, Step
from ...player.chance import Chance
from ...player.coach import explain
from ...player.coach.moments import Moment, Review
from ...player.coach.sight import Sight
from ...variants import Variant
from .protocol_solving import LookBack, Turning
from .telling import Narrator


class Parting(NamedTuple):
    """Where the better plan left what was played."""

    ply: int
    sight: Sight
    played: Move
    better: tuple[Move, ...]


def look_back(review: Review, variant: Variant, line: Sequence[str], narrator: Narrator) -> LookBack:
    """
    Everything that a review found.

    :param line: the moves of the game
    """
    turnings = [_turning(moment, line, narrator) for moment in review.moments]
    rest = Reviewer(variant, narrator.language).review(review)[len(turnings):]
    return LookBack(turnings, " ".join(rest))


def _turning(moment: Moment, line: Sequence[str], narrator: Narrator) -> Turning:
    at, reviewer = _parting(moment), Reviewer(moment.view.variant, narrator.language)
    view = at.sight.view
    moved = narrator.say("web_moment_row") if at.played.is_deal else narrator.moved(view, Step(at.played))
    return Turning(
        ply=at.ply, moves=[*line[:at.ply], *map(str, at.better)],
        title=narrator.say("web_moment", number=at.ply + 1),
        played=narrator.say("web_moment_played", moved=moved),
        better=reviewer.advice(view, explain(view, at.better)), chances=_chances(moment, narrator))


def _parting(moment: Moment) -> Parting:
    """Both plans may begin in the same way: what they share is played."""
    pairs = zip(moment.played, moment.better, strict=False)
    shared = [one for one, other in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    sight = Sight(moment.view)
    for move in shared:
        sight = sight.after(move)
    count = len(shared)
    return Parting(moment.ply + count, sight, moment.played[count], moment.better[count:])


def _chances(moment: Moment, narrator: Narrator) -> str:
    if moment.loss.is_proven:
        return narrator.say("web_moment_proven")
    return narrator.say("web_moment_chances", **_of("before", moment.before), **_of("after", moment.after))


def _of(name: str, chance: Chance) -> dict[str, int]:
    """A chance and its bounds, in a hundred games."""
    rates = {name: chance.share, f"{name}_low": chance.interval.low, f"{name}_high": chance.interval.high}
    return {key: round(100 * rate) for key, rate in rates.items()}
