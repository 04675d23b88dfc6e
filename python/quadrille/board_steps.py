"""Steps of boards: how a person would solve them, and why each step holds."""

from __future__ import annotations

import re
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from ._quadrille import BoardStepsCore
from .steps import AnyStep, AnySteps

if TYPE_CHECKING:
    from .sudoku import Board


class Wanted(NamedTuple):
    """Which steps to look for, for the Rust side."""

    techniques: list[str]
    technique: str | None
    cell: tuple[int, int] | None
    most: int | None
    assume_unique: bool


class Step(AnyStep):
    """A step of a person who solves a board. `str` says it in words.

    `place` is where to look, `technique` what for, `text` the whole step: the stages of a hint.
    """

    #: What people call it, such as `Hidden single`.
    technique: str
    #: The kind of argument, as for problems; `None` if the step rests on a rule alone, or on the
    #: assumption that there is one solution.
    kind: str | None
    #: The cells, units and rules where to look, such as `column 3`.
    place: str
    #: The cell that is filled: its row and its column, from 0, and the value.
    placed: tuple[int, int, int] | None
    #: The candidates that are removed: row, column and value of each. If a cell is filled, there are
    #: none: those that its value excludes go without saying.
    removed: tuple[tuple[int, int, int], ...]

    def __init__(self, path: Steps, number: int) -> None:
        super().__init__(path, number)
        parts = path._parts[number]
        self.technique, self.kind, self.place, self.text, self.placed, removed = parts
        self.removed = tuple(removed)


class Steps(AnySteps[Step]):
    """The steps that solve a board, as far as they lead. `str` has a line for each.

    >>> import quadrille as q
    >>> steps = q.sudoku.Board("1......2....3...").steps()
    >>> steps
    <Steps: 9 steps, stuck>
    >>> print(steps[0])
    Hidden single: in box 2, only r1c3 can be 2.
    >>> steps.remark
    'No step is left: the board has several solutions.'
    """

    _core: BoardStepsCore

    def __init__(self, core: BoardStepsCore, board: Board, asked: dict[str, Any]) -> None:
        super().__init__(core, asked)
        self._board = board
        self._parts = core.steps()

    @cached_property
    def _report(self) -> tuple[str, str]:
        return self._core.report()

    @cached_property
    def details(self) -> dict[str, Any]:
        """The JSON object that the command line prints."""
        import json

        details: dict[str, Any] = json.loads(self._report[0])
        return details

    @property
    def end(self) -> str | None:
        return self._core.end

    @property
    def board(self) -> Board:
        """The board after the steps. Unless it is full, its pencil marks are the candidates left."""
        return self._board._solved(self._core.board())

    def __str__(self) -> str:
        return self._report[1]

    def _step(self, number: int) -> Step:
        return Step(self, number)

    @staticmethod
    def _ask(asked: dict[str, Any]) -> Steps:
        arguments = dict(asked)
        board: Board = arguments.pop("board")
        return board.steps(**arguments)


def last_step(until: str | tuple[int, int] | None) -> tuple[str | None, tuple[int, int] | None]:
    """The technique of the last step, or the cell that it fills."""
    if until is None:
        return None, None
    if isinstance(until, str):
        cell = re.fullmatch(r"\s*r(\d{1,4})c(\d{1,4})\s*", until, re.IGNORECASE)
        if cell is None:
            return until, None
        row, column = int(cell[1]) - 1, int(cell[2]) - 1
    else:
        row, column = map(_place, until)
    if row < 0 or column < 0:
        raise IndexError(f"until is {until!r}: there is no such cell")
    return None, (row, column)


def _place(number: SupportsIndex) -> int:
    return min(index(number), 2**32)
