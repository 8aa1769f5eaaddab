"""The engine against the naive oracle: every game, every switch, whole games, late positions, scraps."""

import os
import random
from collections import Counter

import pytest
from duel import Duel, late_position, oracle_game, plans
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from kreuzspinne import cards, variants
from kreuzspinne.errors import KreuzspinneError, VariantError
from kreuzspinne.game import Game
from kreuzspinne.position import Position, place
from kreuzspinne.variants import VARIANTS
from naive import LETTERS, RANKS, SUITS, Column, Table

PHASES = [Phase.explicit, Phase.generate] if "NO_SHRINKING" in os.environ else list(Phase)
PROFILE = settings(phases=PHASES, derandomize=True, deadline=None, database=None, max_examples=100,
                   suppress_health_check=list(HealthCheck))
SEEDS = st.integers(0, 2**32 - 1)


def asked_of(variant, line):
    """What must have happened at least once in the games of a variant, from its switches."""
    game, stock = oracle_game(variant.name), variant.stock
    must = {"game", "move", "won", "space filled" if game["space"] != "none" else "move"}
    must |= {"turned"} if "|" in line else set()
    must |= {"deal"} if stock else set()
    must |= {"short row"} if stock % variant.rules.columns else set()
    must |= {"up"} if game["goal"] == "cards" or game["runs"] == "hand" else set()
    must |= {"run left", "turned under a run"} if game["runs"] == "auto" else set()
    must |= {"run left after a deal"} if game["runs"] == "auto" and stock else set()
    must |= {"run left the source"} if game["move"] == "loose" and game["runs"] == "auto" else set()
    must |= {"out of sequence"} if game["move"] == "loose" else set()
    must |= {"back"} if game["back"] != "no" else set()
    return must


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game(name):
    seen = Counter()
    start = str(Game.deal(name, "own:0").start)

    @settings(PROFILE, max_examples=3)
    @given(number=st.integers(0, 2**64 - 1), seed=SEEDS)
    def from_the_start(number, seed):
        duel = Duel(Game.deal(name, f"own:{number}").start, seen)
        duel.play_on(70, seed)
        duel.take_back_everything()

    @settings(PROFILE, max_examples=5 if oracle_game(name)["goal"] == "runs" else 16)
    @given(seed=SEEDS)
    def near_the_end(plan, seed):
        duel = Duel(late_position(VARIANTS[name], random.Random(seed), plan), seen)
        duel.check_every_step()
        duel.play_on(20, seed)
        duel.check_every_step()
        duel.take_back_everything()

    from_the_start()
    for plan in plans(oracle_game(name)):
        near_the_end(plan)
    assert asked_of(VARIANTS[name], start) <= seen.keys()


GOALS = [("runs", "auto", "no"), ("runs", "auto", "no"), ("runs", "hand", "no"), ("runs", "stay", "no"),
         ("cards", "stay", "no"), ("cards", "stay", "yes"), ("cards", "stay", "late")]
ORDER = ["build", "move", "space", "deal", "runs", "goal", "back"]
BASES = ["spiderette4", "spiderette1", "willothewisp", "spidike", "scorpion", "simplesimon", "gypsy", "irmgard",
         "spider2", "spider3decks"]


@st.composite
def switches(draw, base):
    """Values of every switch that can stand together on this game."""
    goal, runs, back = draw(st.sampled_from(GOALS))
    deals = ["full", "ordered-suit", "ordered-rank", "any", "stuck"] if VARIANTS[base].stock else ["none"]
    return {
        "build": draw(st.sampled_from(["any", "suit", "alternate", "colour"])),
        "move": draw(st.sampled_from(["suit", "alternate", "colour", "rank", "loose"])),
        "space": draw(st.sampled_from(["any", "king", "none"])),
        "deal": draw(st.sampled_from(deals)),
        "runs": runs, "goal": goal, "back": back,
    }


@st.composite
def changed_games(draw, bases=BASES):
    """Some game with some switches, written in any order, and how its name is written canonically."""
    base = draw(st.sampled_from(bases))
    values = draw(switches(base))
    written = draw(st.permutations(ORDER))
    changed = [switch for switch in ORDER if values[switch] != VARIANTS[base].switches[switch]]
    return (":".join([base, *(f"{switch}={values[switch]}" for switch in written)]),
            ":".join([base, *(f"{switch}={values[switch]}" for switch in changed)]))


