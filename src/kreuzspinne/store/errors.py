"""What can go wrong between a game and its file."""

from ..errors import KreuzspinneError


class StoreError(KreuzspinneError):
    """The store cannot do what was asked; nothing was changed."""


class Conflict(StoreError):
    """Somebody else has changed the game meanwhile, or taken it away."""
