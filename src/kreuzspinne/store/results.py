"""Games that ended, one row each."""

import sqlite3
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import astuple

from ..score import default_scheme, points
from .course import CHANCE, MACHINE, Course
from .file import File

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
End = Annotated[str, Meta(pattern="^(won|lost|abandoned)$")]
Text = Annotated[str, Meta(max_length=250)]
Count = Annotated[int, Meta(ge=0, le=10**9)]
Points = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Time = Annotated[int, Meta(ge=0, le=10**14)]
Seconds = Annotated[float, Meta(ge=0, le=10**10)]


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """
    How a game ended; `moves` led to its end, `tries` were made in all. Times are milliseconds since 1970.

    The bounds are for what comes from outside: they are checked where a file of results is read.
    """

    game: Id
    variant: Text
    deal: Text
    result: End
    points: Points
    scheme: Text
    moves: Count
    tries: Count
    undos: Count
    cheats: Count
    hints_where: Count
    hints_move: Count
    hints_why: Count
    seconds: Seconds
    began: Time
    ended: Time
    machine: Count = 0
    """Moves that the machine made for the player."""
    hints_chance: Count = 0
    """How often the chance to win was told."""

    @classmethod
    def of(cls, id: str, course: Course, how: str, seconds: float, began: int, ended: int) -> "Result":
        """The result of a game as it stands."""
        game, variant, counts = course.game, course.game.start.variant, course.counts
        scheme = default_scheme(variant)
        return cls(id, variant.name, game.deal_name, how, points(course.view, scheme, game.tries), scheme,
                   game.ply, game.tries, counts["undo"], game.cheats, counts["where"], counts["move"], counts["why"],
                   seconds, began, ended, counts[MACHINE], counts[CHANCE])


COLUMNS = ", ".join(Result.__struct_fields__)
PLACES = ", ".join("?" * len(Result.__struct_fields__))


class Results:
    """The results of a store."""

    def __init__(self, file: File) -> None:
        self._file = file

    def all(self) -> list[Result]:
        """Every result, the oldest first."""
        return [Result(*row) for row in self._file.read(f"SELECT {COLUMNS} FROM results ORDER BY ended, game")]

    def clear(self) -> None:
        """Begin to count anew."""
        with self._file.write() as db:
            db.execute("DELETE FROM results")

    def put(self, db: sqlite3.Connection, result: Result) -> bool:
        """Write a result inside a transaction; the first of a game counts. False: there was one."""
        return db.execute(f"INSERT OR IGNORE INTO results ({COLUMNS}) VALUES ({PLACES})",
                          astuple(result)).rowcount > 0
