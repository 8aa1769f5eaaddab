"""The commands of the line mode, a table: names, the words that mean them in both languages, what they do."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

from ... import deals
from ...errors import KreuzspinneError, NotationError
from ...game import Game
from ...i18n import Speaker, rules_page
from ...notation import PLACES, Move, Step, excerpt
from ...outcome import outcome
from . import plain_files as files
from . import plain_words as words
from .plain_session import Session

THOROUGH_SEARCH = 10_000
MOST_DIGITS = 4
_STYLES = {"letters": words.LETTERS, "buchstaben": words.LETTERS, "words": words.WORDS, "wörter": words.WORDS,
           "woerter": words.WORDS, "suits": words.SYMBOLS, "symbole": words.SYMBOLS}
_LANGUAGES = {"en": "en", "english": "en", "englisch": "en", "de": "de", "german": "de", "deutsch": "de"}


class Misused(KreuzspinneError):
    """A command was given something it cannot use."""


class Command(NamedTuple):
    """What can be typed beside a move."""

    name: str
    words: str
    """Everything that means it, with blanks between: English, German, one letter."""
    run: Callable[[Session, str], None]
    """Does it, given what stands behind the word."""


# Playing.


def as_move(text: str) -> str:
    """
    A move as it is written, from one typed with other capitals; any other text unchanged.

    >>> as_move("CF3"), as_move("^qHC"), as_move("Undo")
    ('cf3', '^Qhc', 'Undo')
    """
    small = text.lower()
    fitted = "^" + small[1:2].upper() + small[2:] if small.startswith("^") else small
    try:
        Move.read(fitted)
    except NotationError:
        return text
    return fitted


def is_move(text: str) -> bool:
    """Is this written like a move?"""
    try:
        Move.read(as_move(text))
    except NotationError:
        return False
    return True


def play(session: Session, texts: list[str]) -> None:
    """Play moves until one is refused; say which were not tried."""
    played = 0
    try:
        while played < len(texts) and session.move(as_move(texts[played])):
            played += 1
    except KreuzspinneError as error:
        text, reason = excerpt(texts[played]), session.speaker.error(error)
        if len(texts) == 1 or words.quotes(reason, text):
            session.complain(error)
        else:
            session.say("plain_about", text=text, reason=reason)
    if texts[played + 1:]:
        session.say("plain_not_played", moves=[excerpt(text) for text in texts[played + 1:]])
    if played:
        session.changed()


def deal(session: Session, rest: str) -> None:
    """Deal a row."""
    play(session, ["+"])


def undo(session: Session, rest: str) -> None:
    """Take moves back, or a restart."""
    game, count = session.game, _count(rest)
    if not game.can_undo and session.aside:
        raise Misused("plain_undo_aside")
    step = session.sitting.undo()
    if step is None:
        session.say("plain_restart_undone", ply=game.ply)
    else:
        taken = [step]
        while len(taken) < count and game.ply and (earlier := session.sitting.undo()):
            taken.append(earlier)
        _tell_undone(session, taken)
    session.changed()


def _tell_undone(session: Session, taken: list[Step]) -> None:
    ply, shown = session.game.ply, sum(step.revealed for step in taken)
    if len(taken) == 1:
        session.say("plain_undone", move=str(taken[0].move), number=ply + 1)
    else:
        session.say("plain_undone_many", count=len(taken), ply=ply)
    if shown:
        session.say("plain_hidden_again", count=shown, cheats=session.game.cheats)


def redo(session: Session, rest: str) -> None:
    """Play again what was taken back."""
    for number in range(_count(rest)):
        if number and not session.game.can_redo:
            break
        before = session.view
        session.tell(before, session.sitting.redo())
    session.changed()


def restart(session: Session, rest: str) -> None:
    """Back to the start."""
    if not session.game.ply:
        raise Misused("plain_at_start")
    session.sitting.restart()
    session.say("plain_restarted", count=len(session.game.undone))
    session.changed()


def _count(text: str) -> int:
    """How often; once, if nothing is said."""
    if not text:
        return 1
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text)):
        raise Misused("plain_no_count", text=excerpt(text))
    return int(text)


# Asking.


def moves(session: Session, rest: str) -> None:
    """The legal moves, all or those from one column."""
    found = [str(move) for move in session.view.moves]
    place = _place(session, rest) if rest else -1
    if rest:
        found = [move for move in found if move[0] == PLACES[place]]
    code = "plain_moves" if found else "plain_no_moves_from" if rest else "plain_no_moves"
    session.say(code, count=len(found), moves=", ".join(found), column=place)


def why(session: Session, rest: str) -> None:
    """Why a move is not legal."""
    text = as_move(rest.replace(" ", ""))
    if text in BY_WORD and BY_WORD[text].run is deal:
        text = "+"
    if not text:
        raise Misused("plain_why_what")
    move = session.view.find(text)
    session.say("plain_legal", move=str(move))
    session.warn(move)
    from ...player.coach import cautions  # only who asks about a legal move needs it

    for sentence in session.adviser.reasons(cautions(session.view, move)):
        session.speak(sentence)


def hint(session: Session, rest: str) -> None:
    """What the coach would play, and why."""
    from ...player.coach import advise  # only who asks for a hint needs it

    view = session.view
    advice = advise(view, quick=True)
    if advice.plan:
        session.sitting.hinted()
    sentence = session.adviser.advice(view, advice)
    session.speak(f"{advice.move}: {sentence}" if advice.plan else sentence)


def table(session: Session, rest: str) -> None:
    """The whole table."""
    session.show_table()


def column(session: Session, rest: str) -> None:
    """One column or several."""
    if not rest:
        raise Misused("plain_column_which")
    for text in rest.split():
        session.speak(words.column_report(session.speaker, session.view, _place(session, text), session.style))


def _place(session: Session, text: str) -> int:
    place = PLACES.find(text.lower()) if len(text) == 1 else -1
    last = session.game.start.rules.columns - 1
    if not 0 <= place <= last:
        raise Misused("plain_no_column", text=excerpt(text), last=last)
    return place


def score(session: Session, rest: str) -> None:
    """The points, in any scheme."""
    session.speak(words.score_line(session.speaker, session.game, rest.lower() or None))


def lost(session: Session, rest: str) -> None:
    """Can anything new still be reached?"""
    found = outcome(session.view, THOROUGH_SEARCH)
    code = {"won": "game_won", "lost": "plain_lost"}.get(found.state, "plain_open" if found.complete else "plain_cut")
    session.say(code, searched=found.searched)


def position(session: Session, rest: str) -> None:
    """The position in one line, hidden cards only counted."""
    session.print(str(session.view))


def record(session: Session, rest: str) -> None:
    """The moves so far."""
    session.print(files.shown_record(session.game).rstrip())


def rules(session: Session, rest: str) -> None:
    """The rules of the game on the table."""
    session.print(rules_page.plain(session.game.start.variant, session.speaker.language).rstrip())


# Games and files.


def new(session: Session, rest: str) -> None:
    """Another game; the running one is put aside."""
    first, _, number = rest.partition(" ")
    if not first or first.isdigit() or first.partition(":")[0].lower() in deals.SOURCES:
        first, number = session.game.start.variant.name, rest
    session.sit_down(session.keeper.new(Game.deal(first.lower(), number)))


def resign(session: Session, rest: str) -> None:
    """The game ends, and counts; asked for once."""
    if not session.is_confirmed("resign"):
        session.say("plain_resign_sure")
        return
    session.sitting.give_up()
    session.say("plain_resigned")


def previous(session: Session, rest: str) -> None:
    """Back to the game put aside last."""
    session.bring_back()


def save(session: Session, rest: str) -> None:
    """Write the game to a file."""
    _save(session, rest, overwrite=False)


def overwrite(session: Session, rest: str) -> None:
    """Write the game to a file, whatever it held."""
    _save(session, rest, overwrite=True)


def _save(session: Session, rest: str, *, overwrite: bool) -> None:
    sitting = session.sitting
    file = files.path(rest) if rest else sitting.file
    if not file:
        raise Misused("plain_save_where")
    sitting.save(file, overwrite=overwrite)
    session.say("plain_saved", file=str(file), ply=sitting.game.ply)


def load(session: Session, rest: str) -> None:
    """Go on with the game in a file."""
    if not rest:
        raise Misused("plain_load_what")
    session.sit_down(files.load(files.path(rest), session.game.start.variant.name))


# Settings, help, end.


def brief(session: Session, rest: str) -> None:
    """The table only when asked for."""
    session.is_full = False
    session.say("plain_brief")


def full(session: Session, rest: str) -> None:
    """The table after every change."""
    session.is_full = True
    session.say("plain_full")
    session.show_table()


def cards(session: Session, rest: str) -> None:
    """How cards are written in tables."""
    if rest.casefold() not in _STYLES:
        raise Misused("plain_cards_how")
    session.style = _STYLES[rest.casefold()]
    session.show_table()


def language(session: Session, rest: str) -> None:
    """Speak the other language."""
    if rest.casefold() not in _LANGUAGES:
        raise Misused("plain_language_which")
    session.speaker = Speaker(_LANGUAGES[rest.casefold()], letters=True)
    session.say("plain_language")


def help_(session: Session, rest: str) -> None:
    """What can be typed."""
    if rest:
        if rest.casefold() not in BY_WORD:
            raise not_understood(rest)
        session.say("plain_help_" + BY_WORD[rest.casefold()].name)
        return
    session.say("plain_help")
    for command in COMMANDS:
        session.say("plain_help_" + command.name)


def quit_(session: Session, rest: str) -> None:
    """The end; unsaved games are asked for once."""
    unsaved = session.unsaved
    if unsaved and not session.is_confirmed("quit"):
        session.say("plain_quit_unsaved", count=len(unsaved))
        return
    session.is_over = True
    session.say("plain_goodbye")


COMMANDS = (
    Command("deal", "deal geben d g", deal),
    Command("undo", "undo zurück zurueck u z", undo),
    Command("redo", "redo vor r v", redo),
    Command("restart", "restart neustart", restart),
    Command("table", "table tisch t", table),
    Command("column", "column spalte c", column),
    Command("moves", "moves züge zuege m", moves),
    Command("hint", "hint tipp", hint),
    Command("why", "why warum w", why),
    Command("score", "score punkte p", score),
    Command("lost", "lost verloren", lost),
    Command("rules", "rules regeln", rules),
    Command("new", "new neu n", new),
    Command("resign", "resign giveup aufgeben", resign),
    Command("previous", "previous back vorheriges zurückholen zurueckholen", previous),
    Command("save", "save speichern s", save),
    Command("overwrite", "save! speichern! s!", overwrite),
    Command("load", "load laden l", load),
    Command("position", "position stellung", position),
    Command("record", "record aufzeichnung", record),
    Command("brief", "brief kurz", brief),
    Command("full", "full voll", full),
    Command("cards", "cards karten", cards),
    Command("language", "language sprache", language),
    Command("help", "help hilfe h ?", help_),
    Command("quit", "quit ende exit q e", quit_),
)

BY_WORD = {word: command for command in COMMANDS for word in command.words.split()}


def not_understood(text: str) -> KreuzspinneError:
    """Neither a move nor a command: the sentence names the nearest command."""
    long_words = [word for word in BY_WORD if len(word) > 1]
    near = get_close_matches(text.casefold()[:20], long_words, 1)
    return Misused("plain_unknown_near" if near else "plain_unknown", text=excerpt(text), near="".join(near))
