"""Why a move is refused: code and every fact, on tables small enough to see it, and against the oracle by chance."""

import random

import pytest
from duel import late_position, oracle_table
from tables import LETTERS, board, run

import naive
from kreuzspinne.cards import card
from kreuzspinne.errors import IllegalMove
from kreuzspinne.variants import VARIANTS


def reason(position, move):
    """Code and facts without the move, cards by their names."""
    with pytest.raises(IllegalMove) as caught:
        position.find(move)
    facts = dict(caught.value.facts)
    assert facts.pop("move") == move
    return caught.value.code, facts


def facts(**given):
    """Cards are written as texts here, and are numbers in the facts."""
    return {key: card(value) if key in ("card", "under", "needed", "missing") and isinstance(value, str) else value
            for key, value in given.items()}


SPIDER, HAND, STAY, GYPSY, SCORPION = "spider4", "spider4:runs=hand", "spider4:runs=stay", "gypsy", "scorpion"
FULL = dict.fromkeys("bcefghij", "Kh")


@pytest.mark.parametrize(("name", "columns", "stock", "piles", "move", "code", "expected"), [
    # columns
    (SPIDER, {"a": "Ks"}, "", "", "ak1", "no_such_column", facts(column=10, last=9)),
    (SPIDER, {"a": "Ks"}, "", "", "oa1", "no_such_column", facts(column=14, last=9)),
    (SPIDER, {"a": "Ks"}, "", "", "k^", "no_such_column", facts(column=10, last=9)),
    (GYPSY, {"a": "Ks"}, "", "As", "^Asi", "no_such_column", facts(column=8, last=7)),
    (SPIDER, {"a": "Ks"}, "", "", "ba1", "column_empty", facts(column=1)),
    (SPIDER, {"a": "Ks"}, "", "", "b^", "column_empty", facts(column=1)),
    (SPIDER, {"a": "Ks"}, "", "", "aa", "same_column", facts(column=0)),
    (SPIDER, {}, "", "", "ab1", "game_won", {}),
    (SPIDER, {}, "", "", "zz", None, None),
    # how many cards
    (SPIDER, {"b": "Kh|Ks"}, "", "", "ba3", "too_few_cards", facts(column=1, count=3, height=2)),
    (SPIDER, {"b": "KhKc|Ks"}, "", "", "ba2", "cards_face_down", facts(column=1, count=2, open=1)),
    (SPIDER, {"b": "KhKc|Ks"}, "", "", "ba3", "cards_face_down", facts(column=1, count=3, open=1)),
    (SPIDER, {"b": "Ts9h8h7h"}, "", "", "ba4", "run_broken_by_suit", facts(column=1, card="9h", under="Ts", longest=3)),
    (SPIDER, {"b": "Ts9h8h6h"}, "", "", "ba3", "run_broken_by_rank", facts(column=1, card="6h", under="8h", longest=1)),
    (SPIDER, {"b": "Ts9h8h6h"}, "", "", "ba4", "run_broken_by_rank", facts(column=1, card="6h", under="8h", longest=1)),
    (GYPSY, {"b": "Ts9h8d"}, "", "", "ba2", "run_broken_by_suit", facts(column=1, card="8d", under="9h", longest=1)),
    (SPIDER, {"a": "9s8s7s", "b": "Th", "c": "9h"}, "", "", "ad", "ambiguous", facts(moves=["ad1", "ad2", "ad3"])),
    (SPIDER, {"a": "9s8s", "b": "Th"}, "", "", "ac", "ambiguous", facts(moves=["ac1", "ac2"])),
    # without a number: the cards somebody most likely means
    (SPIDER, {"a": "Ts9h8h", "b": "Js"}, "", "", "ab", "run_broken_by_suit",
     facts(column=0, card="9h", under="Ts", longest=2)),
    (SPIDER, {"a": "Ts|9h8s", "b": "Js"}, "", "", "ab", "wrong_rank",
     facts(card="8s", under="Js", column=1, wanted=10)),
    (SPIDER, {"a": "Ts2s8h", "b": "Js"}, "", "", "ab", "run_broken_by_rank",
     facts(column=0, card="8h", under="2s", longest=1)),
    (SPIDER, {"a": "9s8s7s", "b": "Js"}, "", "", "ab", "wrong_rank", facts(card="7s", under="Js", column=1, wanted=10)),
    (SCORPION, {"a": "9h2c", "b": "Th3d"}, "", "", "ab", "wrong_suit", facts(card="2c", under="3d", column=1)),
    (SCORPION, {"a": "2dKc2c", "b": "3h"}, "", "", "ab", "wrong_suit", facts(card="2c", under="3h", column=1)),
    (SCORPION, {"a": "KcQh"}, "", "", "ac1", "space_takes_kings", facts(column=2, card="Qh")),
    ("gypsy:space=king", {"a": "QhJs"}, "", "", "ac", "space_takes_kings", facts(column=2, card="Js")),
    ("spider4:space=none", {"a": "KhQh"}, "", "", "ac", "space_takes_nothing", facts(column=2, card="Qh")),
    ("spider4:space=none", {"a": "KhQh"}, "", "", "ac2", "space_takes_nothing", facts(column=2, card="Kh")),
    # where they go
    (SPIDER, {"a": "9h", "b": "Jh"}, "", "", "ab1", "wrong_rank", facts(card="9h", under="Jh", column=1, wanted=10)),
    (SPIDER, {"a": "9h", "b": "9s"}, "", "", "ab1", "wrong_rank", facts(card="9h", under="9s", column=1, wanted=8)),
    (SPIDER, {"a": "9h8h", "b": "9s"}, "", "", "ab2", "wrong_rank", facts(card="9h", under="9s", column=1, wanted=8)),
    (SPIDER, {"a": "Kh", "b": "As"}, "", "", "ab1", "nothing_on_an_ace", facts(card="Kh", under="As", column=1)),
    (SCORPION, {"a": "9h", "b": "Td"}, "", "", "ab1", "wrong_suit", facts(card="9h", under="Td", column=1)),
    (GYPSY, {"a": "9h", "b": "Td"}, "", "", "ab1", "same_colour", facts(card="9h", under="Td", column=1)),
    ("gypsy:build=colour", {"a": "9h", "b": "Ts"}, "", "", "ab1", "other_colour",
     facts(card="9h", under="Ts", column=1)),
    # dealing
    ("simplesimon", {"a": "9h"}, "", "", "+", "no_stock", {}),
    (SPIDER, {"a": "9h"}, "", "", "+", "stock_empty", {}),
    (SPIDER, {**FULL, "a": "Kh"}, "2s", "", "+", "deal_too_few_cards", facts(columns=[3], cards=9, needed=10)),
    (SPIDER, {**FULL, "a": "KhQh"}, "2s", "", "+", "deal_needs_full_columns", facts(columns=[3], cards=10, needed=10)),
    ("spider4:deal=ordered-suit", {"a": "9s8s", "c": "9s8h", "e": "4s|3s"}, "2s", "", "+", "deal_needs_order_by_suit",
     facts(columns=[1, 3, 5, 6, 7, 8, 9], disorder=[2, 4])),
    ("spider4:deal=ordered-rank", {"a": "9s8h", "c": "9s7s", "e": "4s|3s"}, "2s", "", "+", "deal_needs_order_by_rank",
     facts(columns=[1, 3, 5, 6, 7, 8, 9], disorder=[2, 4])),
    ("scorpion:deal=stuck", {"a": "KsKh", "b": "2s"}, "2s", "", "+", "deal_only_when_stuck",
     facts(moves=["ac1", "ac2", "ad1"])),
    # up
    (SPIDER, {"b": run("s", "K", "2")}, "", "", "b^", "runs_leave_by_themselves", facts(column=1)),
    (STAY, {"b": run("s"), "c": "9s"}, "", "", "b^", "runs_stay", facts(column=1)),
    (HAND, {"b": run("s", "K", "2")}, "", "", "b^", "run_lacks_ace", facts(column=1, card="2s", missing="As")),
    (HAND, {"b": "Kh" + run("s", "Q", "A")}, "", "", "b^", "run_too_short",
     facts(column=1, card="Qs", length=12, missing="Ks")),
    (HAND, {"b": "Ks|" + run("s", "Q", "A")}, "", "", "b^", "run_too_short",
     facts(column=1, card="Qs", length=12, missing="Ks")),
    (HAND, {"b": "As"}, "", "", "b^", "run_too_short", facts(column=1, card="As", length=1, missing="Ks")),
    (GYPSY, {"b": "7d"}, "", "5d", "b^", "pile_needs_lower_card", facts(card="7d", needed="6d")),
    (GYPSY, {"b": "2d"}, "", "Ah", "b^", "pile_needs_lower_card", facts(card="2d", needed="Ad")),
    (GYPSY, {"b": "Ad"}, "", "AsAsAhAhAcAcKs2s"[:16], "b^", "piles_full", facts(card="Ad")),
    # back
    (SPIDER, {"b": "2h"}, "", "As", "^Asb", "runs_never_return", {}),
    ("carlton", {"b": "2h"}, "", "As", "^Asb", "never_back", {}),
    ("giant", {"b": "2h"}, "2c3c", "As", "^Asb", "back_after_stock", facts(stock=2)),
    (GYPSY, {"b": "2h"}, "", "2s", "^Asb", "not_on_a_pile", facts(card="As")),
    (GYPSY, {"b": "2d"}, "", "Ah", "^Ahb", "same_colour", facts(card="Ah", under="2d", column=1)),
    (GYPSY, {"b": "3s"}, "", "Ah", "^Ahb", "wrong_rank", facts(card="Ah", under="3s", column=1, wanted=2)),
    ("irmgard", {"b": "2s"}, "", "Ah", "^Aha", "space_takes_kings", facts(column=0, card="Ah")),
])
def test_reasons(name, columns, stock, piles, move, code, expected):
    position = board(name, columns, stock, piles)
    if code is None:
        with pytest.raises(ValueError, match="bad_move"):
            position.find(move)
        return
    assert reason(position, move) == (code, expected)
    assert reason(position.view(), move) == (code, expected), "the same for those who do not see hidden cards"


