"""What to try, one after the other, until a position is decided."""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from ..position import Position
from .hopeless import ONE_DECK
from .proof import POSITION_BYTES

BEAM, COMPLETE = "beam", "complete"
LEVELS, LAST_LEVELS = 60, 260
"""How many levels a beam may have between two deals, and after the last one."""
PATIENCE = 6
NARROWEST, FACTOR, AGAIN = 30, 3, 2
"""Width of the first beam, how much wider each level is, and how often all narrower ones come before it."""
SHARES = 8, 60
FIRST_OPINION = 4
"""The first beams judge as was learned; after them, every other one by an opinion of its own."""
COMPLETE_AFTER = 4
PARTS, LATE_PARTS = {BEAM: 1, COMPLETE: 2}, {BEAM: 1, COMPLETE: 40}
"""Of three nodes one is for the beams, when both are under way; of forty-one, where they will hardly win any more."""
WIDE, SHORT_LIFE = 810, 10
"""A beam so wide that filled no more than so many levels met little that was not lost: another will hardly win."""
LATE = 126
"""After so many beams, two of them 243 times as wide as the narrowest (or as there is room for), one hardly wins."""
SMALL_ROOM, LARGE_GAMES_ROOM = 200_000, 20_000
"""For how many positions there is room at first in a small game; and at all in a large one, near its end."""
BEAMS_PART = 10
"""In a small game one part in so many of the memory is for the beams, the rest for the complete search."""
PROBE = 8
"""In a small game a beam after the last deal soon wins or dies: there is time to follow every state by itself."""


class Attempt(NamedTuple):
    """One thing to try."""

    kind: str
    """`BEAM` or `COMPLETE`."""
    size: int
    """Width of the beam, or how many positions there is room for."""
    shares: int = 8
    """No state at the start of a stage may fill more than one part in `shares` of the next stage's beam."""
    noise: int = 0
    """Seed of the noise on the score; 0: none."""
    opinion: int = 0
    """By which weights it judges (`opinions`)."""
    price: int = 0
    """What a move costs, where a short line is wanted more than a sure one."""
    probe: int = 0
    """Width of a beam for each state by itself after the last deal; 0: they compete as always."""
    late: bool = False
    """Did so many come before it that it will hardly win?"""

    def __str__(self) -> str:
        return f"{self.kind} {self.size}"


def beams(position: Position, memory: int, seed: int) -> Iterator[Attempt]:
    """
    Beams of all widths without end.

    Narrow beams come back with other noise and other opinions: a deal that one of them misses mostly falls to the next.
    Each width gets about half as much time again as the one below it (in the manner of Luby, Sinclair and Zuckerman).
    """
    small = is_small(position)
    # No beam may be narrower than those that probe in its arrays.
    most = max(PROBE, (memory // BEAMS_PART if small else memory) // beam_bytes(position, 1))
    for turn, level in enumerate(ruler()):
        yield Attempt(
            BEAM, min(NARROWEST * FACTOR ** level, most), SHARES[turn // 4 % 2], seed + turn,
            opinion=turn // 2 if turn % 2 and turn > FIRST_OPINION else 0,
            probe=PROBE if small and position.stock and (turn % 2 or level > 1) else 0, late=turn >= LATE)


def completes(position: Position, memory: int) -> Iterator[Attempt]:
    """A complete search that is soon over, and in a small game one that may take what memory there is."""
    room = int((memory - memory // BEAMS_PART) / POSITION_BYTES)
    yield Attempt(COMPLETE, min(room, SMALL_ROOM if is_small(position) else LARGE_GAMES_ROOM))
    if is_small(position):
        yield Attempt(COMPLETE, room)


def parts_after(beam: Attempt, expanded: int) -> dict[str, int] | None:
    """How nodes should be shared out after a beam that expanded so many states; None: a narrow one does not tell."""
    if beam.late:
        return LATE_PARTS
    if beam.size < WIDE:
        return None
    return LATE_PARTS if expanded <= SHORT_LIFE * beam.size else PARTS


def is_small(position: Position) -> bool:
    """Is it a game of one deck? Often all its positions can be tried."""
    return position.rules.cards <= ONE_DECK


def ruler() -> Iterator[int]:
    """0 0 1 0 0 1 2 0 0 1 0 0 1 2 3 …: twice what was before, then one more."""
    yield 0
    for level in count(1):
        for _ in range(AGAIN - 1):
            yield from _mark(level - 1)
        yield level


def _mark(level: int) -> Iterator[int]:
    for _ in range(AGAIN if level else 0):
        yield from _mark(level - 1)
    yield level


def beam_bytes(position: Position, width: int) -> int:
    """About how many bytes a beam of this width takes."""
    rules = position.rules
    row = 2 * rules.columns + rules.piles + rules.cards
    stages = 1 + -(-len(position.stock) // rules.columns)
    return width * (5 * row + 8 * 32 + 16 * 600 + 8 * (LEVELS * (stages - 1) + LAST_LEVELS))
