"""Measures what the Python side adds: the import, a large sparse matrix, a loop over a million solutions.

pip install numpy scipy
python benches/scale.py
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time

import numpy as np
import scipy.sparse as sp

import quadrille as q

#: How often each is timed.
TIMES = 9


def median(measure: object) -> float:
    """The median of several times, in seconds."""
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        measure()  # type: ignore[operator]
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def imported() -> None:
    # Python keeps the compiled modules, as after an installation.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)

    run("import quadrille")
    bare, whole = median(lambda: run("pass")), median(lambda: run("import quadrille"))
    print(f"import: {1000 * (whole - bare):.0f} ms, beside {1000 * bare:.0f} ms of Python")


def matrix(rows: int = 1_000_000, columns: int = 100_000, each: int = 5) -> None:
    generator = np.random.default_rng(1)
    # Each row has its columns in parts of the matrix of their own, so that no column occurs twice.
    width = columns // each
    picks = generator.integers(0, width, (rows, each)) + width * np.arange(each)
    indices = picks.astype("int32").ravel()
    pointers = np.arange(0, each * rows + 1, each, dtype="int32")
    sparse = sp.csr_matrix((np.ones(len(indices), bool), indices, pointers), (rows, columns))
    size = sparse.data.nbytes + indices.nbytes + pointers.nbytes
    # The memory first: later problems take what earlier ones have left.
    before = resident()
    problem = q.Problem.from_matrix(sparse)
    after = resident() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = median(lambda: q.Problem.from_matrix(sparse))
    print(f"CSR of {rows:,} x {columns:,}: {seconds:.2f} s; {size / 1e6:.0f} MB become", end=" ")
    print(f"{after / 1e6:.0f} MB, {(1024 * peak - before) / 1e6:.0f} MB at the highest")
    assert len(problem) == rows


def resident() -> int:
    """The memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def loop(coins: int = 20) -> None:
    problem = q.Problem.from_options([[coin] for coin in range(coins) for _ in "ht"])
    for threads in (1, 2):

        def listed() -> None:
            for _ in problem.solutions(threads=threads):  # noqa: B023
                pass

        looped = median(listed)
        walked = median(lambda: problem.count(method="walk", threads=threads))  # noqa: B023
        each = 1e6 * (looped - walked) / 2**coins
        print(
            f"{2**coins:,} solutions, {threads} threads: {each:.2f} us each over the walk", end=" "
        )
        print(f"({looped:.2f} s, the walk alone {walked:.2f} s)")
    question = q.Problem.from_options([["a"], ["b"], ["a", "b"]])
    each = median(lambda: [question.first() for _ in range(10_000)]) / 10_000
    print(f"a small question: {1e6 * each:.1f} us")


if __name__ == "__main__":
    imported()
    matrix()
    loop()
