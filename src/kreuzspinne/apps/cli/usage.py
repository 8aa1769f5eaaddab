"""What argparse says of wrong arguments, which knows no language but its own, as a sentence in the speaker's."""

import re

from ...i18n import Speaker
from ...notation import excerpt

_PROBLEMS = {
    "usage_choice": r"invalid choice: '?(?P<text>.+?)'? \((?:.*, )?choose from (?P<choices>.+)\)",
    "usage_required": r"the following arguments are required: (?P<names>.+)",
    "usage_unrecognized": r"unrecognized arguments: (?P<text>.+)",
    "usage_no_value": r"expected one argument",
    "usage_value": r"ignored explicit argument '?(?P<text>.+?)'?",
    "usage_number": r"no whole number from (?P<lowest>[0-9]+) to (?P<highest>[0-9]+): (?P<text>.*)",
    "usage_seconds": r"no seconds: (?P<text>.*)",
    "usage_host": r"no host: (?P<text>.*)",
    "usage_file": r"no file: (?P<text>.*)",
    "usage_game": r"no game: (?P<text>.*)",
    "usage_start": r"no position and no game: (?P<text>.*)",
}
"""By the code of the sentence; the last six are what `values` raises."""


def problem(message: str, speaker: Speaker) -> str:
    """The message in the speaker's language, as far as it is known."""
    about = re.match(r"argument ([^\s:]+): ", message)
    name = about[1] if about else ""
    said = message[about.end():] if about else message
    for code, pattern in _PROBLEMS.items():
        if found := re.fullmatch(pattern, said, re.DOTALL):
            facts = {fact: excerpt(text.replace("'", "")) for fact, text in found.groupdict().items()}
            return speaker.say(code, name=name, **facts)
    return message
