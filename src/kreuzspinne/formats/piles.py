"""From the piles of another program's table to a position here: what every one of these formats has to check."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import ACE, KING, SUIT_SIZE, UNSEEN, make, rank, suit
from ..errors import PositionError
from ..notation import write_column, write_field
from ..position import Position
from ..rules import RUNS
from ..variants import Variant


class Column(NamedTuple):
    """A column: its cards, lowest first, and how many of them lie face down."""

    cards: tuple[int, ...]
    face_down: int


def column(number: int, cards: Sequence[int], hidden: Sequence[bool]) -> Column:
    """
    Column `number` from its cards, and for each whether it lies face down.

    :raises PositionError: a face-down card lies on an open one, or is the top card
    """
    down = sum(hidden)
    if any(hidden[down:]):
        raise PositionError("face_down_on_open", column=number)
    if cards and down == len(cards):
        raise PositionError("top_face_down", column=number)
    return Column(tuple(cards), down)


def tops(variant: Variant, cards: Iterable[int]) -> list[int]:
    """
    Top cards of the foundations on which `cards` lie, however they are shared out.

    :raises PositionError: such foundations cannot be
    """
    counts = Counter(cards)
    if UNSEEN in counts:
        raise PositionError("unseen_card_open")
    found: list[int] = []
    for its_suit in range(4):
        ranks = [counts[make(its_suit, r)] for r in range(ACE, KING + 1)]
        for pile in range(max(ranks)):
            height = sum(count > pile for count in ranks)
            if any(count <= pile for count in ranks[:height]):
                raise PositionError("pile_lacks_card", card=_missing(its_suit, ranks, pile))
            found.append(make(its_suit, height))
    return [_run(card) for card in found] if variant.rules.goal == RUNS else found


def _missing(its_suit: int, ranks: Sequence[int], pile: int) -> int:
    return make(its_suit, next(r for r, count in enumerate(ranks, ACE) if count <= pile))


def _run(card: int) -> int:
    """A run K … A is written as its ace."""
    if rank(card) != SUIT_SIZE:
        raise PositionError("pile_not_whole", card=card)
    return make(suit(card), ACE)


def on_piles(position: Position) -> list[list[int]]:
    """The cards of each foundation, in the order in which they came to lie there."""
    piles = []
    for top in position.piles:
        if position.rules.goal == RUNS:
            piles.append([make(suit(top), r) for r in range(KING, ACE - 1, -1)])
        else:
            piles.append([make(suit(top), r) for r in range(ACE, rank(top) + 1)])
    return piles


def position(variant: Variant, columns: Sequence[Column], stock: Sequence[int], piles: Sequence[int],
             fragment: bool = False) -> Position:
    """
    Position with these cards, checked as every position that is read.

    :raises PositionError: the cards cannot be those of the game; the facts name them
    """
    tableau = "/".join(write_column(*column) for column in columns) or "-"
    return Position.read(f"{variant.name} {tableau} {write_field(stock)} {write_field(piles)}", fragment=fragment)


def check_known(position: Position) -> None:
    """
    Refuse a position with cards that nobody has seen: other programs have no word for them.

    :raises PositionError: there are some
    """
    unseen = position.hidden.count(UNSEEN)
    if unseen:
        raise PositionError("unseen_cards", count=unseen)
