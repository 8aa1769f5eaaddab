"""Spaces: what they carry, what they are traded for, and what belongs into them."""

from collections.abc import Iterator
from typing import NamedTuple

from ...cards import KING, UNSEEN, rank
from ...rules import ANY_CARD, LOOSE, follows
from .case import Case, Reason, card, col, cols, turned
from .sight import Sight
from .turning import sure_turnovers


class Pile(NamedTuple):
    """Cards at the open end of a column that follow one another, in pieces that travel only singly."""

    column: int
    head: int
    pieces: int


def capacity(spaces: int) -> int:
    """How many pieces that lie on one another `spaces` can carry onto a card of another column."""
    return 1 << spaces


def pile(sight: Sight, column: int) -> Pile | None:
    """The mixed pile at the open end of a column, if there is one of two pieces or more."""
    cards, rules = sight.open[column], sight.rules
    if not cards or rules.move == LOOSE:
        return None
    first, pieces = len(cards) - 1, 1
    while first and follows(rules.build, cards[first], cards[first - 1]):
        pieces += not follows(rules.move, cards[first], cards[first - 1])
        first -= 1
    return Pile(column, cards[first], pieces) if pieces > 1 else None


class Lift(NamedTuple):
    """A mixed pile that can be carried as a whole, by way of the spaces."""

    pile: Pile
    target: int
    spaces: int
    carried: int
    """Pieces that so many spaces carry."""


def lifts(sight: Sight) -> list[Lift]:
    """Every mixed pile that another column takes and the spaces can carry."""
    spaces = len(sight.spaces)
    if not spaces or sight.rules.space != ANY_CARD:
        return []
    piles = filter(None, (pile(sight, column) for column in sight.columns))
    carried = capacity(spaces)
    return [Lift(one, target, spaces, carried) for one in piles if one.pieces <= carried
            for target in sight.columns if target != one.column and sight.tops[target]
            and sight.accepts(target, one.head)]


def spaces_needed(pieces: int) -> int:
    """How many spaces carry so many pieces that lie on one another onto another column."""
    return (pieces - 1).bit_length()


def landings(sight: Sight, column: int) -> list[int]:
    """Columns with cards that take the run at the open end of `column`."""
    run = sight.travelling(column)
    return [other for other in sight.columns if run and other != column and sight.tops[other]
            and sight.accepts(other, run[0])]


def ways_back(case: Case) -> list[int]:
    """Columns that take the run out of the space again as long as the plan lasts, or until it goes there."""
    column, found = case.move.target, set(landings(case.after, case.move.target))
    for at in case.sights[2:]:
        if not at.tops[column]:
            return sorted(found) if column in case.end.spaces else []
        is_same = at.travelling(column)[:1] == case.cards[:1]
        found &= set(landings(at, column)) if is_same else set()
    return sorted(found)


def turned_for_one_space(case: Case) -> list[int]:
    """Columns that are sure to be opened by a move into a space, without any other space being touched."""
    later = zip(case.sights[1:], case.plan[1:], strict=False)
    if any(move.is_deal or move.target in at.spaces for at, move in later):
        return []
    last = turned(case.sights[-2], case.plan[-1])
    found = [] if last is None else [last]
    open_spaces = set(case.end.spaces)
    for move in sure_turnovers(case.end):
        if move.target in open_spaces:
            break
        found.append(move.source)
    return found


def covering_kings(sight: Sight, column: int) -> list[int]:
    """Kings that lie open in a column on cards they can never be built on."""
    return [code for place, code in enumerate(sight.open[column])
            if code != UNSEEN and rank(code) == KING and (place or sight.down[column])]


def reasons(case: Case) -> Iterator[Reason]:
    """What a move, or its plan, does with spaces."""
    yield from _of_making(case)
    if case.fills_space:
        yield from _of_filling(case)
    yield from _of_carrying(case)


def _of_making(case: Case) -> Iterator[Reason]:
    made = [column for column in case.after.spaces if column not in case.before.spaces]
    if made and set(made) <= set(case.end.spaces) and len(case.after.spaces) > len(case.before.spaces):
        yield Reason("why_empties", {"columns": cols(made), "spaces": len(case.after.spaces)})
    elif len(case.plan) > 1 and len(case.end.spaces) > len(case.before.spaces):
        made = [column for column in case.end.spaces if column not in case.before.spaces]
        yield Reason("why_plan_empties", {"columns": cols(made), "moves": len(case.plan)})


def _of_filling(case: Case) -> Iterator[Reason]:
    opened = turned_for_one_space(case)
    source, head = case.move.source, case.cards[0]
    if len(opened) > 1:
        yield Reason("why_two_for_one", {"columns": cols(opened), "space": col(case.move.target)})
    elif case.turns:
        yield Reason("why_one_for_one", {"space": col(case.move.target), "column": col(source),
                                         "spaces": len(case.after.spaces)})
    under = case.before.down[source] + len(case.before.open[source]) - len(case.cards)
    if under and head in covering_kings(case.before, source):
        yield Reason("why_king_to_space", {"card": card(head), "column": col(source), "under": under})
    back = ways_back(case)
    if back:
        yield Reason("why_way_back", {"card": card(head), "columns": cols(back)})


def _of_carrying(case: Case) -> Iterator[Reason]:
    for lift in lifts(case.before):
        if _serves(case, lift):
            yield Reason("why_carries", {"column": col(lift.pile.column), "head": card(lift.pile.head),
                                         "pieces": lift.pile.pieces, "target": col(lift.target),
                                         "spaces": lift.spaces, "carried": lift.carried,
                                         "needed": spaces_needed(lift.pile.pieces)})
            return


def _serves(case: Case, lift: Lift) -> bool:
    """Is carrying this pile what the plan does?"""
    return (len(case.plan) > 1 and case.move.source == lift.pile.column
            and any(move in at.across and move.target == lift.target and at.head(move) == lift.pile.head
                    for at, move in zip(case.sights, case.plan, strict=False)))
