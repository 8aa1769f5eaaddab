"""Reading deal numbers, and the steps from numbers to shuffled cards that several sources share."""

from collections.abc import Callable, Iterator

from ..errors import DealError

LONGEST = 200
"""No number and no seed is longer, in characters."""

QUOTED = 60


def decimal(text: str, source: str, lowest: int, highest: int, prefix: str = "") -> int:
    """
    A deal's number, written with the digits 0-9 only; leading zeros count for nothing.

    :param prefix: stands before the number; the error shows it on both bounds
    :raises DealError: not a number, or not between `lowest` and `highest`
    """
    digits = text.removeprefix(prefix)
    if is_decimal(digits) and len(digits) <= LONGEST and lowest <= int(digits) <= highest:
        return int(digits)
    raise DealError("bad_deal_number", source=source, number=shown(text),
                    lowest=f"{prefix}{lowest}", highest=f"{prefix}{highest}")


def is_decimal(text: str) -> bool:
    """Nothing but the digits 0-9? (Python alone would also read +42, 4_2 and the digits of other scripts.)"""
    return text.isascii() and text.isdigit()


def shown(text: str) -> str:
    """What a player typed, made fit to be quoted in a message: not too long, and nothing that cannot be printed."""
    quoted = "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in text[:QUOTED])
    return quoted + "…" if len(text) > QUOTED else quoted


def below(words: Iterator[int], count: int) -> int:
    """A number 0 … `count` - 1, each equally likely, from the next of `words` (32 bits each) that will do."""
    limit = (1 << 32) // count * count
    return next(word for word in words if word < limit) % count


def shuffle(cards: list[int], pick: Callable[[int], int]) -> None:
    """Mix in place: from the last place down, swap each card with that at place `pick(how many are left)`."""
    for last in range(len(cards) - 1, 0, -1):
        other = pick(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def microsoft(state: int) -> Iterator[int]:
    """The numbers, 16 bits each, of the generator in Microsoft's C library (which gives out the lower 15)."""
    while True:
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        yield state >> 16
