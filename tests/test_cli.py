"""The command line: what each command prints, in which form, what it ends with, and what it says when it cannot."""

import argparse
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import perft_files
import pytest
from tables import board, play_on, run

from kreuzspinne import deals, record, score, variants
from kreuzspinne.apps.cli import _VERBS, main, usage
from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES, Speaker, rules_page
from kreuzspinne.position import Position
from kreuzspinne.variants import VARIANTS

SOURCES = Path(__file__).parent.parent / "src"
START = str(Game.deal("spider4", "xpat2:42").start)
GYPSY = str(Game.deal("gypsy", "xpat2:1").start)
SCRAP = "spiderette4 5h|9s/Th/-/-/-/-/- - -"
POSITION_COMMANDS = [["moves"], ["apply"], ["score"], ["perft", "--depth", "1"]]


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """Whatever the machine speaks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def type_in(monkeypatch):
    """Let a text, or bytes, be the standard input."""
    def put(data):
        stream = io.BytesIO(data if isinstance(data, bytes) else data.encode())
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stream, encoding="utf-8"))
    return put


@pytest.fixture
def call(capsys):
    """Run a command; exit code, lines printed, lines of complaint."""
    def run_it(*arguments):
        capsys.readouterr()
        try:
            code = main(list(arguments))
        except SystemExit as end:                       # --help
            code = end.code
        out, err = capsys.readouterr()
        return code, out.splitlines(), err.splitlines()
    return run_it


def started(*arguments, given="", **environment):
    """The real thing in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "LANG": "C.UTF-8", **environment}
    return subprocess.run([sys.executable, "-m", "kreuzspinne", *arguments], input=given, capture_output=True,
                          encoding="utf-8", timeout=60, env=environment)


# --- without a command, and help

def served(monkeypatch, *arguments):
    """What the page's server is asked for."""
    asked = []
    fake = types.ModuleType("kreuzspinne.apps.web")
    fake.serve = lambda **options: asked.append(options) or 0
    monkeypatch.setitem(sys.modules, "kreuzspinne.apps.web", fake)
    monkeypatch.setattr(sys.modules["kreuzspinne.apps"], "web", fake, raising=False)
    assert main(list(arguments)) == 0
    (options,) = asked
    return options


def test_without_a_command_the_page_opens(monkeypatch):
    assert served(monkeypatch) == served(monkeypatch, "web") == {
        "port": 0, "host": "127.0.0.1", "open_browser": True, "language": None, "data": None}


def test_options_of_the_page(monkeypatch):
    asked = served(monkeypatch, "web", "--port", "8080", "--host", "0.0.0.0", "--no-browser", "--lang", "de")
    assert asked == {"port": 8080, "host": "0.0.0.0", "open_browser": False, "language": "de", "data": None}
    assert served(monkeypatch, "web", "--data", "my games")["data"] == "my games"


@pytest.mark.parametrize("arguments", [
    ["--no-browser"], ["--lang", "de"], ["--lang=de"], ["--json"], ["--port", "8080"],
    ["--host", "::1", "--lang", "de"],
    ["--lang", "de", "--no-browser"], ["--no-browser", "--lang", "de"], ["--json", "--lang", "de", "--port", "1"],
])
def test_options_alone_are_those_of_the_page(monkeypatch, arguments):
    assert served(monkeypatch, *arguments) == served(monkeypatch, "web", *arguments)


