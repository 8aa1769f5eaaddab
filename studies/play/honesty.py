"""Does the player peek? Shuffles every unseen card at many decisions of every game; nothing it says may change.

    python studies/play/honesty.py --decisions 5000 --effort 40
"""

import argparse
import itertools
import random
import time

from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES
from kreuzspinne.i18n.coaching import LEVELS, Adviser
from kreuzspinne.player.belief import Belief
from kreuzspinne.player.choose import choose
from kreuzspinne.player.coach import cautions, explain
from kreuzspinne.player.coach.candidates import shortened
from kreuzspinne.player.coach.certain import is_sure_win
from kreuzspinne.player.coach.sight import Sight
from kreuzspinne.variants import VARIANTS

WARNED = 4
"""Moves of each position of which the warnings are compared, beside the one that was chosen and the deal."""
STRAY = 0.2
"""How often a move by chance follows a plan: whoever asks for a hint has not always played well before."""


def said(view, effort):
    """All that comes from a view: the choice, and every sentence about it in every language."""
    choice = choose(view, effort=effort)
    advice = explain(view, shortened(Sight(view), choice.plan)) if choice.plan else None
    is_sure = is_sure_win(view, choice.plan)
    warned = [move for move in view.moves if move.is_deal or move == choice.move] + view.moves[:WARNED]
    warnings = {move: cautions(view, move) for move in warned}
    sentences = []
    for language in LANGUAGES:
        adviser = Adviser(view.variant, language)
        if advice:
            sentences += [adviser.advice(view, advice, level) for level in LEVELS]
        sentences += [adviser.reasons(reasons) for reasons in warnings.values()]
    return choice, advice, is_sure, warnings, sentences


def decisions(game, deal, effort, draw):
    """Positions of one game, played until nothing leads on, with what is said there."""
    played = Game.deal(game, deal)
    while True:
        position = played.position
        told = said(position.view(), effort)
        yield position, told
        if told[0].move is None:
            return
        for move in told[0].plan:
            played.play(move)
        if draw.random() < STRAY and played.position.moves:
            played.play(draw.choice(played.position.moves))


def compared(game, count, effort, longest=40):
    """For so many decisions of a game, from as many deals as it takes: its view, and whether anything changed."""
    draw = random.Random(game)
    found = (one for number in itertools.count()
             for one in itertools.islice(decisions(game, f"own:honest {number}", effort, draw), longest))
    for position, told in itertools.islice(found, count):
        other = Belief(position.view()).sample(draw)
        yield position.view(), said(other.view(), effort) != told


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=5000)
    parser.add_argument("--effort", type=int, default=40)
    options = parser.parse_args()
    each = -(-options.decisions // len(VARIANTS))
    seen = changed = 0
    for game in VARIANTS:
        for view, is_other in compared(game, each, options.effort):
            seen += 1
            if is_other:
                changed += 1
                print("changed:", view)
        print(f"{game}: {each} decisions, {time.process_time():.0f} s so far", flush=True)
    print(f"{seen} decisions of {len(VARIANTS)} games, {changed} changed")


if __name__ == "__main__":
    main()
