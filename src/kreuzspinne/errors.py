"""What can go wrong. Every error carries a code and its facts; words are chosen at the edge (`i18n`)."""

from typing import Any


class KreuzspinneError(ValueError):
    """Root of all errors of this project: a `code` for the message catalogue and the `facts` it speaks of."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.facts.items())
        return f"{self.code}: {facts}" if facts else self.code

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.facts)


def _again(kind: type[KreuzspinneError], code: str, facts: dict[str, Any]) -> KreuzspinneError:
    """An error that was raised in another process."""
    error = kind.__new__(kind)
    KreuzspinneError.__init__(error, code, **facts)
    return error


class NotationError(KreuzspinneError):
    """The text does not follow the grammar."""


class VariantError(KreuzspinneError):
    """No such game, no such switch, or switches that contradict each other."""


class PositionError(KreuzspinneError):
    """The text is well formed, but no such position exists (a card too many, …)."""


class DealError(KreuzspinneError):
    """The source has no such deal, or not of this game."""


class IllegalMove(KreuzspinneError):
    """The move is well formed, but the rules forbid it here; `code` says why."""


class RecordError(KreuzspinneError):
    """A record contradicts the rules or itself."""
