"""The keyword arguments that all questions share."""

from __future__ import annotations

import math
from operator import index
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import timedelta

    from ._quadrille import Progress


class Bounds(TypedDict, total=False):
    """The keyword arguments that all questions take. None of them changes an answer that is complete."""

    #: The most solutions to find or to count.
    limit: SupportsIndex | None
    #: The most nodes to visit. A node limit stops at the same place on every machine.
    nodes: SupportsIndex | None
    #: The time limit, in seconds.
    time: float | timedelta | None
    #: The most bytes of memory for counts and diagrams, about.
    memory: SupportsIndex | None
    #: The most threads. By default one for each core.
    threads: SupportsIndex | None
    #: Is called with a `Progress` now and then during a long search. An exception ends the question.
    #: Questions that are no search do not call it: `estimate`, `explain`, `reduce`.
    progress: Callable[[Progress], object] | None


_NAMES = tuple(Bounds.__annotations__)


class Limits(NamedTuple):
    """Keyword arguments that were checked."""

    limit: int | None = None
    nodes: int | None = None
    time: float | None = None
    memory: int | None = None
    threads: int | None = None
    seed: int | None = None
    progress: Callable[[Progress], object] | None = None


NO_LIMITS = Limits()


def limits(bounds: Bounds, *, seed: SupportsIndex | None = None) -> Limits:
    """Checks keyword arguments. `seed` makes the order of solutions random.

    Raises a `TypeError` for an unknown name or a wrong type, a `ValueError` for a number out of range.
    """
    if not bounds and seed is None:
        return NO_LIMITS
    for name in bounds:
        if name not in _NAMES:
            raise TypeError(f"unexpected keyword argument {name!r}; there are {', '.join(_NAMES)}")
    progress = bounds.get("progress")
    if progress is not None and not callable(progress):
        raise TypeError("progress is not a function: give one that takes a Progress")
    return Limits(
        limit=_at_most("limit", bounds.get("limit")),
        nodes=_at_most("nodes", bounds.get("nodes")),
        time=_seconds(bounds.get("time")),
        memory=_at_most("memory", bounds.get("memory")),
        threads=_at_most("threads", bounds.get("threads"), 1),
        seed=None if seed is None else whole("seed", seed),
        progress=progress,
    )


def whole(name: str, value: SupportsIndex, least: int = 0) -> int:
    """Checks a whole number of at most 64 bits."""
    number = index(value)
    if not least <= number < 2**64:
        raise ValueError(f"{name} is {number}, expected {least} to 2**64 - 1")
    return number


def _at_most(name: str, value: SupportsIndex | None, least: int = 0) -> int | None:
    """Checks a limit. One of more than 64 bits is none."""
    if value is None or index(value) >= 2**64:
        return None
    return whole(name, value, least)


def _seconds(time: float | timedelta | None) -> float | None:
    if time is None:
        return None
    if isinstance(time, str):
        raise TypeError(f"time is {time!r}, expected a number of seconds")
    # A timedelta says its seconds; numbers of all packages become one of Python.
    seconds = float(time.total_seconds() if hasattr(time, "total_seconds") else time)
    if math.isnan(seconds) or seconds < 0:
        raise ValueError(f"time is {time}, expected seconds of at least 0")
    return seconds
