"""What users of such programs asked for and complained about: the whole kind of each, not the case alone.

The numbers are those of the collection the tests were made from.
"""

import random
import re
from itertools import pairwise

import first_moves
import pytest
from duel import late_position, oracle_game, oracle_table
from tables import LETTERS, RANKS, SUITS, board, changed, names, play_on, run, with_switch

import naive
from kreuzspinne import deals, record, score, variants
from kreuzspinne.cards import card
from kreuzspinne.errors import IllegalMove, VariantError
from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES, Speaker, rules_page
from kreuzspinne.outcome import outcome
from kreuzspinne.position import Position
from kreuzspinne.variants import VARIANTS

ALL = list(VARIANTS.values())
DEALING = [variant for variant in ALL if variant.stock]
FULL = [variant for variant in ALL if variant.switches["deal"] == "full"]
LEAVING = [variant for variant in ALL if variant.switches["runs"] == "auto"]
BY_HAND = [changed(variant, runs="hand") for variant in LEAVING]
STAYING = [changed(variant, runs="stay") for variant in LEAVING if variant.rules.piles <= variant.rules.columns]
SINGLE_CARDS = [variant for variant in ALL if variant.switches["goal"] == "cards"]
ANY_SPACE = [variant for variant in ALL if variant.switches["space"] == "any"]


def every(*lists):
    """A test's parameter `variant`: all games of the lists."""
    return pytest.mark.parametrize("variant", [variant for each in lists for variant in each],
                                   ids=lambda variant: variant.name)


def refusal(position, move):
    with pytest.raises(IllegalMove) as caught:
        position.find(move)
    return caught.value


def sentences(error):
    """The error in every language, columns by letter."""
    return [Speaker(language, letters=True).error(error) for language in LANGUAGES]


def spaces(position):
    return [i for i, column in enumerate(oracle_table(str(position)).columns) if column.empty]


def cards_in_columns(position):
    return sum(len(column.down) + len(column.open) for column in oracle_table(str(position)).columns)


# --- 1: the stock seemed broken: a column was empty

@every([variant for variant in DEALING if variant.switches["deal"] in ("full", "ordered-suit", "ordered-rank")],
       [changed(variant, deal=deal) for variant in FULL for deal in ("ordered-suit", "ordered-rank")])
def test_a_refused_deal_names_the_empty_columns(variant):
    """Case 1."""
    rng = random.Random(variant.name)
    start = Game.deal(variant.name, "own:1").start
    name, tableau, stock, piles = str(start).split()
    for _ in range(6):
        columns = tableau.split("/")
        emptied = sorted(rng.sample(range(len(columns)), rng.randrange(1, len(columns) - 1)))
        for i in emptied:
            columns[i] = "-"
        position = Position.read(f"{name} {'/'.join(columns)} {stock} {piles}", fragment=True)
        error = refusal(position, "+")
        assert error.facts["columns"] == emptied == spaces(position)
        assert error.code == {"full": "deal_needs_full_columns", "ordered-suit": "deal_needs_order_by_suit",
                              "ordered-rank": "deal_needs_order_by_rank"}[variant.switches["deal"]] or (
            error.code == "deal_too_few_cards" and cards_in_columns(position) < len(columns))
        if error.code == "deal_too_few_cards":
            continue
        for language in LANGUAGES:
            assert Speaker(language).join(str(i + 1) for i in emptied) in Speaker(language).error(error)
            letters = Speaker(language, letters=True)
            assert letters.join(LETTERS[i] for i in emptied) in letters.error(error)


@every(FULL)
def test_no_deal_is_refused_without_an_empty_column(variant):
    """Case 1: the refusal has no other reason."""
    game = play_on(Game.deal(variant.name, "own:2"), 25, 2)
    position = game.position
    assert ("+" in map(str, position.moves)) == (not spaces(position) and len(position.stock) > 0)


@pytest.mark.parametrize("policy", ["suit", "rank"])
def test_a_deal_that_needs_order_names_the_columns_in_disorder(policy):
    """Case 1, for XPat2's two relaxations."""
    name = f"spider4:deal=ordered-{policy}"
    columns = {"a": "9s8s", "b": "9s8h", "c": "9s8h6h", "d": "4c|3c", "e": "Ks", "g": "2c3c"}
    position = board(name, columns, stock="As2s")
    error = refusal(position, "+")
    disorder = [1, 2, 3, 6] if policy == "suit" else [2, 3, 6]
    assert error.facts["columns"] == [5, 7, 8, 9]
    assert error.facts["disorder"] == disorder
    assert all(Speaker(language).join(str(i + 1) for i in disorder) in Speaker(language).error(error)
               for language in LANGUAGES)


# --- 2: fewer cards than columns, no row can be dealt any more

def trap(variant, junk, cut, stock=4):
    """One run short of a move, `junk` more cards, a stock. The move that springs the trap, if it does."""
    columns = {"a": run("s", "K", RANKS[cut]), "b": run("s", RANKS[cut - 1], "A")}
    for letter, rank in zip(LETTERS[2:], "KQKQKQKQKQKQK"[:junk], strict=False):
        columns[letter] = rank + "h"
    beneath = junk - (len(columns) - 2)
    assert beneath <= 0
    return board(variant.name, columns, stock="4h6h8hTh"[:2 * stock]), f"ba{cut}"


