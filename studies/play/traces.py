"""Plays whole games and keeps, of each decision, the description of the table that the chosen plan ends on."""

from typing import Any, NamedTuple

import numpy as np
from arena import Arena
from numba import njit

from kreuzspinne.player.features import COLUMN, TABLE
from kreuzspinne.player.judgement import filling, judgement
from kreuzspinne.player.outlook import Outlook, make_sketch
from kreuzspinne.player.plans import P_MOVE, P_PARENT, P_VALUE, carry_out, decide, sketch_end
from kreuzspinne.player.selfplay import hide, is_end_won
from kreuzspinne.player.worth import count_unseen
from kreuzspinne.solver.beam import stage_of
from kreuzspinne.solver.checkpoint import WON

MOST_DECISIONS = 300
WANDER = 1500
"""How many points less than the best plan's another may be worth to be tried for a change."""


class Traces(NamedTuple):
    """Descriptions of tables, in the order they were met, game by game."""

    of_columns: Any
    """float16[tables, columns, COLUMN]"""
    of_table: Any
    """float16[tables, TABLE]"""
    won: Any
    """bool[tables]: how the game ended."""
    ends: Any
    """bool[tables]: it is the last one of its game."""


@njit
def seed(number):
    np.random.seed(number)


@njit
def another(plans, best):
    """Some other plan that is not much worse; the best one if there is none."""
    seen, found = 0, best
    for place in range(len(plans)):
        near = plans[place, P_PARENT] >= 0 and plans[place, P_VALUE] > plans[best, P_VALUE] - WANDER
        if near and place != best:
            seen += 1
            if np.random.random() * seen < 1:
                found = place
    return found


@njit
def play(true, desk, weights, fill_weights, rules, levels, patience, wander, of_columns, of_table):
    """The player's own game, but with a share of `wander` second choices. Was it won, and how many tables were met?"""
    room, t = desk.room, desk.t
    memory, plans, line, sketch = room.memory, room.plans, room.line, room.sketch
    met = 0
    while met < len(of_table):
        if hide(true, t, rules) == 0 and true[0] == 0:
            return is_end_won(true, desk.end, desk.tables, desk.end_weights, rules), met
        count_unseen(desk.pack, t, rules, desk.unseen)
        place = decide(room, desk.tables, desk.unseen, weights, fill_weights, rules, t, levels, patience)
        if memory.registers[WON] >= 0:
            return True, met
        if place < 0:
            return False, met
        if np.random.random() < wander:
            place = another(plans, place)
        w = weights[stage_of(weights, rules, t[0])]
        sketch_end(room, desk.tables, desk.unseen, w, rules, t, place)
        of_columns[met], of_table[met] = sketch.of_columns, sketch.of_table
        carry_out(true, rules, memory.nodes, plans[place, P_PARENT], plans[place, P_MOVE], line)
        met += 1
    return False, met


def traces(game: str, width: int, games: int, first: int, wander: float, net: Outlook) -> tuple[Traces, float]:
    """What was met in so many games with `net`, and the share of them that was won."""
    arena = Arena(game, width)
    weights, rules = judgement(arena.variant), arena.variant.rules
    room = arena.desk.room._replace(outlook=net, sketch=make_sketch(rules.columns, net))
    desk = arena.desk._replace(room=room)
    columns = np.zeros((MOST_DECISIONS, rules.columns, COLUMN), np.float32)
    table = np.zeros((MOST_DECISIONS, TABLE), np.float32)
    seed(first)
    found, wins = [], 0
    for number in range(first, first + games):
        won, met = play(arena.start(f"train:outlook:{game}:{number}"), desk, weights, filling(weights), rules,
                        arena.levels, arena.patience, wander, columns, table)
        wins += won
        if met:
            found.append(Traces(columns[:met].astype(np.float16), table[:met].astype(np.float16),
                                np.full(met, bool(won)), np.arange(met) == met - 1))
    return joined(found), wins / games


def joined(parts: list[Traces]) -> Traces:
    return Traces(*(np.concatenate(field) for field in zip(*parts, strict=True)))
