"""Compares quadrille with the packages exact-cover and xcover, through the generic interface of each.

    pip install exact_cover==1.5.0 xcover==0.2.6 numpy
    python benches/rivals.py FILE_OF_BOARDS

All run in this process, one after the other, each question several times; the median is printed, in
seconds. Making the problem is part of each time. The first call of xcover, which compiles, is not.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import exact_cover
import numpy as np
import xcover

import quadrille as q

Options = list[list[object]]
#: How often each is timed at most, and after how many seconds no other run begins.
TIMES, ENOUGH = 7, 15.0
#: The number of boards with 17 clues.
BOARDS = 100


def pentominoes() -> tuple[Options, list[object]]:
    problem = q.tile("6x10", q.pieces.PENTOMINOES).problem
    return [list(problem.items_of(option)) for option in range(len(problem))], []


def queens(size: int) -> tuple[Options, list[object]]:
    """Queens as Knuth writes them: the middle rows and columns first, no diagonals of one cell."""
    options: Options = []
    for row, column in product(range(size), repeat=2):
        option: list[object] = [("row", row), ("column", column)]
        up, down = row + column, size - 1 - row + column
        option += [("up", up)] if 0 < up < 2 * size - 2 else []
        option += [("down", down)] if 0 < down < 2 * size - 2 else []
        options.append(option)
    return options, [(line, n) for n in range(1, 2 * size - 2) for line in ("up", "down")]


def queens_order(size: int) -> list[object]:
    middle = [((size - 1 - n) if n % 2 else (size + n)) // 2 for n in range(size)]
    return [item for n in middle for item in (("row", n), ("column", n))]


def dominoes(size: int) -> tuple[Options, list[object]]:
    cells = list(product(range(size), repeat=2))
    options: Options = [[(r, c), (r, c + 1)] for r, c in cells if c + 1 < size]
    options += [[(r, c), (r + 1, c)] for r, c in cells if r + 1 < size]
    return options, []


def sudoku() -> Options:
    """An option for each candidate: cell by cell, in each cell digit by digit."""
    return [
        [("cell", r, c), ("row", r, d), ("column", c, d), ("box", r // 3, c // 3, d)]
        for r, c, d in product(range(9), repeat=3)
    ]


def matrix(options: Options, secondary: list[object]) -> np.ndarray:
    """The matrix for exact-cover, which has no secondary items: a row of its own covers each."""
    columns = {item: None for option in options for item in option}
    numbers = {item: number for number, item in enumerate(columns)}
    rows = np.zeros((len(options) + len(secondary), len(numbers)), dtype=bool)
    for row, option in enumerate(options):
        rows[row, [numbers[item] for item in option]] = True
    for row, item in enumerate(secondary, len(options)):
        rows[row, numbers[item]] = True
    return rows


def timed(question: Callable[[], int], wanted: int) -> float:
    """The median of several times. Wrong answers are reported."""
    times = []
    for _ in range(TIMES):
        gc.collect()
        start = time.perf_counter()
        found = question()
        times.append(time.perf_counter() - start)
        if found != wanted:
            print(f"wrong: {found}, expected {wanted}", file=sys.stderr)
        if sum(times) > ENOUGH:
            break
    return statistics.median(times)


def strings(options: Options, secondary: list[object]) -> tuple[list[list[str]], list[str]]:
    return [[str(item) for item in option] for option in options], [str(item) for item in secondary]


def listing(
    name: str,
    options: Options,
    secondary: list[object],
    wanted: int,
    order: list[object] | None = None,
) -> None:
    """Lists all solutions. `order` is that of the primary items, for the packages that take one."""
    names, others = strings(options, secondary)
    first = order or []
    primary = [str(item) for item in first] or None

    def ours() -> int:
        problem = q.Problem.from_options(options, primary=first, secondary=secondary)
        return sum(1 for _ in problem.solutions())

    def theirs() -> int:
        return len(exact_cover.get_all_solutions(matrix(options, secondary)))

    def numba() -> int:
        return sum(1 for _ in xcover.covers(names, primary=primary, secondary=others))

    report(name, timed(ours, wanted), timed(theirs, wanted), timed(numba, wanted))


def counting(name: str, options: Options, wanted: int) -> None:
    names, _ = strings(options, [])

    def ours() -> int:
        return q.Problem.from_options(options).count()

    def theirs() -> int:
        return int(exact_cover.get_solution_count(matrix(options, [])))

    def numba() -> int:
        # The number of paths through its diagram, node by node from the leaves.
        counts = {0: 0, 1: 1}
        for node, _, low, high in xcover.covers_zdd(names, use_memo_cache=True):
            counts[node] = root = counts[low] + counts[high]
        return root

    report(name, timed(ours, wanted), timed(theirs, wanted), timed(numba, wanted))


def boards(path: str) -> None:
    """Solves boards one by one: the model is made once, the givens are chosen for each board."""
    lines = [line for line in Path(path).read_text().splitlines() if len(line) >= 81][:BOARDS]
    options = sudoku()
    clues = [
        [9 * cell + int(value) - 1 for cell, value in enumerate(line[:81]) if value in "123456789"]
        for line in lines
    ]
    rows = matrix(options, [])
    names, _ = strings(options, [])
    problem = q.Problem.from_options(options)

    def ours() -> int:
        return sum(len(problem.assume(force=givens).first() or ()) for givens in clues)

    def left(givens: list[int]) -> np.ndarray:
        """The rows that do not conflict with the givens, and the givens."""
        covered = rows[givens].any(axis=0)
        return np.concatenate([givens, np.flatnonzero(~rows[:, covered].any(axis=1))])

    def theirs() -> int:
        return sum(len(exact_cover.get_exact_cover(rows[left(givens)])) for givens in clues)

    def numba() -> int:
        found = 0
        for givens in clues:
            found += len(next(xcover.covers([names[row] for row in left(givens)])))
        return found

    wanted = 81 * len(lines)
    report(
        f"{len(lines)} boards with 17 clues",
        timed(ours, wanted),
        timed(theirs, wanted),
        timed(numba, wanted),
    )


def report(name: str, *times: float) -> None:
    ours, *others = times
    row = " | ".join(f"{seconds:.4f}" for seconds in times)
    print(f"| {name} | {row} | {min(others) / ours:.0f} |", flush=True)


def main() -> None:
    # xcover compiles at its first call.
    next(xcover.covers([["a"]]))
    next(xcover.covers([["a", "b"]], secondary=["b"]))
    list(xcover.covers_zdd([["a"]], use_memo_cache=True))
    print("| work | quadrille | exact-cover 1.5 | xcover 0.2.6 | times as fast as the faster |")
    print("|---|---|---|---|---|")
    listing("pentominoes 6x10, all 9,356 solutions", *pentominoes(), 9356)
    listing("12 queens, all 14,200 solutions", *queens(12), 14200, queens_order(12))
    options, _ = dominoes(8)
    counting("dominoes 8x8, the number", options, 12_988_816)
    boards(sys.argv[1])


if __name__ == "__main__":
    main()
