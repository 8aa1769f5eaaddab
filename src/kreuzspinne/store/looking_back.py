"""The decisions of a kept game, with everything its player had seen by then: on lines that were left again, too."""

from collections.abc import Iterator

from ..game import Game
from ..player.coach.moments import Decision, decisions
from .course import Course, Node


def decisions_of(course: Course) -> list[Decision]:
    """
    The decisions on the line that the game ended with: to its first win, or to where it was given up.

    :raises KreuzspinneError: it is still open
    """
    positions = [course.game.start]
    for node in course.nodes[1:]:
        assert node.parent
        positions.append(positions[node.parent.number].play(node.move))
    line = next((node for node in course.nodes if positions[node.number].is_won), course.at).line
    game = Game(course.game.start, course.game.deal_name)
    for node in line:
        game.play(node.move)
    return decisions(game, given_up=course.is_over,
                     stood=lambda ply: (positions[node.number] for node in _ends(course, line, ply)))


def _ends(course: Course, line: list[Node], ply: int) -> Iterator[Node]:
    """Where lines ended that had been played before this move of `line` was; on the way there no more was seen."""
    before = line[ply].number if ply < len(line) else len(course.nodes)     # numbers tell what was reached first
    for node in course.nodes[:before]:
        if all(child.number >= before for child in node.children.values()):
            yield node
