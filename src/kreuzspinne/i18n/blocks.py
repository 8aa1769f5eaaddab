"""A page as a list of blocks, and how it looks in Markdown and in a terminal."""

import re
from collections.abc import Sequence
from textwrap import fill
from typing import NamedTuple

WIDTH = 78
"""Columns of a terminal page: two fewer than the narrowest terminal has."""

_MARKS = re.compile(r"[*`]")


class Heading(NamedTuple):
    """The title of the page (level 1) or of a section."""

    text: str
    level: int = 2


class Paragraph(NamedTuple):
    """Sentences that belong together."""

    text: str


class Bullets(NamedTuple):
    """A list."""

    items: Sequence[str]


class Table(NamedTuple):
    """Rows that end in a sentence, under a row of headings."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Block = Heading | Paragraph | Bullets | Table


def markdown(blocks: Sequence[Block]) -> str:
    """The page in Markdown."""
    return "\n\n".join(map(_markdown, blocks)) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {text}"
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
        case Table(head, rows):
            return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows))
        case Paragraph(text):
            return text


def plain(blocks: Sequence[Block], width: int = WIDTH) -> str:
    """The page as plain text, no line longer than `width`."""
    return _MARKS.sub("", "\n\n".join(_plain(block, width) for block in blocks)) + "\n"


def _plain(block: Block, width: int) -> str:
    match block:
        case Heading(text, level):
            return f"{text}\n{('=' if level == 1 else '-') * len(text)}"
        case Bullets(items):
            return "\n".join(_wrapped(item, width, "- ", "  ") for item in items)
        case Table(_, rows):
            return "\n".join(f"{'='.join(names)}\n{_wrapped(text, width, '    ', '    ')}" for *names, text in rows)
        case Paragraph(text):
            return _wrapped(text, width)


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> str:
    bare = _MARKS.sub("", text)  # marks would be counted, and lines come out too short
    return fill(bare, width, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                break_on_hyphens=False)
