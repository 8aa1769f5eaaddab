"""The command line: reads the arguments, calls one function of `commands`, makes one sentence of an error.

Exit codes: 0 done; 1 no, or failed (an illegal move, a broken record); 2 bad usage or input.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, NoReturn

from ...errors import IllegalMove, KreuzspinneError, RecordError
from ...i18n import LANGUAGES, Speaker, choose_language
from . import commands
from .usage import problem
from .values import file, game, host, number, seconds, start

DONE, FAILED, BAD_INPUT = 0, 1, 2


class _Usage(Exception):
    """The arguments make no sense; the text says why."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with an exception; options must be written out."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **{**settings, "allow_abbrev": False})
        self.is_intermixed = False
        """May options stand between the other arguments?"""

    def error(self, message: str) -> NoReturn:
        raise _Usage(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if not self.is_intermixed:
            return super().parse_known_args(args, namespace)
        self.is_intermixed = False                  # what is called next may call this method again
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.is_intermixed = True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    is_heard = _open_missing_streams()
    for stream in (sys.stdin, sys.stdout):          # a character that a terminal does not know is no reason to stop
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    speaker = Speaker(choose_language(_wanted_language(arguments)), letters=True)
    try:
        options = _parser(speaker).parse_args(_with_command(arguments))
        if not is_heard and options.run is not commands.web:
            return _fail(speaker.say("no_output"), FAILED)
        code: int = options.run(options, speaker)
        sys.stdout.flush()
    except _Usage as error:
        return _fail(speaker.say("usage_error", message=problem(str(error), speaker)), BAD_INPUT)
    except (IllegalMove, RecordError) as error:
        return _fail(_about(error, speaker), FAILED)
    except KreuzspinneError as error:
        return _fail(_about(error, speaker), BAD_INPUT)
    except OSError as error:
        return _not_reached(error, speaker)
    except KeyboardInterrupt:
        return _fail(speaker.say("interrupted"), FAILED)
    except (MemoryError, RecursionError):
        return _fail(speaker.say("too_large"), FAILED)
    return code


def _open_missing_streams() -> bool:
    """Let closed streams be empty ones; False if nobody will see what is printed."""
    is_heard = sys.stdout is not None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  (open to the end)
    return is_heard


def _with_command(arguments: list[str]) -> list[str]:
    """The arguments, with `web` for the command where only options are given."""
    place = 0
    while place < len(arguments) and arguments[place].split("=")[0] in ("--lang", "--json"):
        place += 2 if arguments[place] == "--lang" else 1
    if place > len(arguments):                      # --lang, and no language
        return arguments
    following = arguments[place] if place < len(arguments) else "--"
    if following.startswith("-") and following not in ("-h", "--help"):
        return [*arguments[:place], "web", *arguments[place:]]
    return arguments


def _not_reached(error: OSError, speaker: Speaker) -> int:
    """A reader that hung up is no fault; a file that cannot be read is bad input."""
    if isinstance(error, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    from .plain_files import failure

    name = commands.STANDARD if error.filename is None else error.filename or '""'
    return _fail(speaker.error(failure(name, error)), BAD_INPUT)


def _about(error: KreuzspinneError, speaker: Speaker) -> str:
    """The error's sentence, and before it the move it speaks of, if it does not name it itself."""
    move = error.facts.get("move") if isinstance(error, IllegalMove) else None
    from .plain_words import quotes

    sentence = speaker.error(error)
    return f"{speaker.say('about', text=move)} {sentence}" if move and not quotes(sentence, move) else sentence


def _fail(sentence: str, code: int) -> int:
    print(f"kreuzspinne: {sentence}", file=sys.stderr)
    return code


def _wanted_language(arguments: Sequence[str]) -> str | None:
    """`--lang` before the arguments are parsed: errors about them speak the language too."""
    for option, value in zip(arguments, [*arguments, ""][1:], strict=True):
        if option == "--lang":
            return value
        if option.startswith("--lang="):
            return option.partition("=")[2]
    return None


def _parser(speaker: Speaker) -> argparse.ArgumentParser:
    parser = _Parser("kreuzspinne", description=speaker.say("help_program"), epilog=speaker.say("help_epilog"),
                     parents=[_common(speaker, lang=None, json=False)])
    common = _common(speaker, lang=argparse.SUPPRESS, json=argparse.SUPPRESS)
    verbs = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    _translate_headings(parser, speaker)
    for verb, (run, options) in _VERBS.items():
        sub = verbs.add_parser(verb, help=speaker.say(f"help_{verb}"), description=speaker.say(f"help_{verb}"),
                               parents=[common])
        for names, settings in options:
            sub.add_argument(*names, **settings, help=speaker.say("option_" + names[0].strip("-").replace("-", "_")))
        sub.is_intermixed = any(settings.get("nargs") == "*" for _, settings in options)
        sub.set_defaults(run=run)
        _translate_headings(sub, speaker)
    return parser


def _translate_headings(parser: argparse.ArgumentParser, speaker: Speaker) -> None:
    """What argparse writes above arguments in a parser's help, and beside its own option."""
    parser._positionals.title = speaker.say("help_arguments")
    parser._optionals.title = speaker.say("help_options")
    next(action for action in parser._actions if action.dest == "help").help = speaker.say("option_help")


def _common(speaker: Speaker, *, lang: Any, json: Any) -> _Parser:
    """The options that stand before the command or after it; after it, with defaults that change nothing."""
    common = _Parser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, default=lang, help=speaker.say("option_lang"))
    common.add_argument("--json", action="store_true", default=json, help=speaker.say("option_json"))
    return common


def _option(*names: str, **settings: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    return names, settings


def _effort(name: str) -> tuple[tuple[str, ...], dict[str, Any]]:
    """An option for what a game took."""
    return _option(name, metavar="N", type=number(0, 10**9), default=None)


_position = _option("position", metavar="POSITION")
_game = _option("game", metavar="GAME", type=game)
_maybe_game = _option("game", metavar="GAME", type=game, nargs="?", default=None)
_deal = _option("--deal", metavar="SOURCE:NUMBER", default="")
_data = _option("--data", metavar="FILE", type=file, default=None)
_score = _option("--score", metavar="NAME", default=None)

_VERBS: dict[str, tuple[Any, list[tuple[tuple[str, ...], dict[str, Any]]]]] = {
    "web": (commands.web, [_option("--port", type=number(0, 65535), default=0),
                           _option("--host", type=host, default="127.0.0.1"),
                           _option("--no-browser", action="store_true"), _data]),
    "play": (commands.play, [_maybe_game, _deal, _option("--plain", action="store_true"), _data]),
    "stats": (commands.stats, [_data]),
    "games": (commands.games, []),
    "rules": (commands.rules, [_game, _option("--markdown", action="store_true")]),
    "deal": (commands.deal, [_game, _deal, _option("--format", metavar="NAME", default=None)]),
    "moves": (commands.moves, [_position]),
    "apply": (commands.apply, [_position, _option("moves", metavar="MOVE", nargs="*"), _score]),
    "score": (commands.score, [_position, _score, _effort("--moves-made"), _effort("--seconds-played"),
                               _effort("--cheats"), _effort("--hints")]),
    "perft": (commands.perft, [_position, _option("--depth", metavar="N", type=number(0, 100), required=True)]),
    "replay": (commands.replay, [_option("file", metavar="FILE"), _score]),
    "solve": (commands.solve, [
        _option("start", metavar="POSITION|GAME", type=start), _deal,
        _option("--seconds", metavar="S", type=seconds, default=None),
        _option("--nodes", metavar="N", type=number(1, 10**15), default=None),
        _option("--memory", metavar="MB", type=number(20, 10**6), default=300),
        _option("--record", metavar="FILE", type=file, default=None),
        _option("--deals", metavar="SOURCE:FIRST-LAST", default=""),
        _option("--jobs", metavar="N", type=number(1, 1000), default=None)]),
    "hint": (commands.hint, [_option("start", metavar="POSITION|GAME", type=start), _deal,
                             _option("--level", choices=("where", "move", "why"), default="why"),
                             _option("--chance", action="store_true")]),
    "review": (commands.review, [_option("file", metavar="FILE"), _option("--given-up", action="store_true"),
                                 _option("--games", metavar="N", type=number(1, 100_000), default=100),
                                 _option("--effort", metavar="N", type=number(1, 10_000), default=16)]),
    "watch": (commands.watch, [_game, _deal]),
    "study": (commands.study, [
        _option("question", metavar="QUESTION", choices=["play", "chance"]), _game,
        _option("--deals", metavar="SOURCE:FIRST-LAST", required=True),
        _option("--effort", metavar="N", type=number(1, 10_000), default=120),
        _option("--games", metavar="N", type=number(1, 100_000), default=100),
        _option("--records", metavar="FOLDER", type=file, default=None)]),
}
