"""Tables that may lie there, each played to its end by the compiled player, which looks at nothing that is hidden."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from ..position import Position
from ..solver.kernel import array
from ..solver.lines import without_runs
from ..solver.search import Search, search_rules
from ..variants import Variant
from .belief import Belief
from .choose import END_NODES
from .judgement import filling, judgement
from .plans import extent
from .selfplay import make_desk, play
from .worth import tables_of


def worlds(belief: Belief, games: int, seed: int | str) -> Iterator[Position]:
    """So many tables that agree with what is known; the first of them are the same, however many there are."""
    draw = Random(seed)
    for _ in range(games):
        yield belief.sample(draw)


class Finisher:
    """The player at its desk: plays tables of one kind of game, one at a time."""

    def __init__(self, variant: Variant, suits: str, stock: int, effort: int) -> None:
        own = variant._replace(rules=search_rules(variant.rules))
        desk = make_desk(own, effort, suits)
        weights = judgement(variant)
        self._settings = (desk._replace(tables=tables_of(own.rules, suits, stock)), weights, filling(weights),
                          own.rules, *extent(effort))

    def wins(self, position: Position) -> bool:
        """Does the player win from here? It plays on as from any table of its own."""
        return position.is_won or bool(play(array(without_runs(position)), *self._settings)[0])


def finisher(belief: Belief, effort: int) -> Finisher:
    """Who plays the tables that agree with `belief`."""
    return _finisher(belief.view.variant, belief.suits, belief.view.stock, effort)


_finisher = lru_cache(16)(Finisher)


def is_won_by_solver(belief: Belief, effort: int) -> bool | None:
    """Can the only table that may lie there be won? None: the solver does not know."""
    position = belief.table(belief.unseen.elements())
    verdict = Search(position).run(nodes=END_NODES * effort, shorter=False).verdict
    return {"solved": True, "unsolvable": False}.get(verdict)
