"""The line mode: one line in, one sentence out. For scripts, screen readers, and those who like their keyboard."""

from io import TextIOWrapper
from typing import TextIO

from ...game import Game

LONGEST_LINE = 8000
PROMPT = "> "
FEW_MOVES, LONG_SEARCH, SHORT_SEARCH = 5, 2000, 300
"""A game that may be lost has few moves; where there are more, a long search after every move would be felt."""


def play(game: Game, language: str, *, read: TextIO, write: TextIO) -> int:
    """Play from lines of text until *quit* or their end; 0, or 1 if the game's file could not be brought up to date."""
    for stream in (read, write):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    session = Session(game, language, write)
    session.begin()
    while not session.is_over:
        try:
            line = _next_line(read, write)
            if line is None:
                break
            session.obey(line)
        except KeyboardInterrupt:
            write.write("\n")
            session.interrupt()
    return session.end()
