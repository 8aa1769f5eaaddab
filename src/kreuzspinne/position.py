"""Positions and what a player may see of them, as immutable values."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from . import explain, layout, table, variants
from .cards import ACE, KING, RANKS, SUITS, UNSEEN, make, name, rank, suit
from .errors import NotationError, PositionError
from .notation import Departure, Move, Step, excerpt, read_column, read_field, write_column, write_field
from .rules import RUNS, Rules
from .variants import Variant

LONGEST_LINE = 4000


class Column(NamedTuple):
    """One column as its player sees it."""

    face_down: int
    open: bytes
    """Cards lying open, lowest first."""


class _Board:
    """What a position and a view have in common: a variant, a table, and the moves on it."""

    __slots__ = ("_moves", "table", "variant")

    variant: Variant
    table: bytes

    def __init__(self, variant: Variant, t: bytes) -> None:
        self.variant = variant
        self.table = t
        self._moves: list[Move] | None = None

    @property
    def rules(self) -> Rules:
        """The variant's rules."""
        return self.variant.rules

    @property
    def moves(self) -> list[Move]:
        """Every legal move."""
        if self._moves is None:
            self._moves = explain.legal_moves(self.table, self.rules)
        return list(self._moves)

    def find(self, text: str) -> Move:
        """
        The legal move that `text` names; the count may be left out where only one fits.

        :raises NotationError: no move is written like this
        :raises IllegalMove: it is not allowed here; `code` and `facts` say why
        """
        return explain.find(self.table, self.rules, self.moves, text)

    def warnings(self, move: Move) -> list[explain.Warning]:
        """What a player should know before the legal `move`."""
        return explain.warnings(self.table, self.rules, move)

    @property
    def is_won(self) -> bool:
        """Is the game won?"""
        return table.is_won(self.table, self.rules)

    @property
    def piles(self) -> bytes:
        """Top cards of the foundations, by suit, of twins the higher first."""
        return self.table[1:1 + self.rules.piles].rstrip(b"\0")

    def column(self, column: int) -> tuple[bytes, int]:
        """Cards of a column, lowest first, and how many of them lie face down."""
        start = layout.base(self.rules, column)
        return (self.table[start:start + layout.height(self.table, self.rules, column)],
                layout.face_down(self.table, self.rules, column))

    def __str__(self) -> str:
        tableau = "/".join(write_column(*self.column(column)) for column in range(self.rules.columns))
        end = layout.base(self.rules, 0)
        stock = self.table[end - self.table[0]:end]
        return f"{self.variant.name} {tableau} {write_field(stock)} {write_field(self.piles)}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.read({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, _Board)
        return self.table == other.table and self.variant == other.variant

    def __hash__(self) -> int:
        return hash((self.variant.name, self.table))


