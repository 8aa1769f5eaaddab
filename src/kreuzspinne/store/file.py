"""The SQLite file: opened with care, brought up to date, written in whole transactions."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from .errors import StoreError
from .schema import APPLICATION, STEPS

OLDEST_SQLITE = (3, 37)
"""The first that knows strict tables."""
PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""
IN_MEMORY = ":memory:"

FAULTS = {
    "SQLITE_BUSY": "store_busy", "SQLITE_LOCKED": "store_busy", "SQLITE_FULL": "store_full",
    "SQLITE_CORRUPT": "store_damaged", "SQLITE_NOTADB": "store_foreign", "SQLITE_READONLY": "store_no_access",
    "SQLITE_CANTOPEN": "store_no_access", "SQLITE_IOERR": "store_no_access", "SQLITE_PERM": "store_no_access",
}


class File:
    """One file; whatever cannot be done with it is said by a `StoreError`."""

    def __init__(self, path: Path | None = None) -> None:
        """:raises StoreError: nothing of the file has been changed"""
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError("store_old_sqlite", version=sqlite3.sqlite_version)
        self._name = str(path or IN_MEMORY)
        self._lock = RLock()
        with self._told():
            if path:
                self._prepare(path)
            self._db = self._open()
            try:
                self._bring_up_to_date(path)
            except BaseException:
                self._db.close()
                raise

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """
        One transaction: all of it happens, or nothing.

        :raises StoreError: nothing happened
        """
        with self._lock, self._told():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def read(self, question: str, *values: Any) -> list[Any]:
        """
        The rows that answer a question.

        :raises StoreError: the file cannot be read
        """
        with self._lock, self._told():
            return self._db.execute(question, values).fetchall()

    # Opening

    def _prepare(self, path: Path) -> None:
        """Make the folder, and look at a file that is there before anything could change it."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as db:
                self._check(db)

    def _check(self, db: sqlite3.Connection) -> None:
        version = _pragma(db, "user_version")
        tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if _pragma(db, "application_id") != APPLICATION and (version or tables):
            raise StoreError("store_foreign", file=self._name)
        if version > len(STEPS):
            raise StoreError("store_newer", file=self._name, version=version, known=len(STEPS))
        if _pragma(db, "quick_check(1)") != "ok":
            raise StoreError("store_damaged", file=self._name)

    def _open(self) -> sqlite3.Connection:
        # One thread at a time holds the lock; which one it is may change.
        db = sqlite3.connect(self._name, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        # A commit hands its page to the system before it returns. So it outlives this program however that ends; only
        # when the whole machine loses power may the last seconds be lost, and even then the file is whole. To wait for
        # the disk at each move (FULL) would cost many times what the move itself does.
        try:
            for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
                db.execute(f"PRAGMA {setting}")
        except BaseException:
            db.close()
            raise
        return db

    def _bring_up_to_date(self, path: Path | None) -> None:
        with self.write() as db:  # also where nothing is to be done: better to learn now that it cannot be written
            version = _pragma(db, "user_version")
            if version == len(STEPS):
                return
            if version and path:
                _back_up(path, version)
            for step in STEPS[version:]:
                for statement in step:
                    db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {len(STEPS)}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Faults of file and system as codes; a fault of ours stays one."""
        try:
            yield
        except sqlite3.Error as error:
            name = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
            if name not in FAULTS:
                raise
            raise StoreError(FAULTS[name], file=self._name) from error
        except OSError as error:
            raise StoreError("store_no_access", file=self._name) from error


def _pragma(db: sqlite3.Connection, name: str) -> Any:
    return db.execute(f"PRAGMA {name}").fetchone()[0]


def _back_up(path: Path, version: int) -> None:
    """The file as it is, beside it: whole, or not at all."""
    copy = path.with_name(f"{path.name}.v{version}.bak")
    unfinished = copy.with_name(f"{copy.name}.part")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    os.replace(unfinished, copy)
