"""The foundations and the end: what goes up, what it frees, and when nothing leads on."""

from collections.abc import Iterator

from ...cards import ACE, make, rank, suit
from ...outcome import outcome
from ...rules import CARDS, HAND, RUNS, follows
from .case import Case, Reason, card, col
from .lasting import comes
from .sight import Sight

MOST_SEARCHED = 150
"""Positions that are searched to find that nothing leads on."""


def is_safe_up(sight: Sight, code: int) -> bool:
    """May a card go up for good: is every card that could be built on it up, or bound to go up as well?"""
    if rank(code) <= 2:
        return True
    lower = [make(s, rank(code) - 1) for s in range(4)]
    needing = [card for card in lower if follows(sight.rules.build, card, code)]
    return all(_up(sight, card) == sight.view.variant.suits.count("shdc"[suit(card)]) for card in needing)


def _up(sight: Sight, code: int) -> int:
    """How many of the twins of a card are on the foundations."""
    return sum(suit(pile) == suit(code) and rank(pile) >= rank(code) for pile in sight.view.piles)


def is_dead(sight: Sight) -> bool:
    """Is it certain that nothing new can be reached?"""
    return outcome(sight.view, MOST_SEARCHED).state == "lost"


def reasons(case: Case) -> Iterator[Reason]:
    """Why cards go up, or come back."""
    if case.move.goes_up:
        yield from _of_going_up(case)
    elif case.move.comes_back:
        yield from _of_coming_back(case)
    if case.after.view.is_won:
        yield Reason("why_wins", {})
    elif case.end.view.is_won:
        yield Reason("why_plan_wins", {"moves": len(case.plan)})


def _of_going_up(case: Case) -> Iterator[Reason]:
    before, source = case.before, case.move.source
    if before.rules.goal == RUNS and before.rules.runs == HAND:
        yield Reason(_banking(case), {"suit": suit(case.cards[-1]), "column": col(source)})
    if before.rules.goal == CARDS:
        code = case.cards[0]
        if rank(code) == ACE:
            yield Reason("why_ace_up", {"card": card(code)})
        elif is_safe_up(before, code):
            yield Reason("why_safe_up", {"card": card(code)})
        up = sum(map(rank, case.after.view.piles))
        yield Reason("why_up", {"count": up, "all": before.rules.cards})


def _banking(case: Case) -> str:
    if case.turns:
        return "why_banks_and_turns"
    return "why_banks_and_empties" if case.move.source in case.after.spaces else "why_banks"


def _of_coming_back(case: Case) -> Iterator[Reason]:
    target = case.move.target
    new = [move for move in case.after.across if move.target == target and comes(case, move)]
    for move in new[:1]:
        yield Reason("why_back", {"card": card(case.after.head(move)), "source": col(move.source),
                                  "onto": card(case.after.tops[target])})