@every(FULL)
def test_the_trap_is_warned_of_before_it_shuts(variant):
    """Case 2: the warning before the move, the reason afterwards, and the switch that lifts it."""
    columns = variant.rules.columns
    for junk in range(columns - 1):
        for cut in (1, 5, 12):
            position, move = trap(variant, junk, cut)
            for warned in (position, position.view()):
                (warning,) = warned.warnings(warned.find(move))
                assert warning.code == "stock_out_of_reach"
                assert warning.facts == {"move": move, "cards": junk, "needed": columns, "stock": 4}
                for language in LANGUAGES:
                    said = Speaker(language).say(warning.code, **warning.facts)
                    assert f"{junk} " in said
                    assert f"{columns} " in said
            after = position.play(move)
            error = refusal(after, "+")
            assert error.code == "deal_too_few_cards"
            assert (error.facts["cards"], error.facts["needed"]) == (junk, columns)
            assert all("deal=any" in sentence for sentence in sentences(error))


@every([variant for variant in FULL if variant.switches["goal"] == "runs"])
def test_a_space_that_nothing_fills_is_the_trap_too(variant):
    """Case 2: with space=none the first empty column shuts the stock off, and that is said before and after."""
    closed = changed(variant, space="none")
    letters = "abcdefghijklmno"[:closed.rules.columns]
    tops = dict.fromkeys(letters[2:], "9h")
    position = board(closed.name, {**tops, "a": "8s", "b": "9s"}, stock="4h" * 4)
    (warning,) = position.warnings(position.find("ab"))
    assert (warning.code, warning.facts["columns"]) == ("stock_behind_a_space", [0])
    error = refusal(position.play("ab"), "+")
    assert (error.code, error.facts["columns"]) == ("deal_spaces_stay_empty", [0])
    assert all("deal=any" in sentence for sentence in sentences(error))
    assert position.warnings(position.find("+")) == []


@every(FULL)
def test_dealing_with_spaces_lifts_the_trap(variant):
    """Case 2: the rule option that is offered really helps."""
    for deal in ("any", "ordered-suit", "ordered-rank"):
        free = changed(variant, deal=deal)
        position, move = trap(free, 3, 5)
        assert position.warnings(position.find(move)) == []
        after = position.play(move)
        assert "+" in map(str, after.moves)


@every(FULL, [changed(variant, runs="hand") for variant in FULL if variant.switches["runs"] == "auto"])
def test_warnings_are_given_exactly_where_the_trap_shuts(variant):
    """Case 2: in late positions by chance, never a warning too few or too many."""
    columns, seen = variant.rules.columns, {True: 0, False: 0}
    for seed in range(8):
        position = late_position(variant, random.Random(f"trap {seed}"), "anything")
        was_trapped = bool(position.stock) and cards_in_columns(position) < columns
        for move in position.moves:
            if move.is_deal:
                continue                                # what a deal will do, nobody knows
            after = position.after(move)
            shuts = (bool(after.stock) and cards_in_columns(after) < columns and not was_trapped)
            found = [warning.code for warning in position.warnings(move)]
            assert found == ["stock_out_of_reach"] * shuts, f"{move} on {position}"
            assert position.view().warnings(move) == position.warnings(move)
            seen[shuts] += 1
    assert seen[False]


def test_warnings_tell_nothing_of_the_cards_to_come():
    """Case 2: a row that would shut the trap is unseen; its warning would betray it."""
    line = "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/Kh/Kh/Kd/Kd/Kc/Kc/Qh/Qh/Qd {} -"
    for stock in ("As2c", "2c3c"):
        position = Position.read(line.format(stock + "2h2d3h3d4h4d5h5d6h"), fragment=True)
        assert position.view().warnings(position.view().find("+")) == []


def reaches_a_deal(position):
    """By the oracle alone: can a row ever be dealt?"""
    start = oracle_table(str(position))
    seen, queue = set(), [start]
    while queue:
        table = queue.pop()
        key = tuple(sorted(map(str, table.columns))), tuple(sorted(table.piles))
        if key in seen:
            continue
        seen.add(key)
        moves = table.moves()
        if "+" in moves:
            return True
        queue += [table.play(move)[0] for move in moves]
    return False


@pytest.mark.parametrize("name", ["spiderette4", "spiderette1", "willothewisp", "babyspiderette",
                                  "spidike:deal=full", "spidike:deal=full:back=no", "spidike:deal=full:back=late"])
def test_the_trap_is_one_and_nothing_else_is(name):
    """Case 2: "never again" is said exactly where the oracle finds no way to a deal (with any card in a space)."""
    rng = random.Random(name)
    name = name.replace(":deal=full", ":space=any:deal=full")
    goal = oracle_game(name)["goal"]
    seen = {True: 0, False: 0}
    for _ in range(40):
        pack = [rank + suit for rank in RANKS for suit in SUITS]
        piles = [rng.choice("A23") + suit for suit in SUITS if goal == "cards" and rng.random() < 0.6]
        gone = {rank + pile[1] for pile in piles for rank in RANKS[:RANKS.index(pile[0]) + 1]}
        rest = rng.sample([one for one in pack if one not in gone], rng.randrange(1, 9))
        columns = {}
        for one in rest:
            letter = rng.choice("abcdefg")
            columns[letter] = columns.get(letter, "") + one
        position = board(name, columns, stock="".join(one for one in pack if one not in gone and one not in rest)[:14],
                         piles="".join(piles))
        if "+" in map(str, position.moves):
            continue
        never = refusal(position, "+").code == "deal_too_few_cards"
        assert never != reaches_a_deal(position), str(position)
        seen[never] += 1
    assert seen[True] + seen[False] > 10
    assert seen[True] or ("back=" not in name and goal == "cards")


# --- 4: both rules for dealing, stored with the game

