"""The player that never peeks: it knows what was seen and no more, chooses what is legal, and wins what can be seen."""

import gc
import random
from collections import Counter
from itertools import islice
from types import FunctionType, ModuleType

import pytest
from tables import board, run

from kreuzspinne.cards import UNSEEN
from kreuzspinne.game import Game, start_position
from kreuzspinne.player import belief
from kreuzspinne.player.belief import Belief
from kreuzspinne.player.choose import WON_VALUE, choose
from kreuzspinne.position import Position, View
from kreuzspinne.table import is_trapped
from kreuzspinne.variants import VARIANTS

FEW = 12
"""A narrow search: what is asked here does not hang on strength."""
SWITCHED = ["spider4:runs=hand", "spider4:deal=any", "spider4:deal=stuck", "spider2:deal=ordered-suit",
            "spider4:deal=ordered-rank:runs=hand", "spiderette2:space=none", "spiderette4:space=king", "gypsy:back=no",
            "spider1:runs=stay", "scorpion:deal=stuck", "scorpion:runs=hand", "blackwidow:build=alternate",
            "gypsy:move=loose:deal=stuck", "willothewisp:move=loose"]


def decisions(game, most, effort=FEW):
    """The player's choices in `game`, which is played on."""
    for _ in range(most):
        choice = choose(game.position.view(), effort=effort)
        if choice.move is None:
            return
        yield choice
        for move in choice.plan:
            game.play(move)


def shuffled(position, seed):
    """The same view over other hidden cards."""
    return Belief(position.view()).sample(random.Random(seed))


# What is known.

HALF = "spiderette4 {}/-/-/-/-/-/- {} AhAdAc"


def chi_square(counts, kinds):
    """How far these counts are from equal, in squares over what is expected."""
    expected = sum(counts.values()) / kinds
    return sum((counts[kind] - expected) ** 2 for kind in counts) / expected + (kinds - len(counts)) * expected


@pytest.mark.parametrize(("line", "suits", "kinds", "limit"), [
    (HALF.format("2?|Ks7s6s5s4s3s2sAsTs", "2?"), "", 24, 49.7),
    ("spiderette1 2?|" + "KsQsJsTs9s8s7s6s5s4s3s" + "KsQsJsTs9s8s7s6s5s4s3s2s" + "/-/-/-/-/-/- 1? AsAs", "", 3, 13.8),
])
def test_every_table_is_as_likely_as_any_other(line, suits, kinds, limit):
    """The limits: exceeded once in a thousand seeds."""
    known, draw = Belief(View.read(line), suits=suits), random.Random(3)
    counts = Counter(str(known.sample(draw)) for _ in range(200 * kinds))
    assert chi_square(counts, kinds) < limit
    assert len(counts) == kinds
    assert all(Position.read(text).view() == known.view for text in counts)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_sample_shows_what_is_seen_and_has_the_whole_pack(game):
    start = start_position(game, "own", "5")
    for other in (shuffled(start, seed) for seed in range(3)):
        assert other.view() == start.view()
        assert other.is_whole


@pytest.mark.parametrize(("game", "deal"), [("spider3", "kpat:7"), ("spider2", "aisleriot:7"), ("spider1", "pysol:7"),
                                            ("spider4", "xpat2:7")])
def test_packs_of_other_programs_are_recognised_by_what_is_seen(game, deal):
    played = Game.deal(game, deal)
    for _ in islice(decisions(played, 60), 0, None, 10):
        assert shuffled(played.position, 1).view() == played.position.view()
    assert all(card != UNSEEN for card in Belief(played.position.view()).sample(random.Random(1)).table)


