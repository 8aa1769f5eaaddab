"""Many numbered deals of one game, as the command line names them."""

import re
from collections.abc import Iterator

from ...errors import DealError
from ...game import start_position
from ...notation import excerpt
from ...position import Position

MOST_DEALS = 10_000_000


def numbers(deals: str) -> range:
    """
    The numbers ``source:first-last`` names.

    :raises DealError: it names none, or too many
    """
    m = re.fullmatch(r"\w+:([0-9]{1,20})-([0-9]{1,20})", deals)
    if not m:
        raise DealError("bad_deal_range", text=excerpt(deals))
    first, last = int(m[1]), int(m[2])
    if last < first:
        raise DealError("deal_range_reversed", text=deals)
    if last - first >= MOST_DEALS:
        raise DealError("too_many_deals", text=deals, count=last - first + 1, highest=MOST_DEALS)
    return range(first, last + 1)


def numbered(game: str, deals: str) -> Iterator[tuple[str, Position]]:
    """
    These deals, each with its name.

    :raises DealError: as `numbers`
    """
    source = deals.partition(":")[0]
    for number in numbers(deals):
        yield f"{source}:{number}", start_position(game, source, str(number))
