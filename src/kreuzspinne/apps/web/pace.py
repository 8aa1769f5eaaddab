"""How often something may be asked for."""

import time
from collections.abc import Callable


class Pace:
    """
    So many at once, and then so many a second.

    >>> clock = iter([0.0, 0.0, 0.1, 0.2, 1.0]).__next__
    >>> pace = Pace(at_once=2, a_second=2, clock=clock)
    >>> [pace.allows() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = self._left = float(at_once)
        self._a_second = a_second
        self._clock = clock
        self._at = clock()

    def allows(self) -> bool:
        """May it be done now? Then it is counted."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
