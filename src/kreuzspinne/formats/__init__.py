"""
Games and positions in the files of other programs.

Each format is a module of its own, read when first needed. All readers take whatever they are given, and say with one
error of this project what is wrong with it.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from importlib import import_module
from typing import Any

from .. import record, variants
from ..errors import KreuzspinneError, RecordError
from ..game import Game
from ..notation import excerpt
from ..position import Position

__all__ = ["FORMATS", "POSITION_FORMATS", "detect", "read_game", "read_position", "write_position"]

MODULES = {"xpat2": "xpat2", "kpat": "kpat", "solvitaire": "solvitaire", "fc-solve": "fc_solve"}
"""The modules, in the order in which a file is shown to them."""
FORMATS = ("record", *MODULES)
POSITION_FORMATS = ("solvitaire", "fc-solve")
"""Formats that hold one position, and do not say of which game."""


def detect(data: bytes) -> str:
    """
    Which of `FORMATS` a file is, by how it begins.

    >>> detect(b'{"tableau piles": []}'), detect(b": 4S TD 9C")
    ('solvitaire', 'fc-solve')

    :raises RecordError: none of them
    """
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"[":
        return "record"
    if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) and data[:64].decode("utf-16", "ignore").lstrip()[:1] == "[":
        raise RecordError("not_utf8", at=1)
    for name in MODULES:
        if _module(name).is_save(data):
            return name
    raise RecordError("unknown_format", formats=list(FORMATS))


def read_game(data: bytes, variant: str | None = None) -> Game:
    """
    The game in a file, standing where it was saved.

    :param variant: the game and its switches, for files that do not say them; a file that does is not asked for them
    :raises KreuzspinneError: the file cannot be read
    """
    name = detect(data)
    if name == "record":
        return record.replay(record.read(_text(data)))
    if name in POSITION_FORMATS:
        return Game(_position(name, data, variant, fragment=False))
    game: Game = _module(name).read(data)
    return game


def read_position(data: bytes, variant: str | None = None, *, fragment: bool = False) -> Position:
    """
    The position in a file; of a game where it stands.

    :param variant: as for `read_game`
    :param fragment: take packs that are not whole, where a format says nothing but the position
    :raises KreuzspinneError: the file cannot be read
    """
    name = detect(data)
    if name in POSITION_FORMATS:
        return _position(name, data, variant, fragment)
    return read_game(data).position


def write_position(position: Position, format: str) -> str:
    """
    The position as text in one of `POSITION_FORMATS`.

    :raises KreuzspinneError: there is no such format, or it has no room for this position
    """
    if format not in POSITION_FORMATS:
        raise KreuzspinneError("no_position_format", format=excerpt(format), formats=list(POSITION_FORMATS))
    text: str = _module(format).write(position)
    return text


def _position(name: str, data: bytes, variant: str | None, fragment: bool) -> Position:
    if variant is None:
        raise RecordError("format_needs_variant", format=name)
    position: Position = _module(name).read(_text(data), variants.read(variant), fragment=fragment)
    return position


def _module(name: str) -> Any:
    return import_module(f".{MODULES[name]}", __name__)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("not_utf8", at=error.start + 1) from None
