"""Problems: names, options, matrices, texts."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from unittest import mock

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import quadrille as q


def options_of(problem: q.Problem) -> list[tuple[object, ...]]:
    return [problem.items_of(option) for option in range(len(problem))]


def test_names_with_the_same_text_are_different() -> None:
    problem = q.Problem(primary=[1, "1", (1,), "1#2"])
    for name in problem.items:
        problem.option([name])
    assert problem.count() == 1
    assert problem.first().items == ((1,), ("1",), ((1,),), ("1#2",))
    assert problem.to_text().split("\n")[0] == "1 1#2 1#3 1#2#2"


def test_an_option_that_is_refused_is_not_added() -> None:
    problem = q.Problem(["a", "b"])
    problem.option(["a"], cost=2**63 - 1)
    with pytest.raises(q.BadProblem):
        problem.option(["b"], cost=1, data="x")
    assert (len(problem), problem.count()) == (1, 0)
    with pytest.raises(q.BadProblem, match="multiplicity"):
        problem.primary("c", [1])  # type: ignore[arg-type]
    with pytest.raises(q.BadProblem, match="cost -9223372036854775808"):
        q.Problem.from_matrix([[1]], costs=[-(2**63)])


def test_copies_do_not_share_anything() -> None:
    problem = q.Problem(["a", "b"])
    problem.option(["a"])
    other = copy.copy(problem)
    other.option(["b"], data="X")
    problem.option(["b"])
    assert problem.data_of(1) is None and other.data_of(1) == "X"


class Named(q.Problem):
    """A problem with a constructor of its own."""

    def __init__(self, title: str) -> None:
        super().__init__(["a"])
        self.title = title


def test_classes_of_users() -> None:
    named = pickle.loads(pickle.dumps(Named("jobs")))
    assert (type(named), named.title, named.items) == (Named, "jobs", ("a",))
    assert Named.from_options([["a"]]).count() == 1
    assert Named.from_matrix([[1]]).count() == 1


def test_many_equal_texts_take_little_time() -> None:
    class Same:
        def __str__(self) -> str:
            return "same"

    names = [Same() for _ in range(20_000)]
    problem = q.Problem(names, ["wall"])
    for name in names:
        problem.option([name, ("wall", Same())])
    assert problem.items_of(777)[0] is names[777]
    assert len(set(problem.to_text("json").split('"'))) > 40_000


def test_reduced_problems() -> None:
    problem = q.Problem.from_options([["a"], ["b", "c"], ["c", "d"], ["b"], ["c"], ["d"]])
    reduced = pickle.loads(pickle.dumps(problem.reduce()))
    assert {reduced.restore(s).options for s in reduced.problem.solutions()} == {
        s.options for s in problem.solutions()
    }
    assert repr(reduced) == "<Reduced: 6 options become 5>"
    for wrong in (-1, 99):
        with pytest.raises(IndexError):
            reduced.origin(wrong)
        with pytest.raises(IndexError):
            reduced.restore([wrong])
    unfinished = problem.reduce(time=0)
    copied = pickle.loads(pickle.dumps(unfinished))
    assert len(copied.problem) == len(unfinished.problem)
    solution = problem.first()
    assert (solution[0], solution[-1], solution != mock.ANY) == (*solution.options[::2], False)
    assert not any(wrong in solution for wrong in (-1, 2**40, "x", None))


def test_items_that_no_option_covers() -> None:
    problem = q.Problem.from_options([["a"]], primary=["b"], secondary=["x", "y"])
    assert problem.items == ("b", "a", "x", "y")
    assert problem.option(["a", "x"]) == 1
    for wrong in ({"secondary": [["x"]]}, {"primary": [["x"]]}):
        with pytest.raises(q.BadProblem):
            q.Problem.from_options([["a"]], **wrong)  # type: ignore[arg-type]
    with pytest.raises(q.BadProblem, match="column"):
        q.Problem.from_matrix([[1]], names=[["a"]])  # type: ignore[list-item]
    with pytest.raises(q.BadProblem, match="row 0 is 1"):
        q.Problem.from_matrix([1, 0])


def test_a_mapping_has_its_keys_as_data() -> None:
    problem = q.Problem.from_options({"A": "x y".split(), 7: ["z"]}, costs=[2, 3])
    (solution,) = problem.solutions()
    assert (solution.data, solution.cost, list(solution)) == (("A", 7), 5, [0, 1])
    assert 1 in solution and 2 not in solution and len(solution) == 2


def test_secondary_items_and_colours_of_options() -> None:
    rows = [["a", "x"], ["b", ("x", 3)], ["a", ("x", 3)]]
    problem = q.Problem.from_options(rows, secondary=["x"])
    assert [solution.options for solution in problem.solutions()] == [(1, 2)]
    assert options_of(problem)[1] == ("b", ("x", 3))
    assert problem.times("a") == (1, 1) and problem.times("x") is None


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda p: p.option(["tusday"]),
            "there is no item 'tusday'\nhelp: did you mean 'tuesday'?",
        ),
        (lambda p: p.option("tuesday"), "the option 'tuesday' is a text, expected a list of items"),
        (lambda p: p.option(["tuesday", "tuesday"]), 'item "tuesday" occurs twice'),
        (lambda p: p.option([["tuesday"]]), "['tuesday'] cannot name an item: it is not hashable"),
        (lambda p: p.option([("tuesday", "red")]), 'item "tuesday" is primary'),
        (lambda p: p.option(["tuesday"], cost=-(2**63)), "the cost -9223372036854775808 is out of range"),
        (lambda p: p.option(["tuesday"], cost=0.1234567891), "the cost 0.1234567891 has more than 9"),
        (lambda p: p.option(["tuesday"], cost=float("nan")), "the cost nan is not a finite number"),
        (lambda p: p.option(["tuesday"], cost=1e30), "is out of range"),
        (lambda p: p.primary("tuesday"), "there are two items 'tuesday'"),
        (lambda p: p.primary("x", (3, 2)), "3 to 2, expected the lower bound first"),
    ],
)
def test_what_is_wrong_is_said(build: object, message: str) -> None:
    problem = q.Problem(primary=["tuesday"])
    with pytest.raises(q.BadProblem) as error:
        build(problem)  # type: ignore[operator]
    assert message.split("\n")[0] in str(error.value)
    assert all(line in str(error.value) for line in message.split("\n"))
    # The problem is as it was.
    assert (problem.items, len(problem)) == (("tuesday",), 0)


MATRIX = [[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1]]


@pytest.mark.parametrize(
    "matrix",
    [
        MATRIX,
        np.array(MATRIX),
        np.array(MATRIX, dtype=bool),
        np.array(MATRIX, dtype=float),
        np.asfortranarray(np.array(MATRIX, dtype=np.uint8)),
        np.array(MATRIX + MATRIX)[:5][::1],
        sp.csr_matrix(np.array(MATRIX)),
        sp.csr_array(np.array(MATRIX, dtype=bool)),
        sp.csc_matrix(np.array(MATRIX)),
        sp.coo_array(np.array(MATRIX)),
    ],
)
def test_matrices(matrix: object) -> None:
    problem = q.Problem.from_matrix(matrix)
    assert options_of(problem) == [(0, 2), (1, 3), (), (0, 1), (2, 3)]
    assert {solution.options for solution in problem.solutions()} == {(0, 1), (3, 4)}
    with pytest.raises(q.BadProblem, match="5 options"):
        q.Problem.from_matrix(matrix, data="ab")
    named = q.Problem.from_matrix(matrix, names="abcd", secondary=["d"], data=range(5))
    assert named.first().items[0] == ("a", "c")
    assert named.times("d") is None


def test_sparse_matrices_with_zeros_and_long_indices() -> None:
    matrix = sp.csr_matrix(np.array(MATRIX))
    matrix.indices, matrix.indptr = matrix.indices.astype("int64"), matrix.indptr.astype("int64")
    matrix.data[1] = 0
    problem = q.Problem.from_matrix(matrix)
    assert options_of(problem)[0] == (0,)
    # The matrix of the caller is unchanged.
    assert matrix.nnz == 8
    roomy = sp.csr_matrix(np.array(MATRIX))
    roomy.data, roomy.indices = np.append(roomy.data, [1, 1]), np.append(roomy.indices, [0, 1])
    assert options_of(q.Problem.from_matrix(roomy))[4] == (2, 3)
    short = sp.csr_matrix(np.array(MATRIX))
    short.indices, short.indptr = short.indices.astype("int16"), short.indptr.astype("uint32")
    assert options_of(q.Problem.from_matrix(short))[4] == (2, 3)
    short.indices[0] = -1
    with pytest.raises(q.BadProblem, match="outside of its 4 columns"):
        q.Problem.from_matrix(short)
    with pytest.raises((MemoryError, q.BadProblem)):
        q.Problem.from_matrix(sp.csr_array((1, 2**62)))
    twice = sp.csr_matrix((np.ones(3), np.array([1, 1, 0]), np.array([0, 2, 3])), shape=(2, 2))
    with pytest.raises(q.BadProblem):
        q.Problem.from_matrix(twice)


@pytest.mark.parametrize("value", [2, -1, 0.5, float("nan")])
@pytest.mark.parametrize("make", [np.array, sp.csr_matrix, list])
def test_a_matrix_of_other_numbers_is_refused(value: float, make: object) -> None:
    rows = [[0.0, 1.0], [value, 0.0]]
    with pytest.raises(q.BadProblem, match=r"row 1, column 0 is .*, expected 0 or 1"):
        q.Problem.from_matrix(make(rows))  # type: ignore[operator]


@pytest.mark.parametrize("make", [list, np.array, lambda rows: np.array(rows, dtype=object)])
def test_a_matrix_of_texts_is_refused_with_the_cell_and_the_fix(make: object) -> None:
    for rows in ([["1", "0"], ["0", "1"]], [["", "1"], ["1", ""]]):
        with pytest.raises(q.BadProblem) as caught:
            q.Problem.from_matrix(make(rows))  # type: ignore[operator]
        assert caught.value.what.startswith("row 0, column ")
        assert caught.value.what.endswith("', expected 0 or 1")
        assert caught.value.help == "convert the cells to numbers, such as with int(cell)"


def test_secondary_columns_are_numbers_from_0() -> None:
    rows = [[1, 0, 1], [0, 1, 0]]
    for mask in ([False, False, True], np.array([False, False, True])):
        with pytest.raises(q.BadProblem, match="is a truth value") as caught:
            q.Problem.from_matrix(rows, secondary=mask)
        assert caught.value.help is not None and "enumerate(mask)" in caught.value.help
    for last in (-1, np.int64(-1)):
        with pytest.raises(q.BadProblem, match="there is no column") as caught:
            q.Problem.from_matrix(rows, secondary=[last])
        assert caught.value.help == "write 2 for column -1"
    with pytest.raises(q.BadProblem) as caught:
        q.Problem.from_matrix(rows, secondary=[3])
    assert caught.value.help is None
    for one in (-1, 2, np.int64(2), True):
        with pytest.raises(q.BadProblem, match="expected a list") as caught:
            q.Problem.from_matrix(rows, secondary=one)  # type: ignore[arg-type]
        assert caught.value.help == "write secondary=[2] for the last column"


def test_an_incomplete_count_never_looks_complete() -> None:
    whole, part = q.Count(7), q.Count(7, "nodes")
    assert (str(whole), f"{whole}", f"{whole:>3}", repr(whole)) == ("7", "7", "  7", "7")
    assert (str(part), f"{part}", f"{part:,}") == ("at least 7",) * 3
    assert part == 7 and part + 1 == 8


def test_no_number_marks_a_missing_solution() -> None:
    for cost in (2**63 - 2, 2**63 - 1, 1 - 2**63):
        best = q.Problem.from_options([["a"]], costs=[cost]).best()
        assert (best[0].cost, best.bound, best.optimal) == (cost, cost, True)
    with pytest.raises(q.NoSolution):
        q.Problem(primary=["a"]).best()


def test_costs_are_exact() -> None:
    for cost, shown in (
        (2.5, Decimal("2.5")),
        (-0.1, Decimal("-0.1")),
        (Decimal("1e-9"), Decimal("0.000000001")),
        (Decimal("3.000"), 3),
        (1e3, 1000),
        (np.float32(0.1), Decimal("0.1")),
        (np.int64(-7), -7),
    ):
        problem = q.Problem.from_options([["a"], ["a"]], costs=[cost, 8000])
        best = problem.best()
        assert (best[0].cost, type(best[0].cost)) == (shown, type(shown))
        assert best.optimal and best.gap == 0 and problem.cost_of(1) == 8000
    dearest = problem.best(2, sense="max")
    assert [solution.cost for solution in dearest] == [8000, -7] and dearest.bound == 8000
    with pytest.raises(ValueError, match="expected 'min' or 'max'"):
        problem.best(sense="most")


def test_matrices_without_entries() -> None:
    for matrix in ([[0, 0], [0, 0]], np.zeros((2, 2)), sp.csr_matrix((2, 2))):
        problem = q.Problem.from_matrix(matrix)
        assert (len(problem), problem.count()) == (2, 0)
    assert q.Problem.from_matrix([]).count() == 1
    assert q.Problem.from_matrix(pd.DataFrame()).count() == 1


def test_frames() -> None:
    frame = pd.DataFrame(MATRIX, columns=["a", "b", "c", "d"], index=["v", "w", "x", "y", "z"])
    problem = q.Problem.from_matrix(frame)
    assert {solution.data for solution in problem.solutions()} == {("v", "w"), ("y", "z")}
    sparse = frame.astype(pd.SparseDtype("int8", 0))
    assert options_of(q.Problem.from_matrix(sparse)) == options_of(problem)


def test_a_large_sparse_matrix() -> None:
    rows, columns = 50_000, 5_000
    generator = np.random.default_rng(1)
    picks = generator.integers(0, columns, (rows, 5))
    indices = np.sort(picks, axis=1)
    keep = np.diff(indices, axis=1, prepend=-1) > 0
    pointers = np.concatenate([[0], np.cumsum(keep.sum(axis=1))])
    matrix = sp.csr_matrix((np.ones(keep.sum(), bool), indices[keep], pointers), (rows, columns))
    problem = q.Problem.from_matrix(matrix)
    assert (len(problem), len(problem.items)) == (rows, columns)
    assert problem.items_of(777) == tuple(indices[777][keep[777]].tolist())


DLX = "a b | x y\na x:1 y\nb x:1\n"


def test_texts(tmp_path: Path) -> None:
    problem = q.Problem.from_dlx(DLX)
    assert problem.to_text("dlx") == DLX
    for name in ["p.dlx", "p.json", "p"]:
        path = tmp_path / name
        problem.write(path)
        again = q.Problem.read(path)
        assert (again.items, options_of(again)) == (problem.items, options_of(problem))
    numbers = tmp_path / "numbers"
    numbers.write_text("c a comment\np ec 2\ns 1 2\n")
    assert q.Problem.read(numbers).count() == 1
    assert q.Problem.from_text("c a comment\np ec 2\ns 1 2\n").count() == 1
    rows = tmp_path / "rows.txt"
    rows.write_text("0 1 1\n1 0 0\n")
    assert q.Problem.read(rows).count() == 1
    rows.write_text("2 3\n2 2 3\n1 1\n")
    assert q.Problem.read(rows, "rows").count() == 1
    with pytest.raises(q.BadProblem, match="no item 3"):
        q.Problem.read(rows)
    assert q.Problem.from_json(problem.to_text("json")).count() == 1
    with pytest.raises(q.BadProblem) as error:
        (tmp_path / "bad.dlx").write_text("a b\na c\n")
        q.Problem.read(tmp_path / "bad.dlx")
    place = (error.value.file, error.value.line, error.value.column)
    assert place == (str(tmp_path / "bad.dlx"), 2, 3)
    assert "bad.dlx:2:3: there is no item" in str(error.value)
    copy = pickle.loads(pickle.dumps(error.value))
    assert str(copy) == str(error.value)
    with pytest.raises(q.BadProblem, match="white space"):
        q.Problem.from_options([["two words"]]).to_text("dlx")
    with pytest.raises(ValueError, match="format is 'xml'"):
        problem.to_text("xml")
    with pytest.raises(FileNotFoundError):
        q.Problem.read(tmp_path / "none.dlx")


def test_pictures_of_cells() -> None:
    dominoes = q.Problem.from_options([["r1c1", "r1c2"]])
    assert dominoes.first().svg().startswith("<svg")
    assert dominoes.first()._repr_svg_().startswith("<svg")
    other = q.Problem.from_options([["a"]]).first()
    assert other._repr_svg_() is None
    with pytest.raises(q.BadProblem, match="not named like cells"):
        other.svg()
    assert str(other) == "a"


def test_counts_of_any_size() -> None:
    coins = q.Problem.from_options([[coin] for coin in range(300) for _ in "ht"])
    count = coins.count()
    assert count == 2**300 and isinstance(count, int)
    diagram = coins.compile()
    assert diagram.marginals()[0] == 2**299
    last = diagram.nth(2**300 - 1)
    assert coins.check(last) == []
    with pytest.raises(IndexError):
        diagram.nth(2**300)
    assert diagram and repr(diagram).startswith("<Diagram: ")
    half = diagram.restrict(force=[0], forbid={3})
    assert half.count() == 2**298


def test_costs_that_are_no_decimals_are_refused_by_name() -> None:
    for cost, words in [
        (Fraction(1, 3), "is not a decimal number"),
        (Decimal("1E+1000000"), "is out of range"),
        (Decimal("1E-1000000"), "has more than 9 decimals"),
        (float("nan"), "is not a finite number"),
    ]:
        with pytest.raises(q.BadProblem, match=words):
            q.Problem.from_options([["a"]], costs=[cost])
    best = q.Problem.from_options([["a"]], costs=[Decimal("2.50")]).best()
    assert (best[0].cost, best.gap) == (Decimal("2.5"), 0)
