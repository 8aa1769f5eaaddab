"""What the line mode keeps between two lines: the games, how they are shown, and what waits to be confirmed."""

import re
from itertools import chain
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TextIO

from ...errors import KreuzspinneError
from ...game import Game
from ...i18n import Speaker, printable
from ...notation import Move, Step
from ...outcome import outcome
from ...position import Position, View
from . import plain_words as words
from .plain_files import Sitting, shown_record
from .plain_keeping import NOWHERE, Keeper

if TYPE_CHECKING:
    from ...i18n.coaching import Adviser

FEW_MOVES, LONG_SEARCH, SHORT_SEARCH = 5, 2000, 150
"""A lost game mostly has few moves left; where there are more, a long search after every move would be felt."""


class Session:
    """One person's games, from the first line to the last."""

    def __init__(self, sitting: Sitting, language: str, write: TextIO, keeper: Keeper = NOWHERE) -> None:
        self.sitting = sitting
        self.keeper = keeper
        self.aside: list[Sitting] = []
        """Games put aside, the next to come back last."""
        self.speaker = Speaker(language, letters=True)
        self.style = words.LETTERS
        self.is_full = write.isatty()
        """Is the table shown after every change?"""
        self.is_over = False
        self._write = write
        self._asked: tuple[str, Position] | None = None
        self._told_lost = False

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.sitting.game

    @property
    def view(self) -> View:
        """What its player sees."""
        return self.game.position.view()

    @property
    def adviser(self) -> "Adviser":
        """What the coach says is said by it."""
        from ...i18n.coaching import Adviser  # the coach takes a while to load, and most games do without

        return Adviser(self.view.variant, self.speaker.language, letters=True)

    # Speaking.

    def print(self, text: str) -> None:
        """Write text; what would do something to a terminal is taken out."""
        for line in text.split("\n"):
            self._write.write(printable(re.sub(r"\s", " ", line)).rstrip() + "\n")
        self._write.flush()

    def speak(self, text: str) -> None:
        """Write sentences, in a terminal broken between words."""
        width = max(get_terminal_size().columns - 1, 20) if self._write.isatty() else len(text) or 1
        lines = (wrap(line, width, break_on_hyphens=False) or [""] for line in text.split("\n"))
        self.print("\n".join(chain.from_iterable(lines)))

    def say(self, code: str, /, **facts: Any) -> None:
        """Write the sentence for a code."""
        self.speak(self.speaker.say(code, **facts))

    def complain(self, error: KreuzspinneError) -> None:
        """Write the sentence for an error."""
        self.speak(self.speaker.error(error))

    def show_table(self) -> None:
        """Write the whole table."""
        self.speak("\n".join(words.table_lines(self.speaker, self.game, self.style)))

    def is_confirmed(self, what: str) -> bool:
        """Was this asked for in the same position before? Otherwise it is asked for now."""
        question = (what, self.game.position)
        confirmed, self._asked = self._asked == question, question
        return confirmed

    # Playing.

    def move(self, text: str) -> bool:
        """Play one move and say what it did; False if a warning must be confirmed first."""
        before = self.view
        move = before.find(text)
        if before.warnings(move) and not self.is_confirmed(f"move {move}"):
            self.warn(move)
            self.say("plain_repeat_move", move=str(move))
            return False
        self.tell(before, self.sitting.play(move))
        return True

    def warn(self, move: Move) -> None:
        """Say what a legal move would spoil."""
        for warning in self.view.warnings(move):
            self.say(warning.code, **warning.facts)

    def tell(self, before: View, step: Step) -> None:
        """Say what a step did."""
        self.speak(words.step(self.speaker, before, step))

    def changed(self) -> None:
        """After every change: the table, if it is wanted, and what is known of the end."""
        if self.is_full:
            self.show_table()
        self.tell_outcome()

    def tell_outcome(self) -> None:
        """Say that the game is won; that it is lost only when that is certain, and only once."""
        limit = LONG_SEARCH if len(self.game.position.moves) <= FEW_MOVES else SHORT_SEARCH
        found = outcome(self.view, limit)
        if found.state == "won":
            self.say("plain_won", score=words.score_line(self.speaker, self.game))
        elif found.state == "lost" and not self._told_lost:
            self.say("plain_lost", searched=found.searched)
        self._told_lost = found.state == "lost"

    # Games.

    def begin(self) -> None:
        """Announce the game and show what its player needs first."""
        self._told_lost = False
        self.speak(words.title(self.game, self.speaker))
        self.changed()

    def sit_down(self, sitting: Sitting) -> None:
        """Put the running game aside, if anything was played in it, and begin another one."""
        keeps = self.sitting.is_started
        if keeps:
            self.aside.append(self.sitting)
        self.sitting = sitting
        if keeps:
            self.say("plain_kept")
        self.begin()

    def bring_back(self) -> None:
        """The game put aside last comes back; the running one goes to the far end of the row."""
        if not self.aside:
            raise KreuzspinneError("plain_none_aside")
        current, self.sitting = self.sitting, self.aside.pop()
        if current.is_started:
            self.aside.insert(0, current)
        self.begin()

    @property
    def unsaved(self) -> list[Sitting]:
        """Unfinished games that would be lost: those with a file are brought up to date at the end."""
        return [sitting for sitting in (*self.aside, self.sitting)
                if sitting.is_unsaved and not sitting.goes_on and not sitting.game.position.is_won]

    def end(self, *, shows_records: bool) -> int:
        """Bring every game's file up to date and show the records of the games without one; 1 if a file failed."""
        failed = 0
        if self.sitting.waits:
            self.say("plain_goes_on")
        for sitting in (*self.aside, self.sitting):
            if not sitting.is_unsaved:
                continue
            if sitting.goes_on and self._save_at_end(sitting):
                continue
            failed |= sitting.goes_on
            if shows_records or sitting.goes_on:
                self.say("plain_not_saved", title=words.title(sitting.game, self.speaker))
                self.print(shown_record(sitting.game).rstrip())
        return int(failed)

    def _save_at_end(self, sitting: Sitting) -> bool:
        assert sitting.file
        try:
            sitting.save(sitting.file)
        except KreuzspinneError as error:
            self.complain(error)
            return False
        self.say("plain_saved", file=str(sitting.file), ply=sitting.game.ply)
        return True
