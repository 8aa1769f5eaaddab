"""What the coach says, in words: which move, where to look, and every reason with its cards and columns."""

from collections.abc import Iterable
from typing import Any

from ..cards import RANKS, SUITS, name, suit
from ..notation import Move
from ..player.coach import Advice, Reason
from ..position import View
from ..rules import RUNS
from .teller import Teller

LEVELS = ("where", "move", "why")
"""How much of an advice is told: where to look, which move, and why."""
_CASES = {"nom": "coach_cards_nom", "acc": "coach_cards_acc", "dat": "coach_cards_dat"}


class Adviser(Teller):
    """
    Makes the sentences of the coach of one game.

    Beside what a `Teller` knows, messages may use ``:nom``, ``:acc`` and ``:dat`` (a card with its article, as
    German bends it), ``:suit``, ``:ranks`` (all cards of a rank) and ``:decimal``.

    >>> from ..variants import VARIANTS
    >>> Adviser(VARIANTS["spider4"], "de").bent("Jh", "acc")
    'den Herz-Buben'
    """

    def bent(self, card: str, case: str) -> str:
        """A card with its article."""
        return self._of_rank(_CASES[case], RANKS.index(card[0])).format(
            suit=self.suit(SUITS.index(card[1])))

    def _of_rank(self, code: str, index: int) -> str:
        return self.template(code).split(", ")[index]

    def format_field(self, value: Any, format_spec: str) -> str:
        """The specifications of this class, then those of `Teller`."""
        if format_spec in _CASES:
            return self.bent(value, format_spec)
        match format_spec:
            case "suit":
                return self.suit(value)
            case "ranks":
                return self._of_rank("coach_ranks", value - 1)
            case "decimal":
                return f"{value:.1f}".replace(".", self.say("coach_decimal_point"))
        return super().format_field(value, format_spec)

    # Advice.

    def advice(self, view: View, advice: Advice, level: str = "why") -> str:
        """As much of the coach's advice for `view` as `level` asks for."""
        if advice.state != "move":
            return self.say({"won": "game_won", "lost": "coach_lost", "none": "coach_none",
                             "no_move": "coach_no_move"}[advice.state])
        if level == "where":
            return self._where(advice)
        move = self.move(view, advice.move)
        if level == "move" or not advice.reasons:
            return self.say("coach_level_move", move=move)
        return self.say("coach_level_why", move=move, reasons=" ".join(self.reasons(advice.reasons)))

    def reasons(self, reasons: Iterable[Reason]) -> list[str]:
        """One sentence for each reason."""
        said = (self.say(reason.code, **reason.facts) for reason in reasons)
        return [sentence[:1].upper() + sentence[1:] for sentence in said]

    def _where(self, advice: Advice) -> str:
        if advice.move.is_deal:
            return self.say("coach_where_stock")
        if advice.move.comes_back:
            return self.say("coach_where_piles")
        return self.say("coach_where", columns=advice.columns)

    def move(self, view: View, move: Move) -> str:
        """What a player does who plays `move` on `view`, without a full stop."""
        source, target, count = move
        if move.is_deal:
            return self.say("coach_move_deal")
        if move.comes_back:
            return self.say("coach_move_back", card=name(count), target=target)
        cards = view.columns[source].open
        if move.goes_up:
            code = "coach_move_run_up" if view.rules.goal == RUNS else "coach_move_up"
            return self.say(code, card=name(cards[-1]), suit=suit(cards[-1]), source=source)
        onto = view.columns[target].open
        code = ("coach_move_one" if count == 1 else "coach_move_many") + ("" if onto else "_to_space")
        return self.say(code, card=name(cards[-count]), others=count - 1, source=source, target=target,
                        onto=name(onto[-1]) if onto else "")
