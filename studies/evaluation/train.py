"""Learns the solver's weights for one game from deals it can already solve.

    python studies/evaluation/train.py spider4 --deals 200 --width 60 --rounds 2

A state on the way to a win is compared with other states of the same level of the beam; a logistic
regression on the differences of their features gives the next weights. Training deals are own deals whose
text begins with ``train:``; none of them is a numbered deal, so no measured deal was ever trained on.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from kreuzspinne.game import start_position
from kreuzspinne.solver import beam, checkpoint, evaluation, scoring
from kreuzspinne.solver.kernel import array
from kreuzspinne.solver.search import pack_of

WEIGHTS = Path(evaluation.__file__).parent / "weights"
MEAN = 740
"""The mean size of a weight, near that of those made by hand: noise and prices of moves are told in the same points."""


def start(position, width, levels=60, last=240, patience=12, noise=0):
    rules = position.rules
    tables = evaluation.tables(rules, position.stock, pack_of(position))
    stages = 1 + -(-len(position.stock) // rules.columns)
    memory = checkpoint.make_memory(rules, width, levels, last, stages, patience, noise)
    checkpoint.start(memory, array(position), rules)
    return memory, tables


def levels_of(position, width, weights):
    """Every level of a search: rows left, rows and nodes; and the nodes of the solution (empty: not solved)."""
    memory, tables = start(position, width)
    registers, seen = memory.registers, []
    while registers[checkpoint.STATUS] == checkpoint.RUNNING:
        beam.advance(memory, tables, weights, position.rules)
        k = registers[checkpoint.CURRENT]
        seen.append((int(registers[checkpoint.STOCK_LEFT]), memory.rows[:k].copy(), memory.nodes_of[:k].copy()))
    way, node = set(), int(registers[checkpoint.WON])
    while node > 0:
        way.add(node)
        node = int(memory.nodes[node, checkpoint.N_PARENT])
    return memory, tables, seen, way


def pairs_of(position, width, weights, rng, share=0.5, others=8):
    """Feature differences between states of the solution and others of their level, with rows left."""
    memory, tables, seen, way = levels_of(position, width, weights)
    rules, out, found = position.rules, np.zeros(evaluation.FEATURES, np.int64), []

    def features(row, stock_left):
        checkpoint.load(memory.t, rules, row, stock_left, tables.stock)
        scoring.feature_counts(memory, tables, rules, out)
        return out.astype(np.float32)

    for stock_left, rows, nodes in seen if way else []:
        good = [i for i in range(len(nodes)) if int(nodes[i]) in way]
        if not good or len(nodes) < 2 or rng.random() > share:
            continue
        best = features(rows[good[0]], stock_left)
        bad = [i for i in rng.choice(len(nodes), min(others, len(nodes)), replace=False) if i not in good]
        found += [(-(-stock_left // rules.columns), best - features(rows[i], stock_left)) for i in bad]
    return found, bool(way)


def fit(differences, ridge, towards, steps=12):
    """Logistic regression without intercept by Newton's method; the ridge pulls to `towards`."""
    scale = differences.std(axis=0)
    scale[scale == 0] = np.inf
    x = differences / scale
    scale[np.isinf(scale)] = 1
    centre = towards * scale
    w, n = centre.copy(), len(x)
    for _ in range(steps):
        p = 1 / (1 + np.exp(np.clip(x @ w, -30, 30)))
        gradient = x.T @ p / n - ridge * (w - centre)
        hessian = (x * (p * (1 - p))[:, None]).T @ x / n + ridge * np.eye(x.shape[1])
        w = w + np.linalg.solve(hessian, gradient)
    return w / scale, float(np.mean(x @ w > 0))


def scale_of(differences, weights):
    """The factor by which these weights fit the differences best."""
    margin = differences @ weights
    factors = np.geomspace(1e-5, 1e-1, 60)
    losses = [np.logaddexp(0, -factor * margin).mean() for factor in factors]
    return factors[int(np.argmin(losses))]


def learn(found, old):
    """Weights for each number of rows left: one fit for all, then each stage pulled towards it."""
    left = np.array([rows for rows, _ in found])
    x = np.array([difference for _, difference in found], np.float64)
    factor = scale_of(x, old.mean(axis=0))
    general, right = fit(x, 2e-3, old.mean(axis=0) * factor)
    weights = np.tile(general, (len(old), 1))
    for stage in range(len(old)):
        if (left == stage).sum() >= 2000 and len(old) > 1:
            weights[stage], _ = fit(x[left == stage], 5e-2, general)
    blended = (weights / factor + old) / 2      # half a step: each policy is learned from the states of the last
    blended *= MEAN / np.abs(blended).mean()
    return np.round(blended).clip(-2**20, 2**20).astype(np.int32), right


def solve_rate(game, weights, width, numbers):
    solved, spent = 0, time.process_time()
    for number in numbers:
        position = start_position(game, "own", f"held-out:{number}")
        memory, tables = start(position, width)
        solved += beam.run(memory, tables, evaluation.finished(weights), position.rules, 1 << 60) == checkpoint.FOUND
    return solved, (time.process_time() - spent) / len(numbers)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--width", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--test", type=int, default=60)
    parser.add_argument("--test-width", type=int, default=30)
    parser.add_argument("--from-weights", default="")
    parser.add_argument("--by-hand", type=float, default=0.0, metavar="SHARE",
                        help="what part of them is replaced by the weights made by hand before learning begins")
    parser.add_argument("--out", default="")
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    probe = start_position(options.game, "own", "train:0")
    stages = 1 + -(-len(probe.stock) // probe.rules.columns)
    weights = np.tile(evaluation.hand_weights(), (stages, 1))
    if options.from_weights:
        old = np.array(json.loads(Path(options.from_weights).read_text())["weights"], np.int32)
        weights = old[[min(i, len(old) - 1) for i in range(stages)]]
        weights = weights + options.by_hand * (evaluation.hand_weights() - weights)
        weights = np.round(weights).astype(np.int32)
    print("before", solve_rate(options.game, weights, options.test_width, range(options.test)), flush=True)
    first = 0
    found = []
    for turn in range(options.rounds):
        found = found[len(found) // 2:]
        solved = 0
        for number in range(first, first + options.deals):
            new, ok = pairs_of(start_position(options.game, "own", f"train:{number}"), options.width,
                               evaluation.finished(weights), rng)
            found += new
            solved += ok
        first += options.deals
        weights, right = learn(found, weights)
        print("round", turn, "solved", solved, "pairs", len(found), "right", round(right, 3),
              solve_rate(options.game, weights, options.test_width, range(options.test)), flush=True)
    target = Path(options.out or WEIGHTS / f"{options.game}.json")
    target.parent.mkdir(exist_ok=True)
    old = json.loads(target.read_text()) if target.exists() else {}
    noise = {"noise": old["noise"]} if "noise" in old else {}       # chosen by `noise.py`, not learned here
    target.write_text(json.dumps({"game": options.game, "version": 1, **noise, "weights": weights.tolist()}) + "\n")


if __name__ == "__main__":
    main()
