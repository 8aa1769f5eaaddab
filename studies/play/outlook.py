"""Learns the player's outlook for one game: how the odds are from a table with cards nobody has seen.

    python studies/play/outlook.py spider2 --games 30000

Each round plays games with what was learned before, now and then a second choice, and learns anew from all of them. At
first a table's target is whether its game was won; from the second sweep on, what the network itself says of the tables
that came next has a part in it, each later one a smaller (temporal differences, TD(lambda)). So the luck of what came
long after blurs the target less. One game in twenty is only for checking.
"""

import argparse
import json
import multiprocessing
import time
from pathlib import Path

import numpy as np
from traces import Traces, joined, traces

from kreuzspinne.player.features import COLUMN, TABLE
from kreuzspinne.player.outlook import FILES, Outlook, outlook_of

FIRST, SECOND = 24, 32
"""How wide the layers are."""
BATCH, EPOCHS, SWEEPS = 1024, 3, 6
"""Tables a step, passes for one set of targets, and how often the targets are made anew."""
TRUST = 0.8
"""How much of a table's target the outcome decides: 1 would be the outcome alone."""
RATE, DECAY = 2e-3, 1e-4
CHECKED = 20


class Network:
    """The outlook's network while it learns (Adam, by Kingma and Ba)."""

    def __init__(self, rng, odds):
        def normal(size, *shape):
            return rng.normal(0, size, shape)

        self.weights = {
            "column": normal((2 / COLUMN) ** 0.5, COLUMN, FIRST), "column_bias": np.zeros(FIRST),
            "table": normal((FIRST + TABLE) ** -0.5, FIRST + TABLE, SECOND), "table_bias": np.zeros(SECOND),
            "last": normal(SECOND ** -0.5, SECOND), "last_bias": np.array([odds]),
        }
        self.weights["table"][:FIRST] *= 0.3
        self.weights = {name: array.astype(np.float32) for name, array in self.weights.items()}
        self.rest()

    def rest(self):
        """Forget the pace of earlier steps."""
        self.steps = 0
        self.mean = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in self.weights.items()}

    def forward(self, x, table):
        """The logarithm of the odds, and what the way back needs."""
        w = self.weights
        first = np.maximum(x.reshape(-1, COLUMN) @ w["column"] + w["column_bias"], 0)
        both = np.concatenate([first.reshape(len(x), -1, FIRST).sum(axis=1), table], axis=1)
        second = np.maximum(both @ w["table"] + w["table_bias"], 0)
        return second @ w["last"] + w["last_bias"], (x, first, both, second)

    def step(self, error, way, rate):
        """One step against the error of each table's odds."""
        x, first, both, second = way
        to_second = np.outer(error, self.weights["last"]) * (second > 0)
        to_first = np.repeat(to_second @ self.weights["table"][:FIRST].T, x.shape[1], axis=0) * (first > 0)
        slopes = {"last": second.T @ error, "last_bias": error.sum(keepdims=True),
                  "table": both.T @ to_second, "table_bias": to_second.sum(axis=0),
                  "column": x.reshape(-1, COLUMN).T @ to_first, "column_bias": to_first.sum(axis=0)}
        self.steps += 1
        for name, slope in slopes.items():
            self.mean[name] = 0.9 * self.mean[name] + 0.1 * slope
            self.square[name] = 0.999 * self.square[name] + 0.001 * slope**2
            pace = self.mean[name] / (1 - 0.9**self.steps)
            pace /= np.sqrt(self.square[name] / (1 - 0.999**self.steps)) + 1e-8
            decay = 0 if name.endswith("bias") else DECAY
            self.weights[name] = (self.weights[name] * (1 - rate * decay) - rate * pace).astype(np.float32)


def chance(odds):
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


def loss(odds, target):
    """Cross entropy, in nats a table."""
    p = np.clip(chance(odds), 1e-6, 1 - 1e-6)
    return float(-np.mean(target * np.log(p) + (1 - target) * np.log(1 - p)))


def batch(met, at):
    return met.of_columns[at].astype(np.float32), met.of_table[at].astype(np.float32)


def all_odds(network, met):
    return np.concatenate([network.forward(*batch(met, slice(k, k + 8192)))[0] for k in range(0, len(met.won), 8192)])


def targets(met, chances):
    """For each table: what came of it, as far as it is trusted, and what was thought of the next one."""
    found = np.empty(len(chances), np.float32)
    for i in range(len(chances) - 1, -1, -1):
        found[i] = met.won[i] if met.ends[i] else (1 - TRUST) * chances[i + 1] + TRUST * found[i + 1]
    return found


def fit(met, rng):
    """A network learned from these tables."""
    game = np.concatenate([[0], np.cumsum(met.ends)[:-1]])
    learned, checked = np.flatnonzero(game % CHECKED), np.flatnonzero(game % CHECKED == 0)
    share = met.won.mean()
    network, target = Network(rng, np.log(share / (1 - share))), met.won.astype(np.float32)
    for sweep in range(SWEEPS):
        network.rest()
        steps = EPOCHS * (len(learned) // BATCH)
        order = np.concatenate([rng.permutation(learned) for _ in range(EPOCHS)])
        for step in range(steps):
            at = np.sort(order[step * BATCH:(step + 1) * BATCH])
            odds, way = network.forward(*batch(met, at))
            pace = RATE / (1 if sweep == 0 else 2) * (1 + np.cos(np.pi * step / steps)) / 2 + 1e-5
            network.step(((chance(odds) - target[at]) / BATCH).astype(np.float32), way, pace)
        odds = all_odds(network, met)
        print(f"sweep {sweep}: {loss(odds[checked], met.won[checked]):.5f} nats a table", flush=True)
        target = targets(met, chance(odds))
    return network


def write(path: Path, game: str, points: int, network: Network) -> Outlook:
    """Write the file, and read what is in it."""
    weights = {name: np.round(array.astype(float), 5).tolist() for name, array in network.weights.items()}
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"game": game, "version": 1, "points": points, "weights": weights},
                               separators=(",", ":")) + "\n")
    return outlook_of(points, weights)


def played(game: str, width: int, games: int, first: int, wander: float, net: Outlook, workers: int) -> Traces:
    """Tables met in so many games, shared out among processes."""
    share = games // workers
    with multiprocessing.Pool(workers) as pool:
        parts = pool.starmap(traces, [(game, width, share, first + share * k, wander, net)
                                      for k in range(workers)])
    print(f"won {np.mean([won for _, won in parts]):.4f}", flush=True)
    return joined([met for met, _ in parts])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=30000, help="a round")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--width", type=int, default=25)
    parser.add_argument("--wander", type=float, default=0.06, help="share of second choices")
    parser.add_argument("--points", type=int, default=5000, help="what odds are worth when they grow by a factor of e")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--out", default="")
    options = parser.parse_args()
    path = Path(options.out or FILES / f"{options.game}.json")
    net = outlook_of(0, Network(np.random.default_rng(0), 0).weights)
    found: list[Traces] = []
    for turn in range(options.rounds):
        begun = time.perf_counter()
        found.append(played(options.game, options.width, options.games, turn * options.games, options.wander, net,
                            options.workers))
        network = fit(joined(found), np.random.default_rng(turn))
        net = write(path, options.game, options.points, network)
        print(f"round {turn}: {len(found[-1].won)} tables, {time.perf_counter() - begun:.0f} seconds", flush=True)


if __name__ == "__main__":
    main()
