"""The messages about what is kept: the shelf, statistics, settings, imports. `protocol` says when they are sent."""

from msgspec import Struct

from ...store import Result, Statistics


class NoMore(Struct, forbid_unknown_fields=True):
    """Nothing more to say: ``{}``."""


Setting = str | int | float | bool


class SettingsChange(Struct, forbid_unknown_fields=True):
    """Settings to change; null takes one away, what is not named stays."""

    settings: dict[str, Setting | None]


class SettingsState(Struct, frozen=True):
    """Every setting; what they mean is the page's matter."""

    settings: dict[str, Setting]


class KeptGame(Struct, frozen=True):
    """A game on the shelf; times are milliseconds since 1970."""

    id: str
    variant: str
    title: str
    deal: str
    state: str
    turn: int
    ply: int
    points: int
    seconds: float
    began: int
    changed: int


class Shelf(Struct, frozen=True):
    """Games in which something happened, the one that was touched last first."""

    games: list[KeptGame]


class VariantStanding(Statistics, frozen=True, kw_only=True):
    """The statistics of one game with its switches, and its name."""

    title: str


class Ended(Result, frozen=True, kw_only=True):
    """The result of one game, and the game's name."""

    title: str


class Standing(Struct, frozen=True):
    """Statistics, the game played most first; and the last games, the latest first."""

    variants: list[VariantStanding]
    last: list[Ended]


class Saved(Struct, forbid_unknown_fields=True):
    """A file with one game (its bytes in base 64); `variant` is for files that do not say which game they hold."""

    data: bytes
    variant: str | None = None


class TakenIn(Struct, frozen=True):
    """How many games and results of a file are new here, how many games go on, how many were known; and in words."""

    games: int
    results: int
    longer: int
    known: int
    message: str
