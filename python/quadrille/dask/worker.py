"""What runs on a worker.

This module is sent to the workers by value: they need `distributed`, and the program quadrille or this
package, in any version that reads the units.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable

from distributed import Worker, WorkerPlugin, get_worker

#: The name of the plugin on a worker.
NAME = "quadrille"
#: The exit codes of `quadrille run` that leave valid records: complete, and stopped with a rest.
RECORDS = (0, 85)
#: The exit code for bad input. It is useless to try again.
BAD_INPUT = 2
#: The time after its limit at which a program is killed, in seconds.
GRACE = 30.0


class BadInput(Exception):
    """The program cannot run here, or rejects its input. Another try would fail too."""


class UnitCounter(WorkerPlugin):
    """Holds the text of the problem on a worker, and counts units.

    A scheduler sends the plugin once to each worker, also to those that start later.
    """

    def __init__(self, problem: bytes, suffix: str, program: str | None, threads: int) -> None:
        self.problem = problem
        self.suffix = suffix
        self.program = program
        self.threads = threads

    def setup(self, worker: Worker) -> None:
        """Writes the problem to a file on the worker."""
        self.lock = threading.Lock()
        self.running: set[subprocess.Popen[bytes]] = set()
        self.stopped = False
        file, self.path = tempfile.mkstemp(prefix="quadrille-", suffix=self.suffix)
        with os.fdopen(file, "wb") as output:
            output.write(self.problem)

    def teardown(self, worker: Worker) -> None:
        """Stops all programs, and removes the file."""
        self.stop()
        os.unlink(self.path)

    def stop(self) -> None:
        """Stops the running tasks within seconds. They return their rests."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.send_signal(signal.SIGTERM)

    def count(self, units: list[str], seconds: float) -> list[str]:
        """Counts units for at most `seconds`.

        Returns the lines of the records. Units that were not begun have no record.
        """
        command = [*command_of(self.program), "run", self.path, "--units", "-", "--method", "walk"]
        command += ["--threads", str(self.threads), "--time", f"{seconds:.3f}"]
        text = "".join(f"{unit}\n" for unit in units).encode()
        process = None
        with self.lock:
            if self.stopped:
                return []
            try:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                    preexec_fn=_end_with_parent(),
                )
            except OSError as error:
                what = f"cannot run {command[0]} on a worker: {error.strerror}"
                raise BadInput(what) from error
            self.running.add(process)
        try:
            output, errors = process.communicate(text, timeout=seconds + GRACE)
        finally:
            process.kill()
            with self.lock:
                self.running.discard(process)
        if process.returncode not in RECORDS:
            what = errors.decode(errors="replace").strip().removeprefix("quadrille: ")
            if process.returncode == BAD_INPUT:
                raise BadInput(what)
            raise RuntimeError(f"quadrille ended with code {process.returncode}: {what}")
        return output.decode().splitlines()


def command_of(program: str | None) -> list[str]:
    """Returns the command that runs a program, or this package."""
    return [sys.executable, "-m", "quadrille"] if program is None else [program]


def count_units(units: list[str], seconds: float) -> list[str]:
    """Counts units on this worker. See `UnitCounter.count`."""
    plugin: UnitCounter = get_worker().plugins[NAME]  # type: ignore[assignment]
    return plugin.count(units, seconds)


def stop_tasks(dask_worker: Worker) -> None:
    """Stops the tasks of a worker. See `UnitCounter.stop`."""
    plugin = dask_worker.plugins.get(NAME)
    if plugin is not None:
        plugin.stop()  # type: ignore[attr-defined]


def _end_with_parent() -> Callable[[], object] | None:
    """Returns what makes Linux stop a new process when the worker is killed.

    Otherwise the process would continue, and its result would be lost.
    """
    if sys.platform != "linux":
        return None
    library, parent_death_signal = ctypes.CDLL(None), 1
    return lambda: library.prctl(parent_death_signal, signal.SIGTERM)
