"""The coach: suggests a move and says why. It reads a `View`, so it knows no more than the player."""

from .advice import Advice, advise, ahead, explain
from .case import Reason
from .cautions import cautions

__all__ = ["Advice", "Reason", "advise", "ahead", "cautions", "explain"]
