"""The command line: reads the arguments, calls one function of `commands`, makes one sentence of an error.

Exit codes: 0 done; 1 no, or failed (an illegal move, a broken record); 2 bad usage or input.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, NoReturn

from ...errors import IllegalMove, KreuzspinneError, RecordError
from ...i18n import LANGUAGES, Speaker, choose_language
from ...notation import excerpt
from . import commands

DONE, FAILED, BAD_INPUT = 0, 1, 2


class _Usage(Exception):
    """The arguments make no sense; the text says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Usage(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdin, sys.stdout):          # a character that a terminal does not know is no reason to stop
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    speaker = Speaker(choose_language(_wanted_language(arguments)), letters=True)
    try:
        options = _parser(speaker).parse_args(arguments or ["web"])
        code: int = options.run(options, speaker)
        sys.stdout.flush()
    except _Usage as error:
        return _fail(speaker.say("usage_error", message=str(error)), BAD_INPUT)
    except (IllegalMove, RecordError) as error:
        return _fail(_about(error, speaker), FAILED)
    except KreuzspinneError as error:
        return _fail(_about(error, speaker), BAD_INPUT)
    except OSError as error:
        return _not_reached(error, speaker)
    except KeyboardInterrupt:
        return _fail(speaker.say("interrupted"), FAILED)
    return code


def _not_reached(error: OSError, speaker: Speaker) -> int:
    """A reader that hung up is no fault; a file that cannot be read is bad input."""
    if isinstance(error, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    from .plain_files import failure

    return _fail(speaker.error(failure(error.filename or commands.STANDARD, error)), BAD_INPUT)


def _about(error: KreuzspinneError, speaker: Speaker) -> str:
    """The error's sentence, and before it the move it speaks of."""
    move = error.facts.get("move") if isinstance(error, IllegalMove) else None
    return (f"{speaker.say('about', text=move)} " if move else "") + speaker.error(error)


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
    for verb, (run, options) in _VERBS.items():
        sub = verbs.add_parser(verb, help=speaker.say(f"help_{verb}"), description=speaker.say(f"help_{verb}"),
                               parents=[common])
        for names, settings in options:
            sub.add_argument(*names, **settings, help=speaker.say("option_" + names[0].strip("-").replace("-", "_")))
        sub.set_defaults(run=run)
    return parser


def _common(speaker: Speaker, *, lang: Any, json: Any) -> _Parser:
    """The options that stand before the command or after it; after it, with defaults that change nothing."""
    common = _Parser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, default=lang, help=speaker.say("option_lang"))
    common.add_argument("--json", action="store_true", default=json, help=speaker.say("option_json"))
    return common


def _option(*names: str, **settings: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    return names, settings


def _number(lowest: int, highest: int) -> Any:
    """A reader of whole numbers in these bounds."""
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and lowest <= int(text) <= highest):
            raise argparse.ArgumentTypeError(f"{excerpt(text)!r} ({lowest} … {highest})")
        return int(text)
    return number


def _seconds(text: str) -> float:
    """A reader of seconds, whole or with a point."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise argparse.ArgumentTypeError(f"{excerpt(text)!r}")
    return float(text)


_position = _option("position", metavar="POSITION")
_game = _option("game", metavar="GAME")
_maybe_game = _option("game", metavar="GAME", nargs="?", default="spider4")
_deal = _option("--deal", metavar="SOURCE:NUMBER", default="")
_score = _option("--score", metavar="NAME", default=None)

_VERBS: dict[str, tuple[Any, list[tuple[tuple[str, ...], dict[str, Any]]]]] = {
    "web": (commands.web, [_option("--port", type=_number(0, 65535), default=0), _option("--host", default="127.0.0.1"),
                           _option("--no-browser", action="store_true")]),
    "play": (commands.play, [_maybe_game, _deal, _option("--plain", action="store_true")]),
    "games": (commands.games, []),
    "rules": (commands.rules, [_game, _option("--markdown", action="store_true")]),
    "deal": (commands.deal, [_game, _deal, _option("--format", metavar="NAME", default=None)]),
    "moves": (commands.moves, [_position]),
    "apply": (commands.apply, [_position, _option("moves", metavar="MOVE", nargs="*"), _score]),
    "score": (commands.score, [_position, _score, _option("--moves-made", metavar="N", type=_number(0, 10**9),
                                                          default=0)]),
    "perft": (commands.perft, [_position, _option("--depth", metavar="N", type=_number(0, 100), required=True)]),
    "replay": (commands.replay, [_option("file", metavar="FILE"), _score]),
    "solve": (commands.solve, [
        _option("start", metavar="POSITION|GAME"), _deal,
        _option("--seconds", metavar="S", type=_seconds, default=None),
        _option("--nodes", metavar="N", type=_number(1, 10**15), default=None),
        _option("--memory", metavar="MB", type=_number(20, 10**6), default=300),
        _option("--record", metavar="FILE", default=""),
        _option("--deals", metavar="SOURCE:FIRST-LAST", default=""),
        _option("--jobs", metavar="N", type=_number(1, 1000), default=None)]),
}
