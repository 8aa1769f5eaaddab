"""Positions and views as values: what is read, what is written, what is refused, and what a view cannot tell."""

import copy
import gc
import pickle
import random
import re

import pytest
from duel import late_position
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import PROFILE, RANKS, SUITS, board, names, play_on, run, with_switch

from kreuzspinne import variants
from kreuzspinne.cards import UNSEEN, card, name
from kreuzspinne.errors import IllegalMove, NotationError, PositionError
from kreuzspinne.game import Game
from kreuzspinne.notation import Move
from kreuzspinne.outcome import outcome
from kreuzspinne.perft import perft
from kreuzspinne.position import LONGEST_LINE, Column, Position, View, all_cards, check_pack
from kreuzspinne.score import SCHEMES, points
from kreuzspinne.variants import VARIANTS

ALL = list(VARIANTS.values())
SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.name)


def some_positions(variant):
    """From the start, from the middle and from near the end."""
    start = Game.deal(variant.name, "own:p").start
    return [start, play_on(Game(start), 25, variant.name).position,
            *(late_position(variant, random.Random(seed)) for seed in range(3))]


def spoiled(line, seed):
    """The same cards written less well, but meaning the same."""
    rng = random.Random(seed)
    game, tableau, stock, piles = line.split()
    if piles != "-":
        tops = names(piles)
        rng.shuffle(tops)
        piles = "".join(tops)
    base, *switches = game.split(":")
    extra = [f"{switch}={value}" for switch, value in variants.read(game).switches.items() if rng.random() < 0.5]
    switches = list(dict.fromkeys([*switches, *extra]))
    rng.shuffle(switches)
    blank = rng.choice([" ", "  ", "\t", " \n", "\r\n", "\u00a0"])
    line = blank.join([":".join([base, *switches]), tableau, stock, piles])
    return rng.choice(["", blank]) + line + rng.choice(["", "\n"])


# --- reading and writing

@every_game
def test_whole_positions_are_written_as_they_are_read(variant):
    for position in some_positions(variant):
        line = str(position)
        assert position.is_whole
        assert Position.read(line) == position
        assert str(Position.read(line)) == line
        assert repr(Position.read(line)) == repr(position) == f"Position.read({line!r})"


@settings(PROFILE, max_examples=60)
@given(variant=st.sampled_from(ALL), seed=SEEDS)
def test_reading_is_tolerant_and_writing_is_not(variant, seed):
    position = late_position(variant, random.Random(seed))
    again = Position.read(spoiled(str(position), seed))
    assert again == position
    assert str(again) == str(position)
    view = position.view()
    assert View.read(spoiled(str(view), seed)) == view


@pytest.mark.parametrize(("written", "canonical"), [
    ("spider 9s/-/-/-/-/-/-/-/-/- - -", "spider4 9s/-/-/-/-/-/-/-/-/- - -"),
    ("relaxedspider 9s/-/-/-/-/-/-/-/-/- - -", "spider4:deal=any 9s/-/-/-/-/-/-/-/-/- - -"),
    ("spider4:runs=hand:build=any:deal=any 9s/-/-/-/-/-/-/-/-/- - -",
     "spider4:deal=any:runs=hand 9s/-/-/-/-/-/-/-/-/- - -"),
    ("spider4 ??2?|9s/-/-/-/-/-/-/-/-/- 1?? -", "spider4 4?|9s/-/-/-/-/-/-/-/-/- 2? -"),
    ("spider4 Ks3?Qs?|9s/-/-/-/-/-/-/-/-/- ?2sAs -", "spider4 Ks3?Qs1?|9s/-/-/-/-/-/-/-/-/- 1?2sAs -"),
    ("spider4 003?|9s/-/-/-/-/-/-/-/-/- - AcAsAh", "spider4 3?|9s/-/-/-/-/-/-/-/-/- - AsAhAc"),
    ("gypsy 9s/-/-/-/-/-/-/- - 2cKs3cAsKh", "gypsy 9s/-/-/-/-/-/-/- - KsAsKh3c2c"),
])
def test_canonical_writing(written, canonical):
    position = Position.read(written, fragment=True)
    assert str(position) == canonical
    assert str(Position.read(canonical, fragment=True)) == canonical


