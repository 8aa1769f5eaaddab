"""The line mode, played as a person or a script would: lines in, sentences out."""

import ast
import errno
import gettext
import os
import random
import re
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from string import Formatter

import pytest

from kreuzspinne import record
from kreuzspinne.apps.cli import plain, plain_commands, plain_session
from kreuzspinne.formats import xpat2
from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES, Speaker, codes
from kreuzspinne.position import Position, place

SOURCES = Path(plain.__file__).parent

# Simple Simon 339 of KPatience, won.
WON = (
    "hd1 hf1 hg1 ih1 id1 ad1 aj1 fa1 jh1 eh1 af1 di3 dg1 ig3 hd1 eh1 eg1 he2 dj2 fd1 fg1 fe1 fg1 df2 jd2 ga1 ei4 ei1 "
    "bi1 ei1 gi5 bg1 ai1 de3 db1 dj1 bj2 cb1 dc1 gj4 gj1 bc2 gc1 ig1 ib5 ad1 ai1 ae1 je5 ia2 ca1 ci2 bc6 ab4 ga2 bj5 "
    "cb8 ci1 dc1 ce3 ch1 ci1 cj1 bc9 bc1 fb2 fi1 ai2 fh1 ch10 ba2 aj3 ae1"
)
TRAP = "spiderette4 KsQsJsTs9s8s7s6s5s4s3s2s/As/2h/-/-/-/- 3c4c -"
"""Moving the ace takes the run away: one card left for seven columns, and two in the stock."""


def play(game, *lines, language="en"):
    """The session's output, line by line, and its exit code."""
    write = StringIO()
    code = plain.play(game, language, read=StringIO("\n".join(lines)), write=write)
    return write.getvalue().splitlines(), code


def talk(game, *lines, language="en"):
    """What is said after the greeting and the game's name, up to the end of the input."""
    said, code = play(game, *lines, language=language)
    assert code == 0
    end = [i for i, line in enumerate(said) if line in ("The input has ended, and so does the game.",
                                                        "Die Eingabe ist zu Ende, und damit das Spiel.")]
    return said[2:end[0]] if end else said[2:]


def fragment(line):
    return Game(Position.read(line, fragment=True))


def spider():
    return Game.deal("spider4", "xpat2:42")


# Playing.


def test_a_game_from_the_first_card_to_the_last(monkeypatch):
    monkeypatch.setattr(plain_session, "SHORT_SEARCH", 5)
    said = talk(Game.deal("simplesimon", "kpat:339"), *WON.split(), "score", "quit")
    assert said[0] == "You moved the six of spades from h to d."
    moves = [line for line in said if line.startswith("You moved ")]
    assert len(moves) == len(WON.split())
    assert sum("The complete run of" in line for line in moves) == 4
    assert said[-3:] == ["You have won! Score 48 of 48, 73 moves. save FILE keeps the game, new deals another one.",
                         "Score 48 of 48, 73 moves.", "Goodbye."]


def test_the_same_game_in_german_with_all_moves_in_one_line():
    said = talk(Game.deal("simplesimon", "kpat:339"), WON, "ende", language="de")
    assert said[0] == "Du legst Pik-Sechs von h nach d."
    assert said[-2:] == ["Gewonnen! 48 von 48 Punkten, 73 Züge. Mit „speichern DATEI“ bleibt das Spiel "
                         "erhalten, „neu“ gibt ein neues.", "Auf Wiedersehen."]


def test_every_step_is_said_with_what_it_showed():
    assert talk(spider(), "bi", "+", "undo", "redo", "u 2", "r 2") == [
        "You moved the four of clubs from b to i. In column b the jack of spades is turned.",
        "You dealt a row: a: jack of hearts, b: two of hearts, c: nine of hearts, d: ten of hearts, e: two of hearts, "
        "f: six of clubs, g: ten of clubs, h: two of spades, i: ace of spades and j: six of spades.",
        "Move 2, +, is taken back.",
        "10 cards you had seen are hidden again (cheats: 10).",
        "You dealt a row: a: jack of hearts, b: two of hearts, c: nine of hearts, d: ten of hearts, e: two of hearts, "
        "f: six of clubs, g: ten of clubs, h: two of spades, i: ace of spades and j: six of spades.",
        "2 moves are taken back, 0 are left.",
        "11 cards you had seen are hidden again (cheats: 11).",
        "You moved the four of clubs from b to i. In column b the jack of spades is turned.",
        "You dealt a row: a: jack of hearts, b: two of hearts, c: nine of hearts, d: ten of hearts, e: two of hearts, "
        "f: six of clubs, g: ten of clubs, h: two of spades, i: ace of spades and j: six of spades.",
    ]


