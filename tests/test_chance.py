"""The chance to win: counted on tables that agree with what is known, on no others; certain where it is proven."""

import random
from itertools import permutations

import pytest
from tables import board, run
from test_player import FEW, HALF, SWITCHED, decisions, shuffled

from kreuzspinne.errors import IllegalMove, KreuzspinneError
from kreuzspinne.game import Game, start_position
from kreuzspinne.notation import Move
from kreuzspinne.player import belief
from kreuzspinne.player.belief import Belief
from kreuzspinne.player.chance import CERTAIN, HOPELESS, Chance, Comparison, Difference, chance, compare
from kreuzspinne.player.choose import choose
from kreuzspinne.player.interval import paired, wilson
from kreuzspinne.player.worlds import finisher, worlds
from kreuzspinne.position import View
from kreuzspinne.solver.kernel import SMALL
from kreuzspinne.variants import VARIANTS, read

NARROW = 6
FEW_GAMES = 6
KINDS = [name for name in (*VARIANTS, *SWITCHED) if read(name).rules.cards <= SMALL]
"""Larger packs need kernels of their own; they run the same lines."""


def quick(view, **settings):
    return chance(view, **{"games": FEW_GAMES, "effort": NARROW, **settings})


def midgame(name, deal="own:11", plans=8):
    """A position some decisions into a game."""
    game = Game.deal(name, deal)
    for _ in decisions(game, plans):
        pass
    return game.position


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_game_has_a_chance(name):
    found = quick(start_position(name, "own", "4").view(), games=1)
    assert found.games == 1
    assert 0 <= found.interval.low <= found.share <= found.interval.high <= 1


@pytest.mark.parametrize("name", ["spider4", "spider2:runs=hand", "gypsy", "spiderette1"])
def test_other_hidden_cards_change_no_chance(name):
    position = midgame(name)
    found = [quick(other.view(), seed=3) for other in (position, *(shuffled(position, n) for n in range(3)))]
    assert found == found[:1] * 4


def test_the_tables_are_those_that_agree_with_what_is_known():
    game = Game.deal("spider4", "xpat2:42")
    game.play("bi")
    game.play("+")
    game.undo()
    game.undo()
    known = belief.of_game(game)
    assert len(known.known) == 11
    for world in worlds(known, 20, 1):
        assert world.view() == game.position.view()
        assert world.is_whole
        for move in ("bi", "+"):
            assert world.step(move).cards == game.position.step(move).cards


