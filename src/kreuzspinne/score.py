"""Points of the programs people know, recomputed from the position; and of tournaments, where effort counts too.

Sources: XPat2 1.07 (compared with the numbers it prints), GNOME Aisleriot's help, Microsoft's Spider. The tournament is
our own.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from . import table
from .cards import ACE, KING, rank
from .errors import KreuzspinneError
from .notation import excerpt
from .position import Position, View, place
from .rules import ALTERNATE, AUTO, CARDS, LOOSE, RUNS, SUIT, follows
from .variants import Variant

Board = Position | View


class Effort(NamedTuple):
    """What a game has taken so far, for the schemes that count it."""

    moves: int = 0
    """As Windows counts them: made, taken back, made again."""
    seconds: float = 0
    cheats: int = 0
    """Cards seen by moves that were taken back."""
    hints: int = 0


Columns = list[tuple[bytes, int]]
"""The cards of each column, lowest first, and how many of them lie face down."""


def _columns(board: Board) -> Columns:
    return [board.column(column) for column in range(board.rules.columns)]


def _pairs(columns: Columns, policy: int) -> int:
    """Open neighbours in a column that follow each other under `policy`."""
    return sum(follows(policy, lower, upper) for cards, down in columns for upper, lower in pairwise(cards[down:]))


def _runs_in_columns(columns: Columns) -> int:
    """Complete open runs anywhere in a column, also with cards on them."""
    count = 0
    for cards, down in columns:
        length, last = 0, 0
        for card in cards[down:]:
            length = length + 1 if length and follows(SUIT, card, last) else int(rank(card) == KING)
            count += length == KING
            last = card
    return count


def _heights(board: Board) -> list[int]:
    """How many cards lie on each foundation: all of a suit, where whole runs go up."""
    return [KING if board.rules.goal == RUNS else rank(card) for card in board.piles]


def xpat2_spider(board: Board, effort: Effort) -> int:
    """XPat2's Spider: 0 at the start, 990 with every run gone, 1000 with every run still in the columns."""
    columns = _columns(board)
    runs, gone, hidden = _runs_in_columns(columns), _heights(board).count(KING), [down for _, down in columns]
    turned, cleared = board.variant.face_down - sum(hidden), hidden.count(0)
    bonus = 2 * (runs - 3) if runs + gone == board.rules.piles and runs > 3 else 0
    return 10 * turned + 15 * cleared + 2 * _pairs(columns, SUIT) + 26 * runs + 50 * gone + bonus


def xpat2_gypsy(board: Board, effort: Effort) -> int:
    """XPat2's and Aisleriot's Gypsy: five a card that is up, sixty a full foundation, two a pair; 1000 when won."""
    heights = _heights(board)
    return 5 * sum(heights) + 60 * heights.count(KING) + 2 * _pairs(_columns(board), ALTERNATE)


def windows(board: Board, effort: Effort) -> int:
    """Microsoft's Spider: 500, less one a move (taking back is a move), a hundred more for each run that is gone."""
    return 500 - effort.moves + 100 * _heights(board).count(KING)


def aisleriot(board: Board, effort: Effort) -> int:
    """Aisleriot: one for each pair in suit (twelve a run: 48 a deck); Scorpion has a scheme of its own, to 100."""
    if board.rules.goal == CARDS:
        return xpat2_gypsy(board, effort)
    columns = _columns(board)
    pairs = _pairs(columns, SUIT) + (KING - 1) * len(board.piles)
    if board.rules.move != LOOSE:
        return pairs
    full = len(board.piles) + sum(_is_finished(board, column) for column in range(board.rules.columns))
    return pairs + 4 * full - 3 * sum(down for _, down in columns) + 3 * board.variant.face_down


def _is_finished(board: Board, column: int) -> bool:
    return len(board.column(column)[0]) == KING and table.is_complete(board.table, board.rules, column)


TABLE = 1000
"""What a finished table is worth in a tournament."""
BONUS = 500
"""What a win is worth beyond that, once for few moves and once for little time; nobody wins by no moves in no time."""
SECONDS = 4
"""They cost as much as a move."""
CHEAT, HINT = 5, 20
"""What a card costs that was seen by a move taken back, and what a hint costs, of any level."""


def tournament(board: Board, effort: Effort) -> int:
    """A thousand for a finished table, up to a thousand more for a win that took little; peeking and hints cost."""
    own = default_scheme(board.variant)
    earned = TABLE * SCHEMES[own](board, effort) // (highest(board.variant, own) or 1)
    if board.is_won:
        earned += max(0, BONUS - effort.moves) + max(0, BONUS - int(effort.seconds) // SECONDS)
    return max(0, earned - CHEAT * effort.cheats - HINT * effort.hints)


SCHEMES: dict[str, Callable[[Board, Effort], int]] = {
    "xpat2-spider": xpat2_spider, "xpat2-gypsy": xpat2_gypsy, "windows": windows, "aisleriot": aisleriot,
    "tournament": tournament,
}

COUNTED = {"windows": ("moves",), "tournament": Effort._fields}
"""What the schemes count beside the table; those that are not named here count nothing else."""

TWO_DECKS = 8


def default_scheme(variant: Variant) -> str:
    """The scheme a variant is scored by when none is named."""
    if variant.rules.goal == CARDS:
        return "xpat2-gypsy"
    if variant.rules.move == LOOSE:
        return "aisleriot"
    return "xpat2-spider" if variant.rules.piles == TWO_DECKS else "aisleriot"


def schemes(variant: Variant) -> list[str]:
    """The schemes that were made for such a game, its own first; the others count, too, but not what matters in it."""
    if variant.rules.goal == CARDS:
        return ["xpat2-gypsy", "tournament"]
    fitting = ["windows", "aisleriot", "tournament"] if variant.rules.move == LOOSE else list(SCHEMES)
    own = default_scheme(variant)
    return [own, *(scheme for scheme in fitting if scheme not in (own, "xpat2-gypsy"))]


def points(board: Board, scheme: str | None = None, moves: int = 0, seconds: float = 0, cheats: int = 0,
           hints: int = 0) -> int:
    """
    Points of a position; what it took to get there (see `Effort`) matters to the schemes that count it.

    :raises KreuzspinneError: no such scheme
    """
    scheme = scheme or default_scheme(board.variant)
    if scheme not in SCHEMES:
        raise KreuzspinneError("unknown_scheme", scheme=excerpt(scheme), schemes=list(SCHEMES))
    return SCHEMES[scheme](board, Effort(moves, seconds, cheats, hints))


def highest(variant: Variant, scheme: str | None = None) -> int | None:
    """The most points a won game of the variant can have, or None where there is no bound worth naming."""
    scheme = scheme or default_scheme(variant)
    piles, columns = variant.rules.piles, variant.rules.columns
    if scheme == "xpat2-spider":
        may_stay = variant.rules.goal == RUNS and variant.rules.runs != AUTO
        on_columns = min(piles, columns) if may_stay else 0
        return 10 * variant.face_down + 15 * columns + 50 * piles + max(0, 2 * (on_columns - 3))
    if scheme == "xpat2-gypsy":
        return (5 * KING + 60) * piles
    if scheme == "aisleriot":
        top = ACE if variant.rules.goal == RUNS else KING
        return aisleriot(place(variant, [((), 0)] * columns, (), [top] * piles), Effort())
    return TABLE + 2 * BONUS if scheme == "tournament" else None
