"""What each command does. Every function takes the parsed options and a speaker, and returns the exit code."""

import sys
from argparse import Namespace
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ... import deals, variants
from ... import score as scores
from ...errors import KreuzspinneError, RecordError
from ...game import Game, start_position
from ...i18n import Speaker
from ...position import Position

if TYPE_CHECKING:
    from ...store import Statistics
    from .plain_keeping import Keeper  # only play needs it, and it brings the store

STANDARD = "-"
"""Stands for standard input."""
LONGEST_FILE = 4_000_000


def _json(data: Any) -> str:
    import json  # slow to import, and most calls ask for lines

    return json.dumps(data)


def _say(options: Namespace, data: dict[str, Any], plain: str) -> None:
    print(_json(data) if options.json else plain)


def is_game(start: str) -> bool:
    """Is it a game's name, no position?"""
    return start != STANDARD and len(start.split()) < 2


def lines(text: str, speaker: Speaker) -> Iterator[str]:
    """The texts a POSITION argument stands for: itself, or the lines of standard input; that none came is said."""
    if text != STANDARD:
        yield text
        return
    line = ""
    for line in filter(None, map(str.strip, sys.stdin)):
        yield line
    if not line:
        print(speaker.say("no_positions"), file=sys.stderr)


def _positions(options: Namespace, speaker: Speaker) -> Iterator[Position]:
    """The positions to work on; those that are no whole pack are announced."""
    for line in lines(options.position, speaker):
        position = Position.read(line, fragment=True)
        if not position.is_whole:
            print(speaker.say("is_fragment"), file=sys.stderr)
        yield position


def web(options: Namespace, speaker: Speaker) -> int:
    """Open the game in the browser."""
    from ..web import serve  # the page's server is slow to import, and only this command needs it

    return serve(port=options.port, host=options.host, open_browser=not options.no_browser, language=options.lang,
                 data=options.data)


def play(options: Namespace, speaker: Speaker) -> int:
    """Play line by line in the terminal; a game that is not named is the unfinished one of the last time."""
    from .plain import FIRST
    from .plain import play as play_plain

    game = Game.deal(options.game or FIRST, options.deal) if options.game or options.deal else None
    with _keeper(options, speaker) as keeper:
        return play_plain(game, speaker.language, read=sys.stdin, write=sys.stdout, keeper=keeper)


@contextmanager
def _keeper(options: Namespace, speaker: Speaker) -> "Iterator[Keeper]":
    """Who keeps the games; where the usual file cannot be used, nobody does, and that is said."""
    from ...store import Store, StoreError, place
    from .plain_keeping import NOWHERE, StoreKeeper

    try:
        store = Store(place(options.data))
    except StoreError as error:
        if options.data:
            raise
        print(f"{speaker.error(error)} {speaker.say('play_not_kept')}", file=sys.stderr)
        yield NOWHERE
    else:
        with closing(store):
            yield StoreKeeper(store)


def stats(options: Namespace, speaker: Speaker) -> int:
    """Print the statistics, a line for each game with its switches."""
    from msgspec import to_builtins

    from ...i18n import rules_page

    standings = _standings(options)
    for line in standings:
        data = to_builtins(line)
        title = rules_page.title_of(line.variant, speaker.language)
        best = f"{line.points.best:g}" if line.points else "0"
        _say(options, data, speaker.say("stats_line", title=title, best=best, **{
            name: data[name] for name in ("played", "won", "lost", "abandoned", "streak", "best_streak")}))
    if not standings and not options.json:
        print(speaker.say("stats_none"))
    return 0


def _standings(options: Namespace) -> "list[Statistics]":
    """
    What the file of games says; one that is not there is not made.

    :raises StoreError: it cannot be read, or was named and is not there
    """
    from ...store import Store, StoreError, place, summary

    file = place(options.data)
    if not file.exists():
        if options.data:
            raise StoreError("store_nothing_there", file=str(file))
        return []
    with closing(Store(file)) as store:
        return summary(store.results.all())


def games(options: Namespace, speaker: Speaker) -> int:
    """List the catalogue with every switch."""
    from ...i18n import rules_page

    catalogue = [(variant, rules_page.title(variant, speaker.language)) for variant in variants.VARIANTS.values()]
    if options.json:
        print(_json([{"name": variant.name, "title": title, "switches": variant.switches}
                     for variant, title in catalogue]))
        return 0
    for variant, title in catalogue:
        print(f"{variant.name:<20} {title}")
        print(" " * 20, *(f"{switch}={value}" for switch, value in variant.switches.items()))
    return 0


def rules(options: Namespace, speaker: Speaker) -> int:
    """Print the rules of a game."""
    from ...i18n import rules_page

    variant = variants.read(options.game)
    write = rules_page.markdown if options.markdown else rules_page.plain
    text = write(variant, speaker.language).rstrip()
    _say(options, {"game": variant.name, "rules": text}, text)
    return 0


def deal(options: Namespace, speaker: Speaker) -> int:
    """Print the starting position of a deal."""
    variant = variants.read(options.game)
    source, number = deals.read(options.deal) if options.deal else ("own", deals.new_own_number())
    position = start_position(variant.name, source, number)
    if not options.deal and not options.json:
        print(speaker.say("new_deal", deal=f"{source}:{number}"), file=sys.stderr)
    text = str(position)
    if options.format:
        from ...formats import write_position

        text = write_position(position, options.format).rstrip("\n")
    _say(options, {"position": text, "deal": f"{source}:{number}"}, text)
    return 0


