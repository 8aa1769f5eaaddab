"""The children of a table: every move worth trying, with key and score by difference. Compiled."""

from numba import njit

from ..layout import base
from ..rules import ANY_CARD, CARDS, LOOSE, fills_space
from ..table import FOUNDATION, comes_back, pack
from .evaluation import BREAK, CODES, JOINED, KIND, MOVES
from .kernel import UNCOUNTED
from .scoring import (
    HASH,
    HEAD,
    HEIGHT,
    HIDDEN,
    KEY,
    MOVING,
    SCORE,
    TOP,
    VALUE,
    column_key,
    column_value,
    common,
    copy,
    following_card,
    foundations,
    measure,
    mix,
    put,
    settle,
)

SUPER = 1 << 20
"""Marks a move of several runs at once by way of spaces; the line shown is expanded into plain moves."""

# Fields of a candidate.
C_KEY, C_SCORE, C_PARENT, C_MOVE = range(4)
# Registers that are written here; `beam` has the others.
GENERATED, CANDIDATES, BAR, NOISE, SPREAD = range(5)


@njit(cache=True, inline="always", **UNCOUNTED)
def offer(candidates, registers, key, score, parent, move):
    """One more candidate for the next level."""
    registers[GENERATED] += 1
    if registers[NOISE]:
        score += mix(key + registers[NOISE]) & registers[SPREAD]
    if score >= registers[BAR]:
        k = registers[CANDIDATES]
        candidates[k, C_KEY], candidates[k, C_SCORE], candidates[k, C_PARENT], candidates[k, C_MOVE] = (
            key, score, parent, move)
        registers[CANDIDATES] = k + 1


@njit(cache=True, inline="always", **UNCOUNTED)
def child(
        t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w, rules, whole,
        source, target, count, move, parent):
    """Offer the table after `count` cards went from `source` to `target`; key and score come by difference."""
    key, score, shared, empty, gone = whole
    spare = rules.columns
    n, m = columns[source, HEIGHT], columns[target, HEIGHT]
    start = base(rules, source) + n - count
    prev = columns[target, TOP]
    source_top, target_top = columns[source, TOP], columns[target, TOP]
    source_head, target_head = columns[source, HEAD], columns[target, HEAD]
    copy(prefix, target, spare, m)
    for i in range(count):
        card = t[start + i]
        put(prefix, kinds, w, rules.move == LOOSE, spare, m + i, card, prev, columns[target, HIDDEN])
        prev = card
    score -= columns[source, VALUE] + columns[target, VALUE] + shared
    key -= columns[source, KEY] + columns[target, KEY]
    one = settle(t, prefix, columns, kinds, stock, w, rules, target, spare, m + count, start, m, spare + 1)
    two = settle(t, prefix, columns, kinds, stock, w, rules, source, source, n - count, start, n, spare + 1)
    empty += one[3] + two[3] - (m == 0)
    gone += one[2] + two[2]
    score += one[1] + two[1] + common(columns, parents, w, rules, empty, gone)
    if rules.goal == CARDS:
        score += foundations(columns, places, piles, copies, w, source, target, count)
    key += one[0] + two[0]
    columns[source, TOP], columns[target, TOP] = source_top, target_top
    columns[source, HEAD], columns[target, HEAD] = source_head, target_head
    offer(candidates, registers, key, score, parent, move)


@njit(cache=True, **UNCOUNTED)
def child_up(
        t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w, rules, whole,
        source, pile, parent):
    """Offer the table after the top card of `source` went up to the pile at place `pile`."""
    key, score, shared, empty, gone = whole
    card, head, before = columns[source, TOP], columns[source, HEAD], piles[pile]
    n = columns[source, HEIGHT]
    own = settle(t, prefix, columns, kinds, stock, w, rules, source, source, n - 1, 0, n, rules.columns + 1)
    piles[pile] = card
    gone += card & 15 == 13
    empty += own[3]
    score += own[1] - columns[source, VALUE] - shared + common(columns, parents, w, rules, empty, gone)
    score += foundations(columns, places, piles, copies, w, source, -1, 1)
    key += own[0] - columns[source, KEY]
    columns[source, TOP], columns[source, HEAD], piles[pile] = card, head, before
    offer(candidates, registers, key, score, parent, pack(source, FOUNDATION, 1))


