"""
Perft files: positions with the numbers of moves, positions and their checksum by depth.

``python tests/perft_files.py`` counts every entry of own.perft anew with the oracle alone; ``--check`` compares both
files with it, as deep as they go (half a minute).
"""

import sys
from pathlib import Path
from typing import NamedTuple

from duel import oracle_game

import naive

FOLDER = Path(__file__).parent / "perft"


class Entry(NamedTuple):
    id: str
    position: str
    counts: dict[int, list[str]]
    """By depth: sequences, and where the file gives them distinct positions and the checksum."""


def read(name):
    """Every entry of a perft file."""
    entries = []
    for line in (FOLDER / name).read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            entries.append(Entry(rest, "", {}))
        elif word == "position":
            entries[-1] = entries[-1]._replace(position=rest)
        elif word == "perft":
            depth, *counts = rest.split()
            entries[-1].counts[int(depth)] = counts
    return entries


def counted(position, depth):
    """By depth, what the oracle counts."""
    name, tail = position.split(" ", 1)
    found = naive.perft(oracle_game(name), tail, depth)
    return {depth: [str(sequences), str(positions), f"{checksum:08x}"]
            for depth, (sequences, positions, checksum) in enumerate(found, 1)}


def recount(name):
    """Write the file with the oracle's counts, to the depths that it has."""
    path = FOLDER / name
    text = path.read_text()
    for entry in read(name):
        found = counted(entry.position, max(entry.counts))
        old, new = (entry_text(entry.position, counts) for counts in (entry.counts, found))
        assert old in text, entry.id
        text = text.replace(old, new)
    path.write_text(text)


def entry_text(position, counts):
    return "\n".join([f"position {position}", *(f"perft {depth} {' '.join(row)}" for depth, row in counts.items())])


def check(name):
    for entry in read(name):
        found = counted(entry.position, max(entry.counts))
        for depth, counts in entry.counts.items():
            assert found[depth][:len(counts)] == counts, (entry.id, depth)


if __name__ == "__main__":
    if "--check" in sys.argv:
        check("public.perft")
        check("own.perft")
    else:
        recount("own.perft")
