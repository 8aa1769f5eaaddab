"""Writes games as KPatience saves them: every state says which cards changed."""

from collections.abc import Iterator
from xml.etree import ElementTree

from kreuzspinne.cards import ACE, KING, SUITS, make, rank, suit
from kreuzspinne.game import Game
from kreuzspinne.notation import Departure, Step
from kreuzspinne.position import Position

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
DECK_SUITS = {"1": "ssss", "2": "hshs", "3": "cshs"}

Piles = dict[str, list[tuple[int, bool]]]
"""For each pile its cards, lowest first: number in the file, and whether it lies open."""


class Table:
    """KPatience's piles of a game that is being played, card by card."""

    def __init__(self, start: Position, kind: str, options: str = "") -> None:
        self.kind = kind
        self.numbers = list(_numbers(DECK_SUITS.get(options, "cdhs"), 1 if kind == "simplesimon" else 2))
        self.columns = [f"{'stack' if kind == 'spider' else 'store'}{n}" for n in range(start.rules.columns)]
        self.up = [f"{'legs' if kind == 'spider' else 'target'}{n}" for n in range(start.rules.piles)]
        self.piles: Piles = {name: [] for name in (*self._stock(), *self.columns, *self.up)}
        for column, name in enumerate(self.columns):
            cards, down = start.column(column)
            self.piles[name] = [(self._take(card), index >= down) for index, card in enumerate(cards)]
        self._lay_stock(start.stock)

    def _take(self, card: int) -> int:
        wanted = "cdhs".index(SUITS[suit(card)]) << 8 | rank(card)
        return self.numbers.pop(next(i for i, number in enumerate(self.numbers) if number & 0xFFFF == wanted))

    def _stock(self) -> list[str]:
        return {"spider": [f"redeals{n}" for n in range(5)], "simplesimon": []}.get(self.kind, ["talon"])

    def _lay_stock(self, stock: bytes) -> None:
        names = self._stock()
        for index, name in enumerate(names):
            size = len(stock) // len(names)
            self.piles[name] = [(self._take(card), False) for card in stock[index * size:(index + 1) * size][::-1]]

    def play(self, step: Step) -> None:
        """What the step does to the piles."""
        move = step.move
        if move.is_deal:
            packet = next(name for name in self._stock() if self.piles[name])
            for name in self.columns:
                self.piles[name].append((self.piles[packet].pop()[0], True))
        elif move.comes_back:
            source = next(name for name in self.up if self.piles[name] and _card(self.piles[name][-1]) == move.count)
            self._carry(source, self.columns[move.target], 1)
        elif move.goes_up:
            self._carry(self.columns[move.source], self._foundation(self.columns[move.source]), 1)
        else:
            self._carry(self.columns[move.source], self.columns[move.target], move.count)
        for departure in step.left:
            self._leave(departure)

    def _carry(self, source: str, target: str, count: int) -> None:
        self.piles[target] += self.piles[source][-count:]
        del self.piles[source][-count:]
        if self.piles[source]:
            self.piles[source][-1] = (self.piles[source][-1][0], True)

    def _foundation(self, source: str) -> str:
        card = _card(self.piles[source][-1])
        return next(name for name in self.up
                    if (rank(card) == ACE and not self.piles[name])
                    or (self.piles[name] and _card(self.piles[name][-1]) == card - 1))

    def _leave(self, departure: Departure) -> None:
        self._carry(self.columns[departure.column], next(name for name in self.up if not self.piles[name]), KING)

    def copy(self) -> Piles:
        """The piles as they are now."""
        return {name: list(cards) for name, cards in self.piles.items()}


def _numbers(suits: str, decks: int) -> Iterator[int]:
    order = [(r, letter) for _ in range(decks) for r in range(ACE, KING + 1) for letter in suits]
    for number, (its_rank, letter) in enumerate(order):
        yield number << 16 | "cdhs".index(letter) << 8 | its_rank


def _card(lying: tuple[int, bool]) -> int:
    return make(SUITS.index("cdhs"[lying[0] >> 8 & 0xFF]), lying[0] & 0xFF)


def states_of(game: Game, kind: str, options: str = "") -> list[Piles]:
    """The piles after each move of a game, taken-back ones too."""
    table = Table(game.start, kind, options)
    states = [table.copy()]
    for step in (*game.steps, *game.undone):
        table.play(step)
        states.append(table.copy())
    return states


def write(states: list[Piles], current: int, kind: str, number: str, options: str = "") -> bytes:
    """A save of today's format."""
    attributes = {"game-type": kind, "game-type-options": options, "deal-number": number}
    root = ElementTree.Element("kpat-game", {key: value for key, value in attributes.items() if value})
    before: dict[int, tuple[str, int, bool]] = {}
    for count, piles in enumerate(states):
        state = ElementTree.SubElement(root, "state", {"current": "true"} if count == current else {})
        after = {card: (name, index, face) for name, cards in piles.items() for index, (card, face) in enumerate(cards)}
        for card, (name, index, face) in after.items():
            if before.get(card) != (name, index, face):
                move = ElementTree.SubElement(state, "move", {"pile": name, "position": str(index)})
                _element(move, card, "" if card in before and before[card][2] == face
                         else "face-up" if face else "face-down")
        before = after
    return ElementTree.tostring(root, "utf-8", xml_declaration=True)


def _element(move: ElementTree.Element, card: int, turn: str) -> None:
    names = {"id": f"{card:07}", "suit": SUIT_NAMES["cdhs"[card >> 8 & 0xFF]], "rank": RANK_NAMES[(card & 0xFF) - 1]}
    ElementTree.SubElement(move, "card", {**names, **({"turn": turn} if turn else {})})


def write_old(piles: Piles, kind: str, number: int, first_suit: int = 0, options: str = "") -> bytes:
    """A save of the old format: `kind` is the game's number there."""
    root = ElementTree.Element("dealer", {"id": kind, "options": options, "number": str(number), "moves": "3",
                                          "started": "1", "data": "0"})
    order = {"spider": ["redeals", "stack", "legs"], "talon": ["talon", "target", "store"], "": ["target", "store"]}
    family = next((key for key in ("spider", "talon") if key in piles or "legs0" in piles), "")
    first = 0 if family == "talon" else 1
    names = sorted(piles, key=lambda name: (order[family].index(name.rstrip("0123456789")), name[-1]))
    for index, name in enumerate(names, first):
        pile = ElementTree.SubElement(root, "pile", {"index": str(index), "z": "1"})
        for card, face in piles[name]:
            values = {"suit": (card >> 8 & 0xFF) + first_suit, "value": card & 0xFF, "faceup": int(face), "z": 2}
            ElementTree.SubElement(pile, "card", {key: str(value) for key, value in values.items()})
    return b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE kpat>\n' + ElementTree.tostring(root, "utf-8")
