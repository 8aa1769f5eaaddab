"""
XPat2's saved games: read and written, versions 1 and 2 of the format.

The program keeps all cards in one row; its piles (eight stacks, the columns, the stock) are slices of it, and a move
is one number: where in the row the first card lies, and the pile it goes to with all cards on it; then the same for
the way back. Only how long each slice is matters here: which card lies where, the rules know. The save names no cards,
only the deal's number. Compared with saves of the running program, version 1.07; it loads those written here.
"""

from collections.abc import Iterator, Sequence
from struct import pack, unpack_from
from typing import NamedTuple

from .. import layout, table
from ..cards import KING, SUITS, make, rank, suit
from ..errors import DealError, IllegalMove, RecordError
from ..game import Game, start_position
from ..notation import Move
from ..position import Position
from ..rules import RUNS

NAME_SIZE = 32
OLD, NEW = 0x7419, 0x741A
MAGICS = {OLD: 16, NEW: 32}
"""For each version of the format its mark, and how many numbers its head has."""
BLOCK = 16
"""Moves are stored in blocks of so many."""
MOST_MOVES = 10_000
HIGHEST = 2 ** 31 - 1

DECKS, COLUMNS, FACE_UP, FACE_DOWN, JOKERS = range(5)
SEED, STORED, CURRENT, CHEATS, FINISHED, COUNTER_1, COUNTER_2, MAGIC, COUNTER_3, COUNTER_0 = range(8, 18)
RELAXED = 19
STANDARD = -1
"""Stands where a parameter was not chosen by the player."""

STACKS = 8
SUIT_ORDER = "cshd"
"""Suits of the stacks from the left, twice."""
TURNED = 0x8000
DEAL = 0xFFFF8000
BACK_TURNED = TURNED << 16


class Played(NamedTuple):
    """What XPat2 plays under one name."""

    variants: tuple[str, ...]
    """Without the option `-relaxed`, then with each of its values."""
    parameters: tuple[tuple[int, str, int], ...]
    """Which number of the head, what it counts, and how many of it the standard game has."""


def _parameters(columns: int, face_down: int) -> tuple[tuple[int, str, int], ...]:
    return ((DECKS, "decks", 2), (COLUMNS, "columns", columns), (FACE_UP, "faceup", 1),
            (FACE_DOWN, "facedown", face_down), (JOKERS, "jokers", 0))


_SPIDER = ("spider4:runs=hand", "spider4:deal=ordered-suit:runs=hand", "spider4:deal=ordered-rank:runs=hand")
GAMES = {"Spider": Played(_SPIDER, _parameters(10, 4)), "Gypsy": Played(("gypsy",), _parameters(8, 2))}


class Save(NamedTuple):
    """A saved game as it is stored; nothing has been checked against the rules."""

    variant: str
    seed: int
    current: int
    """After how many of the moves the game stands."""
    cheats: int
    moves: tuple[int, ...]


def is_save(data: bytes) -> bool:
    """Does it bear the mark of XPat2's saved games?"""
    where = NAME_SIZE + 4 * MAGIC
    return len(data) >= where + 4 and int(unpack_from(">i", data, where)[0]) in MAGICS


def read(data: bytes) -> Game:
    """
    The game of a save, standing where it was saved, with what can be played again and the program's cheat count.

    Moves of a card from stack to stack, which change nothing, and moves after the game was won are left out. Which
    generator dealt is not stored: the old one is tried where the moves are not legal on the deal of the new one.

    :raises RecordError: it is no save, or not of a game that can be played here, or its moves are not legal
    """
    save = parse(data)
    failures = []
    for number in (str(save.seed), f"rng0-{save.seed}"):
        try:
            return _replay(save, number)
        except RecordError as error:
            failures.append(error)
    raise max(failures, key=lambda error: int(error.facts["number"]))


