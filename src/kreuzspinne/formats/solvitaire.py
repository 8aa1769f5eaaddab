"""
Solvitaire's JSON for one position: `tableau piles`, `stock` and `foundations`, each card as rank and suit (`10H`).

The file does not name its game. What is read is what that program's parser reads, which differs from its schema: a
column's cards begin with the lowest, the stock's last card is dealt first, a small suit letter means face down (only
in games that have such cards), and foundations are one list of cards, or in early versions a list of lists. `##` stands
in its own output for a face-down card. A foundation of that program holds one suit once, so two of a suit cannot be
written for it.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from ..cards import SUITS, UNSEEN, make, rank, suit
from ..errors import PositionError, RecordError
from ..notation import excerpt
from ..position import Position
from ..variants import Variant
from . import piles

LONGEST = 200_000
DECKS = 2
_CARD = re.compile("(A|J|Q|K|[1-9]|1[0-3])([SHDC])", re.IGNORECASE | re.ASCII)
_RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}
_RANK_NAMES = {value: letter for letter, value in _RANKS.items()}
_HIDDEN = "##"
TABLEAU, STOCK, FOUNDATIONS = "tableau piles", "stock", "foundations"
OTHER_PILES = ("cells", "waste", "reserve", "hole", "sequences", "accordion")
"""Piles of games that are not played here; they have to be empty."""


def is_save(data: bytes) -> bool:
    """Does it begin like a JSON object?"""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def read(text: str, variant: Variant, *, fragment: bool = False) -> Position:
    """
    Position of a game of `variant`.

    :param fragment: take packs that are not whole, and hidden cards that nobody has seen
    :raises RecordError: it is not such a file, or of a game with other piles
    :raises PositionError: the cards cannot be those of the game
    """
    piles_by_name = _parse(text)
    if not isinstance(piles_by_name.get(TABLEAU), list):
        raise RecordError("solvitaire_no_tableau", key=TABLEAU)
    columns = [_column(number, _cards(column), variant) for number, column in enumerate(piles_by_name[TABLEAU])]
    stock = [card for card, _ in _cards(piles_by_name.get(STOCK, []))][::-1]
    up = [card for card, _ in _flat(piles_by_name.get(FOUNDATIONS, []))]
    return piles.position(variant, columns, stock, piles.tops(variant, up), fragment)


def _parse(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise RecordError("file_too_long", length=len(text), highest=LONGEST)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("solvitaire_no_json") from None
    if not isinstance(found, dict):
        raise RecordError("solvitaire_no_json")
    for key, value in found.items():
        if key in OTHER_PILES and not value:
            continue
        if key not in (TABLEAU, STOCK, FOUNDATIONS):
            raise RecordError("solvitaire_other_piles", key=excerpt(key), keys=[TABLEAU, STOCK, FOUNDATIONS])
    return found


def _cards(pile: object) -> list[tuple[int, bool]]:
    """The cards of a pile, and for each whether it is written as lying face down."""
    if not isinstance(pile, list):
        raise RecordError("solvitaire_no_list", text=_shown(pile))
    return [_card(text) for text in pile]


def _flat(foundations: object) -> Iterable[tuple[int, bool]]:
    if isinstance(foundations, list):
        foundations = [card for pile in foundations for card in (pile if isinstance(pile, list) else [pile])]
    return _cards(foundations)


def _card(text: object) -> tuple[int, bool]:
    if text == _HIDDEN:
        return UNSEEN, True
    match = _CARD.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise RecordError("solvitaire_no_card", text=_shown(text))
    its_rank, its_suit = match[1].upper(), match[2]
    number = _RANKS.get(its_rank) or int(its_rank)
    return make(SUITS.index(its_suit.lower()), number), its_suit.islower()


def _shown(value: object) -> str:
    """What stands there instead; of something nested only its kind."""
    return excerpt(str(value)) if isinstance(value, str | int | float) else type(value).__name__


def _column(number: int, cards: list[tuple[int, bool]], variant: Variant) -> piles.Column:
    hides = variant.face_down > 0
    return piles.column(number, [card for card, _ in cards], [hidden and hides for _, hidden in cards])


def write(position: Position) -> str:
    """
    The position as Solvitaire reads it, one pile a line.

    :raises RecordError: that program has no such game
    :raises PositionError: nobody has seen some of the cards
    """
    piles.check_known(position)
    up = piles.on_piles(position)
    if position.rules.cards > DECKS * 52:
        raise RecordError("solvitaire_too_many_decks", variant=position.variant.name, highest=DECKS)
    if len({suit(pile[0]) for pile in up}) < len(up):
        raise RecordError("solvitaire_twin_piles", piles=list(position.piles))
    columns = [position.column(column) for column in range(position.rules.columns)]
    if not position.variant.face_down and any(down for _, down in columns):
        raise PositionError("solvitaire_always_open", variant=position.variant.name)
    rows = ",\n    ".join(_list(cards, down) for cards, down in columns)
    parts = [f'"{TABLEAU}": [\n    {rows}\n  ]']
    if position.stock:
        parts.append(f'"{STOCK}": {_list(position.stock[::-1])}')
    if up:
        parts.append(f'"{FOUNDATIONS}": {_list([card for pile in up for card in pile])}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def _list(cards: Iterable[int], down: int = 0) -> str:
    case: tuple[Callable[[str], str], ...] = (str.upper, str.lower)
    return json.dumps([_rank(card) + case[index < down](SUITS[suit(card)]) for index, card in enumerate(cards)])


def _rank(card: int) -> str:
    return _RANK_NAMES.get(rank(card), str(rank(card)))
