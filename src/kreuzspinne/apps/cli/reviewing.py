"""`kreuzspinne review`: where a finished game was lost, or nearly."""

import json
import sys
from argparse import Namespace

from ...i18n import Speaker
from ...i18n.looking_back import Reviewer
from ...player.coach.messages import write_review
from ...player.coach.moments import decisions
from ...player.coach.review import review
from .commands import announce, read_file, replayed


def run(options: Namespace, speaker: Speaker) -> int:
    """Print the moments where most of the chance to win was given away."""
    game, ending = replayed(read_file(options.file))
    made = decisions(game, given_up=options.given_up or ending == "lost")
    announce(speaker)
    is_watched = not options.json and sys.stderr.isatty()
    found = review(made, games=options.games, effort=options.effort, progress=_show if is_watched else None)
    assert found                                    # nobody stops it
    if is_watched:
        print(end="\r", file=sys.stderr, flush=True)
    reviewer = Reviewer(game.start.variant, speaker.language, letters=True)
    if options.json:
        print(json.dumps({**write_review(found), "text": reviewer.review(found)}))
    else:
        print("\n".join(reviewer.review(found)))
    return 0


def _show(done: int, total: int) -> None:
    print(f"\r{done}/{total}", end="", file=sys.stderr, flush=True)
