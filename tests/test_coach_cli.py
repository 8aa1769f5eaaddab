"""The coach on the command line and in the line mode."""

import io
import json
import re

import pytest

from kreuzspinne.apps.cli.plain import play
from kreuzspinne.game import Game
from kreuzspinne.i18n.coaching import LEVELS
from kreuzspinne.position import Position
from kreuzspinne.store import HINTS

START = str(Game.deal("spider4", "own:7").position)
SEEN = str(Game.deal("spider4", "own:7").position.view())
STUCK = "spider4 Ks/Ks/Kh/Kh/Kd/Kd/Kc/Kc/Ks/Ks - -"


@pytest.mark.parametrize("what", [["spider4", "--deal", "own:7"], [START], [SEEN]])
def test_hint(english, what):
    code, out, err = english("hint", *what)
    assert code == 0
    assert len(out) == 1
    move, _, sentence = out[0].partition("  ")
    assert move in [str(move) for move in Position.read(START).moves]
    assert re.fullmatch(r"Move .*\. .*\.", sentence)
    assert len(err) == (what == [START])             # hidden cards were named


def test_hint_as_data(english):
    code, out, _ = english("hint", SEEN, "--json")
    told = json.loads(out[0])
    assert (code, told["state"]) == (0, "move")
    assert told["plan"][0] == told["move"]
    assert all({"code", "facts", "text"} == reason.keys() for reason in told["reasons"])
    assert all(reason["text"] in told["text"] for reason in told["reasons"])


@pytest.mark.parametrize(("level", "keys"), [("where", {"state", "text", "columns"}),
                                             ("move", {"state", "text", "columns", "move"}),
                                             ("why", {"state", "text", "columns", "move", "plan", "reasons"})])
def test_levels_as_data(english, level, keys):
    assert json.loads(english("hint", SEEN, "--json", "--level", level)[1][0]).keys() == keys


def test_levels_are_those_that_games_count(english):
    assert LEVELS == HINTS
    for level in LEVELS:
        assert english("hint", STUCK, "--level", level)[0] == 0
    assert english("hint", STUCK, "--level", "all")[0] == 2


def test_where_names_no_move(english):
    _, out, _ = english("hint", SEEN, "--level", "where")
    assert re.fullmatch(r"Look at column [a-j]\.", out[0])


def test_a_line_for_every_position(english):
    code, out, err = english("hint", "-", data=f"{SEEN}\n\n{STUCK}\n".encode())
    assert (code, len(out)) == (0, 2)
    assert out[1] == "There is no legal move."
    assert len(err) == 1                            # the second is no whole pack


@pytest.mark.parametrize("arguments", [["nonsense"], [SEEN, "--deal", "own:7"], ["spider4 x - -"]])
def test_what_cannot_be_hinted_at(english, arguments):
    code, out, err = english("hint", *arguments)
    assert (code, out, len(err)) == (2, [], 1)


@pytest.mark.parametrize("name", ["spiderette1", "gypsy"])
def test_watch(english, name):
    """Every line is a legal step, and the last says how it ended."""
    code, out, _ = english("watch", name, "--deal", "own:3", "--json")
    *steps, end = map(json.loads, out)
    game = Game.deal(name, "own:3")
    for number, told in enumerate(steps, 1):
        assert told["number"] == number
        assert str(game.play(told["move"])) == told["step"]
    assert (code, end["moves"], end["deal"]) == (0, len(steps), "own:3")
    assert end["result"] == "win" if game.position.is_won else end["result"] in ("lost", "*")


def test_watch_in_words(english):
    _, out, _ = english("watch", "spiderette1", "--deal", "own:3")
    assert all(re.match(rf"{number}\. \S+  [A-Z]", line) for number, line in enumerate(out[:-1], 1))
    assert out[-1].startswith(f"Deal own:3, {len(out) - 1} moves.")


def typed(language, *lines, deal="own:7"):
    written = io.StringIO()
    play(Game.deal("spider4", deal), language, read=io.StringIO("\n".join(lines)), write=written)
    return written.getvalue()


@pytest.mark.parametrize(("language", "word", "said"), [("en", "hint", "bf1: Move the nine of spades from column b"),
                                                        ("de", "tipp", "bf1: Lege die Pik-Neun aus Spalte b")])
def test_hint_in_the_line_mode(language, word, said):
    assert said in typed(language, word)


def test_a_legal_move_is_warned_of_when_asked():
    assert "before you deal" in typed("en", "why +")
    assert "before you deal" not in typed("en", "+")
