"""
A game with everything that happened in it: events in their order, and the tree of lines that they played.

The events are the truth; all else follows from playing them again, the tree too: a move that was played from a place
of the tree before leads to the same place again, any other begins a side line. Places are numbered in the order in
which they were first reached, so that a number means the same in every copy of the game.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..errors import KreuzspinneError
from ..game import Game
from ..notation import Step, excerpt
from ..outcome import outcome
from ..position import View
from .errors import StoreError

HINTS = ("where", "move", "why")
"""Levels of a hint: where to look, which move, and why."""
CHANCE = "chance"
"""Like a level of a hint: the chance to win was told."""
MACHINE = "machine"
"""The kind of a move that the player that never peeks made for whoever plays, and what it is counted as."""
OPEN, WON, LOST, ABANDONED = "open", "won", "lost", "abandoned"
GIVEN_UP = (LOST, ABANDONED)
"""How a game ends that is not won: nothing led on any more, or it was left."""

MOST_TURNS = 20_000
MOST_WORK = 200_000
"""Moves that all the events of a game may cost: going from line to line can cost more than one each."""
LONGEST_MARK = 80
END_SEARCH = 200
"""Positions that are searched for a way on before a game that is given up counts as abandoned, not as lost."""


class Event(NamedTuple):
    """One thing that happened in a game."""

    kind: str
    """play, machine, undo, redo, restart, go, mark, hint or end."""
    detail: str = ""
    """A move; of go, a place; of mark, a place and its name; of hint, the level (or chance);
    of end, lost or abandoned."""


class Node:
    """A place of the tree: a position that a line of moves leads to."""

    __slots__ = ("children", "mark", "move", "number", "parent", "ply")

    def __init__(self, number: int, parent: "Node | None" = None, move: str = "") -> None:
        self.number = number
        self.parent = parent
        self.move = move
        self.ply: int = parent.ply + 1 if parent else 0
        self.mark = ""
        """The name that the player gave it."""
        self.children: dict[str, Node] = {}

    @property
    def line(self) -> list["Node"]:
        """The places from the first move to this one; the start is none of them."""
        node, found = self, []
        while node.parent:
            found.append(node)
            node = node.parent
        return found[::-1]


class Course:
    """
    A game that remembers.

    >>> course = Course(Game.deal("spider4", "xpat2:42"))
    >>> for event in Event("play", "bi"), Event("undo"), Event("play", "ed"), Event("go", "1"):
    ...     happened = course.apply(event)
    >>> [(node.number, node.move, node.parent.number) for node in course.nodes[1:]]
    [(1, 'bi1', 0), (2, 'ed1', 0)]
    >>> course.turn, course.at.number, course.game.ply
    (4, 1, 1)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._seen = game.position, game.position.view()
        self.turn = 0
        """How many events there were."""
        self.state = OPEN
        """open, won, lost or abandoned; a won game stays won, whatever is taken back."""
        self.nodes = [Node(0)]
        self.at = self.nodes[0]
        self.counts: Counter[str] = Counter()
        """How often moves were taken back (undo), the machine played one, and a hint of each level was asked for."""
        self.work = 0
        """Moves made and taken back, those on the way from line to line too: what playing all this again costs."""
        self.kind = "new"
        """What happened last, with `step` and `before`."""
        self.step: Step | None = None
        self.before: View = self.view
        """The table on which `step` was played (of an undo: on which it would be played again)."""
        self._restarted_from = self.at

    @property
    def view(self) -> View:
        """The table as its player sees it now; the same object as long as nothing is played, as it keeps its moves."""
        position = self.game.position
        if position is not self._seen[0]:
            self._seen = position, position.view()
        return self._seen[1]

    @property
    def marks(self) -> list[Node]:
        """The places that have a name, in the order of the tree."""
        return [node for node in self.nodes if node.mark]

    @property
    def is_over(self) -> bool:
        """Was it given up? Then nothing can happen in it any more; a game that is won can still be played on."""
        return self.state in GIVEN_UP

    def giving_up(self) -> Event:
        """The event that ends the game here: it is lost where nothing leads on, else abandoned."""
        return Event("end", LOST if outcome(self.view, END_SEARCH).state == LOST else ABANDONED)

    def apply(self, event: Event) -> Event:
        """
        Let it happen, and return it as it is to be written down: the same in every reading.

        :raises KreuzspinneError: it cannot happen; nothing is changed
        """
        if self.is_over:
            raise StoreError("store_game_over")
        if self.turn >= MOST_TURNS or self.work >= MOST_WORK:
            raise StoreError("store_too_many_turns", highest=MOST_TURNS)
        happen = _HAPPEN.get(event.kind)
        if happen is None:
            raise StoreError("store_bad_event", text=excerpt(event.kind))
        before = self.view
        self.step, written = happen(self, event.detail)
        self.kind, self.before = event.kind, self.view if event.kind == "undo" else before
        self.turn += 1
        if self.game.position.is_won:
            self.state = WON
        return Event(event.kind, written)

    def _play(self, move: str) -> tuple[Step | None, str]:
        step = self.game.play(move)
        self.work += 1
        text = str(step.move)
        if text not in self.at.children:
            self.at.children[text] = Node(len(self.nodes), self.at, text)
            self.nodes.append(self.at.children[text])
        self.at = self.at.children[text]
        return step, text

    def _machine(self, move: str) -> tuple[Step | None, str]:
        """A move like any other, but it was not the player who found it."""
        played = self._play(move)
        self.counts[MACHINE] += 1
        return played

    def _undo(self, _: str = "") -> tuple[Step | None, str]:
        step = self.game.undo()
        self.work += 1
        self.counts["undo"] += 1
        self.at = self.at.parent if step and self.at.parent else self._restarted_from
        return step, ""

    def _redo(self, _: str = "") -> tuple[Step | None, str]:
        step = self.game.redo()
        self.work += 1
        self.at = self.at.children[str(step.move)]
        return step, ""

    def _restart(self, _: str) -> tuple[Step | None, str]:
        if self.game.ply:
            self._restarted_from, self.at = self.at, self.nodes[0]
        self.game.restart()
        return None, ""

    def _go(self, text: str) -> tuple[Step | None, str]:
        """To any place of the tree: back to where its line leaves this one, then forward."""
        goal = self._node(text)
        here, there = self.at.line, goal.line
        shared = sum(one is other for one, other in zip(here, there, strict=False))
        for _ in here[shared:]:
            self.game.undo()
        for node in there[shared:]:
            ahead = self.game.undone[0] if self.game.can_redo else None
            if ahead and str(ahead.move) == node.move:
                self.game.redo()  # keeps what can be played again behind it
            else:
                self.game.return_by(node.move)
        self.work += len(here) + len(there) - 2 * shared
        self.at = goal
        return None, str(goal.number)

    def _mark(self, text: str) -> tuple[Step | None, str]:
        place, _, name = text.partition(" ")
        node, name = self._node(place), name.strip()
        if len(name) > LONGEST_MARK or not name.isprintable():
            raise StoreError("store_bad_mark", highest=LONGEST_MARK)
        node.mark = name
        return None, f"{node.number} {name}".strip()

    def _hint(self, level: str) -> tuple[Step | None, str]:
        if level not in (*HINTS, CHANCE):
            raise StoreError("store_bad_event", text=excerpt(level))
        self.counts[level] += 1
        return None, level

    def _end(self, how: str) -> tuple[Step | None, str]:
        if how not in GIVEN_UP:
            raise StoreError("store_bad_event", text=excerpt(how))
        if self.state != OPEN:
            raise StoreError("store_game_over")
        self.state = how
        return None, how

    def _node(self, text: str) -> Node:
        """
        The place with this number.

        :raises StoreError: there is none
        """
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else len(self.nodes)
        if number >= len(self.nodes):
            raise StoreError("store_no_node", text=excerpt(text))
        return self.nodes[number]


_HAPPEN: dict[str, Callable[[Course, str], tuple[Step | None, str]]] = {
    "play": Course._play, MACHINE: Course._machine, "undo": Course._undo, "redo": Course._redo,
    "restart": Course._restart, "go": Course._go, "mark": Course._mark, "hint": Course._hint, "end": Course._end,
}


def replayed(game: Game, events: Iterable[Event]) -> Course:
    """
    The course that these events make of a new game.

    :raises StoreError: one of them cannot happen
    """
    course = Course(game)
    for event in events:
        try:
            course.apply(event)
        except KreuzspinneError as error:
            raise StoreError("store_game_broken", turn=course.turn + 1, reason=error) from error
    return course
