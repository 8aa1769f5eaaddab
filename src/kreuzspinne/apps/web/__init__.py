"""The game in the browser: a server that knows the rules, and a page that shows what it is told."""

from .serve import serve

__all__ = ["serve"]
