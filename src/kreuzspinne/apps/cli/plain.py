"""The line mode: one line in, one sentence out. For scripts, screen readers, and those who like their keyboard."""

import re
import sys
import unicodedata
from io import TextIOWrapper
from typing import TextIO

from ...errors import KreuzspinneError
from ...game import Game
from . import plain_commands as commands
from .plain_keeping import NOWHERE, Keeper
from .plain_session import Session

FIRST = "spider4"
"""The game of whoever names none and has none."""
LONGEST_LINE = 8000
PROMPT = "> "


def play(game: Game | None, language: str, *, read: TextIO, write: TextIO, keeper: Keeper = NOWHERE) -> int:
    """
    Play by lines of text until *quit* or their end; 0, or 1 if the game's file could not be brought up to date.

    :param game: None: the unfinished one that was touched last, else a new one
    """
    for stream in (read, write):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    waiting = keeper.unfinished()
    goes_on = game is None and bool(waiting)
    sitting = waiting.pop(0) if goes_on else keeper.new(game or Game.deal(FIRST))
    session = Session(sitting, language, write, keeper)
    session.aside = waiting[::-1]
    session.say("plain_welcome")
    if goes_on or waiting:
        session.say("plain_resumed" if goes_on else "plain_waiting", count=len(waiting))
    session.begin()
    while not session.is_over:
        try:
            line = _next_line(read, write)
            if line is None:
                session.say("plain_input_ended")
                break
            obey(session, line)
        except KeyboardInterrupt:
            write.write("\n")
            obey(session, "quit")
    return session.end(shows_records=not session.is_over)


def obey(session: Session, line: str) -> None:
    """Do what one line says; nothing is changed if it cannot be done."""
    try:
        _obey(session, _cleaned(line))
    except KreuzspinneError as error:
        session.complain(error)


def _obey(session: Session, text: str) -> None:
    word, _, rest = text.partition(" ")
    command = commands.BY_WORD.get(word.casefold())
    if command:
        command.run(session, rest)
    elif commands.is_move(word):
        commands.play(session, text.split())
    elif text:
        raise commands.not_understood(text)


def _cleaned(line: str) -> str:
    """
    A line without what surrounds its words.

    :raises KreuzspinneError: it is too long, or has characters that nobody types
    """
    if len(line) > LONGEST_LINE:
        raise commands.Misused("plain_line_too_long", highest=LONGEST_LINE)
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFC", line.removeprefix("\ufeff"))).strip()
    if not text.isprintable():
        raise commands.Misused("plain_unprintable")
    return text


def _next_line(read: TextIO, write: TextIO) -> str | None:
    """The next line, or None at the end; of an endless one only its beginning."""
    if read is sys.stdin and read.isatty() and write.isatty():
        return _typed()
    line = read.readline(LONGEST_LINE + 1)
    rest = line
    while len(rest) > LONGEST_LINE and not rest.endswith("\n"):
        rest = read.readline(LONGEST_LINE + 1)
    return line or None


def _typed() -> str | None:
    """A line typed at the prompt, with the editing and the history of the terminal's own library where there is one."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (`input` uses it once it is there)
    try:
        return input(PROMPT)
    except EOFError:
        return None
