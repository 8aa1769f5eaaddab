"""Games with all their lines as records, and back."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_store import SOME, deal, wander

from kreuzspinne import record
from kreuzspinne.errors import KreuzspinneError
from kreuzspinne.formats import read_game
from kreuzspinne.game import Game
from kreuzspinne.position import Position
from kreuzspinne.store import Course, Event, course_of, record_of
from kreuzspinne.store.course import MOST_TURNS, replayed

NEARLY = "spider1 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - AsAsAsAsAsAsAs"


def paths(course):
    """The tree without the order in which its places were reached: every place by its moves, and its name."""
    return {tuple(one.move for one in node.line): node.mark for node in course.nodes}


def written(course):
    return record.write(record_of(course)).encode()


@pytest.mark.parametrize("variant", SOME)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 120))
def test_every_line_and_bookmark_comes_back(variant, seed, length):
    course = deal(variant, f"own:{seed}")
    list(wander(course, seed, length))
    text = written(course)
    again, events = course_of(text)
    assert paths(again) == paths(course)
    assert again.game.start == course.game.start
    assert again.game.deal_name == course.game.deal_name
    assert paths(replayed(Game(course.game.start), events)) == paths(course)
    assert written(again) == text, "writing is a fixed point"


@pytest.mark.parametrize("variant", SOME)
def test_an_open_game_keeps_its_hidden_cards(variant):
    course = deal(variant, "own:7")
    list(wander(course, 7, 40))
    start = record.read(written(course).decode()).tags["Start"]
    assert ("?" in start) == bool(course.game.position.hidden)
    course.apply(Event("end", "abandoned"))
    assert record.read(written(course).decode()).tags["Start"] == str(course.game.start)


def test_the_main_line_leads_through_where_the_game_stands():
    course = deal("spider4:runs=hand", "xpat2:42")
    for move in ("bi1", "+"):
        course.apply(Event("play", move))
    course.apply(Event("go", "0"))
    course.apply(Event("play", "ed1"))
    kept = record_of(course)
    assert [str(entry.step.move) for entry in kept.line] == ["ed1"]
    assert [[str(entry.step.move) for entry in side] for side in kept.line[0].side_lines] == [["bi1", "+"]]
    assert kept.result == "*"


def test_results():
    course = Course(Game(Position.read(NEARLY)))
    course.apply(Event("play", "ba1"))
    assert record_of(course).result == "win"
    assert course_of(written(course))[0].state == "won"
    for how, result in (("lost", "lost"), ("abandoned", "*")):
        other = deal("spider1", "own:1")
        other.apply(Event("end", how))
        assert record_of(other).result == result


def test_lines_nested_deeper_than_a_record_can_are_left_out():
    course = deal("spider4", "own:3")
    fork = 0
    for _ in range(2 * record.DEEPEST_SIDE_LINE):   # each line leaves the one before it
        course.apply(Event("go", str(fork)))
        fresh = [str(move) for move in course.game.position.moves if str(move) not in course.at.children]
        course.apply(Event("play", fresh[0]))
        fork = course.at.number
        course.apply(Event("play", str(course.game.position.moves[0])))
    course.apply(Event("go", "0"))
    kept = paths(course_of(written(course))[0])
    assert set(kept) < set(paths(course))
    assert len(kept) > record.DEEPEST_SIDE_LINE


def test_games_that_other_programs_saved_come_with_what_was_taken_back():
    data = (Path(__file__).parent / "formats" / "spider-42-undone.xpat2").read_bytes()
    game = read_game(data)
    course, events = course_of(data)
    assert game.undone
    assert (course.game.position, list(course.game.steps)) == (game.position, list(game.steps))
    assert list(course.game.undone) == list(game.undone)
    assert course.counts["undo"] == 0, "it was taken back elsewhere"
    assert replayed(Game(game.start), events).game.position == game.position


def test_what_is_too_long_is_refused_before_it_is_played(monkeypatch):
    monkeypatch.setattr("kreuzspinne.store.written.replay", lambda _: pytest.fail("it was played"))
    line = " ".join(["1. je1 2. ej1"] * (MOST_TURNS // 2 + 1))
    start = Game.deal("simplesimon", "own:1").start
    with pytest.raises(KreuzspinneError, match="store_too_many_turns"):
        course_of(f'[Game "simplesimon"]\n[Start "{start}"]\n\n{line} *'.encode())


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"[", b"no record", b"\x00" * 50, b'[Game "spider4"]\n\n*'])
def test_what_is_no_game_is_refused(data):
    with pytest.raises(KreuzspinneError):
        course_of(data)
