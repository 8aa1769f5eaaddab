"""Dealing a row: whether the table is ready for it, what must fill the spaces, and what the row may hit."""

from collections.abc import Iterator
from typing import NamedTuple

from ... import table
from ...cards import ACE, UNSEEN, rank
from ...rules import FULL, follows
from .case import Case, Reason, card, col, cols
from .free import reach, tidyings
from .sight import Sight
from .turning import turnovers


class Ready(NamedTuple):
    """What free moves still lead to before a deal."""

    turns: bool
    builds: bool
    tidies: bool
    lifts: bool
    """Can anything go up?"""
    complete: bool
    """Was everything looked at that free moves reach?"""

    @property
    def is_ready(self) -> bool:
        """Is nothing left that could be done first?"""
        return self.complete and not (self.turns or self.builds or self.tidies or self.lifts)


def ready(sight: Sight) -> Ready:
    """Is there anything left to turn, to build in suit or to tidy up?"""
    found = reach(sight)
    # A card that comes back from a foundation may make a pair, but it is given up there.
    after = [at.after(move) for at in found.tables for move in at.moves if not (move.is_deal or move.comes_back)]
    return Ready(any(turnovers(at) for at in found.tables),
                 any(len(at.view.piles) > len(sight.view.piles) or at.bonds > sight.bonds for at in after),
                 any(tidyings(at) for at in found.tables),
                 any(move.goes_up for at in found.tables for move in at.moves), found.complete)


class Chances(NamedTuple):
    """What the next row does on average."""

    row: int
    """Cards of the row."""
    fitting: float
    """Of these, cards that follow the card they fall on."""
    covering: float
    """Tops of runs of two or more that get a card which does not belong on them."""


def chances(sight: Sight) -> Chances | None:
    """Expectation over all orders of the unseen cards; None where it is not known which those are."""
    if not sight.unseen or not sight.stock:
        return None
    row = min(sight.stock, sight.rules.columns)
    first = table.first_dealt(sight.rules, row)
    hit = [sight.tops[column] for column in range(first, first + row) if sight.tops[column]]
    fitting = sum(_share(sight, sight.rules.build, top) for top in hit)
    runs = [column for column in range(first, first + row) if sight.tops[column] and len(sight.pieces[column][-1]) > 1]
    covering = sum(1 - _share(sight, sight.rules.move, sight.tops[column]) for column in runs)
    return Chances(row, fitting, covering)


def _share(sight: Sight, policy: int, top: int) -> float:
    """Share of the unseen cards that follow `top`."""
    assert sight.unseen
    return sum(n for code, n in sight.unseen.items() if follows(policy, code, top)) / sight.unseen.total()


def spread(sight: Sight) -> int:
    """How many different ranks lie on top that take a card: onto an ace nothing goes."""
    return len({rank(top) for top in sight.tops if top and top != UNSEEN} - {ACE})


def must_fill(sight: Sight) -> bool:
    """Does a space keep a row from being dealt that could be dealt otherwise?"""
    return sight.rules.deal == FULL and sight.stock > 0 and bool(sight.spaces)


def reasons(case: Case) -> Iterator[Reason]:
    """Why to deal now, or what to do before it."""
    if case.move.is_deal:
        yield from _of_deal(case.before)
        return
    if case.plan[-1].is_deal and not any(move.is_deal for move in case.before.moves):
        yield Reason("why_plan_deals", {"moves": len(case.plan) - 1})
    if case.plan[-1].is_deal and case.fills_space and must_fill(case.before) and not case.turns:
        yield Reason("why_fills_for_deal", {"card": card(case.cards[0]), "column": col(case.move.target),
                                            "spaces": cols(case.before.spaces)})


def _of_deal(before: Sight) -> Iterator[Reason]:
    state = ready(before)
    if state.is_ready:
        yield Reason("why_ready_to_deal", {})
    elif not turnovers(before):
        yield Reason("why_nothing_turns", {})
    hit = chances(before)
    if hit:
        yield Reason("why_row_fits", {"row": hit.row, "fitting": round(hit.fitting, 1)})
    if hit and hit.covering >= 1:
        yield Reason("why_row_covers", {"row": hit.row, "covering": round(hit.covering, 1)})
    different = spread(before)
    if different * 2 > before.rules.columns:
        yield Reason("why_spread", {"different": different})
