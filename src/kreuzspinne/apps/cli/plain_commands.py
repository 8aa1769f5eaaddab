"""The commands of the line mode: a table of names, of the words that mean them in both languages, and of what they do."""

from collections.abc import Callable
from typing import NamedTuple

from ... import deals
from ...errors import IllegalMove, KreuzspinneError, NotationError
from ...game import Game
from ...i18n import LANGUAGES, Speaker, rules_page
from ...notation import PLACES, Move, excerpt
from ...outcome import outcome
from ...record import replay
from . import plain_files as files
from . import plain_words as words
from .plain_session import Session

MOST_BACK = 10_000
_STYLES = {"letters": words.LETTERS, "buchstaben": words.LETTERS, "words": words.WORDS, "wörter": words.WORDS,
           "woerter": words.WORDS, "suits": words.SYMBOLS, "symbole": words.SYMBOLS}


# Playing.


def as_move(text: str) -> str:
    """
    A move as it is written, from one typed with other capitals; unchanged if it is none.

    >>> as_move("CF3"), as_move("^qHC"), as_move("undo")
    ('cf3', '^Qhc', 'undo')
    """
    small = text.lower()
    fitted = small if not small.startswith("^") else "^" + small[1:2].upper() + small[2:]
    return fitted if is_move(fitted) else text


def is_move(text: str) -> bool:
    """Is this written like a move?"""
    try:
        Move.read(text)
    except NotationError:
        return False
    return True


def play(session: Session, moves: list[str]) -> None:
    """Play moves until one is refused; say which were not played."""
    played = 0
    try:
        while played < len(moves) and session.move(moves[played]):
            played += 1
    except KreuzspinneError as error:
        session.complain(error)
    left = moves[played + 1:]
    if left:
        session.say("plain_not_played", moves=left)
    if played:
        session.changed()


def deal(session: Session, rest: str) -> None:
    play(session, ["+"])


def undo(session: Session, rest: str) -> None:
    if not session.game.can_undo and session.aside:
        session.say("plain_undo_to_aside")
        return
    count = _count(rest)
    first = session.game.ply
    step = None
    for _ in range(count):
        if not session.game.can_undo and step:
            break
        step = session.game.undo()
        if step is None:                        # that was a restart
            session.say("plain_restart_undone", ply=session.game.ply)
            break
    else:
        pass
    ...
