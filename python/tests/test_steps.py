"""Steps: how a person would solve problems, tilings and boards."""

from __future__ import annotations

import pickle

import pytest

import quadrille as q

BOARD = "5.......8..26........4.1.764.1....6......3.5.9.....74....7.....61.3...9..8...9..."
#: The same board after some steps.
MARKS = """
| 5   4    6   | 2   3  7 | 9   1 8    |
| 1   7    2   | 6   9  8 | 45  3 45   |
| 38  39   389 | 4   5  1 | 2   7 6    |
| 4   23   1   | 89  7  5 | 38  6 29   |
| 278 6    78  | 189 4  3 | 18  5 29   |
| 9   35   358 | 18  2  6 | 7   4 13   |
| 23  2359 359 | 7   16 4 | 136 8 135  |
| 6   1    457 | 3   8  2 | 45  9 457  |
| 37  8    347 | 5   16 9 | 136 2 1347 |
"""
KINDS = ("single", "locked", "rule", "set", "two-rules", "chain", "forcing", "cases", "trial")


def test_the_steps_of_a_board() -> None:
    board = q.sudoku.Board(BOARD)
    steps = board.steps()
    solution = board.solve()
    assert (steps.end, steps.stop, steps.remark) == ("solved", None, None)
    assert steps.board == solution
    candidates = {(r, c, v) for r in range(9) for c in range(9) for v in range(1, 10)}
    for step in steps:
        assert step.kind in KINDS and step.text.startswith(f"{step.technique}: ")
        assert (step.placed is None) == bool(step.removed)
        if step.placed is not None:
            row, column, value = step.placed
            assert solution[row, column] == value
        for row, column, value in step.removed:
            assert solution[row, column] != value
            assert (row, column, value) in candidates
        candidates -= set(step.removed)
    first = steps[0]
    assert (first.technique, first.place, first.placed) == ("Hidden single", "box 5", (4, 4, 4))
    assert repr(first) == f"<Step: {first}>" and str(first) == first.text
    assert str(steps).splitlines()[0] == f"1. {first}"
    assert str(steps).splitlines()[-1] == str(solution)
    assert steps.details["verdict"] == "solved"
    assert first.details == steps.details["steps"][0]
    assert first.details["placed"] == {"r5c5": 4}
    assert [step.text for step in steps[-2:]] == [steps[-2].text, steps[-1].text]
    with pytest.raises(IndexError):
        steps[len(steps)]


def test_a_hint_has_stages() -> None:
    board = q.sudoku.Board(BOARD)
    hint = board.hint()
    assert hint is not None and hint == board.steps()[0]
    assert hash(hint) == hash(board.steps()[0]) and hint != board.steps()[1]
    # Stage after stage: where to look, what for, the whole step.
    assert (hint.place, hint.technique) == ("box 5", "Hidden single")
    assert hint.text == "Hidden single: in box 5, only r5c5 can be 4."
    assert board.solve().hint() is None
    assert q.sudoku.Board("." * 81).hint() is None
    with pytest.raises(q.NoSolution, match="The board has no solution"):
        q.sudoku.Board("55" + "." * 79).hint()
    with pytest.raises(q.Stopped, match="time limit"):
        q.sudoku.Board("." * 81).hint(time=0)
    several = q.sudoku.Board("1......2....3...").steps()
    assert (several.end, several.board.is_unique()) == ("stuck", False)
    assert several.remark == "No step is left: the board has several solutions."


def test_where_the_steps_of_a_board_begin_and_end() -> None:
    board = q.sudoku.Board(BOARD)
    assert [step.placed for step in board.steps(until="r2c8")][-1] == (1, 7, 3)
    assert list(board.steps(until=(1, 7))) == list(board.steps(until="R2C8"))
    wing = board.steps(until="XY-wing")
    assert wing[-1].technique == "XY-wing" and wing.end is None
    assert [step.technique for step in wing].count("XY-wing") == 1
    assert len(board.steps(most=3)) == 3 and len(board.steps(most=0)) == 0
    # Somebody has done the first steps.
    for marks in (MARKS, q.sudoku.Board(MARKS)):
        (step,) = board.steps(marks=marks, until="xy-wing")
        assert step.removed == ((3, 3, 8),)
        assert board.hint(marks=marks) == step
    # Marks are the candidates that are left.
    assert q.sudoku.Board(MARKS).hint() == step
    left = board.steps(marks=MARKS, most=1).board
    assert left.hint() != step
    assert left.steps().end == "solved"
    singles = board.steps(techniques="singles")
    assert (singles.end, {step.kind for step in singles}) == ("stuck", {"single"})
    assert singles.remark == "No step of the allowed techniques is left."
    both = board.steps(techniques=["singles", "locked"])
    assert {step.kind for step in both} == {"single", "locked"}


