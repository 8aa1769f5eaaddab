"""Many numbered deals of one game, as the command line names them."""

import re
from collections.abc import Iterator

from ...errors import DealError
from ...game import start_position
from ...position import Position

MOST_DEALS = 10_000_000


def numbers(deals: str) -> range:
    """
    The numbers ``source:first-last`` names.

    :raises DealError: it names none
    """
    m = re.fullmatch(r"\w+:([0-9]{1,20})-([0-9]{1,20})", deals)
    if not m or not 0 <= int(m[2]) - int(m[1]) < MOST_DEALS:
        raise DealError("bad_deal_range", text=deals[:80])
    return range(int(m[1]), int(m[2]) + 1)


def numbered(game: str, deals: str) -> Iterator[tuple[str, Position]]:
    """
    These deals, each with its name.

    :raises DealError: as `numbers`
    """
    source = deals.partition(":")[0]
    for number in numbers(deals):
        yield f"{source}:{number}", start_position(game, source, str(number))
