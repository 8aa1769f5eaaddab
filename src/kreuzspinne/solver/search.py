"""Can this position be won? The answer, and everything that was done to find it.

A win is searched with beams narrow and wide; in between, where the game is small enough, every reachable position is
tried, so that *unsolvable* can be said. Whatever is *solved* was replayed by the engine, move by move.
"""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from ..cards import ACE, SUITS, make
from ..notation import Move
from ..position import Position, all_cards, check_pack
from ..rules import AUTO, HAND, Rules
from . import beam, checkpoint, proof
from .children import GENERATED
from .evaluation import tables
from .kernel import SMALL, array, cache_folder
from .lines import plain_line, shorten, without_runs
from .opinions import opinion, spreads
from .plan import (
    BEAM,
    COMPLETE,
    COMPLETE_AFTER,
    LAST_LEVELS,
    LEVELS,
    PARTS,
    PATIENCE,
    Attempt,
    beams,
    completes,
    parts_after,
)

SLICE = 40_000
"""Children between two looks at the clock: less than 0.1 seconds."""
MEMORY = 300 * 2**20
SHORT_LINES = (270, 400), (270, 600), (810, 600)
"""Widths and prices of a move with which a shorter line is looked for."""

Stop = Callable[[], bool]
Progress = Callable[[str, int], None]


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

    def __init__(self, seconds: float | None, nodes: int | None, stop: Stop | None, progress: Progress | None) -> None:
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


