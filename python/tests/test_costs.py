"""Prices of items, and the examples of problems with costs."""

from __future__ import annotations

import importlib
import os
import pickle
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import quadrille as q
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = next(folder for folder in Path(__file__).parents if (folder / "docs").is_dir())
#: Pairs of three items. The cheapest cover costs 9, and half of each pair costs 8.
PAIRS = [["a", "b"], ["b", "c"], ["a", "c"], ["a"], ["b"], ["c"], ["a", "b", "c"]]
COSTS = [5, 6, 5, 9, 9, 9, 10]


def pairs() -> q.Problem:
    return q.Problem.from_options(PAIRS, costs=COSTS)


def reduced(problem: q.Problem, prices: q.Prices) -> list[float]:
    """The reduced cost of each option."""
    options = range(len(problem))
    return [
        prices.reduced_cost(problem.items_of(option), problem.cost_of(option)) for option in options
    ]


def test_prices_are_those_of_the_linear_relaxation() -> None:
    problem = pairs()
    prices = problem.prices()
    # Half of each pair: 8.
    assert prices.bound == 8 and prices.complete and prices.stop is None
    assert sum(prices.items.values()) == pytest.approx(8, abs=0.01)
    assert prices.items == pytest.approx({"a": 2, "b": 3, "c": 3}, abs=0.01)
    assert min(reduced(problem, prices)) > -0.01
    assert problem.best()[0].cost == 10
    assert pickle.loads(pickle.dumps(prices)) == prices


def test_prices_of_the_dearest() -> None:
    problem = pairs()
    prices = problem.prices(sense="max")
    # Each item alone.
    assert prices.bound == 27 == problem.best(sense="max")[0].cost
    assert sum(prices.items.values()) == pytest.approx(27)
    assert max(reduced(problem, prices)) < 0.01
    with pytest.raises(ValueError, match="expected 'min' or 'max'"):
        problem.prices(sense="most")
    # Twice this cost is out of range.
    large = q.Problem.from_options([["a"], ["a"]], costs=[2**63 - 2, -1])
    assert large.prices(sense="max").bound == 2**63 - 2 and large.prices().bound == -1


def test_prices_of_decimal_costs() -> None:
    problem = q.Problem.from_options([["a"], ["b"], ["a", "b"]], costs=[3, 4.25, 9])
    prices = problem.prices()
    assert (prices.items, prices.bound) == ({"a": 3, "b": 4.25}, Decimal("7.25"))
    assert prices.reduced_cost(["b", "a"], Decimal("9.5")) == 2.25
    assert prices.reduced_cost([]) == 0


def test_items_that_have_no_price() -> None:
    problem = q.Problem(["a", "b"], ["x", ("y", 1)])
    for colour in ("red", "blue"):
        problem.option(["a", ("x", colour)], cost=2)
        problem.option(["b", ("x", colour), ("y", 1)], cost=3)
    prices = problem.prices()
    assert prices.bound == 5 and prices.items["x"] == 0
    assert prices.reduced_cost(["a", ("x", "green"), ("y", 1)], 4) == pytest.approx(2)
    for wrong in ("c", ("c", "red"), ("a", "b", "c")):
        with pytest.raises(q.BadProblem, match="there is no item"):
            prices.reduced_cost([wrong])
    # A forced option covers its items beforehand.
    assumed = problem.assume(force=[0]).prices()
    assert (assumed.bound, assumed.items["a"]) == (5, 0)


def test_limits_of_prices() -> None:
    # The limits of searches mean nothing here.
    assert pairs().prices(limit=0, nodes=0, threads=1) == pairs().prices()
    with pytest.raises(TypeError, match="nodez"):
        pairs().prices(nodez=3)  # type: ignore[call-arg]
    with pytest.raises(q.NoSolution):
        q.Problem(["a"]).prices()
    assert q.Problem().prices() == q.Prices({}, 0, None)
    size = 40
    items = [(kind, n) for kind in "rc" for n in range(size)]
    large = q.Problem(items)
    for row in range(size):
        for column in range(size):
            large.option([("r", row), ("c", column)], cost=(row * 31 + column * 17) % 97)
    best = large.prices().bound
    try:
        stopped = large.prices(time=0)
    except q.Stopped as error:
        assert error.reason == "time limit"
    else:
        assert stopped.bound <= best and (stopped.complete or stopped.stop == "time limit")


rows = st.lists(st.tuples(st.sets(st.integers(0, 4), min_size=1, max_size=3), st.integers(-9, 30)))


@settings(max_examples=150, deadline=None)
@given(rows, st.sampled_from(["min", "max"]))
def test_no_solution_is_better_than_the_bound(rows: list[tuple[set[int], int]], sense: str) -> None:
    problem = q.Problem(range(5))
    for items, cost in rows:
        problem.option(items, cost=cost)
    sign = 1 if sense == "min" else -1
    try:
        best = problem.best(sense=sense)[0].cost
    except q.NoSolution:
        return
    prices = problem.prices(sense=sense)
    assert sign * prices.bound <= sign * best
    if all(sum(item in items for items, _ in rows) > 1 for item in range(5)):
        # What the prices prove is never more than the bound.
        costs = [sign * cost for cost in reduced(problem, prices)]
        proved = sign * sum(prices.items.values()) + sum(min(0, cost) for cost in costs)
        assert proved <= sign * prices.bound + 0.001


