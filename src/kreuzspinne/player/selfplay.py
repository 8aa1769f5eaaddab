"""Whole games played by the compiled player, thousands a minute: what its weights are learned from.

The true table is only used to carry out a plan; what the plan is made from is written into a view first, where every
face-down card and the stock have the code of a card nobody has seen.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..layout import base, face_down
from ..solver.beam import run
from ..solver.checkpoint import (
    BEST_POOL,
    CURRENT,
    CUT,
    FOUND,
    LEVEL,
    NODES,
    NOTHING,
    POOL,
    POOL_BAR,
    PROBED,
    QUIET,
    RUNNING,
    SEEN,
    STAGE,
    STATUS,
    STOCK_LEFT,
    TO_PROBE,
    WON,
    Memory,
    make_memory,
    new_node,
    save,
)
from ..solver.evaluation import CODES, Tables
from ..solver.kernel import UNCOUNTED
from ..solver.opinions import opinion
from ..solver.plan import LAST_LEVELS, LEVELS, PATIENCE
from ..table import is_won
from ..variants import Variant
from .belief import pack
from .outlook import outlook
from .plans import P_MOVE, P_PARENT, Room, carry_out, decide, make_room
from .worth import UNKNOWN, count_unseen, counts, tables_of

END_WIDTH = 30


@njit(cache=True, **UNCOUNTED)
def hide(true, t, rules):
    """Write the view of table `true` into `t`; return how many cards lie face down in the columns."""
    for i in range(len(true)):
        t[i] = true[i]
    down = 0
    for c in range(rules.columns):
        start = base(rules, c)
        for j in range(face_down(true, rules, c)):
            t[start + j] = UNKNOWN
            down += 1
    end = base(rules, 0)
    for i in range(true[0]):
        t[end - 1 - i] = UNKNOWN
    return down


@njit(cache=True, **UNCOUNTED)
def begin_end(memory, t, rules):
    """Start the solver's beam anew from table `t`, on which nothing is hidden."""
    registers = memory.registers
    memory.visited[:] = 0
    for register in (SEEN, NODES, CUT, STAGE, LEVEL, POOL, QUIET, PROBED, TO_PROBE, STOCK_LEFT):
        registers[register] = 0
    registers[WON], registers[BEST_POOL], registers[POOL_BAR] = -1, NOTHING, NOTHING
    registers[STATUS], registers[CURRENT] = RUNNING, 1
    save(t, rules, memory.rows[0])
    memory.nodes_of[0] = new_node(memory.nodes, registers, -1, 0)


@njit(cache=True, **UNCOUNTED)
def is_end_won(true, end, tables, end_weights, rules):
    """Does the solver's narrow beam win table `true`, on which nothing is hidden?"""
    if is_won(true, rules):
        return True
    begin_end(end, true, rules)
    return run(end, tables, end_weights, rules, 1 << 60) == FOUND


class Desk(NamedTuple):
    """What the player keeps for one kind of game."""

    room: Room
    """Of the search for plans."""
    end: Memory
    """Of the solver, which plays when everything is known."""
    tables: Tables
    pack: Any
    """int64[CODES]: how often each card is in the pack."""
    unseen: Any
    """int64[CODES]: how often each card is unseen; place 0: how many in all."""
    end_weights: Any
    t: Any
    """The view, as the kernels take it."""


def make_desk(variant: Variant, width: int, suits: str = "") -> Desk:
    """The arrays for games of `variant`; `suits`: the pack, where it is not the variant's own."""
    rules = variant.rules
    suits = suits or variant.suits
    room = make_room(rules, width, outlook(variant))
    return Desk(
        room, make_memory(rules, END_WIDTH, LEVELS, LAST_LEVELS, 1, PATIENCE),
        tables_of(rules, suits, variant.stock), counts(pack(suits)),
        np.zeros(CODES, np.int64), opinion(variant.base, rules, 0), room.memory.t.copy())


@njit(cache=True, **UNCOUNTED)
def play(true, desk, weights, fill_weights, rules, levels, patience):
    """Play table `true` to its end. Returns whether it was won, the cards still face down, how many decisions."""
    decisions, t, room = 0, desk.t, desk.room
    memory, plans, line = room.memory, room.plans, room.line
    while True:
        down = hide(true, t, rules)
        if down == 0 and true[0] == 0:
            return is_end_won(true, desk.end, desk.tables, desk.end_weights, rules), 0, decisions
        count_unseen(desk.pack, t, rules, desk.unseen)
        place = decide(room, desk.tables, desk.unseen, weights, fill_weights, rules, t, levels, patience)
        if memory.registers[WON] >= 0:
            carry_out(true, rules, memory.nodes, memory.registers[WON], -1, line)
            return True, down, decisions
        if place < 0 or decisions > 2000:
            return False, down, decisions
        carry_out(true, rules, memory.nodes, plans[place, P_PARENT], plans[place, P_MOVE], line)
        decisions += 1
