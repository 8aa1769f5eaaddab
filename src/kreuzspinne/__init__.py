"""
Spider patience games: the rules, deals of five programs, scores and records, as plain Python values.

What most programs begin with can be had from here; the rest is in the module that `docs/architecture.md` names.

>>> from kreuzspinne import Game
>>> game = Game.deal("spider4", "xpat2:42")
>>> str(game.play("bi"))
'bi1=Js'
"""

from .errors import DealError, IllegalMove, KreuzspinneError, NotationError, PositionError, RecordError, VariantError
from .game import Game
from .notation import Move, Step
from .position import Column, Position, View
from .variants import Variant

__version__ = "0.1.0"

__all__ = [
    "Column",
    "DealError",
    "Game",
    "IllegalMove",
    "KreuzspinneError",
    "Move",
    "NotationError",
    "Position",
    "PositionError",
    "RecordError",
    "Step",
    "Variant",
    "VariantError",
    "View",
]