@pytest.mark.parametrize(("line", "move", "said"), [
    ("spiderette4 Ks|9h8h7h/Th/-/-/-/-/- - -", "ab",
     "You moved 3 cards, nine of hearts to seven of hearts, from a to b. In column a the king of spades is turned."),
    ("spiderette4 9h/Th/-/-/-/-/- - -", "AB1", "You moved the nine of hearts from a to b. Column a is empty now."),
    ("scorpion 9h2c3c/Th/-/-/-/-/- - -", "ab",
     "You moved the nine of hearts and the 2 cards above it from a to b. Column a is empty now."),
    ("gypsy As/Qh/Kc/-/-/-/-/- - -", "a^", "You moved the ace of spades up from a. Column a is empty now."),
    ("gypsy 3c|2h/Kc/-/-/-/-/-/- - Qh", "^qhb", "You brought the queen of hearts back to b."),
    ("spiderette4:runs=hand 5d|KsQsJsTs9s8s7s6s5s4s3s2sAs/-/-/-/-/-/- - -", "a^",
     "You took the complete run of spades off column a. In column a the five of diamonds is turned."),
    ("spiderette4 5d|KsQsJsTs9s8s7s6s5s4s3s2s/9h|As/-/-/-/-/- - -", "ba",
     "You moved the ace of spades from b to a. In column b the nine of hearts is turned. "
     "The complete run of spades leaves column a. In column a the five of diamonds is turned."),
    ("spiderette4 KsQsJsTs9s8s7s6s5s4s3s2s/KhQhJhTh9h8h7h6h5h4h3h2h/3c/3d/4c/4d/5c AsAh2c -", "+",
     "You dealt a row: a: ace of spades, b: ace of hearts and c: two of clubs. The complete run of spades leaves "
     "column a. Column a is empty now. The complete run of hearts leaves column b. Column b is empty now."),
])
def test_words_for_every_kind_of_step(line, move, said):
    assert said in talk(fragment(line), move)


def test_a_refused_move_says_why_and_changes_nothing():
    said = talk(spider(), "position", "ab3", "ab", "zz", "kc", "c^", "^Qhc", "position")
    assert said[0] == said[-1]
    assert said[1] == "Only 1 card lies open in column a; 3 would take face-down ones along."
    assert "score" not in "".join(said)
    assert len(said) == 8


def test_several_moves_stop_at_the_first_that_is_refused():
    assert talk(spider(), "bi ab + bi", "score") == [
        "You moved the four of clubs from b to i. In column b the jack of spades is turned.",
        "“ab”: Queen of clubs does not go on jack of spades: column b wants a card of rank ten.",
        "Not played: + and bi.",
        "Score 12 of 990, 1 move."]


def test_restart():
    said = talk(spider(), "restart", "bi +", "restart", "undo", "neustart", "undo 5", "score")
    assert said[0] == "You are at the start already."
    assert said[3:] == [
        "You are back at the start, 2 moves are taken back; undo brings them back.",
        "The restart is taken back: 2 moves stand again.",
        "You are back at the start, 2 moves are taken back; undo brings them back.",
        "The restart is taken back: 2 moves stand again.",
        "Score 12 of 990, 2 moves."]


def test_the_trap_is_warned_of_and_sprung_only_when_asked_for_again():
    said = talk(fragment(TRAP), "ba", "column b", "ba1", "+", "u", "q", "q")
    assert said[:2] == [
        "After this move only 1 card lies in 7 columns: no row can be dealt any more, and 2 cards stay in the stock.",
        "Type ba1 again if you want it all the same."]
    assert said[2] == "b: As"
    assert said[3].startswith("You moved the ace of spades from b to a.")
    assert said[4].startswith("This game is lost: ")
    assert said[5].startswith("Only 1 card is left in 7 columns")


