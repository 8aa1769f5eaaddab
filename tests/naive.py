"""The rules once more, slow and obvious: card names in plain lists. Shares no code with the package.

A game is a plain dict of its switches by name and value (`build`, `move`, `space`, `deal`, `runs`, `goal`, `back`), and
`centred` (True: a last row shorter than the table goes to the middle). Moves, steps and positions are texts.
"""

from collections import Counter
from itertools import pairwise
from zlib import crc32

RANKS = "A23456789TJQK"
SUITS = "shdc"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def one_lower(card, other):
    return RANKS.index(card[0]) + 1 == RANKS.index(other[0])


def is_red(card):
    return card[1] in "hd"


def lies_on(how, card, other):
    """May `card` lie on `other`, when builds go down in this way?"""
    if not one_lower(card, other):
        return False
    if how == "suit":
        return card[1] == other[1]
    if how == "alternate":
        return is_red(card) != is_red(other)
    if how == "colour":
        return is_red(card) == is_red(other)
    assert how in ("any", "rank"), how
    return True


def is_sequence(how, cards):
    """Does each card lie on the one before it in this way?"""
    return all(lies_on(how, card, under) for under, card in pairwise(cards))


def is_complete_run(cards):
    return len(cards) == 13 and cards[0][0] == "K" and is_sequence("suit", cards)


def split(text):
    """The card names in a text of cards."""
    cards = [] if text == "-" else [text[i:i + 2] for i in range(0, len(text), 2)]
    assert all(len(card) == 2 and card[0] in RANKS and card[1] in SUITS for card in cards), text
    return cards


class Column:
    """Cards face down and open cards, each deepest first."""

    def __init__(self, down, open):
        self.down, self.open = list(down), list(open)

    @property
    def empty(self):
        return not self.down and not self.open

    def turn(self):
        """Turns the end card if it lies face down, and names it."""
        if self.down and not self.open:
            self.open = [self.down.pop()]
            return self.open[0]
        return None

    def take(self, count):
        taken = self.open[-count:]
        del self.open[-count:]
        return taken

    def __str__(self):
        if self.empty:
            return "-"
        return ("".join(self.down) + "|" if self.down else "") + "".join(self.open)


