"""The messages about what is kept: the shelf, statistics, settings, imports. `protocol` says when they are sent."""

from msgspec import Struct


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


class Range(Struct, frozen=True):
    """The best of some games, and the one in their middle."""

    best: float
    median: float


class VariantStanding(Struct, frozen=True, kw_only=True):
    """One game with its switches: `points` of all that ended, `moves` and `seconds` (if any) of those won."""

    variant: str
    title: str
    played: int
    won: int
    lost: int
    abandoned: int
    streak: int
    """Won one after the other until now."""
    best_streak: int
    points: Range | None
    moves: Range | None
    seconds: Range | None
    total_seconds: float
    undos: int
    cheats: int
    hints_where: int
    hints_move: int
    hints_why: int


class Ended(Struct, frozen=True, kw_only=True):
    """One game that has ended: `result` is won, lost or abandoned."""

    game: str
    variant: str
    title: str
    deal: str
    result: str
    points: int
    scheme: str
    moves: int
    tries: int
    undos: int
    cheats: int
    hints_where: int
    hints_move: int
    hints_why: int
    seconds: float
    began: int
    ended: int


class Standing(Struct, frozen=True):
    """Statistics, the game played most first; and the last games, the latest first."""

    variants: list[VariantStanding]
    last: list[Ended]


class TakenIn(Struct, frozen=True):
    """How many games and results of a file are new here, how many were known; and the same in words."""

    games: int
    results: int
    known: int
    message: str
