"""Studies: what many deals say, told by the command line and kept as records."""

import json
import re

import pytest

from kreuzspinne import record
from kreuzspinne.apps.cli import main
from kreuzspinne.game import start_position
from kreuzspinne.player.interval import wilson
from kreuzspinne.study.play import Tally, play_all

FEW = ["study", "play", "spider1", "--deals", "own:1-3", "--effort", "20"]


@pytest.mark.parametrize(("won", "played", "low", "high"), [
    (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (149, 306, 0.4314, 0.5427), (1, 1, 0.2065, 1.0), (0, 0, 0.0, 1.0),
])
def test_wilsons_interval(won, played, low, high):
    """Reference values from the formula in Wilson 1927, worked by hand."""
    assert wilson(won, played) == pytest.approx((low, high), abs=5e-4)


def test_a_study_counts_wins_that_the_engine_has_replayed(capsys, tmp_path):
    assert main([*FEW, "--json", "--records", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    records = [record.read(path.read_text()) for path in sorted(tmp_path.iterdir())]
    games = [record.replay(one) for one in records]
    assert [one.tags["Deal"] for one in records] == ["own:1", "own:2", "own:3"]
    assert found["won"] == sum(game.position.is_won for game in games) > 0
    assert found["played"] == 3
    assert found["rate"] == found["won"] / 3
    assert (found["low"], found["high"]) == tuple(wilson(found["won"], 3))
    assert all(game.cheats == 0 for game in games)


@pytest.mark.parametrize(("language", "words"), [("en", "won . of 3"), ("de", "von 3 gewonnen")])
def test_a_study_speaks_both_languages(capsys, language, words):
    assert main([*FEW, "--lang", language]) == 0
    assert re.search(words, capsys.readouterr().out)


def test_games_that_are_not_won_are_counted_too():
    tally = Tally()
    for outing in play_all([("own:1", start_position("spider4", "own", "1"))], effort=8):
        tally = tally.add(outing)
        assert outing.won == outing.game.position.is_won
    assert tally.played == 1


@pytest.mark.parametrize("arguments", [
    ["--deals", "own:9-1"], ["--deals", "nonsense"], ["--deals", "own:1-2", "--effort", "0"],
    ["--deals", "own:1-2", "--records", "/there/is/no/such/folder"], [],
])
def test_bad_input_is_one_sentence(capsys, arguments):
    assert main(["study", "play", "spider1", *arguments]) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert len(heard.err.splitlines()) == 1
