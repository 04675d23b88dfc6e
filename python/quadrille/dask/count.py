"""Counts on a Dask cluster: the loop of the client.

The ledger knows what is done; the scheduler does not. A task that is lost, stopped or counted
twice changes nothing but time.
"""

from __future__ import annotations

import json
import signal
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cloudpickle
from distributed import Client, Future, as_completed

from . import worker as worker_module
from .binary import Failure, Quadrille
from .ledger import Ledger
from .progress import Progress
from .queue import SECONDS, Queue, Task, unit_key
from .worker import NAME, BadInput, UnitCounter, count_units, stop_tasks

#: The number of futures for each worker: one is running, the others wait for it.
FUTURES = 2
#: The least number of units without a flag.
PARTS = 1000
#: The number of units for each worker without a flag.
UNITS = 20
#: The time that stopped tasks have to return their rests, in seconds.
STOPPING = 10.0
#: The time between two looks at the cluster, in seconds.
TICK = 0.05
#: The time between two counts of the workers, in seconds.
CENSUS = 5.0
#: The number of times that the scheduler tries a task again.
RETRIES = 3


class Stopped(Exception):
    """The run was stopped. The ledger is valid, and the same command continues it."""


@dataclass(frozen=True)
class Settings:
    """How to divide the work.

    `parts` is the number of units; `None` chooses it by the number of workers. `threads` is
    the number of threads of a task, and `seconds` the wanted time of a task.
    """

    parts: int | None = None
    threads: int = 1
    seconds: float = SECONDS


def count(
    client: Client, quadrille: Quadrille, ledger: Path, settings: Settings | None = None
) -> int:
    """Counts the solutions of a problem on a cluster, and continues the ledger if it exists.

    Prints the total, and returns the exit code of `quadrille merge`. Raises a `Failure` if the
    input is bad or a unit fails repeatedly, and `Stopped` after Ctrl-C or SIGTERM.
    """
    settings = settings or Settings()
    quadrille.open_ledger(ledger)
    file = Ledger(ledger)
    try:
        run = _Run(client, quadrille, file, settings)
        if run.queue:
            run.count()
    finally:
        file.close()
    return quadrille.merge(ledger)


