"""Why a move is not legal, and what a legal move would spoil: codes with the facts, no prose."""

from typing import Any, NamedTuple

from . import layout, table
from .cards import ACE, KING, make, rank, suit
from .errors import IllegalMove
from .notation import Move
from .rules import (
    ALTERNATE,
    AUTO,
    CARDS,
    COLOUR,
    FULL,
    LOOSE,
    NEVER,
    NO,
    NOTHING,
    ORDERED_RANK,
    RANK,
    RUNS,
    STAY,
    STUCK,
    SUIT,
    Rules,
    follows,
)


def legal_moves(t: layout.Table, rules: Rules) -> list[Move]:
    """Every legal move on table `t`, in the law's order."""
    out = [0] * table.MOST_MOVES
    return [Move.unpack(code) for code in out[:table.legal_moves(t, rules, out)]]


def find(t: layout.Table, rules: Rules, moves: list[Move], text: str) -> Move:
    """
    The one of the legal `moves` that `text` names; the count may be left out where only one fits.

    :raises NotationError: no move is written like this
    :raises IllegalMove: it is not allowed here; `code` and `facts` say why
    """
    wanted = Move.read(text)
    fits = [move for move in moves if _names(wanted, move)]
    if len(fits) > 1:
        raise IllegalMove("ambiguous", move=text, moves=[str(move) for move in fits])
    if not fits:
        code, facts = refusal(t, rules, wanted)
        raise IllegalMove(code, move=text, **facts)
    return fits[0]


def _names(wanted: Move, move: Move) -> bool:
    if wanted[:2] != move[:2]:
        return False
    return wanted.is_deal or wanted.goes_up or wanted.count in (0, move.count)


Reason = tuple[str, dict[str, Any]]


def refusal(t: layout.Table, rules: Rules, wanted: Move) -> Reason:
    """Code and facts of the first thing that forbids `wanted`, which is not legal on `t`."""
    if table.is_won(t, rules):
        return "game_won", {}
    for place in wanted[:2]:
        if place < table.STOCK and place >= rules.columns:
            return "no_such_column", {"column": place, "last": rules.columns - 1}
    if wanted.is_deal:
        return _no_deal(t, rules)
    if wanted.comes_back:
        return _not_back(t, rules, wanted)
    if layout.height(t, rules, wanted.source) == 0:
        return "column_empty", {"column": wanted.source}
    if wanted.goes_up:
        return _not_up(t, rules, wanted.source)
    return _not_across(t, rules, wanted)


def spaces(t: layout.Table, rules: Rules) -> list[int]:
    """The empty columns."""
    return [column for column in range(rules.columns) if layout.height(t, rules, column) == 0]


def _no_deal(t: layout.Table, rules: Rules) -> Reason:
    if rules.deal == NEVER:
        return "no_stock", {}
    if t[0] == 0:
        return "stock_empty", {}
    if rules.deal == STUCK:
        return "deal_only_when_stuck", {"moves": [str(move) for move in legal_moves(t, rules)[:3]]}
    if rules.deal == FULL:
        if rules.space == NOTHING:
            return "deal_spaces_stay_empty", {"columns": spaces(t, rules)}
        return ("deal_too_few_cards" if table.is_trapped(t, rules) else "deal_needs_full_columns"), {
            "columns": spaces(t, rules), "cards": cards_on_table(t, rules), "needed": rules.columns}
    policy = RANK if rules.deal == ORDERED_RANK else SUIT
    code = "deal_needs_order_by_rank" if policy == RANK else "deal_needs_order_by_suit"
    disorder = [column for column in range(rules.columns) if not table.is_ordered(t, rules, policy, column)]
    return code, {"columns": spaces(t, rules), "disorder": disorder}


def _not_back(t: layout.Table, rules: Rules, wanted: Move) -> Reason:
    if rules.goal == RUNS:
        return "runs_never_return", {}
    if rules.back == NO:
        return "never_back", {}
    if not table.comes_back(t, rules):
        return "back_after_stock", {"stock": t[0]}
    if wanted.count not in t[1:1 + rules.piles]:
        return "not_on_a_pile", {"card": wanted.count}
    return _does_not_fit(t, rules, wanted.count, wanted.target)


