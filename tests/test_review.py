"""Looking back on a finished game: what was known counts and nothing else; what stands out from chance is told."""

import json
import random

import pytest
from test_player import reachable

from kreuzspinne import record
from kreuzspinne.apps.web.other_process import OtherProcess
from kreuzspinne.errors import KreuzspinneError
from kreuzspinne.game import Game
from kreuzspinne.i18n.looking_back import Reviewer
from kreuzspinne.notation import Move
from kreuzspinne.player import belief
from kreuzspinne.player.belief import Belief
from kreuzspinne.player.chance import CERTAIN, HOPELESS, Chance, Difference
from kreuzspinne.player.choose import choose
from kreuzspinne.player.coach.messages import (
    read_belief,
    read_chance,
    read_decision,
    read_review,
    write_belief,
    write_decision,
    write_review,
)
from kreuzspinne.player.coach.moments import Moment, Review, decisions
from kreuzspinne.player.coach.review import review
from kreuzspinne.position import Position
from kreuzspinne.store import Course, Event
from kreuzspinne.store.looking_back import decisions_of

QUICK = {"games": 100, "effort": 8}
OPEN_TABLE = ("spiderette4:space=none KsQsJsTs9s8s7s6s5s/KhQhJhTh9h8h7h6h5h/As/4h/4s2s/3s2hAh/3h - AdAc")


def blunder():
    """Whoever deals every row at once buries what could have been turned."""
    game = Game.deal("spiderette1", "own:1")
    for _ in range(3):
        game.play("+")
    return game


def played_well(name, deal, most=400):
    game = Game.deal(name, deal)
    while (plan := choose(game.position.view(), effort=120).plan) and game.ply < most:
        for move in plan:
            game.play(move)
    return game


# What is found.

def test_a_blunder_is_found_with_what_was_better():
    made = decisions(blunder(), given_up=True)
    found = review(made, **QUICK)
    first = next(moment for moment in found.moments if moment.ply == 0)
    assert first.played == (Move.read("+"),)
    assert not first.better[-1].is_deal
    assert first.before.share > first.after.share
    assert 0 < first.loss.interval.low < first.loss.share < first.loss.interval.high
    assert first.reasons
    assert first.view == Game.deal("spiderette1", "own:1").position.view()
    assert (found.decisions, found.end.games) == (3, 100)
    assert [moment.loss.share for moment in found.moments] == sorted(
        (moment.loss.share for moment in found.moments), reverse=True)


def test_who_plays_as_the_player_does_has_lost_nothing():
    game = played_well("spiderette1", "own:2")
    found = review(decisions(game, given_up=True), games=10, effort=8)
    assert found.moments == ()
    assert found.doubted == 0 < found.decisions


def test_what_does_not_stand_out_from_chance_is_not_told():
    """With so few games, nothing can."""
    assert review(decisions(blunder(), given_up=True), games=4, effort=8).moments == ()


def test_the_same_seed_gives_the_same_review():
    made = decisions(blunder(), given_up=True)
    assert review(made, games=12, effort=6, seed=5) == review(made, games=12, effort=6, seed=5)


@pytest.mark.parametrize("before", [[], ["db"]])
def test_where_all_is_known_the_losing_move_is_proven(before):
    game = Game(Position.read(OPEN_TABLE))
    for move in [*before, "eg"]:
        game.play(move)
    found = review(decisions(game, given_up=True), **QUICK)
    assert [(moment.ply, moment.before, moment.after) for moment in found.moments] == [
        (len(before), CERTAIN, HOPELESS)]
    assert found.moments[0].loss == Difference(1, 0, 1, is_proven=True)
    assert found.moments[0].better[0] != Move.read("eg1")
    assert found.end == HOPELESS


def test_a_game_given_up_too_early_has_a_chance_left():
    game = Game(Position.read(OPEN_TABLE))
    found = review(decisions(game, given_up=True), **QUICK)
    assert (found.moments, found.end) == ((), CERTAIN)


