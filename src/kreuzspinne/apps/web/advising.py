"""What the player that never peeks advises, remembered: the same for the same table, however often it is asked for."""

from typing import NamedTuple

from ...notation import Move
from ...player.coach import Advice, advise, ahead, explain
from ...position import View
from ...store import HINTS
from .newest import Newest
from .player_process import Plan, PlayerProcess

HURRY = 0.08
"""Seconds that the player has for its plan where somebody waits for it; then rules of thumb find one."""
PATIENCE = 0.9
"""The same where nobody needs it at once."""
MOST_KEPT = 200
"""Advice that is remembered: where to look, which move, and why belong together, and so does a plan's next move."""


class Known(NamedTuple):
    """What the coach thinks of a table by now."""

    advice: Advice
    is_quick: bool
    """Does it come from rules of thumb? Then the player's plan takes its place as soon as it is there."""
    told: frozenset[str] = frozenset()
    """The levels of it that the page has been told."""
    is_second: bool = False
    """Was something else told of this table just before?"""


class Advising:
    """The player's process, and what it said."""

    def __init__(self) -> None:
        self._player = PlayerProcess()
        self._known: Newest[tuple[str, View], Known] = Newest(MOST_KEPT)

    def at_once(self, game: str, view: View) -> Known:
        """What to do in a game at a table; as long as the player does not answer in time, by rules of thumb."""
        return self._settled(game, view) or self._advised(game, view, self._plan(view, HURRY))

    def in_time(self, game: str, view: View) -> Known | None:
        """The same, by the player alone if there is one; None as long as it thinks, or is being loaded."""
        if known := self._settled(game, view):
            return known
        plan = self._plan(view, PATIENCE)
        return None if plan is None and not self._player.is_missing else self._advised(game, view, plan)

    def keep(self, game: str, view: View, known: Known) -> None:
        """Remember it."""
        self._known[game, view] = known

    def has_told(self, game: str, view: View, move: Move) -> bool:
        """Has the page been told to make this move, not only where to look?"""
        known = self._known.get((game, view))
        return bool(known and known.advice.plan[:1] == (move,) and known.told - {HINTS[0]})

    def close(self) -> None:
        """End what thinks."""
        self._player.close()

    def _settled(self, game: str, view: View) -> Known | None:
        """What nothing will take the place of."""
        known = self._known.get((game, view))
        return known if known and not known.is_quick else None

    def _plan(self, view: View, patience: float) -> Plan | None:
        return self._player.plan(view, patience) if view.moves else ()

    def _advised(self, game: str, view: View, plan: Plan | None) -> Known:
        """What a plan says, or rules of thumb without one; after its move, the rest of it is the advice."""
        before = self._known.get((game, view))
        if before and plan is None:
            return before
        advice = explain(view, plan) if plan else advise(view, quick=True)
        other = before is not None and bool(before.told) and before.advice.plan[:1] != advice.plan[:1]
        known = Known(advice, plan is None, before.told if before and not other else frozenset(), other)
        self.keep(game, view, known)
        if going_on := ahead(view, advice):
            self._known.setdefault((game, going_on[0]), Known(going_on[1], plan is None))
        return known
