"""Many numbered deals of one game, as the command line names them."""

import re
from collections.abc import Iterator

from ...errors import DealError
from ...game import start_position
from ...position import Position

MOST_DEALS = 10_000_000


def numbered(game: str, deals: str) -> Iterator[tuple[str, Position]]:
    """
    The deals ``source:first-last`` names, each with its name.

    :raises DealError: it names none
    """
    m = re.fullmatch(r"(\w+):([0-9]{1,20})-([0-9]{1,20})", deals)
    if not m or not 0 <= int(m[3]) - int(m[2]) < MOST_DEALS:
        raise DealError("bad_deal_range", text=deals[:80])
    for number in range(int(m[2]), int(m[3]) + 1):
        yield f"{m[1]}:{number}", start_position(game, m[1], str(number))
