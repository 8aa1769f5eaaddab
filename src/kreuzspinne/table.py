"""The table: what may be done on it, and the only code in the project that moves a card.

`apply` and `undo` trust their caller.  Whoever has a text from outside asks `explain.find` first.
"""

from typing import Any

from .cards import ACE, KING, make, rank, suit
from .foundations import abandon, found, goes_up, lay_up, lift_down
from .law import law
from .layout import Table, base, face_down, height, heights, hidden, top
from .rules import (
    ALWAYS,
    AUTO,
    CARDS,
    FULL,
    HAND,
    LATE,
    LOOSE,
    NEVER,
    NO,
    NOTHING,
    ORDERED_RANK,
    RANK,
    RUNS,
    STUCK,
    SUIT,
    Rules,
    fills_space,
    follows,
    goes_with,
)

STOCK, FOUNDATION = 30, 31
"""Places that are no column."""
MOST_MOVES = 4000
"""No table has more legal moves: room for every card of every column onto every other column."""

# A move is one int: source, target, and how many cards (coming back: which card; a deal: 0).


@law
def pack(source: int, target: int, count: int) -> int:
    """One int for a move."""
    return source | target << 5 | count << 10


@law
def unpack(move: int) -> tuple[int, int, int]:
    """Source, target and count of a packed move."""
    return move & 31, move >> 5 & 31, move >> 10


# Questions.


@law
def run_length(t: Table, rules: Rules, policy: int, column: int) -> int:
    """How many cards at the open end of `column` travel as one under `policy`."""
    n = height(t, rules, column)
    floor = face_down(t, rules, column)
    if policy == LOOSE or n == 0:
        return n - floor
    start = base(rules, column)
    first = n - 1
    while first > floor and follows(policy, t[start + first], t[start + first - 1]):
        first -= 1
    return n - first


@law
def is_complete(t: Table, rules: Rules, column: int) -> bool:
    """Does `column` end in a whole open suit, king to ace?"""
    n = height(t, rules, column)
    return (n >= KING and rank(t[base(rules, column) + n - 1]) == ACE
            and run_length(t, rules, SUIT, column) == KING)


@law
def is_won(t: Table, rules: Rules) -> bool:
    """No card is left, or (where runs need not leave) every column that has cards is one complete run."""
    if t[0] != 0:
        return False
    for column in range(rules.columns):
        n = height(t, rules, column)
        if n != 0:
            if rules.runs == AUTO or rules.goal == CARDS:
                return False
            if n != KING or not is_complete(t, rules, column):
                return False
    return True


@law
def is_ordered(t: Table, rules: Rules, policy: int, column: int) -> bool:
    """Is `column`, from its lowest card on, one open run under `policy`? (An empty one is.)"""
    return run_length(t, rules, policy, column) == height(t, rules, column)


@law
def has_space(t: Table, rules: Rules) -> bool:
    """Is any column empty?"""
    for column in range(rules.columns):
        if height(t, rules, column) == 0:
            return True
    return False


@law
def is_trapped(t: Table, rules: Rules) -> bool:
    """
    Is the stock out of reach for good?

    Every space must be filled before a row is dealt; it cannot be where fewer cards than columns are left (those
    that may come back from the foundations counted), nor where nothing may fill a space.
    """
    if rules.deal != FULL or t[0] == 0:
        return False
    if rules.space == NOTHING and has_space(t, rules):
        return True
    left = 0
    for column in range(rules.columns):
        left += height(t, rules, column)
    if comes_back(t, rules):
        for pile in range(1, 1 + rules.piles):
            left += rank(t[pile])
    return left < rules.columns


@law
def may_deal(t: Table, rules: Rules, others: int) -> bool:
    """May a row be dealt, where `others` other moves are legal?"""
    if t[0] == 0 or rules.deal == NEVER:
        return False
    if rules.deal == ALWAYS:
        return True
    if rules.deal == STUCK:
        return others == 0
    if not has_space(t, rules):
        return True
    if rules.deal == FULL:
        return False
    policy = RANK if rules.deal == ORDERED_RANK else SUIT
    for column in range(rules.columns):
        if not is_ordered(t, rules, policy, column):
            return False
    return True


@law
def comes_back(t: Table, rules: Rules) -> bool:
    """May cards leave the foundations now?"""
    return rules.back != NO and (rules.back != LATE or t[0] == 0)


