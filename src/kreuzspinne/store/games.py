"""Games and their events in the file."""

import sqlite3
import time
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import KreuzspinneError
from ..game import Game
from ..position import Position
from ..score import points
from .course import ABANDONED, OPEN, Course, Event, replayed
from .errors import Conflict, StoreError
from .file import File
from .results import Result, Results

MOST_UNPLAYED = 1000
"""Of games in which nothing was ever done, the newest are kept."""


class Kept(NamedTuple):
    """A game as the file has it, without its events. Times are milliseconds since 1970."""

    id: str
    variant: str
    start: str
    deal: str
    state: str
    turn: int
    ply: int
    points: int
    seconds: float
    began: int
    changed: int


COLUMNS = ", ".join(Kept._fields)

SECONDS = "max(seconds, min(coalesce(:seconds, seconds), seconds + max(0, :now - clocked) / 1000.0))"
"""Time never runs backwards, nor faster than here: what a page reports is held to both."""

APPEND = f"""
UPDATE games SET
    turn = turn + 1, ply = :ply, points = :points, state = :state, changed = :now,
    seconds = {SECONDS}, clocked = CASE WHEN :seconds IS NULL THEN clocked ELSE :now END
WHERE id = :id AND turn = :turn - 1
RETURNING seconds, began
"""

CLOCK = f"""
UPDATE games SET seconds = {SECONDS}, clocked = :now
WHERE id = :id AND state = 'open'
RETURNING seconds
"""


class Games:
    """The games of a store."""

    def __init__(self, file: File, results: Results) -> None:
        self._file = file
        self._results = results

    def add(self, id: str, course: Course, events: Sequence[Event] = ()) -> None:
        """Take in a game that begins here, or one that comes with what happened in it elsewhere (and counts there)."""
        with self._file.write() as db:
            db.execute("DELETE FROM games WHERE turn = 0 AND id NOT IN"
                       " (SELECT id FROM games WHERE turn = 0 ORDER BY began DESC LIMIT ?)", (MOST_UNPLAYED - 1,))
            write_game(db, id, course, began=now(), changed=now(), events=[(event, now()) for event in events])

    def append(self, id: str, course: Course, event: Event, seconds: float | None = None, ends: bool = False) -> float:
        """
        Write down what has just happened in a game; when this returns, it is kept.

        :param seconds: time played, as far as the page knows
        :param ends: the event ended the game, and its result is to be counted
        :returns: time played, as far as we believe it
        :raises Conflict: the file has gone on from another turn, or has no such game
        """
        at = now()
        facts = {"id": id, "turn": course.turn, "now": at, "seconds": seconds, **_summary(course)}
        with self._file.write() as db:
            row = db.execute(APPEND, facts).fetchone()
            if row is None:
                raise Conflict("store_conflict")
            db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", (id, course.turn, *event, at))
            if ends:
                self._results.put(db, Result.of(id, course, course.state, row[0], row[1], at))
        return float(row[0])

    def clock(self, id: str, seconds: float) -> float | None:
        """Take note of the time played; the time we believe, or None where no such game is open."""
        with self._file.write() as db:
            row = db.execute(CLOCK, {"id": id, "now": now(), "seconds": seconds}).fetchone()
        return float(row[0]) if row else None

    def kept(self, id: str) -> Kept | None:
        """A game without its events, if it is here."""
        rows = self._file.read(f"SELECT {COLUMNS} FROM games WHERE id = ?", id)
        return Kept(*rows[0]) if rows else None

    def events(self, id: str) -> list[tuple[Event, int]]:
        """What happened in a game, with the time of each."""
        rows = self._file.read("SELECT kind, detail, at FROM events WHERE game = ? ORDER BY turn", id)
        return [(Event(kind, detail), at) for kind, detail, at in rows]

    def load(self, kept: Kept) -> Course:
        """
        A game as it stands, from its start and its events.

        :raises StoreError: they do not make a game; other games are not concerned
        """
        try:
            start = Position.read(kept.start, fragment=True)
        except KreuzspinneError as error:
            raise StoreError("store_game_broken", turn=0, reason=error) from error
        return replayed(Game(start, kept.deal), (event for event, _ in self.events(kept.id)))

    def shelf(self, states: Sequence[str] = (OPEN,), most: int = 200) -> list[Kept]:
        """Games in which something happened, the one that was touched last first."""
        rows = self._file.read(
            f"SELECT {COLUMNS} FROM games WHERE turn > 0 AND state IN ({', '.join('?' * len(states))})"
            " ORDER BY changed DESC, id LIMIT ?", *states, most)
        return [Kept(*row) for row in rows]

    def played(self) -> list[Kept]:
        """Every game in which something happened, the oldest first."""
        rows = self._file.read(f"SELECT {COLUMNS} FROM games WHERE turn > 0 ORDER BY began, id")
        return [Kept(*row) for row in rows]

    def remove(self, id: str, course: Course) -> None:
        """
        Throw a game away; if it was under way, it counts as abandoned.

        :raises Conflict: somebody has played on in it meanwhile
        """
        with self._file.write() as db:
            row = db.execute("DELETE FROM games WHERE id = ? AND turn = ? RETURNING seconds, began",
                             (id, course.turn)).fetchone()
            if row is None:
                raise Conflict("store_conflict")
            if course.state == OPEN and course.game.tries:
                self._results.put(db, Result.of(id, course, ABANDONED, row[0], row[1], now()))


def write_game(db: sqlite3.Connection, id: str, course: Course, began: int, changed: int, seconds: float = 0,
               events: Sequence[tuple[Event, int]] = ()) -> bool:
    """Write a whole game inside a transaction; False: there is one of this id, and it stays as it is."""
    facts = {"id": id, "variant": course.game.start.variant.name, "start": str(course.game.start),
             "deal": course.game.deal_name, "turn": course.turn, "seconds": seconds, "began": began,
             "changed": changed, "clocked": now(), **_summary(course)}
    known = db.execute(f"INSERT OR IGNORE INTO games ({', '.join(facts)}) VALUES (:{', :'.join(facts)})", facts)
    if not known.rowcount:
        return False
    db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                   [(id, turn, *event, at) for turn, (event, at) in enumerate(events, 1)])
    return True


def grow_game(db: sqlite3.Connection, id: str, course: Course, changed: int, seconds: float,
              events: Sequence[tuple[Event, int]]) -> None:
    """Let a game that is there go on, inside a transaction, by the last `events` of `course`."""
    first = course.turn - len(events) + 1
    facts = {"id": id, "turn": course.turn, "changed": changed, "seconds": seconds, "now": now(), **_summary(course)}
    db.execute("UPDATE games SET turn = :turn, ply = :ply, points = :points, state = :state, clocked = :now,"
               " changed = max(changed, :changed), seconds = max(seconds, :seconds) WHERE id = :id", facts)
    db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                   [(id, turn, *event, at) for turn, (event, at) in enumerate(events, first)])


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _summary(course: Course) -> dict[str, int | str]:
    """What a list of games shows without playing them again."""
    game = course.game
    return {"ply": game.ply, "points": points(course.view, moves=game.tries), "state": course.state}