EVERYTHING = {
    "game", "move", "won", "space filled", "whole column into a space", "turned", "deal", "short row",
    "dealt into a space", "up", "run taken", "back", "twin piles", "run left", "two runs left",
    "two runs left one column", "turned under a run", "run left after a deal", "run left the source", "out of sequence",
    "runs, one on another",
}


def test_every_switch():
    seen = Counter()

    @settings(PROFILE, max_examples=250)
    @given(names=changed_games(), seed=SEEDS)
    def play(names, seed):
        written, canonical = names
        game = variants.read(written)
        assert game.name == canonical
        seen.update(f"{switch}={value}" for switch, value in game.switches.items())
        rng = random.Random(seed)
        if rng.random() < 0.3:
            duel = Duel(Game.deal(written, f"own:{seed}").start, seen)
        else:
            duel = Duel(late_position(game, rng), seen)
        duel.check_every_step()
        duel.play_on(25, seed)
        duel.take_back_everything()

    play()
    assert seen.keys() >= EVERYTHING - {"two runs left one column"}
    assert all(seen[f"{switch}={value}"] > 15 for switch, values in variants.SWITCHES.items() for value in values)


@settings(PROFILE, max_examples=60)
@given(base=st.sampled_from(BASES), build=st.sampled_from(["any", "suit"]),
       deal=st.sampled_from(["full", "any", "none"]), runs=st.sampled_from(["auto", "hand", "stay"]),
       goal=st.sampled_from(["runs", "cards"]), back=st.sampled_from(["no", "yes", "late"]))
def test_switches_that_contradict_each_other(base, build, deal, runs, goal, back):
    name = f"{base}:build={build}:deal={deal}:runs={runs}:goal={goal}:back={back}"
    stands = (goal, runs, back) in GOALS and (deal == "none") == (VARIANTS[base].stock == 0)
    if stands:
        assert variants.read(name).switches["goal"] == goal
    else:
        with pytest.raises(VariantError):
            variants.read(name)


@settings(PROFILE, max_examples=30)
@given(name=st.sampled_from(["gypsy", "gypsy3decks", "fredsspider", "spider4"]), seed=SEEDS)
def test_foundations_are_read_in_any_order(name, seed):
    rng = random.Random(seed)
    position = late_position(VARIANTS[name], rng)
    *line, piles = str(position).split(" ")
    tops = [piles[i:i + 2] for i in range(0, len(piles), 2)]
    again = Position.read(" ".join([*line, "".join(rng.sample(tops, len(tops)))]))
    assert again == position
    assert str(again) == str(position)


# Small tables that no game ever shows, found by hypothesis and shrunk by it.

SMALL = ["spiderette4", "spiderette2", "scorpion", "gypsy", "irmgard", "simplesimon"]
BLOCKS = ["KQJT98765432A", "KQJT98765432", "32A", "2A", "KQ", "987"]


