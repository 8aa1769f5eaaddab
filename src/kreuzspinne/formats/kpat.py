"""
KPatience's saved games, read only: the XML of today (a history of states), and that of KDE 3 and early KDE 4 (one).

A state says where cards went, not which move that was: the move is the legal one that leads there. KPatience may deal
with empty columns, so its Spider is read with that switch. What it does in one state and the rules here in several
moves (Simple Simon's mixed runs) is taken apart; what no moves lead to begins the game anew. Compared with saves of
the running program, version 22.12.3.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat

from .. import table, variants
from ..cards import ACE, KING, SUITS, make, rank, suit
from ..errors import DealError, RecordError
from ..game import Game, start_position
from ..notation import excerpt
from ..position import Position, place
from ..rules import AUTO, RUNS, Rules
from ..variants import Variant
from . import piles
from .retrace import game_through

LARGEST = 4_000_000
"""No save of more bytes is read."""
DEEPEST = 4
MOST_STATES = 5_000
ROOT, OLD_ROOT = "kpat-game", "dealer"
SUIT_ORDER = "cdhs"
"""Suits by their numbers in the file; before KDE 4.2 they were counted from 1."""


class Layout(NamedTuple):
    """KPatience's names for the piles of one game."""

    columns: tuple[str, ...]
    foundations: tuple[str, ...]
    stock: tuple[str, ...]
    """The packets of the stock, the next to be dealt first; in each the last card is dealt first."""
    numbers: dict[int, str]
    """The piles by the numbers they had in the old format."""


def _named(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}{number}" for number in range(count))


def _layout(columns: tuple[str, ...], foundations: tuple[str, ...], stock: tuple[str, ...],
            order: Sequence[Sequence[str]], first: int) -> Layout:
    names = [name for group in order for name in group]
    return Layout(columns, foundations, stock, dict(enumerate(names, first)))


_STACK, _LEGS, _REDEALS = _named("stack", 10), _named("legs", 8), _named("redeals", 5)
SPIDER = _layout(_STACK, _LEGS, _REDEALS, (_REDEALS, _STACK, _LEGS), 1)
_STORE, _TARGET = _named("store", 8), _named("target", 8)
GYPSY = _layout(_STORE, _TARGET, ("talon",), (("talon",), _TARGET, _STORE), 0)
_STORE, _TARGET = _named("store", 10), _named("target", 4)
SIMON = _layout(_STORE, _TARGET, (), (_TARGET, _STORE), 1)

GAMES = {
    "spider": ("spider{suits}:deal=any", SPIDER),
    "gypsy": ("normandy", GYPSY),
    "normandy": ("normandy", GYPSY),
    "simplesimon": ("simplesimon", SIMON),
}
OLD_GAMES = {7: "gypsy", 9: "simplesimon", 14: "spider", 15: "spider", 16: "spider", 17: "spider", 50: "spider"}
"""Games by their numbers in the old format."""


class Place(NamedTuple):
    """Where a card lies."""

    pile: str
    at: int
    open: bool


Table = dict[int, Place]
"""Every card by its number in the file, with its place."""


def is_save(data: bytes) -> bool:
    """Does it begin like XML?"""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<" or data[:2] in (b"\xff\xfe", b"\xfe\xff")


def read(data: bytes) -> Game:
    """
    The game of a save, standing where it was saved, with what can be played again.

    :raises RecordError: it is no save of KPatience, or not of a game that can be played here
    :raises PositionError: the cards cannot be those of the game
    """
    root = parse(data)
    if root.tag == ROOT:
        variant, layout = _variant(root.get("game-type", ""), root.get("game-type-options", ""), root)
        states, current = _states(root, layout)
        number = root.get("deal-number", "")
    elif root.tag == OLD_ROOT:
        name = OLD_GAMES.get(_number(root, "id"), "")
        variant, layout = _variant(name, root.get("options", ""), root)
        states, current = [_old_state(root, layout)], 0
        number = root.get("number", "")
    else:
        raise RecordError("kpat_no_save", element=excerpt(root.tag))
    game = game_through(_positions(variant, layout, states), current)
    game.deal_name = _deal_name(game.start, number)
    return game


