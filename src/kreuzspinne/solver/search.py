"""Can this position be won? The answer, and everything that was done to find it.

A win is searched with ever wider beams; in between, where the game is small enough, every reachable position is
tried, so that *unsolvable* can be said. Whatever is *solved* was replayed by the engine, move by move.
"""

import json
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..cards import ACE, SUITS, make
from ..notation import Move
from ..position import Position, all_cards, check_pack
from ..rules import AUTO, HAND, LOOSE, RUNS, Rules
from . import beam, checkpoint, proof
from .children import GENERATED
from .evaluation import FEATURES, finished, hand_weights, tables
from .kernel import SMALL, array, cache_folder
from .lines import plain_line, shorten

WEIGHTS = Path(__file__).parent / "weights"
SLICE = 40_000
"""Children between two looks at the clock: less than 0.1 seconds."""
MEMORY = 300 * 2**20
LEVELS, LAST_LEVELS, PATIENCE = 60, 260, 6
ONE_DECK = 52
OTHER_BEAMS = ((810, 60, False), (810, 60, True), (2430, 60, False), (2430, 60, True), (270, 60, False),
               (7290, 30, False))
"""Widths, shares and opinions for those that come after the first, each turn with other noise."""
SHORT_LINES = (270, 400), (270, 600), (810, 600)
"""Widths and prices of a move with which a shorter line is looked for."""


class Verdict(NamedTuple):
    """What is known of a position: `verdict` is ``solved``, ``unsolvable`` or ``unknown``."""

    verdict: str
    moves: tuple[Move, ...] = ()
    """A winning line, replayed by the engine."""
    nodes: int = 0
    """Children that were generated."""
    seconds: float = 0.0
    tried: tuple[str, ...] = ()
    """What was done, in words of the program: ``beam 30``, ``complete 20000``, …"""

    @property
    def is_solved(self) -> bool:
        """Is there a winning line?"""
        return self.verdict == "solved"


class Budget:
    """How much may still be done; counts nodes, looks at the clock, asks whether to stop."""

    def __init__(self, seconds: float | None, nodes: int | None, stop: Callable[[], bool] | None,
                 progress: Callable[[str, int], None] | None) -> None:
        self.begun = time.perf_counter()
        self.seconds, self.most, self.stop, self.progress = seconds, nodes, stop, progress
        self.nodes = 0

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.begun

    def slice(self) -> int:
        """How many nodes the next slice may have; 0: time is up."""
        if self.stop and self.stop():
            return 0
        if self.seconds is not None and self.elapsed >= self.seconds:
            return 0
        return SLICE if self.most is None else max(0, min(SLICE, self.most - self.nodes))

    def spend(self, nodes: int, doing: str) -> None:
        """Nodes that were searched."""
        self.nodes += nodes
        if self.progress:
            self.progress(doing, self.nodes)


@lru_cache(64)
def weights(base: str, rules: Rules) -> Any:
    """The weights of a game, of its family, or (no name) made by hand; int32[rows left + 1, FEATURES + 1]."""
    for name in (base, _family(rules)) if base else ():
        path = WEIGHTS / f"{name}.json"
        if path.exists():
            found = np.array(json.loads(path.read_text())["weights"], np.int32)
            if found.shape[1] == FEATURES:
                return finished(found)
    return finished(hand_weights()[None, :])


def _family(rules: Rules) -> str:
    if rules.goal != RUNS:
        return "gypsy"
    if rules.move == LOOSE:
        return "scorpion"
    return "spider4"


def warm_up(position: Position | None = None) -> float:
    """
    Load every kernel, compiling what no earlier run has left behind; seconds it took.

    Called before any clock runs: a first run's half minute of compiling is not thinking.

    :param position: what will be solved: a pack of more than `SMALL` cards needs kernels of its own
    """
    return _warm_up(_TINY if position is None or position.rules.cards <= SMALL else _TINY_OF_A_LARGE_PACK)


@lru_cache(2)
def _warm_up(line: str) -> float:
    begun = time.perf_counter()
    tiny, idle = Position.read(line, fragment=True), Budget(None, 1000, None, None)
    found = _beam(tiny, Attempt("beam", 4), idle)
    _complete(tiny, Attempt("complete", 100), idle)
    if found:
        shorten(tiny, found[1])
    return time.perf_counter() - begun


_TINY = "spiderette1 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - AsAsAs"
_TINY_OF_A_LARGE_PACK = "bigspider1 KsQsJsTs9s8s7s6s5s4s3s2s/As" + 11 * "/-" + " - " + 11 * "As"


def is_compiled() -> bool:
    """Has an earlier run left compiled kernels behind?"""
    return cache_folder().exists()


def solve(position: Position, *, seconds: float | None = None, nodes: int | None = None, seed: int = 0,
          memory: int = MEMORY, shorter: bool = True, stop: Callable[[], bool] | None = None,
          progress: Callable[[str, int], None] | None = None) -> Verdict:
    """
    Can `position` be won, all cards known?

    :param seconds: most time to take (wall clock); without it and `nodes`, ten seconds
    :param nodes: most nodes to generate: the same answer on every machine
    :param memory: most bytes for the search's own arrays
    :param shorter: look for a shorter line after the first win (takes up to a second more)
    :param stop: asked every 0.1 seconds or so; true ends the search
    :param progress: told what is being done, and how many nodes there were
    :raises PositionError: the pack is not whole, or cards are unseen
    """
    check_pack(position)
    if seconds is None and nodes is None:
        seconds = 10.0
    warm_up(position)
    budget = Budget(seconds, nodes, stop, progress)
    if position.is_won:
        return Verdict("solved")
    tried: list[str] = []
    for attempt in _plan(position, memory, seed):
        search = _beam if attempt.kind == "beam" else _complete
        found = search(position, attempt, budget)
        tried.append(str(attempt))
        if found:
            verdict, line = found
            line = replayed(position, line) if line else line
            if shorter and line:
                line = replayed(position, _shorter(position, line, budget))
            return Verdict(verdict, tuple(line), budget.nodes, budget.elapsed, tuple(tried))
        if not budget.slice():
            break
    return Verdict("unknown", (), budget.nodes, budget.elapsed, tuple(tried))


