"""Compiles every message catalogue (.po) to what programs read (.mo): `.venv/bin/python tools/catalogues.py`."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent.parent / "src" / "kreuzspinne" / "i18n" / "locales"


def catalogues() -> list[Path]:
    """The sources: ``<language>/LC_MESSAGES/<domain>.po``."""
    return sorted(LOCALES.glob("*/LC_MESSAGES/*.po"))


def read(source: Path) -> Catalog:
    with source.open("rb") as file:
        return read_po(file, locale=source.parts[-3], domain=source.stem, abort_invalid=True)


def compiled(source: Path) -> bytes:
    """The bytes of the .mo file, the same on every day."""
    catalogue = read(source)
    # Babel fills in today where the .po file gives no date.
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    result = BytesIO()
    write_mo(result, catalogue)
    return result.getvalue()


def main() -> None:
    for source in catalogues():
        source.with_suffix(".mo").write_bytes(compiled(source))


if __name__ == "__main__":
    main()
