"""A game: where it began, what was played, where it stands."""

from collections.abc import Sequence

from . import deals, variants
from .errors import IllegalMove
from .notation import Move, Step
from .position import Position, place


class Game:
    """
    One game of patience, with undo and redo without end.

    >>> game = Game.deal("spider4", "xpat2:42")
    >>> str(game.play("bi"))                    # the count may be left out: only one fits
    'bi1=Js'
    >>> str(game.play("+"))                     # everything the move showed is written down
    '+=Jh2h9hTh2h6cTc2sAs6s'
    >>> str(game.undo()), game.ply, game.cheats  # XPat2 counts what an undo had shown
    ('+=Jh2h9hTh2h6cTc2sAs6s', 1, 10)
    >>> game.play("ab3")
    Traceback (most recent call last):
    kreuzspinne.errors.IllegalMove: cards_face_down: move='ab3', column=0, count=3, open=1
    """

    def __init__(self, start: Position, deal: str = "") -> None:
        """`deal`: source and number of the start, where it has them."""
        self.deal_name = deal
        self.cheats = 0
        """XPat2's count: cards seen by moves that were taken back."""
        self.tries = 0
        """Moves as Windows counts them: every move made, taken back or made again; a restart is none."""
        self._positions = [start]
        self._steps: list[Step] = []
        self._ply = 0
        self._restarted_at = 0

    @classmethod
    def deal(cls, variant: str, deal: str = "") -> "Game":
        """
        New game of `variant` (a name with switches) from ``source:number``; no text: a new own deal.

        :raises VariantError, DealError: see `variants.read` and `deals.read`
        """
        source, number = deals.read(deal) if deal else ("own", deals.new_own_number())
        return cls(start_position(variant, source, number), f"{source}:{number}")

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """Where it stands."""
        return self._positions[self._ply]

    @property
    def ply(self) -> int:
        """How many moves were played to get here."""
        return self._ply

    @property
    def steps(self) -> Sequence[Step]:
        """What was played to get here."""
        return self._steps[:self._ply]

    @property
    def undone(self) -> Sequence[Step]:
        """What can be played again."""
        return self._steps[self._ply:]

    @property
    def can_undo(self) -> bool:
        """Is there a move, or a restart, to take back?"""
        return self._ply > 0 or self._restarted_at > 0

    @property
    def can_redo(self) -> bool:
        """Was a move taken back?"""
        return self._ply < len(self._steps)

    def play(self, move: Move | str) -> Step:
        """
        Play a move, which is checked; what had been taken back is forgotten.

        :raises NotationError, IllegalMove: as `Position.find`; nothing is changed
        """
        step, after = self.position.advance(str(move))
        self._steps[self._ply:] = [step]
        self._positions[self._ply + 1:] = [after]
        self._ply += 1
        self._restarted_at = 0
        self.tries += 1
        return step

    def return_by(self, move: Move | str) -> Step:
        """
        Play a move of a line that was left: what it shows had been seen, and counts as it does with `redo`.

        :raises NotationError, IllegalMove: as `play`
        """
        step = self.play(move)
        self.cheats -= step.revealed
        return step

    def undo(self) -> Step | None:
        """
        Take the last move back and return it; right after a restart, take that back (and return None).

        :raises IllegalMove: nothing was played
        """
        if self._ply == 0 and self._restarted_at:
            self._go(self._restarted_at)
            return None
        if self._ply == 0:
            raise IllegalMove("nothing_to_undo")
        self._go(self._ply - 1)
        self.tries += 1
        return self._steps[self._ply]

    def redo(self) -> Step:
        """
        Play again what was taken back.

        :raises IllegalMove: nothing was taken back
        """
        if not self.can_redo:
            raise IllegalMove("nothing_to_redo")
        self._go(self._ply + 1)
        self.tries += 1
        return self._steps[self._ply - 1]

    def restart(self) -> None:
        """Take every move back at once; an undo right after it takes the restart back."""
        if self._ply:
            played = self._ply
            self._go(0)
            self._restarted_at = played

    def _go(self, ply: int) -> None:
        """Stand at another move of the same line; cheats follow what is unseen now, or seen again."""
        first, last = sorted((self._ply, ply))
        shown = sum(step.revealed for step in self._steps[first:last])
        self.cheats += shown if ply < self._ply else -shown
        self._ply = ply
        self._restarted_at = 0


def start_position(variant: str, source: str, number: str) -> Position:
    """
    The position a numbered deal starts from.

    :raises VariantError, DealError: see `variants.read` and `deals.deal`
    """
    game = variants.read(variant)
    dealt = deals.deal(game, source, number)
    return place(game, dealt.columns, dealt.stock)