class View(_Board):
    """
    What the player may know: no face-down card and no card of the stock has a name here.

    >>> View.read("spiderette4 2s|9h/-/-/-/-/-/Kd 3c4c -")
    View.read('spiderette4 1?|9h/-/-/-/-/-/Kd 2? -')
    """

    __slots__ = ()

    @classmethod
    def read(cls, line: str) -> "View":
        """
        View from one line of text; hidden cards that have names there are forgotten.

        :raises NotationError: the line does not follow the grammar
        :raises PositionError: no such table exists
        """
        return _read(line, fragment=True).view()

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from the left."""
        found = (self.column(column) for column in range(self.rules.columns))
        return tuple(Column(down, cards[down:]) for cards, down in found)

    @property
    def stock(self) -> int:
        """How many cards are left in the stock."""
        return self.table[0]


class Position(_Board):
    """
    One table of one game, all cards known. Immutable, hashable; `play` returns a new one.

    >>> start = Position.read("spiderette4 Ks/Qh/Jc/Td/9s/8h/7c 2c3d4h -", fragment=True)
    >>> [str(move) for move in start.moves]
    ['ba1', 'cb1', 'dc1', 'ed1', 'fe1', 'gf1', '+']
    >>> str(start.play("ba").step("+"))
    Traceback (most recent call last):
    kreuzspinne.errors.IllegalMove: deal_needs_full_columns: move='+', columns=[1], cards=7, needed=7
    """

    __slots__ = ()

    @classmethod
    def read(cls, line: str, *, fragment: bool = False) -> "Position":
        """
        Position from one line of text.

        :param fragment: take packs that are not whole, and hidden cards that nobody has seen
        :raises NotationError: the line does not follow the grammar
        :raises PositionError: the cards cannot be those of the game; the facts name them
        """
        position = _read(line, fragment)
        if not fragment:
            check_pack(position)
        return position

    @property
    def stock(self) -> bytes:
        """Cards of the stock, next to be dealt first."""
        end = layout.base(self.rules, 0)
        return self.table[end - self.table[0]:end]

    @property
    def hidden(self) -> bytes:
        """Every card a player cannot see: the stock, then the face-down cards of each column from the left."""
        columns = (self.column(column) for column in range(self.rules.columns))
        return self.stock + b"".join(cards[:down] for cards, down in columns)

    @property
    def is_whole(self) -> bool:
        """Are these the cards of the game, none too many and none missing?"""
        try:
            check_pack(self)
        except PositionError:
            return False
        return True

    def __repr__(self) -> str:
        return f"Position.read({str(self)!r}{'' if self.is_whole else ', fragment=True'})"

    def view(self) -> View:
        """The same table as its player sees it."""
        t, rules = bytearray(self.table), self.rules
        for column in range(rules.columns):
            start, down = layout.base(rules, column), layout.face_down(t, rules, column)
            t[start:start + down] = bytes([UNSEEN]) * down
        end = layout.base(rules, 0)
        t[end - t[0]:end] = bytes([UNSEEN]) * t[0]
        return View(self.variant, bytes(t))

    def play(self, move: Move | str) -> "Position":
        """
        The position after `move`: a text is checked and explained, a `Move` from `moves` is trusted.

        :raises NotationError, IllegalMove, PositionError: as `advance`
        """
        return self.advance(move)[1] if isinstance(move, str) else self.after(move)

    def after(self, move: Move) -> "Position":
        """The position after a legal move; nothing is checked."""
        t = bytearray(self.table)
        table.apply(t, self.rules, move.code)
        return Position(self.variant, bytes(t))

    def step(self, move: Move | str) -> Step:
        """What `move` shows: the step it makes."""
        return self.advance(move)[0]

    def advance(self, move: Move | str) -> tuple[Step, "Position"]:
        """
        The step that `move` makes, and the position after it.

        :raises NotationError, IllegalMove: as `find`
        :raises PositionError: the move turns a card that the fragment does not name
        """
        if isinstance(move, str):
            move = self.find(move)
        t = bytearray(self.table)
        trace = table.apply(t, self.rules, move.code)
        after = Position(self.variant, bytes(t))
        return self._step(move, trace, after), after

    def _step(self, move: Move, trace: int, after: "Position") -> Step:
        rules = self.rules
        events: list[tuple[int, int, int]] = []
        if rules.goal == RUNS:
            while trace >= 2 * table.PLAIN:
                events.insert(0, table.event_of(trace))
                trace >>= table.EVENT_BITS
        shown: tuple[int, ...] = ()
        if move.is_deal:
            shown = tuple(self.stock[:trace - table.PLAIN])
        elif move.goes_up and events:                       # a run taken by hand is the move itself
            shown = self._turned(*events.pop(0)[::2])
        elif trace & 1:
            shown = self._turned(move.source, 1)
        left = tuple(Departure(column, *self._turned(column, turned)) for column, _, turned in events)
        if UNSEEN in shown or any(departure.card == UNSEEN for departure in left):
            raise PositionError("turns_unseen_card", move=str(move))
        return Step(move, shown, left)

    def _turned(self, column: int, turned: int) -> tuple[int, ...]:
        """The card that a move turned in `column`: the last of those lying face down before it."""
        cards, down = self.column(column)
        return (cards[down - 1],) if turned else ()


def place(variant: Variant, columns: Sequence[tuple[Sequence[int], int]], stock: Sequence[int] = (),
          piles: Sequence[int] = ()) -> Position:
    """Position with these cards: see `layout.place`."""
    return Position(variant, bytes(layout.place(variant.rules, columns, stock, piles)))


def _read(line: str, fragment: bool) -> Position:
    if len(line) > LONGEST_LINE:
        raise NotationError("position_too_long", length=len(line), highest=LONGEST_LINE)
    fields = line.split()
    if len(fields) != 4:
        raise NotationError("bad_position", text=excerpt(line), fields=len(fields))
    variant = variants.read(fields[0])
    rules = variant.rules
    columns = [read_column(text) for text in fields[1].split("/")]
    stock, piles = read_field(fields[2]), read_field(fields[3])
    if len(columns) != rules.columns:
        raise PositionError("wrong_columns", variant=variant.base, expected=rules.columns, found=len(columns))
    _check_places(rules, columns, stock, piles, fragment)
    return place(variant, columns, stock, piles)


def _check_places(rules: Rules, columns: Sequence[tuple[Sequence[int], int]], stock: Sequence[int],
                  piles: Sequence[int], fragment: bool) -> None:
    seen = [card for cards, down in columns for card in cards[down:]] + [*piles]
    hidden = [card for cards, down in columns for card in cards[:down]] + [*stock]
    if UNSEEN in seen:
        raise PositionError("unseen_card_open")
    if UNSEEN in hidden and not fragment:
        raise PositionError("unseen_cards", count=hidden.count(UNSEEN))
    if len(piles) > rules.piles:
        raise PositionError("too_many_piles", found=len(piles), highest=rules.piles)
    if rules.goal == RUNS:
        for card in piles:
            if rank(card) != ACE:
                raise PositionError("pile_is_no_run", card=card)
    found = sum(len(cards) for cards, _ in columns) + len(stock) + sum(_pile_size(rules, card) for card in piles)
    if found > rules.cards:
        raise PositionError("too_many_cards", found=found, expected=rules.cards)


def _pile_size(rules: Rules, card: int) -> int:
    return KING if rules.goal == RUNS else rank(card)


def all_cards(position: Position) -> Counter[int]:
    """How often each card is there, those on the foundations included."""
    rules = position.rules
    cards: Counter[int] = Counter(position.stock)
    for column in range(rules.columns):
        cards.update(position.column(column)[0])
    for pile in position.piles:
        cards.update(make(suit(pile), r) for r in range(1, 1 + _pile_size(rules, pile)))
    return cards


def check_pack(position: Position) -> None:
    """
    Refuse a position whose cards are not those of its game.

    Which suits a pack of fewer than four has, the position says (programs differ); how many cards of
    each suit there are, the variant.

    :raises PositionError: facts `extra` and `missing` name the cards (in the likeliest suits); or some are unseen
    """
    cards = all_cards(position)
    if UNSEEN in cards:
        raise PositionError("unseen_cards", count=cards[UNSEEN])
    own = Counter(position.variant.suits)
    best: tuple[int, Counter[int], Counter[int]] | None = None
    for suits in permutations(SUITS):
        whole = _pack(own[letter] for letter in suits)
        extra, missing = cards - whole, whole - cards
        wrong = extra.total() + missing.total()
        if not wrong:
            return
        if best is None or wrong < best[0]:
            best = wrong, extra, missing
    assert best is not None
    _, extra, missing = best
    code = "pack_not_whole" if extra and missing else "cards_too_many" if extra else "cards_missing"
    raise PositionError(code, extra=_names(extra), missing=_names(missing))


def _pack(counts: Iterable[int]) -> Counter[int]:
    return Counter({make(suit, rank): count for suit, count in enumerate(counts) if count
                    for rank in range(1, len(RANKS) + 1)})


def _names(cards: Counter[int]) -> list[str]:
    return [name(card) for card in sorted(cards.elements())]