def test_a_warning_is_given_anew_in_another_position():
    said = talk(fragment(TRAP), "ba", "cd", "ba", "q", "q")
    assert sum(line.startswith("After this move") for line in said) == 2
    assert not any("leaves column" in line for line in said)


# Won, lost, open.


def test_lost_is_said_once_with_what_was_searched():
    game = fragment("spiderette4 3d|5s/8d/9h/-/-/-/- - -")
    lost = ("This game is lost: nothing new can be reached any more (2 positions searched, all there are). "
            "undo takes moves back.")
    assert lost not in talk(game, "position")
    game = fragment("spiderette4 5s/8d/9h/-/-/-/- - -")
    said, _ = play(game, "bc", "cd1", "lost")
    assert [i for i, line in enumerate(said) if line == lost] == [2, 5]


def test_nothing_is_called_lost_before_all_of_it_was_searched(monkeypatch):
    monkeypatch.setattr(plain_session, "LONG_SEARCH", 1)
    monkeypatch.setattr(plain_commands, "THOROUGH_SEARCH", 1)
    line = "spiderette4 KhQhJh/8d7d6d/9h8h/5c4c/Jd/-/- - -"
    monkeypatch.setattr(plain_session, "SHORT_SEARCH", 1)
    assert talk(fragment(line), "lost") == [
        "Nobody knows yet: nothing new was found in 1 position, and there are more."]


def test_lost_answers_in_every_state():
    assert talk(spider(), "lost") == ["Not lost: something new can still be reached (1 position searched)."]
    won = fragment("spiderette4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - -")
    assert talk(won, "ba", "lost", "moves", "why ab")[2:] == [
        "The game is won; no move is left to make.", "There is no legal move.",
        "The game is won; no move is left to make."]


# Looking.


def test_the_table_for_eyes_and_ears():
    assert talk(spider(), "bi", "table")[1:] == [
        "a: 5 down, Qc", "b: 3 down, Js", "c: 4 down, 3h", "d: 5 down, Kh", "e: 4 down, Qh", "f: 4 down, 9d",
        "g: 5 down, Jh", "h: 4 down, 8c", "i: 4 down, 5c 4c", "j: 5 down, 8h", "Stock: 5 rows. Foundations: empty.",
        "Score 12 of 990, 1 move."]


@pytest.mark.parametrize(("style", "first", "piles"), [
    ("letters", "a: 1 down, Qc Jh", "Foundations: 5s 3s Kd."),
    ("words", "a: 1 down, queen of clubs, jack of hearts",
     "Foundations: five of spades, three of spades, king of diamonds."),
    ("symbole", "a: 1 down, Q♣ J♥", "Foundations: 5♠ 3♠ K♦."),
])
def test_three_ways_to_write_cards(style, first, piles):
    said = talk(fragment("gypsy 2c|QcJh/-/-/-/-/-/-/- - 5s3sKd"), f"cards {style}")
    assert (said[0], said[1], said[-2]) == (first, "b: empty", f"Stock: empty. {piles}")


def test_foundations_name_the_suits_of_runs():
    assert "Stock: empty. Foundations: 2 of 4, spades, hearts." in talk(
        fragment("spiderette4 2c|Qc/-/-/-/-/-/- - AsAh"), "t")
    assert "Stock: empty. Foundations: 3 of 4, spades (2), hearts." in talk(
        fragment("spiderette2 2s|Qs/-/-/-/-/-/- - AsAsAh"), "t")
    assert "Foundations: empty." in talk(Game.deal("simplesimon", "kpat:1"), "t")


def test_one_column_says_what_travels_together():
    game = fragment("spiderette4 2c|QdJhTh/-/9d/-/-/-/- - -")
    assert talk(game, "column a B c", "c", "column h", "column ab", "c 1") == [
        "a: 1 down, Qd Jh Th. The top 2 cards move as one.", "b: empty", "c: 9d",
        "Which column? Type its letter: column c.", "“h” is no column; they go from a to g.",
        "“ab” is no column; they go from a to g.", "“1” is no column; they go from a to g."]


