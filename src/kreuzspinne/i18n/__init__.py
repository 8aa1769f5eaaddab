"""Sentences in German and English: the one place where codes and facts become words."""

import gettext
import locale
import os
from collections.abc import Callable, Iterable
from functools import cache
from string import Formatter
from typing import Any

from ..cards import RANKS, SUITS, UNSEEN, name
from ..errors import KreuzspinneError

LANGUAGES = ("en", "de")
DOMAINS = ("errors", "cards", "cli", "coach", "formats", "rules", "solving", "store", "terminal", "web")
"""One catalogue an area: ``locales/<language>/LC_MESSAGES/<domain>.po``; the key of a message is its code."""

_LOCALES = os.path.join(os.path.dirname(__file__), "locales")  # pathlib would be the slowest import here


class UnknownMessage(LookupError):
    """No catalogue has this code: a fault of the program, found by the tests."""


@cache
def _catalogue(language: str) -> dict[str, str]:
    messages: dict[str, str] = {}
    for domain in DOMAINS:
        translation = gettext.translation(domain, _LOCALES, [language], fallback=True)
        messages.update(getattr(translation, "_catalog", {}))
    messages.pop("", None)
    return messages


def codes(language: str) -> set[str]:
    """Every code that has a sentence in `language`."""
    return set(_catalogue(language))


def choose_language(wanted: str | None = None) -> str:
    """`wanted` if it is offered, else the language of the environment, else English."""
    for tag in (wanted, os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG"),
                locale.getlocale()[0]):
        if tag:
            short = tag.replace("-", "_").split("_")[0].lower()
            return short if short in LANGUAGES else "en"
    return "en"


class Speaker(Formatter):
    """
    Makes sentences in one language.

    Messages are `str.format` templates; beside the usual format specifications they may use
    ``:card`` and ``:cards`` (two-letter names or card numbers), ``:rank``, ``:column`` and ``:columns``
    (letters or numbers from 0), ``:list``, ``:error`` (another error's sentence), ``:choose|one|many``
    (a word by how many there are) and ``:plural|one|many`` (the number with its word).

    >>> Speaker("en").card("Qh")
    'queen of hearts'
    >>> Speaker("de").card("Qh")
    'Herz-Dame'
    """

    def __init__(self, language: str, *, letters: bool = False) -> None:
        """`letters`: name columns by their letter (as moves are typed) instead of their number."""
        self.language = language
        self.letters = letters

    def say(self, code: str, /, **facts: Any) -> str:
        """
        The sentence for `code`.

        :raises UnknownMessage: no catalogue has the code
        """
        return self.vformat(self.template(code), (), facts)

    def template(self, code: str) -> str:
        """
        The sentence for `code`, its facts not yet filled in.

        :raises UnknownMessage: no catalogue has the code
        """
        template = _catalogue(self.language).get(code)
        if template is None:
            raise UnknownMessage(code)
        return template

    def error(self, error: KreuzspinneError) -> str:
        """The sentence for an error."""
        sentence = self.say(error.code, **error.facts)
        return sentence[:1].upper() + sentence[1:]

    def card(self, card: int | str) -> str:
        """A card's spoken name."""
        if card == UNSEEN:
            return self.say("card_unseen")
        return _card(self.language, card if isinstance(card, str) else name(card))

    def rank(self, rank: int) -> str:
        """Spoken name of rank 1 … 13."""
        return self.say("rank_" + RANKS[rank - 1])

    def suit(self, suit: int) -> str:
        """Spoken name of suit 0 … 3."""
        return self.say("suit_" + SUITS[suit])

    def column(self, column: int | str) -> str:
        """A column's name: its number from 1, or its letter."""
        number = ord(column) - ord("a") if isinstance(column, str) else column
        return chr(ord("a") + number) if self.letters else str(number + 1)

    def join(self, words: Iterable[str]) -> str:
        """A list in words: ``a, b and c``."""
        *first, last = list(words) or [""]
        return f"{', '.join(first)} {self.say('and')} {last}" if first else last

    def format_field(self, value: Any, format_spec: str) -> str:
        """The specifications that speak of cards and columns, beside Python's own."""
        kind, *words = format_spec.split("|")
        if kind in _SPECIFICATIONS:
            return _SPECIFICATIONS[kind](self, value, *words)
        return printable(str(super().format_field(value, format_spec)))


@cache
def _card(language: str, text: str) -> str:
    """The name of one of the fifty-two cards: no word is said more often."""
    speaker = Speaker(language)
    return speaker.say("card", rank=speaker.rank(RANKS.index(text[0]) + 1), suit=speaker.suit(SUITS.index(text[1])))


def printable(text: str) -> str:
    """The text without characters that would do something to a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _is_one(value: Any) -> bool:
    return (value if isinstance(value, int) else len(value)) == 1


_SPECIFICATIONS: dict[str, Callable[..., str]] = {
    "card": Speaker.card,
    "cards": lambda speaker, cards: speaker.join(map(speaker.card, cards)),
    "rank": Speaker.rank,
    "column": Speaker.column,
    "columns": lambda speaker, columns: speaker.join(map(speaker.column, columns)),
    "list": lambda speaker, words: speaker.join(printable(str(word)) for word in words),
    "error": Speaker.error,
    "choose": lambda speaker, value, one, many: one if _is_one(value) else many,
    "plural": lambda speaker, value, one, many: f"{value} {one if _is_one(value) else many}",
}
