"""The tables that the benchmarks work on: the same on every machine."""

from functools import cache
from random import Random

from kreuzspinne import Game, Position

MOVES = 150

LATE = "spider4 7sJsTdQs/4dTs8d5s/JdAdAs5d/2dKd3s6d/2sKsQd8s/6s4s3d/9d9s7d/-/-/- - AsAhAhAdAcAc"
"""Two runs to go, every card open, three spaces."""


@cache
def walk(variant: str, moves: int = MOVES) -> Game:
    """A game of legal moves drawn by chance, always the same ones."""
    random = Random(1)
    game = Game.deal(variant, "own:42")
    while game.ply < moves and game.position.moves:
        game.play(random.choice(game.position.moves))
    return game


def path(game: Game) -> list[Position]:
    """Every position the game went through, the start too."""
    positions = [game.start]
    for step in game.steps:
        positions.append(positions[-1].after(step.move))
    return positions
