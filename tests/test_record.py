"""Records: trees of steps and remarks survive being written and read; what is stated must happen."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import PROFILE, RANKS, SUITS, board, play_on, run

from kreuzspinne import record
from kreuzspinne.errors import KreuzspinneError, NotationError, RecordError
from kreuzspinne.game import Game
from kreuzspinne.notation import Departure, Step
from kreuzspinne.position import Position
from kreuzspinne.record import Entry, Record
from kreuzspinne.variants import VARIANTS

ALL = list(VARIANTS.values())
START = str(Game.deal("spiderette1", "own:1").start)


def wrapped(steps, start=START, game="spiderette1", result="*"):
    """A record's text around some steps."""
    return f'[Game "{game}"]\n[Start "{start}"]\n\n{steps} {result}\n'


def failure(text):
    with pytest.raises(KreuzspinneError) as caught:
        record.replay(record.read(text))
    return caught.value


# --- records made by chance, legal or not

PLACES = st.sampled_from("abcdefghijklmno")
CARDS = st.builds(lambda rank, suit: rank + suit, st.sampled_from(RANKS), st.sampled_from(SUITS))
MOVES = st.one_of(
    st.builds(lambda a, b, count: f"{a}{b}{count}", PLACES, PLACES, st.sampled_from(["", *range(1, 14), 104])),
    st.builds(lambda a: a + "^", PLACES), st.builds(lambda card, a: f"^{card}{a}", CARDS, PLACES), st.just("+"))
STEPS = st.builds(
    lambda move, cards, runs: Step.read(move + ("=" + "".join(cards) if cards else "") + "".join(
        f",{place}^" + (f"={card}" if card else "") for place, card in runs)),
    MOVES, st.lists(CARDS, max_size=10), st.lists(st.tuples(PLACES, st.none() | CARDS), max_size=3))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(
    ["", "}", "\\", "{(1. ab)}", "\\}", "}\\", " spaces ", "two\nlines", '"', '[Game "x"]', "win", "1.", ";", "\ufeff"])
ENTRIES = st.builds(lambda step, mark, comments: (step, mark, comments), STEPS,
                    st.sampled_from(["", "!", "?", "!!", "??", "!?", "?!"]), st.lists(TEXTS, max_size=2))


@st.composite
def lines(draw, depth=3, least=0):
    """A line of entries, with side lines to some of them."""
    line = []
    for step, mark, comments in draw(st.lists(ENTRIES, min_size=least, max_size=5)):
        entry = Entry(step, mark)
        entry.comments = comments
        if depth and draw(st.integers(0, 3)) == 0:
            entry.side_lines = draw(st.lists(lines(depth=depth - 1, least=1), min_size=1, max_size=2))
        line.append(entry)
    return line


TAGS = st.dictionaries(st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True),
                       TEXTS.map(lambda text: text.replace("\n", " ")), max_size=4)
RECORDS = st.builds(Record, TAGS, st.lists(TEXTS, max_size=2), lines(), st.sampled_from(record.RESULTS))


@settings(PROFILE, max_examples=120)
@given(RECORDS)
def test_any_tree_survives_being_written(made):
    text = record.write(made)
    again = record.read(text)
    assert again == made
    assert list(again.tags) == list(made.tags), "tags keep their order"
    assert record.write(again) == text


@settings(PROFILE, max_examples=60)
@given(RECORDS, st.randoms(use_true_random=False))
def test_reading_is_tolerant(made, rng):
    """Line ends, blanks and numbers can be others, or missing."""
    text = record.write(made._replace(comments=[], tags={}))
    bare = "".join(comment if comment.startswith("{") else loosened(comment, rng)
                   for comment in re.split(r"(\{(?:[^}\\]|\\.)*\})", text, flags=re.DOTALL))
    assert record.read("\ufeff" + bare) == made._replace(comments=[], tags={})


def loosened(text, rng):
    text = re.sub(r"\b[0-9]+\. ", lambda match: rng.choice(["", "7. ", "12... ", "3.", match[0]]), text)
    return re.sub(r"\s+", lambda _: rng.choice([" ", "\n", "\t ", "\r\n"]), text)


def test_lines_are_not_too_long():
    steps = " ".join(f"{number}. ab1" for number in range(1, 200))
    text = record.write(record.read(f"{steps} *"))
    assert max(map(len, text.splitlines())) <= record.LINE_WIDTH
    assert len(text.splitlines()) < 40


