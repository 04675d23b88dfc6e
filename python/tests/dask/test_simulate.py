"""The simulator counts every unit exactly once, whatever happens to the workers."""

from __future__ import annotations

import random

import pytest

from quadrille.dask.simulate import Outcome, Simulation, World, draw

#: Workers are lost every few minutes, and every tenth result is torn.
HARSH = World(workers=50, life=300.0, torn=0.1, slow=0.2, spread=0.5)


def sample() -> list[tuple[float, float]]:
    chance = random.Random(1)
    return [(chance.lognormvariate(0, 1), chance.lognormvariate(0, 1)) for _ in range(200)]


def simulate(world: World, nodes: float, seed: int = 0) -> tuple[Outcome, Simulation]:
    units = draw(sample(), nodes, 2000, seed)
    simulation = Simulation(units, world, seed)
    return simulation.run(), simulation


@pytest.mark.parametrize("seed", range(5))
def test_work_is_conserved(seed: int) -> None:
    outcome, simulation = simulate(HARSH, 2e10, seed)
    assert outcome.nodes == pytest.approx(2e10)
    assert 0 < outcome.busy <= 1
    assert set(outcome.counted.values()) == {1}
    # A unit is complete itself, or by the parts of its rest.
    parents = {key.rsplit("/", 1)[0] for key in simulation.true_nodes if "/" in key}
    assert parents.isdisjoint(outcome.counted)
    assert parents | set(outcome.counted) == set(simulation.true_nodes)
    assert outcome.lost > 0 and outcome.rests > 0


def test_the_same_seed_gives_the_same_run() -> None:
    first, second, other = (simulate(HARSH, 2e10, seed)[0] for seed in (1, 1, 2))
    assert first == second
    assert first != other


def test_long_runs_keep_the_workers_busy() -> None:
    assert simulate(World(workers=100), 1e12)[0].busy > 0.95