@pytest.mark.parametrize("line", [
    "", "spider4", "spider4 - - -", "spider4 9s/-/-/-/-/-/-/-/-/- -", "spider4 9s/-/-/-/-/-/-/-/-/- - - -",
    "spider4 9s/-/-/-/-/-/-/-/-/ - -", "spider4 9s//-/-/-/-/-/-/-/- - -", "spider4 |9s/-/-/-/-/-/-/-/-/- - -",
    "spider4 9s|/-/-/-/-/-/-/-/-/- - -", "spider4 -|9s/-/-/-/-/-/-/-/-/- - -", "spider4 9s8/-/-/-/-/-/-/-/-/- - -",
    "spider4 9S/-/-/-/-/-/-/-/-/- - -", "spider4 10s/-/-/-/-/-/-/-/-/- - -", "spider4 9s 8s/-/-/-/-/-/-/-/-/- - -",
    "spider4 1234?|9s/-/-/-/-/-/-/-/-/- - -", "spider4 9s/-/-/-/-/-/-/-/-/- -- -", "spider4 9♠/-/-/-/-/-/-/-/-/- - -",
    "spider4 9s/-/-/-/-/-/-/-/-/- - -As", "spider4 9s/-/-/-/-/-/-/-/-/- As- -", "spider4 -?|9s/-/-/-/-/-/-/-/-/- - -",
    "spider4 2?|9s|8s?/-/-/-/-/-/-/-/-/- - -",
])
def test_what_is_no_position(line):
    with pytest.raises((NotationError, PositionError)):
        Position.read(line, fragment=True)
    with pytest.raises((NotationError, PositionError)):
        View.read(line)


@pytest.mark.parametrize("line", [
    "spider4 9s|8s|7s/-/-/-/-/-/-/-/-/- - -", "spider4 9s?/-/-/-/-/-/-/-/-/- - -",
])
def test_two_bars_and_open_unseen_cards_are_refused(line):
    with pytest.raises((NotationError, PositionError)):
        Position.read(line, fragment=True)


# --- packs

def cards_of(line):
    return re.findall("[A2-9TJQK][shdc]", line)


@every_game
def test_a_card_in_place_of_another_is_named(variant):
    """Which is too many and which is missing, wherever it lies, in a pack of any suits."""
    line = str(Game.deal(variant.name, "own:1").start)
    rng = random.Random(variant.name)
    places = [match.start() for match in re.finditer("[A2-9TJQK][shdc]", line)]
    for _ in range(6):
        place = rng.choice(places)
        old, new = line[place:place + 2], rng.choice(RANKS) + rng.choice(SUITS)
        if new == old:
            continue
        with pytest.raises(PositionError) as caught:
            Position.read(line[:place] + new + line[place + 2:])
        assert caught.value.code == "pack_not_whole"
        assert caught.value.facts == {"extra": [new], "missing": [old]}
        fragment = Position.read(line[:place] + new + line[place + 2:], fragment=True)
        assert not fragment.is_whole


@every_game
def test_cards_that_are_missing_are_named(variant):
    line = str(Game.deal(variant.name, "own:2").start)
    game, tableau, stock, piles = line.split()
    columns = tableau.split("/")
    tallest = max(range(len(columns)), key=lambda column: len(columns[column]))
    gone = columns[tallest][:2]
    columns[tallest] = columns[tallest][2:].removeprefix("|") or "-"
    with pytest.raises(PositionError) as caught:
        Position.read(" ".join([game, "/".join(columns), stock, piles]))
    assert (caught.value.code, caught.value.facts) == ("cards_missing", {"extra": [], "missing": [gone]})


@every_game
def test_one_card_too_many_is_too_many(variant):
    line = str(Game.deal(variant.name, "own:2").start).split(" ")
    line[1] = line[1] + "As"
    for fragment in (False, True):
        with pytest.raises(PositionError) as caught:
            Position.read(" ".join(line), fragment=fragment)
        assert caught.value.code == "too_many_cards"
        assert caught.value.facts == {"found": variant.rules.cards + 1, "expected": variant.rules.cards}


@pytest.mark.parametrize(("line", "found"), [
    ("simplesimon Ks/-/-/-/-/-/-/-/-/- - AsAhAdAc", 53), ("spidike Ks/-/-/-/-/-/- 2s3s KsKhKd9c", 51),
    ("spidike Ks/-/-/-/-/-/- 2s3s KsKhKdTc", 52), ("spidike Ks/-/-/-/-/-/- 2s3s KsKhKdJc", 53),
])
def test_cards_on_foundations_count_too(line, found):
    """Thirteen for a run, as many as its rank for a single card."""
    if found <= 52:
        assert all_cards(Position.read(line, fragment=True)).total() == found
        return
    with pytest.raises(PositionError) as caught:
        Position.read(line, fragment=True)
    assert caught.value.facts == {"found": found, "expected": 52}


