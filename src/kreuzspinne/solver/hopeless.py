"""Tables that cannot be won, seen without playing on: no column can ever be emptied.

The argument: imagine that a card which could once be laid on stays free for ever, and that a card which has moved is
never in the way again. Then more is possible than in any real game, and what is possible is soon listed: which cards
can come to be tops, and which columns lose their lowest card. Where even so no column is ever emptied, none is in a
real game; and no game is won while every column has cards.
"""

from numba import njit

from ..cards import KING, rank, red
from ..layout import base, face_down, height
from ..rules import ALTERNATE, CARDS, LOOSE, NO, RANK, RUNS, STAY, SUIT, follows
from .kernel import UNCOUNTED

ONE_DECK = 52
"""In games of one deck many tables are hopeless before the last deal; in larger ones hardly any."""
SPADES_AND_CLUBS, HEARTS_AND_DIAMONDS = 1 | 1 << 48, 1 << 16 | 1 << 32
"""Cards are sets of bits here: bit n is card n. These are the bits of the suits' zeroth cards."""


@njit(cache=True, inline="always", **UNCOUNTED)
def hosts(build, card):
    """The set of cards that `card` may be laid on."""
    if build == SUIT:
        suits = 1 << (card & 48)
    elif build == RANK:
        suits = SPADES_AND_CLUBS | HEARTS_AND_DIAMONDS
    elif red(card) == (build == ALTERNATE):
        suits = SPADES_AND_CLUBS
    else:
        suits = HEARTS_AND_DIAMONDS
    return suits << (rank(card) + 1) if rank(card) < KING else 0


@njit(cache=True, inline="always", **UNCOUNTED)
def up_to(card):
    """The set of cards of a suit from the ace to `card`."""
    return ((2 << rank(card)) - 2) << (card & 48)


@njit(cache=True, inline="always", **UNCOUNTED)
def goes_along(rules, card, under):
    """Might `card` go wherever the card `under` it goes: as part of what travels, or of a run that leaves?"""
    return (rules.move == LOOSE or follows(rules.move, card, under)
            or (rules.goal == RUNS and follows(SUIT, card, under)))


@njit(cache=True, **UNCOUNTED)
def spread(t, rules, column, tops, free):
    """
    Go down `column` as far as its cards can move, given the `tops` there can be and the cards that are `free`.

    Returns both sets, larger now, and whether the column can be emptied.
    """
    start, down = base(rules, column), face_down(t, rules, column)
    is_top = True
    for j in range(height(t, rules, column) - 1, -1, -1):
        card = t[start + j]
        free |= 1 << card
        leaves = is_top if rules.goal == CARDS else rank(card) == KING
        if (leaves and up_to(card) & ~free == 0) or tops & hosts(rules.build, card):
            if j == 0:
                return tops, free, True
            tops |= 1 << t[start + j - 1]
            is_top = True
        elif j > down and goes_along(rules, card, t[start + j - 1]):
            is_top = False
        else:
            break
    return tops, free, False


@njit(cache=True, **UNCOUNTED)
def is_hopeless(t, rules):
    """Can no column of this table ever be emptied, so that it cannot be won?"""
    if rules.goal != CARDS and rules.runs == STAY:
        return False
    tops = 0
    for c in range(rules.columns):
        n = height(t, rules, c)
        if n == 0:
            return False
        tops |= 1 << t[base(rules, c) + n - 1]
    for i in range(t[0]):
        tops |= 1 << t[base(rules, 0) - 1 - i]
    free = tops
    if rules.goal == CARDS:
        for p in range(rules.piles):
            if t[1 + p]:
                free |= up_to(t[1 + p])
        if rules.back != NO:
            tops |= free
    tops_before, free_before = 0, 0
    while tops != tops_before or free != free_before:
        tops_before, free_before = tops, free
        for c in range(rules.columns):
            tops, free, emptied = spread(t, rules, c, tops, free)
            if emptied:
                return False
    return True
