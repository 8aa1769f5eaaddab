"""From positions one after the other to the moves between them, for formats that store no moves."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from .. import layout, table
from ..game import Game
from ..notation import Move
from ..position import Position
from ..rules import NEVER, RANK, RUNS, Rules, follows


def game_through(positions: Iterable[Position], current: int) -> Game:
    """
    The game through the positions before and after number `current`, standing there.

    A position that no moves are found for begins it anew, or ends it.
    """
    game: Game | None = None
    ply = 0
    for count, position in enumerate(positions):
        moves = between(game.position, position) if game else None
        if game is None or moves is None:
            if count > current:
                break
            game, moves = Game(position), []
        for move in moves:
            game.play(str(move))
        if count == current:
            ply = game.ply
    assert game is not None
    while game.ply > ply:
        game.undo()
    game.cheats = 0                 # nobody took these moves back here
    return game


def between(before: Position, after: Position) -> list[Move] | None:
    """The moves that lead from one state to the next, or None if none do."""
    if before == after:
        return []
    changed = {column for column in range(before.rules.columns) if before.column(column) != after.column(column)}
    for move in before.moves:
        touched = move.target if move.comes_back else move.source
        if (move.is_deal or touched in changed) and before.after(move) == after:
            return [move]
    if before.rules.deal == NEVER and before.rules.goal == RUNS:
        return next(_mixed_runs(before, after, changed), None)
    return None


def _mixed_runs(before: Position, after: Position, changed: set[int]) -> Iterator[list[Move]]:
    """Ways to carry a run of mixed suits with the help of empty columns, as Simple Simon does it in one."""
    rules = before.rules
    for source in changed:
        height = layout.height(before.table, rules, source)
        for target in changed - {source}:
            spaces = [column for column in range(rules.columns)
                      if layout.height(before.table, rules, column) == 0 and column != target]
            for count in range(2, table.run_length(before.table, rules, RANK, source) + 1):
                run = before.column(source)[0][height - count:]
                if table.accepts(before.table, rules, target, run[0]):
                    moves = _carry(_pieces(rules, run), source, target, spaces)
                    if moves and _leads(before, after, moves):
                        yield moves


def _pieces(rules: Rules, run: Sequence[int]) -> list[int]:
    """How long the parts of one suit are, from the lowest card on."""
    lengths = [1]
    for upper, lower in pairwise(run):
        if follows(rules.move, lower, upper):
            lengths[-1] += 1
        else:
            lengths.append(1)
    return lengths


def _carry(pieces: Sequence[int], source: int, target: int, spaces: Sequence[int]) -> list[Move]:
    """Moves that carry the pieces, the last one lying on top, from column to column; none if the spaces are too few."""
    if len(pieces) == 1:
        return [Move(source, target, pieces[0])]
    if not spaces:
        return []
    space, *rest = spaces
    parked = min(len(pieces) - 1, 2 ** len(rest))
    away = _carry(pieces[-parked:], source, space, rest)
    main = _carry(pieces[:-parked], source, target, rest)
    back = _carry(pieces[-parked:], space, target, rest)
    return [*away, *main, *back] if away and main and back else []


def _leads(before: Position, after: Position, moves: Iterable[Move]) -> bool:
    position = before
    for move in moves:
        if move not in position.moves:
            return False
        position = position.after(move)
    return position == after
