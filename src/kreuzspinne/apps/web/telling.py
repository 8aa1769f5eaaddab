"""A session as the state its player gets, in one language: facts of the engine, sentences of the catalogue."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ...cards import KING, SUITS, make, name, rank, suit
from ...errors import KreuzspinneError
from ...i18n import Speaker, rules_page
from ...notation import Step
from ...outcome import outcome
from ...position import Column, View
from ...rules import CARDS, HAND, NEVER, SUIT, follows
from ...score import highest, points, schemes
from ...store import CHANCE, HINTS, MACHINE
from ...variants import Variant
from .games import Session
from .journey import Journey
from .order import likely_first
from .protocol import Bookmark, Change, Hints, Pile, Score, State, Stock, Verdict
from .protocol import Column as ColumnState

QUICK_SEARCH = 8
"""Positions that are searched for a way on before every reply; few enough not to be felt."""
LONG_SEARCH = 5_000
"""The same where the page asks for it: about a second."""

OWN_WORDS = {"unknown_variant": "web_unknown_variant"}
"""Errors whose usual sentence advises a command, which a page has no place for."""

EVENTS = {
    "new": "web_new_game", "undo": "web_restart_undone", "restart": "web_restarted", "go": "web_went",
    "mark": "web_marked", "hint": "web_hinted", "end": "web_given_up",
}
"""What is said of an event that moved no card."""


class Narrator:
    """Tells of sessions in one language."""

    def __init__(self, language: str) -> None:
        self._speaker = Speaker(language)
        self._say = self._speaker.say

    def say(self, code: str, **facts: Any) -> str:
        """The sentence for a code."""
        return self._say(code, **facts)

    def moved(self, before: View, step: Step) -> str:
        """What a step moved on the table that `before` shows."""
        return self._moved(before, step, shown=False)

    def state(self, session: Session) -> State:
        """Everything the player may know of a session, and what happened in it last."""
        game, view = session.game, session.view
        variant, rules = view.variant, view.rules
        source, _, number = game.deal_name.partition(":")
        course = session.course
        moves = [] if course.is_over else likely_first(view)
        verdict = self.verdict(session, QUICK_SEARCH)
        journey = Journey(course.before, course.step) if course.step else None
        scores = [_score(session, scheme) for scheme in schemes(variant)]
        return State(
            id=session.id, variant=variant.name, title=self._title(variant),
            deal=game.deal_name, source=source, number=number,
            turn=session.turn, ply=game.ply, cheats=game.cheats,
            can_undo=game.can_undo and not course.is_over, can_redo=game.can_redo and not course.is_over,
            state=course.state, seconds=session.seconds, node=course.at.number,
            bookmarks=[Bookmark(node.number, node.ply, node.mark) for node in course.marks],
            undos=course.counts["undo"], hints=Hints(*(course.counts[level] for level in HINTS)),
            machine=course.counts[MACHINE], chances=course.counts[CHANCE],
            score=scores[0], scores=scores,
            columns=[_column(self.language, index, column) for index, column in enumerate(view.columns)],
            stock=self._stock(view), has_stock=rules.deal != NEVER,
            piles=[self._pile(card, rules.goal == CARDS) for card in view.piles], pile_places=rules.piles,
            takes_up=rules.goal == CARDS or rules.runs == HAND, up=1 if rules.goal == CARDS else KING,
            moves=[str(move) for move in moves],
            warnings={str(move): self._say(warning.code, **warning.facts)
                      for move in moves for warning in view.warnings(move)},
            step=_change(session, journey), outcome=verdict,
            message=" ".join(_capital(text) for text in [*self._events(session, journey), verdict.message] if text),
        )

    def verdict(self, session: Session, limit: int) -> Verdict:
        """Won, lost or open, after a search of at most `limit` positions."""
        view = session.view
        found = outcome(view, limit)
        message = ""
        if found.state == "won":
            message = self._say("web_won", moves=session.game.ply)
        elif found.state == "lost":
            message = self._say("web_lost" if found.searched > 1 else "web_no_moves", searched=found.searched)
        return Verdict(found.state, found.searched, found.complete, message)

    @property
    def language(self) -> str:
        """The language it tells in."""
        return self._speaker.language

    def layout(self, session: Session) -> str:
        """How many cards each column of a game had at its start, where that is not as its rules say; else nothing."""
        start = session.game.start.view()
        counts = [column.face_down + len(column.open) for column in start.columns]
        if counts == [down + up for down, up in start.variant.layout]:
            return ""
        return self._say("web_layout", counts=", ".join(map(str, counts)))

    def sentence(self, error: KreuzspinneError) -> str:
        """Why not, in words."""
        own = OWN_WORDS.get(error.code)
        return self._say(own, **error.facts) if own else self._speaker.error(error)

    def _title(self, variant: Variant) -> str:
        return rules_page.title(variant, self._speaker.language)

    def _stock(self, view: View) -> Stock:
        cards, rows = view.stock, -(-view.stock // view.rules.columns)
        spoken = self._say("web_stock" if cards else "web_stock_empty", cards=cards, rows=rows)
        return Stock(cards, rows, spoken)

    def _pile(self, card: int, single: bool) -> Pile:
        under = card - 1 if single and rank(card) > 1 else card + 1 if not single else 0
        return Pile(name(card), name(under) if under else "", self._speaker.suit(suit(card)))

    def _events(self, session: Session, journey: Journey | None) -> Iterator[str]:
        step, before, kind = session.step, session.course.before, session.course.kind
        if step is None or journey is None:
            code = "web_new_unnumbered" if kind == "new" and not session.game.deal_name else EVENTS[kind]
            yield self._say(code, title=self._title(before.variant), deal=session.game.deal_name,
                            ply=session.game.ply)
            return
        if kind == "undo":
            yield self._say("web_undone", what=self._moved(before, step, shown=False))
            return
        moved = self._moved(before, step, shown=True)
        yield self._say("web_redone", what=moved) if kind == "redo" else moved
        if step.cards and not step.move.is_deal:
            yield self._say("web_turned", card=step.cards[0], column=step.move.source)
        for gone in journey.gone:
            yield self._say("web_run_left", suit=self._speaker.suit(suit(gone.ace)), column=gone.column)
            if gone.turned:
                yield self._say("web_turned", card=gone.turned, column=gone.column)

    def _moved(self, before: View, step: Step, shown: bool) -> str:
        """The move itself; `shown`: with the cards of a row, which an undo has covered again."""
        source, target, count = step.move
        if step.move.is_deal:
            return self._say("web_dealt", cards=step.cards) if shown else self._say("web_row")
        if step.move.comes_back:
            return self._say("web_came_back", card=count, target=target)
        cards = before.columns[source].open
        if step.move.goes_up:
            code = "web_went_up" if before.rules.goal == CARDS else "web_run_taken"
            return self._say(code, card=cards[-1], suit=self._speaker.suit(suit(cards[-1])), source=source)
        moved = cards[-count:]
        return self._say("web_moved_one" if count == 1 else "web_moved", card=moved[0], last=moved[-1], count=count,
                         source=source, target=target)


@lru_cache(5_000)
def _column(language: str, index: int, column: Column) -> ColumnState:
    """A column in words; a move changes two of them, and all are told each time."""
    speaker = Speaker(language)
    parts = [speaker.say("web_face_down", count=column.face_down)] if column.face_down else []
    parts += [_stretch(speaker, first, last) for first, last in _stretches(column.open)]
    spoken = speaker.say("web_column" if parts else "web_column_empty", column=index, cards=", ".join(parts))
    return ColumnState(column.face_down, [name(card) for card in column.open], spoken)


def _stretch(speaker: Speaker, first: int, last: int) -> str:
    return speaker.card(first) if first == last else speaker.say("web_stretch", first=first, last=last)


def _capital(text: str) -> str:
    """A sentence may begin with a card's name."""
    return text[:1].upper() + text[1:]


