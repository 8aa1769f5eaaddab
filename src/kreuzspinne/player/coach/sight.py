"""A table as the coach reads it: what is open, in pieces that belong together, and what nobody has seen."""

from collections import Counter
from functools import cached_property
from itertools import pairwise

from ... import explain, table
from ...cards import KING, UNSEEN
from ...notation import Move
from ...position import View
from ...rules import LOOSE, RUNS, SUIT, Rules, follows
from ..belief import pack, possible_suits, seen_cards


def bond(rules: Rules) -> int:
    """The policy by which cards are to be gathered: in suit where whole runs leave, else as they travel."""
    if rules.goal == RUNS:
        return SUIT
    return rules.build if rules.move == LOOSE else rules.move


class Sight:
    """One view, with what is asked of it again and again; nothing is worked out before it is asked for."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = view.rules
        columns = view.columns
        self.down = [column.face_down for column in columns]
        """Cards face down, by column."""
        self.open = [column.open for column in columns]
        """Open cards, by column, lowest first; a card that was just turned is `UNSEEN`."""
        self._after: dict[Move, Sight] = {}

    @property
    def table(self) -> bytes:
        """The table's bytes."""
        return self.view.table

    @property
    def columns(self) -> range:
        """The columns from the left."""
        return range(self.rules.columns)

    @property
    def stock(self) -> int:
        """Cards in the stock."""
        return self.view.stock

    @property
    def rows(self) -> int:
        """How often a row can still be dealt."""
        return -(-self.stock // self.rules.columns)

    @cached_property
    def key(self) -> tuple[bytes, tuple[tuple[int, bytes], ...]]:
        """The same for tables that differ only in where their columns stand: no player knows which is better."""
        return self.view.piles, tuple(sorted(zip(self.down, self.open, strict=True)))

    @cached_property
    def moves(self) -> list[Move]:
        """Every legal move."""
        return self.view.moves

    @cached_property
    def across(self) -> list[Move]:
        """Every legal move from column to column."""
        return [move for move in self.moves if move.source in self.columns and move.target in self.columns]

    @cached_property
    def spaces(self) -> list[int]:
        """The empty columns."""
        return explain.spaces(self.table, self.rules)

    @cached_property
    def tops(self) -> list[int]:
        """The card at the open end of each column, 0 for a space."""
        return [cards[-1] if cards else 0 for cards in self.open]

    @cached_property
    def pieces(self) -> list[list[bytes]]:
        """Each column's open cards in pieces as long as possible that are bonded, lowest first."""
        policy = bond(self.rules)
        return [_pieces(cards, policy) for cards in self.open]

    @cached_property
    def bonds(self) -> int:
        """How many cards lie bonded on their neighbour."""
        return sum(len(piece) - 1 for pieces in self.pieces for piece in pieces)

    def height(self, column: int) -> int:
        """How many cards lie in a column."""
        return self.down[column] + len(self.open[column])

    def travelling(self, column: int) -> bytes:
        """The open cards of a column that travel as one."""
        length = table.run_length(self.table, self.rules, self.rules.move, column)
        return self.open[column][len(self.open[column]) - length:]

    def is_mixed(self, column: int) -> bool:
        """Do the open cards of a column fall into more than one piece?"""
        return len(self.pieces[column]) > 1

    def accepts(self, column: int, card: int) -> bool:
        """May `card` be laid on this column?"""
        return table.accepts(self.table, self.rules, column, card)

    def taken(self, move: Move) -> int:
        """How many cards a move takes off its source column."""
        if move.is_deal or move.comes_back:
            return 0
        if move.goes_up:
            return KING if self.rules.goal == RUNS else 1
        return move.count

    def head(self, move: Move) -> int:
        """The highest of the cards that a move from a column takes along."""
        return self.open[move.source][-self.taken(move)]

    def after(self, move: Move) -> "Sight":
        """What a legal move leads to; cards that it shows are not known, and stand there as `UNSEEN`."""
        if move not in self._after:
            t = bytearray(self.table)
            table.apply(t, self.rules, move.code)
            self._after[move] = Sight(View(self.view.variant, bytes(t)))
        return self._after[move]

    @cached_property
    def hidden(self) -> int:
        """How many cards nobody sees: the stock's and those face down."""
        return self.stock + sum(self.down) + sum(cards.count(UNSEEN) for cards in self.open)

    @cached_property
    def unseen(self) -> Counter[int] | None:
        """Which cards those are, if the view leaves no doubt about it."""
        seen = Counter(card for card in seen_cards(self.view) if card != UNSEEN)
        rests = [Counter(pack(suits)) - seen for suits in possible_suits(self.view.variant.suits, seen)]
        fits = bool(rests) and all(rest == rests[0] for rest in rests) and rests[0].total() == self.hidden
        return rests[0] if fits else None


def _pieces(cards: bytes, policy: int) -> list[bytes]:
    cuts = [i for i in range(1, len(cards)) if not follows(policy, cards[i], cards[i - 1])]
    return [cards[start:end] for start, end in pairwise([0, *cuts, len(cards)]) if start < end]


def is_bonded(rules: Rules, lower: int, upper: int) -> bool:
    """Does `lower` belong on `upper`?"""
    return follows(bond(rules), lower, upper)
