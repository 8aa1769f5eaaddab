"""`kreuzspinne study`: many deals, and what they say."""

import json
import sys
from argparse import Namespace
from pathlib import Path

from ...i18n import Speaker
from ...study.play import Outing, Tally, play_all
from .commands import announce
from .plain_files import check_folder, path, write_record
from .ranges import numbered


def run(options: Namespace, speaker: Speaker) -> int:
    """Let the player that never peeks play these deals, and say how often it won."""
    folder = path(options.records) if options.records else None
    if folder:
        check_folder(folder)
    next(numbered(options.game, options.deals))     # what is wrong with them is said before anything is compiled
    announce(speaker)
    tally = Tally()
    for outing in play_all(numbered(options.game, options.deals), effort=options.effort):
        tally = tally.add(outing)
        if folder:
            _keep(folder, outing)
        if not options.json and sys.stderr.isatty():
            print(f"\r{tally.won}/{tally.played}", end="", file=sys.stderr, flush=True)
    _tell(options, speaker, tally)
    return 0


def _keep(folder: Path, outing: Outing) -> None:
    """Write the game's record into the folder, under the deal's name."""
    name = f"{outing.game.start.variant.base}:{outing.game.deal_name}".replace(":", "-")
    write_record(folder / f"{name}.txt", outing.game)


def _tell(options: Namespace, speaker: Speaker, tally: Tally) -> None:
    low, high = tally.interval
    facts = {"won": tally.won, "played": tally.played, "rate": tally.won / tally.played, "low": low, "high": high,
             "seconds": tally.seconds / tally.played}
    if options.json:
        print(json.dumps({"game": options.game, "deals": options.deals, "effort": options.effort, **facts}))
        return
    print(speaker.say("study_play", won=tally.won, played=tally.played, rate=f"{100 * facts['rate']:.1f}",
                      low=f"{100 * low:.1f}", high=f"{100 * high:.1f}", seconds=f"{facts['seconds']:.2f}"))