@law
def accepts(t: Table, rules: Rules, column: int, card: int) -> bool:
    """May `card` (with the cards on it) be laid at the open end of `column`?"""
    if height(t, rules, column) == 0:
        return fills_space(rules.space, card)
    return follows(rules.build, card, top(t, rules, column))


@law
def column_moves(t: Table, rules: Rules, out: Any) -> int:
    """Write every move from column to column into `out`; return how many."""
    k = 0
    for source in range(rules.columns):
        n = height(t, rules, source)
        if n == 0:
            continue
        longest = run_length(t, rules, rules.move, source)
        end = base(rules, source) + n
        lowest = rank(t[end - 1])
        for target in range(rules.columns):
            if target == source:
                continue
            if height(t, rules, target) == 0:
                for count in range(1, longest + 1):
                    if fills_space(rules.space, t[end - count]):
                        out[k] = pack(source, target, count)
                        k += 1
            elif rules.move == LOOSE:
                upper = top(t, rules, target)
                for count in range(1, longest + 1):
                    if follows(rules.build, t[end - count], upper):
                        out[k] = pack(source, target, count)
                        k += 1
            else:                       # ranks of a run are consecutive: at most one of its cards fits
                upper = top(t, rules, target)
                count = rank(upper) - lowest
                if 0 < count <= longest and goes_with(rules.build, t[end - count], upper):
                    out[k] = pack(source, target, count)
                    k += 1
    return k


@law
def up_moves(t: Table, rules: Rules, out: Any, k: int) -> int:
    """Add every move to a foundation to the `k` moves in `out`; return how many there are then."""
    for source in range(rules.columns):
        if rules.goal == RUNS:
            if rules.runs == HAND and is_complete(t, rules, source):
                out[k] = pack(source, FOUNDATION, KING)
                k += 1
        elif height(t, rules, source) > 0 and goes_up(t, rules, top(t, rules, source)):
            out[k] = pack(source, FOUNDATION, 1)
            k += 1
    return k


@law
def back_moves(t: Table, rules: Rules, out: Any, k: int) -> int:
    """Add every move from a foundation back to a column; twin piles give one move."""
    if comes_back(t, rules):
        for pile in range(1, 1 + rules.piles):
            card = t[pile]
            if card == 0 or (pile > 1 and card == t[pile - 1]):
                continue
            for target in range(rules.columns):
                if accepts(t, rules, target, card):
                    out[k] = pack(FOUNDATION, target, card)
                    k += 1
    return k


@law
def legal_moves(t: Table, rules: Rules, out: Any) -> int:
    """Write every legal move into `out`; return how many. Order: between columns, up, back, deal."""
    if is_won(t, rules):
        return 0
    k = column_moves(t, rules, out)
    k = up_moves(t, rules, out, k)
    k = back_moves(t, rules, out, k)
    if may_deal(t, rules, k):
        out[k] = pack(STOCK, STOCK, 0)
        k += 1
    return k


# Changes.  `apply` returns a trace: what happened by itself, enough for `undo` to take it all back.
# The trace begins as PLAIN plus one if the source turned a card, or plus the number of cards dealt.
# Where runs leave, it is a stack: each one shifts seven bits in at the low end (column, suit, and
# whether a card was turned under it).  Where single cards go up, the card stands above those five bits.

PLAIN = 16
EVENT_BITS = 7


@law
def event_of(trace: int) -> tuple[int, int, int]:
    """Column, suit and turned (0 or 1) of the last run that left."""
    return trace >> 3 & 15, trace >> 1 & 3, trace & 1


@law
def push(t: bytearray, rules: Rules, column: int, card: int) -> None:
    """Lay `card` on the open end of `column`."""
    n = height(t, rules, column)
    t[base(rules, column) + n] = card
    t[1 + rules.piles + column] = n + 1


@law
def pop(t: bytearray, rules: Rules, column: int) -> int:
    """Take the top card off `column`."""
    n = height(t, rules, column) - 1
    where = base(rules, column) + n
    card = t[where]
    t[where] = 0
    t[1 + rules.piles + column] = n
    return card


@law
def turn(t: bytearray, rules: Rules, column: int) -> int:
    """Turn the top card of `column` if it lies face down; 1 if it did."""
    n = height(t, rules, column)
    if n > 0 and face_down(t, rules, column) == n:
        t[hidden(rules) + column] = n - 1
        return 1
    return 0


