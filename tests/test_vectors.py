"""What the real programs did: XPat2's scores and games, and verdicts on Simple Simon."""

import json
from pathlib import Path

import pytest

from kreuzspinne import score
from kreuzspinne.game import Game, start_position
from kreuzspinne.outcome import outcome
from kreuzspinne.position import Position

HERE = Path(__file__).parent
GAMES = {"gypsy": "gypsy", "spider": "spider4:runs=hand"}


def rows(path):
    return [json.loads(line) for line in (HERE / path).read_text(encoding="utf-8").splitlines()][1:]


def position(game, row):
    return Position.read(f"{GAMES[game]} {row['tableau']} {row['stock']} {row['piles']}", fragment=True)


@pytest.mark.parametrize(("game", "row"), [(game, row) for game in GAMES for row in rows(f"scores/xpat2_{game}.jsonl")],
                         ids=lambda value: value if isinstance(value, str) else value["name"])
def test_score_is_the_one_xpat2_prints(game, row):
    board = position(game, row)
    assert score.points(board) == row["score"]
    assert score.points(board.view()) == row["score"], "a score must not need a hidden card"


@pytest.mark.parametrize("game", GAMES)
def test_there_are_scores(game):
    assert len(rows(f"scores/xpat2_{game}.jsonl")) >= 20


@pytest.mark.parametrize(("game", "row"), [(game, row) for game in GAMES for row in rows(f"plays/xpat2_{game}.jsonl")],
                         ids=lambda value: value if isinstance(value, str) else value["number"])
def test_games_played_in_xpat2(game, row):
    played = Game.deal(GAMES[game], f"xpat2:{row['number']}")
    checkpoints = {}
    for point in row["checkpoints"]:
        checkpoints.setdefault(point["ply"], []).append(point)
    for ply, move in enumerate([*row["moves"], None]):
        for point in checkpoints.pop(ply, []):
            assert played.position == position(game, point)
            assert score.points(played.position) == point["score"]
            assert played.cheats == point["cheats"]
        if move:
            assert str(played.play(move).move) == move
    assert not checkpoints


def test_undo_of_an_xpat2_game_counts_what_it_had_shown():
    row = rows("plays/xpat2_gypsy.jsonl")[0]
    played = Game.deal("gypsy", f"xpat2:{row['number']}")
    for move in row["moves"]:
        played.play(move)
    turned = sum(step.revealed for step in played.steps if not step.move.is_deal)
    deals = row["moves"].count("+")
    assert turned > 0
    assert deals > 0
    end = played.position
    while played.can_undo:
        played.undo()
    assert played.cheats == turned + 8 * deals
    while played.can_redo:
        played.redo()
    assert (played.cheats, played.position) == (0, end)


FACTS = rows("facts/simplesimon.jsonl")


@pytest.mark.parametrize("row", [row for row in FACTS if "moves" in row], ids=lambda row: row["number"])
def test_winning_lines_of_simple_simon_win(row):
    for source in "kpat", "pysol":
        board = start_position("simplesimon", source, row["number"])
        for move in row["moves"]:
            assert not board.is_won
            board = board.play(move)
        assert board.is_won
        assert outcome(board).state == "won"


SMALL = [row for row in FACTS if row.get("positions", 10**9) < 3000]


@pytest.mark.parametrize("row", SMALL, ids=lambda row: row["number"])
def test_unsolvable_deals_of_simple_simon(row):
    """No line of such a deal wins: as many positions can be reached as the other program counted."""
    start = start_position("simplesimon", "kpat", row["number"])
    seen, queue = {start}, [start]
    while queue:
        board = queue.pop()
        assert not board.is_won
        for move in board.moves:
            after = board.after(move)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    assert len(seen) >= row["positions"]