def test_how_a_record_looks():
    made = record.read('[Game "gypsy"]\n[Note "a \\"b\\" \\\\c"] {first} 1. ab1=Qh! {good {\\} too} '
                       '(1. ac (ad {deep}) bc2?) (+) 2. +=AsKs,a^=2h,b^ ?? *')
    assert made.tags == {"Game": "gypsy", "Note": 'a "b" \\c'}
    assert made.comments == ["first"]
    assert made.result == "*"
    first, second = made.line
    assert (str(first.step), first.mark, first.comments) == ("ab1=Qh", "!", ["good {} too"])
    (ac, bc), (deal,) = first.side_lines
    assert (str(ac.step), [str(entry.step) for entry in ac.side_lines[0]]) == ("ac", ["ad"])
    assert ac.side_lines[0][0].comments == ["deep"]
    assert (str(bc.step), bc.mark, str(deal.step)) == ("bc2", "?", "+")
    assert (str(second.step), second.mark) == ("+=AsKs,a^=2h,b^", "??")
    assert second.step.left == (Departure(0, 17 + 1), Departure(1))
    assert record.write(made) == (
        '[Game "gypsy"]\n[Note "a \\"b\\" \\\\c"]\n\n'
        '{first} 1. ab1=Qh! {good {\\} too} (1. ac (1. ad {deep}) 2. bc2?) (1. +)\n2. +=AsKs,a^=2h,b^?? *\n')


def test_a_remark_at_the_head_of_a_side_line_stays_with_it():
    """It belongs to the step that the line replaces, not to the head of the record."""
    made = record.read("{head} 1. ab1 ({why} 1. ac1 ({deep} 1. ad1)) *")
    assert made.comments == ["head"]
    assert made.line[0].comments == ["why"]
    assert made.line[0].side_lines[0][0].comments == ["deep"]
    assert record.read(record.write(made)) == made


@pytest.mark.parametrize("text", [
    "", "ab1", "ab1 (ac1 *", "ab1 ac1) *", "() *", "ab1 () *", "( ab1 ) *", "! *", "ab1 {no end *", "* *", "* {late}",
    "ab1 win lost", "1. zz9 *", "1. ab1=Q *", "ab1 (win) *", '[Game "x] *', '[Game "x"] [Game "y"] *', "ab1, *",
    "ab1=Qh=Kh *", "ab1!!! *", "ab1!? ?? *", "ab1! {why} ! *", "ab1? (ac1) ? *",
    "ab1 ((ac1)) *", "ab0 *", "ab1 [Late \"tag\"] *", "Win",
])
def test_what_is_no_record(text):
    with pytest.raises(NotationError):
        record.read(text)


@pytest.mark.parametrize(("text", "at"), [
    ("ab1!!! *", 6), ("ab1 ab1\n! ?", 11), ("! *", 1), (") *", 1), ("ab1 ( ) *", 7), ("* ab1", 3), ("ab1 {x", 5)])
def test_places_are_counted_from_one(text, at):
    with pytest.raises(NotationError) as caught:
        record.read(text)
    assert caught.value.facts["at"] == at


@settings(PROFILE, max_examples=120)
@given(st.dictionaries(TEXTS | st.from_regex(r"[A-Za-z]\w{0,5}", fullmatch=True), TEXTS, max_size=2), lines(depth=1),
       st.sampled_from(["", "!", "!!!", "x", "?!"]), st.sampled_from([*record.RESULTS, "", "draw", "1-0"]))
def test_what_is_written_can_be_read(tags, line, mark, result):
    """Or it is refused: nothing is written that comes back as something else."""
    for entry in line[-1:]:
        entry.mark = mark
        entry.side_lines = [[], *entry.side_lines, []]
    made = Record({name: text.replace("\n", " ") for name, text in tags.items()}, [], line, result)
    try:
        text = record.write(made)
    except RecordError:
        return
    for entry in line:
        entry.side_lines = [side_line for side_line in entry.side_lines if side_line]
    assert record.read(text) == made


# --- games replayed

@pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.name)
def test_a_record_without_its_consequences_is_the_same_game(variant):
    game = play_on(Game.deal(variant.name, "own:9"), 25, variant.name)
    full = record.of_game(game)
    bare = full._replace(line=[Entry(Step(entry.step.move)) for entry in full.line])
    assert "=" not in record.write(bare).split("\n\n", 1)[1]
    again = record.replay(record.read(record.write(bare)))
    assert list(again.steps) == list(game.steps)
    assert record.write(record.of_game(again)) == record.write(full)


