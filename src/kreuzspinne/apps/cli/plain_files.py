"""Games in files: written whole or not at all, and never over something else."""

import errno
import os
from pathlib import Path

from ... import formats, record
from ...errors import KreuzspinneError, RecordError
from ...game import Game
from ...notation import Move, Step

LONGEST_FILE = 4_000_000

_CODES = {errno.ENOENT: "plain_file_missing", errno.ENOTDIR: "plain_file_missing", errno.EACCES: "plain_file_denied",
          errno.EISDIR: "plain_file_special", errno.EPERM: "plain_file_denied", errno.EROFS: "plain_file_denied"}


class FileError(KreuzspinneError):
    """A file cannot be read, or must not be overwritten."""


class Sitting:
    """A game on the table or put aside, and the file that keeps it."""

    def __init__(self, game: Game, file: Path | None = None) -> None:
        self.game = game
        self.file = file
        """Its record, which is brought up to date at the end."""
        self.saved: tuple[Step, ...] = tuple(game.steps)
        """The steps that a file holds."""

    @property
    def waits(self) -> bool:
        """Can it be played on the next time, without any file?"""
        return False

    def play(self, move: Move | str) -> Step:
        """Play a move; as `Game.play`, and so the next three."""
        return self.game.play(move)

    def undo(self) -> Step | None:
        """Take a move, or a restart, back."""
        return self.game.undo()

    def redo(self) -> Step:
        """Play again what was taken back."""
        return self.game.redo()

    def restart(self) -> None:
        """Back to the start."""
        self.game.restart()

    def hinted(self) -> None:
        """A hint was given with its reasons; it counts where games do."""

    def give_up(self) -> None:
        """
        Let the game end, and count.

        :raises KreuzspinneError: nobody counts it
        """
        raise KreuzspinneError("plain_not_counted")

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
            raise failure(file, error) from None
        self.file, self.saved = file, tuple(self.game.steps)


def path(text: str) -> Path:
    """The file a player names; quotation marks around it are dropped."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return Path(os.path.expanduser(text)).absolute()


def load(file: Path, variant: str) -> Sitting:
    """
    The game that a file holds, a record or another program's; that one's file is never written to.

    :param variant: the game, for files that do not say it
    :raises FileError: it cannot be read, holds no game, or one that the rules forbid
    """
    try:
        data = _read(file)
        if formats.detect(data) == "record":
            return Sitting(record.replay(_record(data)), file)
        return Sitting(formats.read_game(data, variant))
    except FileError:
        raise
    except KreuzspinneError as error:
        raise FileError("plain_file_no_game", file=str(file), reason=error) from None
    except OSError as error:
        raise failure(file, error) from None


def write_record(file: Path, game: Game) -> None:
    """
    Write a game's record, whole or not at all, over nothing but another record.

    :raises FileError: the file holds something else, or cannot be written
    """
    try:
        _check_kind(file)
        _check_record(file)
        _write(file, record.write(record.of_game(game)))
    except OSError as error:
        raise failure(file, error) from None


def check_target(file: Path) -> None:
    """
    Before the work for it is done: may a record be written to this file?

    :raises FileError: no
    """
    try:
        _check_kind(file)
        _check_record(file)
        if not file.parent.is_dir():
            raise FileError("plain_file_missing", file=str(file))
    except OSError as error:
        raise failure(file, error) from None


def check_folder(folder: Path) -> None:
    """
    Before the work for it is done: may records be written into this folder?

    :raises FileError: no
    """
    if not folder.exists():
        raise FileError("plain_folder_missing", file=str(folder))
    if not folder.is_dir():
        raise FileError("plain_no_folder", file=str(folder))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FileError("plain_file_denied", file=str(folder))


def shown_record(game: Game) -> str:
    """The record as a player may see it."""
    return record.write(record.as_seen(game))


def _record(data: bytes) -> record.Record:
    """
    The record in a file; one that was copied from the screen is completed.

    :raises KreuzspinneError: it is none
    """
    if formats.detect(data) != "record":
        raise RecordError("unknown_format", formats=["record"])
    return record.completed(record.read(data.decode("utf-8-sig", errors="replace")))


def _read(file: Path) -> bytes:
    """What a plain file holds; of one far too long, the beginning."""
    _check_kind(file)
    with file.open("rb") as stream:
        return stream.read(LONGEST_FILE)


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


def _check_record(file: Path) -> None:
    """Refuse to overwrite what is no record at all."""
    data = _read(file) if file.exists() else b""
    if not data:
        return
    try:
        _record(data)
    except KreuzspinneError:
        raise FileError("file_is_no_record", file=str(file)) from None


def _check_holds(file: Path, game: Game) -> None:
    """
    Refuse to overwrite what is not a record of this game.

    :raises FileError: why
    """
    data = _read(file) if file.exists() else b""
    if not data:
        return
    try:
        found = _record(data)
    except KreuzspinneError:
        raise FileError("plain_file_no_record", file=str(file)) from None
    try:
        same = found.start == game.start
    except KreuzspinneError:
        same = False
    if not same:
        raise FileError("plain_file_other_game", file=str(file))


def failure(file: str | Path, error: OSError) -> FileError:
    """What the system says of a file, as an error with a sentence in both languages."""
    code = _CODES.get(error.errno or 0, "plain_file_failed")
    return FileError(code, file=str(file), reason=error.strerror or str(error))