def test_wrong_arguments_of_steps() -> None:
    board = q.sudoku.Board(BOARD)
    for arguments, error, message in [
        ({"techniques": "single"}, ValueError, 'techniques has "single", expected some of singles'),
        ({"techniques": []}, ValueError, "techniques is empty"),
        ({"until": "x-wign"}, ValueError, 'until is "x-wign", expected one of full-house'),
        ({"until": "r1c1"}, ValueError, "r1c1 has a value already"),
        ({"until": "r0c1"}, IndexError, "no such cell"),
        ({"until": "r1c10"}, IndexError, "no cell r1c10"),
        ({"until": (9, 0)}, IndexError, "no cell r10c1"),
        ({"until": (-1, 0)}, IndexError, "no such cell"),
        ({"most": -1}, ValueError, "most is -1"),
        ({"marks": "1234" * 4}, q.BadProblem, "16 cells, expected 9"),
        ({"marks": q.sudoku.Board("1..." * 4)}, q.BadProblem, "16 cells, expected 81"),
        ({"marks": ""}, q.BadProblem, "the marks are 0 boards"),
        ({"marks": q.sudoku.Board("1" + BOARD[1:])}, q.BadProblem, "contradict the board in r1c1"),
        ({"nodez": 3}, TypeError, "unexpected keyword argument"),
    ]:
        with pytest.raises(error, match=message):
            board.steps(**arguments)
    with pytest.raises(ValueError, match="expected some of singles"):
        queens(4).steps(techniques="sudoku")
    with pytest.raises(ValueError, match="scale is 'wings'"):
        board.rate(scale="wings")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match='technique is "x wign"'):
        q.sudoku.generate(technique="x wign")


def test_steps_that_assume_one_solution() -> None:
    # Found by `generate`, then the first whose path has such a step.
    for seed in range(200):
        board = q.sudoku.generate(seed=seed, minimal=True)
        steps = board.steps(assume_unique=True)
        assumed = [step for step in steps if "rectangle" in step.technique]
        if assumed:
            break
    assert assumed[0].kind is None and "<svg" in assumed[0].svg()
    assert steps.board == board.solve()
    assert all("rectangle" not in step.technique for step in board.steps())


def test_the_steps_of_other_rules() -> None:
    board = q.sudoku.Board(
        ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R3C1~R3C2~R3C3~R3C4.Cage~6~R1C4~R2C3~R2C4.~R2C1_3~R2C3_1"
    )
    steps = board.steps()
    assert (steps.end, steps.board) == ("solved", board.solve())
    assert steps[0].technique == "Rule" and steps[0].kind is None
    assert steps[0].place == "the cage at r1c1 (sum 3)"
    assert steps.svg().count("cage at r1c1") > 0


def test_pictures_of_steps() -> None:
    board = q.sudoku.Board(BOARD)
    step = board.hint()
    assert step is not None
    picture = step.svg()
    assert picture.startswith("<svg") and step._repr_svg_() == picture
    assert "Hidden single" in picture and "placed" in picture
    steps = board.steps(most=3)
    assert steps._repr_svg_() == steps.svg() and steps.svg().count("Hidden single") == 3
    assert steps.html().startswith("<!DOCTYPE html>") and "1. Hidden single" in steps.html()
    assert "solved" in q.sudoku.Board(BOARD).solve().steps().svg()
    # A notebook would not show the pictures of a path so long.
    long = q.sudoku.generate(seed=1, rules="killer").steps()
    assert len(long.svg()) > 2_000_000 and long._repr_svg_() is None
    # Pictures tell the givens from what the steps filled.
    assert board.steps(marks=MARKS, most=1).svg() != q.sudoku.Board(MARKS).steps(most=1).svg()
    assert board.svg(candidates=True) != board.svg()
    assert board.pretty(candidates=True) != board.pretty()


def test_ratings() -> None:
    board = q.sudoku.Board(BOARD)
    rating = board.rate()
    assert (rating.difficulty, rating.hardest, rating.number) == ("hard", "XY-wing", 4.2)
    assert rating.steps["XY-wing"] >= 1 and next(iter(rating.steps)) == "Full house"
    assert rating.sum > 57 and str(rating).startswith("hard 4.2: XY-wing; sum ")
    effort = board.rate(scale="guesses")
    assert isinstance(effort, q.sudoku.Effort)
    assert effort.guesses >= 0 and effort.inference in ("supports", "search")
    assert effort.calls is not None and set(effort.calls) == {"low", "median", "high"}
    braids = board.rate(scale="braids")
    assert braids is not None and braids >= 2
    assert board.rate(scale="whips") in range(braids, 20)
    small = q.sudoku.Board("1......2....3..4").rate()
    assert (small.number, small.difficulty) == (None, "easy")
    full = board.solve().rate()
    assert (full.hardest, full.number, full.steps, full.sum) == (None, None, {}, 0)
    for scale in ("steps", "guesses", "braids", "whips"):
        with pytest.raises(q.Stopped):
            board.rate(scale=scale, time=0)  # type: ignore[call-overload]


def test_puzzles_that_need_a_technique() -> None:
    puzzle = q.sudoku.generate(seed=1, technique="naked pair")
    assert "Naked pair" in {step.technique for step in puzzle.steps()}
    assert puzzle == q.sudoku.generate(seed=1, technique="Naked-Pair")
    assert q.sudoku.generate(seed=2, difficulty="medium").rate().difficulty == "medium"


