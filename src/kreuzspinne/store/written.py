"""A course as a record: its lines become side lines, its bookmarks comments; and the way back."""

from itertools import chain

from ..formats import detect, read_game
from ..game import Game
from ..position import Position
from ..record import DEEPEST_SIDE_LINE, Entry, Record, as_seen, completed, of_game, read, replay
from .course import LONGEST_MARK, LOST, MOST_TURNS, OPEN, Course, Event, Node
from .errors import StoreError


def record_of(course: Course) -> Record:
    """
    What was played, every line of it, as its player may see it: an open game's hidden cards stay hidden.

    The main line leads through where the game stands to the end of what was played there. Lines nested more than
    `record.DEEPEST_SIDE_LINE` deep are left out.
    """
    start, on_the_way = course.nodes[0], set(course.at.line)
    line = _line(course.game.start, start, on_the_way, 0)
    whole = of_game(course.game)._replace(comments=[start.mark] if start.mark else [], line=line)
    whole = whole._replace(result=_result(course, line))
    return as_seen(course.game, whole) if course.state == OPEN else whole


def _line(position: Position, parent: Node, on_the_way: set[Node], depth: int,
          children: list[Node] | None = None) -> list[Entry]:
    """The line that leaves `parent` by the first of `children` (all of its own); the others hang on its first step."""
    line: list[Entry] = []
    children = _in_order(parent, on_the_way) if children is None else children
    while children:
        node, *others = children
        step, after = position.advance(node.move)
        entry = Entry(step)
        entry.comments += [node.mark] if node.mark else []
        if depth < DEEPEST_SIDE_LINE:
            entry.side_lines = [_line(position, parent, on_the_way, depth + 1, [other]) for other in others]
        line.append(entry)
        position, parent = after, node
        children = _in_order(node, on_the_way)
    return line


def _in_order(node: Node, on_the_way: set[Node]) -> list[Node]:
    """The places after one: that on the way first, then those that were reached first."""
    return sorted(node.children.values(), key=lambda child: (child not in on_the_way, child.number))


def _result(course: Course, line: list[Entry]) -> str:
    end = course.game.start
    for entry in line:
        end = end.play(entry.step.move)
    return "win" if end.is_won else "lost" if course.state == LOST else "*"


def course_of(data: bytes, variant: str | None = None) -> tuple[Course, list[Event]]:
    """
    The game in a file, a record or another program's, and the events that made it: side lines and bookmarks too.

    :param variant: as for `formats.read_game`
    :raises KreuzspinneError: the file cannot be read, or is not true
    """
    if detect(data) != "record":
        return _played(read_game(data, variant))
    record = completed(read(data.decode("utf-8-sig", errors="replace")))
    if _count(record.line) > MOST_TURNS:        # before they are played through, which takes its time
        raise StoreError("store_too_many_turns", highest=MOST_TURNS)
    course = Course(Game(record.start, replay(record).deal_name))
    events: list[Event] = []
    _note(course, events, record.comments)
    _play(course, events, record.line)
    return course, events


def _count(line: list[Entry]) -> int:
    return sum(1 + sum(map(_count, entry.side_lines)) for entry in line)


def _played(game: Game) -> tuple[Course, list[Event]]:
    """A game as it was saved: where it stands, with what could be played again."""
    course = Course(Game(game.start, game.deal_name))
    moves = [str(step.move) for step in chain(game.steps, game.undone)]
    events = [course.apply(Event("play", move)) for move in moves]
    if game.undone:
        events.append(course.apply(Event("go", str(game.ply))))
    return course, events


def _play(course: Course, events: list[Event], line: list[Entry]) -> None:
    """Play a line; the side lines of each step after it, so that it stays the first."""
    for entry in line:
        before = course.at
        events.append(course.apply(Event("play", str(entry.step.move))))
        _note(course, events, entry.comments)
        here = course.at
        for side_line in entry.side_lines:
            events.append(course.apply(Event("go", str(before.number))))
            _play(course, events, side_line)
        if course.at is not here:
            events.append(course.apply(Event("go", str(here.number))))


def _note(course: Course, events: list[Event], comments: list[str]) -> None:
    """The first comment that is short enough names the place."""
    for comment in (" ".join(comment.split()) for comment in comments):
        if 0 < len(comment) <= LONGEST_MARK and comment.isprintable():
            events.append(course.apply(Event("mark", f"{course.at.number} {comment}")))
            return