def example(name: str, *arguments: str) -> tuple[int, list[str], str]:
    """Runs an example: its exit code, its lines, and its errors."""
    ended = subprocess.run(
        [sys.executable, "-B", f"examples/python/{name}.py", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    return ended.returncode, ended.stdout.splitlines(), ended.stderr


def shown(command: str) -> list[str]:
    """What the page about costs shows as the output of a command."""
    text = (ROOT / "docs" / "costs.md").read_text()
    _, _, rest = text.partition(f"\n$ {command}\n")
    lines = rest.split("\n```")[0].splitlines()
    assert lines, command
    return lines


@pytest.mark.parametrize("call", ["crews", "crews 2", "routes", "timetable"])
def test_the_examples_print_what_those_in_rust_print(call: str) -> None:
    name, *arguments = call.split()
    command = " ".join(
        ["cargo run --release --example", name, *(["--", *arguments] if arguments else [])]
    )
    assert example(name, *arguments) == (0, shown(command), "")


def module(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports an example, and leaves no file behind."""
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "python"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return importlib.import_module(name)


def test_the_same_plan_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    crews = module("crews", monkeypatch)
    # 54 plans share the least cost. Which of them is found depends on no clock and no thread.
    text = crews.model(str(ROOT / "examples" / "tables" / "duties.csv"), 2).to_text()
    best = [q.Problem.from_dlx(text).best(threads=1 + n % 2)[0] for n in range(100)]
    assert len({solution.options for solution in best}) == 1


@pytest.mark.parametrize(("vans", "least", "known"), [(9, 827, 189), (7, 854, 148)])
def test_generated_routes_are_as_good_as_all_routes(
    vans: int, least: int, known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, lines, errors = example("column_generation", str(vans))
    assert (code, errors) == (0, "") and lines[0].startswith("round 1: with 24 routes")
    end = f"{least}  is the least cost, as no better plan has other routes than these {known}"
    assert lines[-1].strip() == end
    page = (ROOT / "docs" / "costs.md").read_text()
    assert vans != 9 or "\n".join(["```text", *lines, "```"]) in page
    routes = module("routes", monkeypatch)
    monkeypatch.setattr(routes, "LONG", 9999)
    places = routes.places_of(str(ROOT / "examples" / "tables" / "orders.csv"))
    assert len(routes.routes_of(places)) == 2522
    assert routes.model(places, vans).best()[0].cost == least


@pytest.mark.parametrize(
    ("table", "line", "text", "error"),
    [
        (
            "duties",
            3,
            "D2,6,noon,10,AC6 CA10",
            'invalid end "noon", expected a number from 0 to 9999',
        ),
        ("duties", 3, "D2,6,12,10", "4 fields, expected 5"),
        ("duties", 3, "D2,6,5,10,AC6 CA10", "the duty ends at 5, but starts at 6"),
        ("duties", 4, "D3,6,12,10,AB6 AB6", "a flight occurs twice"),
        ("duties", 4, "D3,6,12,10,", "no flights"),
        (
            "duties",
            1,
            "duty,cost",
            'the columns are "duty,cost", expected "duty,start,end,cost,flights"',
        ),
        ("customers", 3, "Adams,20,72,13", "demand 13, expected 1 to 12"),
        ("customers", 4, "Adams,20,72,3", '"Adams" occurs twice'),
        ("lessons", 3, "maths1,1a,Ann,r1", '"1a maths1" occurs twice'),
        ("slots", 2, "Mon9,Mon,noon", 'invalid part "noon", expected morning, afternoon or late'),
        ("wishes", 2, "late lessons at most,1,Eve,3", 'there is no teacher "Eve"'),
        ("wishes", 4, "free mornings at least,4,Ann,4", "4 free mornings, but there are 3 days"),
        (
            "wishes",
            2,
            "sun,1,,3",
            'invalid wish "sun", expected "late lessons at most" or "free mornings at least"',
        ),
    ],
)
def test_mistakes_in_tables(table: str, line: int, text: str, error: str, tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    shutil.copytree(ROOT / "examples" / "tables", tables)
    file = tables / f"{table}.csv"
    lines = file.read_text().splitlines()
    lines[line - 1] = text
    file.write_text("\n".join(lines) + "\n")
    calls = {"duties": ["crews", "3"], "customers": ["routes", "3"]}
    name, *arguments = calls.get(table, ["timetable"])
    arguments.append(str(file if arguments else tables))
    assert example(name, *arguments) == (1, [], f"error: {file}:{line}: {error}\n")


def test_wrong_arguments_of_the_examples() -> None:
    for arguments, error in [
        (["x"], 'invalid number "x", expected 1 to 1000'),
        (["1", "2", "3"], "3 arguments, expected a number and a table"),
        (["1", "none.csv"], "[Errno 2] No such file or directory: 'none.csv'"),
    ]:
        assert example("crews", *arguments) == (1, [], f"error: {error}\n")


def test_types_of_the_examples() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull]
    files = sorted(str(file) for file in (ROOT / "examples" / "python").glob("*.py"))
    checked = subprocess.run(
        [*command, *files],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT / "examples" / "python",
    )
    assert checked.returncode == 0, checked.stdout
