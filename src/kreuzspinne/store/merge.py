"""
A game that comes from elsewhere, where it may be known: the longer course is kept, and of two that went apart both.

Events are compared by what happened, not by when. A course that leaves the one we have becomes a game of its own, whose
id still says which game it comes from: so it is found again, here and wherever it is taken to.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256

from .course import Course, Event
from .games import grow_game, write_game

NEW, LONGER, KNOWN = "new", "longer", "known"
"""What became of a game: it was not here, it goes on from what was here, or there is nothing new in it."""

_SIDE = "-side-"
_LONGEST_ROOT = 22


def merge(db: sqlite3.Connection, id: str, course: Course, events: Sequence[tuple[Event, int]], began: int,
          changed: int, seconds: float) -> str:
    """Take a game in, inside a transaction; NEW, LONGER or KNOWN."""
    start, theirs = str(course.game.start), [event for event, _ in events]
    for relative, ours in _relatives(db, id, start):
        if theirs == ours[:len(theirs)]:
            return KNOWN
        if ours == theirs[:len(ours)]:
            grow_game(db, relative, course, changed, seconds, events[len(ours):])
            return LONGER
    if not write_game(db, id, course, began, changed, seconds, events):
        write_game(db, _side_id(id, start, theirs), course, began, changed, seconds, events)
    return NEW


def _relatives(db: sqlite3.Connection, id: str, start: str) -> Iterator[tuple[str, list[Event]]]:
    """The game of this id and the courses that left it, as far as they have this start: ids and events."""
    root = id.partition(_SIDE)[0]
    ids = db.execute("SELECT id FROM games WHERE (id = ? OR id GLOB ?) AND start = ?",
                     (root, f"{root[:_LONGEST_ROOT]}{_SIDE}*", start)).fetchall()
    for (relative,) in ids:
        rows = db.execute("SELECT kind, detail FROM events WHERE game = ? ORDER BY turn", (relative,))
        yield relative, [Event(kind, detail) for kind, detail in rows]


def _side_id(id: str, start: str, events: Sequence[Event]) -> str:
    said = "\n".join([start, *(f"{kind} {detail}" for kind, detail in events)])
    return id.partition(_SIDE)[0][:_LONGEST_ROOT] + _SIDE + sha256(said.encode()).hexdigest()[:12]