def parse(data: bytes) -> Save:
    """
    What is stored in a save.

    :raises RecordError: it is no save, it breaks off, or it is not of a game that can be played here
    """
    if not is_save(data):
        raise RecordError("xpat2_no_save")
    magic = int(unpack_from(">i", data, NAME_SIZE + 4 * MAGIC)[0])
    size = MAGICS[magic]
    _check_length(data, NAME_SIZE + 4 * size)
    head = (*unpack_from(f">{size}i", data, NAME_SIZE), *[STANDARD] * (MAGICS[NEW] - size))
    stored = _number(head, STORED, "stored", MOST_MOVES)
    start = NAME_SIZE + 4 * size
    _check_length(data, start + 4 * BLOCK * -(-stored // BLOCK))
    moves = unpack_from(f">{stored}I", data, start)
    if magic == OLD:
        moves = tuple(map(_renewed, moves))
    name = data[:NAME_SIZE].split(b"\0")[0].decode("ascii", "replace")
    return Save(_variant(name, head), _number(head, SEED, "seed", 10 ** 9 - 1),
                _number(head, CURRENT, "current", stored), _number(head, CHEATS, "cheats", HIGHEST), moves)


def _renewed(move: int) -> int:
    """A move of version 1 as version 2 stores it: the way back turned cards too, and a deal counted them elsewhere."""
    if move & DEAL != DEAL:
        return move & ~BACK_TURNED
    return DEAL | max(move & 0x1FF, move >> 9 & 0x3F) << 9


def _check_length(data: bytes, needed: int) -> None:
    if len(data) < needed:
        raise RecordError("xpat2_breaks_off", length=len(data), needed=needed)


def _number(head: Sequence[int], index: int, name: str, highest: int) -> int:
    if not 0 <= head[index] <= highest:
        raise RecordError("xpat2_bad_number", field=name, value=head[index], highest=highest)
    return head[index]


def _variant(name: str, head: Sequence[int]) -> str:
    if name not in GAMES:
        raise RecordError("xpat2_other_game", game="".join(char for char in name if char.isprintable()),
                          games=list(GAMES))
    names, parameters = GAMES[name]
    for index, parameter, standard in parameters:
        if head[index] not in (STANDARD, standard):
            raise RecordError("xpat2_customised", parameter=parameter, value=head[index], standard=standard)
    if len(names) == 1:
        return names[0]
    relaxed = max(head[RELAXED], 0)
    if relaxed >= len(names):
        raise RecordError("xpat2_customised", parameter="relaxed", value=relaxed, standard=0)
    return names[relaxed]


def _replay(save: Save, number: str) -> Game:
    game = Game(start_position(save.variant, "xpat2", number), f"xpat2:{number}")
    row = Row(game.start)
    current = 0
    for count, word in enumerate(save.moves, 1):
        if game.position.is_won:
            break
        _play(game, row, count, word)
        if count <= save.current:
            current = game.ply
    _go_back(game, current)
    game.cheats = save.cheats
    return game


def _play(game: Game, row: "Row", number: int, word: int) -> None:
    """Play one stored move, and check all that it says."""
    step = row.read(word)
    if not step:
        raise RecordError("xpat2_bad_move", number=number, word=f"{word:08x}")
    move = row.move(step, game.position)
    turned = False
    if move:
        try:
            turned = bool(game.play(str(move)).cards) and not move.is_deal
        except IllegalMove as error:
            raise RecordError("xpat2_move_not_legal", number=number, move=str(move), reason=error) from None
    elif not row.changes_nothing(step):
        raise RecordError("xpat2_bad_move", number=number, word=f"{word:08x}")
    expected = row.word(step, turned)
    if word != expected:
        raise RecordError("xpat2_move_differs", number=number, word=f"{word:08x}", expected=f"{expected:08x}")
    row.carry(step)


def _go_back(game: Game, ply: int) -> None:
    """At the start the program can take a restart back, so that is what it is."""
    if ply == 0:
        game.restart()
    while game.ply > ply:
        game.undo()


class Carried(NamedTuple):
    """Cards that go from pile to pile; a deal comes from the stock, and goes to the first `number` columns."""

    source: int
    target: int
    number: int


class Row:
    """How many cards each of XPat2's piles holds: eight stacks, the columns from the left, the stock."""

    def __init__(self, start: Position) -> None:
        columns = range(start.rules.columns)
        self.stock = STACKS + len(columns)
        self.sizes = [0] * STACKS + [len(start.column(column)[0]) for column in columns] + [len(start.stock)]

    def start(self, pile: int) -> int:
        """Where in the row a pile begins."""
        return sum(self.sizes[:pile])

    def read(self, word: int) -> Carried | None:
        """What a stored move carries, or None if there are no such piles."""
        index, target = word & 0x1FF, word >> 9 & 0x3F
        if word & DEAL == DEAL:
            return Carried(self.stock, STACKS, min(self.sizes[-1], self.stock - STACKS))
        for pile, size in enumerate(self.sizes):
            if index < size:
                return Carried(pile, target, size - index) if pile != self.stock > target != pile else None
            index -= size
        return None

    def move(self, carried: Carried, position: Position) -> Move | None:
        """The move here, legal or not; None from stack to stack, and to a stack that does not take it."""
        source, target, count = carried
        if source == self.stock:
            return Move(table.STOCK, table.STOCK, 0)
        if source >= STACKS and target >= STACKS:
            return Move(source - STACKS, target - STACKS, count)
        if source >= STACKS:
            return Move(source - STACKS, table.FOUNDATION, 0) if self.takes(target, carried, position) else None
        if target >= STACKS and count == 1:
            return Move(table.FOUNDATION, target - STACKS, self.card(source))
        return None

    def card(self, stack: int) -> int:
        """The top card of a stack of single cards."""
        return make(SUITS.index(SUIT_ORDER[stack % len(SUIT_ORDER)]), self.sizes[stack])

    def takes(self, stack: int, carried: Carried, position: Position) -> bool:
        """Does this very stack take the cards, if any stack does?"""
        top = layout.top(position.table, position.rules, carried.source - STACKS)
        if SUITS[suit(top)] != SUIT_ORDER[stack % len(SUIT_ORDER)]:
            return False
        if position.rules.goal == RUNS:
            return carried.number == KING and self.sizes[stack] == 0
        return carried.number == 1 and self.sizes[stack] == rank(top) - 1

    def changes_nothing(self, carried: Carried) -> bool:
        """A single card to the other stack of its suit, which takes it: the two stacks change places."""
        source, target, count = carried
        return (max(source, target) < STACKS and count == 1 and source % len(SUIT_ORDER) == target % len(SUIT_ORDER)
                and self.sizes[target] == self.sizes[source] - 1)

    def find(self, move: Move, position: Position) -> Carried:
        """What a legal move carries; of two stacks that fit the left one is meant."""
        if move.is_deal:
            return Carried(self.stock, STACKS, min(self.sizes[-1], self.stock - STACKS))
        if move.comes_back:
            source = next(stack for stack in range(STACKS) if self.card(stack) == move.count and self.sizes[stack])
            return Carried(source, move.target + STACKS, 1)
        source = move.source + STACKS
        if not move.goes_up:
            return Carried(source, move.target + STACKS, move.count)
        up = [Carried(source, stack, KING if position.rules.goal == RUNS else 1) for stack in range(STACKS)]
        return next(carried for carried in up if self.takes(carried.target, carried, position))

    def word(self, carried: Carried, turned: bool) -> int:
        """How the program stores this move."""
        source, target, count = carried
        if source == self.stock:
            return DEAL | count << 9
        there = self.start(source + 1) - count | target << 9 | (TURNED if turned else 0)
        back = self.start(target + 1) - (count if source < target else 0)
        return there | back << 16 | source << 25

    def carry(self, carried: Carried) -> None:
        """Take the cards from one pile to the other, or deal them."""
        source, target, count = carried
        self.sizes[source] -= count
        if source == self.stock:
            for column in range(target, target + count):
                self.sizes[column] += 1
        else:
            self.sizes[target] += count


def write(game: Game) -> bytes:
    """
    A game as XPat2 saves it: all moves, those taken back too. (Dealt by the old generator, it needs `-rng 0` there.)

    :raises RecordError: XPat2 does not play these rules, or it did not deal this game
    """
    name, relaxed = _name(game.start)
    steps = [*game.steps, *game.undone]
    words = list(_words(game.start, [step.move for step in steps]))
    head = [STANDARD] * MAGICS[NEW]
    head[SEED], head[STORED], head[CURRENT], head[MAGIC] = _seed(game), len(words), game.ply, NEW
    head[CHEATS], head[FINISHED] = min(max(game.cheats, 0), HIGHEST), int(any(wins for _, wins in words))
    head[COUNTER_0] = head[COUNTER_1] = head[COUNTER_2] = head[COUNTER_3] = 0
    head[RELAXED] = relaxed or STANDARD
    padded = [*[word for word, _ in words], *[0] * (-len(words) % BLOCK)]
    return name.encode().ljust(NAME_SIZE, b"\0") + pack(f">{len(head)}i{len(padded)}I", *head, *padded)


def _name(start: Position) -> tuple[str, int]:
    """XPat2's name for the rules, and its option `-relaxed`."""
    for name, (names, _) in GAMES.items():
        if start.variant.name in names:
            return name, names.index(start.variant.name)
    raise RecordError("xpat2_other_rules", variant=start.variant.name,
                      variants=[name for rules in GAMES.values() for name in rules.variants])


def _seed(game: Game) -> int:
    source, _, number = game.deal_name.partition(":")
    try:
        if source == "xpat2" and start_position(game.start.variant.name, source, number) == game.start:
            return int(number.removeprefix("rng0-"))
    except DealError:
        pass
    raise RecordError("xpat2_not_its_deal", deal=game.deal_name)


def _words(position: Position, moves: Sequence[Move]) -> Iterator[tuple[int, bool]]:
    """Each move as XPat2 stores it, and whether it wins."""
    row = Row(position)
    for move in moves:
        carried = row.find(move, position)
        step, position = position.advance(move)
        yield row.word(carried, bool(step.cards) and not move.is_deal), position.is_won
        row.carry(carried)
