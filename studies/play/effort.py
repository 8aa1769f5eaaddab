"""How much does more effort win? The same deals are played with several efforts; tables, and a picture if asked for.

    python studies/play/effort.py spider4 spider2 --deals own:511000-511299 --efforts 10,40,160,640 --out FILE

What was played stands in the file, a line a game; what is there already is not played again.
"""

import argparse
import json
from collections import defaultdict
from itertools import pairwise
from math import comb
from pathlib import Path

from kreuzspinne.apps.cli.ranges import numbered
from kreuzspinne.player.interval import wilson
from kreuzspinne.study.play import play_all


def known(path):
    """What a file has: game → (effort, deal) → (won, seconds)."""
    found = defaultdict(dict)
    for one in map(json.loads, path.read_text().splitlines() if path.exists() else []):
        found[one["game"]][one["effort"], one["deal"]] = one["won"], one["seconds"]
    return found


def play_missing(game, deals, efforts, path):
    """Play what the file does not have, and put it there."""
    done = known(path)[game]
    with path.open("a") as file:
        for effort in efforts:
            starts = [start for start in numbered(game, deals) if (effort, start[0]) not in done]
            for outing in play_all(starts, effort=effort):
                file.write(json.dumps({"game": game, "effort": effort, "deal": outing.game.deal_name,
                                       "won": outing.won, "seconds": round(outing.seconds, 3)}) + "\n")
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


def draw(games, efforts, path):
    """The rate against the effort, with its intervals, a line for each game."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for shift, (game, results) in enumerate(games.items()):
        counts = [[won for (of, _), (won, _) in results.items() if of == effort] for effort in efforts]
        rates = [sum(wins) / len(wins) for wins in counts]
        bounds = [wilson(sum(wins), len(wins)) for wins in counts]
        down = [rate - low for rate, (low, _) in zip(rates, bounds, strict=True)]
        up = [high - rate for rate, (_, high) in zip(rates, bounds, strict=True)]
        places = [effort * 1.02**shift for effort in efforts]      # so that bars do not cover each other
        axes.errorbar(places, rates, (down, up), marker="o", capsize=3, label=game)
    axes.set(xscale="log", xlabel="effort (width of the search)", ylabel="games won without peeking",
             xticks=efforts, xticklabels=efforts, ylim=(0, 1))
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper")
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--deals", default="own:511000-511299")
    parser.add_argument("--efforts", default="10,40,160,640")
    parser.add_argument("--out", required=True)
    parser.add_argument("--plot")
    options = parser.parse_args()
    efforts, path = [int(effort) for effort in options.efforts.split(",")], Path(options.out)
    for game in options.games:
        play_missing(game, options.deals, efforts, path)
    found = known(path)
    for game in options.games:
        print(f"{game}, {options.deals}", *table(found[game], efforts), sep="\n")
    if options.plot:
        draw({game: found[game] for game in options.games}, efforts, options.plot)


if __name__ == "__main__":
    main()
