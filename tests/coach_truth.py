"""
What each of the coach's reasons claims, checked once more on the whole position, slowly and by other means.

A claim is given the position with all its cards, the plan, and the facts; it plays the moves through the rule engine
and looks. Nothing of the coach is imported here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import count, pairwise, permutations
from typing import Any

import pytest
from tables import LETTERS, RANKS

from kreuzspinne.cards import UNSEEN, name
from kreuzspinne.explain import refusal
from kreuzspinne.notation import Move
from kreuzspinne.position import Position
from kreuzspinne.rules import CARDS

Facts = dict[str, Any]
RED = "hd"


class Told:
    """A position, the plan that was recommended there, and what a reason says."""

    def __init__(self, position: Position, plan: Sequence[Move], facts: Facts) -> None:
        self.before, self.plan, self.facts = position, plan, facts
        self.move = plan[0]
        self.steps = []
        for move in plan:
            step, position = position.advance(str(move))
            self.steps.append(step)
        self.end = position
        self.after = self.before.after(self.move)

    def __getattr__(self, fact: str) -> Any:
        return self.facts[fact]

    @cached_property
    def numbered(self) -> list[list[list[int]]]:
        """
        The columns at the start and after every move, each card by a number of its own.

        The first are numbered column by column, from the left and from below.
        """
        numbers = count()
        now = [[next(numbers) for _ in whole(self.before, column)] for column in columns(self.before)]
        found = [[[*cards] for cards in now]]
        for move, step in zip(self.plan, self.steps, strict=True):
            _carry(now, move, len(step.cards), numbers, self.before)
            for left in step.left:
                del now[left.column][-13:]
            found.append([[*cards] for cards in now])
        return found

    @property
    def settled(self) -> int:
        """How many moves of the plan come before a row is dealt."""
        return len(self.plan) - self.plan[-1].is_deal

    def at(self, ply: int) -> Position:
        """The position after so many moves of the plan."""
        position = self.before
        for move in self.plan[:ply]:
            position = position.after(move)
        return position

    def where(self, number: int, ply: int) -> tuple[int, int] | None:
        """Column and height of a card after so many moves; None if it has gone."""
        return next(((column, cards.index(number)) for column, cards in enumerate(self.numbered[ply])
                     if number in cards), None)

    @property
    def taken(self) -> list[str]:
        """The cards that the first move takes along."""
        return opened(self.before, self.move.source)[-self.move.count:]


def _carry(now: list[list[int]], move: Move, dealt: int, numbers: Iterator[int], before: Position) -> None:
    """Move cards from column to column, up, back, or from the stock."""
    if move.is_deal:
        left = (len(now) - dealt) // 2 if before.rules.centred else 0
        for column in range(left, left + dealt):
            now[column].append(next(numbers))
    elif move.comes_back:
        now[move.target].append(next(numbers))
    else:
        taken = move.count if not move.goes_up else 1 if before.rules.goal == CARDS else 13
        cards = now[move.source][-taken:]
        del now[move.source][-taken:]
        if not move.goes_up:
            now[move.target] += cards


def place(letter: str) -> int:
    return LETTERS.index(letter)


def whole(position: Position, column: int) -> list[str]:
    return [name(card) for card in position.column(column)[0]]


def down(position: Position, column: int) -> int:
    return position.column(column)[1]


def opened(position: Position, column: int) -> list[str]:
    return whole(position, column)[down(position, column):]


def columns(position: Position) -> range:
    return range(position.rules.columns)


def spaces(position: Position) -> list[str]:
    return [LETTERS[column] for column in columns(position) if not whole(position, column)]


def value(card: str) -> int:
    return RANKS.index(card[0]) + 1


def pleases(policy: str, lower: str, upper: str) -> bool:
    if value(lower) + 1 != value(upper):
        return False
    reds = (lower[1] in RED) + (upper[1] in RED)
    return {"suit": lower[1] == upper[1], "alternate": reds == 1, "colour": reds != 1}.get(policy, True)


def builds(position: Position, lower: str, upper: str) -> bool:
    return pleases(position.variant.switches["build"], lower, upper)


def bonded(position: Position, lower: str, upper: str) -> bool:
    """In suit where runs leave; else as the cards travel."""
    switches = position.variant.switches
    if switches["goal"] == "runs":
        return pleases("suit", lower, upper)
    return pleases(switches["build"] if switches["move"] == "loose" else switches["move"], lower, upper)


def pairs(position: Position, *, without: Sequence[str] = ()) -> int:
    """Bonded neighbours; a card that came to light at the open end of a column in `without` is not counted."""
    found = 0
    for column in columns(position):
        cards = opened(position, column)
        cards = cards[:-1] if LETTERS[column] in without else cards
        found += sum(bonded(position, lower, upper) for upper, lower in pairwise(cards))
    return found


def mixed(position: Position, column: int) -> bool:
    cards = opened(position, column)
    return any(not bonded(position, lower, upper) for upper, lower in pairwise(cards))


def across(position: Position) -> list[Move]:
    return [move for move in position.moves if max(move.source, move.target) < position.rules.columns]


def head(position: Position, move: Move) -> str:
    return opened(position, move.source)[-move.count]


def turns(position: Position, move: Move) -> bool:
    """Does a move turn a card in its source column?"""
    return not move.is_deal and not move.comes_back and bool(position.step(move).cards)


def can_turn(position: Position, wanted: Sequence[str], spared: Sequence[str]) -> bool:
    """Can these columns be opened one after the other, without the spaces `spared` being filled?"""
    if not wanted:
        return True
    first, *rest = wanted
    return any(can_turn(position.after(move), rest, spared) for move in position.moves
               if move.source == place(first) and move.target not in map(place, spared) and turns(position, move))


def can_turn_all(position: Position, wanted: Sequence[str], spared: Sequence[str]) -> bool:
    """The same, in some order; columns are told from the left."""
    return list(wanted) == sorted(wanted) and any(can_turn(position, order, spared) for order in permutations(wanted))


def hidden(position: Position) -> Counter[str]:
    return Counter(map(name, position.hidden))


def opening(told: Told) -> tuple[Position, int]:
    """The position before the first move of the plan that turns a card, and in which column."""
    position = told.before
    for move, step in zip(told.plan, told.steps, strict=True):
        if step.cards and not move.is_deal:
            return position, move.source
        position = position.after(move)
    raise AssertionError("nothing is turned")


def helps(position: Position, column: int, card: str) -> bool:
    """Would `card`, lying open alone in `column`, move on, go up, or take a card that belongs on it?"""
    others = [other for other in columns(position) if other != column and whole(position, other)]
    if any(builds(position, card, whole(position, other)[-1]) for other in others):
        return True
    if position.rules.goal == CARDS:
        piles = [name(top) for top in position.piles]
        if card[0] == "A" or any(top[1] == card[1] and value(top) + 1 == value(card) for top in piles):
            return True
    return any(bonded(position, lower, card) for other in others for lower in loose_ends(position, other))


def loose_ends(position: Position, column: int) -> list[str]:
    """Cards that can be taken up and do not lie on one that they belong on."""
    cards = opened(position, column)
    first = len(cards) - len(travelling(position, column))
    return [lower for i, lower in enumerate(cards)
            if i >= first and (i == 0 or not bonded(position, lower, cards[i - 1]))]


def travelling(position: Position, column: int) -> list[str]:
    cards = opened(position, column)
    policy = position.variant.switches["move"]
    start = len(cards) - 1
    while start > 0 and (policy == "loose" or pleases(policy, cards[start], cards[start - 1])):
        start -= 1
    return cards[max(start, 0):]


# The claims.

def _wins(t: Told) -> bool:
    return t.after.is_won


def _plan_wins(t: Told) -> bool:
    return t.end.is_won and t.moves == len(t.plan)


def _sure_win(t: Told) -> bool:
    """Whichever order the hidden cards have, the solver wins after the plan."""
    pytest.importorskip("numba")
    from kreuzspinne.solver.search import solve

    places = [place for place, card in enumerate(t.before.view().table) if card == UNSEEN]
    for order in permutations([t.before.table[place] for place in places]):
        table = bytearray(t.before.table)
        for place_, card in zip(places, order, strict=True):
            table[place_] = card
        position = Position(t.before.variant, bytes(table))
        for move in t.plan:
            position = position.after(move)
        if not (position.is_won or solve(position, nodes=200_000).is_solved):
            return False
    return True


def _run_leaves(t: Told) -> bool:
    return [LETTERS[one.column] for one in t.steps[0].left] == [t.column] and "shdc"[t.suit] == t.taken[0][1]


def _banks(t: Told) -> bool:
    return t.move.goes_up and "shdc"[t.suit] == whole(t.before, t.move.source)[-1][1]


def _up(t: Told) -> bool:
    return t.count == sum(value(name(top)) for top in t.after.piles) and t.all == t.before.rules.cards


def _safe_up(t: Told) -> bool:
    """No card that is still in the game, but an ace, could be built on it."""
    there = hidden(t.before) + Counter(card for column in columns(t.before) for card in opened(t.before, column))
    return t.move.goes_up and not any(value(card) > 1 and builds(t.before, card, t.card) for card in there)


def _makes_run(t: Told) -> bool:
    """The run lies there, as long as is said, travels, and has grown together where the move laid its cards."""
    cards, joint = opened(t.after, place(t.column)), len(opened(t.before, place(t.column)))
    runs = [(start, cards[start:start + t.count]) for start in range(len(cards) - t.count + 1)]
    return any(run[0] == t.first and run[-1] == t.last and start < joint < start + t.count
               and all(bonded(t.before, lower, upper) for upper, lower in pairwise(run))
               and set(run) <= set(travelling(t.after, place(t.column)))
               and _stays(t, down(t.after, place(t.column)) + start, t.count) for start, run in runs)


def _moves_as_one(t: Told) -> bool:
    return _makes_run(t) and not _has_cards_on_it(t)


def _is_covered(t: Told) -> bool:
    return _makes_run(t) and _has_cards_on_it(t)


def _has_cards_on_it(t: Told) -> bool:
    """Where all travels: does a card lie on the run, at once or as long as the plan lasts?"""
    if t.before.variant.switches["move"] != "loose":
        return False
    if whole(t.after, t.move.target)[-1] != t.last:
        return True
    there = t.where(t.numbered[1][t.move.target][-1], t.settled)
    return there is not None and there[1] != len(t.numbered[t.settled][there[0]]) - 1


def _stays(t: Told, start: int, length: int) -> bool:
    """Until a row is dealt, the cards that then lie in the target column travel as one, or they leave together."""
    cards = t.numbered[1][t.move.target][start:start + length]
    places = [t.where(card, t.settled) for card in cards]
    if set(places) == {None}:
        return True
    if None in places or [(column, height - i) for i, (column, height) in enumerate(places)] != [places[0]] * length:
        return False
    column, height = places[0]
    position = t.at(t.settled)
    return height >= len(whole(position, column)) - len(travelling(position, column))


def _turns(t: Told) -> bool:
    step = t.steps[0]
    return bool(step.cards) and t.column == LETTERS[t.move.source] and (
        down(t.after, place(t.column)) == t.facts.get("down", 0))


def _plan_turns(t: Told) -> bool:
    return bool(t.steps[-1].cards) and t.column == LETTERS[t.plan[-1].source] and t.moves == len(t.plan)


def _empties(t: Told) -> bool:
    return (set(t.columns) == set(spaces(t.after)) - set(spaces(t.before)) and t.spaces == len(spaces(t.after))
            and set(t.columns) <= set(spaces(t.end)))


def _plan_empties(t: Told) -> bool:
    return set(t.columns) == set(spaces(t.end)) - set(spaces(t.before)) and t.moves == len(t.plan)


def _king_to_space(t: Told) -> bool:
    under = len(whole(t.before, t.move.source)) - t.move.count
    return t.taken[0] == t.card and t.card[0] == "K" and t.under == under > 0 and not whole(t.before, t.move.target)


def _one_for_one(t: Told) -> bool:
    return t.space in spaces(t.before) and turns(t.before, t.move) and t.column == LETTERS[t.move.source]


def _two_for_one(t: Told) -> bool:
    """What the plan turns, and what is sure to be turned after it, fills no second space."""
    if t.plan[-1].is_deal:
        return False
    rest = [letter for letter in t.columns if not (t.steps[-1].cards and letter == LETTERS[t.plan[-1].source])]
    filled = [LETTERS[move.target] for ply, move in enumerate(t.plan)
              if move.target in map(place, spaces(t.at(ply)))]
    return len(t.columns) > 1 and filled == [t.space] and can_turn_all(t.end, rest, spaces(t.end))


def _carries(t: Told) -> bool:
    cards, source = opened(t.before, place(t.column)), place(t.column)
    pile = cards[len(cards) - cards[::-1].index(t.head) - 1:]
    cuts = sum(not pleases(t.before.variant.switches["move"], lower, upper)
               for upper, lower in pairwise(pile))
    follow = all(builds(t.before, lower, upper) for upper, lower in pairwise(pile))
    enough = 2 ** (t.needed - 1) < t.pieces <= 2 ** t.needed and t.needed <= len(spaces(t.before)) == t.spaces
    return follow and cuts + 1 == t.pieces and enough and t.move.source == source and any(
        move.target == place(t.target) for move in t.plan) and builds(
        t.before, t.head, whole(t.before, place(t.target))[-1])


def _tidies(t: Told) -> bool:
    """The exchange is played through."""
    ends = {t.first: t.one, t.second: t.other}
    first = t.taken[0]
    second = t.second if first == t.first else t.first
    way = [(ends[first], t.via), (ends[second], ends[first]), (t.via, ends[second])]
    position = t.before
    for source, target in way:
        position = position.play(f"{source}{target}" + str(next(
            move.count for move in across(position) if (LETTERS[move.source], LETTERS[move.target]) == (source, target)
            and head(position, move) in (first, second))))
    left = way[1:]
    for move in t.plan[1:]:
        if left and not move.is_deal and (LETTERS[move.source], LETTERS[move.target]) == left[0]:
            left.pop(0)
    end = t.end
    for source, target in left:
        end = end.after(next(move for move in across(end) if head(end, move) in (first, second)
                             and (LETTERS[move.source], LETTERS[move.target]) == (source, target)))
    return (pairs(position) - pairs(t.before) == t.gain > 0 and len(spaces(position)) == len(spaces(t.before))
            and (t.via in spaces(t.before)) == (t.via in spaces(position)))


def _fills_gap(t: Told) -> bool:
    cards = opened(t.before, place(t.column))
    lies = any(cards[i:i + 2] == [t.above, t.below] for i in range(len(cards)))
    middle = value(t.missing) + 1 == value(t.above) and value(t.missing) - 1 == value(t.below)
    return lies and middle and _comes(t, t.missing, t.above, target=t.column)


def _comes(t: Told, card: str, onto: str, *, source: str = "", target: str = "") -> bool:
    """The card may go there after the first move; the plan makes that move, or it may still be made at the end."""
    def fits(position: Position, move: Move) -> bool:
        return (move in across(position) and head(position, move) == card
                and whole(position, move.target)[-1:] == [onto]
                and source in ("", LETTERS[move.source]) and target in ("", LETTERS[move.target]))

    made = any(fits(t.at(ply), move) for ply, move in enumerate(t.plan) if ply)
    return any(fits(t.after, move) for move in across(t.after)) and (
        made or any(fits(t.end, move) for move in across(t.end)))


def _hidden_space(t: Told) -> bool:
    """Every move of the plan could be taken back by a move."""
    return len(spaces(t.end)) == t.spaces > len(spaces(t.before)) and all(
        _is_free(t.at(ply), move) for ply, move in enumerate(t.plan))


def _ready_to_deal(t: Told) -> bool:
    """At least no single move leads to any of it; what comes back from a foundation is given up there."""
    others = [move for move in t.before.moves if not (move.is_deal or move.comes_back)]
    return t.move.is_deal and not any(move.goes_up or turns(t.before, move) or (
        pairs(t.before.after(move)) > pairs(t.before)) for move in others)


def _nothing_turns(t: Told) -> bool:
    return not any(turns(t.before, move) for move in t.before.moves)


def _fills_for_deal(t: Told) -> bool:
    code, _ = refusal(t.before.table, t.before.rules, Move.read("+"))
    return t.spaces == spaces(t.before) and code.startswith("deal_") and t.plan[-1].is_deal


def _opens(t: Told) -> bool:
    there = [move for move in across(t.after) if move.target == place(t.column) and move.source == place(t.source)
             and head(t.after, move) == t.card]
    return (bool(there) and not set(there) & set(t.before.moves) and whole(t.after, place(t.column))[-1] == t.onto
            and _betters(t) and _comes(t, t.card, t.onto, source=t.source, target=t.column))


def _betters(t: Told) -> bool:
    """Where the card lies, it turns something, empties the column, lies in disorder, or is mixed and would not be."""
    cards = opened(t.after, place(t.source))
    at = len(cards) - len(travelling(t.after, place(t.source)))
    if at == 0 or not builds(t.after, cards[at], cards[at - 1]):
        return cards[at] == t.card
    return bonded(t.after, t.card, t.onto) and not bonded(t.after, t.card, cards[at - 1])


def _back(t: Told) -> bool:
    return _comes(t, t.card, t.onto, source=t.source)


def _nears_run(t: Told) -> bool:
    cards = travelling(t.after, t.move.target)
    run = [cards[-1]]
    for card in reversed(cards[:-1]):
        if bonded(t.after, run[-1], card):
            run.append(card)
        else:
            break
    if not _stays(t, len(whole(t.after, t.move.target)) - len(run), len(run)):
        return False
    return Counter(run + t.missing) == Counter(rank + "shdc"[t.suit] for rank in RANKS) and t.count == len(t.missing)


def _way_back(t: Told) -> bool:
    """Until the run leaves the space, it may go to each of the columns; and if it leaves it, the space stays one."""
    assert t.columns
    for ply in range(1, len(t.plan) + 1):
        position = t.at(ply)
        if not whole(position, t.move.target):
            return LETTERS[t.move.target] in spaces(t.end)
        ways = {LETTERS[move.target] for move in across(position) if move.source == t.move.target
                and head(position, move) == t.card and whole(position, move.target)}
        if not set(t.columns) <= ways or travelling(position, t.move.target)[0] != t.card:
            return False
    return True


def _digs_deep(t: Told) -> bool:
    depths = sorted((down(t.before, column) for column in columns(t.before)), reverse=True)
    stock, width = len(t.before.stock), t.before.rules.columns
    return depths[0] == t.down == down(t.before, place(t.column)) > depths[1] and (
        t.facts.get("rows", 0) == -(-stock // width))


def _outs(t: Told) -> bool:
    position, column = opening(t)
    return t.unseen == hidden(t.before).total() and t.helping == sum(
        count for card, count in hidden(t.before).items() if helps(_emptied(position, column, t), column, card))


def _emptied(position: Position, column: int, t: Told) -> Position:
    """The position after the turn; the column in question is not looked at."""
    return position.after(next(move for move, step in zip(t.plan, t.steps, strict=True)
                               if step.cards and not move.is_deal and move.source == column))


def _sure_turns(t: Told) -> bool:
    position, column = opening(t)
    return len(t.columns) == t.count and can_turn_all(_emptied(position, column, t), t.columns, ())


def _waits(t: Told) -> bool:
    waiting = [move for move in across(t.before) if (LETTERS[move.source], LETTERS[move.target]) == (t.source, t.column)
               and head(t.before, move) == t.card and whole(t.before, move.target)[-1] == t.onto]
    return any(move in t.after.moves and move != t.move for move in waiting)


def _lifts_cap(t: Told) -> bool:
    settled, end = (whole(position, place(t.column)) for position in (t.at(t.settled), t.end))
    return whole(t.before, place(t.column))[-1] == t.card and value(t.card) <= 2 and settled == end and all(
        value(card) > 2 for card in [whole(t.after, place(t.column))[-1], *settled[-1:]])


def _nearest_space(t: Told) -> bool:
    position, column = opening(t)
    return place(t.column) == column and down(position, column) - 1 == t.down > 0 and all(
        down(t.before, other) + len(opened(t.before, other)) > down(t.before, column)
        for other in columns(t.before) if other != column and whole(t.before, other))


def _supports(t: Told) -> bool:
    source = opened(t.before, t.move.source)
    return (source[-t.move.count] == t.card and source[-t.move.count - 1] == t.under
            and value(t.card) + 1 != value(t.under) and value(whole(t.before, t.move.target)[-1]) == value(t.card) + 1
            and _lies_on(t, value(t.card) + 1))


def _lies_on(t: Told, rank: int) -> bool:
    """At the end of the plan the moved cards lie on a card of this rank."""
    column, height = t.where(t.numbered[0][t.move.source][-t.move.count], len(t.plan))
    return value(whole(t.end, column)[height - 1]) == rank


def _room_below(t: Told) -> bool:
    column, height = t.where(t.numbered[0][t.move.source][-1], len(t.plan))
    return t.taken[-1] == t.card and t.room == value(t.card) - 1 and height + 1 == len(whole(t.end, column))


def _market(t: Told) -> bool:
    tops = [whole(t.before, column)[-1] for column in columns(t.before) if whole(t.before, column)]
    heads = [travelling(t.before, column)[0] for column in columns(t.before) if whole(t.before, column)]
    return (t.places == sum(value(top) == t.above for top in tops) and t.above == t.rank + 1
            and t.wanting == sum(value(one) == t.rank for one in heads) < t.places)


def _keeps_mess(t: Told) -> bool:
    was, now = ({column for column in columns(one) if mixed(one, column)} for one in (t.before, t.after))
    later = {column for column in columns(t.before) if mixed(t.at(t.settled), column)}
    return (place(t.column) == t.move.target and place(t.column) in was and now - {t.move.source} <= was
            and len(later) <= len(was))


def _plan_builds(t: Told) -> bool:
    end, last = t.end, t.plan[-1]
    if last.is_deal:
        end, shown = Told(t.before, t.plan[:-1], {}).end, []
    else:
        shown = [LETTERS[last.source]] if t.steps[-1].cards else []
    return pairs(end, without=shown) - pairs(t.before) == t.gain > 0 and (
        t.moves == sum(not move.is_deal for move in t.plan) > 1) and not any(move.comes_back for move in t.plan)


def _row(t: Told) -> Iterator[int]:
    count = min(len(t.before.stock), t.before.rules.columns)
    left = (t.before.rules.columns - count) // 2 if t.before.rules.centred else 0
    assert t.row == count
    return iter(range(left, left + count))


def _share(t: Told, test: Callable[[str], bool]) -> float:
    cards = hidden(t.before)
    return sum(count for card, count in cards.items() if test(card)) / cards.total()


def _row_fits(t: Told) -> bool:
    tops = [whole(t.before, column)[-1] for column in _row(t) if whole(t.before, column)]
    mean = sum(_share(t, lambda card, top=top: builds(t.before, card, top)) for top in tops)
    return t.fitting == round(mean, 1)


def _row_covers(t: Told) -> bool:
    ends = [opened(t.before, column)[-2:] for column in _row(t) if len(opened(t.before, column)) > 1]
    policy = t.before.variant.switches["move"]
    mean = sum(1 - _share(t, lambda card, top=top: pleases(policy, card, top))
               for under, top in ends if bonded(t.before, top, under))
    return t.covering == round(mean, 1)


def _spread(t: Told) -> bool:
    return t.different == len({whole(t.before, column)[-1][0] for column in columns(t.before)
                               if whole(t.before, column)} - {"A"})


def _free(t: Told) -> bool:
    """The move can be taken back by a move, and so can all that follow up to the one that shows something."""
    return all(_is_free(t.at(ply), move) for ply, move in enumerate(t.plan) if ply in range(max(1, len(t.plan) - 1)))


def _is_free(position: Position, move: Move) -> bool:
    after, back = position.after(move), Move(move.target, move.source, move.count)
    return move in across(position) and back in after.moves and after.after(back) == position


def _plan_deals(t: Told) -> bool:
    return t.plan[-1].is_deal and t.moves == len(t.plan) - 1 > 0


CLAIMS: dict[str, Callable[[Told], bool]] = {
    "why_wins": _wins, "why_sure_win": _sure_win, "why_plan_wins": _plan_wins, "why_run_leaves": _run_leaves,
    "why_banks": lambda t: _banks(t) and len(whole(t.before, t.move.source)) > 13,
    "why_banks_and_turns": lambda t: _banks(t) and bool(t.steps[0].cards),
    "why_banks_and_empties": lambda t: _banks(t) and LETTERS[t.move.source] in spaces(t.after),
    "why_ace_up": lambda t: t.move.goes_up and t.card == whole(t.before, t.move.source)[-1] and t.card[0] == "A",
    "why_safe_up": _safe_up, "why_up": _up, "why_makes_run": _moves_as_one, "why_joins_run": _is_covered,
    "why_turns": _turns,
    "why_turns_last": _turns, "why_plan_turns": _plan_turns, "why_empties": _empties,
    "why_plan_empties": _plan_empties, "why_king_to_space": _king_to_space, "why_one_for_one": _one_for_one,
    "why_two_for_one": _two_for_one, "why_carries": _carries, "why_tidies_by_space": _tidies,
    "why_tidies_by_column": _tidies, "why_fills_gap": _fills_gap, "why_hidden_space": _hidden_space,
    "why_ready_to_deal": _ready_to_deal, "why_nothing_turns": _nothing_turns, "why_fills_for_deal": _fills_for_deal,
    "why_opens": _opens, "why_back": _back, "why_nears_run": _nears_run, "why_way_back": _way_back,
    "why_digs_deep": _digs_deep, "why_digs_deep_last": _digs_deep, "why_outs": _outs, "why_sure_turns": _sure_turns,
    "why_waits": _waits, "why_lifts_cap": _lifts_cap, "why_nearest_space": _nearest_space, "why_supports": _supports,
    "why_room_below": _room_below, "why_market": _market, "why_keeps_mess": _keeps_mess,
    "why_plan_builds": _plan_builds, "why_row_fits": _row_fits, "why_row_covers": _row_covers, "why_spread": _spread,
    "why_free": _free, "why_plan_deals": _plan_deals, "why_all_known": lambda t: not t.before.hidden,
}
"""For each reason: is it true?"""