def test_it_can_be_watched_and_stopped():
    made, told = decisions(blunder(), given_up=True), []
    assert review(made, games=8, effort=6, progress=lambda *how_far: told.append(how_far))
    assert [done for done, _ in told] == list(range(1, told[-1][0] + 1))
    assert {total for _, total in told} == {told[-1][0]}
    assert review(made, games=8, effort=6, stop=lambda: True) is None


# What it may not depend on.

def other_cards(game, plies):
    """A game with the same moves, where everything that its player had not seen after `plies` moves lies otherwise."""
    line = [game.start]
    for step in game.steps:
        line.append(line[-1].after(step.move))
    seen = belief.of_positions(game.start, line[:plies + 1])
    other = Game(seen.sample(random.Random(plies)))
    for step in game.steps[:plies]:
        other.play(step.move)
    return other


def test_hidden_cards_change_no_review():
    game = blunder()
    other = other_cards(game, game.ply)
    assert other.position != game.position
    settings = {"games": 12, "effort": 6}
    assert review(decisions(other, given_up=True), **settings) == review(decisions(game, given_up=True), **settings)


def test_no_decision_knows_what_came_to_light_later():
    game = played_well("spider2", "own:3", most=60)
    made = decisions(game, given_up=True)
    assert len(made) > 10
    for number, decision in enumerate(made):
        earlier = decisions(other_cards(game, decision.ply), given_up=True)
        assert write_belief(earlier[number].belief) == write_belief(decision.belief)


def test_no_table_can_be_reached_from_decisions():
    game = blunder()
    objects = list(reachable([decisions(game, given_up=True)]))
    assert not any(isinstance(one, Position) for one in objects)
    tables = [one for one in objects if isinstance(one, bytes | bytearray)]
    assert tables
    assert not any(game.start.hidden[:8] in one for one in tables)


def test_rearranging_is_no_decision():
    game = Game.deal("spider4", "own:7")
    for move in ("fb", "bf", "bf", "+"):
        try:
            game.play(move)
        except KreuzspinneError:
            continue
    made = decisions(game, given_up=True)
    assert [move for one in made for move in one.played] == [step.move for step in game.steps]
    for one in made[:-1]:
        assert all(not step.revealed for step in game.steps[one.ply:one.ply + len(one.played) - 1])
        assert game.steps[one.ply + len(one.played) - 1].revealed


@pytest.mark.parametrize("name", ["spider4", "gypsy", "spiderette1"])
def test_open_games_are_not_looked_back_on(name):
    with pytest.raises(KreuzspinneError, match="review_of_open_game"):
        decisions(Game.deal(name, "own:1"))
    with pytest.raises(KreuzspinneError, match="review_of_open_game"):
        decisions_of(Course(Game.deal(name, "own:1")))


# What other lines had shown.

def course(*events):
    made = Course(Game.deal("spider4", "xpat2:42"))
    for event in events:
        made.apply(Event(*event))
    return made


def test_what_an_undo_had_shown_is_known():
    shown = Game.deal("spider4", "xpat2:42").play("bi").cards[0]
    made = decisions_of(course(("play", "bi"), ("undo",), ("play", "ed"), ("end", "abandoned")))
    assert list(made[0].belief.known.values()) == [shown]
    assert made[0].played == (Move.read("ed1"),)
    made = decisions_of(course(("play", "ed"), ("undo",), ("play", "bi"), ("undo",), ("redo",), ("end", "abandoned")))
    assert len(made[0].belief.known) == 1


def test_what_was_seen_only_later_is_not_known_before():
    made = decisions_of(course(("play", "ed"), ("undo",), ("play", "bi"), ("go", "1"), ("end", "abandoned")))
    assert [len(one.belief.known) for one in made] == [0, 1]