class _Run:
    """A run in progress."""

    def __init__(
        self, client: Client, quadrille: Quadrille, ledger: Ledger, settings: Settings
    ) -> None:
        self.client = client
        self.quadrille = quadrille
        self.ledger = ledger
        self.threads = settings.threads
        self.workers = 0
        self.most_workers = 0
        self.addresses: set[str] = set()
        self.started = time.monotonic()
        self.next_census = 0.0
        self.queue = Queue(settings.seconds, settings.threads)
        self.units = quadrille.split(settings.parts or max(PARTS, UNITS * self._workers()))
        self.solutions = 0
        self.has_rests = False
        lines = ledger.path.read_text().splitlines()
        # The last record of a unit replaces those before it.
        for record in {unit_key(record): record for record in map(json.loads, lines)}.values():
            self._note(record)
        self.queue.add(quadrille.missing(ledger.path, self.units), self._usual_weight())
        self.tasks: dict[str, Task] = {}
        self.name = uuid.uuid4().hex[:8]
        self.next_look = 0.0
        self.progress = Progress()
        self.interrupted = threading.Event()

    def count(self) -> None:
        """Counts all units of the queue and their rests."""
        cloudpickle.register_pickle_by_value(worker_module)
        problem = self.quadrille.problem
        plugin = UnitCounter(
            problem.read_bytes(), problem.suffix, self.quadrille.program, self.threads
        )
        self.client.register_plugin(plugin, name=NAME)
        handlers = self._catch_signals()
        try:
            self._loop()
        finally:
            self.progress.close()
            for number, handler in handlers.items():
                signal.signal(number, handler)
            if self.client.status == "running":
                self.client.unregister_worker_plugin(NAME)

    def _catch_signals(self) -> dict[int, Any]:
        if threading.current_thread() is not threading.main_thread():
            return {}
        numbers = (signal.SIGINT, signal.SIGTERM)
        return {n: signal.signal(n, lambda *_: self.interrupted.set()) for n in numbers}

    def _loop(self) -> None:
        completed = as_completed()
        self._refill(completed)
        while self.tasks:
            batch = completed.next_batch(block=False)
            for future in batch:
                self._take(future)
            if self.interrupted.is_set():
                self._stop(completed)
            if self.client.status != "running":
                raise Failure("the connection to the scheduler is lost", 85)
            self._refill(completed)
            open_nodes = sum(task.nodes for task in self.tasks.values())
            done, left = self.queue.done_nodes, self.queue.nodes + open_nodes
            self.progress.report(done / max(done + left, 1.0), self.solutions, self._workers())
            if not batch:
                time.sleep(TICK)

    def _workers(self) -> int:
        """Returns the number of tasks that the cluster can run at the same time."""
        now = time.monotonic()
        if now >= self.next_census:
            self.next_census = now + CENSUS
            workers = self.client.scheduler_info()["workers"]
            self.workers = sum(worker["nthreads"] for worker in workers.values())
            # A worker that is started again has another address.
            self.addresses.update(workers)
            self.most_workers = max(self.most_workers, len(workers))
            losses = len(self.addresses) - self.most_workers
            self.queue.note_losses(losses, self.most_workers, now - self.started)
        return self.workers

    def _refill(self, completed: as_completed) -> None:
        """Submits tasks until there are enough for all workers."""
        workers = max(self._workers(), 1)
        if len(self.tasks) < workers and not self.queue and self.has_rests:
            self._fetch_rests()
        while len(self.tasks) < FUTURES * workers:
            task = self.queue.next_task(workers, workers - len(self.tasks))
            if task is None:
                return
            key = f"quadrille-{self.name}-{task.number}"
            future = self.client.submit(
                count_units,
                [unit.line for unit in task.units],
                task.seconds,
                key=key,
                retries=RETRIES,
                pure=False,
            )
            self.tasks[key] = task
            completed.add(future)

    def _take(self, future: Future[list[str]]) -> None:
        """Takes the records of a task, or puts its units back."""
        task = self.tasks.pop(str(future.key))
        try:
            lines = future.result(timeout=STOPPING)
        except BadInput as error:
            raise Failure(str(error)) from error
        except Exception as error:  # Whatever happened: the units are not counted.
            try:
                self.queue.failed(task)
            except ValueError as failure:
                raise Failure(f"{failure}: {error}", 3) from error
            return
        self.ledger.append(lines)
        records = [json.loads(line) for line in lines]
        if all(record.get("rest") == record["unit"] for record in records):
            self.queue.fruitless()
        open_units = {unit.key: unit for unit in task.units}
        for record in records:
            self._note(record)
            open_units.pop(unit_key(record), None)
        self.queue.add(open_units.values(), self._usual_weight())

    def _note(self, record: dict[str, Any]) -> None:
        """Notes the work of a record."""
        self.queue.finished(float(record["nodes"]), float(record["seconds"]))
        self.solutions += int(record["count"]) * int(record.get("times", "1"))
        self.has_rests = self.has_rests or "rest" in record

    def _fetch_rests(self) -> None:
        """Puts the parts of rests into the queue.

        `quadrille merge` lists all open units. Those of running tasks are among them.
        """
        started = time.monotonic()
        if started < self.next_look:
            return
        self.ledger.sync()
        running = {unit.key for task in self.tasks.values() for unit in task.units}
        missing = self.quadrille.missing(self.ledger.path, self.units)
        self.queue.add((unit for unit in missing if unit.key not in running), self._usual_weight())
        self.has_rests = False
        # A large ledger takes seconds to read. Most of the time must remain for other work.
        now = time.monotonic()
        self.next_look = now + 5 * (now - started)

    def _usual_weight(self) -> float:
        """Returns the weight of a part of a rest: the work of about a second."""
        return self.queue.pace

    def _stop(self, completed: as_completed) -> None:
        """Stops all tasks, and saves their rests."""
        self.client.run(stop_tasks, on_error="ignore")
        end = time.monotonic() + STOPPING
        while self.tasks and time.monotonic() < end:
            for future in completed.next_batch(block=False):
                self._take(future)
            time.sleep(TICK)
        raise Stopped
