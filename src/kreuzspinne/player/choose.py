"""The player that never peeks: from what can be seen to the next moves, with what else was considered.

While cards are hidden, the search for plans (`plans`) goes through all that can be done with what lies open; once
everything is known, the solver plays.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from .. import table
from ..cards import UNSEEN
from ..layout import height, top
from ..notation import Move
from ..position import View
from ..solver.checkpoint import N_MOVE, N_PARENT, WON
from ..solver.kernel import SMALL
from ..solver.lines import plain_line, shorten, without_runs
from ..solver.search import Search, search_rules
from .belief import Belief, index_of
from .judgement import filling, judgement
from .outlook import outlook
from .plans import Room, decide, extent, make_room
from .worth import UNKNOWN, counts, tables_of

EFFORT = 120
"""Width of the search where nobody says another."""
EFFORTS = (40, 120, 400, 1200, 3600)
"""What is tried one after the other where time is given."""
GROWTH = 4
"""About how much longer each of them takes than the one before."""
WON_VALUE = 10**6
"""The value of a plan that wins."""
END_NODES = 4000
"""How many nodes the solver has for each unit of effort, once everything is known."""


class Plan(NamedTuple):
    """One way to go on: every move up to the next card that is turned, to a deal, or to the win."""

    moves: tuple[Move, ...]
    value: int
    """In points of the judgement: only good for comparing plans of one view."""
    column: int | None
    """Where a card is turned; None: a row is dealt, or the game is won."""


class Choice(NamedTuple):
    """What the player does, and what else it considered."""

    move: Move | None
    """The first move of the plan; None: no move helps any more."""
    plan: tuple[Move, ...]
    value: int
    alternatives: tuple[Plan, ...]
    """The best other plans, the best first: one for each column where a card could be turned, and the deal."""


NO_CHOICE = Choice(None, (), 0, ())


def choose(view: View, *, belief: Belief | None = None, effort: int = EFFORT, seconds: float | None = None,
           seed: int = 0) -> Choice:
    """
    The next moves for who sees no more than `view`; the same for the same effort and seed.

    :param belief: what is known beside the view, as from earlier in the game (`belief.of_game`)
    :param effort: width of the search: a few dozen are quick, some hundreds strong
    :param seconds: search wider and wider for about so long, up to `effort`; then the clock has a say in the choice
    :param seed: of the solver that plays when everything is known
    """
    belief = belief or Belief(view)
    if view.is_won or not view.moves:
        return NO_CHOICE
    if belief.is_certain and (choice := _solved(belief, effort, seed)):
        return choice
    if not belief.places:
        return NO_CHOICE
    if seconds is None:
        return _planned(belief, effort)
    begun, choice = time.perf_counter(), NO_CHOICE
    for width in sorted({*(width for width in EFFORTS if width < effort), effort}):
        before = time.perf_counter()
        choice = _planned(belief, width)
        now = time.perf_counter()
        if now - begun + GROWTH * (now - before) > seconds:
            break
    return choice


def _solved(belief: Belief, effort: int, seed: int) -> Choice | None:
    """The solver's way to the win, where only one table can lie there; None: it found none."""
    position = belief.table(belief.unseen.elements())
    if not position.is_whole:
        return None
    verdict = Search(position, seed=seed).run(nodes=END_NODES * effort, shorter=False)
    if not verdict.is_solved:
        return None
    line = _until_shown(belief.view, shorten(position, list(verdict.moves)))
    return Choice(line[0], line, WON_VALUE, ())


def _planned(belief: Belief, effort: int) -> Choice:
    """The best plan for what is seen."""
    view = belief.view
    cleared = without_runs(view)
    if _shows(cleared.table, cleared):
        moves = _until_shown(view, plain_line(view, []))
        return Choice(moves[0], moves, WON_VALUE, ())
    found = sorted(_plans(belief, cleared, effort), key=lambda plan: -plan.value)
    if not found:
        return NO_CHOICE
    best, *others = found
    return Choice(best.moves[0], best.moves, best.value, tuple(others))


def _plans(belief: Belief, view: View, effort: int) -> list[Plan]:
    """The best plan for each column, and the deal, from a view without complete runs that may be taken."""
    rules = search_rules(view.rules)
    weights = judgement(view.variant)
    room = make_room(rules, effort, outlook(view.variant))
    decide(room, tables_of(rules, belief.suits, view.stock), _unseen(belief), weights, filling(weights), rules,
           _array(belief, view), *extent(effort))
    if room.memory.registers[WON] >= 0:
        moves = plain_line(belief.view, _codes(room, int(room.memory.registers[WON]), None))
        return [Plan(tuple(moves), WON_VALUE, None)]
    found = []
    for place, (value, parent, move) in enumerate(room.plans.tolist()):
        if parent >= 0:
            moves = plain_line(belief.view, _codes(room, parent, move))
            found.append(Plan(_until_shown(belief.view, moves), value, place if place < rules.columns else None))
    return found


def _unseen(belief: Belief) -> Any:
    return counts(list(belief.unseen.elements()))


def _array(belief: Belief, view: View) -> Any:
    """The view as the kernels take it: hidden cards that are known have their names, the others that of none."""
    t = np.frombuffer(view.table, np.uint8).astype(np.int8 if view.rules.cards <= SMALL else np.int16)
    for place in belief.places:
        if t[index_of(view, place)] == UNSEEN:
            t[index_of(view, place)] = belief.known.get(place, UNKNOWN)
    return t


def _codes(room: Room, node: int, move: int | None) -> list[int]:
    """The search's moves up to `node`, and `move` after them."""
    codes = [] if move is None else [move]
    while node > 0:
        codes.append(int(room.memory.nodes[node, N_MOVE]))
        node = int(room.memory.nodes[node, N_PARENT])
    return codes[::-1]


def _until_shown(view: View, moves: list[Move]) -> tuple[Move, ...]:
    """The moves up to the first that shows a card."""
    t = bytearray(view.table)
    for ply, move in enumerate(moves):
        table.apply(t, view.rules, move.code)
        if move.is_deal or _shows(t, view):
            return tuple(moves[:ply + 1])
    return tuple(moves)


def _shows(t: bytes | bytearray, view: View) -> bool:
    """Does a card that nobody has seen lie open?"""
    rules = view.rules
    return any(height(t, rules, column) and top(t, rules, column) == UNSEEN for column in range(rules.columns))
