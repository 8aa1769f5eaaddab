"""A move that is to be explained: what lies before it and after it, and where its plan leads."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...cards import name
from ...notation import PLACES, Move
from ...rules import RUNS
from .sight import Sight, is_bonded


class Reason(NamedTuple):
    """Why a move is good: a code, and facts in the notation's own words (cards ``Qh``, columns ``c``)."""

    code: str
    facts: dict[str, Any]


class Case:
    """A legal move, and the plan that it begins."""

    def __init__(self, before: Sight, plan: Sequence[Move]) -> None:
        self.before = before
        self.plan = tuple(plan)
        self.move = plan[0]
        self.after = before.after(self.move)

    @cached_property
    def sights(self) -> list[Sight]:
        """The tables from the first to the last of the plan."""
        found = [self.before]
        for move in self.plan:
            found.append(found[-1].after(move))
        return found

    @property
    def end(self) -> Sight:
        """Where the plan leads, as far as that is known."""
        return self.sights[-1]

    @property
    def settled(self) -> Sight:
        """The last table on which every card was seen before: a row that the plan ends with is not dealt there."""
        return self.sights[len(self.plan) - self.plan[-1].is_deal]

    @property
    def is_across(self) -> bool:
        """Does the move go from column to column?"""
        return not (self.move.is_deal or self.move.goes_up or self.move.comes_back)

    @property
    def fills_space(self) -> bool:
        """Does the move go to an empty column?"""
        return self.is_across and not self.before.tops[self.move.target]

    @cached_property
    def cards(self) -> bytes:
        """The cards that the move takes off a column."""
        taken = self.before.taken(self.move)
        return self.before.open[self.move.source][-taken:] if taken else b""

    @property
    def turns(self) -> bool:
        """Does the move itself turn a card in its source column?"""
        return turned(self.before, self.move) is not None

    @cached_property
    def bonds(self) -> bool:
        """Do the moved cards come to lie on one that they belong to?"""
        return (self.is_across and not self.fills_space
                and is_bonded(self.before.rules, self.cards[0], self.before.tops[self.move.target]))

    @cached_property
    def unbonds(self) -> bool:
        """Does the move part cards that belong together?"""
        if not self.cards or not self.is_across or len(self.cards) == len(self.before.open[self.move.source]):
            return False
        return is_bonded(self.before.rules, self.cards[0], self.before.open[self.move.source][-len(self.cards) - 1])

    @property
    def is_mixed(self) -> bool:
        """Do the moved cards come to lie on one that they do not belong to?"""
        return self.is_across and not self.fills_space and not self.bonds

    @property
    def left(self) -> int:
        """How many complete runs leave by themselves."""
        if self.before.rules.goal != RUNS or self.move.goes_up:
            return 0
        return len(self.after.view.piles) - len(self.before.view.piles)


def turned(before: Sight, move: Move) -> int | None:
    """The column in which a move turns a card, if it does: its source."""
    if move.is_deal or move.comes_back:
        return None
    is_whole = before.taken(move) == len(before.open[move.source])
    return move.source if is_whole and before.down[move.source] else None


def col(column: int) -> str:
    """A column as facts name it."""
    return PLACES[column]


def cols(columns: Iterable[int]) -> list[str]:
    """Columns as facts name them, from the left."""
    return [PLACES[column] for column in sorted(columns)]


def card(code: int) -> str:
    """A card as facts name it."""
    return name(code)