def wrong_consequences(step):
    """Steps that state something else than this one."""
    if step.cards:
        yield step._replace(cards=(*step.cards[:-1], step.cards[-1] % 13 + 1 if step.cards[-1] % 16 != 13 else 1))
        yield step._replace(cards=(*step.cards, 1))
    if len(step.cards) > 1:
        yield step._replace(cards=step.cards[:-1])
        yield step._replace(cards=(*step.cards[1:], step.cards[0]))
    else:
        yield step._replace(cards=(1, 2))
    yield step._replace(left=(*step.left, Departure(0)))
    yield step._replace(left=(*step.left, Departure(6, 1)))
    for index, place in enumerate(step.left):
        before, after = step.left[:index], step.left[index + 1:]
        yield step._replace(left=(*before, place._replace(column=(place.column + 1) % 7), *after))
        yield step._replace(left=(*before, place._replace(card=place.card % 13 + 1), *after))
    if len(step.left) > 1:
        yield step._replace(left=step.left[::-1])
        yield step._replace(left=step.left[1:])


@pytest.mark.parametrize("variant", ALL[::3], ids=lambda variant: variant.name)
def test_what_is_stated_and_does_not_happen_is_an_error(variant):
    game = play_on(Game.deal(variant.name, "own:10"), 12, variant.name)
    full, seen = record.of_game(game), 0
    for index, entry in enumerate(full.line):
        for wrong in wrong_consequences(entry.step):
            if wrong == entry.step:
                continue
            line = [*full.line[:index], Entry(wrong), *full.line[index + 1:]]
            error = failure(record.write(full._replace(line=line)))
            assert (error.code, error.facts["number"]) == ("consequence_differs", index + 1)
            assert error.facts["happened"].startswith(str(entry.step.move))
            seen += 1
    assert seen > 20


def test_runs_that_leave_are_consequences_too():
    """Each with its column, its order and the card under it; stated in part, they must be all of them."""
    whole = Position.read("spiderette4 2c|" + run("h", "K", "2") + "/" + run("s", "K", "2") + "/" + run("d")
                          + "/" + run("c", "K", "3") + "/-/-/Ac AhAs -")
    game = Game(Position.read(str(whole).replace("spiderette4", "spiderette4:deal=any")))
    step = str(game.play("+"))
    assert step == "+=AhAs,a^=2c,b^,c^"
    head = f'[Game "spiderette4:deal=any"]\n[Start "{game.start}"]\n\n'
    for stated in ("+", "+=AhAs", "+,a^,b^,c^", "+=AhAs,a^,b^,c^", "+,a^=2c,b^,c^", step):
        assert list(record.replay(record.read(f"{head}1. {stated} *")).steps) == [Step.read(step)]
    for stated in ("+,a^", "+,a^,b^", "+,b^,a^,c^", "+,a^=2d,b^,c^", "+,a^=2c,b^=2c,c^", "+=AsAh", "+,a^,b^,c^,d^",
                   "+,a^,a^,c^", "+=AhAs,d^"):
        assert failure(f"{head}1. {stated} *").code == "consequence_differs", stated


@pytest.mark.parametrize(("result", "end", "fits"), [
    ("win", "won", True), ("*", "won", True), ("lost", "won", False),
    ("win", "open", False), ("*", "open", True), ("lost", "open", True),
])
def test_results(result, end, fits):
    start = f"simplesimon {run('s', 'K', '2')}/As/{run('h', 'K', '5')}/{run('h', '4', 'A')}/-/-/-/-/-/- - AdAc"
    moves = "1. ba1 2. dc4" if end == "won" else "1. ba1"
    text = wrapped(moves, start, "simplesimon", result)
    if fits:
        game = record.replay(record.read(text))
        assert game.position.is_won == (end == "won")
        assert record.of_game(game).result == ("win" if end == "won" else "*")
    else:
        assert failure(text).code == "result_differs"


def test_an_illegal_step_is_named_with_its_number_and_its_reason():
    error = failure(wrapped("1. + 2. ab9"))
    assert (error.code, error.facts["number"], error.facts["step"]) == ("step_not_legal", 2, "ab9")
    assert error.facts["reason"].code in ("too_few_cards", "cards_face_down", "run_broken_by_rank")


@pytest.mark.parametrize(("steps", "number"), [
    ("1. + (1. ab9) 2. +", 1), ("1. + 2. + (2. + 3. ab9)", 3), ("1. + 2. + (2. + (2. + 3. + 4. ab9))", 4),
    ("1. + 2. ab9 (2. +)", 2),
])
def test_side_lines_are_played_from_where_they_branch_off(steps, number):
    error = failure(wrapped(steps))
    assert (error.code, error.facts["number"], error.facts["step"]) == ("step_not_legal", number, "ab9")


def test_side_lines_change_nothing():
    game = play_on(Game.deal("spiderette1", "own:1"), 6, 3)
    text = record.write(record.of_game(game))
    other = next(str(move) for move in game.start.moves if move != game.steps[0].move)
    with_side_line = re.sub(r"(1\. \S+)", rf"\1 ({other} {{an idea}})", text, count=1)
    again = record.replay(record.read(with_side_line))
    assert (again.position, again.ply) == (game.position, game.ply)
    assert f"(1. {other} {{an idea}})" in record.write(record.read(with_side_line))


