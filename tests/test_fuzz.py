"""Spoiled texts: of real ones, with characters changed, left out, put in, doubled. Only this project's errors come out.

What is accepted is written canonically, and that is a fixed point. An ordinary run reads about 30,000 texts;
KREUZSPINNE_FUZZ=300000 says how many others.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import perft_files
import pytest
from duel import late_position
from tables import play_on

from kreuzspinne import deals, formats, record, score, variants
from kreuzspinne.errors import KreuzspinneError
from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES, Speaker
from kreuzspinne.notation import Move, Step
from kreuzspinne.outcome import outcome
from kreuzspinne.position import Position, View
from kreuzspinne.variants import VARIANTS

TEXTS = int(os.environ.get("KREUZSPINNE_FUZZ", "30000"))
SAVES = Path(__file__).parent / "formats"
Text = TypeVar("Text", str, bytes)
Reader = Callable[[Text, random.Random], None]

ODD = [*"-/|?^+=,:(){}[]*!01<>%", "", " ", "\n", "\t", "\0", "\ufeff", "\u2028", "é", "♠", "٣", "\ud800", "\x1b[2J",
       '"', "\\", "9999999999", "As", "Kh", "5?", "win", "deal=any", "own:", "1e9", "&lt;", "<a>", "null", "{}", "[]",
       "%s", "{0}"]


def spoil(text: Text, others: Sequence[Text], rng: random.Random) -> Text:
    """One to four changes at chance places; now and then the rest is cut off."""
    for _ in range(rng.choice([1, 1, 2, 4])):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 1, 1, 2, 3, 10, 50]))
        rest = text[end:] if rng.random() < 0.97 else text[:0]
        text = text[:start] + changed(text[start:end], text, rng.choice(others), rng) + rest
    return text


def changed(piece: Text, text: Text, other: Text, rng: random.Random) -> Text:
    """What stands in place of a piece."""
    kind = rng.randrange(7)
    if kind == 0:
        return piece * rng.choice([0, 0, 2, 3, 30])
    if kind == 1:
        return piece[::-1]
    if kind == 2:
        order = rng.sample(range(len(piece)), len(piece))
        return piece[:0].join(piece[i:i + 1] for i in order)
    if kind < 5:
        return (piece if kind == 3 else piece[:0]) + odd(text, rng)
    source = text if kind == 5 else other
    start = rng.randrange(len(source) + 1)
    return source[start:start + rng.choice([1, 2, 5, 40])]


def odd(text: Text, rng: random.Random) -> Text:
    """Something that does not belong there; in bytes, any byte."""
    if isinstance(text, bytes):
        return bytes([rng.randrange(256)]) if rng.random() < 0.6 else rng.choice(ODD).encode("utf-8", "surrogatepass")
    return rng.choice(ODD) if rng.random() < 0.7 else chr(rng.choice([rng.randrange(128), rng.randrange(0x11000)]))


# --- the readers, and what must hold of what they accept

def read_position(text: str, rng: random.Random) -> None:
    position = Position.read(text, fragment=True)
    line = str(position)
    assert Position.read(line, fragment=True) == position
    assert str(Position.read(line, fragment=True)) == line
    view = position.view()
    assert View.read(line) == view
    assert view.moves == position.moves
    assert position.is_whole == accepts(Position.read, text)
    if rng.random() < 0.2:
        for scheme in score.SCHEMES:
            assert score.points(position, scheme) == score.points(view, scheme)
        assert outcome(view, limit=3) == outcome(position, limit=3)
    for move in position.moves[:2]:
        complains(lambda move=move: position.advance(move))
        position.warnings(move)
    complains(lambda: position.play(spoil(rng.choice(MOVES), MOVES, rng)))


def read_view(text: str, rng: random.Random) -> None:
    view = View.read(text)
    line = str(view)
    assert View.read(line) == view
    assert str(View.read(line)) == line
    assert repr(view) == f"View.read({line!r})"
    for move in rng.sample(MOVES, 2):
        complains(lambda move=move: view.find(move))


def read_move(text: str, _: random.Random) -> None:
    move = Move.read(text)
    assert Move.read(str(move)) == move
    assert Move.unpack(move.code) == move


def read_step(text: str, _: random.Random) -> None:
    step = Step.read(text)
    assert Step.read(str(step)) == step
    assert str(Step.read(str(step))) == str(step)
    assert step.revealed >= 0


def read_record(text: str, rng: random.Random) -> None:
    found = record.read(text)
    written = record.write(found)
    assert record.read(written) == found
    assert record.write(record.read(written)) == written
    if rng.random() < 0.5:
        complains(lambda: replayed(found))


def replayed(found: record.Record) -> None:
    game = record.replay(found)
    assert found.result in ("*", "lost") or game.position.is_won
    again = record.of_game(game)
    assert record.replay(record.read(record.write(again))).position == game.position


def read_variant(text: str, _: random.Random) -> None:
    variant = variants.read(text)
    assert variants.read(variant.name) == variant
    switches = [f"{switch}={value}" for switch, value in variant.switches.items()]
    assert variants.read(":".join([variant.base, *switches])) == variant


def read_deal(text: str, rng: random.Random) -> None:
    source, number = deals.read(text)
    assert deals.read(f"{source}:{number}") == (source, number)
    assert deals.canonical(source, number) == number
    game = rng.choice(deals.games(source))
    if rng.random() < 0.2:
        assert deals.deal(VARIANTS[game], source, number) == deals.deal(VARIANTS[game], source, number)


def read_file(data: bytes, rng: random.Random) -> None:
    game = formats.read_game(data, rng.choice([None, "simplesimon"]))
    again = record.replay(record.read(record.write(record.of_game(game))))
    assert again.position == game.position


def read_other_position(data: bytes, _: random.Random) -> None:
    position = formats.read_position(data, "simplesimon", fragment=True)
    assert Position.read(str(position), fragment=True) == position


def accepts(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except KreuzspinneError:
        return False
    return True


def complains(do: Callable[[], object]) -> None:
    """It works, or fails with an error of ours that has a sentence."""
    try:
        do()
    except KreuzspinneError as error:
        speak(error)


def speak(error: KreuzspinneError) -> None:
    """Every error has a sentence that does nothing to a terminal."""
    for language in LANGUAGES:
        assert Speaker(language).error(error).isprintable()


# --- real texts to begin with

def positions() -> list[str]:
    found = [entry.position for entry in perft_files.read("public.perft")]
    for variant in VARIANTS.values():
        found += [str(late_position(variant, random.Random(seed))) for seed in range(3)]
        found.append(str(Game.deal(variant.name, "own:1").start))
    found += [str(Position.read(line, fragment=True).view()) for line in found[::7]]
    return found


def games() -> list[Game]:
    early = [play_on(Game.deal(name, "own:1"), 8, name) for name in [*VARIANTS][::4]]
    late = [late_position(variant, random.Random(1)) for variant in list(VARIANTS.values())[::5]]
    return [*early, *(play_on(Game(position), 9, 1) for position in late)]


def records() -> list[str]:
    found = [record.write(record.of_game(game, Note='a "quoted" \\ word')) for game in games()]
    remarks = '1. ab1=Qh! {good} (1. ac (1. ad {deep} +) bc2? {}) (+) 2. +=AsKs,a^=2h,b^ ?? 3. ^Qhc 4. d^ {a \\} b} win'
    return [*found, *(f"{text.rsplit(' ', 1)[0]} {remarks}" for text in found[::3]), remarks]


def files() -> list[bytes]:
    start = Game.deal("simplesimon", "kpat:1").start
    found = [formats.write_position(start, name).encode() for name in formats.POSITION_FORMATS]
    small = [path.read_bytes() for path in sorted(SAVES.iterdir()) if path.suffix in (".xpat2", ".kpat")]
    return [*found * 4, *(data for data in small if len(data) < 30_000), *(text.encode() for text in records()[:6])]


POSITIONS, STEPS = positions(), [str(step) for game in games() for step in game.steps]
MOVES = sorted({step.partition("=")[0].partition(",")[0] for step in STEPS} | {"^Qhc", "a^", "+", "ab13", "o^", "ao"})
NAMES = [*VARIANTS, *variants.ALIASES, "spider4:runs=hand:deal=ordered-suit", "gypsy:back=late:space=king",
         "spiderette4:build=any:move=suit:space=any:deal=full:runs=auto:goal=runs:back=no"]
DEALS = ["own:42", "xpat2:42", "pysol:ms100000", "kpat:1", "aisleriot:7", "own:hello world", "18446744073709551615",
         "pysol:93500419852916506624", "xpat2:rng0-42", "Grüß Gott", "own:a:b"]

TARGETS: dict[str, tuple[Sequence[str] | Sequence[bytes], Reader, int]] = {
    "positions": (POSITIONS, read_position, 20),
    "views": (POSITIONS, read_view, 12),
    "moves": (MOVES, read_move, 16),
    "steps": ([*STEPS, "ab1=Qh,a^=Kh,b^"], read_step, 16),
    "records": (records(), read_record, 12),
    "variants": (NAMES, read_variant, 10),
    "deals": (DEALS, read_deal, 10),
    "files": (files(), read_file, 3),
    "other positions": (files()[:2], read_other_position, 1),
}
"""What is spoiled, who reads it, and how many of a hundred texts."""


@pytest.mark.parametrize("target", TARGETS)
def test_spoiled_texts(target):
    texts, read, share = TARGETS[target]
    rng, seen = random.Random(f"fuzz {target}"), Counter()
    for _ in range(TEXTS * share // 100):
        text = spoil(rng.choice(texts), texts, rng)
        try:
            read(text, rng)
        except KreuzspinneError as error:
            seen[error.code] += 1
            if seen[error.code] < 50:
                speak(error)
        except Exception as error:
            pytest.fail(f"{type(error).__name__}: {error}\n{target}: {text!r}")
        else:
            seen["accepted"] += 1
    print(f"{target}: {seen.total()} texts, {seen['accepted']} accepted, {len(seen) - 1} kinds of errors")
    assert seen["accepted"] > seen.total() // 50
    assert len(seen) >= {"moves": 2, "steps": 3}.get(target, 5)


def test_all_of_a_hundred():
    assert sum(share for _, _, share in TARGETS.values()) == 100


@pytest.mark.parametrize("target", TARGETS)
def test_texts_that_are_not_spoiled_are_accepted(target):
    texts, read, _ = TARGETS[target]
    rng = random.Random(1)
    accepted = 0
    for text in list(texts)[:60]:
        try:
            read(text, rng)
            accepted += 1
        except KreuzspinneError:
            assert target in ("records", "files")
    assert accepted >= len(list(texts)[:60]) // 3
