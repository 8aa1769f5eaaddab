"""Counting what the rules allow: the check that two programs mean the same rules."""

from typing import NamedTuple
from zlib import crc32

from .cards import UNSEEN
from .position import Position


class Perft(NamedTuple):
    """Counts at one depth."""

    sequences: int
    """Ways to play that many moves."""
    positions: int
    """Distinct positions they lead to."""
    checksum: str
    """Sum of the CRC-32 of the line each sequence ends in, without the variant, modulo 2^32, in hexadecimal."""


def perft(position: Position, depth: int) -> Perft:
    """
    Counts after exactly `depth` moves; a won game has no further ones.

    Works layer by layer, so that ways that meet are followed once: memory grows with the positions,
    not with the sequences.

    :raises PositionError: a move turns a card that the fragment does not name
    """
    known = UNSEEN not in position.hidden
    layer = {position: 1}
    for _ in range(depth):
        following: dict[Position, int] = {}
        for before, ways in layer.items():
            for move in before.moves:
                after = before.after(move) if known else before.advance(move)[1]
                following[after] = following.get(after, 0) + ways
        layer = following
    checksum = sum(ways * crc32(str(leaf).partition(" ")[2].encode()) for leaf, ways in layer.items())
    return Perft(sum(layer.values()), len(layer), f"{checksum % 2**32:08x}")

