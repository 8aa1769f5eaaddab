"""
Runs the benchmarks: `python -m benchmarks [name…] [--list] [--json]`.

Ends with 1 if one of them misses its target, with 2 if there is none of a name. `solver` and `frames` (how smoothly the
page's cards move) have arguments of their own:
`python -m benchmarks solver --help`.
"""

import argparse
import json
import platform
import sys
from typing import Any, NamedTuple

from .cases import BENCHMARKS, Benchmark
from .clock import Timing, load, measure, reference

PER_SECOND = {"µs": 1e6, "ms": 1e3}
RESTLESS = 1.3
"""Where the median is so many times the least, other programs were at work."""


class Result(NamedTuple):
    """What came out; figures are in the benchmark's unit, except where they are ratios."""

    benchmark: Benchmark
    timing: Timing
    loop: float
    """Seconds of the reference loop, measured before and after."""

    @property
    def value(self) -> float:
        return in_unit(self.timing.least, self.benchmark.unit)

    @property
    def share(self) -> float | None:
        """Time taken as a part of the time allowed."""
        target = self.benchmark.target
        return None if target is None else self.timing.least / in_seconds(target, self.benchmark.unit)

    @property
    def loops(self) -> float:
        """Time taken as a multiple of the reference loop."""
        return self.timing.least / self.loop

    @property
    def verdict(self) -> str:
        return "" if self.share is None else "ok" if self.share <= 1 else "slow"


def in_unit(seconds: float, unit: str) -> float:
    return seconds * PER_SECOND[unit] if unit in PER_SECOND else 1e-6 / seconds


def in_seconds(value: float, unit: str) -> float:
    return value / PER_SECOND[unit] if unit in PER_SECOND else 1e-6 / value


def run(benchmark: Benchmark) -> Result:
    before = measure(reference(), seconds=0.1)
    timing = measure(benchmark.samples())
    after = measure(reference(), seconds=0.1)
    return Result(benchmark, timing, min(before.least, after.least))


HEAD = f"{'':<14}{'value':>9} {'unit':<10}{'median':>8}{'target':>8}{'share':>8}{'loops':>10}"


def line(result: Result) -> str:
    benchmark = result.benchmark
    target = "" if benchmark.target is None else f"{benchmark.target:g}"
    share = "" if result.share is None else f"{result.share:.0%}"
    restless = "  restless" if result.timing.median > RESTLESS * result.timing.least else ""
    return (f"{benchmark.name:<14}{result.value:>9.3g} {benchmark.unit:<10}"
            f"{in_unit(result.timing.median, benchmark.unit):>8.3g}{target:>8}{share:>8}{result.loops:>10.2g}"
            f"  {result.verdict}{restless}").rstrip()


def facts(result: Result) -> dict[str, Any]:
    benchmark, timing = result.benchmark, result.timing
    return {"name": benchmark.name, "what": benchmark.what, "unit": benchmark.unit, "value": result.value,
            "median": in_unit(timing.median, benchmark.unit), "samples": timing.samples, "target": benchmark.target,
            "share": result.share, "loops": result.loops, "verdict": result.verdict or None}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 run.py bench", description=__doc__)
    parser.add_argument("names", metavar="name", nargs="*", help="only these benchmarks")
    parser.add_argument("--list", action="store_true", help="say what there is, and measure nothing")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    chosen = [BENCHMARKS[name] for name in options.names or BENCHMARKS]
    if options.list:
        print(*(f"{benchmark.name:<14}{benchmark.what}" for benchmark in chosen), sep="\n")
        return 0
    return report(chosen, as_json=options.json)


def report(chosen: list[Benchmark], as_json: bool) -> int:
    """Measure, and print each line as soon as it is known."""
    results = []
    if not as_json:
        print(HEAD)
    for benchmark in chosen:
        try:
            results.append(run(benchmark))
        except ModuleNotFoundError as error:
            print(f"{benchmark.name:<14}left out: {error.name} is not installed", file=sys.stderr)
            continue
        if not as_json:
            print(line(results[-1]), flush=True)
    if as_json:
        print(json.dumps({"python": platform.python_version(), "machine": platform.machine(), "load": load(),
                          "results": [facts(result) for result in results]}, indent=1))
    else:
        tell(results)
    return int(any(result.verdict == "slow" for result in results))


def tell(results: list[Result]) -> None:
    """How to read the table."""
    loops = [result.loop * 1e3 for result in results]
    busy = load()
    print("\nvalue: the best of several samples; share: of the time that the target allows; loops: in runs of a loop"
          "\nof plain Python" + (f", which took {min(loops):.3g} to {max(loops):.3g} ms" if loops else "")
          + f". Python {platform.python_version()}" + (f", load {busy:.1f}." if busy is not None else "."))


if __name__ == "__main__":
    if sys.argv[1:2] == ["frames"]:
        from . import frames

        sys.exit(frames.main(sys.argv[2:]))
    if sys.argv[1:2] == ["solver"]:
        from . import solver

        sys.exit(solver.main(sys.argv[2:]))
    sys.exit(main())