# From bytes to elements.


def parse(data: bytes) -> ElementTree.Element:
    """
    The outermost element. Nothing that makes XML dangerous is read: entities, document types, deep nesting, long files.

    :raises RecordError: it is not XML, or not such as KPatience writes
    """
    if len(data) > LARGEST:
        raise RecordError("file_too_long", length=len(data), highest=LARGEST)
    builder = ElementTree.TreeBuilder()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise RecordError("kpat_too_deep", element=excerpt(tag), highest=DEEPEST)
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler, parser.EntityDeclHandler = _document_type, _entity
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("kpat_no_xml", line=parser.ErrorLineNumber) from None
    return builder.close()


def _document_type(name: str, system: str | None, public: str | None, declares: int) -> None:
    """The old format names a document type, but declares nothing in it and looks nowhere else."""
    if name != "kpat" or system is not None or public is not None or declares:
        raise RecordError("kpat_declares", name=excerpt(name))


def _entity(name: str, *_: object) -> None:
    raise RecordError("kpat_declares", name=excerpt(name))


def _number(element: ElementTree.Element, attribute: str) -> int:
    text = element.get(attribute, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise RecordError("kpat_bad_number", element=element.tag, attribute=attribute, text=excerpt(text))
    return int(text)


def _children(element: ElementTree.Element, tag: str) -> Iterator[ElementTree.Element]:
    for child in element:
        if child.tag != tag:
            raise RecordError("kpat_bad_element", element=excerpt(child.tag), expected=tag)
        yield child


# From elements to places.


def _variant(name: str, options: str, root: ElementTree.Element) -> tuple[Variant, Layout]:
    if name not in GAMES:
        raise RecordError("kpat_other_game", game=excerpt(name), games=list(GAMES))
    variant, layout = GAMES[name]
    suits = options if options in ("1", "2", "3", "4") else str(_count_suits(root))
    return variants.read(variant.format(suits=suits)), layout


def _count_suits(root: ElementTree.Element) -> int:
    """Early versions did not say how many suits are in the game."""
    suits = {card.get("suit") for card in root.iter("card")}
    return min(max(len(suits), 1), len(SUIT_ORDER))


def _states(root: ElementTree.Element, layout: Layout) -> tuple[list[Table], int]:
    """Every state of the game, and the number of the one in which it was saved."""
    names = {*layout.columns, *layout.foundations, *layout.stock}
    cards: Table = {}
    states: list[Table] = []
    current = None
    for state in _children(root, "state"):
        if len(states) == MOST_STATES:
            raise RecordError("kpat_too_many_states", highest=MOST_STATES)
        if state.get("current") == "true" and current is None:
            current = len(states)
        cards = cards | _changes(state, cards, names)
        states.append(cards)
    if not states:
        raise RecordError("kpat_no_state")
    return states, len(states) - 1 if current is None else current


def _changes(state: ElementTree.Element, cards: Table, names: set[str]) -> Table:
    changes: Table = {}
    for move in _children(state, "move"):
        pile, index = move.get("pile", ""), _number(move, "position")
        if pile not in names:
            raise RecordError("kpat_no_such_pile", pile=excerpt(pile))
        for position, card in enumerate(_children(move, "card"), index):
            number = _number(card, "id")
            changes[number] = Place(pile, position, _is_open(card, cards.get(number)))
    return changes


def _is_open(card: ElementTree.Element, before: Place | None) -> bool:
    turn = card.get("turn")
    if turn not in ("face-up", "face-down"):
        return before is not None and before.open
    return turn == "face-up"


def _old_state(root: ElementTree.Element, layout: Layout) -> Table:
    """The one state of a save in the old format; its cards have no numbers, so they get some like those of today."""
    cards: Table = {}
    piles = [(_number(pile, "index"), list(_children(pile, "card"))) for pile in _children(root, "pile")]
    first = int(any(_number(card, "suit") == len(SUIT_ORDER) for _, cards_in_pile in piles for card in cards_in_pile))
    for number, cards_in_pile in piles:
        if number not in layout.numbers:
            raise RecordError("kpat_no_such_pile", pile=str(number))
        for index, card in enumerate(cards_in_pile):
            its_suit, its_rank = _number(card, "suit") - first, _number(card, "value")
            key = len(cards) << 16 | (its_suit if 0 <= its_suit < 0xFF else 0xFF) << 8 | min(its_rank, 0xFF)
            cards[key] = Place(layout.numbers[number], index, _number(card, "faceup") != 0)
    return cards


# From places to positions.


def _card(number: int) -> int:
    its_suit, its_rank = number >> 8 & 0xFF, number & 0xFF
    if its_suit >= len(SUIT_ORDER) or not 1 <= its_rank <= KING:
        raise RecordError("kpat_no_card", number=number)
    return make(SUITS.index(SUIT_ORDER[its_suit]), its_rank)


def _positions(variant: Variant, layout: Layout, states: Iterable[Table]) -> Iterator[Position]:
    """The position of every state. Only the first needs its pack checked: cards move, but do not change."""
    known: Iterable[int] = ()
    for cards in states:
        columns, stock, tops = lay(variant, layout, cards)
        if cards.keys() == known:
            position = place(variant, columns, stock, tops)
        else:
            position = piles.position(variant, columns, stock, tops)
            known = cards.keys()
        yield settle(position)


def lay(variant: Variant, layout: Layout, cards: Table) -> tuple[list[piles.Column], list[int], list[int]]:
    """
    Columns, stock and top cards of the foundations.

    :raises RecordError, PositionError: the cards cannot lie so
    """
    lying: dict[str, list[tuple[int, int, bool]]] = {}
    for number, (pile, index, is_open) in cards.items():
        lying.setdefault(pile, []).append((index, _card(number), is_open))
    for pile, found in lying.items():
        found.sort()
        if [index for index, _, _ in found] != list(range(len(found))):
            raise RecordError("kpat_gap_in_pile", pile=pile)
    columns = [piles.column(column, [card for _, card, _ in lying.get(name, ())],
                            [not is_open for _, _, is_open in lying.get(name, ())])
               for column, name in enumerate(layout.columns)]
    stock = [card for name in layout.stock for _, card, _ in reversed(lying.get(name, []))]
    tops = [_top(variant.rules, [card for _, card, _ in lying[name]]) for name in layout.foundations if name in lying]
    return columns, stock, tops


def _top(rules: Rules, cards: list[int]) -> int:
    """The card by which a foundation that is not empty is written."""
    top = cards[-1]
    ranks = range(KING, ACE - 1, -1) if rules.goal == RUNS else range(ACE, rank(top) + 1)
    if cards != [make(suit(top), its_rank) for its_rank in ranks]:
        raise RecordError("kpat_bad_foundation", cards=cards[:KING])
    return top


def settle(position: Position) -> Position:
    """Where runs leave by themselves: the position once they have. (While it shows how to play, KPatience waits.)"""
    if position.rules.runs != AUTO or not any(table.is_complete(position.table, position.rules, column)
                                              for column in range(position.rules.columns)):
        return position
    t = bytearray(position.table)
    table.collect(t, position.rules, table.PLAIN)
    return Position(position.variant, bytes(t))


def _deal_name(start: Position, number: str) -> str:
    """Source and number of the deal, if it is this one that the game began with."""
    try:
        dealt = start_position(start.variant.name, "kpat", number)
    except DealError:
        return ""
    return f"kpat:{int(number)}" if dealt == start else ""
