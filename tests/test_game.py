"""A game's own account: what was played, what was taken back, what was counted."""

import random

import pytest
from duel import late_position
from tables import board, play_on, run

from kreuzspinne import deals, variants
from kreuzspinne.errors import DealError, IllegalMove, KreuzspinneError, NotationError, VariantError
from kreuzspinne.game import Game, start_position
from kreuzspinne.notation import Move, Step
from kreuzspinne.position import Position
from kreuzspinne.variants import VARIANTS

every_game = pytest.mark.parametrize("name", VARIANTS)


def state(game):
    """All that a game says of itself."""
    return (game.start, game.position, game.ply, list(game.steps), list(game.undone), game.can_undo, game.can_redo,
            game.cheats, game.tries, game.deal_name)


# --- new games

@pytest.mark.parametrize(("deal", "name"), [("xpat2:42", "xpat2:42"), ("XPat2: 0042", "xpat2:42"), ("7", "own:7"),
                                            ("own:hello world", "own:hello world"), ("pysol:MS07", "pysol:ms7")])
def test_a_game_knows_its_deal_by_its_canonical_name(deal, name):
    game = Game.deal("spider4", deal)
    assert game.deal_name == name
    source, number = deals.read(deal)
    assert game.start == game.position == start_position("spider4", source, number)
    assert Game.deal("spider4", name).start == game.start


def test_a_game_without_a_number_is_a_new_one():
    games = [Game.deal("spider4") for _ in range(5)]
    assert len({game.deal_name for game in games}) == 5
    assert len({game.start for game in games}) == 5


def test_what_cannot_be_dealt():
    with pytest.raises(VariantError):
        Game.deal("whist", "own:1")
    with pytest.raises(DealError):
        Game.deal("spider4", "golf:1")
    with pytest.raises(DealError):
        Game.deal("mrsmop", "xpat2:1")


def test_a_game_may_begin_anywhere():
    game = Game(board("spider4", {"a": "9s", "b": "Ts"}))
    assert game.deal_name == ""
    assert str(game.play("ab")) == "ab1"


@every_game
def test_switches_change_no_deal(name):
    variant = VARIANTS[name]
    for source in deals.SOURCES:
        if name in deals.games(source):
            usual = start_position(name, source, "3")
            changed = start_position(f"{name}:space=none", source, "3")
            assert changed.table == usual.table
            assert usual.variant == variant


# --- refusals change nothing

@every_game
def test_a_refused_move_changes_nothing(name):
    game = play_on(Game.deal(name, "own:1"), 10, 1)
    if game.can_undo:
        game.undo()
    before, legal = state(game), {str(move) for move in game.position.moves}
    texts = [f"{a}{b}{count}" for a in "abo" for b in "bco" for count in ("", 1, 2, 14)]
    for text in [*texts, "+", "a^", "^Asa", "^Kca", "", "x", "ab0", "a b", "++"]:
        try:
            position = game.position.play(text)
        except KreuzspinneError as error:
            with pytest.raises(type(error), match=error.code):
                game.play(text)
            assert state(game) == before
        else:
            assert text in legal or str(game.position.find(text)) in legal
            assert position != game.position


def test_undo_and_redo_of_nothing_change_nothing():
    game = Game.deal("spider4", "xpat2:42")
    before = state(game)
    for change in (game.undo, game.redo):
        with pytest.raises(IllegalMove):
            change()
        assert state(game) == before
    game.restart()
    assert state(game) == before


# --- a model beside the game

class Model:
    """What a game should do, with nothing but lists."""

    def __init__(self, start):
        self.line, self.steps, self.ply, self.restarted = [start], [], 0, 0
        self.cheats = self.tries = 0

    def play(self, move):
        step, after = self.line[self.ply].advance(move)
        self.line[self.ply + 1:], self.steps[self.ply:] = [after], [step]
        self.ply, self.restarted, self.tries = self.ply + 1, 0, self.tries + 1

    def go(self, ply):
        self.cheats += self.hidden(ply) - self.hidden(self.ply)
        self.ply, self.restarted = ply, 0

    def back(self):
        self.go(self.ply - 1)
        self.tries += 1

    def forward(self):
        self.go(self.ply + 1)
        self.tries += 1

    def undo(self):
        if self.ply:
            self.back()
        else:
            self.go(self.restarted)

    def restart(self):
        if self.ply:
            played = self.ply
            self.go(0)
            self.restarted = played

    def hidden(self, ply):
        return len(self.line[ply].hidden)


