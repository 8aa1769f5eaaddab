"""Tables for tests: positions from the columns that matter, and games played on by chance."""

import random
from collections.abc import Mapping

from hypothesis import HealthCheck, settings

from kreuzspinne import variants
from kreuzspinne.game import Game
from kreuzspinne.position import Position

RANKS = "A23456789TJQK"
SUITS = "shdc"
LETTERS = "abcdefghijklmno"

PROFILE = settings(derandomize=True, deadline=None, database=None, max_examples=100,
                   suppress_health_check=list(HealthCheck))
"""The same examples on every machine, and as many milliseconds as they need."""


def run(suit: str, first: str = "K", last: str = "A") -> str:
    """Cards going down by one in one suit."""
    return "".join(rank + suit for rank in reversed(RANKS[RANKS.index(last):RANKS.index(first) + 1]))


def names(cards: str) -> list[str]:
    """Two letters a card."""
    return [cards[i:i + 2] for i in range(0, len(cards), 2)]


def board(variant: str, columns: Mapping[str, str], stock: str = "", piles: str = "") -> Position:
    """A fragment: the columns named by their letters hold these cards, all others none."""
    letters = LETTERS[:variants.read(variant).rules.columns]
    assert set(columns) <= set(letters)
    tableau = "/".join(columns.get(letter) or "-" for letter in letters)
    return Position.read(f"{variant} {tableau} {stock or '-'} {piles or '-'}", fragment=True)


def with_switch(position: Position, name: str) -> Position:
    """The same cards under another game's rules."""
    return Position.read(f"{name} {str(position).split(' ', 1)[1]}", fragment=True)


def changed(variant: variants.Variant, **switches: str) -> variants.Variant:
    """A game with other values of some switches."""
    return variants.change(variant, **{switch: variants.SWITCHES[switch][value] for switch, value in switches.items()})


def play_on(game: Game, plies: int, seed: int | str) -> Game:
    """Legal moves by chance, deals among them now and then."""
    rng = random.Random(seed)
    for _ in range(plies):
        moves = game.position.moves
        if not moves:
            break
        game.play(rng.choice(moves[:-1] if len(moves) > 1 and rng.random() < 0.7 else moves))
    return game
