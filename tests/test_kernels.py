"""What is compiled: it keeps the law, stays within its arrays, and says of tiny games what the oracle says."""

import json
import os
import pkgutil
import random
import subprocess
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from unittest import mock

import duel
import numpy as np
import pytest
import tiny
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from numba.core.dispatcher import Dispatcher
from tables import PROFILE, run

from kreuzspinne import layout, solver, table
from kreuzspinne.cards import ACE, SUITS, make
from kreuzspinne.game import start_position
from kreuzspinne.notation import Move
from kreuzspinne.position import Position, place
from kreuzspinne.rules import ALWAYS, SWITCHES
from kreuzspinne.solver import checkpoint, kernel, lines, proof, search
from kreuzspinne.solver.kernel import UNCOUNTED, array
from kreuzspinne.table import MOST_MOVES
from kreuzspinne.variants import VARIANTS, change, read

HERE = Path(__file__).parent
TINY_GAMES = int(os.environ.get("TINY_GAMES", "600"))
"""How many tiny games are compared: some sixty a second (TINY_GAMES=6000 takes a minute and a half)."""


# The law as the search takes it: the rules as an argument, so that one compilation serves every game.

@njit(cache=True, **UNCOUNTED)
def compiled_moves(t, rules, out):
    return table.legal_moves(t, rules, out)


@njit(cache=True, **UNCOUNTED)
def compiled_win(t, rules):
    return table.is_won(t, rules)


@njit(cache=True, **UNCOUNTED)
def compiled_apply(t, rules, move):
    return table.apply(t, rules, move)


@njit(cache=True, **UNCOUNTED)
def compiled_undo(t, rules, move, trace):
    table.undo(t, rules, move, trace)


class Trio:
    """One game, played by the engine, by the compiled law and by the oracle."""

    def __init__(self, start, seen):
        self.variant, self.rules, self.seen = start.variant, start.rules, seen
        self.t, self.numbers = bytearray(start.table), array(start)
        self.oracle = duel.oracle_table(str(start))
        self.out, self.compiled_out = [0] * MOST_MOVES, np.zeros(MOST_MOVES, np.int64)

    def __str__(self):
        return str(Position(self.variant, bytes(self.t)))

    def check(self):
        """All three list the same moves and say the same of a win; returns the moves by their texts."""
        found = table.legal_moves(self.t, self.rules, self.out)
        codes = self.out[:found]
        assert compiled_moves(self.numbers, self.rules, self.compiled_out) == found, str(self)
        assert self.compiled_out[:found].tolist() == codes, str(self)
        moves = {str(Move.unpack(code)): code for code in codes}
        assert sorted(moves) == sorted(self.oracle.moves()), str(self)
        won = table.is_won(self.t, self.rules), compiled_win(self.numbers, self.rules)
        assert won == (self.oracle.won(),) * 2, str(self)
        return moves

    def try_every(self, moves):
        """Each move is made and taken back by both, and leaves every byte as it was."""
        before = bytes(self.t)
        for text, code in moves.items():
            trace = self.apply(code)
            table.undo(self.t, self.rules, code, trace)
            compiled_undo(self.numbers, self.rules, code, trace)
            assert self.t == before, f"{text} taken back on {Position(self.variant, before)}"
            assert self.is_same, f"{text} taken back on {Position(self.variant, before)}"

    def apply(self, code):
        """A move by the engine and by the compiled law; the trace that both return."""
        trace = table.apply(self.t, self.rules, code)
        assert compiled_apply(self.numbers, self.rules, code) == trace, f"{Move.unpack(code)} to {self}"
        assert self.is_same, f"{Move.unpack(code)} to {self}"
        return trace

    @property
    def is_same(self):
        """Have both the same table, number by number?"""
        return np.array_equal(self.numbers, np.frombuffer(self.t, np.uint8))

    def play(self, text, code):
        """The same move by all three: the same position."""
        after, step = self.oracle.play(text)
        context = f"{text} on {self}"
        self.apply(code)
        assert str(self) == f"{self.variant.name} {after.line()}", context
        self.seen.update(duel.happened(self.oracle, text, after, step))
        self.oracle = after


