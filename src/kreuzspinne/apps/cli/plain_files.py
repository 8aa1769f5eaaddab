"""Games in files: written whole or not at all, and never over something else."""

import errno
import os
from pathlib import Path

from ... import record
from ...errors import KreuzspinneError, NotationError
from ...game import Game
from ...notation import Step

_CODES = {errno.ENOENT: "plain_file_missing", errno.ENOTDIR: "plain_file_missing", errno.EACCES: "plain_file_denied",
          errno.EPERM: "plain_file_denied", errno.EROFS: "plain_file_denied"}


class FileError(KreuzspinneError):
    """A file cannot be read, or must not be overwritten."""


class Sitting:
    """A game on the table or put aside, and the file that keeps it."""

    def __init__(self, game: Game, file: Path | None = None) -> None:
        self.game = game
        self.file = file
        self.saved: tuple[Step, ...] = tuple(game.steps) if file else ()
        """The steps that the file holds."""

    @property
    def is_started(self) -> bool:
        """Was anything played?"""
        return self.game.can_undo or self.game.can_redo

    @property
    def is_unsaved(self) -> bool:
        """Would the steps to where the game stands be lost?"""
        return self.game.ply > 0 and tuple(self.game.steps) != self.saved

    @property
    def goes_on(self) -> bool:
        """Does the game go on from what its file holds, so that writing it again loses nothing?"""
        return self.file is not None and tuple(self.game.steps[:len(self.saved)]) == self.saved

    def save(self, file: Path, *, overwrite: bool = False) -> None:
        """
        Write the game to its file, whole or not at all.

        :raises FileError: the file holds something else (unless `overwrite`), or cannot be written
        """
        try:
            _check_kind(file)
            if not overwrite:
                _check_holds(file, self.game)
            _write(file, record.write(record.of_game(self.game)))
        except OSError as error:
            raise _failure(file, error) from None
        self.file, self.saved = file, tuple(self.game.steps)


def path(text: str) -> Path:
    """The file a player names; quotation marks around it are dropped."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return Path(os.path.expanduser(text)).absolute()


def load(file: Path) -> Sitting:
    """
    The game that a file holds.

    :raises FileError: it cannot be read
    :raises KreuzspinneError: it holds no game, or the rules forbid it
    """
    try:
        text = _read(file)
    except OSError as error:
        raise _failure(file, error) from None
    return Sitting(record.replay(_with_deal(record.read(text))), file)


def shown_record(game: Game) -> str:
    """The record as a player may see it: the start's hidden cards stay hidden until all of them have been seen."""
    whole = record.of_game(game)
    if not game.position.hidden:
        return record.write(whole)
    return record.write(whole._replace(tags={**whole.tags, "Start": str(game.start.view())}))


def _with_deal(text: record.Record) -> record.Record:
    """A record copied from the screen, with the hidden cards that its deal has."""
    tags = text.tags
    if "?" not in tags.get("Start", "") or "Game" not in tags or "Deal" not in tags:
        return text
    start = Game.deal(tags["Game"], tags["Deal"]).start
    if str(start.view()) != tags["Start"]:
        return text
    return text._replace(tags={**tags, "Start": str(start)})


def _read(file: Path) -> str:
    """The text of a plain file; of one far too long, a part that is refused as too long."""
    _check_kind(file)
    with file.open(encoding="utf-8", errors="replace") as stream:
        return stream.read(record.LONGEST_RECORD + 1)


def _write(file: Path, text: str) -> None:
    target = Path(os.path.realpath(file))
    draft = target.with_name(f".kreuzspinne-{os.getpid()}.tmp")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _check_kind(file: Path) -> None:
    """Refuse folders, devices and pipes."""
    if file.exists() and not file.is_file():
        raise FileError("plain_file_special", file=str(file))


def _check_holds(file: Path, game: Game) -> None:
    """
    Refuse to overwrite what is not a record of this game.

    :raises FileError: why
    """
    if not file.exists():
        return
    try:
        found = _with_deal(record.read(_read(file)))
        same = found.start == game.start
    except NotationError:
        raise FileError("plain_file_no_record", file=str(file)) from None
    except KreuzspinneError as error:
        if isinstance(error, FileError):
            raise
        same = False
    if not same:
        raise FileError("plain_file_other_game", file=str(file))


def _failure(file: Path, error: OSError) -> FileError:
    code = _CODES.get(error.errno or 0, "plain_file_failed")
    return FileError(code, file=str(file), reason=error.strerror or str(error))