def test_rules_that_are_not_needed() -> None:
    cage = ".Shape~4x4.Cage~3~R1C1~R1C2"
    board = q.sudoku.Board(
        f"{cage}.~R1C1_1.~R1C3_3.~R2C1_3.~R2C2_4.~R3C2_1.~R3C3_4.~R4C1_4.~R4C4_1"
    )
    assert board.is_unique()
    needs = board.explain(rules=True)
    assert needs.verdict == "unique"
    assert [rule["rule"] for rule in needs.details["needs"]] == ["the cage at r1c1 (sum 3)"]
    assert needs.details["needs"][0]["need"] == "not needed" and "cage" in str(needs)
    minimal = board.minimize(rules=True)
    assert minimal.is_unique() and str(minimal.solve()) == str(board.solve())
    assert "Cage" not in minimal.write("iss") and "Cage" in board.minimize().write("iss")


def queens(size: int) -> q.Problem:
    problem = q.Problem(
        [("row", n) for n in range(size)] + [("column", n) for n in range(size)],
        [("up", n) for n in range(2 * size)] + [("down", n) for n in range(-size, size)],
    )
    for r in range(size):
        for c in range(size):
            problem.option([("row", r), ("column", c), ("up", r + c), ("down", r - c)])
    return problem


def test_the_steps_of_a_problem() -> None:
    assumed = queens(6).assume(force=[1])
    steps = assumed.steps()
    solution = steps.solution
    assert steps.end == "solved" and solution is not None
    assert [solution] == list(assumed.solutions())
    assert solution.items == assumed.first().items
    assert all(step.kind in KINDS for step in steps)
    assert {option for step in steps for option in step.chosen} | {1} == set(steps.chosen)
    assert str(steps).endswith(str(solution))
    assert steps.details["end"] == "solved"
    assert steps.details["steps"][0]["kind"] == steps[0].kind
    assert assumed.hint() == steps[0]
    short = assumed.steps(most=2)
    assert (len(short), short.end, short.details["steps"]) == (2, None, steps.details["steps"][:2])
    assert len(assumed.steps(most=0)) == 0
    several = queens(6).steps()
    assert (several.end, several.solution) == ("stuck", None)
    assert several.remark == "No step is left: there are several solutions."
    none = q.Problem.from_options([["a", "b"], ["b", "c"]])
    assert none.steps().end == "no-solution"
    with pytest.raises(q.NoSolution):
        q.Problem(["a"]).hint()
    with pytest.raises(q.BadProblem, match="cannot be drawn"):
        steps.svg()
    assert steps._repr_svg_() is None and steps[0]._repr_svg_() is None
    assert queens(6).steps(time=0).stop == "time limit"
    with pytest.raises(q.Stopped, match="time limit"):
        queens(6).hint(time=0)


def test_the_steps_of_a_tiling() -> None:
    packing = q.tile("xxxxxx|xxxxxx|.xxx..|.xxxxx", "Z I P V")
    steps = packing.steps()
    assert steps.end == "solved" and steps.solution == packing.first()
    assert {placement.piece for placement in steps.solution.data} == {"Z", "I", "P", "V"}
    assert str(steps).splitlines()[0] == f"1. {steps[0]}" and "┌" in str(steps)
    assert steps.svg().startswith("<svg") and steps.html().startswith("<!DOCTYPE")
    assert "<svg" in steps[3].svg() and packing.hint() == steps[0]
    assert packing.assume(force=list(steps.chosen)).steps().solution == steps.solution
    assert packing.problem.steps().solution is not None
    several = q.tile("3x4", "I2*").steps()
    assert several.end == "stuck" and "left" in str(several.remark)
    impossible = q.tile("5x5", "domino*").steps()
    assert (impossible.end, len(impossible)) == ("no-solution", 0)
    assert "25 is not a multiple of 2" in str(impossible.remark)
    with pytest.raises(q.NoSolution, match="25 cells"):
        q.tile("5x5", "domino*").hint()
    with pytest.raises(q.Stopped):
        q.tile("8x8", "domino*").steps(time=0)
    triangles = q.tile("1x4", "I2*")
    assert triangles.steps().svg().startswith("<svg")


def test_steps_can_be_copied() -> None:
    board = q.sudoku.Board(BOARD)
    packing = q.tile("xxxxxx|xxxxxx|.xxx..|.xxxxx", "Z I P V")
    for steps in (
        board.steps(),
        board.steps(until="xy-wing"),
        board.steps(marks=MARKS, techniques="singles,sets", most=2),
        packing.steps(),
        queens(6).assume(force=[1]).steps(techniques=["singles"]),
        queens(6).steps(time=0),
    ):
        copy = pickle.loads(pickle.dumps(steps))
        assert list(copy) == list(steps) and copy.details == steps.details or steps.stop
        assert (copy.stop, copy.end, str(copy)) == (steps.stop, steps.end, str(steps))
        assert copy._repr_svg_() == steps._repr_svg_()
        if steps:
            assert pickle.loads(pickle.dumps(steps[0])) == steps[0]
