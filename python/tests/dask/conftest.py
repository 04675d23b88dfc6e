"""What the tests share: the program, problems, and local clusters."""

from __future__ import annotations

import shutil
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from quadrille.dask import Quadrille


def queens(size: int) -> str:
    """The problem of placing queens on a board, as DLX text."""
    rows = [f"r{n}" for n in range(size)] + [f"c{n}" for n in range(size)]
    diagonals = [f"{letter}{n}" for letter in "ab" for n in range(2 * size - 1)]
    options = [
        f"r{row} c{column} a{row + column} b{size - 1 - row + column}"
        for row in range(size)
        for column in range(size)
    ]
    return "\n".join([" ".join([*rows, "|", *diagonals]), *options]) + "\n"


@pytest.fixture(scope="session")
def program() -> str:
    """The program that the package installs."""
    found = shutil.which("quadrille", path=sysconfig.get_path("scripts"))
    assert found, "install the package first: pip install 'python[test]'"
    return found


@pytest.fixture
def slow_program(program: str, tmp_path: Path) -> str:
    """The program, which takes a third of a second longer to run units."""
    path = tmp_path / "slow"
    path.write_text(f'#!/bin/sh\n[ "$1" = run ] && sleep 0.3\nexec {program} "$@"\n')
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def eleven_queens(tmp_path: Path) -> Path:
    """A problem with 2,680 solutions."""
    path = tmp_path / "queens.dlx"
    path.write_text(queens(11))
    return path


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """The path of a ledger that does not exist."""
    return tmp_path / "run.jsonl"


@contextmanager
def two_workers() -> Iterator[tuple[LocalCluster, Client]]:
    """Starts a cluster of two processes."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
        ) as cluster,
        Client(cluster) as client,
    ):
        yield cluster, client


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    """A client of a cluster that all tests share."""
    with two_workers() as (_, client):
        yield client


@pytest.fixture
def quadrille(program: str, eleven_queens: Path) -> Quadrille:
    """The program and the problem."""
    return Quadrille(eleven_queens, program)