# --- tags

def test_tags_of_a_game():
    game = Game.deal("relaxedspider", "xpat2:42")
    assert record.of_game(game, Player="Ich", Date="2024-02-30").tags == {
        "Game": "spider4:deal=any", "Start": str(game.start), "Deal": "xpat2:42", "Player": "Ich", "Date": "2024-02-30"}
    assert "Deal" not in record.of_game(Game(board("spider4", {"a": "Ks"}))).tags


@pytest.mark.parametrize("deal", ["own:1", "own:hello world", "pysol:42", "aisleriot:7", "xpat2:1", "kpat:3"])
def test_the_deal_of_a_record_is_that_of_its_start(deal):
    game = Game.deal("spider4:deal=any", deal)
    game.play("+")
    made = record.of_game(game)
    assert record.replay(record.read(record.write(made))).deal_name == deal
    assert record.replay(made._replace(tags={**made.tags, "Deal": deal.upper().replace("HELLO WORLD", "hello world")})
                         ).deal_name == deal
    for other in ("own:2", "pysol:43", "xpat2:2"):
        error = failure(record.write(made._replace(tags={**made.tags, "Deal": other})))
        assert (type(error), error.code, error.facts["deal"]) == (RecordError, "deal_differs", other)


@pytest.mark.parametrize("deal", ["", "yesterday", "42", "golf:1", "xpat2:", "xpat2:999999999999", "own:\x1b[31m"])
def test_a_deal_that_nobody_knows_is_only_a_tag(deal):
    game = Game.deal("spider4", "own:1")
    made = record.of_game(game, Deal=deal)
    assert record.replay(record.read(record.write(made))).deal_name == ""


def test_a_fragment_is_written_but_not_replayed():
    game = Game(Position.read("spiderette4 5h|9s/Th/-/-/-/-/- - -", fragment=True))
    game.play("ab1")
    text = record.write(record.of_game(game))
    assert [str(entry.step) for entry in record.read(text).line] == ["ab1=5h"]
    assert failure(text).code == "cards_missing"


def test_start_and_game_are_required_and_must_agree():
    assert failure(f'[Start "{START}"]\n*').facts == {"tag": "Game"}
    assert failure('[Game "spiderette1"]\n*').facts == {"tag": "Start"}
    assert failure(wrapped("", game="spiderette1:deal=any")).code == "tags_differ"
    assert failure(wrapped("", game="whist")).code == "unknown_variant"
    assert failure(wrapped("", start=START.replace("Ks", "Qs", 1))).code == "pack_not_whole"
    assert failure(wrapped("", start="spiderette1 nonsense")).code == "bad_position"


def test_the_game_may_be_named_otherwise_and_the_start_without_it():
    """Other names and orders of switches mean the same; a start of three words takes the game's name."""
    start = str(Game.deal("relaxedspider", "own:1").start)
    for game in ("relaxedspider", "spider:deal=any", "spider4:runs=auto:deal=any"):
        assert str(record.replay(record.read(wrapped("", start, game))).start) == start
    assert str(record.replay(record.read(wrapped("", start.split(" ", 1)[1], "relaxedspider"))).start) == start


def test_a_start_with_unseen_cards_cannot_be_replayed():
    assert failure(wrapped("", str(Game.deal("spiderette1", "own:1").start.view()))).code == "unseen_cards"


def test_a_record_that_is_too_long_or_too_deep_is_refused():
    with pytest.raises(NotationError, match="record_too_long"):
        record.read(" " * record.LONGEST_RECORD + "*")
    deepest = "ab1 (" * record.DEEPEST_SIDE_LINE + "ab1" + ")" * record.DEEPEST_SIDE_LINE + " *"
    assert record.read(record.write(record.read(deepest))) == record.read(deepest)
    with pytest.raises(NotationError, match="side_lines_too_deep"):
        record.read("ab1 (" + deepest)


@pytest.mark.parametrize("seed", range(8))
def test_reading_takes_time_in_proportion(seed):
    """No text makes the reader slow: long ones of every kind of piece are read in a moment."""
    rng = random.Random(seed)
    piece = rng.choice(["{", "(", "\\", "ab1 ", "1.", "!", '[A "', "a", "9", "ab1,a^", "+=As"])
    with pytest.raises(KreuzspinneError):
        record.replay(record.read(piece * 20_000))


def test_errors_of_records_are_errors_of_records():
    for steps in ("ab9", "+=As", "+,a^"):
        with pytest.raises(RecordError):
            record.replay(record.read(wrapped(steps)))