def moves(options: Namespace, speaker: Speaker) -> int:
    """Print every legal move."""
    for position in _positions(options, speaker):
        found = [str(move) for move in position.moves]
        if options.json or found:
            _say(options, {"moves": found}, "\n".join(found))
    return 0


def apply(options: Namespace, speaker: Speaker) -> int:
    """Play moves from a position, and print each step and where they lead; an illegal one changes nothing."""
    for position in _positions(options, speaker):
        steps: list[str] = []
        for text in options.moves:
            step, position = position.advance(text)
            steps.append(str(step))
        scheme = options.score or scores.default_scheme(position.variant)
        result = {"steps": steps, "position": str(position),
                  "score": scores.points(position, scheme, len(steps)), "scheme": scheme}
        if options.score:
            _tell_uncounted(speaker, scheme, {"moves"})
        _say(options, result, "\n".join([*steps, str(position)]))
    return 0


def score(options: Namespace, speaker: Speaker) -> int:
    """Print a position's points."""
    effort = {"moves": options.moves_made, "seconds": options.seconds_played,
              "cheats": options.cheats, "hints": options.hints}
    known = {name: number for name, number in effort.items() if number is not None}
    for position in _positions(options, speaker):
        scheme = options.score or scores.default_scheme(position.variant)
        points = scores.points(position, scheme, **known)
        _tell_uncounted(speaker, scheme, known.keys())
        _say(options, {"score": points, "scheme": scheme}, str(points))
    return 0


def _tell_uncounted(speaker: Speaker, scheme: str, known: Collection[str]) -> None:
    """Say what a scheme would count and nobody told."""
    counts = [speaker.say(f"count_{name}") for name in scores.COUNTED.get(scheme, ()) if name not in known]
    if counts:
        print(speaker.say("score_effort_unknown", scheme=scheme, counts=counts), file=sys.stderr)


def perft(options: Namespace, speaker: Speaker) -> int:
    """Count what the rules allow."""
    from ...perft import perft as count

    for position in _positions(options, speaker):
        found = count(position, options.depth)
        _say(options, found._asdict(), " ".join(map(str, found)))
    return 0


def replay(options: Namespace, speaker: Speaker) -> int:
    """Check a recorded or saved game move by move."""
    game, ending = replayed(read_file(options.file))
    scheme = options.score or scores.default_scheme(game.start.variant)
    result = {"position": str(game.position),
              "score": scores.points(game.position, scheme, game.tries, cheats=game.cheats), "scheme": scheme,
              "result": ending,
              "moves": [str(step.move) for step in game.steps], "cheats": game.cheats}
    _tell_uncounted(speaker, scheme, {"moves", "cheats"})
    plain = speaker.say("replayed", count=game.ply, score=result["score"], result=result["result"])
    _say(options, result, f"{plain}\n{game.position}")
    return 0


def read_file(name: str) -> bytes:
    """What is in a file, or comes in by standard input."""
    if name == STANDARD:
        return sys.stdin.buffer.read(LONGEST_FILE)
    with open(name, "rb") as file:
        return file.read(LONGEST_FILE)


def replayed(data: bytes) -> tuple[Game, str]:
    """
    The game in a file, and how it ended; a record may say that it was given up.

    :raises RecordError: whatever is wrong with the file
    """
    from ... import record
    from ...formats import detect, read_game

    try:
        game = read_game(data)
    except KreuzspinneError as error:
        raise RecordError(error.code, **error.facts) from None
    if game.position.is_won:
        return game, "win"
    return game, record.read(data.decode("utf-8-sig")).result if detect(data) == "record" else "*"


def solve(options: Namespace, speaker: Speaker) -> int:
    """Say whether a position can be won, with a line that wins."""
    return _compiled("solving", options, speaker)


def study(options: Namespace, speaker: Speaker) -> int:
    """Let many deals answer a question."""
    return _compiled("studying", options, speaker)


def review(options: Namespace, speaker: Speaker) -> int:
    """Look back on a finished game."""
    return _compiled("reviewing", options, speaker)


def _compiled(module: str, options: Namespace, speaker: Speaker) -> int:
    """Run a command that needs NumPy and Numba: nobody else waits for them."""
    from importlib import import_module

    with needs_solver():
        code: int = import_module(f".{module}", __package__).run(options, speaker)
    return code


@contextmanager
def needs_solver() -> Iterator[None]:
    """:raises KreuzspinneError: NumPy or Numba is needed here, and not installed"""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in {"numba", "numpy"}:
            raise
        raise KreuzspinneError("solver_not_installed", module=error.name) from None


def announce(speaker: Speaker) -> None:
    """The first time, solver and player have to be compiled."""
    with suppress(ModuleNotFoundError):
        from ...solver.search import is_compiled  # not everywhere

        if not is_compiled():
            print(speaker.say("compiling"), file=sys.stderr, flush=True)


def hint(options: Namespace, speaker: Speaker) -> int:
    """Say what the coach would play, and why."""
    from . import hinting

    return hinting.hint(options, speaker)


def watch(options: Namespace, speaker: Speaker) -> int:
    """Watch the coach play."""
    from . import hinting

    return hinting.watch(options, speaker)
