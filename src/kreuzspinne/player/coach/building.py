"""Building: what lies in suit, what is mixed, what can be closed up, and what is still missing of a run."""

from collections.abc import Iterator
from typing import NamedTuple

from ...cards import ACE, KING, UNSEEN, make, rank, suit
from ...notation import Move
from ...rules import LOOSE, RUNS, follows
from .case import Case, Reason, card, col
from .lasting import Rest, card_at, comes, rest, stays_whole
from .sight import Sight, is_bonded

LONG_RUN = 7
"""Cards from which on it is worth saying what a run still lacks."""
HIGH = 9
"""Rank from which on there is room below for a mixed pile."""


def gain(case: Case) -> int:
    """By how many the bonded neighbours grow (or shrink) through the move."""
    return case.after.bonds - case.before.bonds


def run_made(case: Case) -> bytes:
    """
    The piece in which the moved cards and those under them have become one.

    Empty if they joined nothing, or if the plan parts or covers them again.
    """
    if not case.bonds or case.left:
        return b""
    target, start = case.move.target, case.before.down[case.move.target]
    for piece in case.after.pieces[target]:
        if start + len(piece) > case.before.height(target):
            return piece if stays_whole(case, target, start, len(piece)) else b""
        start += len(piece)
    return b""


def _is_at_the_end(case: Case, run: bytes) -> bool:
    """Does no other card lie on the run just made, nor where the plan leaves it?"""
    target = case.move.target
    there = rest(case, target, case.after.height(target) - 1)
    return case.after.open[target].endswith(run) and (
        there is None or there.height == case.settled.height(there.column) - 1)


def opened_moves(case: Case) -> list[Move]:
    """Moves onto the cards just laid down that are new and bring something, and that the plan makes or leaves."""
    target = case.move.target
    if not case.is_across or case.left or not case.after.open[target]:
        return []
    before = set(case.before.moves)
    return [move for move in case.after.across
            if move.target == target and move.source not in (case.move.source, target) and move not in before
            and case.after.taken(move) == len(case.after.travelling(move.source))
            and brings_something(case.after, move) and comes(case, move)]


def brings_something(sight: Sight, move: Move) -> bool:
    """Does a move from column to column leave a worse place: no card under it, or one that it belongs on less?"""
    cards, taken = sight.open[move.source], sight.taken(move)
    if taken == len(cards):
        return True
    head, under = cards[-taken], cards[-taken - 1]
    if not follows(sight.rules.build, head, under):
        return True
    return is_bonded(sight.rules, head, sight.tops[move.target]) and not is_bonded(sight.rules, head, under)


class Gap(NamedTuple):
    """A place in a column where exactly one card of a suit is missing between two others."""

    column: int
    missing: int
    above: int
    below: int
    piece: int
    """How many open cards lie above the gap, towards the open end."""


def gaps(sight: Sight) -> list[Gap]:
    """Every gap among the open cards."""
    found = []
    for column, cards in enumerate(sight.open):
        for i in range(1, len(cards)):
            upper, lower = cards[i - 1], cards[i]
            if UNSEEN not in (upper, lower) and suit(upper) == suit(lower) and rank(upper) == rank(lower) + 2:
                found.append(Gap(column, lower + 1, upper, lower, len(cards) - i))
    return found


def filled_gap(case: Case) -> Gap | None:
    """A gap that the move lifts the cards off, if its missing card can be laid there next."""
    if not case.is_across or case.before.rules.move == LOOSE:
        return None
    for gap in gaps(case.before):
        if gap.column == case.move.source and gap.piece == len(case.cards) and any(
                move.target == gap.column and case.after.head(move) == gap.missing and comes(case, move)
                for move in case.after.across):
            return gap
    return None


def outlook(run: bytes) -> list[int]:
    """The cards that a run still needs to become complete."""
    return [make(suit(run[0]), r) for r in range(KING, ACE - 1, -1) if not rank(run[-1]) <= r <= rank(run[0])]


def mixed_columns(sight: Sight) -> list[int]:
    """Columns whose open cards are no single run."""
    return [column for column in sight.columns if sight.is_mixed(column)]


def caps(sight: Sight) -> list[int]:
    """Columns that an ace or a two closes although cards lie mixed or face down under it."""
    return [column for column in sight.columns if sight.tops[column] and rank(sight.tops[column]) <= 2
            and (sight.is_mixed(column) or sight.down[column])]


