"""What results say, game by game with its switches."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from msgspec import Struct

from .course import WON
from .results import Result


class Spread(Struct, frozen=True):
    """The best of some numbers, and the one in their middle."""

    best: float
    median: float


class Statistics(Struct, frozen=True):
    """
    How somebody fares at one variant.

    `won`, streaks and spreads are of games without a move of the machine: `points` of all of them, `moves` and
    `seconds` of those won.
    """

    variant: str
    played: int
    won: int
    lost: int
    abandoned: int
    streak: int
    """Games won one after the other until now."""
    best_streak: int
    points: Spread | None
    moves: Spread | None
    seconds: Spread | None
    """Of the games played with a clock."""
    total_seconds: float
    undos: int
    cheats: int
    hints_where: int
    hints_move: int
    hints_why: int
    helped: int
    """Games won in which the machine made some of the moves."""
    machine: int
    """Moves that it made, in all games."""
    hints_chance: int


def summary(results: Iterable[Result]) -> list[Statistics]:
    """One line a variant, the one played most first; `results` come in their order of time."""
    by_variant: dict[str, list[Result]] = {}
    for result in results:
        by_variant.setdefault(result.variant, []).append(result)
    return sorted((_line(variant, own) for variant, own in by_variant.items()),
                  key=lambda line: (-line.played, line.variant))


def _line(variant: str, results: Sequence[Result]) -> Statistics:
    own = [result for result in results if not result.machine]
    won = [result for result in own if result.result == WON]
    ends = Counter(result.result for result in results)
    streak, best_streak = _streaks(results)
    return Statistics(
        variant, len(results), len(won), ends["lost"], ends["abandoned"], streak, best_streak,
        points=_spread([result.points for result in own], max),
        moves=_spread([result.moves for result in won], min),
        seconds=_spread([result.seconds for result in won if result.seconds > 0], min),
        total_seconds=sum(result.seconds for result in results),
        undos=sum(result.undos for result in results), cheats=sum(result.cheats for result in results),
        hints_where=sum(result.hints_where for result in results),
        hints_move=sum(result.hints_move for result in results),
        hints_why=sum(result.hints_why for result in results),
        helped=ends[WON] - len(won), machine=sum(result.machine for result in results),
        hints_chance=sum(result.hints_chance for result in results))


def _streaks(results: Sequence[Result]) -> tuple[int, int]:
    now = best = 0
    for result in results:
        now = now + 1 if result.result == WON and not result.machine else 0
        best = max(best, now)
    return now, best


def _spread(numbers: Sequence[float], better: Callable[[Sequence[float]], float]) -> Spread | None:
    return Spread(better(numbers), median(numbers)) if numbers else None
