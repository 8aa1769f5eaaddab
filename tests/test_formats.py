"""Files of other programs: what the programs themselves wrote, what is written here, and whatever else may come."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from struct import pack, pack_into, unpack_from
from typing import Any
from xml.etree import ElementTree

import kpat_saves
import pytest

from kreuzspinne import formats, record, variants
from kreuzspinne.errors import KreuzspinneError, RecordError
from kreuzspinne.formats import fc_solve, kpat, solvitaire, xpat2
from kreuzspinne.game import Game
from kreuzspinne.position import Position, place
from kreuzspinne.rules import NEVER

FILES = Path(__file__).parent / "formats"
CATALOGUES = Path(formats.__file__).parent.parent / "i18n" / "locales"
HEAD = 32 + 4 * 32
FUZZED = 1500


def saved(name: str) -> bytes:
    return (FILES / name).read_bytes()


def code(read: Callable[..., object], *args: object, **named: Any) -> str:
    """The code of the error that reading raises, once it is known that a sentence can be made of its facts."""
    with pytest.raises(KreuzspinneError) as caught:
        read(*args, **named)
    check_sentence(caught.value)
    return caught.value.code


def templates(language: str) -> dict[str, str]:
    text = "".join((CATALOGUES / language / "LC_MESSAGES" / f"{name}.po").read_text("utf-8")
                   for name in ("formats", "errors"))
    return dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.*)"$', text, re.MULTILINE))


TEMPLATES = [templates(language) for language in ("en", "de")]


def check_sentence(error: KreuzspinneError) -> None:
    for sentences in TEMPLATES:
        fields = {field for _, field, _, _ in Formatter().parse(sentences[error.code]) if field}
        assert fields <= set(error.facts), error


def random_game(variant: str, deal: str, seed: int, length: int = 60) -> Game:
    """A game of legal moves, played a little on purpose, with moves taken back at its end."""
    chance = random.Random(seed)
    game = Game.deal(variant, deal)
    for _ in range(length):
        moves = game.position.moves
        if not moves:
            break
        up = [move for move in moves if move.goes_up or move.comes_back]
        game.play(str(chance.choice(up if up and chance.random() < .6 else moves)))
    for _ in range(chance.choice((0, 0, 3, length))):
        if game.ply:
            game.undo()
    return game


def line(game: Game) -> list[str]:
    return [str(step) for step in (*game.steps, *game.undone)]


def same(one: Game, other: Game) -> None:
    assert one.position == other.position
    assert one.start == other.start
    assert (one.ply, line(one), one.deal_name) == (other.ply, line(other), other.deal_name)


# XPat2

XPAT2_VARIANTS = ["spider4:runs=hand", "spider4:deal=ordered-suit:runs=hand", "spider4:deal=ordered-rank:runs=hand",
                  "gypsy"]


def xpat2_save(words: list[int], name: bytes = b"Spider", current: int | None = None, **numbers: int) -> bytes:
    head = [-1] * 32
    head[8:18] = [42, len(words), len(words) if current is None else current, 0, 0, 0, 0, 0x741A, 0, 0]
    for key, value in numbers.items():
        head[int(key.removeprefix("n"))] = value
    size = 4 * (32 + -(-len(words) // 16) * 16)
    return name.ljust(32, b"\0") + pack(f">32i{len(words)}I", *head, *words).ljust(size, b"\0")


def with_number(data: bytes, index: int, value: int) -> bytes:
    changed = bytearray(data)
    pack_into(">i", changed, 32 + 4 * index, value)
    return bytes(changed)


def test_the_words_of_the_description() -> None:
    game = xpat2.read(xpat2_save([0x140B920F, 0xFFFF9400]))
    assert [str(step) for step in game.steps] == ["cb1=6d", "+=Jh2h9hTh2h6cTc2sAs6s"]
    assert xpat2.write(game)[HEAD:HEAD + 8] == bytes.fromhex("140b920fffff9400")


@pytest.mark.parametrize(("name", "variant", "deal", "ply", "undone", "cheats", "skipped"), [
    ("spider-42-undone", "spider4:runs=hand", "xpat2:42", 13, 8, 7, 0),
    ("spider-5-start", "spider4:runs=hand", "xpat2:5", 0, 0, 0, 0),
    ("spider-186-run-up", "spider4:runs=hand", "xpat2:186", 61, 0, 0, 0),
    ("spider-42-rng0", "spider4:runs=hand", "xpat2:rng0-42", 17, 0, 0, 0),
    ("spider-123456789-relaxed1-restarted", "spider4:deal=ordered-suit:runs=hand", "xpat2:123456789", 0, 44, 54, 0),
    ("gypsy-1", "gypsy", "xpat2:1", 54, 0, 0, 0),
    ("gypsy-9999-cheats", "gypsy", "xpat2:9999", 14, 0, 16, 0),
    ("gypsy-1-back-and-aces", "gypsy", "xpat2:1", 5, 0, 0, 1),
])
def test_what_xpat2_saved(name: str, variant: str, deal: str, ply: int, undone: int, cheats: int, skipped: int) -> None:
    data = saved(f"{name}.xpat2")
    game = xpat2.read(data)
    assert (game.start.variant.name, game.deal_name) == (variant, deal)
    assert (game.ply, len(game.undone), game.cheats) == (ply, undone, cheats)
    assert len(xpat2.parse(data).moves) == ply + undone + skipped
    written = xpat2.write(game)
    if not skipped:
        end = HEAD + 4 * (ply + undone)
        assert written[32:end] == data[32:end]
        assert len(written) == len(data)
    same(xpat2.read(written), game)


def test_a_restart_can_be_taken_back() -> None:
    game = xpat2.read(saved("spider-123456789-relaxed1-restarted.xpat2"))
    game.undo()
    assert game.ply == 44


@pytest.mark.parametrize("play", (FILES / "xpat2_plays.jsonl").read_text().splitlines())
def test_games_played_in_xpat2(play: str) -> None:
    facts = json.loads(play)
    game = Game.deal("gypsy" if facts["game"] == "gypsy" else "spider4:runs=hand", f"xpat2:{facts['number']}")
    for move in facts["moves"].split():
        game.play(move)
    found = xpat2.read(xpat2.write(game))
    same(found, game)
    assert str(found.position).split()[1:3] == [facts["tableau"], facts["stock"]]


@pytest.mark.parametrize("seed", range(24))
def test_any_game_goes_to_xpat2_and_back(seed: int) -> None:
    deal = f"xpat2:{'rng0-' if seed % 5 == 4 else ''}{seed * 7919}"
    game = random_game(XPAT2_VARIANTS[seed % 4], deal, seed, 90)
    data = xpat2.write(game)
    found = xpat2.read(data)
    same(found, game)
    assert found.cheats == game.cheats
    assert xpat2.write(found) == data


def test_version_1_of_the_format() -> None:
    data = saved("spider-186-run-up.xpat2")
    words = xpat2.parse(data).moves
    assert 0xFFFF9400 in words
    old = [0xFFFF8000 + 10 if word == 0xFFFF9400 else word | (word & 0x8000) << 16 for word in words]
    head = with_number(data[:32 + 64], 15, 0x7419)
    same(xpat2.read(head + pack(f">{len(old)}I", *old).ljust(256, b"\0")), xpat2.read(data))


def test_aces_that_change_stacks_are_left_out() -> None:
    data = saved("gypsy-1-back-and-aces.xpat2")
    words = list(xpat2.parse(data).moves)
    assert [xpat2.read(with_number(data, 10, current)).ply for current in range(7)] == [0, 1, 2, 3, 4, 5, 5]
    assert words[-1] == 0x2000A00
    assert code(xpat2.read, xpat2_save([*words[:-1], 0x2000C00], b"Gypsy", n8=1)) == "xpat2_bad_move"


def test_moves_after_the_win_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved("spider-186-run-up.xpat2")
    monkeypatch.setattr(Position, "is_won", property(lambda self: self.table[0] == 40))
    game = xpat2.read(data)
    assert game.position.is_won
    assert (str(game.steps[-1].move), len(game.undone)) == ("+", 0)
    assert unpack_from(">i", xpat2.write(game), 32 + 4 * xpat2.FINISHED) == (1,)


@pytest.mark.parametrize(("numbers", "variant"), [
    ({"n19": 0}, "spider4:runs=hand"), ({"n19": 1}, "spider4:deal=ordered-suit:runs=hand"),
    ({"n19": 2}, "spider4:deal=ordered-rank:runs=hand"),
    ({"n0": 2, "n1": 10, "n2": 1, "n3": 4, "n4": 0}, "spider4:runs=hand"),
    ({"n5": 3, "n6": 1, "n7": 9, "n18": 4}, "spider4:runs=hand"),
])
def test_parameters_of_xpat2(numbers: dict[str, int], variant: str) -> None:
    game = xpat2.read(xpat2_save([], **numbers))
    assert game.start.variant.name == variant
    same(xpat2.read(xpat2.write(game)), game)


@pytest.mark.parametrize(("data", "expected"), [
    (b"", "xpat2_no_save"), (b"Spider", "xpat2_no_save"), (bytes(400), "xpat2_no_save"),
    (saved("klondike-5.xpat2"), "xpat2_other_game"), (saved("spider-5-slots12.xpat2"), "xpat2_customised"),
    (xpat2_save([], b"\x1b[2J"), "xpat2_other_game"), (xpat2_save([], b"spider"), "xpat2_other_game"),
    (xpat2_save([], n19=3), "xpat2_customised"), (xpat2_save([], n3=5), "xpat2_customised"),
    (xpat2_save([], n8=-1), "xpat2_bad_number"), (xpat2_save([], n8=10 ** 9), "xpat2_bad_number"),
    (xpat2_save([], n9=-1), "xpat2_bad_number"), (xpat2_save([], n9=2 ** 31 - 1), "xpat2_bad_number"),
    (xpat2_save([], n10=1), "xpat2_bad_number"), (xpat2_save([], n11=-5), "xpat2_bad_number"),
    (xpat2_save([], n9=1, n10=1), "xpat2_breaks_off"), (xpat2_save([0xFFFFFFFF]), "xpat2_move_differs"),
    (xpat2_save([0]), "xpat2_bad_move"), (xpat2_save([0x120B920F]), "xpat2_move_differs"),
    (xpat2_save([0x920F & ~0x8000]), "xpat2_move_differs"), (xpat2_save([0x060F]), "xpat2_bad_move"),
    (xpat2_save([0xFFFF9400] * 6), "xpat2_move_not_legal"), (xpat2_save([0xFFF08000]), "xpat2_bad_move"),
    (xpat2_save([0x140B940F]), "xpat2_bad_move"), (xpat2_save([0x1FF]), "xpat2_bad_move"),
    (xpat2_save([60]), "xpat2_bad_move"),
])
def test_broken_saves_of_xpat2(data: bytes, expected: str) -> None:
    assert code(xpat2.read, data) == expected


def test_the_error_is_that_of_the_deal_that_went_further() -> None:
    words = [0xFFFF9400, 0xFFFF9400, 0x140B920F]
    with pytest.raises(RecordError) as caught:
        xpat2.read(xpat2_save(words))
    assert caught.value.facts["number"] == 3


def test_every_prefix_of_a_save_breaks_off() -> None:
    data = saved("spider-42-undone.xpat2")
    for length in range(0, len(data), 3):
        assert code(xpat2.read, data[:length]) in ("xpat2_no_save", "xpat2_breaks_off")


def test_every_bit_of_a_stored_move_counts() -> None:
    words = list(xpat2.parse(saved("spider-42-undone.xpat2")).moves)[:4]
    for index, bit in ((index, bit) for index in range(len(words)) for bit in range(32)):
        changed = [word ^ (1 << bit if place == index else 0) for place, word in enumerate(words)]
        assert code(xpat2.read, xpat2_save(changed)).startswith("xpat2_")


@pytest.mark.parametrize(("variant", "deal", "expected"), [
    ("spider4", "xpat2:42", "xpat2_other_rules"), ("gypsy", "own:1", "xpat2_not_its_deal"),
    ("gypsy", "aisleriot:1", "xpat2_not_its_deal"),
])
def test_what_xpat2_cannot_hold(variant: str, deal: str, expected: str) -> None:
    assert code(xpat2.write, Game.deal(variant, deal)) == expected


def test_a_deal_is_looked_at_not_only_its_name() -> None:
    game = Game.deal("gypsy", "xpat2:1")
    for name in ("xpat2:2", "xpat2:", "xpat2:none", ""):
        game.deal_name = name
        assert code(xpat2.write, game) == "xpat2_not_its_deal"


# KPatience


@pytest.mark.parametrize(("name", "variant", "deal", "states", "ply", "undone", "runs"), [
    ("spider1-5", "spider1:deal=any", "kpat:5", 40, 34, 3, 2),
    ("spider2-744552615", "spider2:deal=any", "kpat:744552615", 15, 12, 2, 0),
    ("gypsy-5", "normandy", "kpat:5", 37, 33, 3, 2),
    ("simplesimon-5", "simplesimon", "kpat:5", 23, 28, 2, 0),
])
def test_what_kpatience_saved(name: str, variant: str, deal: str, states: int, ply: int, undone: int,
                              runs: int) -> None:
    data = saved(f"{name}.kpat")
    game = kpat.read(data)
    assert len(kpat.parse(data)) == states
    assert (game.start.variant.name, game.deal_name) == (variant, deal)
    assert (game.ply, len(game.undone), len(game.position.piles), game.cheats) == (ply, undone, runs, 0)


KPAT_GAMES = [("spider1:deal=any", "spider", "1"),
("spider2:deal=any", "spider", "2"),
("spider3:deal=any", "spider", "3"),
              ("spider4:deal=any", "spider", "4"), ("normandy", "gypsy", ""), ("normandy", "normandy", ""),
              ("simplesimon", "simplesimon", "")]


def kpat_game(seed: int) -> tuple[Game, str, str]:
    variant, kind, options = KPAT_GAMES[seed % len(KPAT_GAMES)]
    return random_game(variant, f"kpat:{seed + 1}", seed), kind, options


@pytest.mark.parametrize("seed", range(21))
def test_any_game_comes_from_kpatience(seed: int) -> None:
    game, kind, options = kpat_game(seed)
    states = kpat_saves.states_of(game, kind, options)
    found = kpat.read(kpat_saves.write(states, game.ply, kind, str(seed + 1), options))
    same(found, game)


@pytest.mark.parametrize("seed", range(0, 14, 3))
def test_without_a_current_state_the_last_one_is_meant(seed: int) -> None:
    game, kind, options = kpat_game(seed)
    found = kpat.read(kpat_saves.write(kpat_saves.states_of(game, kind, options), -1, kind, "", options))
    assert (found.ply, found.undone, found.deal_name) == (len(line(game)), [], "")


def test_runs_that_kpatience_leaves_lying_for_a_moment() -> None:
    start = "spider4:deal=any Kd/Ks|KhQhJhTh9h8h7h6h5h4h3h2h/5s|Ah/2s/3s/4s/5s/6s/7s/8s - -"
    game = Game(Position.read(start, fragment=True))
    assert str(game.play("cb")) == "cb1=5s,b^=Ks"
    piles = kpat_saves.Table(game.start, "spider", "4")
    states = [piles.copy()]
    piles.play(game.steps[0]._replace(left=()))
    states.append(piles.copy())
    piles.play(game.steps[0])
    assert kpat_saves.Table(game.start, "spider").piles == states[0]
    positions = [Position.read(start, fragment=True), game.position]
    variant = variants.read("spider4:deal=any")
    tables = [{card: kpat.Place(name, at, face) for name, cards in state.items()
               for at, (card, face) in enumerate(cards)} for state in states]
    laid = [kpat.settle(place(variant, *kpat.lay(variant, kpat.SPIDER, cards))) for cards in tables]
    assert laid == positions


def test_a_state_that_no_move_leads_to() -> None:
    game = random_game("spider4:deal=any", "kpat:3", 1, 20)
    while game.can_redo:
        game.redo()
    states = kpat_saves.states_of(game, "spider", "4")
    del states[8:14]
    before = kpat.read(kpat_saves.write(states, 5, "spider", "3", "4"))
    assert (before.ply, len(before.undone), before.deal_name) == (5, 2, "kpat:3")
    after = kpat.read(kpat_saves.write(states, len(states) - 1, "spider", "3", "4"))
    assert (after.position, after.deal_name, len(after.steps)) == (game.position, "", len(states) - 9)


def test_mixed_runs_are_carried_by_way_of_spaces() -> None:
    start = Position.read("simplesimon 9s8h7c6d/Td/-/-/Ks/Kh/Kd/Kc/Qs/Qh - -", fragment=True)
    end = Position.read("simplesimon -/Td9s8h7c6d/-/-/Ks/Kh/Kd/Kc/Qs/Qh - -", fragment=True)
    moves = kpat.game_through([start, end], 1)
    assert moves.position == end
    assert [str(step) for step in moves.steps] == ["ad1", "ac1", "dc1", "ad1", "ab1", "db1", "cd1", "cb1", "db1"]
    tight = Position.read("simplesimon 9s8h7c6d/Td/-/5s/Ks/Kh/Kd/Kc/Qs/Qh - -", fragment=True)
    far = Position.read("simplesimon -/Td9s8h7c6d/-/5s/Ks/Kh/Kd/Kc/Qs/Qh - -", fragment=True)
    assert len(kpat.game_through([tight, far], 1).steps) == 0


@pytest.mark.parametrize(("variant", "kind", "number", "options"), [
    ("spider4:deal=any", "spider", "17", "4"),
    ("spider4:deal=any", "spider", "16", ""),
    ("spider3:deal=any", "spider", "50", "3"),
    ("spider1:deal=any", "spider", "14", ""), ("spider2:deal=any", "spider", "15", ""),
    ("normandy", "gypsy", "7", ""), ("simplesimon", "simplesimon", "9", ""),
])
@pytest.mark.parametrize("first_suit", [0, 1])
def test_the_old_format_of_kpatience(variant: str, kind: str, number: str, options: str, first_suit: int) -> None:
    game = Game.deal(variant, "kpat:77")
    suits = variant[6] if kind == "spider" else ""
    for _ in range(6):
        piles = kpat_saves.states_of(game, kind, suits)[-1]
        found = kpat.read(kpat_saves.write_old(piles, number, 77, first_suit, options))
        assert (found.position, found.ply) == (game.position, 0)
        assert found.deal_name == ("kpat:77" if game.ply == 0 else "")
        game.play(str(random.Random(first_suit).choice(game.position.moves)))


BOMB = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(("text", "expected"), [
    ("", "kpat_no_xml"), ("<", "kpat_no_xml"), ("<a></b>", "kpat_no_xml"), ("<kpat-game>", "kpat_no_xml"),
    ("<svg/>", "kpat_no_save"),
    ("<kpat-game/>", "kpat_other_game"),
    ('<kpat-game game-type="golf"/>', "kpat_other_game"),
    ('<dealer id="3"/>', "kpat_other_game"),
    ('<dealer id="x"/>', "kpat_bad_number"),
    ('<dealer id="²"/>', "kpat_bad_number"),
    ('<kpat-game game-type="spider"/>', "kpat_no_state"),
    ('<kpat-game game-type="spider"><x/></kpat-game>', "kpat_bad_element"),
    ('<kpat-game game-type="spider"><state><x/></state></kpat-game>', "kpat_bad_element"),
    ('<kpat-game game-type="spider"><state><move pile="x" position="0"/></state></kpat-game>', "kpat_no_such_pile"),
    ('<kpat-game game-type="spider"><state><move pile="stack0"/></state></kpat-game>', "kpat_bad_number"),
    ('<kpat-game game-type="spider"><state/></kpat-game>', "cards_missing"),
    ("<a>" * 5 + "</a>" * 5, "kpat_too_deep"), ("<!DOCTYPE kpat [<!ENTITY a 'b'>]><dealer/>", "kpat_declares"),
    ('<!DOCTYPE kpat SYSTEM "file:///etc/passwd"><dealer/>', "kpat_declares"),
    ("<!DOCTYPE html><dealer/>", "kpat_declares"),
    ("<!DOCTYPE kpat []><dealer/>", "kpat_declares"), ("<!DOCTYPE kpat><dealer>&a;</dealer>", "kpat_no_xml"),
    (f"<!DOCTYPE kpat [<!ENTITY a0 'ha'>{BOMB}]><dealer>&a11;</dealer>", "kpat_declares"),
    ("<?xml version='1.0' encoding='no-such'?><dealer/>", "kpat_no_xml"),
    ("<?xml version='1.0' encoding='utf-7'?><dealer/>", "kpat_no_xml"),
])
def test_broken_saves_of_kpatience(text: str, expected: str) -> None:
    assert code(kpat.read, text.encode()) == expected


def test_declarations_are_seen_in_other_encodings() -> None:
    text = "<!DOCTYPE kpat [<!ENTITY a 'b'>]><dealer>&a;</dealer>"
    assert code(formats.read_game, text.encode("utf-16")) == "kpat_declares"


def card(number: int, turn: str = "face-up") -> str:
    return f'<card id="{number}" turn="{turn}"/>'


@pytest.mark.parametrize(("moves", "expected"), [
    (f'<move pile="stack0" position="1">{card(0x301)}</move>', "kpat_gap_in_pile"),
    (f'<move pile="stack0" position="0">{card(0x400)}</move>', "kpat_no_card"),
    (f'<move pile="stack0" position="0">{card(0x300)}</move>', "kpat_no_card"),
    (f'<move pile="stack0" position="0">{card(0x301)}{card(0x302, "face-down")}</move>', "face_down_on_open"),
    (f'<move pile="stack0" position="0">{card(0x301, "")}</move>', "top_face_down"),
    (f'<move pile="legs0" position="0">{card(0x301)}</move>', "kpat_bad_foundation"),
    (f'<move pile="stack0" position="0">{card(0x301)}</move>', "cards_missing"),
])
def test_tables_that_cannot_be(moves: str, expected: str) -> None:
    text = f'<kpat-game game-type="spider"><state>{moves}</state></kpat-game>'
    assert code(kpat.read, text.encode()) == expected


def test_elements_with_each_other_s_attributes() -> None:
    chance = random.Random(1)
    root = kpat.parse(saved("spider1-5.kpat"))
    del root[6:]
    elements = [element for element in root.iter() if element.attrib]
    codes = set()
    for _ in range(FUZZED // 2):
        element, other = chance.choice(elements), chance.choice(elements)
        key, before = chance.choice(list(element.attrib.items()))
        element.set(key, other.get(key, "7"))
        try:
            kpat.read(ElementTree.tostring(root))
        except KreuzspinneError as error:
            check_sentence(error)
            codes.add(error.code)
        element.set(key, before)
    assert len(codes) > 4


def test_foundations_that_cannot_be() -> None:
    moves = f'<move pile="target0" position="0">{card(0x301)}{card(0x10303)}</move>'
    text = f'<kpat-game game-type="gypsy"><state>{moves}</state></kpat-game>'
    assert code(kpat.read, text.encode()) == "kpat_bad_foundation"


def test_too_much_of_kpatience() -> None:
    states = "<state/>" * (kpat.MOST_STATES + 1)
    assert code(kpat.read, f'<kpat-game game-type="gypsy">{states}</kpat-game>'.encode()) == "kpat_too_many_states"
    assert code(kpat.read, b"<a>" + b" " * kpat.LARGEST) == "file_too_long"


# Solvitaire and Freecell Solver


def positions() -> Iterator[Position]:
    """For every game of the catalogue the start, and where a random game leads."""
    for seed, name in enumerate(variants.VARIANTS):
        game = random_game(name, f"own:{seed}", seed, 30)
        yield from (game.start, game.position)


@pytest.mark.parametrize("format", formats.POSITION_FORMATS)
def test_positions_go_out_and_come_back(format: str) -> None:
    written = 0
    for position in positions():
        if format == "solvitaire" and position.rules.cards > 104:
            assert code(formats.write_position, position, format) == "solvitaire_too_many_decks"
            continue
        if format == "solvitaire" and len({top >> 4 for top in position.piles}) < len(position.piles):
            assert code(formats.write_position, position, format) == "solvitaire_twin_piles"
            continue
        text = formats.write_position(position, format)
        assert formats.detect(text.encode()) == format
        assert formats.read_position(text.encode(), position.variant.name) == position
        written += 1
    assert written > 60


def test_solvitaire_as_it_is_written() -> None:
    as_runs = Position.read("spiderette4 Ks|9h/-/-/-/-/-/TdAc 3c4c Ad", fragment=True)
    assert code(solvitaire.read, '{"tableau piles": [[],[],[],[],[],[],[]], "foundations": ["3H"]}', as_runs.variant,
                fragment=True) == "pile_lacks_card"
    assert solvitaire.write(as_runs) == '''{
  "tableau piles": [
    ["Ks", "9H"],
    [],
    [],
    [],
    [],
    [],
    ["10D", "AC"]
  ],
  "stock": ["4C", "3C"],
  "foundations": ["KD", "QD", "JD", "10D", "9D", "8D", "7D", "6D", "5D", "4D", "3D", "2D", "AD"]
}
'''


def solvitaire_text(**piles: object) -> str:
    columns = [["9c"], ["10d", "JH"], ["4h", "7c", "4C"], [], [], [], []]
    return json.dumps({"tableau piles": columns, **piles})


def test_solvitaire_as_its_parser_reads_it() -> None:
    spiderette, gypsy = variants.read("spiderette4"), variants.read("willothewisp")
    assert code(solvitaire.read, solvitaire_text(), spiderette, fragment=True) == "top_face_down"
    text = solvitaire_text(stock=["2C", "3S", "11s"], cells=[], reserve=[]).replace("9c", "9C")
    for variant in (spiderette, gypsy):
        found = solvitaire.read(text, variant, fragment=True)
        assert str(found).split(" ", 1)[1] == "9c/Td|Jh/4h7c|4c/-/-/-/- Js3s2c -"
    open_game = variants.read("simplesimon")
    text = json.dumps({"tableau piles": [["1c", "13s"], ["ad"], *[[]] * 8]})
    found = solvitaire.read(text, open_game, fragment=True)
    assert str(found).split()[1].startswith("AcKs/Ad/-")
    hidden = solvitaire.read(solvitaire_text().replace("9c", "9C").replace("10d", "##"), spiderette, fragment=True)
    assert str(hidden).split()[1].startswith("9c/1?|Jh/")


@pytest.mark.parametrize("nested", [False, True])
def test_foundations_of_solvitaire(nested: bool) -> None:
    empty = [[] for _ in range(8)]
    up = ["AS", "2S", "AH", "3S", "AS"]
    foundations = [["AS", "2S", "3S"], ["AH"], ["AS"], [], [], [], [], []] if nested else up
    found = solvitaire.read(json.dumps({"tableau piles": empty, "foundations": foundations}), variants.read("gypsy"),
                            fragment=True)
    assert str(found).split()[3] == "3sAsAh"


@pytest.mark.parametrize(("text", "expected"), [
    ("", "solvitaire_no_json"),
    ("[]", "solvitaire_no_json"),
    ("{", "solvitaire_no_json"),
    ("[" * 100_000, "solvitaire_no_json"),
    ('{"a":' * 900 + "1" + "}" * 900, "solvitaire_other_piles"), ("{}", "solvitaire_no_tableau"),
    ('{"tableau piles": 3}', "solvitaire_no_tableau"), ('{"tableau piles": [3]}', "solvitaire_no_list"),
    ('{"tableau piles": [[3]]}', "solvitaire_no_card"), ('{"tableau piles": [["TS"]]}', "solvitaire_no_card"),
    ('{"tableau piles": [["0S"]]}', "solvitaire_no_card"), ('{"tableau piles": [["14S"]]}', "solvitaire_no_card"),
    ('{"tableau piles": [["4\u017f"]]}', "solvitaire_no_card"),
    ('{"tableau piles": [[[[["4S"]]]]]}', "solvitaire_no_card"),
    ('{"tableau piles": [["' + "1" * 5000 + '"]]}', "solvitaire_no_card"),
    ('{"tableau piles": [[' + "1" * 5000 + "]]}", "solvitaire_no_json"),
    ('{"tableau piles": [], "cells": ["4S"]}', "solvitaire_other_piles"),
    ('{"tableau piles": [], "hole card": "AS"}', "solvitaire_other_piles"),
    ('{"tableau piles": [], "stock": {}}', "solvitaire_no_list"),
    ('{"tableau piles": [], "foundations": "AS"}', "solvitaire_no_list"),
    ('{"tableau piles": [], "foundations": ["##"]}', "unseen_card_open"),
    ('{"tableau piles": [], "foundations": ["AS"]}', "pile_not_whole"),
    ('{"tableau piles": [["4S"]]}', "wrong_columns"),
    (" " * 300_000, "file_too_long"),
    ('{"tableau piles": [["4S", "5s"]]}', "face_down_on_open"),
])
def test_broken_files_of_solvitaire(text: str, expected: str) -> None:
    assert code(solvitaire.read, text, variants.read("spiderette4")) == expected


def test_solvitaire_knows_games_without_hidden_cards() -> None:
    hidden = Position.read("simplesimon 9s|8s/-/-/-/-/-/-/-/-/- - -", fragment=True)
    assert code(formats.write_position, hidden, "solvitaire") == "solvitaire_always_open"


def test_unseen_cards_have_no_name_elsewhere() -> None:
    unseen = Position.read("spiderette4 2?|9h/-/-/-/-/-/Td 3c4c -", fragment=True)
    for format in formats.POSITION_FORMATS:
        assert code(formats.write_position, unseen, format) == "unseen_cards"


def test_fc_solve_as_it_is_written() -> None:
    position = Position.read("spiderette4 Ks|9h/-/-/-/-/-/TdAc 3c4c Ad", fragment=True)
    assert fc_solve.write(position).splitlines() == [
        "Foundations: H-0 C-0 D-K S-0", "Talon: 3C 4C", ": <KS> 9H", ":", ":", ":", ":", ":", ": TD AC"]
    gypsy = Position.read("gypsy Ks|9h/-/-/-/-/-/-/TdAc - 3hTcAcKs", fragment=True)
    assert fc_solve.write(gypsy).splitlines()[0] == "Foundations: H-3 C-T D-0 S-K H-0 C-A D-0 S-0"


@pytest.mark.parametrize("text", [
    "Foundations: H-K \nFreecells:  \n: KS\n: 10D\n:\n:\n:\n:\n:\n:\n:\n:\n",
    "Founds: H-5\nFounds: H-K S-0\nks\n10d\n\n\n\n\n\n\n\n\n",
    "FC: - - -\r\nFoundations: h-k\r\n: KS\r\n: TD\r\n\r\n",
    "\ufeff: KS\n: TD\nFoundations: H-K",
])
def test_fc_solve_as_it_is_read(text: str) -> None:
    found = fc_solve.read(text.removeprefix("\ufeff"), variants.read("simplesimon"), fragment=True)
    assert str(found) == "simplesimon Ks/Td/-/-/-/-/-/-/-/- - Ah"
    assert formats.read_position(text.encode(), "simplesimon", fragment=True) == found


def test_empty_lines_are_columns_only_where_columns_are_missing() -> None:
    lines = [f"{rank}S" for rank in "A23456789T"]
    full = "\n\n".join(lines) + "\n\n\n"
    assert str(fc_solve.read(full, variants.read("simplesimon"), fragment=True)).count("-") == 2
    first_empty = "\n" + "\n".join(lines[1:])
    assert str(fc_solve.read(first_empty, variants.read("simplesimon"), fragment=True)).split()[1].startswith("-/2s/3s")


def test_a_board_of_gypsy_as_the_generators_write_it() -> None:
    position = Game.deal("gypsy", "pysol:24").start
    text = fc_solve.write(position).partition("\n")[2]
    text = re.sub("T(?=[SHDC])", "10", re.sub(": (?=<)|[<>]", "", text))
    assert text.count(":") == 1
    found = formats.read_position(text.encode(), "gypsy")
    assert found.stock == position.stock
    assert [found.column(column) for column in range(8)] == [(position.column(column)[0], 0) for column in range(8)]


@pytest.mark.parametrize(("text", "expected"), [
    ("", "cards_missing"), (": 4X", "fc_solve_no_card"), (": <4S", "fc_solve_no_card"), (": 0S", "fc_solve_no_card"),
    (": 11S", "fc_solve_no_card"), ("Foundations: KH", "fc_solve_no_pile"), ("FC: 4S - -", "fc_solve_free_cells"),
    ("Foundations: H-5", "pile_not_whole"), (": <4S>", "top_face_down"), (": 4S <5S>", "face_down_on_open"),
    (": 4S\n" * 11, "wrong_columns"), (": 4S", "cards_missing"), (" " * 60_000, "file_too_long"),
    (": 4\u017f", "fc_solve_no_card"), (": 4S 4S", "pack_not_whole"),
])
def test_broken_boards(text: str, expected: str) -> None:
    assert code(fc_solve.read, text, variants.read("simplesimon")) == expected


# All together


def records() -> dict[str, tuple[bytes, str]]:
    """For each format a file, and the game it has to be told."""
    simon = Game.deal("simplesimon", "kpat:5").start
    game = random_game("spider4", "own:3", 3)
    return {
        "record": (record.write(record.of_game(game)).encode(), ""),
        "xpat2": (saved("spider-42-undone.xpat2"), ""),
        "kpat": (saved("spider2-744552615.kpat"), ""),
        "solvitaire": (solvitaire.write(simon).encode(), "simplesimon"),
        "fc-solve": (fc_solve.write(simon).encode(), "simplesimon"),
    }


RECORDS = records()


@pytest.mark.parametrize("format", formats.FORMATS)
def test_every_format_is_recognised(format: str) -> None:
    data, variant = RECORDS[format]
    assert formats.detect(data) == format
    game = formats.read_game(data, variant or None)
    assert formats.read_position(data, variant or None) == game.position
    if format != "xpat2":
        assert formats.detect(b"\xef\xbb\xbf" + data) == format
    if variant:
        assert code(formats.read_game, data) == "format_needs_variant"
        assert code(formats.read_game, data, "no such game") == "unknown_variant"


def test_what_is_none_of_them() -> None:
    for data in (b"", b"hello", b"\x00" * 300, b"\xff\xd8\xff\xe0", b":", b"\n\n : \n", b"PK\x03\x04"):
        assert code(formats.read_game, data) == "unknown_format"
    assert code(formats.read_game, b"[\xff") == "not_utf8"
    assert code(formats.write_position, Game.deal("gypsy").start, "xpat2") == "no_position_format"


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The file with a few bytes changed, cut out, doubled, or put in."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(changed) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            changed[at:at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            del changed[at:at + chance.choice((1, 4, 40))]
        elif kind == 2:
            changed[at:at] = changed[at:at + chance.choice((1, 4, 40))]
        elif kind == 3 and changed:
            changed[at % len(changed)] ^= 1 << chance.randrange(8)
        else:
            changed = changed[:at]
    return bytes(changed)


@pytest.mark.parametrize("format", formats.FORMATS)
def test_whatever_comes_is_answered_by_one_error(format: str) -> None:
    data, variant = RECORDS[format]
    if format == "xpat2":
        data = xpat2_save(list(xpat2.parse(data).moves)[:8])
    if format == "kpat":
        data = re.sub(rb"(?s)(</state>.*?</state>).*", rb"\1</kpat-game>", data)
    chance = random.Random(format)
    read = 0
    for _ in range(FUZZED):
        try:
            formats.read_game(damaged(data, chance), variant or None)
            read += 1
        except KreuzspinneError as error:
            if error.code in TEMPLATES[0]:
                check_sentence(error)
    assert read < FUZZED


@pytest.mark.parametrize("seed", range(4))
def test_noise_is_answered_by_one_error(seed: int) -> None:
    chance = random.Random(seed)
    pieces = [b"[Game \"gypsy\"]", b"<kpat-game>", b"<dealer id=\"7\">", b"{\"tableau piles\":", b"[[\"4S\"]]", b": 4S",
              b"\xff", b"\0" * 5,
              b"Foundations: ", b"Spider", xpat2_save([])[:140], b"\n", b"}", b">", b"\x74\x1a", b"FC: -"]
    for _ in range(500):
        data = b"".join(chance.choice(pieces) for _ in range(chance.randrange(12)))
        try:
            formats.read_game(data, "simplesimon")
        except KreuzspinneError as error:
            check_sentence(error)


def test_every_code_has_a_sentence_in_both_languages() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(formats.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'Error\(\s*"(\w+)"', source))
    assert len(codes) > 30
    for sentences in TEMPLATES:
        assert codes <= set(sentences)


def test_no_stock_is_ever_written_for_games_without_one() -> None:
    assert variants.read("mrsmop").rules.deal == NEVER
    assert "Talon" not in fc_solve.write(Game.deal("mrsmop", "own:1").start)