def worse_mixed_moves(case: Case) -> list[Move]:
    """Other mixed moves of the position, onto lower cards."""
    if not case.is_mixed:
        return []
    before, own = case.before, rank(case.cards[-1])
    lower = [move for move in before.across if before.tops[move.target] and rank(before.tops[move.source]) < own]
    return [move for move in lower if not is_bonded(before.rules, before.head(move), before.tops[move.target])]


def reasons(case: Case) -> Iterator[Reason]:
    """What a move builds."""
    if case.left and case.is_across:
        yield Reason("why_run_leaves", {"suit": suit(case.cards[0]), "column": col(case.move.target)})
    run = run_made(case)
    if run:
        code = "why_makes_run" if case.before.rules.move != LOOSE or _is_at_the_end(case, run) else "why_joins_run"
        yield Reason(code, {"count": len(run), "first": card(run[0]), "last": card(run[-1]),
                                       "column": col(case.move.target)})
    moves = len(case.plan) - case.plan[-1].is_deal
    more = case.settled.bonds - case.before.bonds
    if moves > 1 and more > 0 and not any(move.comes_back for move in case.plan):
        yield Reason("why_plan_builds", {"moves": moves, "gain": more})
    yield from _of_outlook(case)
    yield from _of_what_follows(case)
    yield from _of_leaving(case)
    yield from _of_mixing(case)


def _of_outlook(case: Case) -> Iterator[Reason]:
    run = run_made(case)
    if case.before.rules.goal != RUNS or len(run) < LONG_RUN:
        return
    missing = outlook(run)
    yield Reason("why_nears_run", {"missing": [card(code) for code in missing], "suit": suit(run[0]),
                                   "count": len(missing)})


def _of_what_follows(case: Case) -> Iterator[Reason]:
    gap = filled_gap(case)
    if gap:
        yield Reason("why_fills_gap", {"column": col(gap.column), "missing": card(gap.missing),
                                       "above": card(gap.above), "below": card(gap.below)})
    for move in opened_moves(case)[:1]:
        yield Reason("why_opens", {"card": card(case.after.head(move)), "source": col(move.source),
                                   "onto": card(case.after.tops[move.target]), "column": col(move.target)})


def _of_leaving(case: Case) -> Iterator[Reason]:
    """What was wrong with the place that the cards leave, if they do not end in one like it."""
    source = case.move.source
    if not case.is_across or not case.after.tops[source] or case.after.tops[source] == UNSEEN:
        return
    tops = [case.after.tops[source], case.end.tops[source]]
    if source in caps(case.before) and UNSEEN not in tops and all(top == 0 or rank(top) > 2 for top in tops):
        yield Reason("why_lifts_cap", {"card": card(case.before.tops[source]), "column": col(source)})
    if not case.fills_space and rank(case.after.tops[source]) != rank(case.cards[0]) + 1 and _lies_well(case):
        yield Reason("why_supports", {"card": card(case.cards[0]), "under": card(case.after.tops[source])})


def _lies_well(case: Case) -> bool:
    """Do the moved cards lie on one that is a rank higher, where the plan leaves them?"""
    there = rest(case, case.move.target, case.before.height(case.move.target))
    if there is None or not there.height:
        return False
    under = card_at(case.end, Rest(there.column, there.height - 1))
    return under != UNSEEN and rank(under) == rank(case.cards[0]) + 1


def _of_mixing(case: Case) -> Iterator[Reason]:
    if not case.is_mixed:
        return
    was = len(mixed_columns(case.before))
    if case.before.is_mixed(case.move.target) and all(len(mixed_columns(at)) <= was for at in
                                                      (case.after, case.settled)):
        yield Reason("why_keeps_mess", {"column": col(case.move.target)})
    if rank(case.cards[-1]) >= HIGH and worse_mixed_moves(case) and _stays_on_top(case):
        yield Reason("why_room_below", {"card": card(case.cards[-1]), "room": rank(case.cards[-1]) - 1})


def _stays_on_top(case: Case) -> bool:
    """Does nothing come to lie on the moved cards in the course of the plan?"""
    there = rest(case, case.move.target, case.after.height(case.move.target) - 1)
    return there is not None and there.height == case.end.height(there.column) - 1
