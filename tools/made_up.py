"""Results, games and findings that are made up, so that every screen has something to show at once."""

from collections.abc import Callable, Sequence
from threading import Event as Happening
from typing import Any, ClassVar

from kreuzspinne.apps.web.games import Games
from kreuzspinne.apps.web.other_process import Stopped
from kreuzspinne.player.chance import CERTAIN, HOPELESS, Chance, Difference
from kreuzspinne.player.coach.moments import Decision, Moment, Review
from kreuzspinne.score import default_scheme
from kreuzspinne.store import Event, Result
from kreuzspinne.variants import read

CHANCE = Chance(34, 100)


def fill(games: Games) -> None:
    """Games that wait, and results, so that shelf and statistics have something to show."""
    for variant, deal in (("gypsy", "own:5"), ("spider2", "own:hallo"), ("scorpion", "own:9")):
        session = games.start(variant, deal)
        for _ in range(6):
            session.change(session.turn, Event("play", str(session.view.moves[-1])))
    with games.store.file.write() as db:
        for number in range(40):
            games.store.results.put(db, result(number))


def result(number: int) -> Result:
    """One of the results that are made up."""
    variant = ("spider1", "spider2", "gypsy", "spider4:runs=hand")[number % 7 % 4]
    how = ("won", "won", "lost", "won", "abandoned")[number % 5]
    at = 1_790_000_000_000 + number * 40_000_000
    return Result(f"made-up-{number}", variant, f"own:{number}", how, 990 if how == "won" else 200 + 13 * number,
                  default_scheme(read(variant)), 110 + number, 130 + number, number % 9, number % 4, number % 3, 0, 0,
                  400.0 + 17 * number, at, at + 600_000)


def moments(made: Sequence[Decision], is_proven: bool = False) -> Review:
    """What a look back might find: two decisions were bad, the second one worse than the first."""
    first, second = made[0], made[1]
    better = next(move for move in second.view.moves if not move.is_deal)
    other = next(move for move in first.view.moves if move != first.played[0])
    loss = Difference(1, 0, 1, is_proven=True) if is_proven else Difference(30, 8, 100)
    chances = (CERTAIN, HOPELESS) if is_proven else (CHANCE, Chance(12, 100))
    return Review((Moment(second.ply, second.view, second.played, (better,), *chances, loss),
                   Moment(first.ply, first.view, first.played, (other,), *chances, loss)),
                  len(made) - 1, 2, Chance(7, 100))


class LooksBack:
    """Stands in for the player's process, which takes minutes for a look back."""

    find: Callable[[Sequence[Decision]], Review] = staticmethod(moments)

    def ask(self, made: Sequence[Decision], limits: dict[str, float],
            listen: Callable[[dict[str, Any]], None]) -> Review:
        """Answers at once."""
        return self.find(made)

    def stop(self) -> None:
        """There is nothing to be stopped."""

    close = stop


class FindsNothing(LooksBack):
    """No decision stands out."""

    find = staticmethod(lambda made: Review((), len(made) - 1, 1, Chance(7, 100)))


class IsWorking(LooksBack):
    """Has told `news`, and goes on until it is stopped."""

    news: ClassVar[dict[str, Any]] = {"progress": [30, 120]}

    def __init__(self) -> None:
        self.has_told = Happening()
        self._gone = Happening()

    def ask(self, made: Sequence[Decision], limits: dict[str, float],
            listen: Callable[[dict[str, Any]], None]) -> Review:
        """Never answers."""
        listen(self.news)
        self.has_told.set()
        self._gone.wait()
        raise Stopped

    def stop(self) -> None:
        """That is all it waits for."""
        self._gone.set()

    close = stop


class IsCompiling(IsWorking):
    """Runs for the first time."""

    news: ClassVar[dict[str, Any]] = {"is_compiled": False}
