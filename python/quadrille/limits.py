"""The keyword arguments that all questions share."""

from __future__ import annotations

import math
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import timedelta

    from ._quadrille import Progress


class Limits(TypedDict, total=False):
    """The keyword arguments that all questions take.

    A limit can only cut an answer short: an answer that is complete is the same under all limits.
    """

    #: The most solutions to find, to count or to visit. Questions about all solutions together ignore it:
    #: `compile`, `sample`, `estimate`, `explain`, `steps`.
    limit: SupportsIndex | None
    #: The most nodes to visit. A node limit stops at the same place on every machine.
    nodes: SupportsIndex | None
    #: The time limit, in seconds.
    time: float | timedelta | None
    #: The most bytes for the tables of engines, with what they learn, and for the states of counts and
    #: diagrams, about: each may take so much. 1 GiB by default.
    memory: SupportsIndex | None
    #: The most threads. One for each core by default.
    threads: SupportsIndex | None
    #: A function that is called with a `Progress`, at most ten times a second, while a search or a count
    #: runs. If it raises an exception, the question ends with it. `estimate`, `explain`, `reduce`,
    #: `steps` and questions that are answered at once do not call it.
    progress: Callable[[Progress], object] | None


_NAMES = tuple(Limits.__annotations__)


class Checked(NamedTuple):
    """Keyword arguments that were checked."""

    limit: int | None = None
    nodes: int | None = None
    time: float | None = None
    memory: int | None = None
    threads: int | None = None
    seed: int | None = None
    progress: Callable[[Progress], object] | None = None


NONE = Checked()


def checked(limits: Limits, *, seed: SupportsIndex | None = None) -> Checked:
    """Checks keyword arguments. `seed` makes the order of solutions random.

    Raises a `TypeError` for an unknown name or a wrong type, a `ValueError` for a number out of range.
    """
    if not limits and seed is None:
        return NONE
    for name in limits:
        if name not in _NAMES:
            raise TypeError(f"unexpected keyword argument {name!r}; there are {', '.join(_NAMES)}")
    progress = limits.get("progress")
    if progress is not None and not callable(progress):
        raise TypeError("progress is not a function: give one that takes a Progress")
    return Checked(
        limit=_at_most("limit", limits.get("limit")),
        nodes=_at_most("nodes", limits.get("nodes")),
        time=_seconds(limits.get("time")),
        memory=_at_most("memory", limits.get("memory")),
        threads=_at_most("threads", limits.get("threads"), 1),
        seed=None if seed is None else whole("seed", seed),
        progress=progress,
    )


def left(limits: Limits, start: float) -> Limits:
    """What is left for the next step of a question that started at `start`, by `perf_counter`."""
    time = _seconds(limits.get("time"))
    if time is None:
        return limits
    return {**limits, "time": max(0.0, time - (perf_counter() - start))}


def whole(name: str, value: SupportsIndex, least: int = 0) -> int:
    """Checks a whole number of at most 64 bits."""
    number = index(value)
    if not least <= number < 2**64:
        raise ValueError(f"{name} is {number}, expected {least} to 2**64 - 1")
    return number


def _at_most(name: str, value: SupportsIndex | None, least: int = 0) -> int | None:
    """Checks a limit. A limit of more than 64 bits can never be reached."""
    if value is None or index(value) >= 2**64:
        return None
    return whole(name, value, least)


def _seconds(time: float | timedelta | None) -> float | None:
    if time is None:
        return None
    if isinstance(time, (str, bytes)):
        raise TypeError(f"time is {time!r}, expected a number of seconds")
    # A timedelta says its seconds; numbers of all packages become one of Python.
    seconds = float(time.total_seconds() if hasattr(time, "total_seconds") else time)
    if math.isnan(seconds) or seconds < 0:
        raise ValueError(f"time is {time}, expected seconds of at least 0")
    return seconds
