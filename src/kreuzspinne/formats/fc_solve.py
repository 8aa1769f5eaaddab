"""
Freecell Solver's board text: foundations, then one line a column, lowest card first (`: 4S TD 9C`).

The file does not name its game. Read as that program and its board generators write it: the colon before a column may
be missing, ten is `T` or `10`, `<4S>` lies face down, `Talon:` lists the stock (the next card to be dealt first), and
`Foundations: H-0 C-A D-T S-K` the top card of each suit, suit by suit, as often as there are decks.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..cards import ACE, KING, RANKS, SUITS, make, rank, suit
from ..errors import RecordError
from ..notation import excerpt
from ..position import Position
from ..rules import RUNS
from ..variants import Variant
from . import piles

LONGEST = 50_000
SUIT_ORDER = "hcds"
_LINE = re.compile(r"\s*(Foundations|Founds|Freecells|FC|Talon|Stock)?\s*:?(.*)", re.IGNORECASE | re.ASCII)
_CARD = re.compile(r"(<?)(10|[A1-9TJQK])([SHDC])(>?)", re.IGNORECASE | re.ASCII)
_PILE = re.compile(r"([SHDC])-(0|10|[A1-9TJQK])", re.IGNORECASE | re.ASCII)
_NAMES = {"founds": "foundations", "fc": "freecells", "stock": "talon"}
"""Other names of lines."""


class Board(NamedTuple):
    """The lines of a board, by what they say."""

    columns: list[str]
    foundations: str
    freecells: str
    stock: str


def is_save(data: bytes) -> bool:
    """Does the first line that is not empty look like a line of a board?"""
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        return False
    first = next((line.strip() for line in lines if line.strip(" \t\r:")), "")
    match = _LINE.fullmatch(first)
    if not match:
        return False
    return match[1] is not None or _CARD.fullmatch("".join(match[2].split()[:1])) is not None


def read(text: str, variant: Variant, *, fragment: bool = False) -> Position:
    """
    Position of a game of `variant`.

    :param fragment: take packs that are not whole
    :raises RecordError: it is no board, or has cards in free cells
    :raises PositionError: the cards cannot be those of the game
    """
    if len(text) > LONGEST:
        raise RecordError("file_too_long", length=len(text), highest=LONGEST)
    board = _parse(text)
    if board.freecells.replace("-", "").strip():
        raise RecordError("fc_solve_free_cells", text=excerpt(board.freecells.strip()))
    lines = _columns(board.columns, variant.rules.columns)
    columns = [_column(number, list(_cards(line))) for number, line in enumerate(lines)]
    stock = [card for card, _ in _cards(board.stock)]
    return piles.position(variant, columns, stock, list(_tops(board.foundations, variant)), fragment)


def _parse(text: str) -> Board:
    """Of two lines of one name the later counts, as for the program."""
    columns: list[str] = []
    named: dict[str, str] = {}
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match and match[1]:
            name = match[1].lower()
            named[_NAMES.get(name, name)] = match[2]
        else:
            columns.append(line.strip().removeprefix(":"))
    return Board(columns, *(named.get(name, "") for name in ("foundations", "freecells", "talon")))


def _columns(lines: list[str], count: int) -> list[str]:
    """The lines that are columns: empty lines are, if without them there are not enough."""
    full = [line for line in lines if line.strip()]
    if len(full) >= count:
        return full
    while lines and len(lines) > count and not lines[-1].strip():
        lines = lines[:-1]
    return lines + [""] * (count - len(lines))


def _cards(line: str) -> Iterator[tuple[int, bool]]:
    for word in line.split():
        match = _CARD.fullmatch(word)
        if not match or bool(match[1]) != bool(match[4]):
            raise RecordError("fc_solve_no_card", text=excerpt(word))
        yield make(SUITS.index(match[3].lower()), _rank(match[2])), bool(match[1])


def _rank(text: str) -> int:
    text = text.upper()
    return int(text) if text.isdigit() else RANKS.index(text) + 1


def _column(number: int, cards: list[tuple[int, bool]]) -> piles.Column:
    return piles.column(number, [card for card, _ in cards], [hidden for _, hidden in cards])


def _tops(line: str, variant: Variant) -> Iterator[int]:
    for word in line.split():
        match = _PILE.fullmatch(word)
        if not match:
            raise RecordError("fc_solve_no_pile", text=excerpt(word))
        if match[2] != "0":
            its_suit, its_rank = SUITS.index(match[1].lower()), _rank(match[2])
            yield from piles.tops(variant, [make(its_suit, r) for r in range(ACE, its_rank + 1)])


def write(position: Position) -> str:
    """
    The position as Freecell Solver writes it.

    :raises PositionError: nobody has seen some of the cards
    """
    piles.check_known(position)
    lines = ["Foundations: " + " ".join(_piles(position))]
    if position.stock:
        lines.append("Talon: " + " ".join(map(_name, position.stock)))
    for column in range(position.rules.columns):
        cards, down = position.column(column)
        words = [f"<{_name(card)}>" if index < down else _name(card) for index, card in enumerate(cards)]
        lines.append(" ".join([":", *words]))
    return "\n".join(lines) + "\n"


def _piles(position: Position) -> Iterator[str]:
    """The rank of each foundation, deck by deck."""
    tops = {its_suit: [card for card in position.piles if SUITS[suit(card)] == its_suit] for its_suit in SUITS}
    decks = max([position.rules.piles // len(SUITS), *map(len, tops.values())])
    for deck in range(decks):
        for its_suit in SUIT_ORDER:
            top = tops[its_suit][deck] if deck < len(tops[its_suit]) else 0
            yield f"{its_suit.upper()}-{_height(position, top)}"


def _height(position: Position, top: int) -> str:
    if not top:
        return "0"
    return RANKS[(KING if position.rules.goal == RUNS else rank(top)) - 1]


def _name(card: int) -> str:
    return RANKS[rank(card) - 1] + SUITS[suit(card)].upper()