def test_the_line_ends_with_the_first_win():
    made = Course(Game(Position.read("spiderette4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - AhAdAc")))
    for event in (("play", "bc"), ("play", "ca"), ("undo",)):
        made.apply(Event(*event))
    assert [one.played for one in decisions_of(made)] == [(Move.read("bc1"),), (Move.read("ca1"),)]


# As JSON.

def test_everything_can_be_written_and_read():
    found = Review((Moment(3, Game.deal("gypsy", "own:1").position.view(), (Move.read("+"),), (Move.read("ab1"),),
                           Chance(5, 9), Chance(1, 9), Difference(4, 0, 9)),), 7, 2, CERTAIN)
    for one in (found, found._replace(end=None), review(decisions(blunder(), given_up=True), games=20, effort=6)):
        assert read_review(json.loads(json.dumps(write_review(one)))) == one
    made = decisions_of(course(("play", "bi"), ("play", "+"), ("go", "0"), ("play", "ed"), ("end", "abandoned")))
    again = read_decision(json.loads(json.dumps(write_decision(made[0]))))
    assert (again.ply, again.view, again.played) == (made[0].ply, made[0].view, made[0].played)
    assert again.belief.known == made[0].belief.known
    assert len(again.belief.known) == 11


@pytest.fixture(scope="module")
def worker():
    process = OtherProcess("kreuzspinne.player.coach.worker")
    yield process
    process.close()


def told(worker, question):
    """All that is told to a question; the last is its answer."""
    found = []
    for one in worker.answers(question):
        found.append(one)
        if not {"progress", "is_compiled"} & set(one):
            break
    return found


def last(worker, question):
    """What a question is answered."""
    return told(worker, question)[-1]


def test_the_worker_answers_as_the_player_does(worker):
    view = Game.deal("spiderette1", "own:1").position.view()
    answer = last(worker, {"chance": write_belief(Belief(view)), "games": 5, "effort": 6, "seed": 3})
    from kreuzspinne.player.chance import chance

    assert read_chance(answer["chance"]) == chance(view, games=5, effort=6, seed=3)
    assert read_belief({"view": str(view)}).known == {}
    made = decisions(blunder(), given_up=True)
    answer = last(worker, {"review": [write_decision(one) for one in made], "games": 8, "effort": 6})
    assert read_review(answer["review"]) == review(made, games=8, effort=6)
    assert last(worker, {"view": str(view)})["plan"]


def test_the_worker_tells_first_whether_it_must_be_compiled(worker):
    """After a look back there is nothing left to be compiled for the next one."""
    question = {"review": [write_decision(one) for one in decisions(blunder(), given_up=True)], "games": 4, "effort": 4}
    assert type(told(worker, question)[0]["is_compiled"]) is bool
    assert told(worker, question)[0] == {"is_compiled": True}


def test_the_worker_can_be_stopped_and_goes_on(worker):
    view = str(Game.deal("spider4", "own:1").position.view())
    answers = worker.answers({"chance": {"view": view}, "games": 10**9})
    assert "progress" in next(answers)
    worker.tell({"stop": True})
    assert next(answer for answer in answers if "progress" not in answer) == {"stopped": True}
    assert last(worker, {"view": view})["plan"]


def test_the_worker_tells_what_is_wrong(worker):
    answer = last(worker, {"chance": {"view": "spiderette4 Ks/-/-/-/-/-/- - -"}})
    assert answer == {"error": "chance_of_fragment", "facts": {"hidden": 0, "missing": 51}}


# In words.

TOLD = Review((Moment(
    2, Game.deal("spiderette1", "own:1").position.view(), (Move.read("+"),), (Move.read("ab1"), Move.read("dc1")),
    Chance(80, 100), Chance(40, 100), Difference(44, 4, 100)),), 9, 4, Chance(10, 100))


