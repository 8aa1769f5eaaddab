"""`kreuzspinne study`: many deals, and what they say."""

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from ...errors import KreuzspinneError
from ...i18n import Speaker
from ...study.calibration import Bin, Forecast, bins, forecasts, summary
from ...study.play import Outing, Tally, play_all
from .commands import announce
from .plain_files import check_folder, path, write_record
from .ranges import numbered


def run(options: Namespace, speaker: Speaker) -> int:
    """Ask many deals the question."""
    if options.records and options.question != "play":
        raise KreuzspinneError("records_of_play")
    folder = path(options.records) if options.records else None
    if folder:
        check_folder(folder)
    next(numbered(options.game, options.deals))     # what is wrong with them is said before anything is compiled
    announce(speaker)
    if options.question == "play":
        _play(options, speaker, folder)
    else:
        _chance(options, speaker)
    return 0


def _play(options: Namespace, speaker: Speaker, folder: Path | None) -> None:
    """Let the player that never peeks play these deals, and say how often it won."""
    tally = Tally()
    for outing in play_all(numbered(options.game, options.deals), effort=options.effort):
        tally = tally.add(outing)
        if folder:
            _keep(folder, outing)
        _count(options, tally.won, tally.played)
    _tell(options, speaker, tally)


def _count(options: Namespace, won: int, played: int) -> None:
    """Show whoever waits at a terminal how far it has come."""
    if not options.json and sys.stderr.isatty():
        print(f"\r{won}/{played}", end="", file=sys.stderr, flush=True)


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


def _chance(options: Namespace, speaker: Speaker) -> None:
    """Tell a chance on each of these deals, play on, and say how often it came true."""
    made: list[Forecast] = []
    for one in forecasts(numbered(options.game, options.deals), effort=options.effort, games=options.games):
        made.append(one)
        _count(options, sum(one.won for one in made), len(made))
    all_of_them = summary(made)
    if options.json:
        facts = {name: getattr(options, name) for name in ("game", "deals", "effort", "games")}
        print(json.dumps({**facts, **all_of_them._asdict(), "bins": [_data(tenth) for tenth in bins(made)]}))
        return
    for tenth in bins(made):
        print(speaker.say("study_chance_tenth", count=tenth.positions, won=tenth.won, **_percents(tenth)))
    print(speaker.say("study_chance", count=all_of_them.positions, won=all_of_them.won,
                      expected=f"{all_of_them.expected:.1f}", brier=f"{all_of_them.brier:.3f}",
                      rate=f"{all_of_them.brier_of_rate:.3f}"))


def _data(tenth: Bin) -> dict[str, Any]:
    return {**tenth._asdict(), "interval": tenth.interval}


def _percents(tenth: Bin) -> dict[str, str]:
    shares = {"told": tenth.told, "rate": tenth.won / tenth.positions, **tenth.interval._asdict()}
    return {"least": f"{100 * tenth.low:.0f}", "most": f"{100 * tenth.high:.0f}",
            **{name: f"{100 * share:.1f}" for name, share in shares.items()}}