@every_game
def test_a_game_against_its_model(name):
    """Playing, taking back, playing again, beginning anew, in any order."""
    rng = random.Random(name)
    for start in (Game.deal(name, "own:m").start, late_position(VARIANTS[name], rng)):
        game, model = Game(start), Model(start)
        for _ in range(60):
            word = rng.choice(["play"] * 5 + ["undo"] * 3 + ["redo"] * 2 + ["restart"])
            if word == "play" and game.position.moves:
                move = rng.choice(game.position.moves)
                assert game.play(str(move)).move == move
                model.play(move)
            elif word == "undo" and game.can_undo:
                expected = model.steps[model.ply - 1] if model.ply else None
                model.undo()
                assert game.undo() == expected
            elif word == "redo" and game.can_redo:
                model.forward()
                assert game.redo() == model.steps[model.ply - 1]
            elif word == "restart":
                game.restart()
                model.restart()
            assert state(game) == (start, model.line[model.ply], model.ply, model.steps[:model.ply],
                                   model.steps[model.ply:], model.ply > 0 or model.restarted > 0,
                                   model.ply < len(model.steps), model.cheats, model.tries, "")


# --- steps

def test_steps_say_everything_that_came_to_light():
    deal = "2d" * 6 + "As"
    cases = [
        ("spiderette4", {"a": "5h|9s", "b": "Th"}, "", "", "ab1", "ab1=5h", 1),
        ("spiderette4", {"a": "5h9s", "b": "Th"}, "", "", "ab1", "ab1", 0),
        ("spiderette4", {"a": "9s", "b": "Th"}, "", "", "ab1", "ab1", 0),
        ("spiderette4:deal=any", {"g": "5h|" + run("s", "K", "2")}, deal, "", "+", f"+={deal},g^=5h", 8),
        ("spiderette4:deal=any", {}, "2d3d", "", "+", "+=2d3d", 2),
        ("spiderette4:runs=hand", {"a": "5h|" + run("s"), "b": "Ks"}, "", "", "a^", "a^=5h", 1),
        ("spiderette4", {"a": "5h|" + run("s", "K", "5"), "b": "6h|4s3s2sAs"}, "", "", "ba4", "ba4=6h,a^=5h", 2),
        ("scorpion", {"a": "2h|" + run("s") + "Qh", "b": "Kh"}, "", "", "ab1", "ab1,a^=2h", 1),
        ("gypsy", {"a": "5h|As"}, "", "", "a^", "a^=5h", 1),
        ("gypsy", {"a": "3d"}, "", "2s", "^2sa", "^2sa", 0),
    ]
    for name, columns, stock, piles, move, expected, revealed in cases:
        start = board(name, columns, stock, piles)
        step = Game(start).play(move)
        assert str(step) == expected
        assert step.revealed == revealed == len(start.hidden) - len(start.play(move).hidden)
        assert str(Step.read(expected)) == expected
        assert Step.read(expected)[1:] == step[1:]


@every_game
def test_steps_agree_with_what_could_not_be_seen_before(name):
    game = play_on(Game.deal(name, "own:s"), 30, name)
    position = game.start
    for step in game.steps:
        after = position.play(step.move)
        assert step.revealed == len(position.hidden) - len(after.hidden)
        position = after
    assert position == game.position


def test_a_move_may_be_given_as_a_value():
    game = Game.deal("spider4", "xpat2:42")
    move = Move.read("bi1")
    assert game.play(move) == Step.read("bi1=Js")
    with pytest.raises(NotationError):
        game.play("b-i")


def test_steps_cannot_be_changed_from_outside():
    game = play_on(Game.deal("spider4", "own:1"), 5, 5)
    steps = list(game.steps)
    list.clear(game.steps)
    list.clear(game.undone)
    assert list(game.steps) == steps


def test_games_do_not_share_anything():
    first, second = (Game(Position.read(str(Game.deal("gypsy", "own:1").start))) for _ in range(2))
    play_on(first, 5, 1)
    assert state(second) == state(Game(second.start))
    assert variants.read("gypsy").name == "gypsy"
