"""The queue of open units, and the tasks made from them.

A task is a list of units with a time limit. A task that reaches its limit returns a rest, so no
estimate has to be right. All numbers that decide the size of a task are here; `simulate.py` shows
what they bring on large clusters.
"""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field

#: The longest time of a task, in seconds.
SECONDS = 60.0
#: The time to start a task, in seconds.
START = 0.2
#: The shortest time of a task, in seconds.
SHORTEST = 2.0
#: The work that the coordinator has for one task, in seconds. It must not be the bottleneck.
COORDINATION = 0.001
#: The coordinator is busy for one part in `HEADROOM` of the time at most.
HEADROOM = 5.0
#: A task takes at most one part in `SHARES` of a worker's share of the open work. So the last
#: tasks are short, and all workers end at about the same time.
SHARES = 2.0
#: The limit of a task, as a multiple of the time for which it has units.
SLACK = 1.5
#: The nodes a second of one thread, until a task has finished.
PACE = 1e6
#: The time of a task until the true pace is known, in seconds.
FIRST = 5.0
#: The number of times that a task with a unit may fail.
FAILURES = 5


@dataclass(frozen=True)
class Unit:
    """A unit of the search: its line, its identity, and its estimated number of nodes."""

    line: str
    key: str
    weight: float | None = None

    @staticmethod
    def read(line: str) -> Unit:
        """Reads the line of a unit."""
        fields = json.loads(line)
        return Unit(line, unit_key(fields), fields.get("weight"))


def unit_key(fields: dict[str, object]) -> str:
    """Returns the identity of a unit or of a record's unit."""
    return f"{fields['question']} / {fields['unit']}"


@dataclass
class Task:
    """Units that one worker counts, with a time limit in seconds."""

    number: int
    units: list[Unit]
    nodes: float
    seconds: float


@dataclass
class Queue:
    """Open units, the heaviest first.

    `seconds` is the longest time of a task, and `threads` the number of threads of each.
    """

    seconds: float = SECONDS
    threads: int = 1
    #: The estimated number of nodes of all units in the queue.
    nodes: float = 0.0
    #: The nodes and the seconds of all finished work.
    done_nodes: float = 0.0
    done_seconds: float = 0.0
    _heap: list[tuple[float, int, Unit]] = field(default_factory=list)
    _tasks: int = 0
    _added: int = 0
    _patience: float = 1.0
    _lifetime: float = math.inf
    _failures: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def pace(self) -> float:
        """The nodes that one thread visits in a second."""
        return self.done_nodes / self.done_seconds if self.done_seconds > 0 else PACE

    def add(self, units: Iterable[Unit], weight: float = 0.0) -> None:
        """Adds open units. `weight` is the weight of units whose weight is unknown."""
        for unit in units:
            nodes = max(weight if unit.weight is None else unit.weight, 1.0)
            heapq.heappush(self._heap, (-nodes, self._added, unit))
            self._added += 1
            self.nodes += nodes

    def wanted_seconds(self, workers: int) -> float:
        """Returns the time of the next task: shorter towards the end of the run."""
        longest = self.seconds if self.done_seconds > 0 else min(self.seconds, FIRST)
        # Young's interval: a longer task loses more when its worker is lost, shorter tasks have
        # more starts (J. W. Young, 1974).
        longest = min(longest, math.sqrt(2 * START * self._lifetime))
        share = self.nodes / (self.pace * self.threads * max(workers, 1))
        shortest = max(min(SHORTEST, self.seconds), HEADROOM * COORDINATION * workers)
        return max(min(share / SHARES, longest), shortest * self._patience)

    def next_task(self, workers: int, idle: int = 0) -> Task | None:
        """Takes units for a task out of the queue; `None` if the queue is empty.

        If `idle` of the workers have no task, they share the queue: the task takes no more.
        """
        if not self._heap:
            return None
        seconds = self.wanted_seconds(workers)
        most = min(seconds * self.pace * self.threads, self.nodes / max(idle, 1))
        units: list[Unit] = []
        nodes = 0.0
        while self._heap and (not units or nodes - self._heap[0][0] <= most):
            weight, _, unit = heapq.heappop(self._heap)
            units.append(unit)
            nodes -= weight
        self.nodes -= nodes
        if not self._heap:
            self.nodes = 0.0
        self._tasks += 1
        return Task(self._tasks, units, nodes, SLACK * seconds)

    def note_losses(self, losses: int, workers: int, elapsed: float) -> None:
        """Notes that `losses` of `workers` were lost in `elapsed` seconds.

        One more loss is expected, so a run begins with short tasks.
        """
        self._lifetime = workers * elapsed / (losses + 1)

    def finished(self, nodes: float, seconds: float) -> None:
        """Notes the work of a record: its nodes, and its seconds of one thread."""
        self.done_nodes += nodes
        self.done_seconds += seconds

    def fruitless(self) -> None:
        """Notes that a task counted nothing within its limit. Later tasks are longer."""
        self._patience *= 2

    def failed(self, task: Task) -> None:
        """Puts the units of a failed task back.

        Raises a `ValueError` if a unit has failed too often.
        """
        for unit in task.units:
            failures = self._failures.get(unit.key, 0) + 1
            if failures >= FAILURES:
                raise ValueError(f"unit {unit.key} failed {failures} times")
            self._failures[unit.key] = failures
        self.add(task.units, task.nodes / len(task.units))
