"""The package as a whole: its command line, its types, its documentation."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import quadrille as q

TESTS = Path(__file__).parent
DOCS = next(folder / "docs" for folder in TESTS.parents if (folder / "docs").is_dir())
PROGRAM = [sys.executable, "-m", "quadrille"]


def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
    ended = subprocess.run(
        [*PROGRAM, *arguments], input=text, capture_output=True, text=True, check=False
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_the_package_is_the_command_line() -> None:
    assert run("--version") == (0, f"quadrille {q.__version__}\n", "")
    assert run("solve", text="a b\na\nb\n") == (0, "a\nb\n", "")
    assert run("count", text="a b\na\n")[0] == 1
    code, _, errors = run("count", text="a b\nc\n")
    assert code == 2 and "there is no item" in errors
    with pytest.raises(q.BadProblem) as error:
        q.Problem.from_dlx("a b\nc\n")
    # The same words, after the name of the input.
    assert str(error.value) in errors
    assert run("count", "--nodes", "1", "--method", "walk", text="a b\n" + 9 * "a\nb\n")[0] == 3
    closed = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *PROGRAM, "solve"],
        input=b"a\na\n",
        stderr=subprocess.PIPE,
        check=False,
    )
    assert closed.returncode == 2 and b"standard output is closed" in closed.stderr


def test_the_techniques_are_those_of_the_command_line() -> None:
    _, _, errors = run("steps", "--techniques", "none", text="a\na\n")
    (known,) = re.findall(r"possible values: ([^]]*)", errors)
    with pytest.raises(ValueError, match=f"expected some of {known}$"):
        q.Problem(["a"]).steps(techniques="none")
    _, _, errors = run("sudoku", "steps", "--until", "none", text="." * 81)
    (known,) = re.findall(r"one of the techniques (.*)", errors)
    with pytest.raises(ValueError, match=re.escape(f"one of {known}".replace(" and ", ", "))):
        q.sudoku.Board("." * 81).steps(until="none")


def test_the_command_line_stops_at_ctrl_c(tmp_path: Path) -> None:
    problem = tmp_path / "long.dlx"
    # Knuth's partridge puzzle: nobody has the time to count its solutions.
    q.tile("36x36", " ".join(f"S{n}={n}x{n}*{n}" for n in range(1, 9))).problem.write(problem)
    command = [*PROGRAM, "count", str(problem), "--progress"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE)
    # A line of progress: now the search has begun.
    assert running.stderr.readline()  # type: ignore[union-attr]
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130 and errors.endswith(b"at least 0: stopped by Ctrl-C\n")


def test_types() -> None:
    folder = Path(q.__file__).parent
    checked = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            str(TESTS.parent / "pyproject.toml"),
            "--cache-dir",
            os.devnull,
            "-p",
            "quadrille",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=TESTS,
    )
    assert checked.returncode == 0, checked.stdout
    assert (folder / "py.typed").exists()


def test_the_types_of_a_program(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        """
import quadrille as q
from typing import assert_type

problem = q.Problem(primary=["a", 1], secondary=[("x", 2)])
number: int = problem.option(["a", (("x", 2), "red")], cost=3, data=object())
assert_type(problem.first(time=5, threads=2), q.Solution | None)
assert_type(problem.is_unique(), bool | None)
count: int = problem.count(progress=lambda now: print(now.share))
for solution in problem.solutions(limit=10, seed=1):
    assert_type(solution.options, tuple[int, ...])
with problem.assume(force=[number]) as assumed:
    assert_type(assumed.count(), q.Count)
    assert_type(assumed.problem, q.Problem)
board = q.sudoku.Board("." * 81)
items: int = len(board.problem.problem.items)
assert_type(problem.hint(techniques=["singles"]), q.Step | None)
assert_type(board.hint(), q.sudoku.Step | None)
for step in board.steps(until=(3, 4), time=1):
    assert_type(step.placed, tuple[int, int, int] | None)
assert_type(board.rate(), q.sudoku.Rating)
assert_type(board.rate(scale="guesses"), q.sudoku.Effort)
assert_type(board.rate(scale="braids"), int | None)
problem.count(nodez=3)
"""
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, str(program)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    # The one mistake is found.
    assert checked.stdout.count("error:") == 1, checked.stdout
    assert 'Unexpected keyword argument "nodez"' in checked.stdout


def modules() -> list[str]:
    found = pkgutil.iter_modules(q.__path__, "quadrille.")
    skipped = ("quadrille.__main__", "quadrille.dask", "quadrille._quadrille")
    return ["quadrille", *(module.name for module in found if module.name not in skipped)]


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_everything_public_has_a_docstring() -> None:
    for name in q.__all__:
        thing = getattr(q, name)
        if name != "__version__":
            assert thing.__doc__, name
        members = vars(thing).items() if isinstance(thing, type) else ()
        for member, value in members:
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{name}.{member}"


def test_the_page_about_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tested = doctest.testfile(
        str(DOCS / "python.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tested.failed == 0 and tested.attempted > 40


def test_the_notebook(tmp_path: Path) -> None:
    path = DOCS / "python.ipynb"
    notebook = nbformat.read(path, as_version=4)
    wanted = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    found = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert [texts(outputs) for outputs in found] == [texts(outputs) for outputs in wanted]


def texts(outputs: list[nbformat.NotebookNode]) -> list[dict[str, str]]:
    """What the cell of a notebook shows. What it prints arrives in pieces of any size."""
    shown: list[dict[str, str]] = []
    is_printing = False
    for output in outputs:
        if output.output_type == "stream" and is_printing:
            shown[-1]["text/plain"] += "".join(output.text)
            continue
        is_printing = output.output_type == "stream"
        data = {"text/plain": output.text} if is_printing else dict(output.data)
        shown.append({kind: "".join(text) for kind, text in data.items()})
    return shown
