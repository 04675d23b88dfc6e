"""All questions, compared with a naive solver on random problems."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Naive

import quadrille as q

#: Names of many kinds. None of them are equal, but some have the same text.
NAMES = [
    "a",
    "1",
    1,
    2.5,
    (1, "b"),
    "1,b",
    frozenset([3]),
    None,
    b"x",
    Fraction(1, 3),
    ("a",),
    False,
]
COLOURS = ["red", 7, ("deep", "blue"), "7"]


@st.composite
def problems(draw: st.DrawFn) -> Naive:
    """Problems of at most 10 options."""
    names = draw(st.permutations(NAMES))
    primary_count = draw(st.integers(1, 5))
    secondary_count = draw(st.integers(0, 3))
    times = st.one_of(
        st.just((1, 1)),
        st.just((1, 1)),
        st.tuples(st.integers(0, 2), st.integers(0, 2)).map(lambda low: (low[0], max(sum(low), 1))),
    )
    primary = {name: draw(times) for name in names[:primary_count]}
    secondary = list(names[primary_count : primary_count + secondary_count])
    options = []
    for _ in range(draw(st.integers(0, 10))):
        items = draw(st.lists(st.sampled_from([*primary, *secondary]), unique=True, max_size=4))
        colour = st.one_of(st.none(), st.sampled_from(COLOURS))
        options.append([(item, draw(colour) if item in secondary else None) for item in items])
    costs = [draw(st.integers(-2, 4)) for _ in options]
    return Naive(primary, secondary, options, costs)


def build(naive: Naive) -> q.Problem:
    """The same problem."""
    problem = q.Problem(naive.primary, naive.secondary)
    for number, option in enumerate(naive.options):
        uses = [item if colour is None else (item, colour) for item, colour in option]
        assert problem.option(uses, cost=naive.costs[number], data=("data", number)) == number
    return problem


@settings(max_examples=300, deadline=None)
@given(problems(), st.data())
def test_every_question_has_the_naive_answer(naive: Naive, data: st.DataObject) -> None:
    problem = build(naive)
    wanted = naive.solutions()
    found = list(problem.solutions())
    assert len(found) == len(wanted)
    assert {solution.options for solution in found} == wanted
    seeded = [solution.options for solution in problem.solutions(seed=data.draw(st.integers(0, 9)))]
    assert sorted(seeded) == sorted(wanted)
    for solution in found:
        assert solution.data == tuple(("data", option) for option in solution)
        assert solution.cost == naive.cost(solution.options)
        assert problem.check(solution) == []
        uses = [
            tuple(item if colour is None else (item, colour) for item, colour in naive.options[o])
            for o in solution
        ]
        assert solution.items == tuple(uses)
    first = problem.first()
    assert (first is None) == (not wanted)
    assert problem.is_unique() == (len(wanted) == 1)
    for method in ("auto", "walk", "memo"):
        count = problem.count(method=method)
        assert (count, count.complete) == (len(wanted), True)
    check_costs(problem, naive, wanted)
    check_diagram(problem, wanted, naive)
    check_reduced(problem, wanted)
    check_steps(problem, wanted)
    assert (problem.explain().solution is None) == (not wanted)
    # A copy has the same answers.
    copy = pickle.loads(pickle.dumps(problem))
    assert [s.options for s in copy.solutions()] == [s.options for s in found]
    assert [s.items for s in copy.solutions()] == [s.items for s in found]
    assert copy.items == problem.items
    # What is assumed.
    numbers = st.sets(st.integers(0, max(len(naive.options) - 1, 0)), max_size=2)
    if naive.options:
        force, forbid = data.draw(numbers), data.draw(numbers)
        with problem.assume(force=force, forbid=forbid) as assumed:
            left = {s for s in wanted if force <= set(s) and not forbid & set(s)}
            assert assumed.count() == len(left)
            check_steps(assumed, left)
            assert {s.options for s in assumed.solutions()} == left
            assert all(assumed.check(s) == [] for s in left)
            assert all(assumed.check(s) != [] for s in wanted - left)
    # An option that is added later.
    item = next(iter(naive.primary))
    naive.options.append([(item, None)])
    naive.costs.append(0)
    problem.option([item])
    assert problem.count() == len(naive.solutions())


def check_costs(problem: q.Problem, naive: Naive, wanted: set[tuple[int, ...]]) -> None:
    """The cheapest solutions."""
    if not wanted:
        with pytest.raises(q.NoSolution):
            problem.best()
        with pytest.raises(q.NoSolution):
            problem.sample(1)
        return
    costs = sorted(map(naive.cost, wanted))
    for k in (1, 3):
        best = problem.best(k)
        assert [solution.cost for solution in best] == costs[:k]
        assert best.optimal and best.complete and best.bound == costs[0]
        assert best.ties == (None if k == 1 else costs.count(costs[0]))
        dearest = problem.best(k, sense="max")
        assert [solution.cost for solution in dearest] == costs[::-1][:k]
        assert dearest.optimal and dearest.bound == costs[-1]


def check_diagram(problem: q.Problem, wanted: set[tuple[int, ...]], naive: Naive) -> None:
    """The diagram of all solutions."""
    diagram = problem.compile()
    assert diagram.count() == len(wanted) == len(list(diagram))
    assert {solution.options for solution in diagram} == wanted
    uses = Counter(option for solution in wanted for option in solution)
    assert diagram.marginals() == [uses[option] for option in range(len(naive.options))]
    assert [s.options for s in pickle.loads(pickle.dumps(diagram))] == [s.options for s in diagram]
    if wanted:
        assert {solution.options for solution in diagram.sample(20, seed=3)} <= wanted
        assert {solution.options for solution in problem.sample(20, seed=3)} <= wanted


def check_reduced(problem: q.Problem, wanted: set[tuple[int, ...]]) -> None:
    """A smaller problem with the same solutions."""
    reduced = problem.reduce()
    restored = {reduced.restore(solution).options for solution in reduced.problem.solutions()}
    assert restored == wanted
    for option in range(len(reduced.problem) if wanted else 0):
        data = reduced.problem.data_of(option)
        assert data == problem.data_of(reduced.origin(option))


def check_steps(problem: q.Questions, wanted: set[tuple[int, ...]]) -> None:
    """The steps of a person."""
    steps = problem.steps()
    for step in steps:
        assert all(set(step.chosen) <= set(solution) for solution in wanted)
        assert not any(set(step.removed) & set(solution) for solution in wanted)
        assert step.text
    ends = {"solved": {1}, "no-solution": {0}, "stuck": range(2, len(wanted) + 1)}
    assert len(wanted) in ends[str(steps.end)]
    assert all(set(steps.chosen) <= set(solution) for solution in wanted)
    if steps.solution is not None:
        assert {steps.solution.options} == wanted