def test_what_was_seen_once_stays_known():
    game = Game.deal("spider4", "xpat2:42")
    game.play("bi")
    game.play("+")
    shown = [card for step in game.steps for card in step.cards]
    game.undo()
    game.undo()
    known = belief.of_game(game)
    assert sorted(known.known.values()) == sorted(shown)
    assert known.unseen.total() == 104 - 10 - len(shown)
    other = known.sample(random.Random(1))
    assert [other.step(move).cards for move in ("bi", "+")] == [game.position.step(move).cards for move in ("bi", "+")]


def test_a_line_left_for_another_is_remembered_where_it_is_told():
    game = Game.deal("spider4", "xpat2:42")
    game.play("bi")
    stood = game.position
    game.undo()
    game.play("+")
    assert len(belief.of_game(game).known) == 0
    assert len(belief.of_game(game, [stood]).known) == 1


def test_what_is_known_is_played_for():
    """Two cards are hidden, and whoever saw one of them knows the other: the solver wins through the stock."""
    position = board("spiderette4:deal=any", {"a": run("s", last="3")}, "2sAs", "AhAdAc")
    assert choose(position.view(), effort=FEW).value < WON_VALUE
    known = Belief(position.view(), known={(belief.STOCK, 0): position.stock[-1]})
    assert choose(position.view(), belief=known, effort=FEW).value == WON_VALUE


# What is chosen.

@pytest.mark.parametrize("game", [*VARIANTS, *SWITCHED])
def test_choices_are_legal_and_end_where_something_is_seen(game):
    played = Game.deal(game, "own:3")
    made = 0
    for choice in decisions(played, 12):
        made += 1
        assert choice.move == choice.plan[0]
        for plan in [choice.plan, *(other.moves for other in choice.alternatives)]:
            follow(played.position, plan)
        assert all(other.value <= choice.value for other in choice.alternatives)
    assert made or not played.position.stock


def follow(position, plan):
    """Play a plan; nothing may be seen before its end, where cards are hidden whose names nobody knows."""
    certain = Belief(position.view()).is_certain
    for ply, move in enumerate(plan, 1):
        assert move in position.moves, (position.view(), plan)
        step, position = position.advance(move)
        assert certain or (ply == len(plan)) == bool(step.revealed or move.is_deal or position.is_won)


def test_nothing_is_chosen_where_nothing_helps():
    stuck = board("spiderette4", {letter: f"{rank}s" for letter, rank in zip("abcdefg", "AAAA333", strict=True)})
    assert choose(stuck.view(), effort=FEW).move is None
    won = board("spiderette4", {}, piles="AsAhAdAc")
    assert choose(won.view(), effort=FEW).move is None


def test_spaces_are_filled_where_a_row_must_be_dealt():
    """Nothing turns, a row is left, and no row may be dealt on a space."""
    position = start_position("spider4", "own", "1")
    view = View.read("spider4 KsQs/KhQh/KdQd/KcQc/Ks/Kh/Kd/Kc/Th9h/- 50? -")
    choice = choose(view, effort=FEW)
    assert choice.plan[-1].is_deal
    assert len(choice.plan) == 2
    assert position.stock


def test_a_run_that_can_be_taken_is_taken_before_anything_else():
    position = board("spider4:runs=hand", {"a": "2h|" + run("s"), "b": "5h", "c": "4h"}, "2d3d")
    assert [str(move) for move in choose(position.view(), effort=FEW).plan] == ["a^"]


def test_a_game_is_won_to_the_end():
    game = Game.deal("spider1", "own:100001")
    for _ in decisions(game, 200, effort=40):
        pass
    assert game.position.is_won


@pytest.mark.parametrize("game", ["simplesimon", "mrsmop", "openspider"])
def test_the_solver_plays_when_everything_is_known(game):
    """Of Open Spider's last row too: what is left in the stock when all but one kind of card is seen."""
    won = 0
    for number in range(1, 5):
        position = start_position(game, "own", str(number))
        choice = choose(position.view(), effort=40)
        if choice.value == WON_VALUE:
            for move in choice.plan:
                position = position.after(move)
            assert position.is_won
            won += 1
        else:
            assert choice.move is None or position.stock
    assert won or game == "openspider"