@law
def cover(t: bytearray, rules: Rules, column: int, turned: int) -> None:
    """Turn the top card of `column` face down again, if `turned` is 1."""
    t[hidden(rules) + column] += turned


@law
def transfer(t: bytearray, rules: Rules, source: int, target: int, count: int) -> None:
    """Carry `count` cards from column to column, in their order."""
    start = base(rules, source) + height(t, rules, source) - count
    end = base(rules, target) + height(t, rules, target)
    for i in range(count):
        t[end + i] = t[start + i]
        t[start + i] = 0
    t[heights(rules) + source] -= count
    t[heights(rules) + target] += count


@law
def remove_run(t: bytearray, rules: Rules, column: int, trace: int) -> int:
    """Take the complete run off `column`; return the longer trace."""
    ace = top(t, rules, column)
    for _ in range(KING):
        pop(t, rules, column)
    found(t, rules, ace)
    return trace << EVENT_BITS | column << 3 | suit(ace) << 1 | turn(t, rules, column)


@law
def collect(t: bytearray, rules: Rules, trace: int) -> int:
    """Every complete run leaves, from left to right; return the longer trace."""
    for column in range(rules.columns):
        while height(t, rules, column) >= KING and is_complete(t, rules, column):
            trace = remove_run(t, rules, column, trace)
    return trace


@law
def first_dealt(rules: Rules, count: int) -> int:
    """Leftmost column that gets a card of a row of `count` cards."""
    return (rules.columns - count) // 2 if rules.centred else 0


@law
def deal_row(t: bytearray, rules: Rules) -> int:
    """Deal one card to each column (a short row: as far as it goes); return how many."""
    count = min(t[0], rules.columns)
    start = base(rules, 0) - t[0]
    left = first_dealt(rules, count)
    for i in range(count):
        push(t, rules, left + i, t[start + i])
        t[start + i] = 0
    t[0] -= count
    return count


@law
def take_row(t: bytearray, rules: Rules, count: int) -> None:
    """Put a dealt row of `count` cards back on the stock."""
    t[0] += count
    start = base(rules, 0) - t[0]
    left = first_dealt(rules, count)
    for i in range(count):
        t[start + i] = pop(t, rules, left + i)


@law
def apply(t: bytearray, rules: Rules, move: int) -> int:
    """Play `move`, which must be legal, on table `t`; return the trace for `undo`."""
    source, target, count = unpack(move)
    trace = PLAIN
    if source == STOCK:
        trace += deal_row(t, rules)
    elif source == FOUNDATION:
        lift_down(t, rules, count)
        push(t, rules, target, count)
    elif target != FOUNDATION:
        transfer(t, rules, source, target, count)
        trace += turn(t, rules, source)
    elif rules.goal == RUNS:
        trace = remove_run(t, rules, source, trace)
    else:
        card = pop(t, rules, source)
        lay_up(t, rules, card)
        trace += turn(t, rules, source) + 2 * PLAIN * card
    if rules.runs == AUTO:
        trace = collect(t, rules, trace)
    return trace


@law
def give_back(t: bytearray, rules: Rules, trace: int) -> int:
    """Return every run that left to its column, the last one first; return what is left of the trace."""
    while trace >= 2 * PLAIN:
        column, its_suit, turned = event_of(trace)
        cover(t, rules, column, turned)
        ace = make(its_suit, ACE)
        abandon(t, rules, ace)
        for higher in range(KING - 1, -1, -1):
            push(t, rules, column, ace + higher)
        trace >>= EVENT_BITS
    return trace


@law
def undo(t: bytearray, rules: Rules, move: int, trace: int) -> None:
    """Take back `move`, the last one played; `trace` is what `apply` returned for it."""
    source, target, count = unpack(move)
    if rules.goal == RUNS:
        trace = give_back(t, rules, trace)
    if source == STOCK:
        take_row(t, rules, trace - PLAIN)
    elif source == FOUNDATION:
        lay_up(t, rules, pop(t, rules, target))
    elif target != FOUNDATION:
        cover(t, rules, source, trace - PLAIN)
        transfer(t, rules, target, source, count)
    elif rules.goal == CARDS:
        cover(t, rules, source, trace & 1)
        card = trace // (2 * PLAIN)
        lift_down(t, rules, card)
        push(t, rules, source, card)
