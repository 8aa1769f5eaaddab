"""Whole games as text, after the manner of PGN: tags, numbered steps, comments, side lines, marks, result."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from . import deals, variants
from .errors import KreuzspinneError, NotationError, RecordError
from .game import Game, start_position
from .notation import Step, excerpt
from .position import Position

RESULTS = ("win", "lost", "*")
MARKS = ("", "!", "?", "!!", "??", "!?", "?!")
LONGEST_RECORD = 1_000_000
DEEPEST_SIDE_LINE = 50
LINE_WIDTH = 90

_NAME = r"[A-Za-z]\w*"
_TAG = re.compile(rf'\s*\[({_NAME})\s+"((?:[^"\\\n]|\\.)*)"\]')
_TOKEN = re.compile(r"""\s*(?: (?P<number>[0-9]+\.*(?=[\s(){}]|[a-o^+]|$))
                             | \{(?P<comment>(?:[^}\\]|\\.)*)\}
                             | (?P<mark>[!?]{1,2})
                             | (?P<open>\() | (?P<close>\))
                             | (?P<word>[^\s(){}!?]+) )""", re.VERBOSE | re.DOTALL)


class Entry:
    """One step of a line, with what somebody wrote to it."""

    __slots__ = ("comments", "mark", "side_lines", "step")

    def __init__(self, step: Step, mark: str = "") -> None:
        self.step = step
        self.mark = mark
        """``!``, ``?``, ``!!``, ``??``, ``!?``, ``?!`` or nothing."""
        self.comments: list[str] = []
        self.side_lines: list[list[Entry]] = []
        """What might have been played instead of this step."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __repr__(self) -> str:
        return f"<Entry {self.step}{self.mark}>"


class Record(NamedTuple):
    """A game as it is written: nothing has been checked against the rules."""

    tags: dict[str, str]
    comments: list[str]
    """Remarks before the first step."""
    line: list[Entry]
    result: str

    @property
    def start(self) -> Position:
        """
        The position the tags name.

        :raises RecordError, NotationError, PositionError: there is none, or the tags contradict each other
        """
        for tag in ("Game", "Start"):
            if tag not in self.tags:
                raise RecordError("tag_missing", tag=tag)
        game, start = self.tags["Game"], self.tags["Start"]
        position = Position.read(start if len(start.split()) != 3 else f"{game} {start}")
        if position.variant != variants.read(game):
            raise RecordError("tags_differ", game=game, start=position.variant.name)
        return position


class _Reader:
    """Reads the steps of one record: a stack of open lines, and the place where the next word goes."""

    def __init__(self) -> None:
        self.comments: list[str] = []
        self.line: list[Entry] = []
        self.outer: list[list[Entry]] = []
        self.result = ""

    def take(self, token: "re.Match[str]") -> None:
        kind, text = token.lastgroup, token[token.lastgroup or 0]
        if self.result:
            raise NotationError("after_result", text=excerpt(text), at=_place(token))
        if kind == "word":
            self.word(text)
        elif kind == "comment":
            text = re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)
            self.remarks.append(text)
        elif kind == "mark":
            entry = self.last(token)
            if entry.mark:
                raise NotationError("mark_twice", text=text, step=excerpt(str(entry.step)), at=_place(token))
            entry.mark = text
        elif kind == "open":
            self.open(token)
        elif kind == "close":
            if not self.outer or not self.line:
                raise NotationError("bracket_without_line", at=_place(token))
            self.line = self.outer.pop()

    def word(self, text: str) -> None:
        if text in RESULTS and not self.outer:
            self.result = text
        else:
            self.line.append(Entry(Step.read(text)))

    def open(self, token: "re.Match[str]") -> None:
        side_lines = self.last(token).side_lines
        if len(self.outer) == DEEPEST_SIDE_LINE:
            raise NotationError("side_lines_too_deep", at=_place(token), highest=DEEPEST_SIDE_LINE)
        side_lines.append([])
        self.outer.append(self.line)
        self.line = side_lines[-1]

    @property
    def remarks(self) -> list[str]:
        """Where a comment belongs: to the step before it; at the head of a side line, to the step that it replaces."""
        line = self.line or (self.outer[-1] if self.outer else [])
        return line[-1].comments if line else self.comments

    def last(self, token: "re.Match[str]") -> Entry:
        if not self.line:
            raise NotationError("remark_before_step", text=token[0].strip(), at=_place(token))
        return self.line[-1]


def _place(token: "re.Match[str]") -> int:
    """Where it begins, without the blanks before it; people count from one."""
    return token.start(token.lastgroup or 0) + 1


def read(text: str) -> Record:
    """
    Record from its text. Numbers are ignored, consequences and counts may be left out.

    :raises NotationError: it is not written like a record
    """
    if len(text) > LONGEST_RECORD:
        raise NotationError("record_too_long", length=len(text), highest=LONGEST_RECORD)
    text = text.rstrip().removeprefix("\ufeff")
    tags, end = _read_tags(text)
    reader = _Reader()
    while end < len(text):
        token = _TOKEN.match(text, end)
        if not token:
            rest = text[end:].lstrip()
            raise NotationError("bad_record", text=excerpt(rest), at=len(text) - len(rest) + 1)
        end = token.end()
        reader.take(token)
    if reader.outer or not reader.result:
        raise NotationError("unfinished_record", results=list(RESULTS))
    return Record(tags, reader.comments, reader.line, reader.result)


