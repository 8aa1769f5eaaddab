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

import numpy as np
from arena import Arena, rate, summary
from directions import directions

from kreuzspinne.player import judgement
from kreuzspinne.rules import CARDS
from kreuzspinne.solver import evaluation

REMEMBERED, FADE = 3, 0.6
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


def slopes(rounds):
    """Least squares over the last rounds, older ones counting less; and each slope in standard errors from zero."""
    rounds = rounds[-REMEMBERED:]
    weights = np.concatenate([np.full(len(y), FADE ** age) for age, (_, y) in enumerate(reversed(rounds))][::-1])
    x, y = (np.concatenate(parts) for parts in zip(*rounds, strict=True))
    precision = np.linalg.inv((x * weights[:, None]).T @ x)
    found = precision @ (x.T @ (weights * y))
    error = np.sqrt(np.diag(precision) * np.average((y - x @ found) ** 2, weights=weights))
    return found, found / error


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--width", type=int, default=25)
    parser.add_argument("--noise", type=float, default=0.6)
    parser.add_argument("--step", type=float, default=2.0)
    parser.add_argument("--first", type=int, default=0, help="number of the first round: other rounds, other deals")
    parser.add_argument("--test", type=int, default=400)
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
    rounds = []
    for turn in range(options.first, options.first + options.rounds):
        begun = time.process_time()
        rng = np.random.default_rng(turn)
        thetas, differences, mean, won = play_pairs(
            arena, weights, along, options.pairs, options.noise, rng, f"{options.game}:{turn}")
        rounds.append((thetas, differences))
        slope, z = slopes(rounds)
        shrunk = slope * z**2 / (z**2 + 1)
        way = shrunk / np.linalg.norm(shrunk)
        weights = weights + np.tensordot(options.step * way, along, 1)
        print(f"round {turn}: reward {mean:.4f} won {won:.4f} cpu {time.process_time() - begun:.0f}", "; ".join(
            f"{names[i]} {way[i]:+.2f} z{z[i]:+.1f}" for i in np.argsort(-abs(way))[:12]), flush=True)
        whole = np.round(weights).astype(np.int32)
        target.write_text(json.dumps({"game": options.game, "version": 1, "rounds": turn + 1,
                                      "weights": whole.tolist()}) + "\n")
        if options.test:
            print(summary(rate(options.game, judgement.complete(whole), [f"dev:play:{n}" for n in range(options.test)],
                               options.width)[0]), flush=True)


if __name__ == "__main__":
    main()