@pytest.mark.parametrize(("name", "columns", "move", "found"), [
    (SPIDER, {"a": "9s8s7s", "b": "Th"}, "ab", "ab3"), (SPIDER, {"a": "9s8s7s", "b": "8h"}, "ab", "ab1"),
    (SPIDER, {"a": "9h|7s"}, "ab", "ab1"), (SCORPION, {"a": "9h2c", "b": "Th"}, "ab", "ab2"),
    (HAND, {"a": run("s"), "b": "2s"}, "a^", "a^"),
])
def test_a_number_may_be_left_out_where_one_fits(name, columns, move, found):
    assert str(board(name, columns).find(move)) == found


def truth(table, move, code, given):
    """Is what a reason says true, by the oracle's table?"""
    source, target = (table.columns[LETTERS.index(letter)] for letter in move[:2])
    count, cards = int(move[2:]), source.open
    if code in ("column_empty", "too_few_cards"):
        return count > len(source.open) + len(source.down)
    if code == "cards_face_down":
        return len(source.open) < count <= len(source.open) + len(source.down) and given["open"] == len(source.open)
    if code.startswith("run_broken"):
        longest = given["longest"]
        return (longest < count and naive.is_sequence(table.game["move"], cards[-longest:])
                and not naive.is_sequence(table.game["move"], cards[-longest - 1:])
                and (card(cards[-longest]), card(cards[-longest - 1])) == (given["card"], given["under"]))
    if given["card"] != card(cards[-count]):
        return False
    if code.startswith("space"):
        return target.empty and (table.game["space"] == "none" or cards[-count][0] != "K")
    if code == "nothing_on_an_ace":
        return target.open[-1][0] == "A"
    if code == "wrong_rank":
        return not naive.one_lower(cards[-count], target.open[-1])
    return naive.one_lower(cards[-count], target.open[-1]) and given["under"] == card(target.open[-1])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_reasons_are_true(variant):
    """For every refused move between columns of late positions."""
    seen = 0
    for seed in range(3):
        position = late_position(variant, random.Random(seed))
        table, legal = oracle_table(str(position)), set(map(str, position.moves))
        if position.is_won:
            continue
        places = random.Random(seed).sample(LETTERS[:variant.rules.columns], 5)
        for move in (f"{a}{b}{count}" for a in places for b in places if a != b for count in (1, 2, 3, 5, 13, 30)):
            if move not in legal:
                code, given = reason(position, move)
                assert truth(table, move, code, given), f"{move} on {position}: {code} {given}"
                seen += 1
    assert seen > 50
