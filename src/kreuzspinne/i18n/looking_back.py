"""What a look back on a game found, in words; and how good the chance is from here."""

from ..notation import Move
from ..player.chance import Chance, Difference
from ..player.coach import Advice
from ..player.coach.moments import Moment, Review
from .coaching import Adviser

MOST_MOVES = 8
"""So many moves of a plan are told."""
ENOUGH = 3
"""Where so many moments were found, there may be more."""


class Reviewer(Adviser):
    """Makes the sentences on chances in one game."""

    def chance(self, chance: Chance) -> str:
        """The chance of the program's player from here, with how far it may be off."""
        return self._of_chance("chance", chance)

    def review(self, review: Review) -> list[str]:
        """A sentence or two for each moment, the worst first, and what else there is to say."""
        said = [self.moment(moment) for moment in review.moments]
        if not said:
            said.append(self.say("review_none"))
        elif len(said) < ENOUGH:
            said.append(self.say("review_no_more"))
        if review.end:
            said.append(self._of_chance("review_end", review.end))
        return [*said, self.say("review_summary", decisions=review.decisions, doubted=review.doubted)]

    def moment(self, moment: Moment) -> str:
        """What was played, what was better and what that was worth, and why it was better."""
        told = self.say(
            "review_moment_proven" if moment.loss.is_proven else "review_moment", number=moment.ply + 1,
            played=_moves(moment.played), better=_moves(moment.better),
            before=_percent(moment.before.share), after=_percent(moment.after.share), **_of(moment.loss))
        return f"{told} {self.advice(moment.view, Advice('move', moment.better, moment.reasons))}"

    def _of_chance(self, code: str, chance: Chance) -> str:
        if chance.is_proven:
            return self.say(f"{code}_certain" if chance.wins else f"{code}_none")
        return self.say(f"{code}_counted", **_of(chance))


def _moves(plan: tuple[Move, ...]) -> str:
    more = ["…"] if len(plan) > MOST_MOVES else []
    return " ".join([*map(str, plan[:MOST_MOVES]), *more])


def _of(found: Chance | Difference) -> dict[str, int]:
    """A rate and its bounds, in a hundred games."""
    return {"share": _percent(found.share), "low": _percent(found.interval.low), "high": _percent(found.interval.high)}


def _percent(share: float) -> int:
    return round(100 * share)
