"""Plays many games of one kind with given weights, in compiled code."""

import time
from typing import Any, NamedTuple

import numpy as np

from kreuzspinne import variants
from kreuzspinne.cards import SUIT_SIZE
from kreuzspinne.game import start_position
from kreuzspinne.player.judgement import filling
from kreuzspinne.player.plans import extent
from kreuzspinne.player.selfplay import make_desk, play
from kreuzspinne.solver.kernel import array


class Result(NamedTuple):
    """How one game ended."""

    won: bool
    turned: float
    """The share of the face-down cards that were turned."""
    gone: float
    """The share of the cards that reached the foundations."""


class Arena:
    """One kind of game, and the player's memory for it."""

    def __init__(self, game: str, width: int) -> None:
        self.variant = variants.read(game)
        self.desk = make_desk(self.variant, width)
        self.levels, self.patience = extent(width)
        self.decisions = 0

    def start(self, number: str) -> Any:
        """The table a deal starts from, as the kernels take it."""
        return array(start_position(self.variant.name, "own", number))

    def play(self, start: Any, weights: Any) -> Result:
        """Play one game; `start` stays as it is."""
        true, rules = start.copy(), self.variant.rules
        won, down, decisions = play(true, self.desk, weights, filling(weights), rules, self.levels, self.patience)
        self.decisions += decisions
        first = max(1, self.variant.face_down)
        gone = sum((SUIT_SIZE if rules.goal == 0 else int(card) & 15) for card in true[1:1 + rules.piles] if card)
        return Result(bool(won), 1 - down / first, 1.0 if won else gone / rules.cards)


def rate(game: str, weights: Any, numbers: Any, width: int) -> tuple[list[Result], float]:
    """Results of these deals, and CPU seconds a game."""
    arena = Arena(game, width)
    arena.play(arena.start("warm"), weights)
    spent = time.process_time()
    results = [arena.play(arena.start(str(number)), weights) for number in numbers]
    return results, (time.process_time() - spent) / len(results)


def summary(results: list[Result]) -> str:
    """Won, turned and gone in the mean."""
    mean = np.array(results, float).mean(axis=0)
    return f"won {mean[0]:.3f} turned {mean[1]:.3f} gone {mean[2]:.3f} n {len(results)}"
