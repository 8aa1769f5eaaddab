"""
What stays when the program ends: games with everything that happened in them, results, settings.

    >>> from kreuzspinne.game import Game
    >>> store = Store()                                     # without a file: in memory
    >>> course = Course(Game.deal("spider4", "xpat2:42"))
    >>> store.games.add("first", course)
    >>> store.games.append("first", course, course.apply(Event("play", "bi")))
    0.0
    >>> [(kept.id, kept.ply) for kept in store.games.shelf()]
    [('first', 1)]

One SQLite file holds it all. Games are rows of events, written before anybody hears that they happened; a game is
what comes of playing its events again (`course`), so nothing can be half written.
"""

from pathlib import Path

from .course import GIVEN_UP, HINTS, MOST_TURNS, OPEN, WON, Course, Event, Node
from .errors import Conflict, StoreError
from .file import File
from .games import Games, Kept
from .place import place
from .results import Result, Results
from .settings import Settings
from .statistics import Spread, Statistics, summary
from .transfer import Imported, read_export, take_in, write_export
from .written import course_of, record_of

__all__ = [
    "GIVEN_UP", "HINTS", "MOST_TURNS", "OPEN", "WON", "Conflict", "Course", "Event", "Imported", "Kept", "Node",
    "Result", "Spread", "Statistics", "Store", "StoreError", "course_of", "place", "read_export", "record_of",
    "summary", "take_in", "write_export",
]


class Store:
    """A file with games, results and settings; without a path, the same in memory."""

    def __init__(self, path: Path | None = None) -> None:
        """:raises StoreError: the file is not ours, damaged, from a later version, or cannot be written"""
        self.file = File(path)
        self.results = Results(self.file)
        self.games = Games(self.file, self.results)
        self.settings = Settings(self.file)

    def close(self) -> None:
        """Let go of the file."""
        self.file.close()
