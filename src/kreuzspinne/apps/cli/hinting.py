"""`kreuzspinne hint` and `watch`: the coach in lines of text."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from ... import deals
from ...cards import UNSEEN
from ...errors import KreuzspinneError
from ...game import Game, start_position
from ...i18n import Speaker
from ...i18n.coaching import LEVELS, Adviser
from ...i18n.looking_back import Reviewer
from ...player.chance import Chance, chance
from ...player.coach import Advice, advise, ahead
from ...player.coach.messages import write_chance
from ...position import Position, View, all_cards
from .commands import announce, is_game, lines, needs_solver

WIN, LOSS, OPEN = "win", "lost", "*"


def hint(options: Namespace, speaker: Speaker) -> int:
    """Print the coach's move for each position, and why; the chance to win as well, if that is asked for."""
    announce(speaker)
    for position in _positions(options, speaker):
        view = position.view()
        adviser = Reviewer(view.variant, speaker.language, letters=True)
        found = _chance(view) if options.chance else None
        advice = advise(view)
        if options.json:
            data = _data(adviser, view, advice, options.level)
            print(json.dumps({**data, "chance": write_chance(found)} if found else data), flush=True)
        else:
            text = _text(adviser, view, advice, options.level)
            print(f"{text}\n{adviser.chance(found)}" if found else text, flush=True)
    return 0


def _chance(view: View) -> Chance:
    with needs_solver():
        return chance(view)


def _positions(options: Namespace, speaker: Speaker) -> Iterator[Position]:
    """The positions to advise on; what is wrong with them, or not looked at, is announced."""
    if is_game(options.start):
        source, number = deals.read(options.deal) if options.deal else ("own", deals.new_own_number())
        position = start_position(options.start, source, number)
        if not options.deal:
            print(speaker.say("new_deal", deal=f"{source}:{number}"), file=sys.stderr)
        yield position
        return
    if options.deal:
        raise KreuzspinneError("deal_without_game")
    for line in lines(options.start, speaker):
        position = Position.read(line, fragment=True)
        if set(position.hidden) - {UNSEEN}:
            print(speaker.say("hint_ignores_hidden"), file=sys.stderr)
        if not _is_whole(position):
            print(speaker.say("is_fragment"), file=sys.stderr)
        yield position


def _is_whole(position: Position) -> bool:
    """Can these be the cards of the game, those that nobody has seen counted?"""
    cards = all_cards(position)
    return position.is_whole if UNSEEN not in cards else cards.total() == position.rules.cards


def _text(adviser: Adviser, view: View, advice: Advice, level: str) -> str:
    sentence = adviser.advice(view, advice, level)
    return f"{advice.move}  {sentence}" if advice.plan and level != "where" else sentence


def _data(adviser: Adviser, view: View, advice: Advice, level: str) -> dict[str, Any]:
    """As much as the level tells."""
    depth = LEVELS.index(level)
    data: dict[str, Any] = {"state": advice.state, "text": adviser.advice(view, advice, level),
                            "columns": [chr(ord("a") + column) for column in advice.columns]}
    if depth >= LEVELS.index("move"):
        data["move"] = str(advice.move) if advice.plan else None
    if depth >= LEVELS.index("why"):
        texts = adviser.reasons(advice.reasons)
        data["plan"] = [str(move) for move in advice.plan]
        data["reasons"] = [{"code": reason.code, "facts": reason.facts, "text": text}
                           for reason, text in zip(advice.reasons, texts, strict=True)]
    return data


def watch(options: Namespace, speaker: Speaker) -> int:
    """Let the coach play a game, and print each move with its reasons, then how it ended."""
    game = Game.deal(options.game, options.deal)
    announce(speaker)
    adviser = Adviser(game.start.variant, speaker.language, letters=True)
    seen: set[View] = set()
    going_on: tuple[View, Advice] | None = None
    while True:
        view = game.position.view()
        if going_on and going_on[0] == view:
            advice = going_on[1]
        else:
            advice = advise(view)
            if not advice.plan or view in seen:
                break
            seen.add(view)
        going_on = ahead(view, advice)
        step = game.play(advice.move)
        data = {"number": game.ply, "step": str(step), **_data(adviser, view, advice, "why")}
        print(json.dumps(data) if options.json else f"{game.ply}. {step}  {data['text']}", flush=True)
    _tell_end(options, adviser, game, advice)
    return 0


def _tell_end(options: Namespace, adviser: Adviser, game: Game, advice: Advice) -> None:
    result = {"won": WIN, "lost": LOSS, "no_move": LOSS}.get(advice.state, OPEN)
    if options.json:
        print(json.dumps({"deal": game.deal_name, "result": result, "moves": game.ply}))
        return
    ending = adviser.advice(game.position.view(), advice) if not advice.plan else adviser.say("coach_none")
    print(adviser.say("watched", deal=game.deal_name, ending=ending, count=game.ply))
