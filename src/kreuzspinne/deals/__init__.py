"""From a deal's number to the cards on the table, for this game's own deals and for those of four other programs.

A deal is named by its source and its number, written `xpat2:42`, `pysol:ms100000`, `own:hello world`; whatever has no
colon is an own deal. Each source is a module with the same three names (`Source`), read when first needed.
"""

from collections.abc import Collection
from importlib import import_module
from typing import Protocol, cast

from ..errors import DealError
from ..variants import Variant
from .lay import Dealt
from .numbers import shown

__all__ = ["SOURCES", "Dealt", "canonical", "deal", "games", "new_own_number", "read"]

SOURCES = ("own", "xpat2", "pysol", "kpat", "aisleriot")

NEW_NUMBERS = 10 ** 9
"""New games get a number below this: nine digits can still be read out and typed in."""


class Source(Protocol):
    """What the module of every source offers."""

    GAMES: Collection[str]
    """Names in the catalogue of the games it deals."""

    def canonical(self, number: str) -> str:
        """The one way to write this number."""

    def deal(self, variant: Variant, number: str) -> Dealt:
        """Deal one of `GAMES`."""


def deal(variant: Variant, source: str, number: str) -> Dealt:
    """
    The starting position of a game, always the same for the same game, source and number.

    Switches never change a deal. A foreign program brings its own layout and suits with it.

    :raises DealError: no such source, the source does not have this game, or no such number
    """
    module = _module(source)
    if variant.base not in module.GAMES:
        raise DealError("game_not_in_source", source=source, variant=variant.name, games=list(module.GAMES))
    return module.deal(variant, number)


def read(text: str) -> tuple[str, str]:
    """
    Source and number from a deal's name, the number in its canonical form.

    A text with a colon must name its source: a misspelt one would otherwise quietly be somebody's own deal.

    >>> read("XPat2: 0042"), read("hello world"), read("own:a:b")
    (('xpat2', '42'), ('own', 'hello world'), ('own', 'a:b'))

    :raises DealError: no such source, or no such number
    """
    prefix, colon, number = text.partition(":")
    source = prefix.strip().lower()
    if not colon and source not in SOURCES:
        source, number = "own", text
    return source, canonical(source, number.strip())


def canonical(source: str, number: str) -> str:
    """
    The one way to write this number, so that equal deals have equal names.

    :raises DealError: no such source, or no such number
    """
    return _module(source).canonical(number)


def games(source: str) -> tuple[str, ...]:
    """
    Names in the catalogue of the games that a source deals.

    :raises DealError: no such source
    """
    return tuple(_module(source).GAMES)


def new_own_number() -> str:
    """A number for a new game, drawn by chance."""
    from secrets import randbelow  # slow to import, and only a new game needs it

    return str(randbelow(NEW_NUMBERS))


def _module(source: str) -> Source:
    if source not in SOURCES:
        raise DealError("unknown_source", source=shown(source), sources=list(SOURCES))
    return cast(Source, import_module(f".{source}", __name__))
