"""A speaker that tells of one game: the game's numbers are at hand in every sentence, small ones as words."""

from collections.abc import Sequence
from typing import Any

from ..cards import SUITS
from ..variants import Variant
from . import Speaker


class Teller(Speaker):
    """
    Makes the sentences of one game's rule page.

    Beside what a `Speaker` knows, messages may use ``:number`` (up to twelve a word, of feminine
    gender where there is one), ``:words|one card|cards`` (the number, as a word, with its noun)
    and ``:or`` (a list of alternatives).

    >>> from ..variants import VARIANTS
    >>> Teller(VARIANTS["spider4"], "de").number(1)
    'eine'
    """

    def __init__(self, variant: Variant, language: str, *, letters: bool = False) -> None:
        """`letters`: as a `Speaker`'s."""
        super().__init__(language, letters=letters)
        self.variant = variant
        suits = [self.suit(SUITS.index(suit)) for suit in dict.fromkeys(variant.suits)]
        self.facts = _facts(variant) | {"suits": suits}

    def tell(self, code: str, /, **facts: Any) -> str:
        """The sentence for `code`; of the game itself it may say whatever it likes."""
        return self.say(code, **self.facts | facts)

    def number(self, number: int) -> str:
        """The number as one writes it in a text."""
        words = self.say("page_numbers").split()
        return words[number] if number < len(words) else str(number)

    def times(self, number: int) -> str:
        """How often: once, twice …"""
        code = {1: "page_once", 2: "page_twice"}.get(number, "page_times")
        return self.say(code, times=number)

    def alternatives(self, words: Sequence[str]) -> str:
        """A list in words: ``a, b or c``."""
        *first, last = words
        return f"{', '.join(first)} {self.say('page_or')} {last}" if first else last

    def format_field(self, value: Any, format_spec: str) -> str:
        """The specifications of this class, then those of `Speaker`."""
        match format_spec.split("|"):
            case ["number"]:
                return self.number(value)
            case ["words", one, many]:
                return one if value == 1 else f"{self.number(value)} {many}"
            case ["or"]:
                return self.alternatives(value)
        return super().format_field(value, format_spec)


def _facts(variant: Variant) -> dict[str, Any]:
    rules = variant.rules
    return {
        "name": variant.name, "base": variant.base, "columns": rules.columns, "cards": rules.cards,
        "piles": rules.piles, "stock": variant.stock, "face_down": variant.face_down,
        "dealt": rules.cards - variant.stock,
    }
