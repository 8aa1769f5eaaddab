"""Learns the player's weights for one game by playing it: policy search with paired noise.

    python studies/play/train.py spider4 --rounds 8 --pairs 2000 --width 25

Each deal is played twice, with the weights moved a little to one side and to the other along every direction
(`directions`). What the better side had in common is where the weights go. Deals are own deals whose text begins with
``train:play:``; none is a numbered deal.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from arena import Arena, rate, summary
from directions import directions

from kreuzspinne.player import judgement
from kreuzspinne.rules import CARDS
from kreuzspinne.solver import evaluation

REMEMBERED, FADE = 8, 0.85
CURVATURE = 0.006
"""How fast the reward falls off along a direction: three times what the noise costs in the mean, as few count most."""
DAMPING, LONGEST_STEP = 0.6, 1.5
WIN = 0.5
"""How much of what is learned from is the win; the rest is how far the game went."""


def reward(result):
    return WIN * result.won + (1 - WIN) * (0.6 * result.turned + 0.4 * result.gone)


def play_pairs(arena, weights, along, pairs, noise, rng, name):
    """The noise of each pair, half the difference of its rewards, and the mean rewards and wins."""
    thetas, differences, means, wins = [], [], [], []
    for number in range(pairs):
        theta = rng.normal(0, noise, len(along))
        move = np.tensordot(theta, along, 1)
        start = arena.start(f"train:play:{name}:{number}")
        two = [arena.play(start, judgement.complete(np.round(weights + sign * move).astype(np.int32)))
               for sign in (1, -1)]
        thetas.append(theta)
        differences.append((reward(two[0]) - reward(two[1])) / 2)
        means.append((reward(two[0]) + reward(two[1])) / 2)
        wins.append((two[0].won + two[1].won) / 2)
    return np.array(thetas), np.array(differences), float(np.mean(means)), float(np.mean(wins))


class Round(NamedTuple):
    """What one round of pairs says."""

    place: Any
    """Where the weights were, as steps along the directions from the first ones."""
    thetas: Any
    differences: Any


def slopes(rounds, here):
    """
    The reward's slope along each direction where the weights are now, and how many standard errors it is from zero.

    Older rounds were played elsewhere; what the way from there has changed in the slope, the curvature says.
    """
    rounds = rounds[-REMEMBERED:]
    ages = np.concatenate([np.full(len(one.differences), age) for age, one in enumerate(reversed(rounds))][::-1])
    x = np.concatenate([one.thetas for one in rounds])
    y = np.concatenate([one.differences - CURVATURE * one.thetas @ (here - one.place) for one in rounds])
    weights = FADE ** ages
    precision = np.linalg.inv((x * weights[:, None]).T @ x)
    found = precision @ (x.T @ (weights * y))
    error = np.sqrt(np.diag(precision) * np.average((y - x @ found) ** 2, weights=weights))
    return found, found / error


def step_of(slope, z):
    """Part of the way to the top of the hill, along each direction as far as its slope is to be trusted."""
    step = DAMPING * slope / CURVATURE * z**2 / (z**2 + 1)
    return step * min(1, LONGEST_STEP / np.linalg.norm(step))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--width", type=int, default=25)
    parser.add_argument("--noise", type=float, default=0.9)
    parser.add_argument("--first", type=int, default=0, help="number of the first round: other rounds, other deals")
    parser.add_argument("--test", type=int, default=400)
    parser.add_argument("--mean-of", type=int, default=1, help="write the mean of what stood after so many last rounds")
    parser.add_argument("--from-weights", default="")
    parser.add_argument("--out", default="")
    options = parser.parse_args()
    arena = Arena(options.game, options.width)
    variant = arena.variant
    weights = judgement.derived(variant)
    if options.from_weights:
        old = np.array(json.loads(Path(options.from_weights).read_text())["weights"], np.int32)
        weights = judgement.complete(old[[min(i, len(old) - 1) for i in range(len(weights))]])
    weights = np.delete(weights, evaluation.RUN_WORTH, axis=1).astype(float)
    names, along = directions(len(weights), cards_go_up=variant.rules.goal == CARDS,
                              travels=variant.rules.move not in (1, 4))
    target = Path(options.out or judgement.FILES / f"{options.game}.json")
    rounds, here, first, stood = [], np.zeros(len(along)), weights, []
    for turn in range(options.first, options.first + options.rounds):
        begun = time.process_time()
        rng = np.random.default_rng(turn)
        thetas, differences, mean, won = play_pairs(
            arena, weights, along, options.pairs, options.noise, rng, f"{options.game}:{turn}")
        rounds.append(Round(here, thetas, differences))
        way = step_of(*slopes(rounds, here))
        here = here + way
        weights = first + np.tensordot(here, along, 1)
        largest = "; ".join(f"{names[i]} {way[i]:+.2f}" for i in np.argsort(-abs(way))[:12])
        print(f"round {turn}: reward {mean:.4f} won {won:.4f} step {np.linalg.norm(way):.2f}",
              f"all {np.linalg.norm(here):.2f} cpu {time.process_time() - begun:.0f}: {largest}", flush=True)
        stood.append(np.round(weights))
        whole = np.round(np.mean(stood[-options.mean_of:], axis=0)).astype(np.int32)
        target.write_text(json.dumps({"game": options.game, "version": 1, "rounds": turn + 1,
                                      "weights": whole.tolist()}) + "\n")
        if options.test:
            print(summary(rate(options.game, judgement.complete(whole), [f"dev:play:{n}" for n in range(options.test)],
                               options.width)[0]), flush=True)


if __name__ == "__main__":
    main()