def test_the_same_seed_gives_the_same_and_another_one_other_tables():
    view = start_position("spider1", "own", "8").view()
    assert quick(view, seed=2) == quick(view, seed=2)
    drawn = [list(worlds(Belief(view), 5, seed)) for seed in (2, 2, 3)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert list(worlds(Belief(view), 9, 2))[:5] == drawn[0]


def test_the_chance_is_the_share_of_all_tables_that_the_player_wins():
    """Twenty-four tables may lie there; all of them played say what a sample of them must come near."""
    view = View.read(HALF.format("2?|Ks7s6s5s4s3s2sAsTs", "2?"))
    known = Belief(view)
    cards = sorted(known.unseen.elements())
    player = finisher(known, NARROW)
    won = [player.wins(known.table(order)) for order in permutations(cards)]
    share = sum(won) / len(won)
    found = chance(view, games=400, effort=NARROW)
    assert abs(found.share - share) < 4 * 0.5 / 400 ** 0.5
    assert found.games == 400


# What is certain.

@pytest.mark.parametrize(("line", "expected"), [
    ("spiderette4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - AhAdAc", CERTAIN),
    ("spiderette4 -/-/-/-/-/-/- - AsAhAdAc", CERTAIN),
    (f"spiderette4:space=none:runs=hand {run('s', last='4')}As/2s3s/{run('h')}/-/-/-/- - AdAc", HOPELESS),
    ("spiderette4 7?|As/7?|Ah/7?|Ad/6?|Ac/6?|3s/6?|3h/6?|3d - -", HOPELESS),
], ids=["solved", "won", "unsolvable", "dead"])
def test_what_is_proven_is_not_counted(line, expected):
    found = chance(View.read(line), games=10**9)
    assert found == expected
    assert found.interval == (expected.share, expected.share)


def test_a_win_on_the_only_table_is_certain_and_a_loss_proves_nothing(monkeypatch):
    """Where the solver has no answer, the player plays the one table that can lie there."""
    monkeypatch.setattr("kreuzspinne.player.worlds.is_won_by_solver", lambda *_: None)
    view = View.read("spiderette4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - AhAdAc")
    assert quick(view) == CERTAIN
    monkeypatch.setattr("kreuzspinne.player.worlds.Finisher.wins", lambda *_: False)
    assert quick(view) == Chance(0, 1)


def test_knowing_a_card_can_make_it_certain():
    """Whoever saw one of two hidden cards knows the other."""
    position = board("spiderette4:deal=any", {"a": run("s", last="3")}, "2sAs", "AhAdAc")
    view = position.view()
    assert not quick(view).is_proven
    assert quick(view, belief=Belief(view, known={(belief.STOCK, 0): position.stock[-1]})) == CERTAIN


# Plans on the same tables.

def test_plans_are_tried_on_the_same_tables():
    view = midgame("spider1").view()
    plan = choose(view, effort=FEW).plan
    found = compare(view, [plan, plan, ()], games=FEW_GAMES, effort=NARROW)
    assert found.outcomes[0] == found.outcomes[1]
    assert found.difference(0, 1) == Difference(0, 0, FEW_GAMES)
    assert found.chance(2) == quick(view)
    assert found.difference(0, 2).share == found.chance(0).share - found.chance(2).share


def test_a_difference_counts_where_only_one_plan_won():
    found = Comparison(((True, True, False, True), (True, False, True, False)))
    assert found.difference(0, 1) == Difference(2, 1, 4)
    assert found.difference(1, 0).share == -0.25
    assert found.chance(0) == Chance(3, 4)


@pytest.mark.parametrize(("first", "second", "games", "low", "high"), [
    (0, 0, 98, -0.0196, 0.0196), (50, 0, 98, 0.4013, 0.5987), (1, 1, 1, -1.0, 1.0)])
def test_paired_interval(first, second, games, low, high):
    """By hand from the formula of Agresti and Min; of (50, 0, 98): 0.5 ± 1.96 √(0.51 - 0.25) / 10."""
    assert paired(first, second, games) == pytest.approx((low, high), abs=2e-3)


def test_intervals_hold_what_was_counted():
    assert Chance(34, 100).interval == wilson(34, 100)
    assert Chance(0, 0).interval == (0, 1)
    assert Difference(1, 0, 1, is_proven=True).interval == (1, 1)


def test_it_can_be_watched_and_stopped():
    view = start_position("spider1", "own", "8").view()
    told = []
    found = quick(view, games=50, progress=lambda *how_far: told.append(how_far), stop=lambda: len(told) == 3)
    assert told == [(1, 50), (2, 50), (3, 50)]
    assert found.games == 3
    assert quick(view, stop=lambda: True) == Chance(0, 0)


@pytest.mark.parametrize("line", ["spiderette4 Ks/Qs/3?|Jh/-/-/-/- - -", "spiderette1 8?|Ks/-/-/-/-/-/- 40? -"])
def test_no_chance_without_a_whole_pack(line):
    with pytest.raises(KreuzspinneError, match="chance_of_fragment"):
        chance(View.read(line))


def test_plans_must_be_legal():
    view = start_position("spider4", "own", "8").view()
    with pytest.raises(IllegalMove):
        compare(view, [(), (Move.read("ab5"),)], games=2)


@pytest.mark.parametrize(("name", "deal"), [("spider2", "aisleriot:7"), ("spider1", "pysol:7"), ("spider3", "kpat:7")])
def test_packs_of_other_programs_are_played_with_their_own_suits(name, deal):
    position = midgame(name, deal)
    for world in worlds(Belief(position.view()), 3, 1):
        assert sorted(world.hidden) == sorted(position.hidden)
    assert quick(position.view()).games == FEW_GAMES


def test_random_numbers_of_others_are_left_alone():
    random.seed(4)
    expected = random.random()
    random.seed(4)
    quick(start_position("spider1", "own", "8").view(), games=1)
    assert random.random() == expected
