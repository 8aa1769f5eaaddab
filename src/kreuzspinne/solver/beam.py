"""The search for a win: a beam that never compares tables before a deal with tables after it.

Children are scored and keyed by difference (`children`); only those that are kept are ever made (`checkpoint`).
"""

from numba import njit

from ..foundations import goes_up
from ..layout import height, top
from ..rules import ALTERNATE, CARDS, STUCK
from ..table import FOUNDATION, STOCK, apply, is_won, legal_moves, may_deal, pack
from .checkpoint import (
    BEST_POOL,
    CURRENT,
    CUT,
    DEAD,
    EXPANDED,
    FIRST_NODE,
    FOUND,
    LAST_LEVELS,
    LEVEL,
    LEVELS,
    NODES,
    NOTHING,
    PATIENCE,
    POOL,
    POOL_BAR,
    PRICE,
    PROBE,
    PROBED,
    QUIET,
    RUNNING,
    S_NODE,
    S_ORIGIN,
    S_SCORE,
    SHARES,
    STAGE,
    STATUS,
    STOCK_LEFT,
    TO_PROBE,
    WIDTH,
    WON,
    copy_row,
    is_new,
    load,
    new_node,
    save,
    stage_of,
)
from .children import (
    BAR,
    C_KEY,
    C_MOVE,
    C_PARENT,
    C_SCORE,
    CANDIDATES,
    GENERATED,
    NOISE,
    SPREAD,
    SUPER,
    expand,
)
from .kernel import UNCOUNTED
from .scoring import measure, mix
from .signs import is_lost

DEAL = pack(STOCK, STOCK, 0)

BIG = 1 << 30
INDEX_BITS = 24
INDEX = (1 << INDEX_BITS) - 1


@njit(cache=True, **UNCOUNTED)
def sink(heap, root, end):
    """Let the entry at `root` sink to its place in a heap whose largest entry is first."""
    entry = heap[root]
    while 2 * root + 1 < end:
        larger = 2 * root + 1
        if larger + 1 < end and heap[larger + 1] > heap[larger]:
            larger += 1
        if heap[larger] <= entry:
            break
        heap[root] = heap[larger]
        root = larger
    heap[root] = entry


