"""Does the player peek? Shuffles every unseen card at many decisions of every game; nothing it says may change.

    python studies/play/honesty.py --decisions 5000 --effort 40
"""

import argparse
import itertools
import random

from kreuzspinne.game import Game
from kreuzspinne.player.belief import Belief
from kreuzspinne.player.choose import choose
from kreuzspinne.variants import VARIANTS


def decisions(game, deal, effort):
    """Positions of one game played to its end, with what was chosen there."""
    played = Game.deal(game, deal)
    while True:
        position = played.position
        choice = choose(position.view(), effort=effort)
        if choice.move is None:
            return
        yield position, choice
        for move in choice.plan:
            played.play(move)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=5000)
    parser.add_argument("--effort", type=int, default=40)
    options = parser.parse_args()
    draw, seen, changed = random.Random(1), 0, 0
    games = ((game, f"own:honest {number}") for number in itertools.count() for game in VARIANTS)
    for game, deal in games:
        for position, choice in itertools.islice(decisions(game, deal, options.effort), 40):
            hidden = Belief(position.view())
            other = hidden.sample(draw)
            seen += 1
            if choose(other.view(), effort=options.effort) != choice:
                changed += 1
                print("changed:", position.view())
        if seen >= options.decisions:
            break
    print(f"{seen} decisions, {changed} changed")


if __name__ == "__main__":
    main()
