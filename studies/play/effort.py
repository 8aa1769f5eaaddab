"""How much does more effort win? The same deals are played with several efforts; a table, and a picture if asked for.

    python studies/play/effort.py spider4 --deals own:510000-510299 --efforts 40,120,400 --out OUT --plot OUT.svg

What was played stands in the file, a line a game; what is there already is not played again.
"""

import argparse
import json
from itertools import pairwise
from math import comb
from pathlib import Path

from kreuzspinne.apps.cli.ranges import numbered
from kreuzspinne.player.interval import wilson
from kreuzspinne.study.play import play_all


def known(path):
    """The games of a file: (effort, deal) → (won, seconds)."""
    lines = path.read_text().splitlines() if path.exists() else []
    games = map(json.loads, lines)
    return {(game["effort"], game["deal"]): (game["won"], game["seconds"]) for game in games}


def play_missing(game, deals, efforts, path):
    """Play what the file does not have, and put it there."""
    done = known(path)
    with path.open("a") as file:
        for effort in efforts:
            starts = [start for start in numbered(game, deals) if (effort, start[0]) not in done]
            for outing in play_all(starts, effort=effort):
                file.write(json.dumps({"effort": effort, "deal": outing.game.deal_name, "won": outing.won,
                                       "seconds": round(outing.seconds, 3)}) + "\n")
                file.flush()


def sign_test(one, other):
    """The chance that deals which only one of two efforts wins are shared out so unevenly by luck."""
    apart = one + other
    return min(1.0, 2 * sum(comb(apart, k) for k in range(max(one, other), apart + 1)) / 2**apart)


def table(games, efforts):
    """A row an effort, as Markdown; the last columns compare with the row above, on the same deals."""
    yield "| effort | won | rate | 95 % | s a game | gained, lost | by luck |"
    yield "|---|---|---|---|---|---|---|"
    for before, effort in pairwise([None, *efforts]):
        mine = {deal: result for (of, deal), result in games.items() if of == effort}
        won, played = sum(one for one, _ in mine.values()), len(mine)
        low, high = wilson(won, played)
        seconds = sum(seconds for _, seconds in mine.values()) / played
        gained = sum(won and not games[before, deal][0] for deal, (won, _) in mine.items()) if before else 0
        lost = sum(games[before, deal][0] and not won for deal, (won, _) in mine.items()) if before else 0
        apart = f"+{gained} −{lost} | {sign_test(gained, lost):.2f}" if before else " | "
        yield (f"| {effort} | {won} of {played} | {won / played:.1%} | {low:.1%}–{high:.1%} | {seconds:.2f} "
               f"| {apart} |")


def draw(games, efforts, title, path):
    """The rate against the effort, with its intervals."""
    from matplotlib import pyplot

    rates, bounds = [], []
    for effort in efforts:
        results = [won for (of, _), (won, _) in games.items() if of == effort]
        rates.append(sum(results) / len(results))
        bounds.append(wilson(sum(results), len(results)))
    figure, axes = pyplot.subplots(figsize=(6, 4))
    down = [rate - low for rate, (low, _) in zip(rates, bounds, strict=True)]
    up = [high - rate for rate, (_, high) in zip(rates, bounds, strict=True)]
    axes.errorbar(efforts, rates, (down, up), marker="o", capsize=4)
    axes.set(xscale="log", xlabel="effort (width of the search)", ylabel="games won", title=title,
             xticks=efforts, xticklabels=efforts)
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--deals", default="own:510000-510299")
    parser.add_argument("--efforts", default="40,120,400")
    parser.add_argument("--out", required=True)
    parser.add_argument("--plot")
    options = parser.parse_args()
    efforts = [int(effort) for effort in options.efforts.split(",")]
    play_missing(options.game, options.deals, efforts, Path(options.out))
    games = known(Path(options.out))
    print("\n".join(table(games, efforts)))
    if options.plot:
        draw(games, efforts, f"{options.game}, {options.deals}: won without peeking", options.plot)


if __name__ == "__main__":
    main()
