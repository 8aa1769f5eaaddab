"""The messages about hints. `protocol` says when they are sent."""

from typing import Literal

from msgspec import Struct

from .protocol import State, Turn


class WantedHint(Turn, forbid_unknown_fields=True, kw_only=True):
    """How much the coach is to tell: where to look, which move, or why as well."""

    level: Literal["where", "move", "why"]


class Hint(Struct, frozen=True):
    """What the coach tells, and the game, in which the hint is counted."""

    level: str
    """Nothing where there is no move to tell."""
    text: str
    columns: list[str]
    """Where to look."""
    stock: bool
    """Is the stock what to look at?"""
    move: str
    """From the second level on."""
    final: bool
    """Will nothing else be said of this table? Rules of thumb answer first, the player as soon as it can."""
    game: State
