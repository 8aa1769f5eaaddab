"""XPat2's deals: game numbers 0 … 999999999, and `rng0-<number>` for its old generator.

XPat2 up to version 1.03 drew its cards by another formula, which later versions keep under the option `-rng 0`.
Compared with deals of the running program, version 1.07; those of the old generator follow its description only.
"""

from collections.abc import Iterator
from itertools import islice

from ..variants import Variant
from .lay import SPREAD, Dealt, column_by_column, lay, on_table, rank_by_rank
from .numbers import decimal

_LAYOUTS = {"spider4": SPREAD, "gypsy": ((2, 1),) * 8}

GAMES = tuple(_LAYOUTS)
HIGHEST = 999_999_999
OLD = "rng0-"
_MODULUS = 10 ** 9


def canonical(number: str) -> str:
    """
    The number without leading zeros, `rng0-` kept.

    :raises DealError: no such number
    """
    old, value = _read(number)
    return f"{OLD if old else ''}{value}"


def deal(variant: Variant, number: str) -> Dealt:
    """Deal Spider with four suits or Gypsy."""
    old, value = _read(number)
    layout = _LAYOUTS[variant.base]
    drawn = _drawn(value, old)
    # The program fills one long row of cards from its end. The columns lie at its beginning, the stock is dealt
    # from its end: so the stock is what was drawn first, and the first column's deepest card was drawn last.
    in_columns = drawn[::-1][:on_table(layout)]
    return lay(layout, column_by_column(layout), in_columns + drawn[:len(drawn) - len(in_columns)])


def _read(number: str) -> tuple[bool, int]:
    """Is it the old generator, and the number."""
    lower = number.lower()
    old = lower.startswith(OLD)
    return old, decimal(lower if old else number, "xpat2", 0, HIGHEST, OLD if old else "")


def _drawn(number: int, old: bool) -> list[int]:
    """The pack in the order in which the program takes cards out of it, the others closing up."""
    left = rank_by_rank("cshd") * 2
    draws = _draws(number)
    # The division comes first, in floating point: exact arithmetic differs in a few cases in 10^9.
    return [left.pop(draw % len(left) if old else int(draw / 1e9 * len(left)))
            for draw in islice(draws, len(left))]


def _draws(number: int) -> Iterator[int]:
    """Knuth's subtractive generator (The Art of Computer Programming 2, 3.2.2 A), its first 165 numbers left out."""
    ring = [number] * 55
    previous, current = number, 1
    for step in range(1, 55):
        ring[21 * step % 55] = current
        previous, current = current, (previous - current) % _MODULUS
    return islice(_turn(ring), 165, None)


def _turn(ring: list[int]) -> Iterator[int]:
    here, there = 0, 24
    while True:
        here, there = (here - 1) % 55, (there - 1) % 55
        ring[here] = (ring[here] - ring[there]) % _MODULUS
        yield ring[here]
