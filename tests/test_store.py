"""The store: what is written is there again, whatever happens meanwhile; what is not ours stays as it is."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kreuzspinne import store
from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES, Speaker
from kreuzspinne.notation import Move
from kreuzspinne.position import Position
from kreuzspinne.store import Conflict, Course, Event, Store, StoreError, file, games, schema, statistics
from kreuzspinne.store.course import MOST_TURNS, replayed
from kreuzspinne.store.place import place
from kreuzspinne.store.results import Result

FIXTURES = Path(__file__).parent / "store"
NEARLY = "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - AsAsAsAsAsAsAs"
"""One move wins."""
STUCK = "spider4 5s|9s/5h|9h/5d|9d/5c|9c/5s|9s/5h|9h/5d|9d/5c|9c/5s|Ks/5s|Ks - -"
SOME = ["spider4", "spider4:runs=hand", "gypsy", "scorpion", "spiderette2"]
MOVES = ("play", store.MACHINE)


def deal(variant="spider4", number="own:1"):
    return Course(Game.deal(variant, number))


def put(line):
    return Course(Game(Position.read(line, fragment=True)))


def happen(kept, id, course, kind, detail="", **more):
    before = course.state
    event = course.apply(Event(kind, detail))
    return kept.games.append(id, course, event, ends=course.state != before, **more)


def refused(code, *, doing, kind=StoreError):
    """The refusal, which has a sentence in both languages."""
    with pytest.raises(kind) as caught:
        doing()
    assert caught.value.code == code
    for language in LANGUAGES:
        sentence = Speaker(language).error(caught.value)
        assert sentence[-1] in ".?", sentence
    return caught.value


def facts(course):
    """Everything that a player could notice of a game."""
    game = course.game
    return {
        "position": game.position, "steps": list(game.steps), "undone": list(game.undone), "cheats": game.cheats,
        "tries": game.tries, "can_undo": game.can_undo, "turn": course.turn, "state": course.state,
        "counts": +course.counts, "at": course.at.number, "kind": course.kind, "step": course.step,
        "before": course.before,
        "tree": [(node.number, node.parent and node.parent.number, node.move, node.ply, node.mark)
                 for node in course.nodes],
    }


def something(course, dice):
    """An event that can happen now, as a page would send it."""
    game = course.game
    kind = dice.choices(["play", "machine", "undo", "redo", "restart", "go", "mark", "hint"],
                        [10, 2, 4, 2, 1, 2, 1, 1])[0]
    place = dice.randrange(len(course.nodes))
    if kind in MOVES:
        return Event(kind, str(dice.choice(game.position.moves))) if game.position.moves else None
    if (kind == "undo" and not game.can_undo) or (kind == "redo" and not game.can_redo):
        return None
    detail = {"go": str(place), "mark": f"{place} {dice.choice(['', 'here', 'Ä “x”'])}",
              "hint": dice.choice([*store.HINTS, store.CHANCE])}
    return Event(kind, detail.get(kind, ""))


def wander(course, seed, length):
    dice = random.Random(seed)
    for _ in range(length):
        event = something(course, dice)
        if event:
            yield course.apply(event)


# Games and their tree


@pytest.mark.parametrize("variant", SOME)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 120))
def test_events_make_the_same_game_again(variant, seed, length):
    course = deal(variant, f"own:{seed}")
    events = list(wander(course, seed, length))
    assert facts(replayed(Game.deal(variant, f"own:{seed}"), events)) == facts(course)


@pytest.mark.parametrize("variant", SOME)
def test_the_view_is_always_that_of_the_table(variant):
    course = deal(variant)
    for _ in wander(course, 5, 200):
        assert course.view == course.game.position.view()
        assert course.view is course.view


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_game_from_the_file_goes_on_as_if_it_had_never_left(tmp_path_factory, seed):
    path = tmp_path_factory.mktemp("store") / "games"
    kept, course = Store(path), deal("gypsy", f"own:{seed}")
    kept.games.add("g", course)
    dice = random.Random(seed)
    for _ in range(3):
        for _ in range(dice.randrange(20)):
            event = something(course, dice)
            if event:
                kept.games.append("g", course, course.apply(event))
        kept.close()
        kept = Store(path)
        again = kept.games.load(kept.games.kept("g"))
        assert facts(again) == facts(course)
        course = again
    kept.close()


@pytest.mark.parametrize("variant", SOME)
def test_every_place_of_the_tree_can_be_gone_to(variant):
    course = deal(variant)
    where = {0: course.game.position}
    for _ in wander(course, 3, 150):
        where[course.at.number] = course.game.position
    dice = random.Random(4)
    for number in dice.choices(range(len(course.nodes)), k=60):
        course.apply(Event("go", str(number)))
        assert course.game.ply == course.at.ply == len(course.at.line)
        assert where.setdefault(number, course.game.position) == course.game.position


def test_whoever_goes_back_to_a_line_has_cheated_no_more_than_before():
    """As with undo and redo: what can be seen again is no longer known from moves taken back alone."""
    course = deal("spider4", "xpat2:42")
    for event in Event("play", "bi"), Event("play", "+"):
        course.apply(event)
    main = str(course.at.number)
    for event, cheats in ((Event("go", "0"), 11), (Event("play", "ed"), 11), (Event("go", main), 1),
                          (Event("go", "3"), 11), (Event("go", main), 1), (Event("go", "0"), 12)):
        course.apply(event)
        assert course.game.cheats == cheats, event


@pytest.mark.parametrize("variant", SOME)
def test_cheats_are_what_was_seen_and_is_not_on_the_line_that_is_shown(variant):
    """However the line was reached; a move that was played anew counts as often as it was taken back."""
    course, again = deal(variant, "own:3"), 0
    revealed = {}
    for event in wander(course, 3, 80):
        if event.kind in MOVES:
            known = course.at.number in revealed
            revealed[course.at.number] = course.step.revealed
            again += known * course.step.revealed
        here = {node.number for node in course.at.line}
        away = sum(count for number, count in revealed.items() if number not in here)
        assert course.game.cheats == away + again, event


def test_a_side_line_keeps_the_main_one():
    course = deal("spider4", "xpat2:42")
    for event in Event("play", "bi"), Event("play", "+"), Event("undo"), Event("undo"), Event("play", "ed"):
        course.apply(event)
    assert [(node.parent.number, node.move) for node in course.nodes[1:]] == [(0, "bi1"), (1, "+"), (0, "ed1")]
    course.apply(Event("go", "2"))
    course.apply(Event("restart"))
    assert course.at.number == 0
    course.apply(Event("undo"))
    assert (course.at.number, course.game.ply) == (2, 2)
    course.apply(Event("undo"))
    course.apply(Event("play", "+"))
    assert (course.at.number, len(course.nodes)) == (2, 4), "the same move leads to the same place"


def test_bookmarks_have_names_and_lose_them():
    course = deal("spider4", "xpat2:42")
    course.apply(Event("play", "bi"))
    course.apply(Event("mark", "1  vor dem Geben "))
    course.apply(Event("mark", "0 start"))
    assert [(node.number, node.mark) for node in course.marks] == [(0, "start"), (1, "vor dem Geben")]
    course.apply(Event("mark", "1"))
    assert [node.number for node in course.marks] == [0]


WRONG = {
    "no such event": (Event("cheat"), "store_bad_event"), "no such hint": (Event("hint", "all"), "store_bad_event"),
    "no such end": (Event("end", "won"), "store_bad_event"), "no such place": (Event("go", "9"), "store_no_node"),
    "no place": (Event("go", "-1"), "store_no_node"), "a long number": (Event("go", "9" * 5000), "store_no_node"),
    "another digit": (Event("go", "²"), "store_no_node"),
    "a long name": (Event("mark", "0 " + "x" * 81), "store_bad_mark"),
    "a bell": (Event("mark", "0 \a"), "store_bad_mark"), "no place to mark": (Event("mark", "x y"), "store_no_node"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_happen_changes_nothing(what):
    event, code = WRONG[what]
    course = deal()
    before = facts(course)
    refused(code, doing=lambda: course.apply(event))
    assert facts(course) == before


def test_a_game_given_up_is_over():
    course = deal()
    course.apply(Event("end", "abandoned"))
    for event in Event("play", "+"), Event("undo"), Event("end", "lost"), Event("go", "0"):
        refused("store_game_over", doing=lambda event=event: course.apply(event))


def test_a_won_game_stays_won_and_cannot_be_given_up():
    course = put(NEARLY)
    course.apply(Event("play", "ba1"))
    refused("store_game_over", doing=lambda: course.apply(Event("end", "abandoned")))
    course.apply(Event("undo"))
    assert course.state == "won"


def test_endless_games_end(monkeypatch):
    course = deal()
    monkeypatch.setattr(course, "turn", MOST_TURNS)
    refused("store_too_many_turns", doing=lambda: course.apply(Event("restart")))


# The file


def test_what_was_written_is_there_after_a_kill(tmp_path):
    path = tmp_path / "games"
    code = ("import sys; from pathlib import Path; from kreuzspinne.game import Game\n"
            "from kreuzspinne.store import Course, Event, Store\n"
            "kept, course = Store(Path(sys.argv[1])), Course(Game.deal('gypsy', 'own:1'))\n"
            "kept.games.add('g', course)\n"
            "while True:\n"
            "    kept.games.append('g', course, course.apply(Event('play', str(course.view.moves[-1]))))\n"
            "    print(course.game.position, flush=True)\n")
    for told in (1, 7, 20):
        path.unlink(missing_ok=True)
        with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True) as child:
            seen = [child.stdout.readline().strip() for _ in range(told)]
            child.send_signal(signal.SIGKILL) if os.name != "nt" else child.kill()
        with closing(Store(path)) as kept:
            course = kept.games.load(kept.games.kept("g"))
        assert course.turn >= told
        course.apply(Event("go", str(told)))
        assert str(course.game.position) == seen[-1]


def test_two_writers_never_overwrite_each_other(tmp_path):
    first, second = Store(tmp_path / "games"), Store(tmp_path / "games")
    mine = deal("spider4", "xpat2:42")
    first.games.add("g", mine)
    other = second.games.load(second.games.kept("g"))
    happen(first, "g", mine, "play", "bi")
    refused("store_conflict", doing=lambda: happen(second, "g", other, "play", "ed"), kind=Conflict)
    refused("store_conflict", doing=lambda: second.games.remove("g", deal()), kind=Conflict)
    assert facts(second.games.load(second.games.kept("g"))) == facts(mine)
    first.games.remove("g", mine)
    refused("store_conflict", doing=lambda: happen(first, "g", mine, "play", "+"), kind=Conflict)


def test_many_writers_at_once(tmp_path):
    """Each turn is written by one of them, and every event that was accepted is there."""
    Store(tmp_path / "games").games.add("g", deal())
    accepted = []

    def write(name):
        with closing(Store(tmp_path / "games")) as kept:
            for number in range(15):
                course = kept.games.load(kept.games.kept("g"))
                try:
                    happen(kept, "g", course, "mark", f"0 {name}{number}")
                    accepted.append((course.turn, f"0 {name}{number}"))
                except Conflict:
                    pass

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with closing(Store(tmp_path / "games")) as kept:
        events = [event.detail for event, _ in kept.games.events("g")]
    assert sorted(accepted) == list(enumerate(events, 1))


def test_whoever_waits_too_long_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(file, "PATIENCE", 0.01)
    kept = Store(tmp_path / "games")
    with closing(sqlite3.connect(tmp_path / "games", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused("store_busy", doing=lambda: kept.games.add("g", deal()))
        other.execute("ROLLBACK")
    kept.games.add("g", deal())


def test_a_full_disk_changes_nothing(tmp_path):
    kept, course = Store(tmp_path / "games"), deal()
    kept.games.add("g", course)
    kept.file._db.execute("PRAGMA max_page_count = 1")
    event = course.apply(Event("mark", "0 " + "x" * 80))

    def fill():
        for _ in range(1000):
            kept.games.append("g", course, event)
            course.turn += 1

    refused("store_full", doing=fill)
    assert kept.games.kept("g").turn == len(kept.games.events("g"))


# Versions


def build(path, version):
    """A file of an earlier version, with a game, two results and a setting in it."""
    text = (FIXTURES / f"version_{version}.sql").read_text("utf-8")
    with closing(sqlite3.connect(path)) as db:
        db.executescript(text)


@pytest.mark.parametrize("version", range(1, len(schema.STEPS) + 1))
def test_files_of_every_version_are_read(tmp_path, version):
    build(tmp_path / "games", version)
    with closing(Store(tmp_path / "games")) as kept:
        (game,) = kept.games.shelf()
        course = kept.games.load(game)
        assert (game.id, game.ply, game.seconds, course.turn) == ("fixture", 2, 61.5, 6)
        assert [node.mark for node in course.marks] == ["vor dem Geben"]
        assert [(line.variant, line.won, line.streak) for line in store.summary(kept.results.all())] == [
            ("spider4", 1, 0)]
        help = {1: (0, [(0, 0), (0, 0)]), 2: (1, [(0, 0), (12, 3)])}[version]
        assert (course.counts["machine"], [(one.machine, one.hints_chance) for one in kept.results.all()]) == help
        assert kept.settings.all() == {"deck": "german", "step": 2}
    copies = [copy.name for copy in tmp_path.glob("*.bak*")]
    assert copies == ([f"games.v{version}.bak"] if version < len(schema.STEPS) else [])


def test_a_copy_is_made_before_a_step_and_holds_everything(tmp_path, monkeypatch):
    build(tmp_path / "games", 1)
    monkeypatch.setattr(file, "STEPS", [*file.STEPS, ("ALTER TABLE settings ADD COLUMN since INTEGER",)])
    with closing(Store(tmp_path / "games")) as kept:
        assert kept.file.read("SELECT since FROM settings WHERE key = 'deck'") == [(None,)]
        assert kept.games.kept("fixture").ply == 2
    monkeypatch.setattr(file, "STEPS", file.STEPS[:1])
    with closing(Store(tmp_path / "games.v1.bak")) as copy:
        assert copy.games.kept("fixture").ply == 2
    refused("store_newer", doing=lambda: Store(tmp_path / "games"))


def test_a_step_that_fails_changes_nothing(tmp_path, monkeypatch):
    build(tmp_path / "games", 1)
    monkeypatch.setattr(file, "STEPS", [*file.STEPS, ("DROP TABLE settings", "nonsense")])
    with pytest.raises(sqlite3.OperationalError):
        Store(tmp_path / "games")
    monkeypatch.undo()
    with closing(Store(tmp_path / "games")) as kept:
        assert kept.settings.all()["deck"] == "german"


def test_the_fixture_is_what_this_version_writes(tmp_path):
    build(tmp_path / "games", len(schema.STEPS))
    Store(tmp_path / "new").close()
    tables = [closing(sqlite3.connect(tmp_path / name)) for name in ("games", "new")]
    with tables[0] as old, tables[1] as new:
        question = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        assert plain(old.execute(question)) == plain(new.execute(question))


def plain(rows):
    return [(name, " ".join(sql.split())) for name, sql in rows]


def newer(path):
    build(path, 1)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


def another(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE letters (text)")


def torn(path):
    Store(path).close()
    with closing(Store(path)) as kept:
        for number in range(300):
            kept.games.add(str(number), deal("gypsy"))
    body = bytearray(path.read_bytes())
    body[8192:40960] = bytes(32768)
    path.write_bytes(body)


UNUSABLE = {
    "newer": (newer, "store_newer"), "another program's": (another, "store_foreign"),
    "a text": (lambda path: path.write_text("Lieber Opa, " * 100), "store_foreign"), "torn": (torn, "store_damaged"),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_what_is_not_ours_or_not_whole_is_left_alone(tmp_path, what):
    make, code = UNUSABLE[what]
    path = tmp_path / "games"
    make(path)
    before = path.read_bytes()
    error = refused(code, doing=lambda: Store(path))
    assert str(path) in Speaker("de").error(error)
    assert path.read_bytes() == before


def test_an_empty_file_and_missing_folders_are_no_reason_to_stop(tmp_path):
    (tmp_path / "empty").touch()
    for path in (tmp_path / "empty", tmp_path / "a" / "b" / "games"):
        with closing(Store(path)) as kept:
            assert kept.games.shelf() == []


def test_no_file_can_be_there(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "games", tmp_path):
        refused("store_no_access", doing=lambda path=path: Store(path))


def test_too_old_a_library_is_said(monkeypatch):
    monkeypatch.setattr(file, "OLDEST_SQLITE", (99, 0))
    refused("store_old_sqlite", doing=Store)


def test_a_game_that_cannot_be_played_again_harms_no_other(tmp_path):
    kept = Store(tmp_path / "games")
    for id in "ab":
        kept.games.add(id, deal("spider4", "xpat2:42"))
        happen(kept, id, kept.games.load(kept.games.kept(id)), "play", "bi")
    kept.file._db.execute("UPDATE events SET detail = 'ab1' WHERE game = 'a'")
    error = refused("store_game_broken", doing=lambda: kept.games.load(kept.games.kept("a")))
    assert error.facts["turn"] == 1
    assert kept.games.load(kept.games.kept("b")).game.ply == 1


# Time, results, settings


def test_time_never_runs_backwards_nor_faster_than_here(monkeypatch):
    now = [0]
    monkeypatch.setattr(games, "now", lambda: now[0])
    kept, course = Store(), deal()
    kept.games.add("g", course)
    #      at     told  believed
    for at, told, believed in [(10, 8.0, 8), (20, 99.0, 18), (21, 5.0, 18), (30, None, 18), (29, 20.0, 20),
                               (40, 1e300, 31), (39, 32.0, 31)]:
        now[0] = at * 1000
        assert happen(kept, "g", course, "mark", "0 x", seconds=told) == believed, at
    now[0] = 50_000
    assert kept.games.clock("g", 35.0) == 35
    assert kept.games.clock("nonsense", 35.0) is None
    assert kept.games.kept("g").seconds == 35


def result(game, how, ended, **more):
    return Result(**{"game": str(game), "variant": "spider4", "deal": "own:1", "result": how, "points": 100,
                     "scheme": "xpat2-spider", "moves": 90, "tries": 100, "undos": 5, "cheats": 0, "hints_where": 1,
                     "hints_move": 0, "hints_why": 0, "seconds": 0.0, "began": 0, "ended": ended, **more})


def test_statistics_by_hand():
    ends = ["won", "won", "lost", "won", "abandoned", "won", "won", "won"]
    played = [result(i, how, i, points=i * 100, moves=90 + i, seconds=10.0 * i) for i, how in enumerate(ends)]
    other = result("x", "lost", 99, variant="spider4:deal=any")
    first, second = statistics.summary([*played, other])
    assert (first.variant, first.played, first.won, first.lost, first.abandoned) == ("spider4", 8, 6, 1, 1)
    assert (first.streak, first.best_streak) == (3, 3)
    assert first.points == statistics.Spread(700, 350)
    assert first.moves == statistics.Spread(90, 94)
    assert first.seconds == statistics.Spread(10, 50), "a game without a clock says nothing about time"
    assert (first.total_seconds, first.undos, first.hints_where) == (280, 40, 8)
    assert (second.variant, second.played, second.streak) == ("spider4:deal=any", 1, 0)
    assert second.moves is second.seconds is None


def test_a_game_counts_once_when_it_is_won():
    kept, course = Store(), put(NEARLY)
    kept.games.add("g", course)
    assert kept.games.shelf() == []
    happen(kept, "g", course, "play", "ba1")
    happen(kept, "g", course, "undo")
    happen(kept, "g", course, "play", "ba1")
    (one,) = kept.results.all()
    assert (one.game, one.result, one.moves, one.undos, one.points) == ("g", "won", 1, 0, 990)
    assert [game.state for game in kept.games.shelf(("won",))] == ["won"]
    kept.games.remove("g", course)
    assert kept.results.all() == [one]
    kept.results.clear()
    assert kept.results.all() == []


def test_a_game_thrown_away_counts_if_it_was_under_way():
    kept = Store()
    for id in ("played", "only looked at"):
        course = deal()
        kept.games.add(id, course)
        happen(kept, id, course, *(("play", str(course.view.moves[0])) if id == "played" else ("mark", "0 x")))
        kept.games.remove(id, course)
    assert [(one.game, one.result) for one in kept.results.all()] == [("played", "abandoned")]


def test_hints_and_undos_are_counted_apart():
    kept, course = Store(), deal("spider4", "xpat2:42")
    kept.games.add("g", course)
    for kind, detail in [("hint", "where"), ("hint", "why"), ("play", "+"), ("hint", "where"), ("undo", ""),
                         ("hint", "chance"), ("end", "abandoned")]:
        happen(kept, "g", course, kind, detail)
    (one,) = kept.results.all()
    assert (one.hints_where, one.hints_move, one.hints_why, one.hints_chance) == (2, 0, 1, 1)
    assert (one.undos, one.cheats) == (1, 10)


def test_moves_of_the_machine_are_counted_whatever_becomes_of_them():
    kept, course = Store(), put(NEARLY)
    kept.games.add("g", course)
    for kind, detail in [("machine", "ba1"), ("undo", ""), ("play", "ba1")]:
        happen(kept, "g", course, kind, detail)
    (one,) = kept.results.all()
    assert (one.result, one.moves, one.tries, one.undos, one.machine) == ("won", 1, 1, 0, 1), "it won at its own move"
    assert kept.games.load(kept.games.kept("g")).counts["machine"] == 1
    assert [node.move for node in course.nodes] == ["", "ba1"], "whoever plays it, it leads to the same place"


def test_a_win_with_the_machines_help_is_no_win_of_the_players():
    """It is counted by itself, ends a row of wins, and sets no record."""
    ends = [("won", 0), ("won", 0), ("won", 30), ("won", 0), ("lost", 5)]
    played = [result(i, how, i, points=900 + i, moves=90 - i, seconds=100.0 - i, machine=machine)
              for i, (how, machine) in enumerate(ends)]
    (line,) = statistics.summary(played)
    assert (line.played, line.won, line.helped, line.lost, line.machine) == (5, 3, 1, 1, 35)
    assert (line.streak, line.best_streak) == (0, 2)
    assert line.points == statistics.Spread(903, 901)
    assert line.moves == statistics.Spread(87, 89)
    assert line.seconds == statistics.Spread(97, 99)


def test_unplayed_games_do_not_pile_up(monkeypatch):
    monkeypatch.setattr(games, "MOST_UNPLAYED", 3)
    kept = Store()
    for number in range(6):
        course = deal()
        kept.games.add(str(number), course)
        if number == 1:
            happen(kept, "1", course, "play", str(course.view.moves[0]))
    there = [id for (id,) in kept.file.read("SELECT id FROM games")]
    assert len(there) == 4
    assert {"1", "5"} <= set(there)


def test_settings():
    kept = Store()
    kept.settings.put({"language": "de", "ladder.step": 2, "sound": False, "speed": 0.5})
    kept.settings.put({"language": "en", "sound": None})
    assert kept.settings.all() == {"language": "en", "ladder.step": 2, "speed": 0.5}
    for key, value in (("Ä", 1), ("", 1), ("a" * 41, 1), ("a", "x" * 600), ("a b", 1)):
        refused("store_bad_setting", doing=lambda key=key, value=value: kept.settings.put({"x": 1, key: value}))
    refused("store_too_many_settings", doing=lambda: kept.settings.put({f"k{i}": i for i in range(101)}))
    assert len(kept.settings.all()) == 3


# To another machine and back


def full():
    """A store with a game under way, one won, one given up, and one without a number."""
    kept = Store()
    for id, course in (("open", deal("gypsy", "own:7")), ("over", deal("spider4", "xpat2:42")), ("put", put(STUCK))):
        kept.games.add(id, course)
        for number, event in enumerate(wander(course, 5, 30), 1):
            turn, course.turn = course.turn, number
            kept.games.append(id, course, event)
            course.turn = turn
    course = kept.games.load(kept.games.kept("over"))
    happen(kept, "over", course, "end", "abandoned")
    return kept


def exported(kept):
    return store.write_export(kept.games, kept.results)


def taken_in(kept, text):
    return store.take_in(kept.file, kept.results, *store.read_export(text))


def test_games_move_to_another_store():
    old, new = full(), Store()
    text = exported(old)
    assert taken_in(new, text) == (2, 1, 0, 0)
    for id in ("open", "over"):
        ours, theirs = ({**kept.games.kept(id)._asdict()} for kept in (old, new))
        assert ours == theirs
        assert facts(old.games.load(old.games.kept(id))) == facts(new.games.load(new.games.kept(id)))
        assert old.games.events(id) == new.games.events(id)
    assert old.results.all() == new.results.all()
    assert exported(new) == text
    assert taken_in(new, text) == (0, 0, 0, 3)
    assert exported(new) == text


def test_a_file_from_before_the_machine_played_is_read():
    kept, new = Store(), Store()
    course = deal()
    kept.games.add("g", course)
    happen(kept, "g", course, "play", "+")
    happen(kept, "g", course, "end", "abandoned")
    data = json.loads(exported(kept))
    data["version"] = 1
    assert data["results"][0].pop("machine") == data["results"][0].pop("hints_chance") == 0
    assert taken_in(new, json.dumps(data).encode()) == (1, 1, 0, 0)
    assert new.results.all() == kept.results.all()


def test_the_longer_course_of_a_game_is_kept():
    """Whichever of the two stores it is in; and a file that is read again brings nothing."""
    old, new = full(), Store()
    short = exported(old)
    taken_in(new, short)
    course = old.games.load(old.games.kept("open"))
    for kind, detail in ("mark", "0 later"), ("play", str(course.view.moves[0])), ("end", "abandoned"):
        happen(old, "open", course, kind, detail)
    long = exported(old)
    assert taken_in(new, long) == (0, 1, 1, 2)
    assert exported(new) == long
    assert new.games.kept("open") == old.games.kept("open")
    for text in (long, short):
        assert taken_in(new, text)[:3] == (0, 0, 0)
        assert exported(new) == long


def test_time_played_is_the_longer_of_both():
    old, new = full(), Store()
    text = exported(old)
    taken_in(new, text)
    with new.file.write() as db:
        db.execute("UPDATE games SET seconds = 50 WHERE id = 'open'")
    course = old.games.load(old.games.kept("open"))
    happen(old, "open", course, "mark", "0 later")
    taken_in(new, exported(old))
    assert new.games.kept("open").seconds == 50


def test_of_courses_that_went_apart_both_are_kept():
    old, new = full(), Store()
    taken_in(new, exported(old))
    courses = {}
    for kept, mark in ((old, "there"), (new, "here")):
        courses[mark] = kept.games.load(kept.games.kept("open"))
        happen(kept, "open", courses[mark], "mark", f"0 {mark}")
    assert taken_in(new, exported(old)) == (1, 0, 0, 2)
    happen(old, "open", courses["there"], "mark", "0 further")
    assert taken_in(new, exported(old)) == (0, 0, 1, 2), "the side course goes on, and is no third one"
    happen(new, "open", courses["here"], "mark", "0 nearer")
    assert taken_in(new, exported(old)) == (0, 0, 0, 3), "nor when ours has gone on"
    (side,) = [kept for kept in new.games.played() if kept.id not in ("open", "over")]
    assert new.games.load(side).nodes[0].mark == "further"
    assert new.games.load(new.games.kept("open")).nodes[0].mark == "nearer"
    assert taken_in(old, exported(new)) == (1, 0, 0, 3), "and the other way round"
    for one, other in ((old, new), (new, old), (old, new)):
        assert taken_in(one, exported(other))[:3] == (0, 0, 0)


def test_another_start_under_a_known_id_is_another_game():
    old, new = full(), Store()
    taken_in(new, exported(old))
    before = new.games.kept("open")
    other = json.loads(exported(old))
    game = next(game for game in other["games"] if game["id"] == "open")
    game.update(variant="spider4", deal="own:1", events=[["play", "+", 1]])
    text = json.dumps(other).encode()
    assert taken_in(new, text) == (1, 0, 0, 2)
    assert taken_in(new, text) == (0, 0, 0, 3)
    assert new.games.kept("open") == before
    assert sorted(kept.deal for kept in new.games.played()) == ["own:1", "own:7", "xpat2:42"]


def test_no_hidden_card_leaves_with_an_open_game():
    kept = full()
    text = exported(kept).decode()
    assert {game["id"] for game in json.loads(text)["games"]} == {"open", "over"}, "the one without a number stays"
    for game in json.loads(text)["games"]:
        assert game["start"] == ""
        assert all(detail == str(Move.read(detail)) for kind, detail, _ in game["events"] if kind in MOVES)


def hostile(change):
    data = json.loads(exported(full()))
    change(data)
    return json.dumps(data).encode()


def in_game(**more):
    return lambda data: data["games"][0].update(more)


def in_result(**more):
    return lambda data: data["results"][0].update(more)


NO_ACE = "simplesimon " + "/".join(["2s", *"-" * 9]) + " - AsAhAdAc"
HOSTILE = {
    "nothing": (b"", "store_import_foreign"), "no JSON": (b"{", "store_import_foreign"),
    "no UTF-8": (b"\xff" * 10, "store_import_foreign"), "a list": (b"[]", "store_import_foreign"),
    "deep": (b"[" * 1_000_000, "store_import_foreign"),
    "deep inside": (b'{"format":"kreuzspinne-games","version":1,"games":' + b"[" * 500_000, "store_import_foreign"),
    "another format": (hostile(lambda data: data.update(format="x")), "store_import_foreign"),
    "newer": (hostile(lambda data: data.update(version=3, more=[])), "store_import_newer"),
    "more keys": (hostile(lambda data: data.update(more=1)), "store_import_foreign"),
    "no games": (hostile(lambda data: data.pop("games")), "store_import_foreign"),
    "an odd id": (hostile(in_game(id="../x")), "store_import_foreign"),
    "a number as text": (hostile(in_game(began="1")), "store_import_foreign"),
    "a number too large": (hostile(in_game(began=2**70)), "store_import_foreign"),
    "time before time": (hostile(in_game(seconds=-1)), "store_import_foreign"),
    "no number": (exported(full()).replace(b'"seconds":0.0', b'"seconds":NaN'), "store_import_foreign"),
    "endless": (exported(full()).replace(b'"seconds":0.0', b'"seconds":1e999'), "store_import_foreign"),
    "an event of two": (hostile(in_game(events=[["play", "+"]])), "store_import_foreign"),
    "an illegal move": (hostile(in_game(events=[["play", "aa1", 0]])), "store_import_bad_game"),
    "an unknown event": (hostile(in_game(events=[["win", "", 0]])), "store_import_bad_game"),
    "no such variant": (hostile(in_game(variant="spyder")), "store_import_bad_game"),
    "no such deal": (hostile(in_game(deal="xpat2:x")), "store_import_bad_game"),
    "no start": (hostile(in_game(deal="")), "store_import_bad_game"),
    "a fragment": (hostile(in_game(deal="", start=NO_ACE)), "store_import_bad_game"),
    "an odd result": (hostile(in_result(result="cheated")), "store_import_foreign"),
    "an odd scheme": (hostile(in_result(scheme="golf")), "store_import_bad_result"),
    "an odd game": (hostile(in_result(variant="spider4:runs=auto")), "store_import_bad_result"),
    "a bell": (hostile(in_result(deal="\a")), "store_import_bad_result"),
    "too long": (b" " * 16_000_001, "store_import_too_long"),
    "too much work": (hostile(lambda data: data["games"][0].update(events=[["go", "0", 0]] * 500_001)),
                      "store_import_too_long"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_change_nothing(what):
    text, code = HOSTILE[what]
    kept = Store()
    error = refused(code, doing=lambda: taken_in(kept, text))
    assert all(len(Speaker(language).error(error)) < 600 for language in LANGUAGES)
    assert kept.file.read("SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM results)") == [(0,)]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_file_with_any_byte_changed_is_refused_or_true(data):
    text = bytearray(SMALL)
    text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    kept = Store()
    try:
        taken_in(kept, bytes(text))
    except StoreError:
        assert kept.games.shelf(("open", "won", "lost", "abandoned")) == []
    else:
        for game in kept.games.shelf(("open", "won", "lost", "abandoned")):
            kept.games.load(game)


SMALL = exported(full())


# Where it lies


def test_the_place_of_the_file(tmp_path, monkeypatch):
    monkeypatch.setenv("KREUZSPINNE_DATA", str(tmp_path / "mine"))
    assert place() == tmp_path / "mine"
    assert place(str(tmp_path / "other")) == tmp_path / "other"
    assert place(str(tmp_path)) == tmp_path / "kreuzspinne.sqlite"
    monkeypatch.delenv("KREUZSPINNE_DATA")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    for folder, expected in (("", ".local/share"), ("relative", ".local/share"), (str(tmp_path / "xdg"), "xdg")):
        monkeypatch.setenv("XDG_DATA_HOME", folder)
        assert place() == tmp_path / expected / "kreuzspinne" / "kreuzspinne.sqlite"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert place() == tmp_path / "Library/Application Support/Kreuzspinne/kreuzspinne.sqlite"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert place() == tmp_path / "Local/Kreuzspinne/kreuzspinne.sqlite"
