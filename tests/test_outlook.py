"""The outlook: it sees what lies open and nothing else, tells no suit from another, and computes what its file says."""

import random
from itertools import pairwise

import numpy as np
import pytest

from kreuzspinne.cards import rank, suit
from kreuzspinne.game import start_position
from kreuzspinne.player import choose as choosing
from kreuzspinne.player.belief import pack
from kreuzspinne.player.choose import choose
from kreuzspinne.player.features import (
    C_BREAKS,
    C_FITS,
    C_HIDDEN,
    C_LINKS,
    C_OPENED,
    C_SPACE,
    COLUMN,
    T_DEALS,
    T_GONE,
    T_POINTS,
    T_UNSEEN,
    TABLE,
    describe,
)
from kreuzspinne.player.judgement import judgement
from kreuzspinne.player.outlook import FILES, Outlook, make_sketch, odds, outlook, outlook_of
from kreuzspinne.player.selfplay import hide, make_desk
from kreuzspinne.player.worth import count_unseen, worth
from kreuzspinne.position import Position
from kreuzspinne.solver.kernel import array
from kreuzspinne.variants import read

GAMES = ["spider1", "spider2", "spider4", "spiderette2", "willothewisp", "spider4decks"]
LEARNED = sorted(path.stem for path in FILES.glob("*.json"))


def later(game, seed, moves=30):
    """A table some moves into a game."""
    position, draw = start_position(game, "own", str(seed)), random.Random(seed)
    for _ in range(moves):
        if not position.moves:
            break
        position = position.after(draw.choice(position.moves))
    return position


def described(position, deals=False):
    """What is said of a position: of its columns, of the table, and the points that it was told."""
    variant, rules = position.variant, position.rules
    desk = make_desk(variant, 4)
    hide(array(position), desk.t, rules)
    count_unseen(desk.pack, desk.t, rules, desk.unseen)
    sketch = make_sketch(rules.columns, outlook(variant))
    points = worth(desk.t, desk.room.memory, desk.tables, desk.unseen, judgement(variant)[0], rules, deals)
    describe(desk.t, desk.room.memory, desk.tables, desk.unseen, points, rules, deals, *sketch[:2])
    return sketch.of_columns, sketch.of_table, points


@pytest.mark.parametrize("game", GAMES)
def test_it_says_what_lies_there(game):
    for seed in range(8):
        position = later(game, seed)
        of_columns, of_table, points = described(position, deals=bool(seed % 2))
        seen = 0
        for c, said in enumerate(of_columns):
            column, down = position.column(c)
            cards = column[down:]
            pairs = list(pairwise(cards))
            steps = [rank(a) == rank(b) + 1 for a, b in pairs]
            linked = [step and suit(a) == suit(b) for step, (a, b) in zip(steps, pairs, strict=True)]
            told = said[[C_SPACE, C_HIDDEN, C_OPENED, C_LINKS, C_FITS, C_BREAKS]] * [1, 5, 10, 8, 4, 4]
            assert told == pytest.approx([int(not column), down, len(cards), sum(linked), sum(steps) - sum(linked),
                                          len(steps) - sum(steps)], abs=1e-4)
            seen += len(cards)
        gone = sum(map(bool, position.piles))
        unseen = len(pack(position.variant.suits)) - seen - 13 * gone
        assert of_table[[T_DEALS, T_GONE, T_UNSEEN, T_POINTS]] * [1, 8, 100, 1e4] == pytest.approx(
            [seed % 2, gone, unseen, points], rel=1e-4)


@pytest.mark.parametrize("game", GAMES)
def test_all_it_says_is_near_one(game):
    for seed in range(8):
        of_columns, of_table, _ = described(later(game, seed))
        assert np.abs(of_columns).max() < 12
        assert np.abs(of_table).max() < 30
        assert np.isfinite(of_columns).all()
        assert np.isfinite(of_table).all()


