"""Which of several legal moves of the same cards a player most likely means."""

from ...notation import Move
from ...position import View
from ...rules import SUIT, goes_with


def likely_first(view: View) -> list[Move]:
    """Every legal move: up before down, onto a card of the same suit before another, a space last."""
    return sorted(view.moves, key=lambda move: _distance(view, move))


def _distance(view: View, move: Move) -> int:
    if move.goes_up:
        return 0
    if move.is_deal:
        return 5
    target, _ = view.column(move.target)
    if not target:
        return 4 if _leaves_space(view, move) else 3
    card = move.count if move.comes_back else view.column(move.source)[0][-move.count]
    return 1 if goes_with(SUIT, card, target[-1]) else 2


def _leaves_space(view: View, move: Move) -> bool:
    """From one space to another: nothing is gained."""
    return not move.comes_back and len(view.column(move.source)[0]) == move.count
