"""Counting what the rules allow, against the numbers in tests/perft."""

import os

import perft_files
import pytest

from kreuzspinne.perft import perft
from kreuzspinne.position import Position

MOST = int(os.environ.get("PERFT_SEQUENCES", "20000"))
"""Depths with more sequences of moves than this are skipped: the engine plays each in some 15 µs, less where ways meet
(PERFT_SEQUENCES=1000000 counts everything)."""
MOST_FOR_THE_ORACLE = 300

ENTRIES = [*perft_files.read("public.perft"), *perft_files.read("own.perft")]


def depths(entry, most):
    return [depth for depth, counts in entry.counts.items() if int(counts[0]) <= most or depth == 1]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_perft(entry):
    position = Position.read(entry.position, fragment=True)
    for depth in depths(entry, MOST):
        expected = entry.counts[depth]
        found = perft(position, depth)
        assert [str(number) for number in found][:len(expected)] == expected, f"depth {depth}"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_oracle_counts_the_same(entry):
    for depth, found in perft_files.counted(entry.position, max(depths(entry, MOST_FOR_THE_ORACLE))).items():
        expected = entry.counts[depth]
        assert found[:len(expected)] == expected, f"depth {depth}"


def test_positions_are_written_canonically():
    for entry in ENTRIES:
        assert str(Position.read(entry.position, fragment=True)) == entry.position


def test_every_entry_is_counted_to_some_depth():
    assert len(ENTRIES) > 100
    assert len({entry.id for entry in ENTRIES}) == len(ENTRIES)
    assert all(1 in entry.counts for entry in ENTRIES)
