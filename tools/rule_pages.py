"""Writes the rule page of every game of the catalogue to docs/rules: `.venv/bin/python tools/rule_pages.py`."""

from pathlib import Path

from kreuzspinne.i18n import LANGUAGES
from kreuzspinne.i18n.rules_page import markdown
from kreuzspinne.variants import VARIANTS

FOLDER = Path(__file__).parent.parent / "docs" / "rules"
NOTE = "<!-- Written by tools/rule_pages.py from the game's data: change that or the sentences, not this page. -->\n\n"


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    return {f"{name}.{language}.md": NOTE + markdown(variant, language)
            for name, variant in VARIANTS.items() for language in LANGUAGES}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
