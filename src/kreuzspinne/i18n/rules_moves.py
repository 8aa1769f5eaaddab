"""Which moves there are, in words, each with an example that the rules themselves have approved."""

from collections.abc import Sequence
from itertools import pairwise, product

from ..cards import KING, SUITS, make, suit
from ..rules import FULL, KINGS, LOOSE, NEVER, NOTHING, follows
from .teller import Teller

UPPER, LOWER, LOWEST = 9, 8, 7
"""Ranks of the examples: in the middle of a suit, and of feminine gender in German."""
THREE = 3


def moves(teller: Teller) -> list[str]:
    """One entry for each kind of move."""
    kinds = [_build(teller), _move(teller), _space(teller)]
    return kinds + ([teller.tell("page_turn")] if teller.variant.face_down else [])


def _suits(teller: Teller) -> list[int]:
    """Suits of the pack, red and black in turn: neighbours in an example shall differ where they may."""
    return [SUITS.index(suit) for suit in "hsdc" if suit in teller.variant.suits]


def _build(teller: Teller) -> str:
    rule = teller.tell("page_build_" + teller.variant.switches["build"])
    lower = make(_suits(teller)[0], LOWER)
    yes, no = _uppers(teller, lower, True), _uppers(teller, lower, False)
    kind = "none" if not yes else "some" if no else "every" if len(yes) > 1 else "single"
    example = teller.tell("page_example_build_" + kind, lower=LOWER if kind == "single" else lower, upper=UPPER,
                          yes=yes, no=no)
    return " ".join([rule, example] + ([teller.tell("page_build_ends")] if yes else []))


def _uppers(teller: Teller, lower: int, accepted: bool) -> list[str]:
    """The next higher cards, with their articles, that `lower` may lie on, or may not."""
    cards = [make(SUITS.index(suit), UPPER) for suit in SUITS if suit in teller.variant.suits]
    build = teller.variant.rules.build
    return [teller.tell("page_the_card", card=card) for card in cards if follows(build, lower, card) == accepted]


def _move(teller: Teller) -> str:
    loose = teller.variant.rules.move == LOOSE
    rule = [teller.tell("page_move_" + teller.variant.switches["move"])]
    if loose:
        return " ".join(rule + _loose_example(teller))
    return " ".join([*rule, teller.tell("page_move_part"), _run_example(teller)])


def _loose_example(teller: Teller) -> list[str]:
    """An open card with two on it that do not belong there."""
    suits = _suits(teller)
    run = [make(suits[i % len(suits)], rank) for i, rank in enumerate((LOWER, KING, THREE))]
    yes, no = _uppers(teller, run[0], True), _uppers(teller, run[0], False)
    if yes and not no:
        yes = [teller.tell("page_any_rank", upper=UPPER)]
    return [teller.tell("page_example_loose", run=_spoken(teller, run), yes=yes)] if yes else []


def _run_example(teller: Teller) -> str:
    """Three cards that travel as one, and what would break them."""
    policy = teller.variant.rules.move
    choices = [[make(suit, rank) for suit, rank in zip(suits, (UPPER, LOWER, LOWEST), strict=True)]
               for suits in product(_suits(teller), repeat=3)]
    runs = [run for run in choices if all(follows(policy, lower, upper) for upper, lower in pairwise(run))]
    if not runs:
        return teller.tell("page_example_move_none")
    run = max(runs, key=_variety)
    wrong = [card for card in (make(suit, UPPER) for suit in _suits(teller)) if not follows(policy, run[1], card)]
    if not wrong:
        return teller.tell("page_example_move", run=_spoken(teller, run))
    return teller.tell("page_example_move_not", run=_spoken(teller, run), wrong=wrong[0], head=run[0])


def _spoken(teller: Teller, run: Sequence[int]) -> list[str]:
    return [teller.tell("page_card_in_run", card=card) for card in run]


def _variety(run: Sequence[int]) -> tuple[int, int]:
    """How much a run shows of what is allowed: neighbours of different suits, then different suits."""
    return sum(suit(upper) != suit(lower) for upper, lower in pairwise(run)), len(set(map(suit, run)))


def _space(teller: Teller) -> str:
    rules, value = teller.variant.rules, teller.variant.switches["space"]
    codes = ["page_space_" + value]
    if rules.space != KINGS:
        codes.append(f"page_kings_{value}" + ("_loose" if rules.move == LOOSE else ""))
    if rules.space == NOTHING and rules.deal not in (FULL, NEVER):
        codes.append("page_space_dealt")
    return " ".join(map(teller.tell, codes))
