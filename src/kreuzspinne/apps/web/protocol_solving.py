"""The messages about the solver, and about lines that are looked at. `protocol` says when they are sent."""

from msgspec import Struct


class WantedDeal(Struct, forbid_unknown_fields=True):
    """A game of which a deal is wanted that can be won."""

    variant: str
    source: str = "own"


class Look(Struct, forbid_unknown_fields=True):
    """The moves that lead from the start to the place to look at; `back`: the last of them is taken back again."""

    moves: str
    back: bool = False


class Turning(Struct, frozen=True, kw_only=True):
    """A moment in which much of the chance to win was given away, in words."""

    ply: int
    """How many moves had been played; the next one is what this is about."""
    moves: list[str]
    """A line from the start of the game: those, and then the better ones up to the next card that shows."""
    title: str
    played: str
    better: str
    """The better move, and why."""
    chances: str
    """What it was worth."""


class LookBack(Struct, frozen=True):
    """What a look back on a game found: the worst moment first, and what else there is to say."""

    moments: list[Turning]
    message: str


class Thinking(Struct, frozen=True):
    """What the solver is doing, or what came of it; in words, too."""

    id: str
    is_over: bool
    message: str
    deal: str
    """A deal that can be won; else nothing."""
    moves: list[str]
    """A line from the start of the game to a win; none where there is none to show."""
    ply: int
    """How many moves of the line were played in the game."""
    done: float | None
    """How much of the work is done, from 0 to 1, where that is known."""
    review: LookBack | None
    """Of a look back, once it is over."""
