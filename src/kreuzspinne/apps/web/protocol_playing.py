"""The messages about a player that plays on for somebody. `protocol` says when they are sent."""

from msgspec import Struct

from .protocol import Turn


class WantedMove(Turn, forbid_unknown_fields=True, kw_only=True):
    """The next move of the player that never peeks; `why`: with its reasons."""

    why: bool = False


class Thought(Struct, frozen=True):
    """How far it has come with thinking; which move it has found is not told before it is played and counted."""

    state: str
    """``thinking``: to be asked again; ``move``: it has one; ``over``: none."""
    message: str
    """What it waits for, or why it has none."""