def test_a_line_has_a_length():
    line = str(Game.deal("spider4decks", "own:1").start)
    assert len(line) < LONGEST_LINE // 4
    assert str(Position.read(line + " " * (LONGEST_LINE - len(line)))) == line
    with pytest.raises(NotationError, match="position_too_long"):
        Position.read(line + " " * (LONGEST_LINE - len(line) + 1))


@pytest.mark.parametrize("suits", ["s", "h", "d", "c"])
@pytest.mark.parametrize("game", ["spider1", "bigspider1", "spiderette1"])
def test_one_suit_may_be_any(game, suits):
    line = str(Game.deal(game, "own:1").start)
    assert Position.read(re.sub("(?<=[A2-9TJQK])s", suits, line)).is_whole


@pytest.mark.parametrize("game", ["spider2", "bigspider2", "spiderette2"])
def test_two_suits_may_be_any_two(game):
    line = str(Game.deal(game, "own:1").start)
    for first in SUITS:
        for second in SUITS:
            changed = re.sub("(?<=[A2-9TJQK])[sh]", lambda match, pair=(first, second): pair[match[0] == "h"], line)
            assert Position.read(changed, fragment=True).is_whole == (first != second)


def test_three_suits_of_which_one_comes_twice():
    """KPatience: 26 clubs, 26 hearts, 52 spades; here 52 spades, 26 hearts, 26 diamonds. Any three, but not evenly."""
    assert Game.deal("spider3", "kpat:1").start.is_whole
    line = str(Game.deal("spider3", "own:1").start)
    for wrong in ("shss", "shhh", "shdc"):
        changed = re.sub("(?<=[A2-9TJQK])[shdc]", lambda match, suits=wrong: suits[SUITS.index(match[0])], line)
        if changed != line:
            assert not Position.read(changed, fragment=True).is_whole
    for right in ("hsdc", "cdhs", "dcsh"):
        changed = re.sub("(?<=[A2-9TJQK])[shdc]", lambda match, suits=right: suits[SUITS.index(match[0])], line)
        assert Position.read(changed).is_whole


def test_the_likeliest_suits_are_named():
    """A pack of one suit with one card of another: the other suit is the fault, not the other hundred and three."""
    line = str(Game.deal("spider1", "pysol:1").start)
    assert "s" not in line.split(" ", 1)[1]
    with pytest.raises(PositionError) as caught:
        Position.read(line.replace("Kc", "Kd", 1))
    assert caught.value.facts == {"extra": ["Kd"], "missing": ["Kc"]}


@every_game
def test_every_card_is_counted_those_on_foundations_too(variant):
    for position in some_positions(variant):
        cards = all_cards(position)
        assert cards.total() == variant.rules.cards
        assert {name(code): count for code, count in cards.items()} == {
            rank + suit: variant.suits.count(suit) for suit in set(variant.suits) for rank in RANKS}
        check_pack(position)


def test_a_run_that_went_up_is_thirteen_cards():
    assert Position.read(f"spiderette4 {run('s')}/-/-/-/-/-/- - AhAdAc").is_whole
    with pytest.raises(PositionError) as caught:
        Position.read(f"spiderette4 {run('s')}/-/-/-/-/-/- - AhAd")
    assert caught.value.facts["missing"] == [rank + "c" for rank in RANKS]
    assert Position.read(f"spidike {run('s')}/-/-/-/-/-/- - KhKdKc").is_whole
    with pytest.raises(PositionError):
        Position.read(f"spidike {run('s')}/-/-/-/-/-/- - AhKdKc")


# --- unseen cards

UNSEEN_LINE = "spiderette4 2?|9s/Th|8d/-/-/-/-/Ks 3? -"


def test_unseen_cards_are_for_fragments():
    with pytest.raises(PositionError) as caught:
        Position.read(UNSEEN_LINE)
    assert (caught.value.code, caught.value.facts) == ("unseen_cards", {"count": 5})
    position = Position.read(UNSEEN_LINE, fragment=True)
    assert not position.is_whole
    assert str(position) == UNSEEN_LINE
    assert position.hidden.count(UNSEEN) == 5
    with pytest.raises(PositionError, match="unseen_cards"):
        check_pack(position)


@pytest.mark.parametrize("line", ["spiderette4 2?9s/-/-/-/-/-/- - -", "spiderette4 9s|?/-/-/-/-/-/- - -",
                                  "spiderette4 9s/-/-/-/-/-/- - ?", "spidike 9s/-/-/-/-/-/- - 2?"])