def _score(session: Session, scheme: str) -> Score:
    game, counts = session.game, session.course.counts
    hints = sum(counts[level] for level in (*HINTS, CHANCE, MACHINE))
    worth = points(session.view, scheme, game.tries, session.seconds, game.cheats, hints)
    return Score(worth, scheme, highest(session.view.variant, scheme))


def _change(session: Session, journey: Journey | None) -> Change:
    if session.step is None or journey is None:
        return Change(session.course.kind)
    transfers = journey.back() if session.course.kind == "undo" else journey.transfers
    return Change(session.course.kind, str(session.step.move), transfers)


def _stretches(cards: bytes) -> Iterator[tuple[int, int]]:
    """First and last of every stretch that goes down in one suit."""
    start = 0
    for end in range(1, len(cards) + 1):
        if end == len(cards) or not follows(SUIT, cards[end], cards[end - 1]):
            yield cards[start], cards[end - 1]
            start = end


class Templates(Speaker):
    """Leaves the places in sentences open: the page fills them."""

    def vformat(self, format_string: str, args: object, kwargs: object) -> str:
        return format_string


def every_card(speaker: Speaker) -> dict[str, str]:
    """The spoken name of each of the fifty-two cards."""
    cards = (make(suit, rank) for suit in range(len(SUITS)) for rank in range(1, KING + 1))
    return {name(card): speaker.card(card) for card in cards}
