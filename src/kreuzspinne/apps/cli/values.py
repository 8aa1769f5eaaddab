"""Readers of single arguments; what is no such value is said in words that `usage` knows."""

import re
from argparse import ArgumentTypeError
from collections.abc import Callable

from ...notation import excerpt


def number(lowest: int, highest: int) -> Callable[[str], int]:
    """A reader of whole numbers in these bounds."""
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and lowest <= int(text) <= highest):
            raise ArgumentTypeError(f"no whole number from {lowest} to {highest}: {excerpt(text)}")
        return int(text)
    return read


def seconds(text: str) -> float:
    """Seconds, whole or with a point."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise ArgumentTypeError(f"no seconds: {excerpt(text)}")
    return float(text)


def host(text: str) -> str:
    """A name that an address can be asked for."""
    try:
        if not text.encode("idna"):
            raise ArgumentTypeError("no host: ")
    except UnicodeError:
        raise ArgumentTypeError(f"no host: {excerpt(text)}") from None
    return text


def file(text: str) -> str:
    """A name that a file can have."""
    if not text or "\0" in text:
        raise ArgumentTypeError(f"no file: {excerpt(text)}")
    return text


def game(text: str) -> str:
    """What can be the name of a game: one word, where a position has four."""
    if len(text.split()) != 1:
        raise ArgumentTypeError(f"no game: {excerpt(text)}")
    return text


def start(text: str) -> str:
    """A position, a game, or the sign for standard input."""
    if not text.strip():
        raise ArgumentTypeError(f"no position and no game: {excerpt(text)}")
    return text
