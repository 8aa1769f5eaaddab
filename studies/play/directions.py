"""The directions in which a policy search changes the weights: groups that a player would think of as one."""

from typing import Any

import numpy as np

from kreuzspinne.player import worth
from kreuzspinne.solver import evaluation as e

Change = dict[int, float]
"""
By how much each weight changes, by its place in the weight vector: so much that the values of rival plans differ by
some hundredths more of what they differ by anyway.
"""

_RANKS = range(1, 14)
_OPEN = e.F_RUN + 14

ONE_WEIGHT = {
    "break under hidden": (e.F_PAIR + 4 + e.BREAK, 60), "break": (e.F_PAIR + 8 + e.BREAK, 200),
    "fits over hidden": (e.F_PAIR + 4 + e.FITS, 60), "fits": (e.F_PAIR + 8 + e.FITS, 120),
    "travels over hidden": (e.F_PAIR + 4 + e.TRAVELS, 60), "travels": (e.F_PAIR + 8 + e.TRAVELS, 60),
    "link over hidden": (e.F_PAIR + 4 + e.LINK, 25), "link": (e.F_PAIR + 8 + e.LINK, 25),
    "buried over hidden": (e.F_BURIED + 1, 14), "buried": (e.F_BURIED + 2, 25),
    "king over hidden": (e.F_KING + 1, 180), "king": (e.F_KING + 2, 100), "king base": (e.F_BASE + 13, 180),
    "over": (e.F_OVER + 1, 25), "over suit": (e.F_OVER_SUIT + 1, 50), "open column": (e.F_HIDDEN, 150),
    "join link": (e.F_JOIN + e.LINK, 110), "join travels": (e.F_JOIN + e.TRAVELS, 100),
    "join fits": (e.F_JOIN + e.FITS, 80),
    "turn link": (worth.E_TURN_LINK, 130), "turn fits": (worth.E_TURN_FITS, 90),
    "draw link": (worth.E_DRAW_LINK, 150), "draw fits": (worth.E_DRAW_FITS, 120), "draw head": (worth.E_DRAW_HEAD, 140),
    "deal": (worth.E_DEAL, 400), "deal head": (worth.E_DEAL_HEAD, 60),
}
GROUPS: dict[str, Change] = {
    "hidden column": {e.F_HIDDEN + h: 200 for h in range(1, 16)},
    "hidden": {e.F_HIDDEN + h: 100 * h for h in range(1, 16)},
    "hidden deep": {e.F_HIDDEN + h: 110 * max(0, h - 2) for h in range(1, 16)},
    "run": {_OPEN + length: 15 * length for length in range(2, 14)},
    "long run": {_OPEN + length: 120 for length in range(7, 14)},
    "top rank": {e.F_TOP + rank: 12 * (rank - 7) for rank in _RANKS},
    "column": {e.F_TOP + rank: 150 for rank in _RANKS},
    "base": {e.F_BASE + rank: 150 for rank in _RANKS},
    "base rank": {e.F_BASE + rank: 15 * (rank - 7) for rank in _RANKS},
    "space": {e.F_EMPTY + n: 250 for n in range(1, 8)},
    "second space": {e.F_EMPTY + n: 400 for n in range(2, 8)},
    "third space": {e.F_EMPTY + n: 600 for n in range(3, 8)},
    "gone": {e.F_GONE + n: 350 * n for n in range(1, 17)},
}
CARDS_GO_UP: dict[str, Change] = {
    "up": {e.F_UP + n: 60 * n for n in range(1, 14)},
    "needed": {e.F_NEEDED + n: -30 * n for n in range(16)},
    "needed near": {e.F_NEEDED + n: 80 for n in range(3)},
}
BY_STAGE = ("hidden", "hidden column", "space", "second space", "fits", "break", "fits over hidden",
            "break under hidden", "join link", "join fits", "gone", "link", "deal", "turn link", "turn fits",
            "draw link", "open column")
"""Those that may change by how many rows are left, too."""


def directions(stages: int, *, cards_go_up: bool, travels: bool) -> tuple[list[str], Any]:
    """Names, and float[directions, stages, WEIGHTS - 1]: without what follows from the weights."""
    changes = {name: {place: float(size)} for name, (place, size) in ONE_WEIGHT.items()} | GROUPS
    if cards_go_up:
        changes |= CARDS_GO_UP
    if not travels:
        changes = {name: change for name, change in changes.items() if "travels" not in name}
    names, found = [], []
    for name, change in changes.items():
        one = np.zeros((stages, worth.WEIGHTS))
        for place, size in change.items():
            one[:, place] = size
        names.append(name)
        found.append(one)
        if name in BY_STAGE and stages > 1:
            names.append(name + " by rows left")
            found.append(one * np.linspace(-1, 1, stages)[:, None])
    return names, np.delete(np.array(found), e.RUN_WORTH, axis=2)
