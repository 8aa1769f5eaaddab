"""Searches what can be done without seeing anything new; keeps the best way to turn a card in each column. Compiled.

A plan is every move up to the next card that is turned, or up to a deal. Rearranging open cards shows nothing and can
mostly be taken back: it is no decision. So a beam walks through all such tables; each move that would turn a card ends
a plan, and the plan is worth what the table is worth then, with a card nobody has seen on it.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..layout import base, face_down, height, top
from ..rules import Rules
from ..solver.beam import BIG, DEAL, INDEX, INDEX_BITS, is_dealt, sink
from ..solver.checkpoint import (
    CURRENT,
    CUT,
    N_MOVE,
    N_PARENT,
    NODES,
    NOTHING,
    SEEN,
    STOCK_LEFT,
    WIDTH,
    WON,
    Memory,
    copy_row,
    is_new,
    load,
    make_memory,
    new_node,
    save,
    stage_of,
)
from ..solver.children import BAR, C_KEY, C_MOVE, C_PARENT, C_SCORE, CANDIDATES, GENERATED, SUPER, expand
from ..solver.evaluation import CODES
from ..solver.kernel import UNCOUNTED, copy_table
from ..solver.scoring import measure
from ..table import FOUNDATION, STOCK, apply, is_trapped, is_won
from .features import describe
from .outlook import Outlook, Sketch, make_sketch, odds
from .worth import UNKNOWN, worth


class Room(NamedTuple):
    """What one search for plans needs."""

    memory: Memory
    plans: Any
    """int64[columns + 1, 3]: the best plan that turns a card in each column, and behind them the best deal."""
    line: Any
    """int64[MOST_MOVES]: the moves of a plan."""
    ahead: Any
    """The table that a plan ends on."""
    outlook: Outlook
    sketch: Sketch


def extent(width: int) -> tuple[int, int]:
    """Levels and patience of a search of this width."""
    levels = max(16, round(28 + 13 * math.log(width / 40, 3)))
    return levels, round(0.2 * levels)


def make_room(rules: Rules, width: int, net: Outlook) -> Room:
    """The arrays of a search of this width."""
    levels = extent(width)[0]
    memory = make_memory(rules, width, levels, levels, 1, 1)
    many = 40 * width + 8000
    memory = memory._replace(
        places=np.zeros((CODES, rules.cards + 2), np.int64), candidates=np.zeros((many, 4), np.int64),
        order=np.zeros(many, np.int64))
    return Room(memory, np.zeros((rules.columns + 1, 3), np.int64), np.zeros(MOST_MOVES, np.int64),
                memory.t.copy(), net, make_sketch(rules.columns, net))


# Fields of a plan.
P_VALUE, P_PARENT, P_MOVE = range(3)
MOST_MOVES = 400
"""The longest plan that can be carried out."""
SLACK = 2500
"""How much the chances can add to what the open cards are worth: what lies further back is not looked at closely."""


@njit(cache=True, **UNCOUNTED)
def begin(memory, plans, t, rules):
    """Start anew from view `t`."""
    registers = memory.registers
    memory.visited[:] = 0
    registers[SEEN], registers[NODES], registers[WON], registers[CUT] = 0, 0, -1, 0
    registers[CURRENT], registers[STOCK_LEFT], registers[GENERATED] = 1, t[0], 0
    save(t, rules, memory.rows[0])
    memory.nodes_of[0] = new_node(memory.nodes, registers, -1, 0)
    for c in range(len(plans)):
        plans[c, P_VALUE], plans[c, P_PARENT], plans[c, P_MOVE] = NOTHING, -1, 0


@njit(cache=True, **UNCOUNTED)
def turns(t, move, rules):
    """Does the move take every open card from one that nobody has seen?"""
    source = move & 31
    if source in (FOUNDATION, STOCK):
        return False
    down = face_down(t, rules, source)
    count = 1 if move >> 5 & 31 == FOUNDATION else move >> 10 & 255
    return down > 0 and height(t, rules, source) - down == count and t[base(rules, source) + down - 1] == UNKNOWN


@njit(cache=True, **UNCOUNTED)
def turned_column(t, rules):
    """The first column whose top nobody has seen, or -1."""
    for c in range(rules.columns):
        if height(t, rules, c) > 0 and top(t, rules, c) == UNKNOWN:
            return c
    return -1


@njit(cache=True, **UNCOUNTED)
def keep_plan(plans, place, value, parent, move):
    """Keep the plan if it is the best of its place: the column it turns a card in, or behind them the deal."""
    if value > plans[place, P_VALUE]:
        plans[place, P_VALUE], plans[place, P_PARENT], plans[place, P_MOVE] = value, parent, move


@njit(cache=True, **UNCOUNTED)
def offer_turn(memory, plans, tables, unseen, w, rules, at, floor):
    """Keep candidate `at`, which turns a card, as a plan; return its value."""
    candidates, registers, t = memory.candidates, memory.registers, memory.t2
    score = candidates[at, C_SCORE]
    if score < floor - SLACK or not is_new(memory.visited, candidates[at, C_KEY], registers):
        return NOTHING
    parent, move = candidates[at, C_PARENT], candidates[at, C_MOVE]
    load(t, rules, memory.rows[parent], registers[STOCK_LEFT], tables.stock)
    apply(t, rules, move & ~SUPER)
    if is_trapped(t, rules):
        return NOTHING
    value = worth(t, memory, tables, unseen, w, rules, False)
    keep_plan(plans, max(0, turned_column(t, rules)), value, memory.nodes_of[parent], move)
    return value


@njit(cache=True, **UNCOUNTED)
def look(memory, plans, tables, unseen, w, rules, best):
    """Generate the children of the whole beam; those that turn a card are plans. Returns the best value so far."""
    registers, t = memory.registers, memory.t
    candidates, stock_left = memory.candidates, registers[STOCK_LEFT]
    registers[CANDIDATES], registers[BAR] = 0, NOTHING
    first = 0
    for i in range(registers[CURRENT]):
        load(t, rules, memory.rows[i], stock_left, tables.stock)
        expand(
            t, memory.prefix, memory.columns, memory.places, memory.piles, candidates, memory.todo, registers,
            tables, w, rules, i)
        if stock_left and is_dealt(t, rules, memory.todo):
            value = worth(t, memory, tables, unseen, w, rules, True)
            keep_plan(plans, rules.columns, value, memory.nodes_of[i], DEAL)
            best = max(best, value)
        k = first
        for at in range(first, registers[CANDIDATES]):
            if turns(t, candidates[at, C_MOVE], rules):
                best = max(best, offer_turn(memory, plans, tables, unseen, w, rules, at, best))
            else:
                for field in range(4):
                    candidates[k, field] = candidates[at, field]
                k += 1
        first = registers[CANDIDATES] = k
        if k > len(candidates) - 5000:
            registers[CUT] = 1
            break
    return best


@njit(cache=True, **UNCOUNTED)
def go_on(memory, plans, tables, unseen, w, rules, best):
    """Keep the best new children as the next level. Returns the best value so far."""
    registers, t, order, candidates = memory.registers, memory.t, memory.order, memory.candidates
    stock_left, kept, k = registers[STOCK_LEFT], 0, registers[CANDIDATES]
    for i in range(k):
        order[i] = -((BIG - candidates[i, C_SCORE]) << INDEX_BITS | i)  # the heap has its largest entry first
    for root in range(k // 2 - 1, -1, -1):
        sink(order, root, k)
    while k > 0 and kept < registers[WIDTH]:
        at = -order[0] & INDEX
        k -= 1
        order[0] = order[k]
        sink(order, 0, k)
        if not is_new(memory.visited, candidates[at, C_KEY], registers):
            continue
        parent, move = candidates[at, C_PARENT], candidates[at, C_MOVE]
        load(t, rules, memory.rows[parent], stock_left, tables.stock)
        apply(t, rules, move & ~SUPER)
        if is_trapped(t, rules):
            continue
        turned = turned_column(t, rules)
        if turned >= 0:                 # a run that left has turned a card
            value = worth(t, memory, tables, unseen, w, rules, False)
            keep_plan(plans, turned, value, memory.nodes_of[parent], move)
            best = max(best, value)
            continue
        node = new_node(memory.nodes, registers, memory.nodes_of[parent], move)
        if is_won(t, rules):
            registers[WON] = node
            return best
        save(t, rules, memory.next_rows[kept])
        memory.next_nodes[kept] = node
        kept += 1
    if k > 0:
        registers[CUT] = 1
    for i in range(kept):
        copy_row(memory.next_rows, i, memory.rows, i)
        memory.nodes_of[i] = memory.next_nodes[i]
    registers[CURRENT] = kept
    return best


@njit(cache=True, **UNCOUNTED)
def search(memory, plans, tables, unseen, w, rules, t, levels, patience):
    """
    Fill `plans` from view `t`, with one set of weights; a win is in the registers.

    As long as nothing but a deal is found, all levels are searched: who deals without need gives away most.
    """
    begin(memory, plans, t, rules)
    registers = memory.registers
    is_new(memory.visited, measure(
        t, memory.prefix, memory.columns, memory.places, memory.piles, tables, w, rules)[0], registers)
    best, quiet = NOTHING, 0
    for _ in range(levels):
        before = best
        best = look(memory, plans, tables, unseen, w, rules, best)
        best = go_on(memory, plans, tables, unseen, w, rules, best)
        quiet = 0 if best > before else quiet + 1
        if registers[WON] >= 0 or registers[CURRENT] == 0 or (quiet >= patience and turns_any(plans)):
            break
    return best


@njit(cache=True, **UNCOUNTED)
def turns_any(plans):
    """Does any plan turn a card?"""
    for place in range(len(plans) - 1):
        if plans[place, P_PARENT] >= 0:
            return True
    return False


@njit(cache=True, **UNCOUNTED)
def best_plan(plans):
    """Place of the best plan, or -1 if there is none."""
    best = -1
    for place in range(len(plans)):
        if plans[place, P_PARENT] >= 0 and (best < 0 or plans[place, P_VALUE] > plans[best, P_VALUE]):
            best = place
    return best


@njit(cache=True, **UNCOUNTED)
def carry_out(t, rules, nodes, node, move, line):
    """Play the moves up to `node`, and `move` after them, on table `t`."""
    k = 0
    while node > 0 and k < len(line):
        line[k] = nodes[node, N_MOVE]
        node = nodes[node, N_PARENT]
        k += 1
    for i in range(k - 1, -1, -1):
        apply(t, rules, line[i] & ~SUPER)
    if move >= 0:
        apply(t, rules, move & ~SUPER)


@njit(cache=True, **UNCOUNTED)
def sketch_end(room, tables, unseen, w, rules, t, place):
    """Describe, in the room's sketch, the table that the plan of `place` leads to from view `t`."""
    memory, plans, line, ahead, _, sketch = room
    deals = place == rules.columns
    copy_table(t, ahead)
    carry_out(ahead, rules, memory.nodes, plans[place, P_PARENT], -1 if deals else plans[place, P_MOVE], line)
    points = worth(ahead, memory, tables, unseen, w, rules, deals)
    describe(ahead, memory, tables, unseen, points, rules, deals, sketch.of_columns, sketch.of_table)


@njit(cache=True, **UNCOUNTED)
def add_outlook(room, tables, unseen, w, rules, t):
    """Add to each plan's value what the outlook says of the table it ends on."""
    plans, net = room.plans, room.outlook
    for place in range(len(plans)):
        if plans[place, P_PARENT] >= 0:
            sketch_end(room, tables, unseen, w, rules, t, place)
            plans[place, P_VALUE] += int(net.points[0] * odds(room.sketch, net))


@njit(cache=True, **UNCOUNTED)
def decide(room, tables, unseen, weights, fill_weights, rules, t, levels, patience):
    """
    Place of the best plan for view `t`, or -1; a win is in the registers.

    Where nothing turns and spaces forbid the deal, the tables with fewer spaces are looked for.
    """
    memory, plans, stage = room.memory, room.plans, stage_of(weights, rules, t[0])
    search(memory, plans, tables, unseen, weights[stage], rules, t, levels, patience)
    if best_plan(plans) < 0 and memory.registers[WON] < 0 and t[0]:
        search(memory, plans, tables, unseen, fill_weights[stage], rules, t, levels, levels)
    if room.outlook.points[0] and memory.registers[WON] < 0:
        add_outlook(room, tables, unseen, weights[stage], rules, t)
    return best_plan(plans)