@pytest.mark.parametrize("verb", [None, *_VERBS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_of_every_command(call, verb, language):
    code, out, err = call(*filter(None, [verb]), "--lang", language, "--help")
    assert (code, err) == (0, [])
    said = Speaker(language).say(f"help_{verb or 'program'}")
    assert " ".join(said.split()) in " ".join(" ".join(out).split())
    if verb is None:
        assert all(any(line.split()[:1] == [command] for line in out) for command in _VERBS)


def test_commands_are_those_of_the_design():
    assert {"web", "play", "games", "rules", "deal", "moves", "apply", "score", "perft", "replay"} <= set(_VERBS)


# --- games and rules

def test_games(call):
    code, out, err = call("games")
    assert (code, err) == (0, [])
    assert [line.split()[0] for line in out[::2]] == list(VARIANTS)
    for variant, name, switches in zip(VARIANTS.values(), out[::2], out[1::2], strict=True):
        assert name == f"{variant.name:<20} {rules_page.title(variant, 'en')}"
        assert switches.split() == [f"{switch}={value}" for switch, value in variant.switches.items()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_as_data(call, language):
    code, out, err = call("games", "--json", "--lang", language)
    assert (code, len(out), err) == (0, 1, [])
    assert json.loads(out[0]) == [{"name": variant.name, "title": rules_page.title(variant, language),
                                   "switches": variant.switches} for variant in VARIANTS.values()]


@pytest.mark.parametrize("game", ["spider4", "gypsy", "spider4:runs=hand:deal=ordered-suit", "relaxedspider"])
def test_rules(call, game):
    name = variants.read(game).name
    for language in LANGUAGES:
        code, out, err = call("rules", game, "--lang", language)
        assert (code, err) == (0, [])
        assert out == rules_page.plain(variants.read(game), language).rstrip().splitlines()
        assert max(map(len, out)) <= 80
        code, marked, err = call("--lang", language, "rules", game, "--markdown")
        assert (code, err) == (0, [])
        assert marked[0].startswith("# ")
        code, data, err = call("rules", "--json", game, "--lang", language)
        assert (code, err) == (0, [])
        assert json.loads("\n".join(data)) == {"game": name, "rules": "\n".join(out)}


# --- deals

def test_deal(call):
    line = ("spider4:runs=hand "
            "3sJd5d8d9c|Qc/8s5s5dJs|4c/TsKs8h6d|3h/AhAc6h4s5h|Kh/2s9c3dTh|Qh/"
            "5cJd4h4d|9d/7s9s7dJc3h|Jh/7s9d2dTd|8c/TcKc3s2c|5c/6sQh8c7h6h|8h "
            "Jh2h9hTh2h6cTc2sAs6s3cJcQsKdTd8d5hAc4s9h2c7h5s6d7cKdAhAd6cQdAd8sKhJs9s3dTs4c7c2dQsQcKsKc4d4h3cQd7dAs -")
    assert call("deal", "xpat2spider", "--deal", "xpat2:42") == (0, [line], [])
    code, out, err = call("deal", "xpat2spider", "--deal", "XPAT2:0042", "--json")
    assert (code, err) == (0, [])
    assert json.loads(out[0]) == {"position": line, "deal": "xpat2:42"}


@pytest.mark.parametrize(("game", "deal"), [
    ("gypsy", "pysol:ms42"), ("simplesimon", "kpat:1"), ("spider2", "aisleriot:7"),
    ("scorpion:deal=stuck", "own:Grüß Gott"), ("giant", "18446744073709551615"),
])
def test_deal_of_every_source(call, game, deal):
    source, number = deals.read(deal)
    assert call("deal", game, "--deal", deal) == (0, [str(Game.deal(game, f"{source}:{number}").start)], [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_deal_tells_its_number(call, language):
    code, out, err = call("deal", "spider1", "--lang", language)
    assert code == 0
    source, number = deals.read(err[0].split()[-1])
    assert err == [Speaker(language).say("new_deal", deal=f"{source}:{number}")]
    assert call("deal", "spider1", "--deal", f"{source}:{number}") == (0, out, [])
    code, out, err = call("deal", "spider1", "--json")
    data = json.loads(out[0])
    assert (code, err) == (0, [])
    assert call("deal", "spider1", "--deal", data["deal"]) == (0, [data["position"]], [])
    assert call("deal", "spider1")[1] != call("deal", "spider1")[1]


def test_deal_for_another_program(call):
    code, out, err = call("deal", "simplesimon", "--deal", "kpat:1", "--format", "fc-solve")
    assert (code, err) == (0, [])
    assert len(out) >= 10
    code, out, err = call("deal", "simplesimon", "--deal", "kpat:1", "--format", "solvitaire")
    assert (code, err) == (0, [])
    assert "tableau piles" in json.loads("\n".join(out))


# --- moves, apply, score, perft

def test_moves(call):
    moves = [str(move) for move in Position.read(START).moves]
    assert call("moves", START) == (0, moves, [])
    assert len(moves) > 3
    code, out, err = call("moves", "--json", START)
    assert (code, err) == (0, [])
    assert json.loads(out[0]) == {"moves": moves}


def test_moves_where_there_are_none(call):
    code, out, err = call("moves", "spiderette4 -/-/-/-/-/-/- - AsAhAdAc")
    assert (code, out, err) == (0, [], [])
    code, out, err = call("moves", "spiderette4 -/-/-/-/-/-/- - AsAhAdAc", "--json")
    assert json.loads(out[0]) == {"moves": []}


def test_apply(call):
    game = Game(Position.read(START))
    steps = [str(game.play(move)) for move in ("bi", "+", "ib1")]
    assert call("apply", START, "bi", "+", "ib") == (0, [*steps, str(game.position)], [])
    assert steps[0] == "bi1=Js"
    code, out, err = call("--json", "apply", START, "bi", "+", "ib1")
    assert (code, err) == (0, [])
    assert json.loads(out[0]) == {"steps": steps, "position": str(game.position),
                                  "score": score.points(game.position), "scheme": "xpat2-spider"}
    assert json.loads(call("apply", "--json", START, "bi", "--score", "windows")[1][0])["score"] == 499
    assert call("apply", START) == (0, [START], [])


def test_options_stand_anywhere(call):
    expected = call("apply", START, "bi", "+", "--score", "windows", "--json")
    assert expected[0] == 0
    words = [START, "bi", "+"]
    for place in range(4):
        for options in (["--score", "windows", "--json"], ["--json", "--score=windows"]):
            assert call("apply", *words[:place], *options, *words[place:]) == expected
    assert call("apply", START, "--json", "bi", "--score", "windows", "+") == expected


def test_apply_every_kind_of_move(call):
    line = str(board("gypsy", {"a": "Ah", "b": "3d", "c": "Kh"}, "4c5c", "2s"))
    code, out, _ = call("apply", line, "a^", "^2sb", "bd2", "+")
    assert code == 0
    assert out == ["a^", "^2sb", "bd2", "+=4c5c", "gypsy 4c/5c/Kh/3d2s/-/-/-/- - AsAh"]


def test_score(call):
    after = str(Game(Position.read(START)).position.play("bi"))
    points = score.points(Position.read(after))
    assert call("score", after) == (0, [str(points)], [])
    assert json.loads(call("score", "--json", after)[1][0]) == {"score": points, "scheme": "xpat2-spider"}
    assert call("score", after, "--score", "windows", "--moves-made", "7") == (0, ["493"], [])
    assert json.loads(call("score", GYPSY, "--json")[1][0]) == {"score": 0, "scheme": "xpat2-gypsy"}
    won = "spider4 -/-/-/-/-/-/-/-/-/- - AsAsAhAhAdAdAcAc"
    effort = ["--moves-made", "120", "--seconds-played", "400", "--cheats", "2"]
    code, out, notes = call("score", won, "--score", "tournament", *effort)
    assert (code, out, len(notes)) == (0, ["1770"], 1), "and it is said that no hints were told of"
    assert call("score", won, "--score", "tournament", *effort, "--hints", "1") == (0, ["1750"], [])
    for scheme in score.SCHEMES:
        code, out, _ = call("score", after, "--score", scheme)
        assert (code, out) == (0, [str(score.points(Position.read(after), scheme))])


@pytest.mark.parametrize("entry", perft_files.read("public.perft")[::4], ids=lambda entry: entry.id)
def test_perft(call, entry):
    for depth, counts in entry.counts.items():
        if int(counts[0]) > 400:
            break
        code, out, _ = call("perft", entry.position, "--depth", str(depth))
        assert code == 0
        assert out[0].split()[:len(counts)] == counts
        assert len(out[0].split()) == 3
        code, out, _ = call("perft", entry.position, "--depth", str(depth), "--json")
        found = json.loads(out[0])
        assert list(found) == ["sequences", "positions", "checksum"]
        assert [str(value) for value in found.values()][:len(counts)] == counts


def test_perft_of_no_moves(call):
    assert call("perft", START, "--depth", "0")[1][0].split()[:2] == ["1", "1"]
    assert call("perft", "spiderette4 -/-/-/-/-/-/- - AsAhAdAc", "--depth", "9") == (0, ["0 0 00000000"], [])


def test_a_move_named_from_a_view_needs_its_cards(call):
    """Cards that nobody has seen: what shows none of them is counted and played, the rest refused."""
    line = "spiderette4 3?|9s/Th/-/-/-/-/- 2? -"
    assert call("moves", line)[0] == 0
    assert call("perft", line, "--depth", "1")[0] == 2
    code, out, err = call("apply", line, "ab1")
    assert (code, out) == (2, [])
    assert "ab1" in err[-1]
    assert call("apply", line, "bc1")[1] == ["bc1", "spiderette4 3?|9s/-/Th/-/-/-/- 2? -"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_scheme_counts_and_nobody_told_is_said(call, tmp_path, language):
    """By whichever command the points are asked for; a scheme that counts nothing else has nothing to say."""
    speaker = Speaker(language)

    def said(scheme, *counts):
        words = [speaker.say(f"count_{count}") for count in counts]
        return [speaker.say("score_effort_unknown", scheme=scheme, counts=words)] if counts else []

    def notes(*arguments):
        code, _, err = call(*arguments, "--lang", language)
        assert code == 0
        return err

    file = recorded(tmp_path, record.write(record.of_game(Game(Position.read(START)))))
    for scheme in ("xpat2-spider", "xpat2-gypsy", "aisleriot"):
        for command in (["score", START], ["apply", START, "bi"], ["replay", file]):
            assert notes(*command, "--score", scheme) == []
    assert notes("score", START, "--score", "windows") == said("windows", "moves")
    assert notes("score", START, "--score", "windows", "--moves-made", "0") == []
    assert notes("score", START, "--score", "tournament") == said("tournament", "moves", "seconds", "cheats", "hints")
    assert notes("score", START, "--score", "tournament", "--hints", "1", "--moves-made", "1") == said(
        "tournament", "seconds", "cheats")
    assert notes("apply", START, "bi", "--score", "windows") == []
    assert notes("apply", START, "bi", "--score", "tournament") == said("tournament", "seconds", "cheats", "hints")
    assert notes("replay", file, "--score", "windows") == []
    assert notes("replay", file, "--score", "tournament") == said("tournament", "seconds", "hints")


# --- replay

def recorded(tmp_path, text, name="game.txt"):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.fixture
def game():
    return play_on(Game.deal("spider2", "own:cli"), 15, "cli")


def test_replay(call, tmp_path, game):
    text = record.write(record.of_game(game))
    code, out, err = call("replay", recorded(tmp_path, text))
    assert (code, err) == (0, [])
    points = score.points(game.position)
    assert out == [Speaker("en").say("replayed", count=15, score=points, result="*"), str(game.position)]
    code, out, err = call("replay", "--json", recorded(tmp_path, text))
    assert (code, err) == (0, [])
    data = json.loads(out[0])
    assert data == {"position": str(game.position), "score": points, "scheme": "xpat2-spider", "result": "*",
                    "moves": [str(step.move) for step in game.steps], "cheats": 0}
    assert {"position", "score", "result", "moves"} <= set(data)
    assert json.loads(call("replay", recorded(tmp_path, text), "--json", "--score", "windows")[1][0])["score"] == 485


def test_replay_from_standard_input(call, type_in, game):
    type_in("\ufeff" + record.write(record.of_game(game)))
    code, out, _ = call("replay", "-")
    assert code == 0
    assert out[1] == str(game.position)


def test_replay_tells_how_the_game_ended(call, tmp_path, game):
    given_up = record.of_game(game)._replace(result="lost")
    assert json.loads(call("replay", "--json", recorded(tmp_path, record.write(given_up)))[1][0])["result"] == "lost"
    won = Game(Position.read(f"simplesimon {run('s', 'K', '2')}/As/{run('h')}/-/-/-/-/-/-/- - AdAc"))
    won.play("ba1")
    for text in (record.write(record.of_game(won)), record.write(record.of_game(won)._replace(result="*"))):
        data = json.loads(call("replay", "--json", recorded(tmp_path, text))[1][0])
        assert (data["result"], data["position"].split()[1:]) == ("win", ["-/" * 9 + "-", "-", "AsAhAdAc"])


@pytest.mark.parametrize(("change", "word"), [
    (lambda text: text.replace(" *", " win"), "win"),
    (lambda text: text.replace("1. ", "1. ab13 "), "ab13"),
    (lambda text: text.replace("+=", "+=As", 1), "+="),
    (lambda text: text.replace(" *", ""), "end"),
    (lambda text: text.replace(" *", " ab1=x *"), "ab1=x"),
    (lambda text: text.replace('[Game "spider2"]', '[Game "spider1"]'), "spider1"),
    (lambda text: text.replace('[Game "spider2"]', '[Game "spider9"]'), "spider9"),
    (lambda text: text.replace('[Game "spider2"]', ""), "Game"),
    (lambda text: text.replace("Ks", "Qs", 1), "queen of spades"),
    (lambda text: "", "file"),
])
def test_broken_records(call, tmp_path, game, change, word):
    """Exit code 1 and one sentence, whatever is broken."""
    if "+" in map(str, game.position.moves):
        game.play("+")
    text = change(record.write(record.of_game(game)))
    code, out, err = call("replay", recorded(tmp_path, text))
    assert (code, out, len(err)) == (1, [], 1)
    assert word in err[0]


def test_replay_of_another_programs_save(call, tmp_path):
    from kreuzspinne.formats import xpat2

    game = play_on(Game.deal("gypsy", "xpat2:7"), 12, 7)
    file = tmp_path / "Gypsy.000000007"
    file.write_bytes(xpat2.write(game))
    code, out, err = call("replay", str(file), "--json")
    assert (code, err) == (0, [])
    assert json.loads(out[0])["position"] == str(game.position)


# --- several positions on standard input

@pytest.mark.parametrize("command", POSITION_COMMANDS, ids=lambda command: command[0])
def test_positions_from_standard_input(call, type_in, command):
    """One answer a line; empty lines are none; the same as each alone."""
    verb, *options = command
    lines = [START, GYPSY, SCRAP]
    alone = [call(verb, line, *options) for line in lines]
    type_in("\n".join([START, "", "  ", GYPSY, SCRAP]) + "\n")
    code, out, err = call(verb, "-", *options)
    assert code == 0
    assert out == [line for _, printed, _ in alone for line in printed]
    assert err == [line for _, _, said in alone for line in said]
    type_in("\r\n".join(lines))
    code, out, err = call(verb, "-", "--json", *options)
    assert code == 0
    assert len(out) == 3
    assert all(json.loads(line) for line in out)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("given", ["", "\n  \n"])
def test_nothing_on_standard_input(call, type_in, given, language):
    """As many answers as positions, and nobody is left to wonder."""
    for verb, *options in POSITION_COMMANDS:
        type_in(given)
        said = [Speaker(language).say("no_positions")]
        assert call(verb, "-", *options, "--lang", language) == (0, [], said)


def test_a_bad_line_on_standard_input(call, type_in):
    type_in(f"{START}\nspider4 nonsense\n{START}\n")
    code, out, err = call("score", "-")
    assert (code, out, len(err)) == (2, ["0"], 1)
    assert "spider4 nonsense" in err[0]


def test_bytes_that_are_no_text_on_standard_input(call, type_in):
    for verb, *options in POSITION_COMMANDS:
        type_in(b"\xff\xfe\x00\n")
        code, out, err = call(verb, "-", *options)
        assert (code, out, len(err)) == (2, [], 1)


# --- fragments

@pytest.mark.parametrize("command", POSITION_COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("language", LANGUAGES)
def test_fragments_are_announced(call, command, language):
    verb, *options = command
    code, out, err = call(verb, SCRAP, *options, "--lang", language)
    assert (code, err) == (0, [Speaker(language).say("is_fragment")])
    assert out
    assert call(verb, START, *options, "--lang", language)[2] == []


def test_other_packs_are_no_fragments(call):
    """One suit may be any suit, and KPatience's three suits are unequal."""
    for game, deal in (("spider1", "pysol:1"), ("spider2", "pysol:1"), ("spider3", "kpat:1"), ("spider3x3", "pysol:1")):
        line = str(Game.deal(game, deal).start)
        assert call("score", line)[2] == []


# --- languages

@pytest.mark.parametrize("arguments", [["--lang", "de", "apply", START, "ab3"], ["apply", "--lang", "de", START, "ab3"],
                                       ["apply", START, "ab3", "--lang", "de"], ["--lang=de", "apply", START, "ab3"]])
def test_language_before_and_after_the_command(call, arguments):
    code, out, err = call(*arguments)
    assert (code, out, len(err)) == (1, [], 1)
    assert "In Spalte a liegt nur 1 Karte offen" in err[0]
    assert "column a" in call(*[word.replace("de", "en") if len(word) < 10 else word for word in arguments])[2][0]


@pytest.mark.parametrize("before", [["--lang", "de"], ["--lang=de"], ["--json"], ["--json", "--lang", "de"]])
def test_options_before_the_command_are_those_after_it(call, monkeypatch, before):
    for verb, *arguments in (["moves", START], ["apply", START, "bi"], ["score", START], ["games"], ["rules", "gypsy"],
                             ["perft", START, "--depth", "1"], ["deal", "gypsy", "--deal", "1"]):
        assert call(*before, verb, *arguments) == call(verb, *arguments, *before)
    assert served(monkeypatch, *before, "web")["language"] == served(monkeypatch, "web", *before)["language"]


def test_language_of_the_environment(call, monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Spalte a" in call("apply", START, "ab3")[2][0]
    assert "column a" in call("apply", START, "ab3", "--lang", "en")[2][0]


def test_data_is_the_same_in_every_language(call):
    for arguments in (["moves", START], ["apply", START, "bi"], ["score", START], ["perft", START, "--depth", "1"],
                      ["deal", "gypsy", "--deal", "1"]):
        assert call(*arguments, "--lang", "de") == call(*arguments, "--lang", "en")


# --- errors

HUGE = "9" * 30
ERRORS = {
    # bad usage
    "no such command": (["fly"], 2, "fly"),
    "no position": (["moves"], 2, "POSITION"),
    "no depth": (["perft", START], 2, "--depth"),
    "unknown option": (["moves", START, "--fast"], 2, "--fast"),
    "too many arguments": (["score", START, "ab1"], 2, "ab1"),
    "unknown language": (["games", "--lang", "fr"], 2, "fr"),
    "language without a name": (["games", "--lang"], 2, "--lang"),
    "depth below nothing": (["perft", START, "--depth", "-1"], 2, "-1"),
    "depth that is no number": (["perft", START, "--depth", "two"], 2, "two"),
    "depth in other digits": (["perft", START, "--depth", "٢"], 2, "٢"),
    "enormous depth": (["perft", START, "--depth", "999999999999"], 2, "999999999999"),
    "depth beyond all": (["perft", START, "--depth", "9" * 100_000], 2, "999999"),
    "a host that is no name": (["web", "--host", "ä" * 70], 2, "ä"),
    "a host with a long part": (["web", "--host", "a" * 70 + ".b"], 2, "aaaa"),
    "a host with an empty part": (["web", "--host", "ä..b"], 2, "ä..b"),
    "a value that is not wanted": (["moves", START, "--json=3"], 2, "--json"),
    "an unknown option between moves": (["apply", START, "--fast", "bi"], 2, "--fast"),
    "an unknown option of the page": (["--fast"], 2, "--fast"),
    "an option cut short": (["apply", START, "--sco", "windows"], 2, "--sco"),
    "a deal and a position": (["solve", START, "--deal", "own:1"], 2, "--deal"),
    "a deal and standard input": (["solve", "-", "--deal", "own:1"], 2, "--deal"),
    "a deal and deals": (["solve", "gypsy", "--deal", "own:1", "--deals", "own:1-2"], 2, "--deal"),
    "a record of many": (["solve", "gypsy", "--record", "x", "--deals", "own:1-2"], 2, "--record"),
    "a record into nowhere": (["solve", "gypsy", "--record", "no/such/file"], 2, "no/such/file"),
    "a record over a folder": (["solve", "gypsy", "--record", str(Path(__file__).parent)], 2, "tests"),
    "a record over something else": (["solve", "gypsy", "--record", __file__], 2, Path(__file__).name),
    "port out of range": (["web", "--port", "65536"], 2, "65536"),
    "a host without a name": (["web", "--host", ""], 2, "--host"),
    "no effort": (["study", "play", "gypsy", "--deals", "own:1-2", "--effort", "0"], 2, "--effort"),
    "another question": (["study", "win", "gypsy", "--deals", "own:1-2"], 2, "QUESTION"),
    "negative seconds": (["solve", "gypsy", "--seconds", "-1"], 2, "--seconds"),
    "seconds in words": (["solve", "gypsy", "--seconds", "two"], 2, "two"),
    "no nodes": (["solve", "gypsy", "--nodes", "0"], 2, "--nodes"),
    "little memory": (["solve", "gypsy", "--memory", "5"], 2, "--memory"),
    "deals of a position": (["solve", START, "--deals", "own:1-2"], 2, "--deals"),
    "deals from the end": (["solve", "gypsy", "--deals", "own:5-1"], 2, "own:5-1"),
    "deals without an end": (["study", "play", "gypsy", "--deals", "own:5"], 2, "own:5"),
    "too many deals": (["study", "play", "gypsy", "--deals", "own:1-10000001"], 2, "10000001"),
    "records into nowhere": (["study", "play", "gypsy", "--deals", "own:1-2", "--records", "no/such"], 2, "no/such"),
    "records into a file": (["study", "play", "gypsy", "--deals", "own:1-2", "--records", __file__], 2,
                            Path(__file__).name),
    "records without a name": (["study", "play", "gypsy", "--deals", "own:1-2", "--records", ""], 2, "--records"),
    "a record without a name": (["solve", "gypsy", "--record", ""], 2, "--record"),
    "statistics of nothing": (["stats", "--data", "no/such/file"], 2, "no/such/file"),
    "a game without a name": (["rules", ""], 2, "GAME"),
    "a position for a game": (["watch", START], 2, "GAME"),
    "a position to deal": (["deal", SCRAP], 2, "GAME"),
    "a position to play": (["play", SCRAP], 2, "GAME"),
    "a position to study": (["study", "play", SCRAP, "--deals", "own:1-2"], 2, "GAME"),
    "neither a game nor a position": (["hint", ""], 2, "POSITION|GAME"),
    "nothing to solve": (["solve", " "], 2, "POSITION|GAME"),
    "moves made": (["score", START, "--moves-made", HUGE], 2, HUGE),
    # bad input
    "unknown game": (["rules", "whist"], 2, "whist"),
    "unknown game, nearly": (["deal", "spidr4"], 2, "spidr4"),
    "unknown switch": (["deal", "spider4:joker=1"], 2, "joker=1"),
    "unknown value": (["rules", "spider4:deal=often"], 2, "often"),
    "contradiction": (["rules", "spider4:deal=none"], 2, "deal=none"),
    "unknown source": (["deal", "spider4", "--deal", "minesweeper:1"], 2, "minesweeper"),
    "not in the source": (["deal", "scorpion", "--deal", "kpat:1"], 2, "kpat"),
    "number too high": (["deal", "spider4", "--deal", "xpat2:1000000000"], 2, "1000000000"),
    "number beyond all": (["deal", "spider4", "--deal", "1" + "0" * 30], 2, "1" + "0" * 30),
    "no number": (["deal", "spider4", "--deal", "kpat:"], 2, "kpat"),
    "a negative number": (["deal", "spider4", "--deal", "pysol:-1"], 2, "-1"),
    "unknown scheme": (["score", START, "--score", "golf"], 2, "golf"),
    "unknown scheme of a move": (["apply", START, "bi", "--score", "golf"], 2, "golf"),
    "unknown format": (["deal", "spider4", "--deal", "1", "--format", "golf"], 2, "golf"),
    "no position at all": (["moves", ""], 2, "position"),
    "half a position": (["moves", "spider4 Ks/Qs"], 2, "spider4 Ks/Qs"),
    "a position of another size": (["moves", "spider4 Ks/Qs - -"], 2, "10"),
    "no such card": (["apply", START.replace("Qc", "Qx", 1), "ab1"], 2, "Qx"),
    "a long position": (["moves", "x" * 100_000], 2, "100000"),
    "a long position of four words": (["moves", "x " * 3 + "y" * 100_000], 2, "100006"),
    "no such move": (["apply", START, "zz9"], 2, "zz9"),
    "a long move": (["apply", START, "a" * 100_000], 2, "aaaa"),
    "a move of no cards": (["apply", START, "ab0"], 2, "ab0"),
    "a file without a name": (["replay", ""], 2, '""'),
    "missing file": (["replay", "no/such/file"], 2, "no/such/file"),
    "a folder": (["replay", str(Path(__file__).parent)], 2, Path(__file__).parent.name),
    # no
    "an illegal move": (["apply", START, "ab3"], 1, "ab3"),
    "an illegal second move": (["apply", START, "bi", "bi"], 1, "bi"),
    "a move that may mean two": (["apply", "spider4 9s8s/-/-/-/-/-/-/-/-/- - -", "ab"], 1, "ab2"),
    "an illegal deal": (["apply", "spider4 9s8s/-/-/-/-/-/-/-/-/- 2s -", "+"], 1, "+"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ERRORS)
def test_errors_are_one_sentence(call, what, language):
    """On the error stream, with the offending text, nothing printed, and the right exit code."""
    arguments, expected, word = ERRORS[what]
    code, out, err = call(*arguments, "--lang", language) if what != "language without a name" else call(*arguments)
    err = [line for line in err if line != Speaker(language).say("is_fragment")]
    assert (code, out) == (expected, [])
    assert len(err) == 1, err
    assert err[0].startswith("kreuzspinne: ")
    assert word in err[0] or (word == "position" and language == "de")
    assert len(err[0]) < 1200
    assert "Traceback" not in err[0]


@pytest.mark.parametrize("what", ["an illegal move", "unknown game", "no such move", "missing file", "no such command",
                                  "no position", "unknown option", "a value that is not wanted",
                                  "a host that is no name", "a deal and a position", "a record over something else"])
def test_errors_speak_both_languages(call, what):
    arguments, _, _ = ERRORS[what]
    english, german = (call(*arguments, "--lang", language)[2][-1] for language in LANGUAGES)
    assert english != german


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verb", _VERBS)
def test_every_reader_of_a_value_names_the_option_and_what_was_given(language, verb):
    """In a sentence of the language, and none of argparse's."""
    speaker = Speaker(language)
    for names, settings in _VERBS[verb][1]:
        read = settings.get("type")
        if read is None:
            continue
        with pytest.raises(argparse.ArgumentTypeError) as error:
            read("")
        said = usage.problem(f"argument {names[-1]}: {error.value}", speaker)
        assert said.startswith(f"{names[-1]} ")
        assert (said.count("„") if language == "de" else said.count("“")) == 1


def test_errors_with_json_are_sentences_too(call):
    code, out, err = call("apply", START, "ab3", "--json")
    assert (code, out, len(err)) == (1, [], 1)
    assert not err[0].startswith("{")


def test_an_interruption_is_no_traceback(call, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("kreuzspinne.position.Position.read", interrupt)
    assert call("moves", START) == (1, [], ["kreuzspinne: interrupted"])


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_is_too_large_is_no_traceback(call, monkeypatch, error):
    def grow(*_, **__):
        raise error

    monkeypatch.setattr("kreuzspinne.perft.perft", grow)
    said = ["kreuzspinne: This is too large for the memory there is."]
    assert call("perft", START, "--depth", "100") == (1, [], said)


def test_a_move_is_not_named_twice(call):
    for move in ("extra", "ab"):
        code, _, err = call("apply", "spider4 9s8s/-/-/-/-/-/-/-/-/- - -", move)
        assert code
        assert err[-1].count(f"“{move}”") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_error_begins_with_a_changed_name(call, language):
    said = call("moves", "spider4 Ks/Qs - -", "--lang", language)[2][0]
    assert "spider4" in said
    assert "Spider4" not in said


def test_a_bad_line_is_quoted_without_its_end(call, type_in):
    for end in ("\n", "\r\n", " \n"):
        for verb in (["moves"], ["solve"]):
            type_in("spider4 nonsense" + end)
            assert "“spider4 nonsense”" in call(*verb, "-")[2][-1]


def test_a_record_in_utf_16_is_called_that(call, tmp_path, game):
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        file = tmp_path / encoding
        text = record.write(record.of_game(game))
        file.write_bytes((text if encoding == "utf-16" else "\ufeff" + text).encode(encoding))
        code, out, err = call("replay", str(file))
        assert (code, out, err) == (1, [], ["kreuzspinne: The file is no text in UTF-8: byte 1 is none."])


# --- solve

def without_waiting(lines, language="en"):
    """What is said but for the first run's compiling."""
    return [line for line in lines if line != Speaker(language).say("compiling")]


class Terminal(io.StringIO):
    """Something that looks like a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_solving_many_shows_its_progress_on_a_terminal_only(call, monkeypatch, language, options):
    pytest.importorskip("numba")
    command = ["--lang", language, "solve", "spider1", "--deals", "own:1-3", "--jobs", "1", "--nodes", "300000"]
    command += options
    _, plain, err = call(*command)
    assert without_waiting(err, language) == []
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    _, watched, _ = call(*command)
    assert [re.sub(r"[0-9.]+ s|\"seconds\": [0-9.]+", "", line) for line in watched] == [
        re.sub(r"[0-9.]+ s|\"seconds\": [0-9.]+", "", line) for line in plain]
    shown = [part.strip() for part in screen.getvalue().split("\r") if part.strip()]
    if options:
        assert shown == []
        return
    say = Speaker(language).say
    assert shown[0] == say("solving_many", done=0, total=3, solved=0, unsolvable=0, unknown=0, left="–")
    assert [re.sub("[0-9]+:[0-9]{2}", "", line) for line in shown[1:]] == [
        say("solving_many", done=done, total=3, solved=done, unsolvable=0, unknown=0, left="") for done in (1, 2, 3)]


def test_only_compiled_kernels_count_as_compiled(tmp_path, monkeypatch):
    """Not the folder: it is there as soon as the kernels are imported."""
    pytest.importorskip("numba")
    from kreuzspinne.solver import search
    monkeypatch.setattr(search, "cache_folder", lambda: tmp_path / "cache")
    assert not search.is_compiled()
    (tmp_path / "cache/solver").mkdir(parents=True)
    assert not search.is_compiled()
    (tmp_path / "cache/solver/beam.run-358.py311.1.nbc").touch()
    assert search.is_compiled()
    assert not search.is_compiled("selfplay.play")


def test_what_numba_leaves_behind_is_named_as_expected():
    """After a search in this process there are compiled kernels."""
    pytest.importorskip("numba")
    from kreuzspinne.solver import search
    search.warm_up()
    assert search.is_compiled()


@pytest.mark.parametrize("compiled", [True, False])
def test_the_first_run_says_that_it_compiles(call, monkeypatch, compiled):
    pytest.importorskip("numba")
    monkeypatch.setattr("kreuzspinne.solver.search.is_compiled", lambda: compiled)
    _, _, err = call("solve", NEARLY_WON)
    assert err == ([] if compiled else [Speaker("en").say("compiling")])


NEARLY_WON = "spiderette1 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - AsAsAs"


@pytest.mark.parametrize("before", [None, "", "another record"])
def test_solve_writes_a_record(call, tmp_path, game, before):
    pytest.importorskip("numba")
    file = tmp_path / "line.txt"
    if before is not None:
        file.write_text(before and record.write(record.of_game(game)))
    code, _, err = call("solve", NEARLY_WON, "--record", str(file))
    assert (code, without_waiting(err)) == (0, [])
    assert record.replay(record.read(file.read_text())).position.is_won
    assert os.listdir(tmp_path) == ["line.txt"]
    (tmp_path / "other").touch()
    assert file.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_solve_leaves_what_is_no_record(call, tmp_path):
    pytest.importorskip("numba")
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary")
    code, out, err = call("solve", NEARLY_WON, "--record", str(file))
    assert (code, out) == (2, [])
    assert str(file) in err[-1]
    assert file.read_text() == "Dear diary"
    assert os.listdir(tmp_path) == ["diary.txt"]


def test_a_record_that_cannot_be_written_names_the_players_file(call, tmp_path, monkeypatch):
    pytest.importorskip("numba")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    file = tmp_path / "line.txt"
    code, _, err = call("solve", NEARLY_WON, "--record", str(file))
    said = [f"kreuzspinne: {file} cannot be read or written: No space left on device."]
    assert (code, without_waiting(err)) == (2, said)
    assert os.listdir(tmp_path) == []


# --- stats

@pytest.mark.parametrize("options", [[], ["--json"]])
def test_statistics_make_no_file(call, tmp_path, monkeypatch, options):
    """Of a file that was named and is not there it is said; before the first game there are none."""
    monkeypatch.chdir(tmp_path)
    code, out, err = call("stats", "--data", "nothing", *options)
    assert (code, out, len(err)) == (2, [], 1)
    assert "nothing" in err[0]
    (tmp_path / "folder").mkdir()
    assert call("stats", "--data", "folder", *options)[0] == 2
    monkeypatch.setenv("KREUZSPINNE_DATA", str(tmp_path / "later"))
    assert call("stats", *options) == (0, [] if options else [Speaker("en").say("stats_none")], [])
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


# --- study

def test_a_folder_that_is_closed_takes_no_records(call, tmp_path, monkeypatch):
    """It is said before anything is played."""
    pytest.importorskip("numba")
    monkeypatch.setattr("os.access", lambda *_: False)
    code, out, err = call("study", "play", "gypsy", "--deals", "own:1-2", "--records", str(tmp_path))
    assert (code, out, len(err)) == (2, [], 1)
    assert str(tmp_path) in err[0]


# --- play

def test_play_reads_lines(call, type_in):
    type_in("moves\nab13\nquit\nquit\n")
    code, out, err = call("play", "spider1", "--deal", "own:1", "--plain")
    assert code == 0
    assert err == []
    assert len(out) > 3


def test_play_refuses_what_it_does_not_know(call):
    assert call("play", "whist", "--plain")[0] == 2
    assert call("play", "spider4", "--deal", "golf:1", "--plain")[0] == 2


# --- in a process of its own

def test_the_real_command():
    done = started("apply", START, "bi", "+")
    game = Game(Position.read(START))
    expected = [str(game.play("bi")), str(game.play("+")), str(game.position)]
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, expected, "")
    done = started("--lang", "de", "moves", "-", given=f"{SCRAP}\n\nunsinn\n")
    assert done.returncode == 2
    assert done.stdout.splitlines()[0] == "ab1"
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["Hinweis", "kreuzspinne"]


def closed(*arguments, streams):
    """The exit code and what is said, with some of the streams closed."""
    done = subprocess.run(["/bin/sh", "-c", f'exec "$@" {" ".join(streams)}', "sh", sys.executable, "-m", "kreuzspinne",
                           *arguments], capture_output=True, encoding="utf-8", timeout=60,
                          env={**os.environ, "PYTHONPATH": str(SOURCES), "LANG": "C.UTF-8"})
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_closed_streams_are_no_traceback():
    """No standard input is an empty one; without standard output nothing is done."""
    assert closed("moves", "-", streams=["<&-"]) == (0, "", Speaker("en").say("no_positions") + "\n")
    assert closed("score", START, streams=["<&-"]) == (0, "0\n", "")
    assert closed("replay", "-", streams=["<&-"])[0] == 1
    code, out, err = closed("play", "--plain", streams=["<&-"])
    assert (code, err) == (0, "")
    assert "ended" in out
    for arguments in (["games"], ["moves", START], ["play"], ["moves", "-"]):
        code, out, err = closed(*arguments, streams=[">&-"])
        assert (code, out, len(err.splitlines())) == (1, "", 1)
    assert closed("games", streams=[">&-", "2>&-"]) == (1, "", "")
    assert closed("moves", "x", streams=["2>&-"]) == (2, "", "")
    assert closed("fly", streams=["<&-", ">&-", "2>&-"]) == (2, "", "")


def test_a_reader_that_hangs_up_is_no_fault():
    lines = f"{START}\n" * 2000
    with subprocess.Popen([sys.executable, "-m", "kreuzspinne", "moves", "-"], stdin=subprocess.PIPE, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(SOURCES), "LANG": "C.UTF-8"}) as command:
        reader, command.stdout = command.stdout, None
        writer, command.stdin = command.stdin, None
        reader.close()
        with contextlib.suppress(BrokenPipeError):
            writer.write(lines)
            writer.close()
        _, said = command.communicate(timeout=60)
    assert (command.returncode, said) == (0, "")


def test_a_terminal_without_umlauts_gets_what_it_can_show():
    done = started("--lang", "de", "rules", "gypsy", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "zur?ck" in done.stdout
    done = started("--lang", "de", "apply", START, "ab3", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert done.stderr.startswith("kreuzspinne: ")
    assert "Traceback" not in done.stderr