def _shorter(position: Position, line: list[Move], budget: Budget) -> list[Move]:
    """The shortest line of this one and of a few beams that count every move, all without detours."""
    line = shorten(position, line)
    if not position.stock:
        return line
    for width, price in SHORT_LINES:
        found = _beam(position, Attempt("beam", width, price=price), budget)
        if found:
            line = min(line, shorten(position, found[1]), key=len)
    return line


def replayed(position: Position, line: list[Move]) -> list[Move]:
    """The same line, after the engine has checked every move and the win."""
    current = position
    for move in line:
        current = current.play(str(move))
    if not current.is_won:              # no assert: it must hold under -O too
        raise RuntimeError(f"a line that does not win must never be returned: {position}")
    return line


class Attempt(NamedTuple):
    """One thing to try."""

    kind: str
    """``beam`` or ``complete``."""
    size: int
    """Width of the beam, or how many positions there is room for."""
    shares: int = 8
    """No state at the start of a stage may fill more than one part in `shares` of the next stage's beam."""
    noise: int = 0
    """Seed of the noise on the score; 0: none."""
    by_hand: bool = False
    """Score by the weights that were there before anything was learned: a second opinion."""
    price: int = 0
    """What a move costs, where a short line is wanted more than a sure one."""

    def __str__(self) -> str:
        return f"{self.kind} {self.size}"


def _plan(position: Position, memory: int, seed: int) -> Iterator[Attempt]:
    """What to try, one after the other: ever wider beams, complete searches between them, then other beams."""
    small = position.rules.cards <= ONE_DECK
    room, most = memory // 24, max(1, memory // _beam_bytes(position, 1))

    def beam_of(width: int, shares: int, noise: int, by_hand: bool = False) -> Attempt:
        return Attempt("beam", min(width, most), shares, noise, by_hand)

    yield beam_of(30, 8, seed)
    yield beam_of(90, 8, seed)
    yield Attempt("complete", min(room, 200_000 if small else 20_000))
    yield beam_of(270, 8, seed)
    yield beam_of(270, 60, seed)
    yield beam_of(810, 8, seed)
    if small:
        yield Attempt("complete", min(room, 3_000_000))
    yield beam_of(810, 60, seed)
    yield beam_of(2430, 8, seed)
    if small:
        yield Attempt("complete", room)
    for turn in count(1):
        for width, shares, by_hand in OTHER_BEAMS:
            yield beam_of(width, shares, seed + turn, by_hand)


def _beam_bytes(position: Position, width: int) -> int:
    rules = position.rules
    row = 2 * rules.columns + rules.piles + rules.cards
    stages = 1 + -(-len(position.stock) // rules.columns)
    return width * (5 * row + 8 * 32 + 16 * 600 + 8 * (LEVELS * (stages - 1) + LAST_LEVELS))


def search_rules(rules: Rules) -> Rules:
    """The rules the beam plays by: where runs may be taken by hand, it takes them at once."""
    return rules._replace(runs=AUTO) if rules.runs == HAND else rules


def _beam(position: Position, attempt: Attempt, budget: Budget) -> tuple[str, list[Move]] | None:
    rules = search_rules(position.rules)
    stages = 1 + -(-len(position.stock) // rules.columns)
    known = tables(rules, position.stock, pack_of(position))
    memory = checkpoint.make_memory(rules, attempt.size, LEVELS, LAST_LEVELS, stages, PATIENCE, attempt.noise,
                                    attempt.shares, attempt.price)
    registers = memory.registers
    checkpoint.start(memory, array(position), rules)
    learned = weights("" if attempt.by_hand else position.variant.base, rules)
    while registers[checkpoint.STATUS] == checkpoint.RUNNING:
        share = budget.slice()
        if not share:
            return None
        before = int(registers[GENERATED])
        beam.run(memory, known, learned, rules, share)
        budget.spend(int(registers[GENERATED]) - before, str(attempt))
    if registers[checkpoint.STATUS] == checkpoint.FOUND:
        return "solved", plain_line(position, checkpoint.line(memory))
    return None


def pack_of(position: Position) -> str:
    """The pack that is on this table, a letter for every thirteen cards: programs differ in the suits they use."""
    aces = all_cards(position)
    return "".join(letter * aces[make(suit, ACE)] for suit, letter in enumerate(SUITS))


def _complete(position: Position, attempt: Attempt, budget: Budget) -> tuple[str, list[Move]] | None:
    search = proof.make_search(position, attempt.size)
    registers = search.registers
    while registers[proof.STATUS] == proof.RUNNING:
        share = budget.slice()
        if not share:
            return None
        before = int(registers[proof.TRIED])
        proof.explore(search, position.rules, share)
        budget.spend(int(registers[proof.TRIED]) - before, str(attempt))
    if registers[proof.STATUS] == proof.FOUND:
        return "solved", [Move.unpack(code) for code in proof.line(search)]
    return ("unsolvable", []) if registers[proof.STATUS] == proof.EXHAUSTED else None


def winning_moves(position: Position, **limits: Any) -> dict[Move, Verdict]:
    """For every legal move, what is known of the position after it; `limits` are those of `solve`, for each."""
    return {move: solve(position.after(move), **limits) for move in position.moves}