def play(start, choices, style, seen):
    """One game by all three; each choice (0 … 999) picks a move, the lower the more to the taste of this style."""
    trio = Trio(start, seen)
    for choice in choices:
        moves = trio.check()
        trio.try_every(moves)
        if not moves:
            break
        useful = sorted(moves, key=lambda move: -duel.inclination(trio.oracle, move, style))
        text = useful[choice**3 * len(useful) // 10**9]
        trio.play(text, moves[text])
    trio.check()
    seen["game"] += 1


@st.composite
def games(draw, variant):
    """A deal, or a position near the end that is made for something; choices; and what sort of player makes them."""
    seed = draw(st.integers(0, 2**32 - 1))
    plan = draw(st.sampled_from(["a deal", *duel.plans(duel.oracle_game(variant.name))]))
    start = start_position(variant.name, "own", str(seed)) if plan == "a deal" else \
        duel.late_position(variant, random.Random(seed), plan)
    most = draw(st.integers(1, 999))
    choices = draw(st.lists(st.integers(0, most), min_size=12, max_size=30))
    return start, choices, draw(st.sampled_from(duel.STYLES))


GAMES = [*VARIANTS, "spider4:runs=hand", "spider4decks:runs=hand"]


@pytest.mark.parametrize("name", GAMES)
def test_engine_compiled_law_and_oracle_agree_in_every_game(name):
    seen = Counter()

    @settings(PROFILE, max_examples=8)
    @given(game=games(read(name)))
    def one(game):
        play(*game, seen)

    one()
    assert seen["game"] >= 8
    assert seen["move"] + seen["up"] + seen["back"] > 15


HAPPENS = {"move", "won", "space filled", "whole column into a space", "turned", "deal", "short row",
           "dealt into a space", "up", "run taken", "back", "twin piles", "run left", "turned under a run",
           "run left after a deal", "out of sequence"}


def test_they_agree_under_all_switches():
    seen = Counter()

    @settings(PROFILE, max_examples=400)
    @given(data=st.data(), base=st.sampled_from(sorted(VARIANTS)))
    def one(data, base):
        variant = change(VARIANTS[base], **data.draw(st.sampled_from(tiny.combinations(base))))
        seen.update(f"{switch}={value}" for switch, value in variant.switches.items())
        play(*data.draw(games(variant)), seen)

    one()
    assert seen.keys() >= HAPPENS
    assert all(seen[f"{switch}={value}"] > 5 for switch, values in SWITCHES.items() for value in values)


# Within their arrays: NUMBA_BOUNDSCHECK does nothing where the folder of compiled kernels is warm, so the process that
# is asked has a folder of its own. (An index below zero counts from the end, there too: that is not noticed.)

NEVER_SEARCHES = {"feature_counts"}
"""Kernels for learning only."""


def kernels():
    """Every kernel of the solver that is compiled by itself, by name."""
    found = {}
    for module in pkgutil.iter_modules(solver.__path__, solver.__name__ + "."):
        for name, kernel_ in vars(import_module(module.name)).items():
            if isinstance(kernel_, Dispatcher) and kernel_.targetoptions.get("inline") != "always":
                found[name] = kernel_
    return found


def is_out_of_bounds(call, *arguments):
    """Does this call read or write beyond the end of an array, and say so?"""
    try:
        call(*arguments)
    except IndexError:
        return True
    return False


@njit(**UNCOUNTED)
def height_of(t, rules, column):
    return layout.height(t, rules, column)


def planted_faults():
    """Arrays that are too short, each for other kernels: what of this is noticed."""
    start = start_position("spider4", "own", "1")
    make_memory = checkpoint.make_memory

    def little_memory(*arguments, **options):
        memory = make_memory(*arguments, **options)
        return memory._replace(candidates=memory.candidates[:2])

    found = {"law": is_out_of_bounds(height_of, array(start), start.rules, 10_000)}
    found["copy_row"] = is_out_of_bounds(checkpoint.copy_row, np.zeros((2, 9)), 2, np.zeros((2, 9)), 0)
    with mock.patch.object(checkpoint, "make_memory", little_memory):
        found["beam"] = is_out_of_bounds(lambda: search.solve(start, nodes=1000))
    with mock.patch.object(proof, "MOST_MOVES", 2):
        found["proof"] = is_out_of_bounds(proof.make_search, start, 100)
    with mock.patch.object(lines, "MOST_MOVES", 2):
        found["lines"] = is_out_of_bounds(lines.shorten, start, start.moves[:2])
    with mock.patch.object(kernel, "MOST_MOVES", 2):
        found["perft"] = is_out_of_bounds(kernel.perft, start, 2)
    return found


def law_within_bounds(seen):
    """Games of every variant by engine, compiled law and oracle."""
    for name in GAMES:
        rng, variant = random.Random(name), read(name)
        for plan in ["a deal", *duel.plans(duel.oracle_game(name))]:
            start = start_position(name, "own", name) if plan == "a deal" else duel.late_position(variant, rng, plan)
            play(start, [rng.randrange(600) for _ in range(15)], rng.choice(duel.STYLES), seen)


def solver_within_bounds(seen):
    """Short searches of every variant from a deal and from near the end, with much memory and little; complete ones."""
    for name in GAMES:
        rng, variant = random.Random(name), read(name)
        positions = [start_position(name, "own", "1"), *(duel.late_position(variant, rng) for _ in range(3))]
        for _ in range(2):
            other = change(variant, **rng.choice(tiny.combinations(variant.base)))
            positions += [start_position(other.name, "own", "2"), duel.late_position(other, rng)]
        for position in positions:
            seen[search.solve(position, nodes=30_000).verdict] += 1
            seen[search.solve(position, nodes=10_000, memory=200_000).verdict] += 1
            complete = proof.make_search(position, 1500)
            seen[f"complete search {proof.explore(complete, position.rules, 20_000)}"] += 1


def within_bounds():
    """What the process of the test below does and prints."""
    begun, seen = time.perf_counter(), Counter()
    faults = planted_faults()
    law_within_bounds(seen)
    solver_within_bounds(seen)
    idle = sorted(name for name, kernel_ in kernels().items() if not kernel_.signatures)
    print(json.dumps({"faults": faults, "seen": seen, "idle": idle, "seconds": time.perf_counter() - begun}))


def test_law_and_kernels_stay_within_their_arrays(tmp_path):
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path),
                   "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", "import test_kernels; test_kernels.within_bounds()"],
                          cwd=HERE, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all(found["faults"].values()), found
    assert set(found["idle"]) <= NEVER_SEARCHES
    seen = found["seen"]
    assert min(seen["game"], seen["solved"], seen["unsolvable"], seen["unknown"]) > 50, found
    assert seen.keys() >= HAPPENS