@every(DEALING)
def test_the_rule_for_dealing_is_a_switch_that_is_stored(variant):
    """Case 4: in the name, the position, the record, and after reading them again."""
    for deal in ("full", "ordered-suit", "ordered-rank", "any", "stuck"):
        chosen = changed(variant, deal=deal)
        game = play_on(Game.deal(chosen.name, "own:4"), 4, deal)
        assert game.position.variant.switches["deal"] == deal
        assert (f":deal={deal}" in chosen.name) == (deal != variant.switches["deal"])
        assert str(game.position).startswith(chosen.name + " ")
        again = record.replay(record.read(record.write(record.of_game(game))))
        assert again.start.variant == chosen
        assert again.position == game.position
        assert variants.read(chosen.name) == chosen


@every(DEALING)
def test_rules_for_dealing_differ_only_where_they_should(variant):
    """Case 4: with a space, with order, with other moves left."""
    filled = LETTERS[:variant.rules.columns - 1]
    spread = {letter: rank + "s" for letter, rank in zip(filled, "KKKKJJJJ9999777", strict=False)}
    kings = board(variant.name, spread, stock="2h3h")
    expected = {"any": True, "ordered-suit": True, "ordered-rank": True, "full": False, "stuck": False}
    for deal, allowed in expected.items():
        position = with_switch(kings, changed(variant, deal=deal).name)
        may = "+" in map(str, position.moves)
        assert may == (allowed or (deal == "stuck" and len(position.moves) == 1)), deal


# --- 5 and 6: the win, and runs that are completed in every way there is

