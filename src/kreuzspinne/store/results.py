"""Games that ended, one row each."""

import sqlite3
from typing import NamedTuple

from ..score import default_scheme, points
from .course import Course
from .file import File


class Result(NamedTuple):
    """How a game ended; `moves` led to its end, `tries` were made in all. Times are milliseconds since 1970."""

    game: str
    variant: str
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

    @classmethod
    def of(cls, id: str, course: Course, how: str, seconds: float, began: int, ended: int) -> "Result":
        """The result of a game as it stands."""
        game, variant, counts = course.game, course.game.start.variant, course.counts
        scheme = default_scheme(variant)
        return cls(id, variant.name, game.deal_name, how, points(course.view, scheme, game.tries), scheme,
                   game.ply, game.tries, counts["undo"], game.cheats, counts["where"], counts["move"], counts["why"],
                   seconds, began, ended)


COLUMNS = ", ".join(Result._fields)
PLACES = ", ".join("?" * len(Result._fields))


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
        return db.execute(f"INSERT OR IGNORE INTO results ({COLUMNS}) VALUES ({PLACES})", result).rowcount > 0