def test_moves_of_all_columns_or_of_one():
    assert talk(spider(), "moves", "züge j", "m i", "m z") == [
        "9 legal moves: ad1, bi1, cb1, ed1, ga1, ge1, hf1, jf1, +", "1 legal move: jf1",
        "There is no legal move from column i.", "“z” is no column; they go from a to j."]


EARLY = "You can still turn a card in columns a, b, c, e, g, h and j before you deal."


def test_why():
    assert talk(spider(), "why", "why bi", "why cf3", "why c d", "why deal", "warum geben", "why undo") == [
        "Which move? Type it behind the word: why cf3.", "bi1 is legal.",
        "Only 1 card lies open in column c; 3 would take face-down ones along.",
        "Three of hearts does not go on king of hearts: column d wants a card of rank queen.",
        "+ is legal.", EARLY, "+ is legal.", EARLY,
        "“undo” is no move: moves are written cf3 (from, to, how many), c^ (up), ^Qhc (back) or + (deal)."]
    assert talk(fragment(TRAP), "why ba")[1].startswith("After this move only 1 card lies")


def test_score_in_other_schemes():
    assert talk(spider(), "bi", "undo", "score windows", "score nonsense")[3:] == [
        "Score 498, 0 moves. Cheats: 1.",
        "There is no scoring “nonsense”; there are xpat2-spider, xpat2-gypsy, windows, aisleriot and tournament."]


# Commands.


def words():
    return [(command, word) for command in plain_commands.COMMANDS for word in command.words.split()]


def test_every_word_means_one_command_and_is_no_move():
    assert len(plain_commands.BY_WORD) == len(words())
    assert not [word for _, word in words() if plain_commands.is_move(word)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("command", "word"), words(), ids=lambda item: item if isinstance(item, str) else "")