def test_what_lies_open_has_been_seen(line):
    for read in (View.read, lambda text: Position.read(text, fragment=True)):
        with pytest.raises(PositionError, match="unseen_card_open"):
            read(line)


def test_a_move_that_turns_an_unseen_card_is_refused_by_every_door():
    position = board("spiderette4:deal=any", {"a": "2?|9s", "b": "Ts", "c": "Kd"}, stock="3?")
    assert "ab1" in map(str, position.moves)
    for door in (position.play, position.step, position.advance, Game(position).play):
        for move in ("ab1", "ab", "+"):
            with pytest.raises(PositionError, match="turns_unseen_card"):
                door(move)
    assert str(position.play("bd1")).split()[1] == "2?|9s/-/Kd/Ts/-/-/-"


def test_counting_does_not_play_with_cards_that_have_no_name():
    position = Position.read("spiderette4 2?|9s/Kc/Qd/Jc/Td/9d/8c - -", fragment=True)
    assert perft(position, 0).sequences == 1
    with pytest.raises(PositionError, match="turns_unseen_card"):
        perft(position, 3)
    assert perft(Position.read("spiderette4 2?|9s/Kc/Kd/Jc/-/-/- - -", fragment=True), 0).positions == 1
    hidden_for_good = Position.read("spiderette4 2?|9s7d/Kc/Kd/Jc/Jc/Kc/Kc - -", fragment=True)
    assert perft(hidden_for_good, 2).sequences == 0


def test_nothing_is_known_of_a_verdict_behind_an_unseen_card():
    position = board("spiderette4", {"a": "1?|9s", "b": "Ts"})
    assert outcome(position).state == outcome(position.view()).state == "open"


# --- values

def test_repr_rebuilds():
    for position in (Game.deal("gypsy", "own:1").start, board("spider4", {"a": "9s"}),
                     Position.read(UNSEEN_LINE, fragment=True), Game.deal("spider4:deal=any", "own:1").start):
        for value in (position, position.view()):
            again = eval(repr(value), {"Position": Position, "View": View})
            assert again == value
            assert type(again) is type(value)


def test_equality_and_hash():
    first, second = (Game.deal("spider4", "own:1").start for _ in range(2))
    assert first is not second
    assert first == second
    assert hash(first) == hash(second)
    assert len({first, second, first.view(), second.view()}) == 2
    assert first != first.view()
    assert first != str(first)
    assert first.view() != first
    assert Game.deal("spider4", "own:2").start != first
    for game in ("spider4:runs=hand", "spider4:deal=any", "openspider"):
        other = with_switch(board("spider4", {"a": "9s"}), game)
        assert other != board("spider4", {"a": "9s"})
    assert board("spider4", {"a": "9s"}) != board("spider4", {"b": "9s"})
    assert board("spider4", {"a": "Ts9s"}) != board("spider4", {"a": "Ts|9s"})


def test_values_survive_copying_and_pickling():
    for value in (Game.deal("giant", "own:1").start, Game.deal("giant", "own:1").start.view()):
        for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert again == value
            assert again.moves == value.moves


@settings(PROFILE, max_examples=40)
@given(variant=st.sampled_from(ALL), seed=SEEDS)
def test_playing_leaves_the_position_as_it_was(variant, seed):
    position = late_position(variant, random.Random(seed))
    line, moves = str(position), list(position.moves)
    for move in moves:
        position.play(move)
        position.play(str(move))
        position.step(move)
        position.warnings(move)
    position.moves.clear()
    outcome(position, limit=5)
    assert (str(position), position.moves) == (line, moves)


def test_parts_of_a_position():
    position = Position.read("spiderette4 2s3s|4s/-/5h/-/-/-/Kc 6h7h8h AdAc", fragment=True)
    assert position.column(0) == (bytes(map(card, ["2s", "3s", "4s"])), 2)
    assert position.column(1) == (b"", 0)
    assert position.stock == bytes(map(card, ["6h", "7h", "8h"]))
    assert position.piles == bytes(map(card, ["Ad", "Ac"]))
    assert position.hidden == bytes(map(card, ["6h", "7h", "8h", "2s", "3s"]))
    view = position.view()
    assert view.columns[0] == Column(2, bytes([card("4s")]))
    assert view.columns[1] == Column(0, b"")
    assert (view.stock, view.piles) == (3, position.piles)
    assert str(view) == "spiderette4 2?|4s/-/5h/-/-/-/Kc 3? AdAc"


# --- the two doors

def test_a_text_is_checked_a_move_is_trusted():
    position = board("spider4", {"a": "9s8s", "b": "Th"})
    assert position.play("ab2") == position.play(Move(0, 1, 2)) == position.after(Move(0, 1, 2))
    with pytest.raises(IllegalMove):
        position.play("ba1")
    with pytest.raises(NotationError):
        position.play("b to a")


