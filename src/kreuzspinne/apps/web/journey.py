"""Where the cards of a step went: the way the page moves them, forwards and back."""

from typing import NamedTuple

from ... import table
from ...cards import ACE, KING, rank, suit
from ...notation import PLACES, Step
from ...position import View
from ...rules import RUNS
from .protocol import Transfer


class Gone(NamedTuple):
    """A complete run that left a column by itself."""

    column: int
    ace: int
    turned: int
    """The card that was turned under it, or 0."""


class Journey:
    """
    What `step` moved on the table that `view` shows, one place after the other.

    >>> view = View.read("spiderette2 -/9h8s/Ts/-/-/-/Kd 3c4c -")
    >>> [(way.source, way.target, way.count) for way in Journey(view, Step.read("bc2")).transfers]
    [('b', 'c', 2)]
    """

    def __init__(self, view: View, step: Step) -> None:
        self.transfers: list[Transfer] = []
        self.gone: list[Gone] = []
        self._open = [list(column.open) for column in view.columns]
        self._piles = list(view.piles)
        self._move(view, step)
        for departure in step.left:
            ace = self._leave(departure.column)
            self.gone.append(Gone(departure.column, ace, departure.card))

    def back(self) -> list[Transfer]:
        """The same journey, taken back."""
        return [way.back() for way in reversed(self.transfers)]

    def _move(self, view: View, step: Step) -> None:
        source, target, count = step.move
        if step.move.is_deal:
            first = table.first_dealt(view.rules, len(step.cards))
            for column, card in enumerate(step.cards, first):
                self._open[column].append(card)
                self._add("+", PLACES[column])
        elif step.move.comes_back:
            self._come_back(count, target)
        elif step.move.goes_up:
            if view.rules.goal == RUNS:
                self._leave(source)
            else:
                self._go_up(source)
        else:
            self._open[target] += self._open[source][-count:]
            del self._open[source][-count:]
            self._add(PLACES[source], PLACES[target], count)

    def _leave(self, column: int) -> int:
        ace = self._open[column][-1]
        del self._open[column][-KING:]
        self._add(PLACES[column], self._found(ace), KING, founds=True)
        return ace

    def _go_up(self, column: int) -> None:
        card = self._open[column].pop()
        if rank(card) == ACE:
            return self._add(PLACES[column], self._found(card), founds=True)
        pile = self._piles.index(card - 1)
        self._piles[pile] = card
        return self._add(PLACES[column], f"^{pile}")

    def _come_back(self, card: int, column: int) -> None:
        pile = len(self._piles) - 1 - self._piles[::-1].index(card)
        self._open[column].append(card)
        self._add(f"^{pile}", PLACES[column], ends=rank(card) == ACE)

    def _found(self, card: int) -> str:
        """Foundations stand by suit; a new one comes after those of its suit."""
        pile = sum(suit(top) <= suit(card) for top in self._piles)
        self._piles.insert(pile, card)
        return f"^{pile}"

    def _add(self, source: str, target: str, count: int = 1, *, founds: bool = False, ends: bool = False) -> None:
        self.transfers.append(Transfer(source, target, count, founds, ends))
