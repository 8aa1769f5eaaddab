"""What the player that never peeks advises, remembered: the same for the same table, however often it is asked for."""

from collections import OrderedDict

from ...player.coach import Advice, advise, ahead, explain
from ...position import View
from .player_process import Plan, PlayerProcess

HURRY = 0.08
"""Seconds that the player has for its plan where somebody waits for it; then rules of thumb find one."""
PATIENCE = 0.9
"""The same where nobody needs it at once."""
MOST_KEPT = 200
"""Advice that is remembered: where to look, which move, and why belong together, and so does a plan's next move."""


class Advising:
    """The player's process, and what it said."""

    def __init__(self) -> None:
        self._player = PlayerProcess()
        self._kept: OrderedDict[tuple[str, View], Advice] = OrderedDict()

    def at_once(self, game: str, view: View) -> Advice:
        """What to do in a game at a table; where the player takes too long, by rules of thumb."""
        return self._remembered(game, view) or self._keep(game, view, self._plan(view, HURRY))

    def in_time(self, game: str, view: View) -> Advice | None:
        """The same; None as long as the player thinks, or is being loaded."""
        if known := self._remembered(game, view):
            return known
        plan = self._plan(view, PATIENCE)
        return None if plan is None and not self._player.is_missing else self._keep(game, view, plan)

    def close(self) -> None:
        """End what thinks."""
        self._player.close()

    def _remembered(self, game: str, view: View) -> Advice | None:
        advice = self._kept.get((game, view))
        return advice and self._go_on(game, view, advice)

    def _plan(self, view: View, patience: float) -> Plan | None:
        return self._player.plan(view, patience) if view.moves else ()

    def _keep(self, game: str, view: View, plan: Plan | None) -> Advice:
        advice = explain(view, plan) if plan else advise(view, quick=True)
        self._kept[game, view] = advice
        return self._go_on(game, view, advice)

    def _go_on(self, game: str, view: View, advice: Advice) -> Advice:
        """After the move that is advised, what is left of its plan is the advice."""
        if going_on := ahead(view, advice):
            self._kept.setdefault((game, going_on[0]), going_on[1])
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return advice