@njit(cache=True, **UNCOUNTED)
def child_back(
        t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w, rules, whole,
        pile, target, parent):
    """Offer the table after the top card of a foundation came back to `target`."""
    key, score, shared, empty, gone = whole
    card, top_card, head = piles[pile], columns[target, TOP], columns[target, HEAD]
    m, spare = columns[target, HEIGHT], rules.columns
    copy(prefix, target, spare, m)
    put(prefix, kinds, w, rules.move == LOOSE, spare, m, card, top_card, columns[target, HIDDEN])
    linked = m > 0 and kinds[card * CODES + top_card] & JOINED
    columns[target, TOP], columns[target, HEAD] = card, (head if linked else card)
    value = column_value(
        w, kinds, prefix[spare, m + 1, SCORE], m + 1, columns[target, HIDDEN], card, following_card(stock, rules,
        t[0], target))
    own_key = column_key(prefix[spare, m + 1, HASH], m + 1, columns[target, HIDDEN], target, t[0])
    piles[pile] = card - 1 if card & 15 > 1 else 0
    gone -= card & 15 == 13
    empty -= m == 0
    # The card that came back is the next one its foundation needs, and nothing lies on it.
    count, where = places[card, 0], places[card, 1]
    places[card, 0], places[card, 1] = 1, target << 8 | m
    score += value - columns[target, VALUE] - shared + common(columns, parents, w, rules, empty, gone)
    score += foundations(columns, places, piles, copies, w, -1, target, 1)
    places[card, 0], places[card, 1] = count, where
    key += own_key - columns[target, KEY]
    columns[target, TOP], columns[target, HEAD], piles[pile] = top_card, head, card
    offer(candidates, registers, key, score, parent, pack(FOUNDATION, target, card))


@njit(cache=True, **UNCOUNTED)
def single_moves(
    t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w, rules, whole, parent
):
    """Offer every single card that goes up or comes back."""
    for source in range(rules.columns):
        card = columns[source, TOP]
        if card == 0:
            continue
        wanted = card - 1 if card & 15 > 1 else 0
        for pile in range(rules.piles):
            if piles[pile] == wanted:
                child_up(
                    t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w,
                    rules, whole, source, pile, parent)
                break
    if not comes_back(t, rules):
        return
    for pile in range(rules.piles):
        card = piles[pile]
        # Of twins the last one shrinks.
        if card == 0 or (pile + 1 < rules.piles and piles[pile + 1] == card):
            continue
        for target in range(rules.columns):
            upper = columns[target, TOP]
            fits = kinds[card * CODES + upper] & KIND != BREAK if upper else fills_space(rules.space, card)
            if fits:
                child_back(
                    t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w,
                    rules, whole, pile, target, parent)


@njit(cache=True, inline="always", **UNCOUNTED)
def tail_blocks(t, rules, kinds, end, count):
    """How many pieces that move at once the `count` cards before index `end` consist of; 0: not in order."""
    blocks = 1
    for j in range(end - count + 1, end):
        pair = kinds[t[j] * CODES + t[j - 1]]
        if pair & MOVES:
            continue
        if pair & KIND == BREAK:
            return 0
        blocks += 1
    return blocks


@njit(cache=True, **UNCOUNTED)
def worth_trying(t, prefix, columns, kinds, rules, empty, todo):
    """Write every move between columns that is worth trying into `todo`; return how many."""
    k, space = 0, -1
    for c in range(rules.columns):
        if columns[c, HEIGHT] == 0:
            space = c
            break
    reach = 1 << min(empty, 8) if rules.space == ANY_CARD else 1
    for source in range(rules.columns):
        n = columns[source, HEIGHT]
        if n == 0:
            continue
        opened = n - columns[source, HIDDEN]
        longest = prefix[source, n, MOVING]
        end = base(rules, source) + n
        for target in range(rules.columns):
            upper = columns[target, TOP]
            if target == source or upper == 0:
                continue
            first = last = (upper & 15) - (t[end - 1] & 15)
            if rules.move == LOOSE:
                first, last = 1, opened
            elif first <= 0 or first > opened:
                continue
            for count in range(first, last + 1):
                if kinds[t[end - count] * CODES + upper] & KIND == BREAK:
                    continue
                move = pack(source, target, count)
                if count > longest:
                    blocks = tail_blocks(t, rules, kinds, end, count) if empty else 0
                    if blocks == 0 or blocks > reach:
                        continue
                    move |= SUPER
                todo[k] = move
                k += 1
        if space < 0:
            continue
        for count in range(1, min(opened, n - 1) + 1):
            if not fills_space(rules.space, t[end - count]):
                continue
            move = pack(source, space, count)
            if count > longest:
                blocks = tail_blocks(t, rules, kinds, end, count) if empty > 1 else 0
                if blocks == 0 or blocks > reach >> 1:
                    break
                move |= SUPER
            todo[k] = move
            k += 1
    return k


@njit(cache=True, **UNCOUNTED)
def expand(t, prefix, columns, places, piles, candidates, todo, registers, tables, w, rules, parent):
    """Offer every move worth trying from table `t`."""
    kinds, parents, stock, copies = tables
    whole = measure(t, prefix, columns, places, piles, tables, w, rules)
    if rules.goal == CARDS:
        single_moves(
            t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w, rules, whole,
            parent)
    for i in range(worth_trying(t, prefix, columns, kinds, rules, whole[3], todo)):
        move = todo[i]
        child(
            t, prefix, columns, places, piles, candidates, registers, kinds, parents, stock, copies, w, rules, whole,
            move & 31, move >> 5 & 31, move >> 10 & 255, move, parent)
