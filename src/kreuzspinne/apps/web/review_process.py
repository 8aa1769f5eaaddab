"""The player looks back on a game in another process, which can be stopped at any moment."""

from collections.abc import Callable, Sequence
from typing import Any

from ...player.coach.messages import read_review, write_decision
from ...player.coach.moments import Decision, Review
from .other_process import OtherProcess
from .player_process import WORKER


class ReviewProcess(OtherProcess):
    """One process for one look back."""

    def __init__(self) -> None:
        """:raises KreuzspinneError: the player is not installed"""
        super().__init__(WORKER)

    def ask(self, made: Sequence[Decision], limits: dict[str, float],
            listen: Callable[[dict[str, Any]], None]) -> Review:
        """
        Where was most of the chance given away? `listen` hears all that is told before the answer.

        :raises Stopped: no answer will come
        """
        question = {"review": [write_decision(decision) for decision in made], **limits}
        return read_review(self.answer(question, "review", listen)["review"])