@pytest.mark.parametrize(("language", "words"), [
    ("en", ["Move 3: you played +; ab1 dc1 was better.", "about 80 of 100 games", "40 (the difference is 40",
            "No other decision", "still win about 10 of 100 games (6–17)", "9 decisions; in 4"]),
    ("de", ["Zug 3: Du hast + gespielt; besser war ab1 dc1.", "etwa 80 von 100", "40 (der Unterschied ist 40",
            "Keine andere Entscheidung", "noch etwa 10 von 100 Spielen gewonnen (6–17)", "9 Entscheidungen; bei 4"])])
def test_a_review_in_words(language, words):
    told = " ".join(Reviewer(TOLD.moments[0].view.variant, language, letters=True).review(TOLD))
    for part in words:
        assert part in told


@pytest.mark.parametrize(("language", "chance", "words"), [
    ("en", Chance(34, 100), "about 34 of 100 (25–44)"), ("de", Chance(34, 100), "etwa 34 von 100 (25–44)"),
    ("en", CERTAIN, "for certain"), ("de", CERTAIN, "100 von 100"), ("en", HOPELESS, "none"), ("de", HOPELESS, "keine"),
])
def test_a_chance_in_words(language, chance, words):
    assert words in Reviewer(TOLD.moments[0].view.variant, language).chance(chance)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_ending_has_its_sentence(language):
    reviewer = Reviewer(TOLD.moments[0].view.variant, language)
    proven = TOLD.moments[0]._replace(loss=Difference(1, 0, 1, is_proven=True), better=(Move.read("ab1"),) * 20)
    told = [reviewer.review(TOLD._replace(end=end, moments=moments))
            for end in (CERTAIN, HOPELESS, Chance(1, 3), None) for moments in ((), (proven,), (proven,) * 3)]
    assert [len(one) for one in told] == [3, 4, 5, 3, 4, 5, 3, 4, 5, 2, 3, 4]
    assert len({tuple(one) for one in told}) == len(told)
    assert "ab1 …" in told[1][0]


# On the command line.

def written(game, result="*"):
    return record.write(record.of_game(game)._replace(result=result)).encode()


def test_review_of_a_record(english, tmp_path):
    (tmp_path / "game.txt").write_bytes(written(blunder()))
    code, out, err = english("review", str(tmp_path / "game.txt"), "--given-up", "--effort", "8")
    assert (code, err) == (0, [])
    assert any(line.startswith("Move 1: you played +; ") for line in out)
    assert out[-1].startswith("3 decisions")


def test_review_as_data_from_standard_input(english):
    code, out, err = english("review", "-", "--json", "--games", "6", "--effort", "6", data=written(blunder(), "lost"))
    told = json.loads(out[0])
    assert (code, err) == (0, [])
    assert read_review(told) == review(decisions(blunder(), given_up=True), games=6, effort=6)
    assert told["text"]


@pytest.mark.parametrize(("arguments", "data", "expected"), [
    (["-"], written(blunder()), 2), (["-"], b"nonsense", 1), (["no such file"], b"", 2), ([], b"", 2),
    (["-", "--games", "0"], b"", 2),
], ids=["open", "no record", "no file", "nothing", "no games"])
def test_what_cannot_be_looked_back_on(english, arguments, data, expected):
    code, out, err = english("review", *arguments, data=data)
    assert (code, out, len(err)) == (expected, [], 1)


def test_hint_with_its_chance(english):
    view = str(Game.deal("spiderette1", "own:1").position.view())
    code, out, _ = english("hint", view, "--chance")
    assert (code, len(out)) == (0, 2)
    assert out[1].startswith("Chance to win: about ")
    told = json.loads(english("hint", view, "--chance", "--json", "--level", "where")[1][0])
    assert read_chance(told["chance"]).games == 100
    assert "chance" not in json.loads(english("hint", view, "--json")[1][0])


def test_hint_has_no_chance_for_a_fragment(english):
    code, out, err = english("hint", "spider4 Ks/Ks/Kh/Kh/Kd/Kd/Kc/Kc/Ks/Ks - -", "--chance")
    assert (code, out) == (2, [])
    assert len(err) == 2                            # the first says that the pack is not whole
