"""The player's kernels at work, for a process in which every index is checked (`test_kernels`)."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any
from unittest import mock

from kreuzspinne import variants
from kreuzspinne.game import start_position
from kreuzspinne.player import choose, judgement, plans, selfplay
from kreuzspinne.solver.kernel import array
from kreuzspinne.variants import VARIANTS

WIDTH = 3
SWITCHED = ["spider4:runs=hand", "spider2:deal=any", "spiderette4:space=king", "gypsy:move=loose:deal=stuck"]
"""Games beside those of the catalogue."""


def self_played(game: str, number: str, width: int = WIDTH) -> tuple[bool, int, int]:
    """One whole game in compiled code."""
    variant = variants.read(game)
    weights = judgement.judgement(variant)
    return selfplay.play(array(start_position(game, "own", number)), selfplay.make_desk(variant, width), weights,
                         judgement.filling(weights), variant.rules, *plans.extent(width))


def player_within_bounds(seen: Counter[str], games: Iterable[str] = (*VARIANTS, *SWITCHED), each: int = 1) -> None:
    """Whole games of each kind in compiled code, and the first choices of one as the coach asks for them."""
    for game in games:
        for number in range(each):
            won, down, decisions = self_played(game, f"bounds {number}")
            seen["self-played game"] += 1
            seen["decision"] += decisions
            seen["won by the player" if won else "card left face down" if down else "stuck with all open"] += 1
        position = start_position(game, "own", "bounds")
        for _ in range(3):
            choice = choose.choose(position.view(), effort=WIDTH)
            seen["choice"] += choice.move is not None
            for move in choice.plan:
                position = position.after(move)


def planted_in_the_player(is_out_of_bounds: Callable[..., bool]) -> dict[str, bool]:
    """Arrays that are too short, each for other kernels: what of this is noticed."""
    make_room, make_desk = plans.make_room, selfplay.make_desk

    def little_room(*arguments: Any) -> plans.Room:
        room = make_room(*arguments)
        return room._replace(plans=room.plans[:2])

    def little_desk(*arguments: Any) -> selfplay.Desk:
        desk = make_desk(*arguments)
        return desk._replace(unseen=desk.unseen[:9])

    found = {}
    with mock.patch.object(choose, "make_room", little_room):
        found["plans"] = is_out_of_bounds(choose.choose, start_position("spider4", "own", "1").view())
    with mock.patch.object(selfplay, "make_desk", little_desk):
        found["selfplay"] = is_out_of_bounds(self_played, "spider4", "1")
    return found