class Table:
    def __init__(self, game, columns, stock, piles):
        self.game, self.columns, self.stock = game, columns, stock
        self.piles = piles
        """The top card of every foundation that has one; a run that went up is its ace."""

    @classmethod
    def read(cls, game, tail):
        """From a position line without its first word."""
        tableau, stock, piles = tail.split()
        columns = []
        for text in tableau.split("/"):
            down, bar, up = text.rpartition("|")
            columns.append(Column(split(down) if bar else [], split(up)))
        return cls(game, columns, split(stock), split(piles))

    def copy(self):
        columns = [Column(column.down, column.open) for column in self.columns]
        return Table(self.game, columns, list(self.stock), list(self.piles))

    def line(self):
        """The position line without its first word."""
        piles = sorted(self.piles, key=lambda card: (SUITS.index(card[1]), -RANKS.index(card[0])))
        return "/".join(map(str, self.columns)) + " " + ("".join(self.stock) or "-") + " " + ("".join(piles) or "-")

    # What may be done

    def accepts(self, column, card):
        """May a card (with what lies on it) go to this column?"""
        if column.empty:
            return {"any": True, "king": card[0] == "K", "none": False}[self.game["space"]]
        return lies_on(self.game["build"], card, column.open[-1])

    def travels(self, cards):
        """Do these open cards at the end of a column move as one?"""
        return self.game["move"] == "loose" or is_sequence(self.game["move"], cards)

    def pile_for(self, card):
        """The card whose pile this card may go on, "" for a new pile, None if it may not go up."""
        if card[0] == "A":
            return ""
        below = RANKS[RANKS.index(card[0]) - 1] + card[1]
        return below if below in self.piles else None

    def column_moves(self):
        for a, source in enumerate(self.columns):
            for count in range(1, len(source.open) + 1):
                cards = source.open[-count:]
                if self.travels(cards):
                    for b, target in enumerate(self.columns):
                        if a != b and self.accepts(target, cards[0]):
                            yield f"{LETTERS[a]}{LETTERS[b]}{count}"

    def up_moves(self):
        for a, source in enumerate(self.columns):
            if self.game["goal"] == "cards" and source.open and self.pile_for(source.open[-1]) is not None:
                yield LETTERS[a] + "^"
            if self.game["goal"] == "runs" and self.game["runs"] == "hand" and is_complete_run(source.open[-13:]):
                yield LETTERS[a] + "^"

    def back_moves(self):
        back = self.game["back"]
        if self.game["goal"] == "cards" and (back == "yes" or (back == "late" and not self.stock)):
            for card in sorted(set(self.piles)):
                for b, target in enumerate(self.columns):
                    if self.accepts(target, card):
                        yield f"^{card}{LETTERS[b]}"

    def may_deal(self, other_moves):
        how = self.game["deal"]
        if not self.stock or how == "none":
            return False
        if how == "any":
            return True
        if how == "stuck":
            return not other_moves
        if not any(column.empty for column in self.columns):
            return True
        if how == "full":
            return False
        order = {"ordered-suit": "suit", "ordered-rank": "rank"}[how]
        return all(not column.down and is_sequence(order, column.open) for column in self.columns)

    def moves(self):
        """Every legal move."""
        if self.won():
            return []
        moves = [*self.column_moves(), *self.up_moves(), *self.back_moves()]
        return [*moves, "+"] if self.may_deal(moves) else moves

    def won(self):
        if self.stock:
            return False
        if all(column.empty for column in self.columns):
            return True
        if self.game["goal"] == "cards" or self.game["runs"] == "auto":
            return False
        return all(column.empty or (not column.down and is_complete_run(column.open)) for column in self.columns)

    # Doing it

    def play(self, move):
        """The table after a legal move, and the step as text."""
        new = self.copy()
        shown = new.make(move)
        runs = new.runs_leave() if self.game["goal"] == "runs" and self.game["runs"] == "auto" else []
        return new, move + ("=" + "".join(shown) if shown else "") + "".join("," + run for run in runs)

    def make(self, move):
        """Makes the move itself, and names the cards that it brought to light."""
        if move == "+":
            return self.deal()
        if move[0] == "^":
            card, target = move[1:3], self.columns[LETTERS.index(move[3])]
            self.lower(card)
            target.open.append(card)
            return []
        source = self.columns[LETTERS.index(move[0])]
        if move[1] == "^":
            if self.game["goal"] == "cards":
                self.raise_(source.take(1)[0])
            else:
                self.piles.append(source.take(13)[-1])
        else:
            cards = source.take(int(move[2:]))
            self.columns[LETTERS.index(move[1])].open += cards
        turned = source.turn()
        return [turned] if turned else []

    def raise_(self, card):
        below = self.pile_for(card)
        if below:
            self.piles.remove(below)
        self.piles.append(card)

    def lower(self, card):
        self.piles.remove(card)
        if card[0] != "A":
            self.piles.append(RANKS[RANKS.index(card[0]) - 1] + card[1])

    def deal(self):
        row, self.stock = self.stock[:len(self.columns)], self.stock[len(self.columns):]
        first = (len(self.columns) - len(row)) // 2 if self.game["centred"] else 0
        for column, card in zip(self.columns[first:], row, strict=False):
            column.open.append(card)
        return row

    def runs_leave(self):
        left = []
        for letter, column in zip(LETTERS, self.columns, strict=False):
            while is_complete_run(column.open[-13:]):
                self.piles.append(column.take(13)[-1])
                turned = column.turn()
                left.append(letter + "^" + ("=" + turned if turned else ""))
        return left


def perft(game, tail, depth):
    """For depth 1, 2, …: how many sequences of moves, how many distinct positions, and the leaves' sum of CRC-32."""
    layer = Counter([tail])
    for _ in range(depth):
        following = Counter()
        for line, ways in layer.items():
            table = Table.read(game, line)
            for move in table.moves():
                following[table.play(move)[0].line()] += ways
        layer = following
        checksum = sum(ways * crc32(line.encode()) for line, ways in layer.items()) % 2**32
        yield layer.total(), len(layer), checksum