def test_every_word_does_the_same(command, word, language):
    def says(text):
        return [line for line in talk(spider(), "bi", "undo", "bi", text, language=language)
                if "own:" not in line]
    assert says(word.upper()) == says(command.words.split()[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_a_line_for_every_command(language):
    said = talk(spider(), "help", language=language)
    assert len(said) == 3 + len(plain_commands.COMMANDS)
    for command, line in zip(plain_commands.COMMANDS, said[3:], strict=True):
        usage = line.partition(":")[0]
        word = usage.split()[0].strip(",")
        assert plain_commands.BY_WORD[word] is command
        short = re.search(r"\((.)\)", usage)
        assert not short or plain_commands.BY_WORD[short[1]] is command
        assert talk(spider(), f"help {word}", language=language) == [line]


@pytest.mark.parametrize(("line", "near"), [("udno", "undo"), ("zürück", "zurück"), ("tabel", "table"),
                                            ("help redoo", "redo")])
def test_unknown_words_name_the_nearest_command(line, near):
    said, = talk(spider(), line)
    assert said == f"“{line.split()[-1]}” is neither a move nor a command; did you mean “{near}”?"


def test_settings():
    said = talk(spider(), "full", "bi", "brief", "undo", "cards", "language", "language de", "punkte", "sprache en")
    assert said[0] == "The table is shown after every change."
    assert said.count("a: 5 down, Qc") == 2
    assert said[-5:] == [
        "How should cards be written? cards letters (Qh), cards words (queen of hearts) or cards suits (Q♥).",
        "Which language? language en or language de.",
        "Also auf Deutsch.", "0 von 990 Punkten, 0 Züge. Geschummelt: 1.", "English, then."]


def test_a_terminal_gets_the_table_after_every_change_and_lines_that_fit(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    write = StringIO()
    write.isatty = lambda: True
    plain.play(spider(), "en", read=StringIO("bi\nhelp\nposition\n"), write=write)
    said = write.getvalue().splitlines()
    assert "b: 4 down, 4c" in said
    assert "b: 3 down, Js" in said
    broken = said[:next(i for i, line in enumerate(said) if line.startswith("spider4 "))]
    assert max(map(len, broken)) < 40


# Games and files.


def test_a_new_game_keeps_the_old_one():
    game = spider()
    said = talk(game, "bi", "new gypsy xpat2:1", "undo", "previous", "score", "back", "new", "previous", "previous")
    assert said[1:8] == [
        "The game before is kept: previous brings it back.", "Gypsy, deal xpat2:1.",
        "Nothing was played here yet; previous brings the game before back.",
        "Spider, deal xpat2:42. Played so far: 1 move.", "Score 12 of 990, 1 move.",
        "There is no game before this one.", "The game before is kept: previous brings it back."]
    assert re.fullmatch(r"Spider, deal own:\d+\.", said[8])
    assert said[9] == "Spider, deal xpat2:42. Played so far: 1 move."
    assert game.ply == 1


def test_games_put_aside_come_back_in_turn():
    said = talk(spider(), "bi", "new 7", "+", "new gypsy aisleriot:3", "+", *["previous"] * 3)
    assert [line.partition(",")[0] + line.partition("deal")[2] for line in said if line.endswith("move.")] == [
        "Spider own:7. Played so far: 1 move.", "Spider xpat2:42. Played so far: 1 move.",
        "Gypsy aisleriot:3. Played so far: 1 move."]


@pytest.mark.parametrize(("line", "start"), [
    ("new xpat2:7", "Spider, deal xpat2:7."), ("neu 12", "Spider, deal own:12."), ("n Gypsy", "Gypsy, deal own:"),
    ("new spider1 own:hello world", "Spider, one suit, deal own:hello world."),
    ("new nonsense", "There is no game “nonsense”"), ("new spidre", "There is no game “spidre”; did you mean “spider"),
    ("new simplesimon xpat2:7", "The source xpat2 has no deals of simplesimon"),
    ("new xpat2:x", "“x” is no deal number"),
])
def test_new(line, start):
    assert talk(spider(), line)[0].startswith(start)


def test_save_and_load(tmp_path):
    file = tmp_path / "my game.txt"
    game = spider()
    said = talk(game, "save", "bi +", f"save {file}", "undo", f'load "{file}"', "score")
    assert said[0] == "Where to? Type a file’s name: save game.txt."
    assert said[3] == f"Saved: 2 moves in {file}."
    assert said[-2:] == ["Spider, deal xpat2:42. Played so far: 2 moves.", "Score 12 of 990, 2 moves."]
    loaded = record.replay(record.read(file.read_text(encoding="utf-8")))
    assert loaded.position == Game.deal("spider4", "xpat2:42").position.play("bi").play("+")
    assert os.listdir(tmp_path) == [file.name]


def test_a_game_with_a_file_is_brought_up_to_date_at_the_end(tmp_path):
    file = tmp_path / "game"
    said, code = play(spider(), f"s {file}", "bi", "+", "q")
    assert (said[-2:], code) == (["Goodbye.", f"Saved: 2 moves in {file}."], 0)
    said, code = play(spider(), f"l {file}", "undo")
    assert "This game was not saved: Spider, deal xpat2:42. Played so far: 1 move." in said[-6]
    assert record.replay(record.read(file.read_text(encoding="utf-8"))).ply == 2


def test_a_file_that_holds_something_else_is_kept(tmp_path):
    letter, other, folder, empty = (tmp_path / name for name in ("letter", "other", "folder", "empty"))
    letter.write_text("Dear Ada,\n")
    other.write_text(record.write(record.of_game(Game.deal("spider4", "xpat2:43"))))
    folder.mkdir()
    empty.touch()
    assert talk(spider(), f"save {letter}", f"save {other}", f"save! {folder}", f"save {tmp_path}/no/where",
                f"save {empty}", f"save {empty}", f"save! {letter}") == [
        f"{letter} exists and is no record of a game; save! FILE overwrites it.",
        f"{other} holds another game; save! FILE overwrites it.",
        f"{folder} is a folder or a device, no file for a game.",
        f"There is no file {tmp_path}/no/where, or its folder is missing.",
        f"Saved: 0 moves in {empty}.", f"Saved: 0 moves in {empty}.", f"Saved: 0 moves in {letter}."]


def test_a_file_that_holds_no_game_is_not_loaded(tmp_path):
    letter, broken = tmp_path / "letter", tmp_path / "broken"
    letter.write_text("Dear Ada,\n")
    broken.write_text(record.write(record.of_game(spider())).replace("*", "1. ab1 *"))
    said = talk(spider(), "bi", f"load {tmp_path}", f"load {letter}", f"load {broken}", f"load {tmp_path}/nothing",
                "load", "score")
    assert said[1] == f"{tmp_path} is a folder or a device, no file for a game."
    assert said[2].startswith(f"{letter} holds no game that can be read. ")
    assert said[3:] == [
        f"{broken} holds no game that can be read. Step 1, “ab1”: Queen of clubs does not go on four of clubs: "
        "column b wants a card of rank three.",
        f"There is no file {tmp_path}/nothing, or its folder is missing.",
        "From where? Type a file’s name: load game.txt.", "Score 12 of 990, 1 move."]


def test_a_game_of_xpat2_goes_on_and_its_file_stays_as_it_is(tmp_path):
    game = Game.deal("spider4:runs=hand", "xpat2:42")
    game.play("bi")
    file = tmp_path / "Spider.000000042"
    file.write_bytes(xpat2.write(game))
    before = file.read_bytes()
    said, code = play(Game.deal("gypsy", "xpat2:1"), f"load {file}", "record", "+", f"save {file}", "quit", "quit")
    assert code == 0
    assert "1. bi1=Js *" in said
    assert f"{file} exists and is no record of a game; save! FILE overwrites it." in said
    assert file.read_bytes() == before


def test_a_disk_that_fills_up_spoils_neither_file_nor_game(tmp_path, monkeypatch):
    file = tmp_path / "game"
    play(spider(), f"save {file}")
    before = file.read_bytes()

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    said, code = play(spider(), f"load {file}", "bi", "quit")
    assert code == 1
    assert f"{file} cannot be read or written: No space left on device." in said
    assert said[-1] == "1. bi1=Js *"
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["game"]


def test_the_end_of_the_input_loses_nothing(tmp_path):
    said, code = play(spider(), "bi", "new gypsy own:5", "+")
    assert code == 0
    shown = "\n".join(said[said.index("The input has ended, and so does the game."):])
    texts = re.findall(r"^\[Game.*?\*$", shown, re.DOTALL | re.MULTILINE)
    assert len(texts) == 2
    for number, text in enumerate(texts):
        file = tmp_path / str(number)
        file.write_text(text)
        assert talk(spider(), f"load {file}")[-1].endswith("Played so far: 1 move.")


def test_quit_asks_once_for_games_that_would_be_lost(tmp_path):
    assert talk(spider(), "quit") == ["Goodbye."]
    question = ("1 unfinished game is not saved. save FILE keeps the one on the table; quit again leaves all the same.")
    assert talk(spider(), "bi", "quit", "quit")[1:] == [question, "Goodbye."]
    assert talk(spider(), "bi", "q", "undo", "redo", "q", "q")[1] == question
    assert talk(spider(), "bi", f"save {tmp_path}/x", "quit")[2:] == ["Goodbye."]


# Hidden cards.


def test_no_hidden_card_is_ever_told(tmp_path):
    """Two games that differ only in what is hidden are told alike until a card is turned."""
    one = spider().start
    hidden = list(one.hidden)
    random.Random(1).shuffle(hidden)
    columns = []
    stock, rest = hidden[:len(one.stock)], hidden[len(one.stock):]
    for column in range(10):
        cards, down = one.column(column)
        columns.append((bytes(rest[:down]) + cards[down:], down))
        del rest[:down]
    other = place(one.variant, columns, stock)
    assert other.view() == one.view()
    assert other != one
    asks = [word for _, word in words() if word not in ("deal", "geben", "d", "g", "n", "new", "neu", "quit", "exit",
                                                        "ende", "q", "e")]
    places = "abcdefghij"
    lines = [*asks, *(f"why {a}{b}" for a in places for b in places + "^"), "ab9", *(f"c {x}" for x in places),
             "position", "record", "moves", "cards words", "full", "table", "lost"]
    assert talk(Game(one), *lines) == talk(Game(other), *lines)


def test_the_record_is_shown_whole_once_nothing_is_hidden():
    assert "?" not in "".join(talk(Game.deal("simplesimon", "kpat:339"), "record"))
    assert "50? -" in "".join(talk(spider(), "record"))


# Hostile input.


@pytest.mark.parametrize("line", [
    "\0", "\x1b[2J", "a\x9b31mb", "\udcff", "bi\x07", "save \x1b]0;x\x07", "load a\0b", "x" * 100_000, "undo 9" * 3000,
    "\u202egnp.exe", "new own:\x1b[2J", "new own:" + "x" * 5000, "why \x1b", "help \x1b[H", "cards \x1b", "column ²",
    "undo -1", "undo ²", "undo 99999999", "ß", "ﬁ", "²", "^", "^^^", "+" * 500, "+ " * 500, "aa" * 500, "ab999",
    "ab 1 1 1", "{0.__class__}", "%s%n", "new spider4:" + "runs=hand:" * 100, "load /dev/zero", "save /dev/null",
    "save! /dev/full", "load ~nobody/x", "save " + "x" * 5000, "score " + "x" * 5000, "column " + "a " * 2000,
])
def test_hostile_lines_are_answered_and_never_echoed_raw(line):
    said, code = play(spider(), line, "score", "quit", "quit")
    assert code == 0
    assert all(text.isprintable() for text in said)
    assert any(text.startswith("Score 0 of 990") for text in said) or line.startswith(("new", "+ "))


def test_a_file_with_control_characters_is_quoted_without_them(tmp_path):
    file = tmp_path / "x"
    file.write_text("\x1b[2J[Game \x07")
    said = talk(spider(), f"load {file}")
    assert all(text.isprintable() for text in said)


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "   ", "\ufeff"])
def test_nothing_to_read(text):
    write = StringIO()
    assert plain.play(spider(), "de", read=StringIO(text), write=write) == 0
    assert write.getvalue().splitlines()[2:] == ["Die Eingabe ist zu Ende, und damit das Spiel."]


def test_lines_as_other_systems_write_them():
    assert talk(spider(), "\ufeffbi\r", "\tundo\u00a01 \r", "zuru\u0308ck\r")[0::2] == [
        "You moved the four of clubs from b to i. In column b the jack of spades is turned.",
        "1 card you had seen is hidden again (cheats: 1)."]


def test_streams_that_know_fewer_characters():
    read = TextIOWrapper(BytesIO(b"b\xfc\ncards suits\n"), encoding="utf-8")
    raw = BytesIO()
    write = TextIOWrapper(raw, encoding="ascii")
    assert plain.play(spider(), "de", read=read, write=write) == 0
    write.flush()
    assert b"Q?" in raw.getvalue()


def test_interrupting_asks_like_quit():
    class Keyboard(StringIO):
        def readline(self, size=-1):
            line = super().readline(size)
            if line == "^C\n":
                raise KeyboardInterrupt
            return line
    write = StringIO()
    plain.play(spider(), "en", read=Keyboard("bi\n^C\nscore\n^C\n"), write=write)
    said = write.getvalue().splitlines()
    assert said[-1] == "Goodbye."
    assert "Score 12 of 990, 1 move." in said


# Sentences.


def catalogue(language):
    locales = SOURCES.parent.parent / "i18n" / "locales"
    messages = dict(gettext.translation("terminal", locales, [language])._catalog)
    messages.pop("", None)
    return messages


def test_both_languages_say_the_same_things():
    english, german = catalogue("en"), catalogue("de")
    assert english.keys() == german.keys()

    def facts(template):
        return {name for _, name, _, _ in Formatter().parse(template) if name}
    assert {code: facts(text) for code, text in english.items()} == {code: facts(text) for code, text in german.items()}


def test_every_sentence_is_used_and_every_used_one_exists():
    used = {"plain_help_" + command.name for command in plain_commands.COMMANDS}
    for file in SOURCES.glob("plain*.py"):
        used |= {node.value for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                 if isinstance(node, ast.Constant) and isinstance(node.value, str)
                 and re.fullmatch(r"plain_[a-z_]*[a-z]", node.value) and node.value + ".py" not in os.listdir(SOURCES)}
    assert used == set(catalogue("en")) == set(catalogue("de"))
    assert used <= codes("en") & codes("de")


def test_unseen_cards_have_no_name_in_the_terminal():
    assert "unseen" not in Speaker("en").say("plain_column_down", column=0, down=5, cards="Qh")
