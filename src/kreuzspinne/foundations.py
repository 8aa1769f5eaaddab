"""The foundations: kept by suit, of twins the higher first, so that one position is one table."""

from .cards import ACE, rank, suit
from .law import law
from .layout import Table
from .rules import Rules


@law
def goes_up(t: Table, rules: Rules, card: int) -> bool:
    """Does a foundation take single `card` next?"""
    if rank(card) == ACE:
        return t[rules.piles] == 0
    for pile in range(1, 1 + rules.piles):
        if t[pile] == card - 1:
            return True
    return False


@law
def found(t: bytearray, rules: Rules, card: int) -> None:
    """Begin a pile whose top card is `card`, in its place among the others."""
    place = rules.piles
    while place > 1 and (t[place - 1] == 0 or suit(t[place - 1]) > suit(card)):
        t[place] = t[place - 1]
        place -= 1
    t[place] = card


@law
def abandon(t: bytearray, rules: Rules, card: int) -> None:
    """End a pile whose top card is `card`; the others close up."""
    place = 1
    while t[place] != card:
        place += 1
    while place < rules.piles:
        t[place] = t[place + 1]
        place += 1
    t[rules.piles] = 0


@law
def lay_up(t: bytearray, rules: Rules, card: int) -> None:
    """Put single `card` on its foundation (of twins, the first grows, so the higher stays first)."""
    if rank(card) == ACE:
        found(t, rules, card)
    else:
        pile = 1
        while t[pile] != card - 1:
            pile += 1
        t[pile] = card


@law
def lift_down(t: bytearray, rules: Rules, card: int) -> None:
    """Take single `card` off its foundation (of twins, the last shrinks)."""
    if rank(card) == ACE:
        abandon(t, rules, card)
    else:
        pile = rules.piles
        while t[pile] != card:
            pile -= 1
        t[pile] = card - 1
