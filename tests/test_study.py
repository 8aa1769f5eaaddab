"""Studies: what many deals say, told by the command line and kept as records."""

import json
import re

import pytest

from kreuzspinne import record
from kreuzspinne.apps.cli import main
from kreuzspinne.game import start_position
from kreuzspinne.player.chance import Chance
from kreuzspinne.player.interval import wilson
from kreuzspinne.player.worlds import Finisher
from kreuzspinne.study.calibration import Bin, Forecast, bins, brier, forecast, forecasts, summary
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


# Do chances come true?

CHANCES = ["study", "chance", "spiderette1", "--deals", "own:1-12", "--effort", "6", "--games", "8"]


def told(wins, won, games=10):
    return Forecast(Chance(wins, games), won)


def test_forecasts_are_counted_by_what_they_said():
    found = bins([told(1, True), told(1, False), told(0, False), told(10, True), told(9, True)])
    assert found == [Bin(0.0, 0.1, 0.0, 1, 0), Bin(0.1, 0.2, 0.1, 2, 1), Bin(0.9, 1.0, 0.95, 2, 2)]
    assert found[1].interval == wilson(1, 2)
    assert bins([]) == []


def test_scores():
    assert brier([0.8, 0.1], [True, False]) == pytest.approx((0.04 + 0.01) / 2)
    found = summary([told(8, True), told(1, False), told(3, True), told(2, False)])
    assert (found.positions, found.won) == (4, 2)
    assert found.expected == pytest.approx(1.4)
    assert found.brier == pytest.approx((0.04 + 0.01 + 0.49 + 0.04) / 4)
    assert found.brier_of_rate == 0.25
    assert summary([]) == (0, 0, 0, 0, 0)


def test_a_chance_is_told_before_the_game_goes_on(monkeypatch):
    """What becomes of the game is found by playing the true cards, once, and changes nothing of what was told."""
    start = ("own:8", start_position("spider1", "own", "8"))
    played = []
    monkeypatch.setattr(Finisher, "wins", lambda _, position: played.append(position) or len(played) % 2 > 0)
    made = forecast(start, effort=6, games=10)
    assert (made.chance, made.won) == (Chance(5, 10), True)
    assert sorted(played[-1].hidden) == sorted(played[0].hidden)
    assert all(world.view() == played[-1].view() for world in played)
    assert played[-1] not in played[:-1]


def test_deals_that_end_too_early_are_left_out():
    starts = [(f"own:{number}", start_position("spiderette4", "own", str(number))) for number in range(12)]
    assert 0 < len(list(forecasts(starts, effort=6, games=1))) < 12


def test_a_study_of_chances_as_data(capsys):
    assert main([*CHANCES, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positions"] == sum(tenth["positions"] for tenth in found["bins"]) > 0
    assert found["won"] == sum(tenth["won"] for tenth in found["bins"])
    assert found["games"] == 8


@pytest.mark.parametrize(("language", "words"), [("en", "were to be expected"), ("de", "Siege waren zu erwarten")])
def test_a_study_of_chances_speaks_both_languages(capsys, language, words):
    assert main([*CHANCES, "--lang", language]) == 0
    assert words in capsys.readouterr().out


def test_chances_leave_no_records(capsys, tmp_path):
    assert main([*CHANCES, "--records", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
