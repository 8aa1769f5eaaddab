"""
Measuring on a machine that has other things to do.

The least of several samples counts: other programs can only make a sample longer. What needs one core is measured in
CPU time, and beside each benchmark runs the same loop of plain Python, so that figures of two machines, or of one at
two times of day, can be compared as ratios.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from statistics import median
from typing import NamedTuple

FEWEST = 7
"""Samples of a benchmark, however long one takes."""
SECONDS = 1.0
"""How long samples are taken where more are cheap."""

Samples = Generator[float, None, None]
"""Seconds for one thing, measured again and again; the first sample is for warming up."""


class Timing(NamedTuple):
    """What the samples say, in seconds."""

    least: float
    median: float
    samples: int


def measure(samples: Samples, seconds: float = SECONDS) -> Timing:
    """Take samples, without the first, for so many seconds, and no fewer than `FEWEST`."""
    found: list[float] = []
    with closing(samples):
        next(samples)
        end = time.monotonic() + seconds
        for sample in samples:
            found.append(sample)
            if len(found) >= FEWEST and time.monotonic() > end:
                break
    return Timing(min(found), median(found), len(found))


def repeated(work: Callable[[], object], things: int = 1) -> Samples:
    """CPU seconds for each of the `things` that `work` does."""
    while True:
        start = time.process_time()
        work()
        yield (time.process_time() - start) / things


def waited(work: Callable[[], object], things: int = 1) -> Samples:
    """Seconds on the clock for each of the `things` that `work` does."""
    while True:
        start = time.perf_counter()
        work()
        yield (time.perf_counter() - start) / things


def started(*arguments: str) -> Samples:
    """CPU seconds of a fresh Python with these arguments, from its start to its end."""
    while True:
        start = _used_by_children()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        yield _used_by_children() - start


def _used_by_children() -> float:
    if sys.platform == "win32":
        return time.perf_counter()  # Windows does not tell; the clock is no less than it
    from resource import RUSAGE_CHILDREN, getrusage

    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def reference() -> Samples:
    """A loop that never changes: bytes, small numbers and calls, as in the law."""
    return repeated(_loop)


def _loop() -> int:
    t = bytearray(256)
    number = 1
    for i in range(5_000):
        number = _next(number, i)
        t[number & 255] = t[i & 255] + number & 127
    return number


def _next(number: int, i: int) -> int:
    return number * 69069 + i & 0xFFFFFF


def load() -> float | None:
    """How many programs have wanted a core in the last minute; None where the system does not say."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None
