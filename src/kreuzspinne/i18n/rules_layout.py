"""The pack, the first cards on the table and the stock, in words."""

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from .. import deals, table
from ..cards import KING, SUITS, suit
from ..variants import VARIANTS, Layout
from .blocks import Block, Bullets, Paragraph
from .teller import Teller

PROGRAMS = {"xpat2": "XPat2", "pysol": "PySolFC", "kpat": "KPatience", "aisleriot": "Aisleriot"}
"""What the sources of deals are called."""

SHORTEST_STAIRS = 3
"""So many columns that differ by one card each are told of as one."""


class Segment(NamedTuple):
    """Neighbouring columns that can be told of in one sentence."""

    first: int
    last: int
    step: int
    """How many more cards each column has than the one before."""


def segments(layout: Layout) -> list[Segment]:
    """The columns from the left: equal ones together, and stairs where all columns show their cards alike."""
    found: list[Segment] = []
    while (first := found[-1].last + 1 if found else 0) < len(layout):
        last = _equal_to(layout, first)
        stairs = _stairs_to(layout, first) if last == first and _is_alike(layout) else first
        if stairs - first + 1 >= SHORTEST_STAIRS:
            found.append(Segment(first, stairs, _height(layout, first + 1) - _height(layout, first)))
        else:
            found.append(Segment(first, last, 0))
    return found


def _height(layout: Layout, column: int) -> int:
    return sum(layout[column])


def _is_alike(layout: Layout) -> bool:
    """Is in every column only the top card open, or are all?"""
    return all(up == 1 for _, up in layout) or all(down == 0 for down, _ in layout)


def _equal_to(layout: Layout, first: int) -> int:
    last = first
    while last + 1 < len(layout) and layout[last + 1] == layout[first]:
        last += 1
    return last


def _stairs_to(layout: Layout, first: int) -> int:
    heights = [_height(layout, column) for column in range(first, len(layout))]
    steps = [after - before for before, after in pairwise(heights)]
    length = 0
    while length < len(steps) and abs(steps[length]) == 1 and steps[length] == steps[0]:
        length += 1
    return first + length


def layout_blocks(teller: Teller) -> list[Block]:
    """How the cards lie before the first move."""
    parts = segments(teller.variant.layout)
    stairs = any(part.step for part in parts)
    after = _shown(teller, stairs) + _sums(teller)
    if len(parts) == 1:
        return [Paragraph(" ".join([_whole(teller, parts[0]), *after]))]
    return [Bullets([_segment(teller, part, stairs) for part in parts]), Paragraph(" ".join(after))]


def _whole(teller: Teller, part: Segment) -> str:
    """A layout that needs only one sentence."""
    layout = teller.variant.layout
    if not part.step:
        return teller.tell("page_deal_each", what=_cards(teller, layout[0]))
    if _height(layout, 0) == 1:
        return teller.tell("page_deal_stairs")
    return _segment(teller, part, True)


def _segment(teller: Teller, part: Segment, stairs: bool) -> str:
    layout = teller.variant.layout
    facts = {"first": part.first + 1, "last": part.last + 1}
    low, high = sorted((_height(layout, part.first), _height(layout, part.last)))
    if part.step:
        return teller.tell("page_deal_rising" if part.step > 0 else "page_deal_falling", low=low, high=high, **facts)
    what = teller.tell("page_cards_height", height=low) if stairs else _cards(teller, layout[part.first])
    return teller.tell("page_deal_" + _how_many(part.last - part.first + 1), what=what, **facts)


def _how_many(columns: int) -> str:
    return {1: "one", 2: "two"}.get(columns, "some")


def _cards(teller: Teller, column: tuple[int, int]) -> str:
    down, up = column
    return teller.tell("page_cards_mixed" if down else "page_cards_open", down=down, up=up)


def _shown(teller: Teller, stairs: bool) -> list[str]:
    """Which cards are open, where the sentences before do not say it of each column."""
    if not stairs:
        return []
    return [teller.tell("page_deal_tops" if teller.variant.face_down else "page_deal_open")]


def _sums(teller: Teller) -> list[str]:
    return [teller.tell("page_deal_sum_down" if teller.variant.face_down else "page_deal_sum"),
            teller.tell("page_deal_rest" if teller.variant.stock else "page_deal_all")]


def pack(teller: Teller) -> str:
    """Which cards there are, and how many of each."""
    counts = Counter(teller.variant.suits)
    kinds = sorted(set(counts.values()), reverse=True)
    if len(kinds) > 1:
        code, times = "page_pack_uneven", ", ".join(_suits_with(teller, counts, kind) for kind in kinds)
    else:
        code, times = {len(SUITS): "page_pack_decks", 1: "page_pack_suit"}.get(len(counts), "page_pack_suits"), (
            teller.times(kinds[0]))
    names = {suit: teller.suit(SUITS.index(suit)) for suit in counts}
    each = [teller.tell("page_suit_count", count=count * KING, suit=names[suit]) for suit, count in counts.items()]
    return teller.tell(code, times=times, counts=each, decks=kinds[0])


def _suits_with(teller: Teller, counts: Counter[str], number: int) -> str:
    suits = [teller.suit(SUITS.index(suit)) for suit, count in counts.items() if count == number]
    return teller.tell("page_suit_times", times=teller.times(number), suits=suits)


def ranks(teller: Teller) -> str:
    """The order of the ranks."""
    return teller.tell("page_ranks", ranks=", ".join(map(teller.rank, range(KING, 0, -1))))


def foreign_suits(teller: Teller) -> list[str]:
    """That some programs deal this game with other suits, if they do."""
    return _foreign(teller, "page_foreign_suits", 0)


def foreign_layout(teller: Teller) -> list[str]:
    """That some programs lay this game out in another way, if they do."""
    return _foreign(teller, "page_foreign_layout", 1)


def _foreign(teller: Teller, code: str, which: int) -> list[str]:
    programs = [PROGRAMS[source] for source in PROGRAMS if _differs(source, teller.variant.base)[which]]
    return [teller.tell(code, programs=programs)] if programs else []


@cache
def _differs(source: str, base: str) -> tuple[bool, bool]:
    """Does a program deal a game of the catalogue with other suits, and with another layout?"""
    if base not in deals.games(source):
        return False, False
    variant = VARIANTS[base]
    columns, stock = deals.deal(variant, source, "1")
    pack = Counter(SUITS[suit(card)] for cards in [stock, *(cards for cards, _ in columns)] for card in cards)
    return (pack != Counter(variant.suits * KING),
            tuple((down, len(cards) - down) for cards, down in columns) != variant.layout)


def rows(teller: Teller) -> str:
    """How the stock is dealt, and how far it goes."""
    columns, stock = teller.variant.rules.columns, teller.variant.stock
    full, last = divmod(stock, columns)
    if not last:
        return teller.tell("page_stock_rows", rows=full)
    first = table.first_dealt(teller.variant.rules, last) + 1
    where = teller.tell("page_columns_" + _how_many(last), first=first, last=first + last - 1)
    return teller.tell("page_stock_short" if full else "page_stock_only", rows=full + 1, last=last, where=where)
