"""Counts on clusters of two processes, with everything that may go wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import queens, two_workers
from distributed import Client, Status

from quadrille.dask import Failure, Quadrille, Queue, Settings, count

TOTAL = "2680\n"
SMALL = Settings(parts=60, seconds=0.1)


@pytest.fixture
def many_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """About 30 tasks, however fast the machine is."""
    monkeypatch.setattr(Queue, "pace", property(lambda _: 4000.0))


def records(ledger: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in ledger.read_text().splitlines()]


def test_the_total_is_printed(
    client: Client, quadrille: Quadrille, ledger: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert count(client, quadrille, ledger, SMALL) == 0
    assert capfd.readouterr().out == TOTAL
    # A complete ledger needs no tasks.
    length = len(records(ledger))
    assert count(client, quadrille, ledger, SMALL) == 0
    assert capfd.readouterr().out == TOTAL
    assert len(records(ledger)) == length


@pytest.mark.usefixtures("many_tasks")
def test_killed_workers_do_not_change_the_total(
    slow_program: str, eleven_queens: Path, ledger: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with two_workers() as (cluster, client):
        done = threading.Event()
        killed: list[int] = []

        def kill() -> None:
            """Kills each worker once, when the ledger has grown."""
            length = 0
            # Each of the two once: Dask may not start a worker again that is killed while it starts.
            while not done.wait(0.2) and len(killed) < 2:
                nanny = cluster.workers[len(killed)]
                grown = ledger.stat().st_size if ledger.exists() else 0
                has_started = (
                    nanny.status == Status.running
                    and nanny.process is not None
                    and nanny.process.status == Status.running
                    and nanny.worker_address in cluster.scheduler.workers
                )
                if grown > length and has_started:
                    length = grown
                    killed.append(nanny.process.pid)
                    os.kill(nanny.process.pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            assert count(client, Quadrille(eleven_queens, slow_program), ledger, SMALL) == 0
        finally:
            done.set()
            killer.join()
    assert capfd.readouterr().out == TOTAL
    assert killed


@pytest.mark.usefixtures("many_tasks")
def test_a_ledger_is_continued(
    client: Client, quadrille: Quadrille, ledger: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert count(client, quadrille, ledger, SMALL) == 0
    lines = ledger.read_text().splitlines(keepends=True)
    half = lines[: len(lines) // 2]
    ledger.write_text("".join(half) + lines[-1][:40])
    assert count(client, quadrille, ledger, SMALL) == 0
    assert capfd.readouterr().out == TOTAL * 2
    # The torn line is gone, the first half is kept.
    assert ledger.read_text().startswith("".join(half))
    assert all("count" in record for record in records(ledger))


def test_rests_go_back_into_the_queue(
    client: Client, quadrille: Quadrille, ledger: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    # A stopped run leaves one unit with a rest.
    command = [quadrille.program, "run", str(quadrille.problem), "--units", "-", "--nodes", "2000"]
    units = quadrille.split(1)
    stopped = subprocess.run(
        [*command, "--ledger", str(ledger)], input=units, capture_output=True, check=False
    )
    assert stopped.returncode == 85, stopped.stderr
    assert any("rest" in record for record in records(ledger))
    assert count(client, quadrille, ledger, SMALL) == 0
    assert capfd.readouterr().out == TOTAL


def test_a_ledger_of_another_problem_is_rejected(
    quadrille: Quadrille, ledger: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.dlx"
    other.write_text(queens(5))
    for_other = Quadrille(other, quadrille.program)
    for_other.open_ledger(ledger)
    units = for_other.split(1)
    run = [quadrille.program, "run", str(other), "--units", "-", "--ledger", str(ledger)]
    subprocess.run(run, input=units, check=True)
    rejected = command(quadrille, ledger)
    _, errors = rejected.communicate()
    assert rejected.returncode == 2
    assert "other.dlx" in errors and "queens.dlx" in errors


def test_a_missing_program_on_a_worker_is_an_error(
    client: Client, quadrille: Quadrille, ledger: Path, tmp_path: Path
) -> None:
    class OnClientOnly(Quadrille):
        def missing(self, ledger: Path, units: bytes) -> list:
            found = super().missing(ledger, units)
            Path(self.program).unlink()
            return found

    program = tmp_path / "quadrille"
    program.symlink_to(quadrille.program)
    with pytest.raises(Failure, match="cannot run .* on a worker") as failure:
        count(client, OnClientOnly(quadrille.problem, str(program)), ledger)
    assert failure.value.code == 2


def test_an_interrupt_leaves_a_valid_ledger(
    slow_program: str, ledger: Path, tmp_path: Path
) -> None:
    problem = tmp_path / "large.dlx"
    problem.write_text(queens(14))
    slow = Quadrille(problem, slow_program)
    running = command(slow, ledger, "--parts", "300", "--seconds", "0.3")
    end = time.monotonic() + 30
    while running.poll() is None and time.monotonic() < end:
        if ledger.exists() and ledger.stat().st_size > 0:
            break
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate()
    assert (running.returncode, output) == (85, ""), errors
    assert "help: run the same command again to continue" in errors
    merged = subprocess.run(
        [slow_program, "merge", str(problem), str(ledger)], capture_output=True, check=False
    )
    assert merged.returncode == 3, merged.stderr
    assert merged.stderr.startswith(b"at least ")


def command(quadrille: Quadrille, ledger: Path, *flags: str) -> subprocess.Popen[str]:
    """Starts the command line."""
    arguments = [str(quadrille.problem), "--ledger", str(ledger), "--workers", "2"]
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "quadrille.dask",
            *arguments,
            "--quadrille",
            quadrille.program,
            *flags,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
