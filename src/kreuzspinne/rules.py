"""The rules of one game as data, and the few card-level questions every game answers from them."""

from typing import NamedTuple

from .cards import KING, rank, red, suit
from .law import law

# Who may lie on whom, and which cards travel as one. RANK asks for nothing but the next lower rank.
RANK, SUIT, ALTERNATE, COLOUR, LOOSE = 0, 1, 2, 3, 4
# What may fill a space.
ANY_CARD, KINGS, NOTHING = 0, 1, 2
# When a row may be dealt.
FULL, ORDERED_SUIT, ORDERED_RANK, ALWAYS, STUCK, NEVER = 0, 1, 2, 3, 4, 5
# When complete runs leave.
AUTO, HAND, STAY = 0, 1, 2
# What goes up.
RUNS, CARDS = 0, 1
# May cards come back from a foundation.
NO, YES, LATE = 0, 1, 2

SWITCHES: dict[str, dict[str, int]] = {
    "build": {"any": RANK, "suit": SUIT, "alternate": ALTERNATE, "colour": COLOUR},
    "move": {"suit": SUIT, "alternate": ALTERNATE, "colour": COLOUR, "rank": RANK, "loose": LOOSE},
    "space": {"any": ANY_CARD, "king": KINGS, "none": NOTHING},
    "deal": {"full": FULL, "ordered-suit": ORDERED_SUIT, "ordered-rank": ORDERED_RANK, "any": ALWAYS,
             "stuck": STUCK, "none": NEVER},
    "runs": {"auto": AUTO, "hand": HAND, "stay": STAY},
    "goal": {"runs": RUNS, "cards": CARDS},
    "back": {"no": NO, "yes": YES, "late": LATE},
}
"""Every switch in canonical order, with its values by name."""


class Rules(NamedTuple):
    """Every difference between two games of the family is one field here."""

    columns: int
    cards: int
    piles: int
    """How many foundations: a run of thirteen cards each."""
    build: int = RANK
    move: int = SUIT
    space: int = ANY_CARD
    deal: int = FULL
    runs: int = AUTO
    goal: int = RUNS
    back: int = NO
    centred: int = 0
    """1: a last row shorter than the table goes to the middle columns; 0: to the left ones."""


@law
def goes_with(policy: int, lower: int, upper: int) -> bool:
    """Do the suits of two neighbours please `policy`? (Their ranks are not looked at.)"""
    if policy == SUIT:
        return suit(lower) == suit(upper)
    if policy == ALTERNATE:
        return red(lower) != red(upper)
    if policy == COLOUR:
        return red(lower) == red(upper)
    return True


@law
def follows(policy: int, lower: int, upper: int) -> bool:
    """May `lower` lie on `upper`: one rank down, and a suit that pleases `policy`?"""
    return rank(lower) + 1 == rank(upper) and goes_with(policy, lower, upper)


@law
def fills_space(policy: int, card: int) -> bool:
    """May a run headed by `card` go to an empty column?"""
    return policy == ANY_CARD or (policy == KINGS and rank(card) == KING)


def contradiction(rules: Rules, stock: int) -> str | None:
    """Code of the first reason why these switches cannot stand together; `stock` is its size at the start."""
    if stock and rules.deal == NEVER:
        return "stock_never_dealt"
    if not stock and rules.deal != NEVER:
        return "deal_without_stock"
    if rules.goal == CARDS and rules.runs != STAY:
        return "runs_leave_but_cards_go_up"
    if rules.goal == RUNS and rules.back != NO:
        return "runs_never_come_back"
    if rules.goal == RUNS and rules.runs == STAY and rules.piles > rules.columns:
        return "more_runs_than_columns"
    return None
