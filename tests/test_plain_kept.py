"""The line mode and the store: each move is kept before it is told, and games and results are the page's too."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from kreuzspinne.apps.cli import main, plain
from kreuzspinne.apps.cli.plain_keeping import StoreKeeper
from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES
from kreuzspinne.position import Position
from kreuzspinne.store import Course, Event, Store

SOURCES = Path(plain.__file__).parents[3]
NEARLY = "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - AsAsAsAsAsAsAs"
"""One move wins."""


@pytest.fixture
def store():
    return Store()


def talk(store, game, *lines, language="en"):
    """What is said after the greeting, to the end of the input."""
    write = StringIO()
    assert plain.play(game, language, read=StringIO("\n".join(lines)), write=write, keeper=StoreKeeper(store)) == 0
    return write.getvalue().splitlines()[1:]


def spider():
    return Game.deal("spider4", "xpat2:42")


def score_in(said):
    return next(line for line in reversed(said) if line.startswith("Score "))


def test_whoever_names_no_game_goes_on_with_the_last(store):
    talk(store, spider(), "bi", "+", "undo", "quit")
    said = talk(store, None, "score", "redo", "quit")
    assert said[0] == "Your last game goes on here; new begins another one."
    assert said[1] == "Spider, deal xpat2:42. Played so far: 1 move."
    assert "Score 12 of 990, 1 move. Cheats: 10." in said
    assert said[-2:] == ["Goodbye.", "The game is kept: `kreuzspinne play` goes on with it."]
    assert [kept.ply for kept in store.games.shelf()] == [2]


def test_nothing_unfinished_is_a_new_spider(store):
    assert talk(store, None, "quit")[0].startswith("Spider, deal own:")


def test_whoever_names_a_game_is_told_of_those_that_wait(store):
    talk(store, spider(), "bi")
    talk(store, Game.deal("gypsy", "own:1"), "+")
    said = talk(store, Game.deal("spider1", "own:1"), "previous", "previous", "previous")
    assert said[0] == "2 unfinished games are waiting: previous brings the last one back."
    assert [line for line in said if ", deal " in line] == [
        "Spider, one suit, deal own:1.", "Gypsy, deal own:1. Played so far: 1 move.",
        "Spider, deal xpat2:42. Played so far: 1 move.", "Gypsy, deal own:1. Played so far: 1 move."]


def test_every_kind_of_change_is_kept(store):
    lines = ["bi", "+", "undo", "redo", "u 2", "restart", "bi", "ed", "restart", "undo", "new gypsy own:5", "+"]
    talk(store, spider(), *lines)
    model = spider()
    for do in (lambda: model.play("bi"), lambda: model.play("+"), model.undo, model.redo, model.undo, model.undo,
               lambda: model.play("bi"), lambda: model.play("ed"), model.restart, model.undo):
        do()
    gypsy, kept = sorted(store.games.shelf(), key=lambda kept: kept.variant)
    game = store.games.load(kept).game
    assert (game.position, game.ply, game.tries, game.cheats) == (model.position, model.ply, model.tries, model.cheats)
    assert (gypsy.variant, gypsy.deal, gypsy.ply) == ("gypsy", "own:5", 1)


def test_a_win_counts_once(store):
    talk(store, Game(Position.read(NEARLY, fragment=True)), "ba", "undo", "ba", "quit")
    (result,) = store.results.all()
    assert (result.result, result.moves, result.points) == ("won", 1, 990)
    assert talk(store, None, "quit")[0].startswith("Spider, deal own:"), "a game that is won does not wait"


def test_resigning_is_asked_for_once_and_counts(store):
    said = talk(store, spider(), "bi", "resign", "resign", "undo", "resign", "resign", "quit")
    assert "Resigning ends this game, and it counts in the statistics. Type resign again to do it." in said
    assert said.count("You resigned. The game is in the statistics; new deals another one.") == 1
    assert said.count("This game has ended; begin a new one, or the same deal again.") == 3
    assert said[-1] == "Goodbye.", "nothing is there to go on with"
    assert [result.result for result in store.results.all()] == ["abandoned"]
    assert store.games.shelf() == []


def test_quitting_asks_nothing_where_everything_is_kept(store):
    assert talk(store, spider(), "bi", "quit")[-2] == "Goodbye."


def test_a_game_from_a_file_stays_in_its_file(store, tmp_path):
    talk(store, spider(), "bi", f"save {tmp_path / 'game'}", "quit")
    said = talk(store, Game.deal("gypsy", "own:1"), f"load {tmp_path / 'game'}", "+", "resign", "resign", "quit")
    assert "This game comes from a file and counts in no statistics." in said
    assert [kept.ply for kept in store.games.shelf()] == [1]
    assert f"Saved: 2 moves in {tmp_path / 'game'}." in said


def test_what_the_page_did_meanwhile_is_not_overwritten(tmp_path):
    with closing(Store(tmp_path / "games")) as ours, closing(Store(tmp_path / "games")) as page:

        class Lines(StringIO):
            """The page plays between two lines."""

            def readline(self, size=-1):
                line = super().readline(size)
                if line == "page\n":
                    (kept,) = page.games.shelf()
                    course = page.games.load(kept)
                    page.games.append(kept.id, course, course.apply(Event("play", "+")))
                    return self.readline(size)
                return line

        write = StringIO()
        plain.play(spider(), "en", read=Lines("bi\npage\ned\nscore\nundo\nquit\n"), write=write,
                   keeper=StoreKeeper(ours))
        said = write.getvalue().splitlines()
        assert "The game has been changed or thrown away elsewhere meanwhile." in said
        assert score_in(said).endswith("2 moves.")
        (kept,) = page.games.shelf()
        assert (kept.ply, kept.turn) == (1, 3)


def test_a_game_that_was_thrown_away_meanwhile_is_said(store):
    class Lines(StringIO):
        def readline(self, size=-1):
            line = super().readline(size)
            if line == "page\n":
                (kept,) = store.games.shelf()
                store.games.remove(kept.id, store.games.load(kept))
                return self.readline(size)
            return line

    write = StringIO()
    plain.play(spider(), "en", read=Lines("bi\npage\ned\nquit\n"), write=write, keeper=StoreKeeper(store))
    assert "The game has been changed or thrown away elsewhere meanwhile." in write.getvalue().splitlines()


def test_a_broken_game_keeps_nobody_from_the_others(store):
    talk(store, spider(), "bi")
    talk(store, Game.deal("gypsy", "own:1"), "+")
    with store.file.write() as db:
        db.execute("UPDATE events SET detail = 'aa1' WHERE game IN (SELECT id FROM games WHERE variant = 'gypsy')")
    assert talk(store, None, "quit")[1].startswith("Spider, deal xpat2:42.")


@pytest.mark.skipif(os.name == "nt", reason="kills as Unix does")
@pytest.mark.parametrize("moves", [["bi"], ["bi", "+", "undo", "ed"]])
def test_a_kill_in_the_middle_loses_nothing_that_was_told(tmp_path, moves):
    file = tmp_path / "games"
    command = [sys.executable, "-m", "kreuzspinne", "play", "--plain", "--lang", "en", "--data", str(file)]
    own = {**os.environ, "PYTHONPATH": str(SOURCES)}
    with subprocess.Popen([*command, "spider4", "--deal", "xpat2:42"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, env=own) as child:
        child.stdin.write("\n".join([*moves, "score", ""]))
        child.stdin.flush()
        told = next(line for line in child.stdout if line.startswith("Score "))
        child.send_signal(signal.SIGKILL)
    done = subprocess.run(command, input="score\nquit\n", capture_output=True, text=True, env=own, timeout=60)
    assert told in done.stdout.splitlines(keepends=True)
    assert done.returncode == 0


# Statistics


def run(capsys, *arguments):
    capsys.readouterr()
    assert main([*arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_are_those_of_the_store(capsys, tmp_path, language):
    file = str(tmp_path / "games")
    nothing = {"en": "No game has ended yet.", "de": "Noch kein Spiel ist zu Ende gegangen."}[language]
    Store(Path(file)).close()
    assert run(capsys, "stats", "--data", file, "--lang", language) == [nothing]
    assert run(capsys, "stats", "--data", file, "--json") == []
    with closing(Store(Path(file))) as kept:
        talk(kept, Game(Position.read(NEARLY, fragment=True)), "ba")
        talk(kept, spider(), "bi", "resign", "resign")
    expected = {"en": "Spider: 2 played, 1 won, 0 lost, 1 abandoned; streak 0, longest 1; best score 990.",
                "de": "Spider: 2 gespielt, 1 gewonnen, 0 verloren, 1 aufgegeben; Serie 0, längste 1; "
                      "beste Punktzahl 990."}
    assert run(capsys, "stats", "--data", file, "--lang", language) == [expected[language]]
    (line,) = run(capsys, "stats", "--data", file, "--json")
    assert {name: json.loads(line)[name] for name in ("variant", "played", "won", "best_streak")} == {
        "variant": "spider4", "played": 2, "won": 1, "best_streak": 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_wins_with_the_machines_moves_are_told_apart(capsys, tmp_path, language):
    with closing(Store(tmp_path / "games")) as kept:
        course = Course(Game(Position.read(NEARLY, fragment=True)))
        kept.games.add("g", course)
        kept.games.append("g", course, course.apply(Event("machine", "ba1")), ends=True)
    (line,) = run(capsys, "stats", "--data", str(tmp_path / "games"), "--lang", language)
    assert line.startswith({"en": "Spider: 1 played, 0 won,", "de": "Spider: 1 gespielt, 0 gewonnen,"}[language])
    assert line.endswith({"en": "Won with moves that were played for you: 1.",
                          "de": "Mit Zügen, die für dich gespielt wurden, gewonnen: 1."}[language])


def test_a_file_that_is_not_ours_is_refused(capsys, tmp_path):
    file = tmp_path / "letter"
    file.write_text("Dear Ada,\n" * 100)
    for verb in ("play", "stats"):
        assert main([verb, "--data", str(file)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert file.read_text() == "Dear Ada,\n" * 100


def test_without_a_file_there_is_play_all_the_same(tmp_path, monkeypatch, capsys):
    """Unless a file was asked for by name: then nothing else will do."""
    (tmp_path / "taken").write_text("by something else")
    monkeypatch.setattr(sys, "stdin", StringIO("score\nquit\n"))
    monkeypatch.setenv("KREUZSPINNE_DATA", str(tmp_path / "taken"))
    for language, sentence in (("en", "nothing of it is kept"), ("de", "bleibt nichts davon")):
        sys.stdin.seek(0)
        assert main(["--lang", language, "play", "spider4", "--deal", "xpat2:42", "--plain"]) == 0
        out, err = capsys.readouterr()
        assert "xpat2:42" in out
        assert sentence in err
    assert main(["play", "spider4", "--plain", "--data", str(tmp_path / "taken")]) == 2
    assert (tmp_path / "taken").read_text() == "by something else"