class Beam:
    """One beam, as far as it has come."""

    def __init__(self, position: Position, attempt: Attempt) -> None:
        self.attempt = attempt
        self.position, self.rules = position, search_rules(position.rules)
        stages = 1 + -(-len(position.stock) // self.rules.columns)
        self.known = tables(self.rules, position.stock, pack_of(position))
        self.weights = opinion(position.variant.base, self.rules, attempt.opinion)
        self.memory = checkpoint.make_memory(
            self.rules, attempt.size, LEVELS, LAST_LEVELS, stages, PATIENCE, attempt.noise, attempt.shares,
            attempt.price, attempt.probe, spreads(position.variant.base, self.rules), position)
        checkpoint.start(self.memory, array(without_runs(position)), self.rules)

    def advance(self, nodes: int) -> int:
        """Search on for about so many nodes; how many it were."""
        before = int(self.memory.registers[GENERATED])
        beam.run(self.memory, self.known, self.weights, self.rules, nodes)
        return int(self.memory.registers[GENERATED]) - before

    @property
    def is_over(self) -> bool:
        """Has it won, or nothing left to try?"""
        return bool(self.memory.registers[checkpoint.STATUS] != checkpoint.RUNNING)

    @property
    def parts(self) -> dict[str, int] | None:
        """What this beam says, being over, of how nodes should be shared out from now on."""
        return parts_after(self.attempt, int(self.memory.registers[checkpoint.EXPANDED]))

    @property
    def found(self) -> tuple[str, list[Move]] | None:
        """The verdict and the line, if it has one."""
        if self.memory.registers[checkpoint.STATUS] == checkpoint.FOUND:
            return "solved", plain_line(self.position, checkpoint.line(self.memory))
        return None


class Complete:
    """One complete search, as far as it has come."""

    parts = None
    """It says nothing of how nodes should be shared out."""

    def __init__(self, position: Position, attempt: Attempt) -> None:
        self.attempt = attempt
        self.rules = position.rules
        self.search = proof.make_search(position, attempt.size)

    def advance(self, nodes: int) -> int:
        """Search on for about so many nodes; how many it were."""
        before = int(self.search.registers[proof.TRIED])
        proof.explore(self.search, self.rules, nodes)
        return int(self.search.registers[proof.TRIED]) - before

    @property
    def is_over(self) -> bool:
        """Has it won, seen all, or no room left?"""
        return bool(self.search.registers[proof.STATUS] != proof.RUNNING)

    @property
    def found(self) -> tuple[str, list[Move]] | None:
        """The verdict and the line, if it has one."""
        status = self.search.registers[proof.STATUS]
        if status == proof.FOUND:
            return "solved", [Move.unpack(code) for code in proof.line(self.search)]
        return ("unsolvable", []) if status == proof.EXHAUSTED else None


KINDS: dict[str, type[Beam] | type[Complete]] = {BEAM: Beam, COMPLETE: Complete}


class Search:
    """
    A search that can be taken up again: each `run` goes on where the last one stopped.

    :param seed: of the noise on the scores; another seed, another way through
    :param memory: most bytes for the search's own arrays
    :raises PositionError: the pack is not whole, or cards are unseen
    """

    def __init__(self, position: Position, *, seed: int = 0, memory: int = MEMORY) -> None:
        check_pack(position)
        self.position = position
        self._plans = {BEAM: beams(position, memory, seed), COMPLETE: completes(position, memory)}
        self._tasks: dict[str, Beam | Complete] = {}
        self.spent = {BEAM: 0, COMPLETE: 0}
        """Nodes that went to each kind of search."""
        self._parts = PARTS
        self._verdict = Verdict("solved") if position.is_won else Verdict("unknown")

    def run(self, *, seconds: float | None = None, nodes: int | None = None, shorter: bool = True,
            stop: Stop | None = None, progress: Progress | None = None) -> Verdict:
        """
        Search on; the verdict so far, with all nodes and seconds since the search began.

        :param seconds: most time to take now (wall clock); without it and `nodes`, ten seconds
        :param nodes: most nodes to generate now: the same answer on every machine
        :param shorter: look for a shorter line after the first win (takes up to a second more)
        :param stop: asked every 0.1 seconds or so; true ends the run
        :param progress: told what is being done, and how many nodes there were
        """
        if self._verdict.verdict != "unknown":
            return self._verdict
        if seconds is None and nodes is None:
            seconds = 10.0
        warm_up(self.position)
        budget = Budget(seconds, nodes, stop, progress)
        verdict, line = self._decide(budget) or ("unknown", [])
        if line:
            line = replayed(self.position, line)
            if shorter:
                line = replayed(self.position, _shorter(self.position, line, budget))
        self._verdict = Verdict(verdict, tuple(line), self._verdict.nodes + budget.nodes,
                                self._verdict.seconds + budget.elapsed, self._verdict.tried)
        return self._verdict

    def _decide(self, budget: Budget) -> tuple[str, list[Move]] | None:
        """Go on with the plan until something is found or the budget is spent."""
        while share := budget.slice():
            task = self._next_task()
            kind, nodes = task.attempt.kind, task.advance(share)
            self.spent[kind] += nodes
            budget.spend(nodes, str(task.attempt))
            if task.is_over:
                del self._tasks[kind]
                self._parts = task.parts or self._parts
                if found := task.found:
                    return found
        return None

    def _next_task(self) -> Beam | Complete:
        """Whose turn it is: the beams', and after the first of them also a complete search's."""
        self._begin(BEAM)
        if len(self._verdict.tried) > COMPLETE_AFTER:
            self._begin(COMPLETE)
        return min(self._tasks.values(),
                   key=lambda task: self.spent[task.attempt.kind] / self._parts[task.attempt.kind])

    def _begin(self, kind: str) -> None:
        """Begin the next search of this kind, if none is under way and there is one."""
        if kind not in self._tasks and (attempt := next(self._plans[kind], None)):
            self._tasks[kind] = KINDS[kind](self.position, attempt)
            self._verdict = self._verdict._replace(tried=(*self._verdict.tried, str(attempt)))


def solve(position: Position, *, seed: int = 0, memory: int = MEMORY, **limits: Any) -> Verdict:
    """
    Can `position` be won, all cards known?

    :param seed: of the noise on the scores; another seed, another way through
    :param memory: most bytes for the search's own arrays
    :param limits: those of `Search.run`
    :raises PositionError: the pack is not whole, or cards are unseen
    """
    return Search(position, seed=seed, memory=memory).run(**limits)


def winning_moves(position: Position, **limits: Any) -> dict[Move, Verdict]:
    """For every legal move, what is known of the position after it; `limits` are those of `solve`, for each."""
    return {move: solve(position.after(move), **limits) for move in position.moves}


def _shorter(position: Position, line: list[Move], budget: Budget) -> list[Move]:
    """The shortest line of this one and of a few beams that count every move, all without detours."""
    line = shorten(position, line)
    if not position.stock:
        return line
    for width, price in SHORT_LINES:
        found = _beam(position, Attempt(BEAM, width, price=price), budget)
        if found:
            line = min(line, shorten(position, found[1]), key=len)
    return line


def _beam(position: Position, attempt: Attempt, budget: Budget) -> tuple[str, list[Move]] | None:
    """One beam to its end, or to that of the budget."""
    task = Beam(position, attempt)
    while not task.is_over and (share := budget.slice()):
        budget.spend(task.advance(share), str(task.attempt))
    return task.found


def replayed(position: Position, line: list[Move]) -> list[Move]:
    """The same line, after the engine has checked every move and the win."""
    current = position
    for move in line:
        current = current.play(str(move))
    if not current.is_won:              # no assert: it must hold under -O too
        raise RuntimeError(f"a line that does not win must never be returned: {position}")
    return line


def search_rules(rules: Rules) -> Rules:
    """The rules the beam plays by: where runs may be taken by hand, it takes them at once."""
    return rules._replace(runs=AUTO) if rules.runs == HAND else rules


def pack_of(position: Position) -> str:
    """The pack that is on this table, a letter for every thirteen cards: programs differ in the suits they use."""
    aces = all_cards(position)
    return "".join(letter * aces[make(suit, ACE)] for suit, letter in enumerate(SUITS))


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
    tiny = Position.read(line, fragment=True)
    for task in (Beam(tiny, Attempt(BEAM, 4)), Complete(tiny, Attempt(COMPLETE, 100))):
        task.advance(1000)
    shorten(tiny, [Move.read("ba")])
    return time.perf_counter() - begun


_TINY = "spiderette1 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - AsAsAs"
_TINY_OF_A_LARGE_PACK = "bigspider1 KsQsJsTs9s8s7s6s5s4s3s2s/As" + 11 * "/-" + " - " + 11 * "As"


def is_compiled(kernel: str = "beam.run") -> bool:
    """Has an earlier run left this kernel behind, compiled?"""
    # The folder says nothing: Numba makes it as soon as the kernels are imported.
    return any(cache_folder().rglob(f"{kernel}-*.nbc"))