def completions(variant):
    """Positions one move from the last complete run, that move, and the step that must follow."""
    middle = "a"
    if variant.rules.centred:
        middle = LETTERS[(variant.rules.columns - 1) // 2]
    other = "c" if middle == "a" else "a"
    yield "move", board(variant.name, {"a": run("s", "K", "5"), "b": run("s", "4", "A")}), "ba4", "ba4,a^"
    columns = {"a": run("s", "K", "2"), "b": "2h|As", "c": run("h", "K", "3"), "d": "Ah"}
    yield "move off a hidden card", board(variant.name, columns), "ba1", "ba1=2h,a^"
    if variant.rules.deal != variants.NEVER:
        spread = {middle: run("s", "K", "2")}
        if variant.switches["deal"] == "full":
            spread |= dict.fromkeys([letter for letter in LETTERS[:variant.rules.columns] if letter != middle], "Kh")
        yield "deal", board(variant.name, spread, stock="As"), "+", f"+=As,{middle}^"
    yield "exposure", board(variant.name, {middle: run("s") + "Qs", other: "Ks"}), f"{middle}{other}1", (
        f"{middle}{other}1,{middle}^")


@every(LEAVING)
def test_runs_leave_however_they_were_completed(variant):
    """Cases 5 and 6: by a move, by a deal, by a card that is taken off them."""
    for how, position, move, step in completions(variant):
        made, after = position.advance(move)
        assert str(made) == step, how
        assert after.piles == bytes([card("As")])


@every(LEAVING)
def test_a_run_on_a_run_leaves_with_it(variant):
    """Case 6: what lies beneath the first to leave may be complete, too, and a card face down is turned."""
    position = board(variant.name, {"a": "5h|" + run("h") + run("s", "K", "2"), "b": "As"})
    made, after = position.advance("ba1")
    assert str(made) == "ba1,a^,a^=5h"
    assert str(after).split(" ")[1].startswith("5h/")


@every([variant for variant in LEAVING if variant.stock])
def test_one_row_may_complete_several_runs(variant):
    """Case 6: all columns are looked at after a deal, from left to right."""
    left, right = variant.rules.columns // 2 - 1, variant.rules.columns // 2
    spread = dict.fromkeys(LETTERS[:variant.rules.columns], "4h")
    spread[LETTERS[left]], spread[LETTERS[right]] = run("s", "K", "2"), "9c|" + run("h", "K", "2")
    row = ["7c"] * variant.rules.columns
    row[left], row[right] = "As", "Ah"
    if variant.rules.cards < 60:
        spread = {letter: cards for letter, cards in spread.items() if cards != "4h"}
        name = changed(variant, deal="any").name
    else:
        name = variant.name
    made, after = board(name, spread, stock="".join(row)).advance("+")
    assert str(made) == f"+={''.join(row)},{LETTERS[left]}^,{LETTERS[right]}^=9c"
    assert len(after.piles) == 2


def last_steps(variant):
    """Every way in which the last thing needed for a win can happen, as position and move."""
    switches, piles = variant.switches, "AsAhAdAc"
    if switches["goal"] == "cards":
        yield board(variant.name, {"a": "Ks"}, piles="Qs"), "a^"
        yield board(variant.name, {"b": "Ah"}), "b^"
        return
    if switches["runs"] == "auto":
        for how, position, move, _ in completions(variant):
            if how in ("move", "deal"):
                tableau = zip(LETTERS, str(position).split(" ")[1].split("/"), strict=False)
                columns = {letter: cards for letter, cards in tableau if cards not in ("-", "Kh")}
                if how == "move" or switches["deal"] != "full":
                    yield board(variant.name, columns, stock="As" * (how == "deal")), move
        return
    whole = {"a": run("s", "K", "5"), "b": run("s", "4", "A"), "c": run("h")}
    if switches["runs"] == "hand":
        yield board(variant.name, {"a": "Ks", "b": run("h")}, piles=piles[:4]).play("b^"), None
        yield board(variant.name, whole, piles="As"), "ba4"
        yield board(variant.name, {"a": run("s") + run("h")}), "a^"
    else:
        yield board(variant.name, whole), "ba4"
    if switches["move"] != "loose":
        yield board(variant.name, {"a": run("s") + run("h")}), "ab13"


@every(LEAVING, BY_HAND, STAYING, SINGLE_CARDS)
def test_the_win_is_noticed_whatever_brings_it(variant):
    """Case 5: at once, and undo and redo know it too."""
    wins = 0
    for start, move in last_steps(variant):
        if move is None:
            assert not start.is_won
            continue
        game = Game(start)
        assert not game.position.is_won
        game.play(move)
        assert game.position.is_won
        assert game.position.view().is_won
        assert game.position.moves == []
        assert outcome(game.position).state == outcome(game.position.view()).state == "won"
        assert refusal(game.position, "ab1").code == "game_won"
        assert record.of_game(game).result == "win"
        game.undo()
        assert not game.position.is_won
        assert record.of_game(game).result == "*"
        game.redo()
        assert game.position.is_won
        wins += 1
    assert wins


@every(BY_HAND, STAYING)
def test_two_runs_in_one_column_are_no_win(variant):
    """Case 5, the other way round: XPat2 asks for one run a column, and for an empty stock."""
    assert not board(variant.name, {"a": run("s") + run("h")}).is_won
    assert board(variant.name, {"a": run("s"), "c": run("h")}).is_won
    if variant.stock:
        assert not board(variant.name, {"a": run("s"), "c": run("h")}, stock="Ks").is_won


# --- 7, 8, 11: what is no complete run

def false_runs():
    """Thirteen cards that look like a run: how, and the column's text."""
    whole = names(run("s"))
    for down in range(1, 13):
        yield f"{down} face down", "".join(whole[:down]) + "|" + "".join(whole[down:])
    yield "ascending", "".join(reversed(whole))
    yield "ascending, other suit", "".join(reversed(names(run("h"))))
    for i in range(13):
        for suit in "hdc":                              # clubs: the same colour
            yield f"{suit} at {i}", "".join([*whole[:i], whole[i][0] + suit, *whole[i + 1:]])
    for i in range(1, 12):
        yield f"{i} and {i + 1} changed places", "".join([*whole[:i], whole[i + 1], whole[i], *whole[i + 2:]])
        yield f"{i} is missing", "Qh" + "".join(whole[:i] + whole[i + 1:])
    yield "round the corner", "".join([*whole[1:], whole[0]])
    yield "one too few", "".join(whole[:12])
    yield "not at the open end", "".join(whole) + "Kh"


@every(LEAVING, BY_HAND)
def test_what_looks_like_a_run_stays(variant):
    """Cases 7, 8 and 11: all thirteen open, of one suit, downward from the king, at the open end."""
    hand = variant.switches["runs"] == "hand"
    for how, column in false_runs():
        position = board(variant.name, {"b": column, "c": "Kd", "e": "Qd"})
        assert score._runs_in_columns(score._columns(position)) == (how == "not at the open end"), how
        if hand:
            assert refusal(position, "b^").code in ("run_too_short", "run_lacks_ace"), how
        else:
            step, after = position.advance("ec1")       # after any move every column is looked at
            assert step.left == (), how
            assert not after.piles


@every(STAYING)
def test_what_looks_like_a_run_wins_nothing(variant):
    """Cases 7, 8 and 11, where complete runs stay."""
    for how, column in false_runs():
        assert not board(variant.name, {"b": column, "c": run("h")}).is_won, how


# --- 10: what is gone is gone

@every(LEAVING, BY_HAND)
def test_runs_that_are_gone_never_come_back(variant):
    """Case 10: no legal move leaves a foundation, no switch allows it; undo alone brings a run back."""
    start = board(variant.name, {"a": run("s", "K", "5"), "b": run("s", "4", "A"), "c": "2s", "d": "2h"}, piles="Ah")
    game = Game(start)
    game.play("ba4")
    if variant.switches["runs"] == "hand":
        game.play("a^")
    assert len(game.position.piles) == 2
    for rank in RANKS:
        for suit in "sh":
            assert refusal(game.position, f"^{rank}{suit}c").code == "runs_never_return"
    assert not any(move.comes_back for move in game.position.moves)
    while game.can_undo:
        game.undo()
    assert game.position == start
    for back in ("yes", "late"):
        with pytest.raises(VariantError, match="runs_never_come_back"):
            variants.read(f"{variant.name}:back={back}")


@every(LEAVING)
def test_foundations_only_grow_in_whole_games(variant):
    """Case 10, in play: every step keeps every run that was gone."""
    for seed in range(3):
        position = late_position(variant, random.Random(seed))
        for _ in range(12):
            if not position.moves:
                break
            after = position.after(random.Random(seed).choice(position.moves))
            assert len(after.piles) >= len(position.piles)
            position = after


# --- 12: late in the game, cards could not go to an empty column

def movable(policy, length, rng):
    """Cards that travel as one under a switch's value."""
    if policy == "loose":
        return [rng.choice(RANKS) + rng.choice(SUITS) for _ in range(length)]
    top = rng.randrange(length - 1, 13)
    cards = [RANKS[top] + rng.choice(SUITS)]
    while len(cards) < length:
        rank = RANKS[RANKS.index(cards[-1][0]) - 1]
        cards.append(rank + rng.choice([suit for suit in SUITS if naive.lies_on(policy, rank + suit, cards[-1])]))
    return cards


@every(ANY_SPACE)
def test_every_space_takes_every_movable_run(variant):
    """Case 12: whatever lies in the other columns, and be it nothing."""
    rng = random.Random(variant.name)
    columns = LETTERS[:variant.rules.columns]
    for _ in range(25):
        source, *others = rng.sample(columns, len(columns))
        filled = others[:rng.randrange(len(others))]
        cards = movable(variant.switches["move"], rng.randrange(1, 13), rng)
        under = rng.choice(["", "2h|", "Ah", "2h|Ah", "KcKd|KsAh"])
        position = board(variant.name, {source: under + "".join(cards) if under or cards[0] else "",
                                        **{letter: rng.choice(["Kh", "Ks", "Th3h", "5d|Qc"]) for letter in filled}})
        if position.is_won:
            continue
        legal = set(map(str, position.moves))
        empty = set(others) - set(filled)
        assert {f"{source}{target}{count}" for target in empty for count in range(1, len(cards) + 1)} <= legal


@every(ANY_SPACE)
def test_a_space_means_that_there_are_moves(variant):
    """Cases 12 and 34: while a column is empty and a card lies open, something can be moved."""
    for seed in range(10):
        position = late_position(variant, random.Random(seed))
        if spaces(position) and not position.is_won and cards_in_columns(position):
            assert position.moves


# --- 14: "frozen" runs

def travelling(policy, cards):
    """By the oracle: how many cards at the open end travel as one."""
    return max(count for count in range(1, len(cards) + 1) if naive.is_sequence(policy, cards[-count:]))


@every([variant for variant in ALL if variant.switches["move"] != "loose"])
def test_a_run_that_does_not_move_names_the_card_that_breaks_it(variant):
    """Case 14: that card, the one it lies on, and how many do move; in words."""
    policy, rng, codes = variant.switches["move"], random.Random(variant.name), set()
    for _ in range(30):
        cards = [rank + rng.choice(SUITS) for rank in reversed(RANKS[rng.randrange(4):rng.randrange(6, 14)])]
        if rng.random() < 0.5:
            cards.insert(rng.randrange(len(cards)), rng.choice(RANKS) + rng.choice(SUITS))
        longest = travelling(policy, cards)
        position = board(variant.name, {"b": "2c|" + "".join(cards)})
        for count in range(longest + 1, len(cards) + 1):
            error = refusal(position, f"ba{count}")
            lower, under = cards[-longest], cards[-longest - 1]
            follows = naive.one_lower(lower, under)
            assert error.code == ("run_broken_by_suit" if follows else "run_broken_by_rank")
            assert error.facts == {"move": f"ba{count}", "column": 1, "card": card(lower), "under": card(under),
                                   "longest": longest}
            codes.add(error.code)
            for language in LANGUAGES:
                speaker = Speaker(language)
                said = speaker.error(error)
                assert speaker.card(lower).lower() in said.lower()
                assert speaker.card(under).lower() in said.lower()
                assert longest == 1 or str(longest) in said
        assert refusal(position, f"ba{len(cards) + 1}").code == "cards_face_down"
        assert refusal(position, f"ba{len(cards) + 2}").code == "too_few_cards"
    assert codes == {"run_broken_by_rank"} | ({"run_broken_by_suit"} if policy != "rank" else set())


# --- 15 and 17: building, and moving groups

@every(ALL)
def test_who_may_lie_on_whom(variant):
    """Case 15: building across suits in Spider, and every other rule, for pairs of every suit and rank."""
    build = variant.switches["build"]
    for lower_suit in SUITS:
        for upper_suit in SUITS:
            for lower, upper in [*pairwise(RANKS), ("A", "K"), ("K", "A"), ("9", "9"), ("9", "8"), ("9", "J")]:
                below, above = lower + lower_suit, upper + upper_suit
                position = board(variant.name, {"a": "Kc" + below, "c": "7d" + above})
                assert ("ac1" in map(str, position.moves)) == naive.lies_on(build, below, above), f"{below} on {above}"


def test_building_across_suits_in_spider():
    """Case 15, as reported."""
    for name in ("spider2", "spider3", "spider4", "spiderette4", "willothewisp", "simplesimon", "xpat2spider"):
        assert "ab1" in map(str, board(name, {"a": "Kc9h", "b": "Ts"}).moves)


@every(ALL)
def test_which_groups_move(variant):
    """Case 17: each count, from open columns by chance, onto a card and into a space."""
    rng, game = random.Random(variant.name), oracle_game(variant.name)
    seen = {True: 0, False: 0}
    for _ in range(25):
        policy = rng.choice(["suit", "alternate", "colour", "rank"])
        cards = [rng.choice(RANKS) + rng.choice(SUITS), *movable(policy, rng.randrange(1, 6), rng)]
        head = rng.choice(cards)
        above = RANKS[min(12, RANKS.index(head[0]) + 1)] + rng.choice(SUITS)
        position = board(variant.name, {"a": "".join(cards), "b": above})
        legal = {str(move) for move in position.moves if not move.goes_up}
        for count in range(1, len(cards) + 1):
            group = cards[-count:]
            travels = game["move"] == "loose" or naive.is_sequence(game["move"], group)
            fits = naive.lies_on(game["build"], group[0], above)
            enters = {"any": True, "king": group[0][0] == "K", "none": False}[game["space"]]
            assert (f"ab{count}" in legal) == (travels and fits), f"ab{count} on {position}"
            assert (f"ac{count}" in legal) == (travels and enters), f"ac{count} on {position}"
            seen[travels and fits] += 1
    assert all(seen.values())


# --- 16: a game that had no legal move at all

def test_first_moves_are_those_of_the_oracle():
    """Case 16: every game from every source."""
    expected = first_moves.expected()
    assert set(expected) == set(first_moves.offered())
    for (source, game), moves in expected.items():
        start = Game.deal(game, f"{source}:1").start
        assert sorted(map(str, start.moves)) == moves, f"{source} {game}"
        assert moves
        assert outcome(start.view(), limit=20).state == "open"


@every([variants.read(alias) for alias in variants.ALIASES])
def test_games_by_other_names_can_be_played(variant):
    """Case 16, for the names that are switches."""
    start = Game.deal(variant.name, "own:1").start
    assert sorted(map(str, start.moves)) == sorted(oracle_table(str(start)).moves()) != []


# --- 18: may cards come back?

@every(SINGLE_CARDS)
def test_cards_come_back_as_the_switch_says(variant):
    """Case 18: never, always, or once the stock is empty; and the reason says which."""
    for back in ("no", "yes", "late"):
        chosen = changed(variant, back=back)
        for stock in ("", "2c"):
            if stock and not chosen.stock:
                continue
            position = board(chosen.name, {"a": "6h", "b": "6s", "c": "Ks"}, stock=stock, piles="5s5h3d")
            found = {str(move) for move in position.moves if move.comes_back}
            game = oracle_game(chosen.name)
            fits = {f"^{one}{letter}" for one in ("5s", "5h") for letter, under in (("a", "6h"), ("b", "6s"))
                    if naive.lies_on(game["build"], one, under)}
            if back == "yes" or (back == "late" and not stock):
                assert {move for move in found if move[3] in "abc"} == fits
                assert refusal(position, "^9ca").code == "not_on_a_pile"
            else:
                assert found == set()
                assert refusal(position, "^5sa").code == {"no": "never_back", "late": "back_after_stock"}[back]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_say_whether_cards_come_back(language):
    """Case 18: in the help, for each value another sentence."""
    pages = {back: rules_page.plain(changed(VARIANTS["gypsy"], back=back), language) for back in ("no", "yes", "late")}
    for back, page in pages.items():
        meaning = rules_page.switch_meaning("back", back, language)
        flat = " ".join(page.split())
        assert f"back={back}" in flat
        assert meaning in flat
        assert not any(rules_page.switch_meaning("back", other, language) in flat for other in pages if other != back)
    assert all(f"back={variant.switches['back']}" in rules_page.plain(variant, language) for variant in ALL)


# --- 22, 43, 45: undo, redo, restart, a new game

@every(ALL, BY_HAND, STAYING)
def test_undo_redo_restart_and_a_new_game(variant):
    """Cases 22, 43 and 45: on every kind of game, from the start and near the end, every move counted once."""
    starts = [Game.deal(variant.name, "own:22")] + [Game(late_position(variant, random.Random(i))) for i in range(3)]
    for seed, game in enumerate(starts):
        start = game.start
        history = [start]
        for ply in range(1, 30):
            if not game.position.moves:
                break
            play_on(game, 1, f"{seed} {ply}")
            assert game.ply == len(game.steps) == ply
            history.append(game.position)
        end, steps, tries = game.position, list(game.steps), game.tries
        assert tries == len(steps)
        for position in reversed(history[:-1]):
            game.undo()
            assert game.position == position
        assert (game.ply, game.can_undo, list(game.undone)) == (0, False, steps)
        for position in history[1:]:
            game.redo()
            assert game.position == position
        assert (game.ply, game.can_redo, list(game.steps)) == (len(steps), False, steps)
        if not steps:
            continue
        game.restart()
        assert (game.position, game.ply, game.can_undo, game.can_redo) == (start, 0, True, True)
        assert game.undo() is None
        assert (game.position, game.ply, list(game.steps)) == (end, len(steps), steps)
        again = Game.deal(variant.name, game.deal_name) if game.deal_name else Game(start)
        assert (again.position, again.ply, again.cheats, again.tries) == (start, 0, 0, 0)
        assert not again.can_undo
        assert not again.can_redo
        assert str(game.position) == str(end), "a new game left the old one alone"


def test_restart_pressed_twice_can_still_be_undone():
    """Case 43: one slip more must not lose the game either."""
    game = play_on(Game.deal("spider4", "xpat2:42"), 6, 43)
    end = game.position
    for _ in range(3):
        game.restart()
    assert game.can_undo
    assert game.undo() is None
    assert game.position == end
    assert not game.can_redo


def test_restart_keeps_what_had_been_taken_back():
    """Case 43: a restart from the middle comes back to the middle, and redo still reaches the end."""
    game = play_on(Game.deal("gypsy", "xpat2:1"), 8, 43)
    end = game.position
    game.undo()
    game.undo()
    middle = game.position
    game.restart()
    game.undo()
    assert game.position == middle
    game.redo()
    game.redo()
    assert game.position == end


def test_a_new_move_ends_the_way_back_from_a_restart():
    """Case 43: then there is a new line, and undo takes that back."""
    game = play_on(Game.deal("spider4", "xpat2:42"), 3, 43)
    game.restart()
    game.play("+")
    assert game.undo() is not None
    assert not game.can_undo
    with pytest.raises(IllegalMove, match="nothing_to_undo"):
        game.undo()


def test_one_move_is_one_move():
    """Case 45: a row, two runs that leave, a run by hand and a card that comes back count one each."""
    row = "AsAh7c" + "7d" * 4
    game = Game(board("spiderette2:deal=any", {"a": run("s", "K", "2"), "b": run("h", "K", "2"), "c": "9s"}, stock=row))
    assert str(game.play("+")).count(",") == 2
    assert (game.ply, game.tries) == (1, 1)
    game.undo()
    assert (game.ply, game.tries) == (0, 2)
    game.redo()
    assert (game.ply, game.tries) == (1, 3)


# --- 34: "no more moves" with three empty columns

@every([variant for variant in ANY_SPACE if variant.stock])
def test_three_empty_columns_are_never_lost(variant):
    """Case 34: with cards in the stock, and enough on the table to fill the spaces, there is a way on."""
    rng, open_ones = random.Random(variant.name), 0
    columns = variant.rules.columns
    for seed in range(12):
        pack = [rank + suit for suit in variant.suits for rank in RANKS]
        random.Random(seed).shuffle(pack)
        spread = {}
        filled = rng.sample(LETTERS[:columns], columns - 3)
        for letter in filled:
            height = rng.randrange(2, 5)
            taken, pack = pack[:height], pack[height:]
            down = rng.randrange(height)
            spread[letter] = "".join(taken[:down]) + "|" * (down > 0) + "".join(taken[down:])
        position = board(variant.name, spread, stock="".join(pack[:columns]))
        assert position.moves
        verdict = outcome(position.view())
        assert verdict == outcome(position), "a verdict needs no hidden card"
        assert verdict.state == "open"
        open_ones += verdict.complete
    assert open_ones == 12


def anything_new(position, most, key):
    """By the oracle alone: can something new be reached? None if more than `most` positions had to be seen."""
    start = oracle_table(str(position))
    runs = start.game["goal"] == "runs"

    def up(table):
        return len(table.piles) if runs else sum(RANKS.index(top[0]) + 1 for top in table.piles)

    seen, queue = {key(start)}, [start]
    while queue:
        table = queue.pop()
        for move in table.moves():
            after, step = table.play(move)
            if "=" in step or after.won() or move == "+" or up(after) > up(start):
                return True, len(seen)
            if key(after) not in seen:
                seen.add(key(after))
                queue.append(after)
        if len(seen) > most:
            return None, len(seen)
    return False, len(seen)


def whichever_column(table):
    """Equal for tables that differ in the order of their columns."""
    return tuple(sorted(map(str, table.columns))), tuple(sorted(table.piles))


SMALL = ["spiderette4", "willothewisp:runs=hand", "spiderette2:runs=stay", "scorpion", "wasp", "simplesimon", "spidike",
         "gypsy:space=king", "giant", "spiderette4:deal=stuck", "spiderette4:deal=ordered-rank", "carlton",
         "spidike:back=late"]


@pytest.mark.parametrize("name", SMALL)
def test_verdicts_are_those_of_a_search_by_the_oracle(name):
    """Case 34: lost exactly when the oracle, too, finds nothing new, on scraps by chance."""
    rng, found = random.Random(name), {"open": 0, "lost": 0, "won": 0}
    for _ in range(40):
        position = scrap(name, rng)
        verdict = outcome(position, limit=400)
        found[verdict.state] += 1
        assert verdict == outcome(position.view(), limit=400)
        if position.is_won:
            assert verdict.state == "won"
            continue
        something_new, reached = anything_new(position, 400, whichever_column)
        if verdict.complete:
            assert (verdict.state == "open") == something_new, str(position)
            if verdict.state == "lost":
                assert verdict.searched == reached
        in_order, _ = anything_new(position, 150, naive.Table.line)
        assert in_order in (something_new, None), "the order of the columns did matter"
    assert found["open"] >= 3
    assert found["lost"] >= 3


def scrap(name, rng):
    """A few cards, stuck more often than in any game."""
    game, columns = oracle_game(name), variants.read(name).rules.columns
    pack = [rank + suit for rank in RANKS for suit in SUITS]
    rng.shuffle(pack)
    piles = [rng.choice("A2") + suit for suit in "sh" if game["goal"] == "cards"]
    pack = [one for one in pack if all(one[1] != top[1] or RANKS.index(one[0]) > RANKS.index(top[0]) for top in piles)]
    spread = {}
    low = rng.random() < 0.7
    for letter in LETTERS[:columns - rng.choice([0, 0, 1, 1, 3])]:
        height = 1 if low or rng.random() < 0.6 else rng.randrange(1, 4)
        taken, pack = pack[:height], pack[height:]
        down = rng.choice([0, 0, height - 1])
        spread[letter] = "".join(taken[:down]) + "|" * (down > 0) + "".join(taken[down:])
    deals_row = game["deal"] not in ("none", "any") and rng.random() < 0.4
    return board(name, spread, stock="".join(pack[:3]) if deals_row else "", piles="".join(piles))


def test_a_search_that_was_cut_says_so():
    """Case 34: never "lost" after a search that was not finished."""
    position = board("spiderette4", {"a": "KsJs9s7s5s3s", "b": "KhJh9h7h", "c": "KdJd"})
    whole = outcome(position)
    assert (whole.state, whole.complete) == ("lost", True)
    for limit in (1, 2, whole.searched - 1):
        cut = outcome(position, limit=limit)
        assert cut == ("open", limit, False)


# --- 41, 42: numbers of deals

@every(ALL, [changed(variant, deal="any") for variant in FULL])
def test_every_new_game_tells_its_number(variant):
    """Case 41: also one with a changed rule; and the number deals the same cards again."""
    game = Game.deal(variant.name)
    source, number = deals.read(game.deal_name)
    assert source == "own"
    assert game.deal_name == f"own:{number}"
    again = Game.deal(variant.name, game.deal_name)
    assert again.start == game.start
    assert record.of_game(game).tags["Deal"] == game.deal_name
    assert record.replay(record.read(record.write(record.of_game(game)))).deal_name == game.deal_name


def test_a_changed_rule_keeps_the_deal():
    """Case 41: other rules, same number, same cards."""
    for name in ("spider4:deal=any", "spider4:runs=hand", "spider4:space=king:move=rank"):
        changed_game, usual = (str(Game.deal(each, "xpat2:42").start).split(" ", 1) for each in (name, "spider4"))
        assert changed_game[1] == usual[1]
        assert changed_game[0] != usual[0]


def test_rows_come_from_the_right_end_of_the_stock():
    """Case 42: XPat2's Spider 42, row by row, as the program showed it."""
    rows = ["Jh2h9hTh2h6cTc2sAs6s", "3cJcQsKdTd8d5hAc4s9h", "2c7h5s6d7cKdAhAd6cQd", "Ad8sKhJs9s3dTs4c7c2d",
            "QsQcKsKc4d4h3cQd7dAs"]
    game = Game.deal("xpat2spider", "xpat2:42")
    assert [str(game.play("+")) for _ in rows] == ["+=" + row for row in rows]
    assert refusal(game.position, "+").code == "stock_empty"


# --- 44: what an undo costs

@every(ALL)
def test_only_an_undo_that_had_shown_something_is_counted(variant):
    """Case 44: by as many cards as it hides again; redo takes it off, a new move keeps it."""
    rng = random.Random(variant.name)
    game = play_on(Game.deal(variant.name, "own:44"), 12, 44)
    expected = 0
    for _ in range(40):
        before, word = len(game.position.hidden), rng.choice(["undo", "undo", "redo", "play"])
        if word == "undo" and game.ply:
            game.undo()
            expected += len(game.position.hidden) - before
        elif word == "redo" and game.can_redo:
            game.redo()
            expected -= before - len(game.position.hidden)
        elif word == "play" and game.position.moves:
            play_on(game, 1, rng.random())
        assert game.cheats == expected
        assert game.cheats >= 0


def test_an_undo_that_shows_nothing_costs_nothing():
    """Case 44: a card moved to and fro, and a card sent up and back."""
    game = Game(board("spider4", {"a": "9s|Th8h", "b": "9h", "c": "9d"}))
    for move in ("ab1", "bc1"):
        game.play(move)
    game.undo()
    game.undo()
    assert game.cheats == 0
    game.play("ad1")
    game.play("ae1")                                    # turns the nine
    game.undo()
    assert game.cheats == 1


# --- 51: the game so far, once more

@every(ALL, BY_HAND, STAYING)
def test_a_game_so_far_can_be_replayed(variant):
    """Case 51: from its record, step by step, with everything it showed."""
    game = play_on(Game.deal(variant.name, "own:51"), 40, variant.name)
    text = record.write(record.of_game(game))
    again = record.replay(record.read(text))
    assert (again.start, again.position) == (game.start, game.position)
    assert list(again.steps) == list(game.steps)
    assert record.write(record.of_game(again)) == text


# --- 59: the rules' text has the numbers of the data

WORDS = {
    "en": "no one two three four five six seven eight nine ten eleven twelve",
    "de": "kein eine? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
}
RANK_WORDS = {"en": "[a-z]+ of (?:spades|hearts|diamonds|clubs)", "de": "(?:Pik|Herz|Karo|Kreuz)-[A-Z][a-zäöü]+"}


def numbers(text, language):
    """Every number in a text, in digits or small ones in letters."""
    text = re.sub(RANK_WORDS[language], "", text)
    written = [number for number, word in enumerate(WORDS[language].split()) if re.search(rf"\b{word}\b", text)]
    return {*map(int, re.findall(r"\d+", text)), *written}


def sections(variant, language):
    """The text of a rules page by its headings, the lead under the title; lines joined."""
    blocks = re.split(r"^## ", rules_page.markdown(variant, language).removeprefix("# "), flags=re.MULTILINE)
    return {head: " ".join(text.split()) for head, _, text in (block.partition("\n") for block in blocks)}


@pytest.mark.parametrize("language", LANGUAGES)
@every(ALL)
def test_numbers_in_the_rules_are_those_of_the_data(variant, language):
    """Case 59: how many columns, cards, foundations, rows; who says a number says the one that is played."""
    say, page = Speaker(language).say, sections(variant, language)
    heights = {down + up for down, up in variant.layout}
    table = variant.rules.cards - variant.stock
    lead = numbers(page[rules_page.title(variant, language)].partition(":")[0], language)
    assert {variant.rules.cards, variant.rules.columns} <= lead
    assert variant.rules.piles in numbers(page[say("page_head_aim")], language)
    dealt = numbers(page[say("page_head_deal")], language)
    assert {table, variant.stock, variant.face_down} - {0} <= dealt | ({table} if not variant.stock else set())
    assert max(heights) in dealt or max(down for down, _ in variant.layout) in dealt
    assert dealt - {1, table, variant.stock, variant.face_down} <= {
        *range(1, variant.rules.columns + 1), *heights, *(number for column in variant.layout for number in column)}
    if variant.stock:
        stock = numbers(page[say("page_head_stock")], language)
        assert variant.stock in stock
        rows, short = -(-variant.stock // variant.rules.columns), variant.stock % variant.rules.columns
        assert rows == 1 or {rows, variant.rules.columns} <= stock
        assert not short or short in stock


@pytest.mark.parametrize("language", LANGUAGES)
@every(ALL)
def test_highest_points_in_the_rules_are_reached_by_a_won_game(variant, language):
    """Case 59, for the score."""
    section = sections(variant, language)[Speaker(language).say("page_head_score")]
    assert score.highest(variant) in numbers(section, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_in_the_rules_has_the_value_that_is_played(language):
    """Case 59, for the switches, changed ones too."""
    for name in [*VARIANTS, "spider4:runs=hand:deal=ordered-suit", "gypsy:back=late:space=king", "scorpion:deal=stuck"]:
        variant = variants.read(name)
        page = " ".join(rules_page.plain(variant, language).split())
        for switch, value in variant.switches.items():
            assert f"{switch}={value} {rules_page.switch_meaning(switch, value, language)}" in page
