"""What a player has chosen once: language, deck, step of the ladder …"""

import json
import re

from ..notation import excerpt
from .errors import StoreError
from .file import File

Value = str | int | float | bool
MOST = 100
LONGEST = 500
_KEY = re.compile(r"[a-z][a-z0-9_.-]{0,39}")


class Settings:
    """Values by name; what they mean is the interfaces' matter."""

    def __init__(self, file: File) -> None:
        self._file = file

    def all(self) -> dict[str, Value]:
        """Every setting."""
        return {key: json.loads(value) for key, value in self._file.read("SELECT key, value FROM settings")}

    def put(self, changes: dict[str, Value | None]) -> None:
        """
        Change some settings, all or none; None takes one away.

        :raises StoreError: a name or a value that cannot be kept, or too many
        """
        for key, value in changes.items():
            if not _KEY.fullmatch(key) or len(json.dumps(value)) > LONGEST:
                raise StoreError("store_bad_setting", text=excerpt(key))
        gone = [(key,) for key, value in changes.items() if value is None]
        kept = [(key, json.dumps(value)) for key, value in changes.items() if value is not None]
        with self._file.write() as db:
            db.executemany("DELETE FROM settings WHERE key = ?", gone)
            db.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", kept)
            if db.execute("SELECT count(*) FROM settings").fetchone()[0] > MOST:
                raise StoreError("store_too_many_settings", highest=MOST)
