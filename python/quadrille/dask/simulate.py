"""Simulates a run on a large cluster, with the queue of this package and measured units.

`python -m quadrille.dask.simulate run.jsonl --nodes 1e12 --workers 1000` draws units from the
records of a ledger, scales them to the number of nodes, and counts them with simulated workers:
some are slow, some are lost, some results are torn. The same seed gives the same run.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .arguments import positive, positive_number
from .binary import Failure
from .count import FUTURES, PARTS, UNITS
from .queue import COORDINATION, SECONDS, Queue, Task, Unit


@dataclass(frozen=True)
class World:
    """The properties of a cluster. Times are in seconds."""

    workers: int = 1000
    seconds: float = SECONDS
    #: The nodes a second of a worker of speed 1.
    pace: float = 2e6
    #: The time to start a task: the program starts, reads the problem and compiles it.
    start: float = 0.2
    #: The time that the coordinator needs for each task.
    coordination: float = COORDINATION
    #: The standard deviation of the logarithm of the speeds.
    spread: float = 0.15
    #: The share of the workers that run at a third of the speed.
    slow: float = 0.02
    #: The mean time until a worker is lost, and the time until another replaces it.
    life: float = 8 * 3600.0
    absence: float = 60.0
    #: The share of results that are lost or torn.
    torn: float = 0.001
    #: The number of parts of a rest.
    parts: int = 12


@dataclass
class Outcome:
    """The result of a simulated run. `busy` is useful time divided by the time of all workers."""

    elapsed: float = 0.0
    busy: float = 0.0
    nodes: float = 0.0
    tasks: int = 0
    rests: int = 0
    lost: int = 0
    counted: dict[str, int] = field(default_factory=dict)


@dataclass
class _Work:
    """What a worker found when its task ended."""

    worker: int
    task: Task
    complete: list[Unit]
    #: The unit that was stopped, and the nodes that are left of it.
    stopped: Unit | None
    left: float
    nodes: float
    seconds: float


class Simulation:
    """A simulated run."""

    def __init__(self, units: list[tuple[float, float]], world: World, seed: int) -> None:
        """`units` are pairs of the estimated and the true number of nodes."""
        self.world = world
        self.random = random.Random(seed)
        self.queue = Queue(world.seconds)
        self.true_nodes = {f"{place}": nodes for place, (_, nodes) in enumerate(units)}
        self.queue.add(Unit("", f"{place}", weight) for place, (weight, _) in enumerate(units))
        self.outcome = Outcome()
        self.useful = 0.0
        self.now = 0.0
        self.free_at = 0.0
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.scheduled = 0
        self.ready: deque[Task] = deque()
        self.rests: list[Unit] = []
        self.alive = 0
        self.outstanding = 0
        self.submitting = False
        self.idle: list[int] = []
        self.speeds: list[float] = []
        for worker in range(world.workers):
            speed = self.random.lognormvariate(0.0, world.spread)
            self.speeds.append(speed / 3 if self.random.random() < world.slow else speed)
            self._join(worker)

    def run(self) -> Outcome:
        """Runs until all units are counted."""
        while self.events:
            self.now, _, event = heapq.heappop(self.events)
            event()
            if not (self.outstanding or self.queue or self.rests):
                break
        self.outcome.elapsed = self.now
        self.outcome.busy = self.useful / (self.world.workers * self.now)
        return self.outcome

    def _after(self, seconds: float, event: Callable[[], None]) -> None:
        self.scheduled += 1
        heapq.heappush(self.events, (self.now + seconds, self.scheduled, event))

    def _coordinate(self, event: Callable[[], None]) -> None:
        """The coordinator does one thing after the other, and two things for each task."""
        self.free_at = max(self.free_at, self.now) + self.world.coordination / 2
        self._after(self.free_at - self.now, event)

    def _join(self, worker: int) -> None:
        self.alive += 1
        self.idle.append(worker)
        self._assign()
        self._submit()

    def _submit(self) -> None:
        """Submits tasks one by one, until there are enough for all workers."""
        if self.submitting:
            return
        if self.outstanding < self.alive and not self.queue:
            self.queue.add(self.rests, self.queue.pace)
            self.rests.clear()
        if self.queue and self.outstanding < FUTURES * self.alive:
            self.submitting = True
            self._coordinate(self._submitted)

    def _submitted(self) -> None:
        self.submitting = False
        task = self.queue.next_task(self.alive, self.alive - self.outstanding)
        if task is not None:
            self.outstanding += 1
            self.outcome.tasks += 1
            self.ready.append(task)
        self._assign()
        self._submit()

    def _assign(self) -> None:
        while self.idle and self.ready:
            self._start(self.idle.pop(), self.ready.popleft())

    def _start(self, worker: int, task: Task) -> None:
        speed = self.world.pace * self.speeds[worker]
        left = (task.seconds - self.world.start) * speed
        complete: list[Unit] = []
        stopped, rest, nodes = None, 0.0, 0.0
        for unit in task.units:
            size = self.true_nodes[unit.key]
            if size > left:
                stopped, rest = unit, size - max(left, 0.0)
                nodes += max(left, 0.0)
                break
            complete.append(unit)
            left -= size
            nodes += size
        seconds = nodes / speed
        death = self.random.expovariate(1 / self.world.life)
        if death < self.world.start + seconds:
            self._after(death, lambda: self._lose(worker, task))
            return
        work = _Work(worker, task, complete, stopped, rest, nodes, seconds)
        self._after(self.world.start + seconds, lambda: self._end(work))

    def _lose(self, worker: int, task: Task) -> None:
        self.alive -= 1
        self.outcome.lost += 1
        self._after(self.world.absence, lambda: self._join(worker))
        self._return(task)

    def _return(self, task: Task) -> None:
        """Puts back all units of a task: nothing of it was recorded."""
        self.outstanding -= 1
        self.queue.add(task.units, task.nodes / len(task.units))
        self._submit()

    def _end(self, work: _Work) -> None:
        self.idle.append(work.worker)
        self._assign()
        if self.random.random() < self.world.torn:
            self._coordinate(lambda: self._return(work.task))
        else:
            self._coordinate(lambda: self._record(work))

    def _record(self, work: _Work) -> None:
        self.outstanding -= 1
        self.useful += work.seconds
        self.outcome.nodes += work.nodes
        self.queue.finished(work.nodes, work.seconds)
        for unit in work.complete:
            self.outcome.counted[unit.key] = self.outcome.counted.get(unit.key, 0) + 1
        begun = len(work.complete)
        if work.stopped is not None:
            begun += 1
            self._leave_rest(work.stopped, work.left)
        if not work.complete and not work.nodes:
            self.queue.fruitless()
        self.queue.add(work.task.units[begun:], self.queue.pace)
        self._submit()

    def _leave_rest(self, unit: Unit, nodes: float) -> None:
        """The siblings of the path where the walk stopped: a few large parts, many small ones."""
        self.outcome.rests += 1
        shares = [self.random.random() ** 3 for _ in range(self.world.parts)]
        for place, share in enumerate(shares):
            part = Unit("", f"{unit.key}/{place}")
            self.true_nodes[part.key] = nodes * share / sum(shares)
            self.rests.append(part)


def draw(
    sample: list[tuple[float, float]], nodes: float, number: int, seed: int
) -> list[tuple[float, float]]:
    """Draws units from a sample, and scales them so that they have `nodes` nodes together."""
    chosen = random.Random(seed).choices(sample, k=number)
    scale = nodes / sum(true for _, true in chosen)
    return [(weight * scale, true * scale) for weight, true in chosen]


def read_sample(ledger: Path) -> list[tuple[float, float]]:
    """Reads the weights and the nodes of the complete records of a ledger.

    Raises a `Failure` if the file is not a ledger with such records.
    """
    try:
        records = [json.loads(line) for line in ledger.read_text().splitlines()]
        sample = [
            (float(record["weight"]), float(record["nodes"]))
            for record in records
            if "weight" in record and "rest" not in record and "nodes" in record
        ]
    except OSError as error:
        raise Failure(f"cannot read {ledger}: {error.strerror}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise Failure(f"{ledger} is not a ledger: {error}") from error
    if not any(true for _, true in sample):
        raise Failure(
            f"{ledger} has no complete records of units with a weight\n"
            "help: make units with 'quadrille split', and count some of them with 'quadrille run'"
        )
    return sample


def main() -> int:
    """Runs the command line, and returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m quadrille.dask.simulate",
        description="Simulates a count on a large cluster, and prints how busy its workers are.",
    )
    parser.add_argument(
        "ledger", type=Path, help="a ledger with measured units of a similar search"
    )
    parser.add_argument(
        "--nodes",
        type=positive_number,
        required=True,
        metavar="N",
        help="the nodes of the search, such as 1e12",
    )
    parser.add_argument(
        "--workers", type=positive, default=1000, metavar="N", help="the number of workers [1000]"
    )
    parser.add_argument(
        "--units",
        type=positive,
        metavar="N",
        help=f"the number of units [{UNITS} for each worker, at least {PARTS}]",
    )
    parser.add_argument(
        "--seconds",
        type=positive_number,
        default=SECONDS,
        metavar="S",
        help=f"the time of a task, in seconds [{SECONDS:g}]",
    )
    parser.add_argument(
        "--pace",
        type=positive_number,
        default=World.pace,
        metavar="N",
        help=f"the nodes a second of a worker [{World.pace:g}]",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the seed of the random events [0]"
    )
    arguments = parser.parse_args()
    world = World(arguments.workers, arguments.seconds, arguments.pace)
    number = arguments.units or max(PARTS, UNITS * world.workers)
    try:
        sample = read_sample(arguments.ledger)
    except Failure as failure:
        print(f"quadrille.dask: {failure}", file=sys.stderr)
        return failure.code
    units = draw(sample, arguments.nodes, number, arguments.seed)
    outcome = Simulation(units, world, arguments.seed).run()
    print(
        f"core-hours: {arguments.nodes / world.pace / 3600:.2f}\nelapsed: {outcome.elapsed:.1f} s\n"
        f"busy: {outcome.busy:.3f}\ntasks: {outcome.tasks}\nrests: {outcome.rests}\n"
        f"lost workers: {outcome.lost}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