def _not_up(t: layout.Table, rules: Rules, column: int) -> Reason:
    card = layout.top(t, rules, column)
    if rules.goal == CARDS:
        if rank(card) == ACE:
            return "piles_full", {"card": card}
        return "pile_needs_lower_card", {"card": card, "needed": card - 1}
    if rules.runs == AUTO:
        return "runs_leave_by_themselves", {"column": column}
    if rules.runs == STAY:
        return "runs_stay", {"column": column}
    length = table.run_length(t, rules, SUIT, column)
    head = layout.card_at(t, rules, column, layout.height(t, rules, column) - length)
    if rank(card) != ACE:
        return "run_lacks_ace", {"column": column, "card": card, "missing": make(suit(card), ACE)}
    return "run_too_short", {"column": column, "card": head, "length": length, "missing": make(suit(card), KING)}


def _not_across(t: layout.Table, rules: Rules, wanted: Move) -> Reason:
    source, target, count = wanted
    if source == target:
        return "same_column", {"column": source}
    height, down = layout.height(t, rules, source), layout.face_down(t, rules, source)
    count = count or _likely_count(t, rules, source, target)
    if count > height:
        return "too_few_cards", {"column": source, "count": count, "height": height}
    if count > height - down:
        return "cards_face_down", {"column": source, "count": count, "open": height - down}
    longest = table.run_length(t, rules, rules.move, source)
    if count > longest:
        breaks = height - longest
        lower, upper = (layout.card_at(t, rules, source, i) for i in (breaks, breaks - 1))
        code = "run_broken_by_suit" if follows(RANK, lower, upper) else "run_broken_by_rank"
        return code, {"column": source, "card": lower, "under": upper, "longest": longest}
    return _does_not_fit(t, rules, layout.card_at(t, rules, source, height - count), target)


def _likely_count(t: layout.Table, rules: Rules, source: int, target: int) -> int:
    """How many cards somebody means who named only the two columns: those up to a card that would fit by rank."""
    height, down = layout.height(t, rules, source), layout.face_down(t, rules, source)
    if layout.height(t, rules, target) == 0:
        return 1
    upper = layout.top(t, rules, target)
    for count in range(1, height - down + 1):
        card = layout.card_at(t, rules, source, height - count)
        if follows(RANK if rules.move != LOOSE else rules.build, card, upper):
            return count
    return 1


def _does_not_fit(t: layout.Table, rules: Rules, card: int, target: int) -> Reason:
    if layout.height(t, rules, target) == 0:
        code = "space_takes_nothing" if rules.space == NOTHING else "space_takes_kings"
        return code, {"column": target, "card": card}
    upper = layout.top(t, rules, target)
    facts = {"card": card, "under": upper, "column": target}
    if rank(upper) == ACE:
        return "nothing_on_an_ace", facts
    if rank(card) + 1 != rank(upper):
        return "wrong_rank", {**facts, "wanted": rank(upper) - 1}
    return {SUIT: "wrong_suit", ALTERNATE: "same_colour", COLOUR: "other_colour"}[rules.build], facts


def cards_on_table(t: layout.Table, rules: Rules) -> int:
    """How many cards lie in the columns."""
    return sum(layout.height(t, rules, column) for column in range(rules.columns))


class Warning(NamedTuple):
    """What a legal move would spoil."""

    code: str
    facts: dict[str, Any]


def warnings(t: layout.Table, rules: Rules, move: Move) -> list[Warning]:
    """What a player should know before the legal `move`: the trap that makes the stock unreachable."""
    if table.is_trapped(t, rules):
        return []
    after = bytearray(t)
    table.apply(after, rules, move.code)
    if not table.is_trapped(after, rules):
        return []
    if rules.space == NOTHING:
        return [Warning("stock_behind_a_space", {"move": str(move), "columns": spaces(after, rules),
                                                 "stock": after[0]})]
    return [Warning("stock_out_of_reach", {"move": str(move), "cards": cards_on_table(after, rules),
                                           "needed": rules.columns, "stock": after[0]})]