@st.composite
def scraps(draw, columns, pack, game):
    """Text of a small table: few cards, some complete or nearly complete runs, anything face down."""
    left = Counter(rank + suit for suit in pack for rank in RANKS)

    def take(wanted):
        taken = [card for card in wanted if left[card] > 0]
        left.subtract(Counter(taken))
        return taken

    suits = st.sampled_from(sorted(set(pack)))
    pieces = st.builds(lambda ranks, suit: [rank + suit for rank in ranks],
                       st.sampled_from(BLOCKS) | st.sampled_from(RANKS), suits)
    places = st.integers(0, columns - 1)
    bare = draw(st.booleans())
    tableau, piles, stock, tops = [[] for _ in range(columns)], [], [], []
    for where, there, suit, cut in draw(st.lists(st.tuples(places, places, suits, st.integers(1, 12)), min_size=bare,
                                                 max_size=2)):
        run = take(rank + suit for rank in reversed(RANKS))       # complete, or one move or one row short of it
        if where == there and run:
            where = there = len(stock)
            stock.append(run.pop())
        tops += [(where, run[:cut]), (there, run[cut:])]
    for suit in draw(st.lists(suits, max_size=2)):
        top = "A" if game["goal"] == "runs" else draw(st.sampled_from("A2345K"))
        whole = RANKS if game["goal"] == "runs" else RANKS[:RANKS.index(top) + 1]
        if (game["runs"] != "stay" or game["goal"] == "cards") and all(left[rank + suit] for rank in whole):
            take(rank + suit for rank in whole)
            piles.append(top + suit)
    if not bare:
        for where, piece in draw(st.lists(st.tuples(places, pieces), min_size=columns // 2, max_size=columns + 4)):
            tableau[where] += take(piece)
        for piece in draw(st.lists(pieces, max_size=4)):          # also where no rule ever deals them
            stock += take(piece[-2:])
    for where, piece in tops:
        tableau[where] += piece
    parts = []
    for column in tableau:
        last_king = max((i for i, card in enumerate(column) if card[0] == "K"), default=0)
        down = min(draw(st.sampled_from([0, 0, 1, 20, last_king, last_king])), max(0, len(column) - 1))
        parts.append(Column(column[:down], column[down:]))
    return Table(game, parts, stock, piles).line()


def test_scraps():
    seen = Counter()

    @settings(PROFILE, max_examples=500)
    @given(data=st.data())
    def play(data):
        _, name = data.draw(changed_games(SMALL))
        variant = variants.read(name)
        tail = data.draw(scraps(variant.rules.columns, variant.suits, oracle_game(name)))
        note(f"{name} {tail}")
        duel = Duel(Position.read(f"{name} {tail}", fragment=True), seen)
        for _ in range(3):
            moves = duel.check()
            duel.check_every_step()
            if not moves:
                break
            duel.play(data.draw(st.sampled_from(moves)))
        duel.take_back_everything()

    play()
    assert seen.keys() >= EVERYTHING - {"game"}


def placed(variant, tail):
    """Position of a variant that no text can name (fewer columns than the catalogue's)."""
    tableau, stock, piles = (field.replace("-", "") for field in tail.split())
    columns = []
    for text in tableau.split("/"):
        down, _, up = text.rpartition("|")
        columns.append(([*named(down), *named(up)], len(down) // 2))
    return place(variant, columns, named(stock), named(piles))


def named(text):
    return [cards.card(text[i:i + 2]) for i in range(0, len(text), 2)]


def test_tables_of_any_width():
    """Two to fifteen columns: spaces, stuck tables, short rows and wins are common there."""
    won = Counter()

    @settings(PROFILE, max_examples=250)
    @given(data=st.data(), columns=st.sampled_from([2, 3, 3, 4, 15]))
    def play(data, columns):
        _, name = data.draw(changed_games(["spiderette4", "spiderette2", "irmgard"]))
        variant = variants.read(name)
        variant = variant._replace(rules=variant.rules._replace(columns=columns))
        oracle = Table.read(oracle_game(name), data.draw(scraps(columns, variant.suits, oracle_game(name))))
        position = placed(variant, oracle.line())
        for _ in range(4):
            note(str(position))
            moves = oracle.moves()
            assert sorted(map(str, position.moves)) == sorted(moves)
            assert position.is_won == oracle.won()
            won[oracle.won()] += 1
            for move in moves:
                after, step = oracle.play(move)
                engine_step, engine_after = position.advance(move)
                assert (str(engine_step), str(engine_after)) == (step, f"{name} {after.line()}")
                assert position.view().moves == position.moves
            if not moves:
                break
            move = data.draw(st.sampled_from(moves))
            position, oracle = position.play(move), oracle.play(move)[0]

    play()
    assert min(won[True], won[False]) > 8


@settings(PROFILE, max_examples=60)
@given(names=changed_games(), seed=SEEDS)
def test_texts_that_name_no_legal_move(names, seed):
    """Only the oracle's moves are found; without a count, only where one move fits."""
    position = late_position(variants.read(names[0]), random.Random(seed))
    moves = set(Table.read(oracle_game(names[1]), str(position).split(" ", 1)[1]).moves())
    places = LETTERS[:position.rules.columns]
    across = [a + b for a in places for b in places]
    texts = [pair + str(count) for pair in across for count in (1, 2, 3, 13)] + ["+"] + [a + "^" for a in places]
    texts += [f"^{rank}{suit}{b}" for rank in "A9K" for suit in SUITS for b in places]
    for text in texts:
        assert finds(position, text) == (text if text in moves else None), text
    for pair in across:
        fits = [move for move in moves if move[:2] == pair]
        assert finds(position, pair) == (fits[0] if len(fits) == 1 else None), pair


def finds(position, text):
    try:
        return str(position.find(text))
    except KreuzspinneError:
        return None
