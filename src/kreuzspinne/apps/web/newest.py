"""A dict that forgets: what the server remembers of games that are played on elsewhere, or never again, has an end."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(OrderedDict[K, V], Generic[K, V]):
    """Keeps at most so many entries: those that were put in, or put in again, last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Put in an entry as the newest; the oldest ones make way."""
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)
