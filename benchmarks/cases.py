"""What is measured, and how fast it has to be."""

import http.client
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from kreuzspinne import Game, Position, score, table
from kreuzspinne.explain import legal_moves
from kreuzspinne.outcome import outcome

from .clock import Samples, repeated, started, waited
from .tables import LATE, path, walk


class Benchmark(NamedTuple):
    """One thing that is measured."""

    name: str
    what: str
    unit: str
    """``µs``, ``ms`` or ``million/s``."""
    target: float | None
    """In this unit; None: nobody has set one."""
    samples: Callable[[], Samples]


BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(what: str, unit: str, target: float | None = None) -> Callable[[Callable[[], Samples]], object]:
    """Put a function that takes samples on the list, under its own name."""
    def enlist(samples: Callable[[], Samples]) -> Callable[[], Samples]:
        name = samples.__name__.replace("_", "-")
        BENCHMARKS[name] = Benchmark(name, what, unit, target, samples)
        return samples
    return enlist


# The engine, interpreted


def _lists(positions: list[Position]) -> Samples:
    return repeated(lambda: [legal_moves(position.table, position.rules) for position in positions], len(positions))


@benchmark("every legal move of a table, Spider", "µs", 250)
def moves() -> Samples:
    return _lists(path(walk("spider4")))


@benchmark("the same, Gypsy", "µs", 250)
def moves_gypsy() -> Samples:
    return _lists(path(walk("gypsy")))


@benchmark("the same, Spider with three spaces", "µs", 250)
def moves_late() -> Samples:
    return _lists([Position.read(LATE)] * 100)


@benchmark("the same, Lexington Harp, where any open card moves", "µs", 250)
def moves_loose() -> Samples:
    return _lists(path(walk("lexingtonharp")))


@benchmark("a move on a table", "µs", 20)
def apply() -> Samples:
    game = walk("spider4")
    codes = [step.move.code for step in game.steps]

    def play() -> None:
        t = bytearray(game.start.table)
        for code in codes:
            table.apply(t, game.start.rules, code)

    return repeated(play, len(codes))


@benchmark("a move on a table, and taking it back", "µs")
def undo() -> Samples:
    game = walk("spider4")
    tables = [(bytearray(position.table), position.rules, step.move.code)
              for position, step in zip(path(game)[:-1], game.steps, strict=True)]

    def play() -> None:
        for t, rules, code in tables:
            table.undo(t, rules, code, table.apply(t, rules, code))

    return repeated(play, len(tables))


@benchmark("a move in a game: its text read, checked, played and told", "µs")
def play() -> Samples:
    start, texts = walk("spider4").start, [str(step.move) for step in walk("spider4").steps]

    def play() -> None:
        game = Game(start)
        for text in texts:
            game.play(text)

    return repeated(play, len(texts))


@benchmark("a position read from its line", "µs")
def read() -> Samples:
    lines = [str(position) for position in path(walk("spider4"))]
    return repeated(lambda: [Position.read(line) for line in lines], len(lines))


@benchmark("a position written as a line", "µs")
def write() -> Samples:
    positions = path(walk("spider4"))
    return repeated(lambda: [str(position) for position in positions], len(positions))


@benchmark("the points of a position", "µs")
def points() -> Samples:
    positions = path(walk("spider4"))
    return repeated(lambda: [score.points(position) for position in positions], len(positions))


@benchmark("won, lost or open, at the start", "µs")
def outcome_start() -> Samples:
    start = walk("spider4").start
    return repeated(lambda: [outcome(start) for _ in range(100)], 100)


@benchmark("won, lost or open, late: for each position that is searched", "µs")
def outcome_late() -> Samples:
    position, searched = Position.read(LATE), 1000
    return repeated(lambda: outcome(position, limit=searched), searched)


# A fresh process


@benchmark("Python alone, from its start to its end", "ms")
def python() -> Samples:
    return started("-c", "pass")


@benchmark("import kreuzspinne, in a fresh Python, and without NumPy", "ms", 100)
def start() -> Samples:
    return started("-c", "import sys, kreuzspinne; sys.exit(not {'numpy', 'numba'}.isdisjoint(sys.modules))")


@benchmark("kreuzspinne deal spider4", "ms", 150)
def deal() -> Samples:
    return started("-m", "kreuzspinne", "deal", "spider4")


# Compiled


@benchmark("sequences of moves counted by the compiled law, Spider", "million/s", 10)
def perft() -> Samples:
    from kreuzspinne.solver.kernel import perft as count

    depth = 7
    start = walk("spider4").start
    return repeated(lambda: count(start, depth), count(start, depth))


# The page


@contextmanager
def _page() -> Iterator[http.client.HTTPConnection]:
    """A connection to a server of the page that runs as long, with a file of its own."""
    import starlette  # noqa: F401  says what is missing

    command = [sys.executable, "-m", "kreuzspinne", "web", "--no-browser", "--data"]
    with (tempfile.TemporaryDirectory() as folder,
          subprocess.Popen([*command, folder], stdout=subprocess.PIPE, text=True) as server):
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            yield http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
        finally:
            server.terminate()


def _ask(page: http.client.HTTPConnection, path: str, body: object) -> dict[str, Any]:
    page.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = page.getresponse()
    state: dict[str, Any] = json.load(answer)
    assert answer.status < 300, state
    return state


@benchmark("an answer of the page’s server to a move or an undo, on the clock", "ms")
def page() -> Samples:
    with _page() as page:
        game = _ask(page, "/api/games", {"variant": "spider4", "deal": "xpat2:42"})
        address = f"/api/games/{game['id']}"

        def ask() -> None:
            turn = _ask(page, f"{address}/play", {"turn": game["turn"], "move": "bi"})["turn"]
            game["turn"] = _ask(page, f"{address}/undo", {"turn": turn})["turn"]

        yield from waited(ask, 2)


GAMES = 200
OPENED = 20
"""Moves that were made in each of them before."""


@contextmanager
def _own_page() -> Iterator[http.client.HTTPConnection]:
    """The same server in this process, so that its CPU time can be told."""
    from kreuzspinne.apps.web.games import Games
    from kreuzspinne.apps.web.serve import served
    from kreuzspinne.store import Store

    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder, "games"))) as store, \
            served(Games(store)) as address:
        yield http.client.HTTPConnection(address.removeprefix("http://"), timeout=10)


@benchmark("an answer with 200 games under way, each kept on disk; 95 of 100 take no longer", "ms", 3)
def web() -> Samples:
    with _own_page() as page:
        games = [_ask(page, "/api/games", {"variant": "spider4", "deal": f"own:{number}"}) for number in range(GAMES)]
        dice = Random(1)
        for _ in range(OPENED):
            _round(page, games, dice)
        while True:
            yield quantiles(_round(page, games, dice), n=20)[-1]


def _round(page: http.client.HTTPConnection, games: list[dict[str, Any]], dice: Random) -> list[float]:
    """In each game a move drawn by chance, or one taken back: CPU seconds of each, asking and reading included."""
    spans = []
    for place, game in enumerate(games):
        forward = game["moves"] and dice.random() < 0.8
        verb = "play" if forward else "undo" if game["can_undo"] else "restart"
        body = {"turn": game["turn"], **({"move": dice.choice(game["moves"])} if forward else {})}
        start = time.process_time()
        games[place] = _ask(page, f"/api/games/{game['id']}/{verb}", body)
        spans.append(time.process_time() - start)
    return spans
