"""Marks the functions that are the law: written once, run twice.

The engine calls them as they stand.  The solver hands the same functions to Numba, so they
keep to what both understand: ints, bools, indexing, loops.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

LAW: list[Callable[..., Any]] = []


def law(function: F) -> F:
    """Put `function` on the list that the solver compiles; the function itself is unchanged."""
    LAW.append(function)
    return function
