"""`kreuzspinne solve`: one position, or many deals."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ... import deals
from ...errors import KreuzspinneError
from ...game import Game, start_position
from ...i18n import Speaker
from ...position import Position
from ...solver.many import solve_many
from ...solver.search import Verdict, is_compiled, solve, warm_up
from .plain_files import check_target, path, write_record
from .ranges import numbered

Start = tuple[str, Position]
"""A deal's name (empty for a position that was given as such) and the position."""


def run(options: Namespace, speaker: Speaker) -> int:
    """Say of each position whether it can be won; exit code 1 where one could not."""
    file = _record_file(options)
    if not is_compiled():
        print(speaker.say("compiling"), file=sys.stderr, flush=True)
    if options.deals:
        return _many(options, speaker)
    code = 0
    for name, position in _starts(options):
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
    if options.deal and (options.deals or not _is_game(options.start)):
        raise KreuzspinneError("deal_without_game")
    if not options.record:
        return None
    file = path(options.record)
    check_target(file)
    return file


def _is_game(start: str) -> bool:
    """Is it a game's name, no position?"""
    return start != "-" and len(start.split()) < 2


def _limits(options: Namespace) -> dict[str, Any]:
    return {"seconds": options.seconds, "nodes": options.nodes, "memory": options.memory * 2**20}


def _starts(options: Namespace) -> Iterator[Start]:
    text = options.start
    if text == "-":
        yield from (("", Position.read(line.strip())) for line in sys.stdin if line.strip())
    elif not _is_game(text):
        yield "", Position.read(text)
    else:
        source, number = deals.read(options.deal) if options.deal else ("own", deals.new_own_number())
        yield f"{source}:{number}", start_position(text, source, number)


def _many(options: Namespace, speaker: Speaker) -> int:
    warm_up(next(numbered(options.start, options.deals))[1])        # here, not in every process at once
    counts = {"solved": 0, "unsolvable": 0, "unknown": 0}
    positions = (position for _, position in numbered(options.start, options.deals))
    verdicts = solve_many(positions, jobs=options.jobs, **_limits(options))
    for (name, _), verdict in zip(numbered(options.start, options.deals), verdicts, strict=True):
        counts[verdict.verdict] += 1
        _tell(options, speaker, name, verdict)
        if not options.json and sys.stderr.isatty():
            print(f"\r{counts}", end="", file=sys.stderr)
    if not options.json:
        print(speaker.say("solved_many", **counts))
    return 0 if counts["solved"] == sum(counts.values()) else 1


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


def _progress(options: Namespace, speaker: Speaker) -> Callable[[str, int], None] | None:
    """What is being done, on a terminal that nobody reads data from."""
    if options.json or not sys.stderr.isatty():
        return None

    def show(doing: str, nodes: int) -> None:
        print(f"\r{speaker.say('solving', doing=doing, nodes=nodes)}  ", end="", file=sys.stderr, flush=True)

    return show


def _clear(options: Namespace) -> None:
    if not options.json and sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)


def _won(position: Position, name: str, verdict: Verdict) -> Game:
    """The game that the winning line plays."""
    game = Game(position, name)
    for move in verdict.moves:
        game.play(move)
    return game
