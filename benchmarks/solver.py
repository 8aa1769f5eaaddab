"""
The solver on many deals: `python -m benchmarks solver GAME… --deals own:1-100 [--seconds 20]`; without `--deals`,
beside other solvers' recorded verdicts on the deals in `peers/`: `python -m benchmarks solver [GAME…]`.

Seconds, the limit's too, are CPU seconds of one core, kernels warm. Every win was replayed by the engine. Simple Simon
is also given to Freecell Solver in the same run, where that is installed (Debian: freecell-solver-bin).
"""

import argparse
import json
import math
import re
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from kreuzspinne.game import start_position
from kreuzspinne.position import Position
from kreuzspinne.solver.search import solve, warm_up

from . import live

PEERS = Path(__file__).parent / "peers"
OTHER_RULES = "deal only when no other move"
"""Peers that say this play another Scorpion than the default here; their verdicts are shown, not compared."""
LIMITS = (0.1, 0.2, 0.5, 1, 2, 10, 15, 20, 60, 120)


class Answer(NamedTuple):
    """What came out for one deal."""

    name: str
    verdict: str
    seconds: float
    moves: int
    nodes: int
    wall: float = 0.0


def answers(positions: Iterable[tuple[str, Position]], seconds: float, shorter: bool = False) -> Iterator[Answer]:
    """Solve one after the other."""
    for name, position in positions:
        begun, wall = time.process_time(), time.perf_counter()
        spent = partial(_is_spent, begun + seconds)
        found = solve(position, seconds=math.inf, stop=spent, shorter=shorter)
        yield Answer(name, found.verdict, time.process_time() - begun, len(found.moves), found.nodes,
                     time.perf_counter() - wall)


def _is_spent(end: float) -> bool:
    """Has this process used the core for so long? The clock would count what other programs took."""
    return time.process_time() >= end


def numbered(game: str, deals: str) -> Iterator[tuple[str, Position]]:
    m = re.fullmatch(r"(\w+):(\d+)-(\d+)", deals)
    if not m:
        raise SystemExit(f"{deals!r} is no range of deals: it is written own:1-100")
    for number in range(int(m[2]), int(m[3]) + 1):
        yield f"{m[1]}:{number}", start_position(game, m[1], str(number))


def summary(found: list[Answer], seconds: float) -> dict[str, Any]:
    """Counts, shares decided by time, quantiles, and the speed."""
    spent = sorted(answer.seconds for answer in found)
    decided = [answer for answer in found if answer.verdict != "unknown"]
    lengths = sorted(answer.moves for answer in found if answer.verdict == "solved")
    return {
        "deals": len(found),
        **{verdict: sum(answer.verdict == verdict for answer in found)
           for verdict in ("solved", "unsolvable", "unknown")},
        "decided within": {str(limit): round(sum(answer.seconds <= limit for answer in decided) / len(found), 4)
                           for limit in LIMITS if limit <= seconds},
        "median": round(spent[len(spent) // 2], 3), "p99": round(spent[int(len(spent) * 0.99)], 2),
        "mean": round(sum(spent) / len(spent), 3), "moves": lengths[len(lengths) // 2] if lengths else 0,
        "nodes per second": round(sum(answer.nodes for answer in found) / sum(spent)),
        "unknown deals": [answer.name for answer in found if answer.verdict == "unknown"],
    }


def peers(games: list[str], seconds: float) -> int:
    """Our verdicts beside the recorded ones; 1 if one contradicts, or we miss a win of theirs: each is pointed out."""
    code = 0
    for path in sorted(PEERS.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text().splitlines()][1:]
        if games and path.stem not in games:
            continue
        ours = list(answers(((row["id"], Position.read(row["position"])) for row in rows), seconds))
        print(path.stem, json.dumps(summary(ours, seconds)))
        theirs: dict[str, dict[str, int]] = {}
        for row, answer in zip(rows, ours, strict=True):
            for peer, (verdict, _) in row["peers"].items():
                counts = theirs.setdefault(peer, {})
                counts[verdict] = counts.get(verdict, 0) + 1
                if OTHER_RULES in peer:
                    continue
                if {verdict, answer.verdict} == {"solved", "unsolvable"}:
                    print("  CONTRADICTION", row["id"], peer, verdict, "ours", answer.verdict)
                    code = 1
                elif verdict == "solved" and answer.verdict == "unknown":
                    print("  missed", row["id"], "which", peer, "won")
                    code = 1
        for peer, counts in theirs.items():
            print("  ", peer, counts)
        if path.stem == live.GAME:
            code |= beside(rows, ours, seconds)
    return code


def beside(rows: list[dict[str, Any]], ours: list[Answer], seconds: float) -> int:
    """The same deals by another solver now, on this machine; 1 if it wins one that we do not."""
    if not live.is_installed():
        print(f"   {live.PROGRAM} is not installed here: only recorded verdicts were compared")
        return 0
    theirs = [live.answer(Position.read(row["position"]), seconds) for row in rows]
    code = 0
    for row, answer, own in zip(rows, theirs, ours, strict=True):
        if answer.verdict == "solved" != own.verdict:
            print("  missed", row["id"], "which", live.PROGRAM, "won just now; ours:", own.verdict)
            code = 1
    solved = sum(answer.verdict == "solved" for answer in theirs)
    cpu, wall = sum(answer.cpu for answer in theirs), sum(answer.wall for answer in theirs)
    print(f"   {live.PROGRAM} just now: {solved} of {len(theirs)} solved in {cpu:.1f} s of a core ({wall:.1f} s on the "
          f"clock, with its start each time); ours: {sum(own.verdict != 'unknown' for own in ours)} decided in "
          f"{sum(own.seconds for own in ours):.1f} s of a core ({sum(own.wall for own in ours):.1f} s on the clock)")
    return code


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("benchmarks solver", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", default="", metavar="SOURCE:FIRST-LAST")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--shorter", action="store_true", help="look for shorter lines too, as a player would be shown")
    options = parser.parse_args(arguments)
    warm_up()
    if not options.deals:
        return peers(options.games, options.seconds)
    for game in options.games or ["spider4"]:
        found = list(answers(numbered(game, options.deals), options.seconds, options.shorter))
        print(game, options.deals, json.dumps(summary(found, options.seconds)), flush=True)
    return 0
