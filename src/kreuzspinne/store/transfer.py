"""
Games and results as JSON: to keep a copy, and to go on with on another machine.

No hidden card is in it while a game is open: of a numbered deal its number is written, of any other its start only
once it has ended; an open game without a number stays at home. Whatever is read is checked as if a stranger had
written it: types and bounds, and each game is played through by the rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from .. import deals, variants
from ..errors import KreuzspinneError
from ..game import Game, start_position
from ..notation import excerpt
from ..position import Position
from ..score import SCHEMES
from .course import OPEN, Course, Event, replayed
from .errors import StoreError
from .file import File
from .games import Games, Kept
from .merge import KNOWN, LONGER, NEW, merge
from .results import Id, Result, Results, Seconds, Text, Time

FORMAT, VERSION = "kreuzspinne-games", 2
"""Version 1 knew no moves of the machine; it is read as before."""
LONGEST = 16_000_000
"""Bytes."""
MOST_WORK = 500_000
"""Moves that are played to check one file: about half a minute."""


class Head(Struct):
    """What a file says of itself."""

    format: str
    version: int


class WrittenGame(Struct, forbid_unknown_fields=True):
    """A game; an event is its kind, its detail and its time."""

    id: Id
    variant: Text
    deal: Text
    start: Annotated[str, Meta(max_length=4000)]
    seconds: Seconds
    began: Time
    changed: Time
    events: list[tuple[Text, Text, Time]]


class Export(Struct, forbid_unknown_fields=True):
    """The whole file."""

    format: str
    version: int
    games: list[WrittenGame]
    results: list[Result]


class Imported(NamedTuple):
    """How many games and results were new, how many games went on, and how many of both brought nothing new."""

    games: int
    results: int
    longer: int
    known: int


def write_export(games: Games, results: Results) -> bytes:
    """Everything of a store but its settings."""
    written = [_written(games, kept) for kept in games.played() if kept.deal or kept.state != OPEN]
    return msgspec.json.encode(Export(FORMAT, VERSION, written, results.all()))


def _written(games: Games, kept: Kept) -> WrittenGame:
    events = [(event.kind, event.detail, at) for event, at in games.events(kept.id)]
    start = "" if kept.deal else kept.start
    return WrittenGame(kept.id, kept.variant, kept.deal, start, kept.seconds, kept.began, kept.changed, events)


def read_export(text: bytes) -> tuple[Export, list[Course]]:
    """
    A file that was exported, and its games played through; nothing is stored yet.

    :raises StoreError: it is no such file, a later version's, or not true
    """
    if len(text) > LONGEST:
        raise StoreError("store_import_too_long", highest=LONGEST)
    try:
        head = msgspec.json.decode(text, type=Head)
        if head.format != FORMAT:
            raise StoreError("store_import_foreign")
        if head.version > VERSION:
            raise StoreError("store_import_newer", version=head.version, known=VERSION)
        export = msgspec.json.decode(text, type=Export)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StoreError("store_import_foreign") from error
    _check_results(export.results)
    return export, list(_replayed(export.games))


def _replayed(games: Sequence[WrittenGame]) -> Iterator[Course]:
    work = sum(len(game.events) for game in games)
    for number, game in enumerate(games, 1):
        if work > MOST_WORK:
            raise StoreError("store_import_too_long", highest=LONGEST)
        try:
            course = replayed(_start(game), _paced(game))
        except KreuzspinneError as error:
            raise StoreError("store_import_bad_game", number=number, reason=error) from error
        work += course.work
        yield course


def _paced(game: WrittenGame) -> Iterator[Event]:
    for kind, detail, _ in game.events:
        yield Event(kind, detail)


def _start(game: WrittenGame) -> Game:
    if not game.deal:
        return Game(Position.read(game.start))
    source, number = deals.read(game.deal)
    return Game(start_position(game.variant, source, number), f"{source}:{number}")


def _check_results(results: Sequence[Result]) -> None:
    for number, result in enumerate(results, 1):
        try:
            known = variants.read(result.variant).name == result.variant and result.scheme in SCHEMES
        except KreuzspinneError:
            known = False
        if not known or not result.deal.isprintable():
            raise StoreError("store_import_bad_result", number=number, text=excerpt(result.variant))


def take_in(file: File, results: Results, export: Export, courses: Sequence[Course]) -> Imported:
    """Put what `read_export` read into a store, all of it or nothing; nothing that is here is lost."""
    with file.write() as db:
        became = Counter(
            merge(db, game.id, course, [(Event(kind, detail), at) for kind, detail, at in game.events],
                  game.began, game.changed, game.seconds)
            for game, course in zip(export.games, courses, strict=True))
        new = sum(results.put(db, result) for result in export.results)
    return Imported(became[NEW], new, became[LONGER], became[KNOWN] + len(export.results) - new)
