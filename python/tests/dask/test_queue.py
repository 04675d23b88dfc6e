"""The queue makes tasks that suit the cluster. It never loses a unit."""

from __future__ import annotations

import pytest

from quadrille.dask import queue as numbers
from quadrille.dask.queue import Queue, Unit


def units(number: int, weight: float = 1e6) -> list[Unit]:
    return [Unit(f"line {n}", f"key {n}", weight) for n in range(number)]


def test_every_unit_is_in_one_task() -> None:
    queue = Queue()
    queue.add(units(1000))
    taken = []
    while task := queue.next_task(workers=3):
        taken += [unit.key for unit in task.units]
    assert sorted(taken) == sorted(unit.key for unit in units(1000))
    assert len(queue) == 0 and queue.nodes == 0


def test_tasks_have_the_wanted_time_and_become_shorter() -> None:
    queue = Queue(seconds=60)
    queue.finished(nodes=1e6, seconds=1)
    queue.add(units(1000))
    nodes = []
    while task := queue.next_task(workers=2):
        nodes.append(task.nodes)
    assert nodes[0] == 60e6
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[-1] <= numbers.SHORTEST * 1e6


def test_tasks_of_a_large_cluster_do_not_overload_the_coordinator() -> None:
    queue = Queue(seconds=60)
    queue.finished(nodes=1e6, seconds=1)
    queue.add(units(100))
    assert queue.wanted_seconds(workers=10_000) == 5 * numbers.COORDINATION * 10_000


def test_lost_workers_make_tasks_shorter() -> None:
    queue = Queue(seconds=60)
    queue.finished(nodes=1e6, seconds=1)
    queue.add(units(100_000))
    queue.note_losses(0, workers=2, elapsed=3600)
    assert 50 < queue.wanted_seconds(workers=2) < 55
    # Each of the two workers was lost every 40 s.
    queue.note_losses(89, workers=2, elapsed=1800)
    assert queue.wanted_seconds(workers=2) == pytest.approx(4.0)
    # A large cluster has long tasks at once.
    queue.note_losses(0, workers=1000, elapsed=10)
    assert queue.wanted_seconds(workers=2) == 60


def test_heavy_units_come_first() -> None:
    queue = Queue()
    queue.add([Unit("light", "light", 1.0), Unit("heavy", "heavy", 1e12)])
    task = queue.next_task(workers=1)
    assert task is not None
    assert [unit.key for unit in task.units] == ["heavy"]


def test_a_fruitless_task_makes_later_tasks_longer() -> None:
    queue = Queue(seconds=1)
    queue.add(units(1000))
    before = queue.wanted_seconds(workers=1)
    queue.fruitless()
    assert queue.wanted_seconds(workers=1) == 2 * before


def test_a_unit_that_fails_repeatedly_is_an_error() -> None:
    queue = Queue()
    queue.add(units(1))
    for _ in range(numbers.FAILURES - 1):
        task = queue.next_task(workers=1)
        assert task is not None
        queue.failed(task)
    task = queue.next_task(workers=1)
    assert task is not None
    with pytest.raises(ValueError, match="unit key 0 failed 5 times"):
        queue.failed(task)