# Where a trace of 64 bits ends: only with more than eight runs leaving in one move, in games of three decks and more.

def many_runs(rng):
    """Nine complete runs stand there (or the next row completes them), one lies in pieces, the others have left."""
    variant = read(rng.choice(["bigspider1:space=none", "bigspider1:space=king", "spider4decks:space=none"]))
    suits = [SUITS.index(letter) for letter in rng.sample(variant.suits, len(variant.suits))]
    columns = [tiny.cut(suit, 0, rng)[0] for suit in suits[:9]] + [[] for _ in range(4)]
    for piece in tiny.cut(suits[9], rng.choice([1, 2, 3]), rng):
        rng.choice(columns[9:]).extend(piece)
    stock = []
    if rng.random() < 0.4:
        variant, stock = change(variant, deal=ALWAYS), [column.pop() for column in columns[:9]]
    else:
        rng.shuffle(columns)
    down = [rng.choice([0, len(column) - 1]) if 0 < len(column) < 12 else 0 for column in columns]
    return place(variant, list(zip(columns, down, strict=True)), stock, [make(suit, ACE) for suit in suits[10:]])


def test_more_runs_leave_at_once_than_a_trace_of_64_bits_holds():
    rng, seen = random.Random(4), Counter()
    for _ in range(60):
        board = many_runs(rng)
        winnable, reached = tiny.brute_force(board, 400)
        if winnable is not None:
            assert not tiny.wrong_search(board, winnable, reached), board
            seen[winnable, bool(board.stock)] += 1
    assert min(seen[True, False], seen[True, True], seen[False, False]) > 2, seen


# Against brute force.

def test_tiny_games_are_what_brute_force_says():
    seen, wrong = tiny.compare(TINY_GAMES, "tiny")
    assert not wrong, "\n".join(wrong)
    assert len([kind for kind in seen if kind.endswith(", won")]) == len(
        [kind for kind in seen if kind.endswith(", not won")])


def test_no_row_is_dealt_while_a_run_can_be_taken():
    """Only who is stuck may deal: as a beam takes runs at once, those of the first table must be off it before."""
    built = [run(suit, last="4") for suit in "hdc"]
    columns = "/".join([run("s"), *built, "2h", "2d", "2c"])
    board = Position.read(f"spiderette4:build=suit:deal=stuck:runs=hand {columns} 3hAdAhAc3c3d -")
    assert [str(move) for move in board.moves] == ["a^"]
    assert search.solve(board, nodes=20_000).verdict == "unknown"
