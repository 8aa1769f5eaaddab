"""Turning cards: which columns can be opened, for how sure, which cards would help, how deep the digging is."""

from collections.abc import Iterator
from typing import NamedTuple

from ...cards import UNSEEN, rank
from ...notation import Move
from ...rules import CARDS, follows
from .case import Case, Reason, col, cols, turned
from .sight import Sight, is_bonded

MOST_TABLES = 30
"""Tables that are looked at to find the longest sequence of moves that turn cards."""
DEEP = 4
"""Cards face down from which on a column is called deep."""


def turning_moves(sight: Sight) -> list[Move]:
    """Moves that turn a card in their source column."""
    return [move for move in sight.moves if turned(sight, move) is not None]


def turnovers(sight: Sight) -> set[int]:
    """Columns in which one move turns a card."""
    return {move.source for move in turning_moves(sight)}


def sure_turnovers(sight: Sight, limit: int = MOST_TABLES) -> list[Move]:
    """
    The longest sequence found of moves that each turn a card, whatever the cards are.

    A card that was turned is taken for dead: nothing goes onto it, and it goes nowhere.
    """
    best: list[Move] = []
    stack: list[tuple[Sight, list[Move]]] = [(sight, [])]
    seen: set[object] = set()
    while stack and len(seen) < limit and len(best) < _openable(sight):
        at, line = stack.pop()
        if at.key in seen:
            continue
        seen.add(at.key)
        best = max(best, line, key=len)
        stack += [(at.after(move), [*line, move]) for move in turning_moves(at) if at.open[move.source][0] != UNSEEN]
    return best


def _openable(sight: Sight) -> int:
    """No sequence can be longer: columns with cards face down and no card just turned."""
    return sum(down > 0 and cards[0] != UNSEEN for down, cards in zip(sight.down, sight.open, strict=True) if cards)


class Outs(NamedTuple):
    """Unseen cards that would help at once if one of them were turned."""

    helping: int
    unseen: int


def outs(sight: Sight, column: int) -> Outs | None:
    """
    How many unseen cards help when the next card shows in `column`; None where it is not known which are unseen.

    A card helps if it may be laid on another column's top card, goes up at once, or takes a card that belongs on it
    and does not lie on its like yet.
    """
    if not sight.unseen:
        return None
    helping = sum(count for code, count in sight.unseen.items() if _helps(sight, column, code))
    return Outs(helping, sight.unseen.total())


def _helps(sight: Sight, column: int, code: int) -> bool:
    rules = sight.rules
    others = [other for other in sight.columns if other != column and sight.tops[other]]
    if any(follows(rules.build, code, sight.tops[other]) for other in others):
        return True
    if rules.goal == CARDS and (rank(code) == 1 or code - 1 in sight.view.piles):
        return True
    return any(is_bonded(rules, head, code) for other in others for head in _heads(sight, other))


def _heads(sight: Sight, column: int) -> Iterator[int]:
    """The cards that begin a piece and can be taken up with all that lies on it."""
    left = len(sight.travelling(column))
    for piece in reversed(sight.pieces[column]):
        left -= len(piece)
        if left < 0:
            return
        yield piece[0]


class Market(NamedTuple):
    """Open places for a rank, and open runs of that rank that could take them."""

    places: int
    wanting: int


def market(sight: Sight, wanted: int) -> Market:
    """Supply of top cards one rank above `wanted`, and demand by open runs that begin with it."""
    places = sum(rank(top) == wanted + 1 for top in sight.tops if top and top != UNSEEN)
    heads = [sight.travelling(column)[0] for column in sight.columns if sight.open[column]]
    return Market(places, sum(rank(head) == wanted for head in heads))


def distance(sight: Sight, column: int) -> int:
    """How far a column is from empty: cards face down, and pieces that no other column takes now."""
    lacking = sum(not any(sight.accepts(other, piece[0]) for other in sight.columns
                          if other != column and sight.tops[other]) for piece in sight.pieces[column])
    return sight.down[column] + lacking


def nearest_space(sight: Sight) -> int | None:
    """The column nearest to empty, if one is nearer than all others; only where cards lie face down in it."""
    ranked = sorted((distance(sight, column), column) for column in sight.columns if sight.open[column])
    if len(ranked) < 2 or ranked[0][0] == ranked[1][0]:
        return None
    return ranked[0][1] if sight.down[ranked[0][1]] else None


class Digging(NamedTuple):
    """Where most cards lie face down, and how often a row can still be dealt."""

    column: int
    deepest: int
    rows: int


def digging(sight: Sight) -> Digging | None:
    """The one column with the most cards face down, if it is a deep one."""
    deepest = max(sight.down)
    if deepest < DEEP or sight.down.count(deepest) > 1:
        return None
    return Digging(sight.down.index(deepest), deepest, sight.rows)


def reasons(case: Case) -> Iterator[Reason]:
    """What a plan turns, and what may come of it."""
    before = case.before
    for at, move in zip(case.sights, case.plan, strict=False):
        column = turned(at, move)
        if column is not None:
            yield from _of_turn(case, at, move, column)
            return
    if not before.unseen and before.hidden == 0:
        yield Reason("why_all_known", {})


def _of_turn(case: Case, at: Sight, move: Move, column: int) -> Iterator[Reason]:
    before, after = case.before, at.after(move)
    number = len(case.plan)
    if number > 1:
        yield Reason("why_plan_turns", {"column": col(column), "moves": number})
    elif after.down[column]:
        yield Reason("why_turns", {"column": col(column), "down": after.down[column]})
    else:
        yield Reason("why_turns_last", {"column": col(column)})
    chance = outs(after, column)
    if chance and chance.helping:
        yield Reason("why_outs", chance._asdict())
    sure = sure_turnovers(after)
    if sure:
        yield Reason("why_sure_turns", {"count": len(sure), "columns": cols(one.source for one in sure)})
    depth = digging(before)
    if depth and depth.column == column:
        facts = {"column": col(column), "down": depth.deepest}
        yield Reason("why_digs_deep", {**facts, "rows": depth.rows}) if depth.rows else Reason(
            "why_digs_deep_last", facts)
    if nearest_space(before) == column and after.down[column]:
        yield Reason("why_nearest_space", {"column": col(column), "down": after.down[column]})
    yield from _of_market(case)


def _of_market(case: Case) -> Iterator[Reason]:
    if not case.is_across or case.fills_space or case.unbonds:
        return
    wanted = rank(case.cards[0])
    found = market(case.before, wanted)
    if found.places > found.wanting > 0:
        yield Reason("why_market", {"rank": wanted, "above": wanted + 1, **found._asdict()})

