"""
First moves of one deal of every game from every source, in first_moves.txt.

``python tests/first_moves.py`` writes the file anew: the deals are the engine's, the moves are the oracle's alone.
"""

from pathlib import Path

from duel import oracle_table

from kreuzspinne import deals
from kreuzspinne.game import start_position

FILE = Path(__file__).parent / "first_moves.txt"
HEAD = """\
# The legal moves of deal number 1 of every game from every source, found by the naive oracle (first_moves.py).
"""


def offered() -> list[tuple[str, str]]:
    """Every source with every game that it deals."""
    return [(source, game) for source in deals.SOURCES for game in deals.games(source)]


def expected() -> dict[tuple[str, str], list[str]]:
    """What the file says: by source and game the moves, sorted."""
    rows = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {(source, game): moves for source, game, *moves in rows}


def main() -> None:
    lines = [" ".join([source, game, *sorted(oracle_table(str(start_position(game, source, "1"))).moves())])
             for source, game in offered()]
    FILE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