@njit(cache=True, **UNCOUNTED)
def rank_by(order, scores, k):
    """Put the indices of the first `k` scores, the highest first, into the low bits of `order`."""
    # NumPy's own sort would bring reference counting back into every kernel.
    for i in range(k):
        order[i] = (BIG - scores[i]) << INDEX_BITS | i
    for root in range(k // 2 - 1, -1, -1):
        sink(order, root, k)
    for end in range(k - 1, 0, -1):
        order[0], order[end] = order[end], order[0]
        sink(order, 0, end)


@njit(cache=True, **UNCOUNTED)
def trim(candidates, order, spare, registers):
    """Keep the best candidates when there are too many."""
    keep = 3 * registers[WIDTH]
    rank_by(order, candidates[:, C_SCORE], registers[CANDIDATES])
    for i in range(keep):
        for field in range(4):
            spare[i, field] = candidates[order[i] & INDEX, field]
    for i in range(keep):
        for field in range(4):
            candidates[i, field] = spare[i, field]
    registers[BAR] = candidates[keep - 1, C_SCORE]
    registers[CANDIDATES] = keep
    registers[CUT] = 1


@njit(cache=True, **UNCOUNTED)
def is_dispensable(t, rules, copies, card):
    """Is every card that could be laid on `card` up already, or of the ranks one and two?"""
    # Good play nearly always, not always: for finding wins, never for a proof.
    rank = card & 15
    if rank <= 2:
        return True
    if rules.build != ALTERNATE:
        return False
    for suit in range(4):
        if (suit in (1, 2)) == ((card >> 4) in (1, 2)):
            continue
        piles = 0
        for p in range(1, 1 + rules.piles):
            if t[p] and t[p] >> 4 == suit:
                piles += 1
                if t[p] & 15 < rank - 1:
                    return False
        if piles < copies[suit]:
            return False
    return True


@njit(cache=True, **UNCOUNTED)
def put_up(memory, t, rules, copies, node):
    """Put up every single card that nothing needs any more; return the last node."""
    again = True
    while again and memory.registers[NODES] + 1 < len(memory.nodes):
        again = False
        for c in range(rules.columns):
            if height(t, rules, c) == 0:
                continue
            card = top(t, rules, c)
            if goes_up(t, rules, card) and is_dispensable(t, rules, copies, card):
                move = pack(c, FOUNDATION, 1)
                apply(t, rules, move)
                node = new_node(memory.nodes, memory.registers, node, move)
                again = True
                break
    return node


@njit(cache=True, **UNCOUNTED)
def is_dealt(t, rules, todo):
    """May a row be dealt?"""
    if rules.deal != STUCK:
        return may_deal(t, rules, 0)
    # Stuck is who has no legal move at all, not who has none worth trying; a deal is the last of them.
    k = legal_moves(t, rules, todo)
    return k > 0 and todo[k - 1] == DEAL


@njit(cache=True, **UNCOUNTED)
def pool_deal(memory, tables, weights, rules, node, origin):
    """Deal a row from the table in hand, and put what comes of it into the pool."""
    t2, registers, pool = memory.t2, memory.registers, memory.pool
    for i in range(len(t2)):
        t2[i] = memory.t[i]
    apply(t2, rules, DEAL)
    w = weights[stage_of(weights, rules, t2[0])]
    key, score, _, _, _ = measure(t2, memory.prefix, memory.columns, memory.places, memory.piles, tables, w, rules)
    if registers[NOISE]:
        score += mix(key + registers[NOISE]) & memory.spreads[stage_of(memory.spreads, rules, t2[0])]
    score -= registers[PRICE] * registers[LEVEL]
    if is_won(t2, rules):
        registers[WON] = new_node(memory.nodes, registers, node, DEAL)
        return
    if score < registers[POOL_BAR] or not is_new(memory.visited, key, registers):
        return
    if is_lost(t2, rules, memory.signs):
        return
    if score > registers[BEST_POOL]:
        registers[BEST_POOL] = score
        registers[QUIET] = 0
    k = registers[POOL]
    save(t2, rules, memory.pool_rows[k])
    pool[k, S_NODE], pool[k, S_SCORE], pool[k, S_ORIGIN] = node, score, origin
    registers[POOL] = k + 1
    if k + 1 == len(pool):
        shrink_pool(memory)


@njit(cache=True, **UNCOUNTED)
def shrink_pool(memory):
    """Keep the best of the pool, in order; of one origin only a share, so that not all stands on one idea."""
    registers, pool, shares = memory.registers, memory.pool, memory.shares
    k, width = registers[POOL], registers[WIDTH]
    order = memory.order
    rank_by(order, pool[:, S_SCORE], k)
    for i in range(width):
        shares[i] = 0
    most = width if registers[STAGE] == 0 else max(1, width // registers[SHARES])
    keep = 0
    for i in range(k):
        at = order[i] & INDEX
        origin = pool[at, S_ORIGIN]
        if shares[origin] == most:
            continue
        shares[origin] += 1
        order[keep] = order[i]
        keep += 1
        if keep == width:
            break
    if keep < k:
        registers[CUT] = 1
        if keep == width:
            registers[POOL_BAR] = BIG - (order[keep - 1] >> INDEX_BITS)
    for i in range(keep):
        at = order[i] & INDEX
        copy_row(memory.pool_rows, at, memory.next_rows, i)
        memory.next_nodes[i] = pool[at, S_NODE]
        memory.next_origins[i] = pool[at, S_ORIGIN]
    for i in range(keep):
        copy_row(memory.next_rows, i, memory.pool_rows, i)
        pool[i, S_NODE] = memory.next_nodes[i]
        pool[i, S_SCORE] = BIG - (order[i] >> INDEX_BITS)
        pool[i, S_ORIGIN] = memory.next_origins[i]
    registers[POOL] = keep


@njit(cache=True, **UNCOUNTED)
def level(memory, tables, weights, rules):
    """One level: expand every state of the beam, keep the best new children."""
    registers, t, candidates, stock = memory.registers, memory.t, memory.candidates, tables.stock
    stock_left, width = registers[STOCK_LEFT], registers[WIDTH]
    registers[CANDIDATES], registers[BAR] = 0, NOTHING
    room = len(candidates) - 5000
    w = weights[stage_of(weights, rules, stock_left)]
    for i in range(registers[CURRENT]):
        load(t, rules, memory.rows[i], stock_left, stock)
        expand(
            t, memory.prefix, memory.columns, memory.places, memory.piles, candidates, memory.todo, registers,
            tables, w, rules, i)
        registers[EXPANDED] += 1
        if is_dealt(t, rules, memory.todo):
            pool_deal(memory, tables, weights, rules, memory.nodes_of[i], memory.origins[i])
            if registers[WON] >= 0:
                return
        if registers[CANDIDATES] > room:
            trim(candidates, memory.order, memory.spare, registers)
    order, k = memory.order, registers[CANDIDATES]
    rank_by(order, candidates[:, C_SCORE], k)
    kept = 0
    for i in range(k):
        at = order[i] & INDEX
        if kept == width or registers[NODES] + 2 > len(memory.nodes):
            registers[CUT] = 1
            break
        if not is_new(memory.visited, candidates[at, C_KEY], registers):
            continue
        parent, move = candidates[at, C_PARENT], candidates[at, C_MOVE]
        nodes = registers[NODES]
        load(t, rules, memory.rows[parent], stock_left, stock)
        apply(t, rules, move & ~SUPER)
        node = new_node(memory.nodes, registers, memory.nodes_of[parent], move)
        if rules.goal == CARDS and move & 31 != FOUNDATION:
            node = put_up(memory, t, rules, tables.copies, node)
        if is_won(t, rules):
            registers[WON] = node
            return
        if is_lost(t, rules, memory.signs):
            registers[NODES] = nodes        # there is room for the nodes of a beam, not for those of all candidates
            continue
        save(t, rules, memory.next_rows[kept])
        memory.next_nodes[kept] = node
        memory.next_origins[kept] = memory.origins[parent]
        kept += 1
    for i in range(kept):
        copy_row(memory.next_rows, i, memory.rows, i)
        memory.nodes_of[i] = memory.next_nodes[i]
        memory.origins[i] = memory.next_origins[i]
    registers[CURRENT] = kept


@njit(cache=True, **UNCOUNTED)
def next_stage(memory, rules):
    """Leave the stage: the best of the pool, one row further on."""
    registers = memory.registers
    shrink_pool(memory)
    k = registers[POOL]
    for i in range(k):
        copy_row(memory.pool_rows, i, memory.rows, i)
        memory.nodes_of[i] = new_node(memory.nodes, registers, memory.pool[i, S_NODE], DEAL)
        memory.origins[i] = i
    registers[CURRENT], registers[POOL] = k, 0
    registers[LEVEL], registers[QUIET] = 0, 0
    registers[BEST_POOL], registers[POOL_BAR] = NOTHING, NOTHING
    registers[STAGE] += 1
    registers[STOCK_LEFT] -= min(registers[STOCK_LEFT], rules.columns)
    registers[SPREAD] = memory.spreads[stage_of(memory.spreads, rules, registers[STOCK_LEFT])]
    if registers[STOCK_LEFT] == 0 and registers[PROBE]:
        registers[WIDTH] = registers[PROBE]
        registers[PROBED], registers[TO_PROBE], registers[FIRST_NODE] = 0, k, registers[NODES]
        for i in range(k):
            memory.pool[i, S_NODE] = memory.nodes_of[i]
        probe_next(memory)


@njit(cache=True, **UNCOUNTED)
def probe_next(memory):
    """After the last deal: search on from the next state of the pool alone, so that no better looking one hides it."""
    registers = memory.registers
    i = registers[PROBED]
    copy_row(memory.pool_rows, i, memory.rows, 0)
    memory.nodes_of[0], memory.origins[0] = memory.pool[i, S_NODE], 0
    registers[PROBED], registers[CURRENT], registers[LEVEL] = i + 1, 1, 0
    registers[NODES] = registers[FIRST_NODE]


@njit(cache=True, **UNCOUNTED)
def advance(memory, tables, weights, rules):
    """One step of the search: a level, or on to the next stage, or the end."""
    registers = memory.registers
    last = registers[STOCK_LEFT] == 0
    levels = registers[LAST_LEVELS] if last else registers[LEVELS]
    patient = last or registers[QUIET] < registers[PATIENCE]
    if registers[NODES] + 2 * registers[WIDTH] + 2 > len(memory.nodes):
        registers[CUT] = 1
        registers[STATUS] = DEAD
    elif registers[CURRENT] > 0 and registers[LEVEL] < levels and patient:
        registers[LEVEL] += 1
        registers[QUIET] += 1
        level(memory, tables, weights, rules)
        if registers[WON] >= 0:
            registers[STATUS] = FOUND
    else:
        if registers[CURRENT] > 0:
            registers[CUT] = 1
        if registers[PROBED] < registers[TO_PROBE]:
            probe_next(memory)
        elif last or registers[POOL] == 0:
            registers[STATUS] = DEAD
        else:
            next_stage(memory, rules)


@njit(cache=True, **UNCOUNTED)
def run(memory, tables, weights, rules, budget):
    """Search on until a win, the end, or `budget` more children; return the status."""
    registers = memory.registers
    stop = registers[GENERATED] + budget
    while registers[STATUS] == RUNNING and registers[GENERATED] < stop:
        advance(memory, tables, weights, rules)
    return registers[STATUS]