def suits_swapped(position):
    """The same table with other names for its suits, as one line."""
    swap = str.maketrans("shdc", "hsdc" if position.variant.suits.count("h") else "shdc")
    fields = str(position).split()
    return Position.read(" ".join([fields[0], *(field.translate(swap) for field in fields[1:])]))


@pytest.mark.parametrize("game", ["spider2", "spider4", "spiderette2"])
def test_the_names_of_suits_mean_nothing(game):
    for seed in range(6):
        position = later(game, seed)
        for one, other in zip(described(position), described(suits_swapped(position)), strict=True):
            assert np.array_equal(one, other)


def test_the_order_of_columns_means_nothing():
    """Rows fall on all columns alike, so where a column stands is only a name."""
    net = random_outlook(4)
    for seed in range(6):
        of_columns, of_table, _ = described(later("spider2", seed))
        told = [odds(make_sketch(10, net)._replace(of_columns=columns, of_table=of_table), net)
                for columns in (of_columns, np.ascontiguousarray(of_columns[::-1]))]
        assert told[0] == pytest.approx(told[1], rel=1e-4, abs=1e-4)


def random_outlook(width, points=1000):
    draw = np.random.default_rng(5)
    return outlook_of(points, {
        "column": draw.normal(0, 0.3, (COLUMN, width)), "column_bias": draw.normal(size=width),
        "table": draw.normal(0, 0.3, (width + TABLE, width + 1)), "table_bias": draw.normal(size=width + 1),
        "last": draw.normal(size=width + 1), "last_bias": draw.normal(size=1)})


def test_the_odds_are_those_of_the_network():
    net = random_outlook(7)
    for seed in range(6):
        of_columns, of_table, _ = described(later("spider2", seed))
        first = np.maximum(of_columns @ net.column + net.column_bias, 0).sum(axis=0)
        second = np.maximum(np.concatenate([first, of_table]) @ net.table + net.table_bias, 0)
        sketch = make_sketch(10, net)._replace(of_columns=of_columns, of_table=of_table)
        assert odds(sketch, net) == pytest.approx(float(second @ net.last + net.last_bias[0]), rel=1e-4)


def constant(odds, points=1000):
    """An outlook that says the same of every table."""
    empty = outlook(read("simplesimon"))
    return empty._replace(points=np.array([points]), last_bias=np.array([odds], np.float32))


def test_the_outlook_counts_as_points_of_the_judgement(monkeypatch):
    view = later("spider2", 3).view()
    found = {}
    for said in 0, 2:
        monkeypatch.setattr(choosing, "outlook", lambda variant, said=said: constant(said))
        found[said] = choose(view, effort=20)
    assert found[2].plan == found[0].plan
    assert found[2].value == found[0].value + 2000
    assert [plan.value for plan in found[2].alternatives] == [plan.value + 2000 for plan in found[0].alternatives]


def test_a_good_outlook_changes_what_is_chosen(monkeypatch):
    """Somewhere, not everywhere: the judgement has its say."""
    views = [later("spider2", seed).view() for seed in range(12)]
    with_outlook = [choose(view, effort=20).plan for view in views]
    monkeypatch.setattr(choosing, "outlook", lambda variant: outlook(read("simplesimon")))
    without = [choose(view, effort=20).plan for view in views]
    assert 0 < sum(one != other for one, other in zip(with_outlook, without, strict=True)) < len(views)


@pytest.mark.parametrize("game", LEARNED)
def test_files_are_whole(game):
    found = outlook(read(game))
    assert isinstance(found, Outlook)
    assert found.points[0] > 0
    first, second = len(found.column_bias), len(found.table_bias)
    assert [array.shape for array in found[1:]] == [(COLUMN, first), (first,), (first + TABLE, second), (second,),
                                                    (second,), (1,)]
    assert all(np.isfinite(array).all() for array in found)


def test_a_game_without_a_file_has_no_outlook():
    assert "simplesimon" not in LEARNED
    assert outlook(read("simplesimon")).points[0] == 0