# What it may not depend on.

HONEST = ["spider1", "spider2", "spider4", "spider4:runs=hand", "spiderette2", "gypsy", "scorpion", "giant",
          "spider3x3"]


@pytest.mark.parametrize("game", HONEST)
def test_other_hidden_cards_change_nothing(game):
    played = Game.deal(game, "own:11")
    for seed in range(15):
        choice = choose(played.position.view(), effort=FEW)
        if choice.move is None:
            break
        for other in (shuffled(played.position, f"{seed}/{n}") for n in range(2)):
            assert choose(other.view(), effort=FEW) == choice
            assert choose(other.view(), belief=Belief(other.view()), effort=FEW) == choice
        for move in choice.plan:
            played.play(move)
    assert played.ply > 0


def reachable(roots):
    """Everything that can be reached from these objects, but for modules, classes and functions."""
    found, queue = {}, list(roots)
    while queue:
        one = queue.pop()
        if id(one) not in found and not isinstance(one, ModuleType | type | FunctionType):
            found[id(one)] = one
            queue += gc.get_referents(one)
    return found.values()


def test_no_hidden_card_can_be_reached_from_what_the_player_is_given():
    game = Game.deal("spider4", "own:2")
    game.play(game.position.moves[0])
    known = belief.of_game(game)
    objects = list(reachable([known, game.position.view()]))
    assert not any(isinstance(one, Position) for one in objects)
    tables = [one for one in objects if isinstance(one, bytes | bytearray)]
    assert tables
    assert not any(game.position.stock in one or game.position.hidden[50:55] in one for one in tables)


def test_the_same_effort_and_seed_give_the_same_choice():
    view = start_position("spider2", "own", "8").view()
    assert choose(view, effort=60, seed=2) == choose(view, effort=60, seed=2)
    assert choose(view, effort=FEW).plan


def test_time_widens_the_search_up_to_the_effort():
    view = start_position("spider4", "own", "8").view()
    assert choose(view, effort=120, seconds=1000.0) == choose(view, effort=120)
    assert choose(view, effort=120, seconds=0.0) == choose(view, effort=40)


def test_a_known_way_to_the_win_is_told_up_to_the_next_card_that_shows():
    """One card is face down, and which it is follows from the others; the plan ends when it lies open all the same."""
    position = Position.read(
        "gypsy 6c/KhQsJdTc9d/KhQcKcQdJcTh9c8d7s6hJhTs9h8c/8s7d6s5d4c3hKdTc/8sKd7sKsQhJcTh9c/"
        "Jd|4s6s7hQsQcJhTs9d8c7d6c5h/KcQhJsTd9s8d7c6d5c4h/KsQdJsTd9s8h7c6d5s - 5s3s9h2h5d4d5c3c")
    choice = choose(position.view(), effort=60)
    assert choice.value == WON_VALUE
    *first, last = choice.plan
    for move in first:
        position = position.play(move)
        assert position.hidden
    assert not position.play(last).hidden


@pytest.mark.parametrize(("variant", "piles"), [
    ("spider1", "As" * 6), ("spider2", "As" * 2 + "Ah" * 4), ("spider1:runs=hand", "As" * 6),
    ("spiderette1", "As" * 2)])
def test_the_trap_that_closes_the_stock_is_no_plan(variant, piles):
    """The ace turns a card wherever it goes; on its run it leaves too few cards to fill the columns."""
    start = board(variant, {"a": run("s", "K", "2"), "b": "Js|As", "c": run("s", "K", "Q")}, run("s", "T"), piles)
    choice = choose(start.view(), effort=60)
    for plan in (choice.plan, *(plan.moves for plan in choice.alternatives)):
        after = start
        for move in plan:
            after = after.play(move)
        assert plan
        assert not is_trapped(after.table, after.rules)
