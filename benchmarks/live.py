"""Another solver in the same run, where it is installed: Freecell Solver, on Simple Simon."""

import os
import re
import shutil
import subprocess
import time
from typing import NamedTuple

from kreuzspinne.formats import fc_solve
from kreuzspinne.position import Position

GAME, PROGRAM = "simplesimon", "fc-solve"
OPTIONS = ("--game", "simple_simon", "--load-config", "the-last-mohican")
_STATES = re.compile(r"^Total number of states checked is (\d+)\.$", re.MULTILINE)


class Answer(NamedTuple):
    """What the other solver said of one deal."""

    verdict: str
    """``solved`` or ``unknown``: it does not try everything, so it never proves that a deal is lost."""
    states: int
    wall: float
    cpu: float


def is_installed() -> bool:
    return shutil.which(PROGRAM) is not None


def read(output: str) -> tuple[str, int]:
    """Verdict and states checked, from what the program prints."""
    states = _STATES.search(output)
    verdict = "solved" if re.search("^This game is solveable.$", output, re.MULTILINE) else "unknown"
    return verdict, int(states[1]) if states else 0


def answer(position: Position, seconds: float) -> Answer:
    """What the program says of this position, with its own start in its time."""
    begun, cpu = time.perf_counter(), _children()
    try:
        done = subprocess.run([PROGRAM, *OPTIONS], input=fc_solve.write(position), timeout=seconds,
                              capture_output=True, text=True, check=False)
        verdict, states = read(done.stdout)
    except subprocess.TimeoutExpired:
        verdict, states = "unknown", 0
    return Answer(verdict, states, time.perf_counter() - begun, _children() - cpu)


def _children() -> float:
    """CPU seconds of all programs that were started here and have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system