@settings(PROFILE, max_examples=40)
@given(variant=st.sampled_from(ALL), seed=SEEDS)
def test_every_legal_move_is_found_by_its_text(variant, seed):
    position = late_position(variant, random.Random(seed))
    for move in position.moves:
        assert position.find(str(move)) == move
        assert position.play(str(move)) == position.after(move)
        step, after = position.advance(move)
        assert (step.move, after) == (move, position.after(move))
        assert Move.unpack(move.code) == move


# --- what a view cannot tell

def shuffled(position, seed):
    """The same view over other hidden cards."""
    rng = random.Random(seed)
    cards = [name(code) for code in position.hidden]
    rng.shuffle(cards)
    game, tableau, stock, piles = str(position).split()
    rest = iter(cards)
    stock = "".join(next(rest) for _ in range(len(position.stock))) or "-"
    columns = []
    for column in tableau.split("/"):
        down, bar, up = column.rpartition("|")
        columns.append("".join(next(rest) for _ in names(down)) + bar + up)
    return Position.read(" ".join([game, "/".join(columns), stock, piles]))


def told(view):
    """Everything a view says of itself: every attribute, and every method that needs at most a legal move."""
    found = {"str": str(view), "repr": repr(view), "hash": hash(view)}
    for attribute in dir(view):
        if attribute.startswith("__") or attribute == "read":
            continue
        value = getattr(view, attribute)
        if not callable(value):
            found[attribute] = value
    found["column"] = [view.column(i) for i in range(view.rules.columns)]
    found["warnings"] = [view.warnings(move) for move in view.moves]
    found["find"] = [view.find(str(move)) for move in view.moves]
    found["refusals"] = [refusal(view, text) for text in ("+", "ab1", "ba2", "a^", "^2sa", "ca13")]
    found["outcome"] = outcome(view, limit=30)
    found["points"] = [points(view, scheme) for scheme in SCHEMES]
    found["pickle"] = pickle.dumps(view)
    return found


def refusal(view, text):
    try:
        return str(view.find(text))
    except IllegalMove as error:
        return error.code, error.facts


def test_all_that_a_view_can_do_is_looked_at():
    """A new method of views must be added to `told`."""
    view = Game.deal("spider4", "own:1").start.view()
    methods = {name for name in dir(view) if not name.startswith("__") and callable(getattr(view, name))}
    assert methods == {"column", "find", "read", "warnings"}


@every_game
def test_a_view_is_the_same_whatever_is_hidden(variant):
    for position in some_positions(variant):
        expected = told(position.view())
        for seed in range(2):
            assert told(shuffled(position, seed).view()) == expected


def reachable(value):
    """Every object that can be reached from a value, but for what all values share."""
    seen, queue = {}, [value]
    while queue:
        one = queue.pop()
        if id(one) in seen or isinstance(one, type) or callable(one) or type(one).__name__ in ("module", "Variant"):
            continue
        seen[id(one)] = one
        queue += gc.get_referents(one)
    return list(seen.values())


@every_game
def test_a_view_holds_no_hidden_card(variant):
    """Not in its slots, nor anywhere behind them."""
    position = Game.deal(variant.name, "own:1").start
    view = position.view()
    told(view)
    assert not hasattr(view, "__dict__")
    objects = reachable(view)
    assert not any(isinstance(one, Position) for one in objects)
    assert all(position.table is not one for one in objects)
    for one in objects:
        if isinstance(one, bytes | bytearray) and len(one) == len(position.table):
            assert one == view.table
    stock, down = len(position.stock), variant.face_down
    assert view.table.count(UNSEEN) == stock + down
    text = pickle.dumps(view) + str(view).encode() + repr(view).encode()
    if stock > 3:
        assert position.stock not in text
        assert "".join(map(name, position.stock)).encode() not in text


def test_reading_a_view_forgets_what_is_hidden():
    position = Game.deal("spider4", "own:1").start
    assert View.read(str(position)) == position.view()
    assert View.read(str(position.view())) == position.view()
    assert not any(isinstance(one, Position) for one in reachable(View.read(str(position))))


@every_game
def test_a_views_moves_are_the_positions(variant):
    for position in some_positions(variant):
        view = position.view()
        assert view.moves == position.moves
        assert view.is_won == position.is_won
        assert [points(view, scheme) for scheme in SCHEMES] == [points(position, scheme) for scheme in SCHEMES]
