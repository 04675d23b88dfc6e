"""Long questions: limits, Ctrl-C, threads, progress, copies in other processes, memory."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import numpy as np
import pytest
from tqdm import tqdm

import quadrille as q
from quadrille.limits import left

EIGHT_QUEENS = 92


def queens(size: int) -> q.Problem:
    rows = [("row", n) for n in range(size)] + [("column", n) for n in range(size)]
    lines = [("up", n) for n in range(2 * size - 1)] + [("down", n) for n in range(-size, size)]
    problem = q.Problem(rows, lines)
    for r in range(size):
        for c in range(size):
            items = [("row", r), ("column", c), ("up", r + c), ("down", r - c)]
            problem.option(items, data=(r, c))
    return problem


def wide() -> q.Problem:
    """2^500 solutions."""
    return q.Problem.from_options([[coin] for coin in range(500) for _ in "ht"])


@pytest.fixture(scope="module")
def long() -> q.Problem:
    return queens(26)


#: Questions about a problem that take ages.
LONG: dict[str, Callable[[q.Problem], object]] = {
    "count": lambda p: p.count(),
    "walk": lambda p: p.count(method="walk"),
    "solutions": lambda p: sum(1 for _ in p.solutions()),
    "best": lambda p: p.best(10),
    "prices": lambda p: [p.prices() for _ in range(10**9)],
    "compile": lambda p: p.compile(),
    "sample": lambda p: p.sample(3),
    "estimate": lambda p: p.estimate(10**9),
    "threads": lambda p: p.count(method="walk", threads=2),
    "assume": lambda p: p.assume(force=[3]).count(),
    "explain": lambda p: [p.explain() for _ in range(10**9)],
    "diagram": lambda p: wide().compile().sample(10**9),
    "check": lambda p: [wide().check(range(1000)) for _ in range(10**9)],
    "matrix": lambda p: [q.Problem.from_matrix(np.ones((2000, 500))) for _ in range(10**9)],
    "text": lambda p: [q.Problem.from_dlx(p.to_text()) for _ in range(10**9)],
    "steps": lambda p: [p.steps() for _ in range(10**9)],
    "hints": lambda _: [q.sudoku.Board("." * 81).steps() for _ in range(10**9)],
    "generate": lambda _: q.sudoku.generate(clues=17, tries=10**9),
    "blank": lambda _: q.sudoku.Board("." * 625).count(),
    "sum": lambda p: [p.count(nodes=1000) for _ in range(10**9)],
}


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_is_heard_at_once(name: str, long: q.Problem) -> None:
    sent = []
    heard = threading.Event()

    def interrupt() -> None:
        # Again after 5 seconds: Python swallows an exception in a callback of its garbage collector,
        # and hypothesis has one.
        wait = 0.5
        while not heard.wait(wait):
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
            wait = 5

    timer = threading.Thread(target=interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            LONG[name](long)
    finally:
        heard.set()
    # It takes 20 ms or so; the rest is room for a busy machine.
    assert time.monotonic() - sent[-1] < 1
    timer.join()
    # The problem can be asked again.
    assert long.first(nodes=10**9) is not None


def test_limits_say_what_stopped_the_question(long: q.Problem) -> None:
    count = long.count(time=0.1)
    assert not count.complete and count.stop == "time limit" and "at least" in repr(count)
    count = long.count(nodes=1000, method="walk")
    assert (count.complete, count.stop) == (False, "node limit")
    assert count == long.count(nodes=1000, method="walk")
    assert long.is_unique(nodes=1) is None
    with pytest.raises(q.Stopped) as stopped:
        long.first(nodes=1)
    assert stopped.value.reason == "node limit"
    for ask in (queens(8).first, q.sudoku.Board("." * 81).solve, queens(8).best):
        with pytest.raises(q.Stopped, match="solution limit"):
            ask(limit=0)  # type: ignore[operator]
    with pytest.raises(q.Stopped):
        q.tile("8x8", "domino*").obstacle(time=0)
    count = q.sudoku.Board("." * 16).count(limit=3)
    assert (count, count.complete) == (3, False)
    count = q.tile("4x4", "domino*").count_up_to_symmetry(limit=5)
    assert (count, count.complete) == (1, False)
    assert str(stopped.value) == "stopped before the answer: node limit"
    assert pickle.loads(pickle.dumps(stopped.value)).reason == "node limit"
    with pytest.raises(q.Stopped):
        long.compile(time=timedelta(seconds=0.05))
    solutions = long.solutions(limit=3)
    assert len(list(solutions)) == 3
    assert (solutions.complete, solutions.stop) == (False, "solution limit")
    solutions = queens(8).solutions()
    assert solutions.stop is None and not solutions.complete
    assert len(list(solutions)) == EIGHT_QUEENS
    assert solutions.stop is None and solutions.complete
    assert queens(8).count(limit=5) == 5
    assert long.count(limit=2**70, nodes=100, memory=10**9, threads=1).stop == "node limit"


def test_memory_limits_the_tables_of_engines() -> None:
    """Without memory for its tables, another engine walks, which visits other nodes."""
    problem = queens(8)
    nodes = problem.estimate().nodes
    few = problem.estimate(memory=1).nodes
    assert few != nodes
    # The problem is compiled anew for each limit, and once for the same limit.
    assert (problem.estimate(memory=1).nodes, problem.estimate().nodes) == (few, nodes)
    assert problem.estimate(memory=2**30).nodes == nodes
    assert problem.count(memory=1) == problem.count() == EIGHT_QUEENS
    assert [len(list(problem.solutions(memory=memory))) for memory in (None, 1)] == [EIGHT_QUEENS] * 2


@pytest.mark.parametrize(
    ("bounds", "error"),
    [
        ({"nodez": 3}, TypeError),
        ({"nodes": -1}, ValueError),
        ({"nodes": 1.5}, TypeError),
        ({"time": -1}, ValueError),
        ({"time": float("nan")}, ValueError),
        ({"threads": 0}, ValueError),
        ({"progress": 3}, TypeError),
    ],
)
def test_wrong_limits_are_refused(bounds: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        queens(4).count(**bounds)  # type: ignore[arg-type]


def test_seeds_and_threads_do_not_change_answers() -> None:
    problem = queens(11)
    wanted = [solution.options for solution in problem.solutions(threads=1)]
    assert len(wanted) == 2680
    assert [solution.options for solution in problem.solutions(threads=2)] == wanted
    mixed = [solution.options for solution in problem.solutions(seed=5)]
    assert mixed != wanted and sorted(mixed) == sorted(wanted)
    assert [solution.options for solution in queens(11).solutions(seed=5)] == mixed
    assert problem.sample(5, seed=1) == queens(11).sample(5, seed=1)


def test_progress_goes_to_a_callback(long: q.Problem) -> None:
    seen: list[q.Progress] = []
    long.count(method="walk", time=2, progress=seen.append)
    assert seen and all(0 <= (progress.share or 0) <= 1 for progress in seen)
    assert seen[-1].nodes > 0 and seen[-1].seconds > 0 and "nodes=" in repr(seen[-1])
    with tqdm(total=1.0, disable=True) as bar:
        long.count(
            method="walk", time=0.3, progress=lambda now: bar.update((now.share or 0) - bar.n)
        )

    def stop(_: q.Progress) -> None:
        raise LookupError("enough")

    for ask in (LONG["walk"], LONG["solutions"]):
        with pytest.raises(LookupError, match="enough"):
            if ask is LONG["walk"]:
                long.count(method="walk", progress=stop)
            else:
                for _ in long.solutions(progress=stop):
                    pass

    def ask_more(_: q.Progress) -> None:
        assert queens(8).count() == EIGHT_QUEENS

    long.count(method="walk", time=0.4, progress=ask_more)


def test_many_threads_ask_one_problem() -> None:
    problem = queens(8)

    def ask(number: int) -> tuple[int, int, int]:
        assumed = problem.assume(force=[number])
        return problem.count(), assumed.count(), len(list(problem.solutions()))

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, [number % 64 for number in range(200)]))
    assert all(answer[0] == answer[2] == EIGHT_QUEENS for answer in answers)
    assert sum(answer[1] for answer in answers[:64]) == 8 * EIGHT_QUEENS


def test_threads_share_one_iterator() -> None:
    problem = queens(10)
    solutions = problem.solutions()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: [s.options for s in solutions], range(4)))
    together = [options for part in found for options in part]
    assert sorted(together) == sorted(s.options for s in problem.solutions())


def test_an_iterator_that_is_busy(long: q.Problem) -> None:
    # A callback sees the iterator that it belongs to, but cannot continue it.
    seen: list[object] = []

    def look(_: q.Progress) -> None:
        seen.append((walk.stop, walk.complete, repr(walk)))
        next(walk)

    walk = long.solutions(progress=look, threads=1)
    with pytest.raises(ValueError, match="already running"):
        for _ in walk:
            pass
    assert seen[0][:2] == (None, False)  # type: ignore[index]
    assert list(walk) == []
    # Ctrl-C is heard while another thread advances the iterator.
    holes = [[("pigeon", pigeon), ("hole", hole)] for pigeon in range(20) for hole in range(19)]
    slow = q.Problem.from_options(holes, secondary=[("hole", hole) for hole in range(19)])
    walk = slow.solutions(time=5, threads=1)
    thread = threading.Thread(target=lambda: list(walk), daemon=True)
    thread.start()
    time.sleep(0.2)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        next(walk)
    assert time.monotonic() - start < 3
    thread.join()


def test_an_iterator_of_the_parent_is_refused_after_a_fork() -> None:
    walk = queens(14).solutions()
    next(walk)
    child = os.fork()
    if child == 0:
        try:
            next(walk)
        except RuntimeError as error:
            del walk
            os._exit(7 if "forked" in str(error) else 8)
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    next(walk)


def test_one_thread_searches_on_demand_only() -> None:
    # In a process of its own: other tests may leave threads that have not ended yet.
    script = """
