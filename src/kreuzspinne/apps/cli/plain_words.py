"""What a step showed and how a table looks, in words. Everything here speaks of a `View`: no hidden card has a name."""

from collections import Counter
from collections.abc import Iterator

from ... import score, table
from ...cards import KING, SUITS, name, suit
from ...game import Game
from ...i18n import Speaker, rules_page
from ...notation import Step
from ...position import View
from ...rules import LOOSE, NEVER, RUNS

LETTERS, WORDS, SYMBOLS = "letters", "words", "suits"
"""How cards are written in a table: ``Qh``, *queen of hearts*, ``Q♥``."""

_SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def title(game: Game, speaker: Speaker) -> str:
    """Name and deal of a game."""
    code = "plain_game" if game.deal_name else "plain_game_without_deal"
    line = speaker.say(code, title=rules_page.title(game.start.variant, speaker.language), deal=game.deal_name)
    return f"{line} {speaker.say('plain_played', ply=game.ply)}" if game.ply else line


# A step.


def step(speaker: Speaker, before: View, step: Step) -> str:
    """What a step from the table `before` did, then what it showed."""
    return " ".join([_moved(speaker, before, step), *_shown(speaker, before, step)])


def _moved(speaker: Speaker, before: View, step: Step) -> str:
    source, target, count = step.move
    if step.move.is_deal:
        left = table.first_dealt(before.rules, len(step.cards))
        row = [f"{speaker.column(column)}: {speaker.card(card)}" for column, card in enumerate(step.cards, left)]
        return speaker.say("plain_dealt", row=row)
    if step.move.comes_back:
        return speaker.say("plain_back", card=count, column=target)
    cards, _ = before.column(source)
    if step.move.goes_up:
        code = "plain_run_up" if before.rules.goal == RUNS else "plain_up"
        return speaker.say(code, column=source, card=cards[-1], suit=speaker.suit(suit(cards[-1])))
    first, last = cards[-count], cards[-1]
    code = "plain_moved_one" if count == 1 else "plain_moved"
    if count > 1 and before.rules.move == LOOSE:
        code = "plain_moved_loose"
    return speaker.say(code, card=first, last=last, count=count, others=count - 1, source=source, target=target)


def _shown(speaker: Speaker, before: View, step: Step) -> Iterator[str]:
    source = step.move.source
    if step.cards and not step.move.is_deal:
        yield speaker.say("plain_turned", column=source, card=step.cards[0])
    elif source < table.STOCK and len(before.column(source)[0]) == _taken(before, step):
        yield speaker.say("plain_emptied", column=source)
    for place, ace, turned, is_last in _departures(before, step):
        yield speaker.say("plain_left", column=place, suit=speaker.suit(suit(ace)))
        if turned:
            yield speaker.say("plain_turned", column=place, card=turned)
        elif is_last:
            yield speaker.say("plain_emptied", column=place)


def _taken(before: View, step: Step) -> int:
    """How many cards the step took off its source column."""
    if step.move.goes_up:
        return KING if before.rules.goal == RUNS else 1
    return step.move.count


def _departures(before: View, step: Step) -> Iterator[tuple[int, int, int, bool]]:
    """Of every complete run that left by itself: column, ace, the card turned under it (or 0), was nothing under it?"""
    columns = {place.column: _after(before, step, place.column) for place in step.left}
    for place in step.left:
        cards = columns[place.column]
        yield place.column, cards[-1], place.card, len(cards) == KING
        del cards[-KING:]


def _after(before: View, step: Step, column: int) -> list[int]:
    """The cards of a column after the step, before any run leaves."""
    cards = list(before.column(column)[0])
    source, target, count = step.move
    place = column - table.first_dealt(before.rules, len(step.cards))
    if step.move.is_deal and 0 <= place < len(step.cards):
        cards.append(step.cards[place])
    elif column == target:
        cards += before.column(source)[0][-count:]
    return cards


# A table.


def cards(speaker: Speaker, codes: bytes, style: str) -> str:
    """Cards in one of the three styles, in their order."""
    if style == WORDS:
        return ", ".join(map(speaker.card, codes))
    names = (name(code) for code in codes)
    return " ".join(text[0] + _SYMBOLS[text[1]] if style == SYMBOLS else text for text in names)


def table_lines(speaker: Speaker, game: Game, style: str) -> Iterator[str]:
    """The whole table: a line for each column, then stock and foundations, then the score."""
    view = game.position.view()
    for place in range(view.rules.columns):
        yield column_line(speaker, view, place, style)
    yield f"{_stock(speaker, view)}{_foundations(speaker, view, style)}"
    yield score_line(speaker, game)


def column_line(speaker: Speaker, view: View, place: int, style: str) -> str:
    """One column in short: its letter, how many cards lie face down, then the open ones from the lowest."""
    down, codes = view.columns[place]
    code = "plain_column_down" if down else "plain_column_open" if codes else "plain_column_empty"
    return speaker.say(code, column=place, down=down, cards=cards(speaker, codes, style))


def column_report(speaker: Speaker, view: View, place: int, style: str) -> str:
    """One column, and how many of its cards travel as one."""
    line = column_line(speaker, view, place, style)
    movable = table.run_length(view.table, view.rules, view.rules.move, place)
    if len(view.columns[place].open) < 2:
        return line
    return f"{line}. {speaker.say('plain_movable', count=movable)}"


def _stock(speaker: Speaker, view: View) -> str:
    if view.rules.deal == NEVER:
        return ""
    rows = -(-view.stock // view.rules.columns)
    return speaker.say("plain_stock" if rows else "plain_stock_empty", rows=rows) + " "


def _foundations(speaker: Speaker, view: View, style: str) -> str:
    if not view.piles:
        return speaker.say("plain_foundations_empty")
    if view.rules.goal != RUNS:
        return speaker.say("plain_foundations", cards=cards(speaker, view.piles, style))
    counts = Counter(map(suit, view.piles))
    suits = [speaker.suit(one) + (f" ({count})" if count > 1 else "") for one, count in counts.items()]
    return speaker.say("plain_runs", suits=", ".join(suits), count=len(view.piles), all=view.rules.piles)


def score_line(speaker: Speaker, game: Game, scheme: str | None = None) -> str:
    """Points, moves, and the cards that were seen by moves taken back."""
    points = score.points(game.position.view(), scheme, game.tries, cheats=game.cheats)
    highest = score.highest(game.start.variant, scheme)
    code = "plain_score" if highest is None else "plain_score_of"
    line = speaker.say(code, points=points, highest=highest, moves=game.ply)
    return f"{line} {speaker.say('plain_cheats', cheats=game.cheats)}" if game.cheats else line


def quotes(sentence: str, text: str) -> bool:
    """Does a sentence name this text already, in the quotation marks of either language?"""
    return f"“{text}”" in sentence or f"„{text}“" in sentence