def _read_tags(text: str) -> tuple[dict[str, str], int]:
    tags: dict[str, str] = {}
    end = 0
    while tag := _TAG.match(text, end):
        if tag[1] in tags:
            raise NotationError("tag_twice", tag=excerpt(tag[1]))
        tags[tag[1]], end = re.sub(r"\\(.)", r"\1", tag[2]), tag.end()
    return tags, end


def write(record: Record) -> str:
    """
    The record's canonical text; reading and writing it again changes nothing. Empty side lines are left out.

    :raises RecordError: a tag's name, a mark or the result is none that could be read again
    """
    for text in record.tags:
        _check(re.fullmatch(_NAME, text), text)
    _check(record.result in RESULTS, record.result)
    head = "".join('[{} "{}"]\n'.format(name, re.sub(r'(["\\])', r"\\\1", value.replace("\n", " ")))
                   for name, value in record.tags.items())
    words = [*map(_comment, record.comments), *_words(record.line, 1), record.result]
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return head + "\n" + "\n".join(lines) + "\n"


def _check(can_be_read: object, text: str) -> None:
    if not can_be_read:
        raise RecordError("not_in_a_record", text=excerpt(text))


def _comment(text: str) -> str:
    return "{" + re.sub(r"([}\\])", r"\\\1", text) + "}"


def _words(line: list[Entry], number: int) -> Iterator[str]:
    for ply, entry in enumerate(line, number):
        _check(entry.mark in MARKS, entry.mark)
        yield f"{ply}. {entry.step}{entry.mark}"
        yield from map(_comment, entry.comments)
        for side_line in filter(None, entry.side_lines):
            words = list(_words(side_line, ply))
            words[0] = "(" + words[0]
            words[-1] += ")"            # may be the same word
            yield from words


def of_game(game: Game, **tags: str) -> Record:
    """
    The record of a game up to where it stands.

    That of a fragment is a record too, but one that `replay` refuses: what is missing cannot be played.
    """
    head = {"Game": game.start.variant.name, "Start": str(game.start)}
    if game.deal_name:
        head["Deal"] = game.deal_name
    result = "win" if game.position.is_won else "*"
    return Record({**head, **tags}, [], [Entry(step) for step in game.steps], result)


def as_seen(game: Game, record: Record | None = None) -> Record:
    """The record of a game as its player may see it: the start's hidden cards stay hidden until none is left."""
    whole = record or of_game(game)
    if not game.position.hidden:
        return whole
    return whole._replace(tags={**whole.tags, "Start": str(game.start.view())})


def completed(record: Record) -> Record:
    """The same record; to one written `as_seen`, the hidden cards are added that its deal has."""
    tags = record.tags
    if "?" not in tags.get("Start", "") or "Game" not in tags or "Deal" not in tags:
        return record
    start = Game.deal(tags["Game"], tags["Deal"]).start
    if str(start.view()) != tags["Start"]:
        return record
    return record._replace(tags={**tags, "Start": str(start)})


def replay(record: Record) -> Game:
    """
    Play a record through, side lines too, and return the game at its end.

    :raises RecordError: a step is not legal, states a consequence that does not happen, the result is wrong, or the
        start is not that of the deal
    :raises NotationError, PositionError, VariantError: the start is no position, or (as ``cards_missing``) a fragment
    """
    game = Game(record.start)
    game.deal_name = _deal_name(record.tags.get("Deal", ""), game.start)
    _play(game, record.line, 1)
    if (record.result == "win") != game.position.is_won and record.result != "*":
        raise RecordError("result_differs", stated=record.result, won=game.position.is_won)
    return game


def _deal_name(text: str, start: Position) -> str:
    """
    The deal that a record names, in its canonical form; none if nobody here deals it.

    :raises RecordError: it is another one
    """
    if ":" not in text:
        return ""
    try:
        source, number = deals.read(text)
        dealt = start_position(start.variant.name, source, number)
    except KreuzspinneError:
        return ""
    if dealt != start:
        raise RecordError("deal_differs", deal=f"{source}:{number}", game=start.variant.name)
    return f"{source}:{number}"


def _play(game: Game, line: list[Entry], first: int) -> None:
    """Play a line, whose first step has the number `first`, to its end; each side line from where it branches off."""
    for number, entry in enumerate(line, first):
        for side_line in entry.side_lines:
            _play(Game(game.position), side_line, number)
        try:
            happened = game.play(str(entry.step.move))
        except KreuzspinneError as error:
            raise RecordError("step_not_legal", number=number, step=excerpt(str(entry.step)), reason=error) from None
        if not _agrees(entry.step, happened):
            raise RecordError("consequence_differs", number=number, step=excerpt(str(entry.step)),
                              happened=excerpt(str(happened)))


def _agrees(stated: Step, happened: Step) -> bool:
    """Did everything happen that was stated? What is left out is not stated."""
    if stated.cards and stated.cards != happened.cards:
        return False
    if not stated.left:
        return True
    return len(stated.left) == len(happened.left) and all(
        one.column == other.column and one.card in (0, other.card)
        for one, other in zip(stated.left, happened.left, strict=True))
