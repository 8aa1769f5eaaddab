"""How often does the player that never peeks win? Moves are final, and the engine checks each of them."""

import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .. import record
from ..game import Game
from ..player.choose import choose
from ..player.interval import Interval, wilson
from ..position import Position
from ..solver.search import warm_up

Start = tuple[str, Position]
"""A deal's name and its position."""


class Outing(NamedTuple):
    """One game as it was played."""

    game: Game
    won: bool
    seconds: float
    """Processor time."""


class Tally(NamedTuple):
    """What a study says so far."""

    won: int = 0
    played: int = 0
    seconds: float = 0.0
    """Processor time, altogether."""

    def add(self, outing: Outing) -> "Tally":
        """One game more."""
        return Tally(self.won + outing.won, self.played + 1, self.seconds + outing.seconds)

    @property
    def interval(self) -> Interval:
        """Where the rate lies, 95 times in a hundred."""
        return wilson(self.won, self.played)


def play_out(start: Start, *, effort: int, seed: int = 0) -> Outing:
    """Play a deal to its end, without taking anything back; a win is replayed from its record."""
    name, position = start
    game, begun = Game(position, name), time.process_time()
    while True:
        choice = choose(game.position.view(), effort=effort, seed=seed)
        if choice.move is None:
            break
        for move in choice.plan:
            game.play(str(move))
    seconds = time.process_time() - begun
    won = game.position.is_won and record.replay(record.read(record.write(record.of_game(game)))).position.is_won
    return Outing(game, won, seconds)


def play_all(starts: Iterable[Start], *, effort: int, seed: int = 0) -> Iterator[Outing]:
    """Play many deals, one after the other; what must be compiled is compiled before the first clock runs."""
    for number, start in enumerate(starts):
        if number == 0:
            choose(start[1].view(), effort=effort)
            warm_up(start[1])           # the solver plays once everything is known
        yield play_out(start, effort=effort, seed=seed)
