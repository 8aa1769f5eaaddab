"""`kreuzspinne solve`: one position, or many deals."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ... import deals
from ...errors import KreuzspinneError
from ...game import Game, start_position
from ...i18n import Speaker
from ...position import Position
from ...solver.many import Counts, solve_many
from ...solver.search import Verdict, solve, warm_up
from .commands import announce, is_game, lines
from .plain_files import check_target, path, write_record
from .ranges import numbered, numbers

Start = tuple[str, Position]
"""A deal's name (empty for a position that was given as such) and the position."""
WIDTH = 79
"""What a line of progress takes of a terminal's line."""


def run(options: Namespace, speaker: Speaker) -> int:
    """Say of each position whether it can be won; exit code 1 where one could not."""
    file = _record_file(options)
    if options.deals:
        return _many(options, speaker)
    announce(speaker)
    code = 0
    for name, position in _starts(options, speaker):
        verdict = solve(position, **_limits(options), progress=_progress(options, speaker))
        _clear(options)
        _tell(options, speaker, name, verdict)
        if verdict.is_solved and file:
            write_record(file, _won(position, name, verdict))
        code |= not verdict.is_solved
    return code


def _record_file(options: Namespace) -> Path | None:
    """
    Where the record goes, if there is to be one; checked before anything is searched.

    :raises KreuzspinneError: options that contradict each other, or no file for a record
    """
    if options.deals and options.record:
        raise KreuzspinneError("record_of_many")
    named = bool(options.deal) + bool(options.deals)
    if named > 1 or (named and not is_game(options.start)):
        raise KreuzspinneError("deal_without_game")
    if not options.record:
        return None
    file = path(options.record)
    check_target(file)
    return file


def _limits(options: Namespace) -> dict[str, Any]:
    return {"seconds": options.seconds, "nodes": options.nodes, "memory": options.memory * 2**20}


def _starts(options: Namespace, speaker: Speaker) -> Iterator[Start]:
    text = options.start
    if not is_game(text):
        yield from (("", Position.read(line)) for line in lines(text, speaker))
    else:
        source, number = deals.read(options.deal) if options.deal else ("own", deals.new_own_number())
        yield f"{source}:{number}", start_position(text, source, number)


def _many(options: Namespace, speaker: Speaker) -> int:
    count, (_, first) = len(numbers(options.deals)), next(numbered(options.start, options.deals))
    announce(speaker)
    warm_up(first)                                  # here, not in every process at once
    counts = Counts()
    verdicts = solve_many((position for _, position in numbered(options.start, options.deals)), jobs=options.jobs,
                          progress=_progress_of_many(options, speaker, count), **_limits(options))
    for (name, _), verdict in zip(numbered(options.start, options.deals), verdicts, strict=True):
        counts = counts.plus(verdict.verdict)
        _clear(options)
        _tell(options, speaker, name, verdict)
    _clear(options)
    if not options.json:
        print(speaker.say("solved_many", **counts._asdict()))
    return 0 if counts.solved == count else 1


def _tell(options: Namespace, speaker: Speaker, name: str, verdict: Verdict) -> None:
    moves = [str(move) for move in verdict.moves]
    if options.json:
        facts = {"verdict": verdict.verdict, "moves": moves, "nodes": verdict.nodes,
                 "seconds": round(verdict.seconds, 4), "tried": list(verdict.tried)}
        print(json.dumps({"deal": name, **facts} if name else facts), flush=True)
        return
    sentence = speaker.say(f"verdict_{verdict.verdict}", count=len(moves), nodes=verdict.nodes,
                           seconds=f"{verdict.seconds:.2f}")
    print((f"{name}: " if name else "") + sentence, flush=True)
    if moves and not options.deals:
        print(" ".join(moves))


def _is_watched(options: Namespace) -> bool:
    """Is there a terminal to show progress on, and nobody who reads data from it?"""
    return not options.json and sys.stderr.isatty()


def _show(text: str) -> None:
    print("\r" + text.ljust(WIDTH), end="", file=sys.stderr, flush=True)


def _clear(options: Namespace) -> None:
    if _is_watched(options):
        print("\r" + " " * WIDTH + "\r", end="", file=sys.stderr, flush=True)


def _progress(options: Namespace, speaker: Speaker) -> Callable[[str, int], None] | None:
    """What is being done with one position."""
    if not _is_watched(options):
        return None
    return lambda doing, nodes: _show(speaker.say("solving", doing=doing, nodes=nodes))


def _progress_of_many(options: Namespace, speaker: Speaker, total: int) -> Callable[[Counts], None] | None:
    """How many are done, what came out, and how long the others will take if they take as long."""
    if not _is_watched(options):
        return None
    begun = time.monotonic()

    def show(counts: Counts) -> None:
        done = sum(counts)
        left = round((time.monotonic() - begun) / done * (total - done)) if done else None
        time_left = "–" if left is None else f"{left // 60}:{left % 60:02}"
        _show(speaker.say("solving_many", done=done, total=total, left=time_left, **counts._asdict()))

    return show


def _won(position: Position, name: str, verdict: Verdict) -> Game:
    """The game that the winning line plays."""
    game = Game(position, name)
    for move in verdict.moves:
        game.play(move)
    return game
