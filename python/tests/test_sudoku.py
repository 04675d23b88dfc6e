"""Sudoku: boards, rules, puzzles."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import quadrille as q

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def naive(cells: list[int]) -> list[list[int]]:
    """All solutions of a 4 x 4 board, by plain backtracking."""
    if 0 not in cells:
        return [cells]
    place = cells.index(0)
    row, column = divmod(place, 4)
    found = []
    for value in range(1, 5):
        clash = any(
            cells[other] == value
            and (
                other // 4 == row
                or other % 4 == column
                or (other // 8 == place // 8 and other % 4 // 2 == column // 2)
            )
            for other in range(16)
        )
        if not clash:
            found += naive([*cells[:place], value, *cells[place + 1 :]])
    return found


def test_boards_in_many_forms() -> None:
    rows = [
        [int(value) if value != "." else 0 for value in EASY[9 * r : 9 * r + 9]] for r in range(9)
    ]
    blanks = [[value or None for value in row] for row in rows]
    text = "\n".join(EASY[9 * r : 9 * r + 9] for r in range(9))
    forms = [EASY, rows, blanks, np.array(rows), text, EASY.replace(".", "0"), sum(rows, [])]
    forms += [np.array(rows, dtype=float), pd.DataFrame(rows), list(EASY), text.split("\n")]
    for form in forms:
        board = q.sudoku.Board(form)
        assert str(board) == EASY
        assert board.rows == rows
        assert str(board.solve()) == SOLVED
    board = q.sudoku.Board(EASY)
    for format in ("line", "iss", "puzzle", "f-puzzles", "link", "sudokupad"):
        if format != "sudokupad":
            assert str(q.sudoku.Board(board.write(format)).solve()) == SOLVED
    assert board[0, 0] == 5 and board[0, 2] == 0
    assert "│" in board.pretty() and board.solve()._repr_svg_().startswith("<svg")
    assert board == pickle.loads(pickle.dumps(board)) != board.solve()


def test_answers_are_those_of_plain_backtracking() -> None:
    for seed in range(30):
        generator = np.random.default_rng(seed)
        cells = [int(v) if generator.random() < 0.3 else 0 for v in generator.integers(1, 5, 16)]
        board = q.sudoku.Board([cells[4 * r : 4 * r + 4] for r in range(4)])
        has_clash = board.clash is not None
        wanted = [] if has_clash else naive(cells)
        assert board.count() == len(wanted)
        assert board.is_unique() == (len(wanted) == 1)
        walk = board.solutions()
        assert sorted(solution.cells for solution in walk) == sorted(wanted)
        assert (walk.complete, walk.stop) == (True, None)
        assert (board.solve() is None) == (not wanted)
        if wanted:
            marginals = board.marginals()
            assert marginals[0, 0][wanted[0][0]] == sum(w[0] == wanted[0][0] for w in wanted)
            assert all(drawn.cells in wanted for drawn in board.sample(5, seed=seed))
        else:
            with pytest.raises(q.NoSolution):
                board.sample()


def test_the_exact_cover_of_a_board() -> None:
    cover = q.sudoku.Board(EASY).problem
    assert (len(cover.problem.items), len(cover.problem), cover.count()) == (324, 729, 1)
    assert cover.assume().count() == 1 and len(cover.force) == 30
    assert cover.check(cover.first()) == []
    filled = {(row, column): value for row, column, value in cover.first().data}
    assert [filled[r, c] for r in range(9) for c in range(9)] == [int(value) for value in SOLVED]
    other = q.sudoku.Board("." * 81).problem.first()
    assert len(cover.check(other)) > 10


def test_hard_questions() -> None:
    board = q.sudoku.Board(EASY)
    assert board.check() == "unique (not minimal)"
    assert (board.rate().difficulty, board.rate().hardest) == ("easy", "Hidden single")
    effort = board.rate(scale="guesses")
    assert (effort.inference, effort.guesses, effort.at_least) == ("forced", 0.0, False)
    minimal = board.minimize(seed=1)
    assert minimal.check() == "unique"
    assert str(minimal.solve()) == SOLVED
    turned = q.sudoku.Board([list(row) for row in zip(*board.rows, strict=True)])
    assert board.canonical() == turned.canonical()
    assert board.automorphisms() == 1
    several = q.sudoku.Board("." * 81)
    with pytest.raises(q.BadProblem, match="classic shape only"):
        q.sudoku.Board("1" + "." * 80, "x").automorphisms()
    assert several.explain(time=5).verdict == "several"
    for ask in (several.rate, several.minimize):
        with pytest.raises(q.BadProblem, match="several solutions"):
            ask()
    none = q.sudoku.Board("55" + "." * 79)
    assert none.clash == "two 5s in row 1 at columns 1 and 2"
    assert none.solve() is None and none.count() == 0
    assert "r1c1 and r1c2 are both 5" in str(none.explain())
    with pytest.raises(q.NoSolution):
        none.rate()
    with pytest.raises(q.Stopped):
        q.sudoku.Board("." * 1296).solve(nodes=1)


def test_rules() -> None:
    board = q.sudoku.Board(".Cage~17~R1C1~R1C2.~R5C5_3")
    assert board[4, 4] == 3
    solution = board.solve()
    assert sum(solution.rows[0][:2]) == 17
    assert repr(q.sudoku.Board("." * 81, "x")) == f"<Board {'.' * 81} with other rules>"
    assert q.sudoku.Board("." * 81, "x").solve() is not None
    assert len(q.sudoku.Board("." * 36, "6x6").solve().cells) == 36


def test_generated_puzzles() -> None:
    puzzle = q.sudoku.generate(seed=7, symmetry="180", difficulty="easy", minimal=False)
    assert puzzle == q.sudoku.generate(seed=7, symmetry="180", difficulty="easy")
    assert puzzle.is_unique() and puzzle.rate().difficulty == "easy"
    places = [cell for cell, value in enumerate(puzzle.cells) if value]
    assert [80 - cell for cell in reversed(places)] == places
    killer = q.sudoku.generate(seed=1, rules="killer", shape="6x6")
    assert killer.is_unique() and "Cage" in killer.write("iss")
    with pytest.raises(q.BadProblem, match="16 givens are too few"):
        q.sudoku.generate(clues=16)
    with pytest.raises(q.NoSolution):
        q.sudoku.generate(clues=18, tries=1)
    with pytest.raises(q.Stopped):
        q.sudoku.generate(clues=17, time=0.05)
    with pytest.raises(ValueError, match="difficulty is 'mild'"):
        q.sudoku.generate(difficulty="mild")  # type: ignore[arg-type]
    with pytest.raises(q.BadProblem, match='no rule "killr" can be placed'):
        q.sudoku.generate(rules="killr")


def test_puzzles_of_several_lines() -> None:
    killer = q.sudoku.generate(seed=1, rules=["thermo:2", "killer"], shape="6x6")
    objects = [
        json.dumps(json.loads(killer.write("puzzle")), indent=indent) for indent in (2, None)
    ]
    found = q.sudoku.boards("\n".join([*objects, ".Cagge~17~R1C1~R1C2", objects[0]]), bad="return")
    assert [isinstance(board, q.BadProblem) for board in found] == [False, False, True, False]
    assert found[0] == found[1] == found[3] == killer
    assert found[2].line == objects[0].count("\n") + 3  # type: ignore[union-attr]


def test_bad_boards_do_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"# two boards\n{EASY}\n{EASY[:-1]}\n{SOLVED}\n")
    found = q.sudoku.read(path, bad="return")
    assert [str(board) for board in found[::2]] == [EASY, SOLVED]
    assert (found[1].file, found[1].line, found[1].column) == (str(path), 3, 81)
    assert "80 cells, expected 81" in str(found[1])
    with pytest.raises(q.BadProblem):
        q.sudoku.read(path)
    with pytest.raises(q.BadProblem, match="expected one"):
        q.sudoku.Board(f"{EASY}\n{EASY}")
    with pytest.raises(q.BadProblem, match="there is no board"):
        q.sudoku.Board("")
    with pytest.raises(q.BadProblem) as error:
        q.sudoku.Board("." * 81, "windku")
    assert "windoku" in str(error.value)
    with pytest.raises(q.BadProblem) as error:
        q.sudoku.Board(".Cagge~17~R1C1~R1C2")
    assert "unknown rule" in str(error.value) and error.value.column == 2
