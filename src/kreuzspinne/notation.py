"""Text for cards, columns, moves and steps (the grammar is in docs/notation.md). Pure text work: no rules here."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from . import table
from .cards import UNSEEN, card, name
from .errors import NotationError

PLACES = "abcdefghijklmno"
"""Columns from the left."""

_CARD = "[A2-9TJQK][shdc]"
_TOKEN = re.compile(rf"({_CARD})|([0-9]{{0,3}})\?")
_MOVE = re.compile(rf"([a-o])([a-o])(0{{0,2}}[1-9][0-9]{{0,2}})?|([a-o])\^|\^({_CARD})([a-o])|(\+)")
_STEP = re.compile(rf"([^=,]+)(?:=((?:{_CARD})+))?((?:,[a-o]\^(?:={_CARD})?)*)")
_DEPARTURE = re.compile(rf",([a-o])\^(?:=({_CARD}))?")
_SHOWN = 80


def excerpt(text: str) -> str:
    """The text as an error shows it: not longer than a line."""
    return text if len(text) <= _SHOWN else text[:_SHOWN - 1] + "…"


def read_cards(text: str) -> list[int]:
    """
    Card numbers of ``7dQh3?``; `UNSEEN` for each card nobody has seen.

    :raises NotationError: something else stands there
    """
    found: list[int] = []
    end = 0
    while end < len(text):
        token = _TOKEN.match(text, end)
        if not token:
            raise NotationError("bad_card", text=excerpt(text[end:]), at=end)
        found += [card(token[1])] if token[1] else [UNSEEN] * int(token[2] or 1)
        end = token.end()
    return found


def write_cards(cards: Sequence[int]) -> str:
    """Cards without spaces; those nobody has seen as one count: ``5?``."""
    parts: list[str] = []
    unseen = 0
    for code in (*cards, 0):
        if code == UNSEEN:
            unseen += 1
            continue
        if unseen:
            parts.append(f"{unseen}?")
            unseen = 0
        if code:
            parts.append(name(code))
    return "".join(parts)


def read_field(text: str) -> list[int]:
    """Cards of a stock or of the foundations, where ``-`` means none."""
    return [] if text == "-" else read_cards(text)


def write_field(cards: Sequence[int]) -> str:
    """The opposite of `read_field`."""
    return write_cards(cards) or "-"


def read_column(text: str) -> tuple[list[int], int]:
    """
    A column's cards, lowest first, and how many of them lie face down.

    :raises NotationError: it is not written like a column
    """
    if text == "-":
        return [], 0
    below, bar, above = text.rpartition("|")
    down, up = read_cards(below), read_cards(above)
    if not up or (bar and not down):
        raise NotationError("bad_column", text=excerpt(text))
    return down + up, len(down)


def write_column(cards: Sequence[int], down: int) -> str:
    """The opposite of `read_column`."""
    if not cards:
        return "-"
    return write_cards(cards[:down]) + ("|" if down else "") + write_cards(cards[down:])


class Move(NamedTuple):
    """
    One move as a value.

    >>> str(Move(2, 5, 3)), Move.read("c^"), str(Move.read("^Qhc"))
    ('cf3', Move(source=2, target=31, count=0), '^Qhc')
    """

    source: int
    """Column from 0, or `table.STOCK` or `table.FOUNDATION`."""
    target: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs of a move
    """How many cards; for a card coming back, the card; 0 where the text leaves it open, and for a deal."""

    @classmethod
    def read(cls, text: str) -> "Move":
        """
        Move as it is written, legal or not.

        :raises NotationError: no move is written like this
        """
        m = _MOVE.fullmatch(text)
        if not m:
            raise NotationError("bad_move", text=excerpt(text))
        if m[1]:
            return cls(PLACES.index(m[1]), PLACES.index(m[2]), int(m[3] or 0))
        if m[4]:
            return cls(PLACES.index(m[4]), table.FOUNDATION, 0)
        if m[5]:
            return cls(table.FOUNDATION, PLACES.index(m[6]), card(m[5]))
        return cls(table.STOCK, table.STOCK, 0)

    @classmethod
    def unpack(cls, code: int) -> "Move":
        """Move from the table's int."""
        return cls(*table.unpack(code))

    @property
    def code(self) -> int:
        """The int `table.apply` takes."""
        return table.pack(*self)

    @property
    def is_deal(self) -> bool:
        """Does it deal a row?"""
        return self.source == table.STOCK

    @property
    def goes_up(self) -> bool:
        """Does it go to a foundation?"""
        return self.target == table.FOUNDATION

    @property
    def comes_back(self) -> bool:
        """Does it come from a foundation?"""
        return self.source == table.FOUNDATION

    def __str__(self) -> str:
        if self.is_deal:
            return "+"
        if self.goes_up:
            return PLACES[self.source] + "^"
        if self.comes_back:
            return f"^{name(self.count)}{PLACES[self.target]}"
        return f"{PLACES[self.source]}{PLACES[self.target]}{self.count or ''}"


class Departure(NamedTuple):
    """A complete run that left by itself."""

    column: int
    card: int = 0
    """The card turned under it, or 0."""

    def __str__(self) -> str:
        return f"{PLACES[self.column]}^" + (f"={name(self.card)}" if self.card else "")


class Step(NamedTuple):
    """A move with everything it showed: enough to replay a game without its deal."""

    move: Move
    cards: tuple[int, ...] = ()
    """What came to light: the card turned in the source column, or the row from left to right."""
    left: tuple[Departure, ...] = ()
    """Complete runs that left by themselves, in their order."""

    @property
    def revealed(self) -> int:
        """How many cards it showed that had been unseen before."""
        return len(self.cards) + sum(departure.card != 0 for departure in self.left)

    @classmethod
    def read(cls, text: str) -> "Step":
        """
        Step as it is written; consequences may be left out.

        :raises NotationError: no step is written like this
        """
        m = _STEP.fullmatch(text)
        if not m:
            raise NotationError("bad_step", text=excerpt(text))
        left = [Departure(PLACES.index(place), card(turned) if turned else 0)
                for place, turned in _DEPARTURE.findall(m[3])]
        return cls(Move.read(m[1]), tuple(read_cards(m[2] or "")), tuple(left))

    def __str__(self) -> str:
        return ",".join([str(self.move) + ("=" + write_cards(self.cards) if self.cards else ""), *map(str, self.left)])
