"""How much noise the solver's narrow beams want: the same deals with several amounts of it.

    python studies/evaluation/noise.py gypsy 400-599 --seconds 2 1023 4095,4095,4095,16383,16383,16383,16383,131071

An amount is the most that noise adds to a score, by rows left, the last for all more: what the key ``noise`` of a
weights file says. Deals are own deals whose text begins with ``held-out:``. Seconds are of the processor. "all" is
the time spent on all deals together, those given up included.
"""

import argparse
import time
from unittest import mock

from kreuzspinne.game import start_position
from kreuzspinne.solver import search

MARKS = 0.2, 0.5, 1, 2, 5, 10, 20


def seconds_of(position, seconds, memory):
    """Processor seconds until a verdict, and whether there was one."""
    begun = time.process_time()
    verdict = search.solve(position, seconds=1e9, shorter=False, memory=memory,
                           stop=lambda: time.process_time() - begun > seconds)
    return time.process_time() - begun, verdict.verdict != "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("deals", help="FIRST-LAST")
    parser.add_argument("amounts", nargs="+")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--memory", type=int, default=1000, metavar="MB")
    options = parser.parse_args()
    first, last = map(int, options.deals.split("-"))
    positions = [start_position(options.game, "own", f"held-out:{number}") for number in range(first, last + 1)]
    search.warm_up(positions[0])
    for amount in options.amounts:
        spreads = tuple(map(int, amount.split(",")))
        with mock.patch.object(search, "spreads", lambda base, rules, spreads=spreads: spreads):
            found = [seconds_of(position, options.seconds, options.memory << 20) for position in positions]
        shares = {mark: sum(took <= mark and done for took, done in found) for mark in MARKS if mark <= options.seconds}
        print(amount, "of", len(found), shares, "all", round(sum(took for took, _ in found), 1), flush=True)


if __name__ == "__main__":
    main()