import time
from test_running import queens
walk = queens(14).solutions(threads=1)
for _ in range(200):
    next(walk)
time.sleep(0.2)
before = time.process_time()
time.sleep(0.5)
print(time.process_time() - before)
"""
    output = subprocess.check_output(
        [sys.executable, "-c", script], cwd=os.path.dirname(__file__), timeout=60
    )
    assert float(output) < 0.2


def test_a_fork_has_no_locks_of_other_threads() -> None:
    board = q.sudoku.Board("." * 1296, "36x36 x")
    thread = threading.Thread(target=lambda: board.count(time=1), daemon=True)
    thread.start()
    time.sleep(0.01)
    child = os.fork()
    if child == 0:
        board.count(time=0.5)
        os._exit(7)
    end = time.monotonic() + 60
    while (done := os.waitpid(child, os.WNOHANG))[0] == 0:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(done[1]) == 7
    thread.join()


def test_other_threads_run_while_a_question_runs(long: q.Problem) -> None:
    turns = 0
    done = threading.Event()

    def turn() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.001)

    thread = threading.Thread(target=turn)
    thread.start()
    long.count(method="walk", time=0.5, threads=1)
    done.set()
    thread.join()
    assert turns > 20


def count_of(problem: q.Problem) -> int:
    return problem.count()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_problems_go_to_other_processes(method: str) -> None:
    problem = queens(8)
    problem.count()
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        assert pool.map(count_of, [problem] * 3) == [EIGHT_QUEENS] * 3


def test_everything_can_be_copied() -> None:
    problem = queens(6)
    (first, *_) = problem.solutions()
    for thing in (
        first,
        problem.count(),
        problem.best(2),
        problem.estimate(),
        problem.explain(),
        problem.assume(force=[1]),
        problem.reduce(),
        q.sudoku.Board("." * 80 + "1").problem,
        problem.compile(),
        q.tile("3x20", "pentominoes"),
        q.tile("4x5", "I4 L4*2 T4 O4", gaps=...),
        q.sudoku.Board("." * 81),
        q.sudoku.generate(seed=3).rate(),
        q.sudoku.generate(seed=3).rate(scale="guesses"),
        q.sudoku.generate(seed=3).steps(),
        q.sudoku.generate(seed=3).hint(),
        problem.steps(),
        q.BadProblem("x", line=1, column=2, help="y"),
        q.NoSolution("none"),
    ):
        copy = pickle.loads(pickle.dumps(thing))
        assert type(copy) is type(thing)
        assert str(copy) == str(thing) or "0x" in str(thing)
    count = problem.count(limit=2)
    copy = pickle.loads(pickle.dumps(count))
    assert (copy, copy.complete, copy.stop) == (2, False, count.stop)
    assert pickle.loads(pickle.dumps(first)).data == first.data


def test_questions_do_not_leak() -> None:
    problem = queens(5)
    assumed = problem.assume(force=[0])

    def ask(times: int) -> None:
        for _ in range(times):
            problem.first()
            problem.is_unique()
            assumed.count()
            for solution in problem.solutions():
                solution.items  # noqa: B018
                break

    def resident() -> int:
        gc.collect()
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    ask(2_000)
    before = resident()
    # 100,000 questions; a leak of 40 bytes in each would be found.
    ask(25_000)
    assert resident() - before < 4_000_000


def test_problems_do_not_leak() -> None:
    class Own:
        """Data that knows the problem it belongs to."""

        def __init__(self, problem: q.Problem) -> None:
            self.problem = problem

    def make(times: int) -> None:
        for _ in range(times):
            problem = q.Problem(["a"])
            problem.option(["a"], data=Own(problem))
            problem.last = problem.first()  # type: ignore[attr-defined]
            problem.diagram = problem.compile()  # type: ignore[attr-defined]
            problem.walk = problem.solutions()  # type: ignore[attr-defined]

    make(500)
    gc.collect()
    # Other threads, such as those of Dask, make and drop objects of their own.
    assert not any(type(thing) is Own for thing in gc.get_objects())


def test_the_interpreter_ends_while_a_question_runs() -> None:
    script = """
import sys, threading
from test_running import queens
problem = queens(26)
threading.Thread(target=problem.count, daemon=True).start()
walk = problem.solutions()
next(walk)
sys.exit(7)
"""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=os.path.dirname(__file__),
        timeout=60,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (7, "")


def test_a_question_of_two_steps_has_one_time_limit() -> None:
    now = time.perf_counter()
    assert left({"nodes": 3}, now - 5) == {"nodes": 3}
    assert left({"time": 1, "nodes": 3}, now - 5) == {"time": 0.0, "nodes": 3}
    rest = left({"time": timedelta(minutes=1)}, now - 30)["time"]
    assert isinstance(rest, float) and 0 < rest <= 30
