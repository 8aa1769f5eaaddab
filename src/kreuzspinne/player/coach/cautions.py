"""What a player who asks is warned of before a move: what it gives away."""

from collections.abc import Iterator

from ...cards import KING, rank
from ...notation import Move
from ...position import View
from .case import Case, Reason, card, col, cols
from .dealing import must_fill, ready
from .free import tidyings
from .sight import Sight
from .spaces import landings
from .turning import turnovers


def cautions(view: View, move: Move) -> list[Reason]:
    """What speaks against a legal move; the trap that closes the stock is said without being asked (`explain`)."""
    case = Case(Sight(view), [move])
    return [*_of_last_space(case), *_of_early_deal(case), *_of_split(case), *_of_cap(case)]


def _of_last_space(case: Case) -> Iterator[Reason]:
    """The last space is filled, nothing is turned, no other column can be emptied, and the card in it stays there."""
    before, after = case.before, case.after
    if not case.fills_space or len(before.spaces) > 1 or case.turns or after.spaces:
        return
    if turnovers(after) or landings(after, case.move.target) or rank(case.cards[0]) == KING or _empties(after):
        return
    if must_fill(before) and not turnovers(before):
        return                                      # a row is dealt next
    yield Reason("warn_last_space", {"column": col(case.move.target), "card": card(case.cards[0])})


def _empties(sight: Sight) -> bool:
    """Can a column be emptied onto others by one move?"""
    return any(sight.taken(move) == sight.height(move.source) and sight.tops[move.target] for move in sight.across)


def _of_early_deal(case: Case) -> Iterator[Reason]:
    """A row is dealt although something is left to be done first."""
    if not case.move.is_deal:
        return
    columns = sorted(turnovers(case.before))
    if columns:
        yield Reason("warn_deal_before_turning", {"columns": cols(columns)})
        return
    left = tidyings(case.before)
    if left:
        first = left[0]
        yield Reason("warn_deal_before_tidying", {"one": col(first.one), "other": col(first.other),
                                                  "first": card(first.first), "second": card(first.second)})
    elif ready(case.before).builds:
        yield Reason("warn_deal_before_building", {})


def _of_split(case: Case) -> Iterator[Reason]:
    """A run is parted, and nothing comes of it."""
    if not case.unbonds or case.bonds or _leads_on(case):
        return
    cards = case.before.open[case.move.source]
    yield Reason("warn_split", {"upper": card(cards[-len(case.cards) - 1]), "lower": card(case.cards[0])})


def _leads_on(case: Case) -> bool:
    """Does a move now turn a card or build in suit in the column just uncovered, or was that the way to a space?"""
    source = case.move.source
    for move in case.after.across:
        if source not in (move.source, move.target):
            continue
        follow = Case(case.after, [move])
        is_return = move.source == case.move.target and move.target == source
        empties = len(follow.after.spaces) > len(case.after.spaces)
        if not is_return and (follow.turns or follow.bonds or empties):
            return True
    return False


def _of_cap(case: Case) -> Iterator[Reason]:
    """An ace comes to lie mixed on a column that has yet to be opened: nothing can be built there any more."""
    if not case.is_mixed or case.turns or rank(case.cards[-1]) != 1 or not case.before.down[case.move.target]:
        return
    yield Reason("warn_cap", {"card": card(case.cards[-1]), "column": col(case.move.target),
                              "down": case.before.down[case.move.target]})
