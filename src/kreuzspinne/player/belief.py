"""What a player may know of the cards that lie face down: which they are, not where; and tables that agree with it.

Whatever was seen once stays known: a card that an undo has turned face down again, a row that was taken back.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from random import Random

from .. import layout
from ..cards import ACE, KING, SUITS, make, rank, suit
from ..game import Game
from ..position import Position, View
from ..rules import RUNS

Place = tuple[int, int]
"""A column and a card's index in it, the lowest being 0. Column `STOCK`: index from the last card to be dealt."""
STOCK = -1


class Belief:
    """
    Everything that is known of the hidden cards of a view.

    >>> belief = Belief(View.read("willothewisp 2?|9h/2?|Kd/2?|Kc/2?|Ks/2?|Kh/2?|As/2?|2s 31? -"))
    >>> belief.unseen.total(), len(belief.places), belief.suits
    (45, 45, 'shdc')
    """

    def __init__(self, view: View, *, suits: str = "", known: Mapping[Place, int] | None = None) -> None:
        """
        What `view` shows, and which hidden cards are `known` since they lay open earlier.

        :param suits: the pack, a letter for every thirteen cards; without it, the likeliest one that fits what is seen
        """
        self.view = view
        self.places = tuple(hidden_places(view))
        self.known = {place: card for place, card in (known or {}).items() if place in self.places}
        seen = Counter(seen_cards(view)) + Counter(self.known.values())
        self.suits = suits or next(possible_suits(view.variant.suits, seen), view.variant.suits)
        self.unseen = Counter(pack(self.suits)) - seen

    @property
    def is_certain(self) -> bool:
        """Can only one table lie there, since all cards are known or those that are not are alike?"""
        return len(self.unseen) <= 1

    def sample(self, random: Random) -> Position:
        """A table that agrees with all that is known; each is as likely as any other."""
        cards = sorted(self.unseen.elements())
        random.shuffle(cards)
        return self.table(cards)

    def table(self, cards: Iterable[int]) -> Position:
        """The table with `cards` at the places of which nothing is known, in their order."""
        t = bytearray(self.view.table)
        for place, card in self.known.items():
            t[index_of(self.view, place)] = card
        for place, card in zip((place for place in self.places if place not in self.known), cards, strict=False):
            t[index_of(self.view, place)] = card
        return Position(self.view.variant, bytes(t))


def of_game(game: Game, others: Iterable[Position] = ()) -> Belief:
    """
    What the player of `game` knows where it stands.

    :param others: positions of the same game that were reached on lines since abandoned
    """
    line = [game.start]
    for step in (*game.steps, *game.undone):
        line.append(line[-1].after(step.move))
    return of_positions(game.position, [*line, *others])


def of_positions(position: Position, stood: Iterable[Position]) -> Belief:
    """What a player knows at `position` who has stood at all these positions of the same game."""
    view = position.view()
    still = set(hidden_places(view))
    for other in stood:
        still.intersection_update(hidden_places(other.view()))
    known = {place: position.table[index_of(view, place)] for place in hidden_places(view) if place not in still}
    return Belief(view, known=known)


def hidden_places(view: View) -> Iterator[Place]:
    """Every place of a hidden card: the stock from its last card on, then the columns from the left."""
    yield from ((STOCK, index) for index in range(view.stock))
    for column in range(view.rules.columns):
        yield from ((column, index) for index in range(layout.face_down(view.table, view.rules, column)))


def index_of(view: View, place: Place) -> int:
    """Where in the bytes of a table a place is."""
    column, index = place
    return layout.base(view.rules, 0) - 1 - index if column == STOCK else layout.base(view.rules, column) + index


def seen_cards(view: View) -> Iterator[int]:
    """Every card that can be seen, those on the foundations included."""
    for column in range(view.rules.columns):
        cards, down = view.column(column)
        yield from cards[down:]
    for pile in view.piles:
        yield from range(make(suit(pile), ACE), make(suit(pile), KING if view.rules.goal == RUNS else rank(pile)) + 1)


def pack(suits: str) -> list[int]:
    """The cards of a pack: thirteen for each letter."""
    return [make(SUITS.index(letter), value) for letter in suits for value in range(ACE, KING + 1)]


def possible_suits(own: str, seen: Counter[int]) -> Iterator[str]:
    """Packs with as many of each suit as `own` has, and with all cards `seen`; `own` itself first."""
    packs: dict[str, str] = {}
    for order in permutations(SUITS):
        suits = own.translate(str.maketrans(SUITS, "".join(order)))
        packs.setdefault("".join(sorted(suits)), suits)
    yield from (suits for suits in packs.values() if seen <= Counter(pack(suits)))
