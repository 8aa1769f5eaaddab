"""Where the file lies, if nobody says otherwise."""

import os
import sys
from pathlib import Path

VARIABLE = "KREUZSPINNE_DATA"
"""This environment variable names another file, or a folder for it."""
NAME = "kreuzspinne.sqlite"


def place(named: str | None = None) -> Path:
    """The file that is `named`, or that the environment names, else one in the system's folder for programs' data."""
    named = named or os.environ.get(VARIABLE)
    if not named:
        return _folder() / NAME
    path = Path(named).expanduser()
    return path / NAME if path.is_dir() else path


def _folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Kreuzspinne"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Kreuzspinne"
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    # The specification of these folders wants a relative name to be ignored.
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / "kreuzspinne"
