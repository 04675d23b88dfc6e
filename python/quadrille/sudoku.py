"""Sudoku, with any rules: boards in every format, and puzzles from a seed.

>>> import quadrille as q
>>> board = q.sudoku.Board("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> print(board.solve())
534678912672195348198342567859761423426853791713924856961537284287419635345286179
>>> board.is_unique(), board.rate().difficulty
(True, 'easy')
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import isnan
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, get_args, overload

from ._quadrille import Assumptions, BoardCore, EncodedCore, read_boards
from ._quadrille import generate as _generate
from .answers import Count
from .board_steps import Step as Step
from .board_steps import Steps as Steps
from .board_steps import Wanted, last_step
from .errors import BadProblem, NoSolution, Stopped
from .limits import Checked, Limits, checked, left, whole
from .problem import Problem
from .questions import Assumed
from .steps import next_of, words_of

if TYPE_CHECKING:
    from typing import Unpack

#: How hard a board is.
Difficulty = Literal["easy", "medium", "hard", "expert", "extreme"]
#: How the givens of a puzzle lie: the same after a half or a quarter turn, or a mirror image.
Symmetry = Literal["none", "180", "90", "mirror", "diagonal"]
#: What a rating measures: the steps of a person, what programs need, or the lengths of chains.
Scale = Literal["steps", "guesses", "braids", "whips"]
_DIFFICULTIES = get_args(Difficulty)
_SYMMETRIES = get_args(Symmetry)
#: The question of each scale.
_SCALES: dict[Scale, str] = {
    "steps": "rate",
    "guesses": "effort",
    "braids": "braids",
    "whips": "whips",
}


class Rating(NamedTuple):
    """How hard a board with one solution is for a person, by the easiest steps that solve it.

    `str` says it in words.
    """

    #: How hard it is, in one word, by the hardest step.
    difficulty: Difficulty
    #: The technique of the hardest step; `None` if no cell is empty.
    hardest: str | None
    #: The number of the hardest step on the public scale of Sukaku Explainer; `None` if the board is not
    #: 9 x 9 with the classic rules.
    number: float | None
    #: How many steps of each technique there are, the easiest first.
    steps: dict[str, int]
    #: The sum of the numbers of all steps.
    sum: float
    text: str

    def __str__(self) -> str:
        return self.text


class Effort(NamedTuple):
    """What programs need to solve a board with one solution. `str` says it in words."""

    #: The mean number of guesses of the engine.
    guesses: float
    #: The standard error of that mean.
    error: float
    #: Whether the search was stopped after so many guesses.
    at_least: bool
    #: The weakest inference that suffices: `forced`, `subsets`, `supports` or `search`.
    inference: str
    #: The calls that plain backtracking makes: `low`, `median` and `high` quartile.
    calls: dict[str, int | None] | None
    text: str

    def __str__(self) -> str:
        return self.text


class Explanation(NamedTuple):
    """Why a board has no solution, or several. `str` says it in words."""

    #: `unique`, `none` or `several`, or `unknown` if a limit came first.
    verdict: str
    text: str
    #: All that is known: the JSON object that the command line prints.
    details: dict[str, Any]

    def __str__(self) -> str:
        return self.text


class Board:
    """A sudoku board, with its rules.

    `board` is text in any format: 81 characters, rows, a drawing, pencil marks, ISS text, or JSON or a
    link of f-puzzles or SudokuPad. Or it is a list of rows, or an array, with 0 or `None` for a blank.
    `shape` is the words of another shape: `6x6`, `x` (diagonals), `windoku`, `jigsaw` with a map, and so
    on: see `docs/variants.md`.

    >>> import quadrille as q
    >>> board = q.sudoku.Board([[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3], [0, 0, 0, 0]])
    >>> board.count()
    3
    >>> board.solve().rows
    [[1, 2, 3, 4], [3, 4, 2, 1], [2, 1, 4, 3], [4, 3, 1, 2]]
    """

    def __init__(self, board: str | Iterable[Any], shape: str | None = None) -> None:
        if isinstance(board, bytes):
            board = board.decode()
        text = board if isinstance(board, str) else _text_of(board)
        boards = read_boards(text.encode(), shape, None)
        if len(boards) != 1:
            if not boards:
                raise BadProblem("there is no board", help="a board is 81 characters, or 9 rows")
            bad = [found for found in boards if isinstance(found, BadProblem)]
            if bad:
                raise bad[0]
            raise BadProblem(
                f"there are {len(boards)} boards, expected one",
                help="use sudoku.boards for a text of several boards",
            )
        (core,) = boards
        if isinstance(core, BadProblem):
            raise core
        self._core: BoardCore = core
        self._given: BoardCore | None = None

    @classmethod
    def _of(cls, core: BoardCore, given: BoardCore | None = None) -> Board:
        board = cls.__new__(cls)
        board._core, board._given = core, given
        return board

    # The board.

    @property
    def cells(self) -> list[int | None]:
        """The value of each cell, row by row; `None` if it is blank."""
        return self._core.cells()

    @property
    def rows(self) -> list[list[int | None]]:
        """The rows, with 0 for a blank; `None` if 0 is a value, or for a place without a cell."""
        rows, columns, least = self._core.size()
        blank = 0 if least > 0 else None
        table: list[list[int | None]] = [[None] * columns for _ in range(rows)]
        for (row, column), value in zip(self._core.places(), self._core.cells(), strict=True):
            table[row][column] = blank if value is None else value
        return table

    @property
    def title(self) -> str | None:
        """The title, if the text has one."""
        return self._core.title

    @property
    def author(self) -> str | None:
        """Who made the puzzle, if the text says so."""
        return self._core.author

    @property
    def notes(self) -> list[str]:
        """What was left out of the text, such as drawings without a meaning."""
        return self._core.notes

    @property
    def clash(self) -> str | None:
        """The rule that the givens break already; `None` if there is none.

        >>> import quadrille as q
        >>> q.sudoku.Board("11" + "." * 79).clash
        'two 1s in row 1 at columns 1 and 2'
        """
        return self._core.clash

    def __getitem__(self, place: tuple[int, int]) -> int | None:
        """The value in a row and a column, from 0."""
        row, column = place
        return self.rows[row][column]

    def __str__(self) -> str:
        return self._core.line()

    def __repr__(self) -> str:
        line = self._core.line()
        return f"Board({line!r})" if self._core.is_plain else f"<Board {line} with other rules>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.write("puzzle") == other.write("puzzle")

    def __hash__(self) -> int:
        return hash(self._core.line())

    def pretty(self, *, colour: bool = False, candidates: bool = False) -> str:
        """Returns a drawing of the board as text; with `candidates`, blank cells show theirs."""
        return self._core.picture("colour" if colour else "text", self._given, candidates)

    def svg(self, *, candidates: bool = False) -> str:
        """Returns a picture of the board and its rules; with `candidates`, blank cells show theirs."""
        return self._core.picture("svg", self._given, candidates)

    def _repr_svg_(self) -> str:
        return self.svg()

    def write(
        self, format: Literal["line", "iss", "puzzle", "f-puzzles", "link", "sudokupad"]
    ) -> str:
        """Writes the board in a format. Raises `BadProblem` if it has no words for a rule."""
        return self._core.line() if format == "line" else self._core.write(format)

    def __reduce__(self) -> tuple[Any, ...]:
        given = self._given.write("puzzle") if self._given else None
        return _board, (self._core.write("puzzle"), given)

    # Questions.

    @cached_property
    def problem(self) -> Assumed[Problem]:
        """The board as an exact cover: the classic rules are 324 items, the givens are forced options.

        The data of an option are its row, its column and its value.

        >>> import quadrille as q
        >>> cover = q.sudoku.Board("53" + "." * 79).problem
        >>> len(cover.problem.items), len(cover.problem), cover.first().data[:3]
        (324, 729, ((0, 0, 5), (0, 1, 3), (0, 2, 1)))
        """
        encoded = self._core.encoded(checked({}))
        problem = Problem._of(encoded.core())
        candidates = enumerate(encoded.candidates())
        problem._data = {option: cell for option, cell in candidates if cell is not None}
        return Assumed(problem, *encoded.assumptions())

    def solve(self, *, seed: SupportsIndex | None = None, **limits: Unpack[Limits]) -> Board | None:
        """Returns a solution, or `None` if there is none. Raises `Stopped` if a limit comes first."""
        found = self._core.first(checked(limits, seed=seed))
        return None if found is None else self._solved(found)

    def solutions(
        self, *, seed: SupportsIndex | None = None, **limits: Unpack[Limits]
    ) -> BoardSolutions:
        """Iterates over the solutions, and finds each on demand."""
        start = perf_counter()
        encoded = self._core.encoded(checked(limits))
        return BoardSolutions(self, encoded, checked(left(limits, start), seed=seed))

    def count(self, **limits: Unpack[Limits]) -> Count:
        """Counts the solutions."""
        found, _, stop = self._inquire("count", limits)
        return Count(int(found["count"]), stop)

    def is_unique(self, **limits: Unpack[Limits]) -> bool | None:
        """Returns whether there is exactly one solution; `None` if a limit comes first."""
        found, _, _ = self._inquire("unique", limits)
        return None if found["verdict"] in ("unknown", "stopped") else found["verdict"] == "unique"

    def check(self, **limits: Unpack[Limits]) -> str:
        """Returns `unique`, `unique (not minimal)`, `several`, `none`, or `unknown` after a limit."""
        return self._inquire("check", limits)[1]

    def sample(
        self, boards: SupportsIndex = 1, *, seed: SupportsIndex = 0, **limits: Unpack[Limits]
    ) -> list[Board]:
        """Draws random solutions, each equally likely. Raises `NoSolution` if there is none."""
        number = whole("boards", boards)
        drawn = self._core.sample(checked(limits), number, whole("seed", seed))
        if number > 0 and not drawn:
            raise NoSolution("the board has no solution")
        return [self._solved(board) for board in drawn]

    def marginals(self, **limits: Unpack[Limits]) -> dict[tuple[int, int], dict[int, int]]:
        """Returns, for each cell by row and column, the number of solutions with each value."""
        found, _, stop = self._inquire("marginals", limits)
        if "marginals" not in found:
            raise Stopped(stop or "too large a problem")
        counts = found["marginals"].values()
        return {
            place: {int(value): int(count) for value, count in values.items()}
            for place, values in zip(self._core.places(), counts, strict=True)
        }

    def steps(
        self,
        *,
        techniques: str | Iterable[str] | None = None,
        until: str | tuple[int, int] | None = None,
        most: SupportsIndex | None = None,
        marks: Board | str | None = None,
        assume_unique: bool = False,
        **limits: Unpack[Limits],
    ) -> Steps:
        """Finds the steps by which a person would solve the board, each the easiest.

        `techniques` allows only some kinds of arguments, such as `"singles,locked"`: there are
        `singles`, `locked`, `rules`, `sets`, `two-rules`, `chains`, `forcing`, `cases` and `trial`.
        The last step is the first one of the technique `until`, such as `"x-wing"`, or the one that
        fills the cell `until`, such as `"r4c5"` or `(3, 4)`; or there are `most` steps. A board with
        pencil marks is solved from there, and so is one with the `marks` of another board, or a text,
        of the same puzzle. With `assume_unique`, there are also techniques that assume that the board
        has one solution.

        >>> import quadrille as q
        >>> board = q.sudoku.Board("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> steps = board.steps()
        >>> len(steps), steps.end, str(steps.board) == str(board.solve())
        (51, 'solved', True)

        The steps before a limit are kept. Raises `Stopped` if a limit comes while the rules are
        compiled.
        """
        technique, cell = last_step(until)
        if isinstance(marks, str):
            given: BoardCore | None = self._core.read_state(marks)
        else:
            given = None if marks is None else marks._core
        wanted = Wanted(
            words_of(techniques),
            technique,
            cell,
            None if most is None else whole("most", most),
            assume_unique,
        )
        start = self._core if given is None else self._core.marked(given)
        core = self._core.steps(start, wanted, checked(limits)._replace(limit=None))
        asked = {
            "board": self,
            "techniques": wanted.techniques or None,
            "marks": None if given is None else Board._of(given),
            "assume_unique": assume_unique,
        }
        return Steps(core, self, asked)

    def hint(
        self,
        *,
        techniques: str | Iterable[str] | None = None,
        marks: Board | str | None = None,
        assume_unique: bool = False,
        **limits: Unpack[Limits],
    ) -> Step | None:
        """Finds the next step. The arguments are those of `steps`.

        Returns `None` if the board is solved, or if no step is left: `steps().remark` says why. Raises
        `NoSolution` if the board has none, and `Stopped` if a limit comes first.

        >>> import quadrille as q
        >>> hint = q.sudoku.Board("1......2....3..4").hint()
        >>> hint.place, hint.technique, hint.placed
        ('box 1', 'Hidden single', (0, 1, 2))
        >>> print(hint)
        Hidden single: in box 1, only r1c2 can be 2.
        """
        steps = self.steps(
            techniques=techniques, most=1, marks=marks, assume_unique=assume_unique, **limits
        )
        return next_of(steps)

    def explain(self, *, rules: bool = False, **limits: Unpack[Limits]) -> Explanation:
        """Finds out why there is no solution, or several.

        With `rules`, it also finds out which rules a board with one solution needs.
        """
        found, text, _ = self._inquire("explain-rules" if rules else "explain", limits)
        return Explanation(verdict=found["verdict"], text=text, details=found)

    @overload
    def rate(self, *, scale: Literal["steps"] = "steps", **limits: Unpack[Limits]) -> Rating: ...
    @overload
    def rate(self, *, scale: Literal["guesses"], **limits: Unpack[Limits]) -> Effort: ...
    @overload
    def rate(
        self, *, scale: Literal["braids", "whips"], **limits: Unpack[Limits]
    ) -> int | None: ...
    def rate(
        self, *, scale: Scale = "steps", **limits: Unpack[Limits]
    ) -> Rating | Effort | int | None:
        """Returns how hard the board is. Raises `NoSolution` or `BadProblem` without one solution.

        With the scale `steps`, it says how hard the board is for a person, as a `Rating`; with
        `guesses`, what programs need, as an `Effort`. The scale `braids` is the least n such that
        singles and braids of at most n items solve the board, or `None` if braids of any length do
        not; `whips` is the same for whips, braids that read as a chain.

        >>> import quadrille as q
        >>> board = q.sudoku.Board("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> print(board.rate())
        easy 1.2: hidden single; sum 57.0: full house 21, hidden single 30
        >>> board.rate(scale="braids")
        0
        """
        if scale not in _SCALES:
            raise ValueError(f"scale is {scale!r}, expected one of {', '.join(_SCALES)}")
        found, text, stop = self._inquire(_SCALES[scale], limits)
        if found["verdict"] not in ("rated", "measured"):
            raise self._failure(found["verdict"], stop)
        if scale in ("braids", "whips"):
            length: int | None = found["length"]
            return length
        kind = Rating if scale == "steps" else Effort
        values = {name: found[name] for name in kind._fields if name != "text"}
        return kind(**values, text=text)

    def minimize(
        self, *, rules: bool = False, seed: SupportsIndex | None = None, **limits: Unpack[Limits]
    ) -> Board:
        """Returns the board without givens that are not needed, removed in order or by a seed.

        With `rules`, rules that are not needed are removed first.
        """
        core, verdict, stop = self._core.minimize(
            checked(limits), None if seed is None else whole("seed", seed), rules
        )
        if core is None:
            raise self._failure(verdict, stop)
        return Board._of(core)

    def canonical(self) -> Board:
        """Returns the canonical form: the same for all boards that turns and new digits make equal.

        Raises `BadProblem` for a board that is not 9 x 9 with the classic rules.
        """
        found, _, _ = self._inquire("canonical", {})
        return Board(found["canonical"])

    def automorphisms(self) -> int:
        """Returns the number of ways to turn and relabel the board that leave it unchanged."""
        found, _, _ = self._inquire("canonical", {})
        return int(found["automorphisms"])

    def _inquire(self, question: str, limits: Limits) -> tuple[dict[str, Any], str, str | None]:
        import json

        found, text, stop = self._core.inquire(question, checked(limits))
        return json.loads(found), text, stop

    def _failure(self, verdict: str, stop: str | None) -> Exception:
        """What keeps a question about a board with one solution from an answer."""
        if stop is not None:
            return Stopped(stop)
        if verdict == "none":
            return NoSolution("the board has no solution")
        if verdict == "unknown":
            return Stopped("too large a problem")
        return BadProblem("the board has several solutions, expected one")

    def _solved(self, core: BoardCore) -> Board:
        return Board._of(core, self._given or self._core)


class BoardSolutions:
    """A lazy iterator over the solutions of a board."""

    def __init__(self, board: Board, encoded: EncodedCore, options: Checked) -> None:
        self._board, self._encoded = board, encoded
        assumed = Assumptions(*encoded.assumptions())
        self._walk = encoded.core().solutions(board, assumed, options)

    def __iter__(self) -> BoardSolutions:
        return self

    def __next__(self) -> Board:
        return self._board._solved(self._encoded.solved(list(next(self._walk))))

    @property
    def stop(self) -> str | None:
        """The limit that ended the iterator; `None` before the end, and at the end of all solutions."""
        return self._walk.stop

    @property
    def complete(self) -> bool:
        """Whether the iterator has ended and there are no other solutions."""
        return self._walk.complete


def _board(text: str, given: str | None) -> Board:
    (core,) = read_boards(text.encode(), None, None)
    if isinstance(core, BadProblem):
        raise core
    return Board._of(core, Board(given)._core if given else None)


@overload
def boards(
    text: str | bytes, shape: str | None = None, *, bad: Literal["raise"] = "raise"
) -> list[Board]: ...
@overload
def boards(
    text: str | bytes, shape: str | None = None, *, bad: Literal["return"]
) -> list[Board | BadProblem]: ...
def boards(
    text: str | bytes, shape: str | None = None, *, bad: Literal["raise", "return"] = "raise"
) -> list[Board] | list[Board | BadProblem]:
    """Reads all boards of a text, in any format.

    With `bad="return"`, the error of an invalid board takes its place in the list.

    >>> import quadrille as q
    >>> first = "1......2....3..."
    >>> [board.count() for board in q.sudoku.boards(f"{first}\\n................\\n")]
    [3, 288]
    """
    encoded = text.encode() if isinstance(text, str) else bytes(text)
    return _all(encoded, shape, None, bad)


@overload
def read(
    path: str | os.PathLike[str], shape: str | None = None, *, bad: Literal["raise"] = "raise"
) -> list[Board]: ...
@overload
def read(
    path: str | os.PathLike[str], shape: str | None = None, *, bad: Literal["return"]
) -> list[Board | BadProblem]: ...
def read(
    path: str | os.PathLike[str],
    shape: str | None = None,
    *,
    bad: Literal["raise", "return"] = "raise",
) -> list[Board] | list[Board | BadProblem]:
    """Reads all boards of a file, in any format. The rest is as for `boards`."""
    from pathlib import Path

    path = Path(path)
    return _all(path.read_bytes(), shape, str(path), bad)


def _all(text: bytes, shape: str | None, file: str | None, bad: str) -> list[Any]:
    if bad not in ("raise", "return"):
        raise ValueError(f"bad is {bad!r}, expected 'raise' or 'return'")
    found: list[Any] = []
    for board in read_boards(text, shape, file):
        if isinstance(board, BadProblem):
            if bad == "raise":
                raise board
            found.append(board)
        else:
            found.append(Board._of(board))
    return found


def generate(
    *,
    seed: SupportsIndex = 0,
    clues: SupportsIndex | None = None,
    difficulty: Difficulty | None = None,
    technique: str | None = None,
    symmetry: Symmetry = "none",
    minimal: bool = False,
    shape: str = "classic",
    rules: str | Sequence[str] = (),
    tries: SupportsIndex = 10_000,
    time: float | None = None,
) -> Board:
    """Makes a puzzle with one solution. The same seed gives the same puzzle on every machine.

    `difficulty` and `technique`, such as `"x-wing"`, are about the steps that solve it: the hardest
    one, and one that a person needs. Some shapes have hardly any puzzles of some difficulties, so set
    a `time` limit.

    `rules` are kinds of rules to place, such as `killer`, `thermo:6` or `arrow:4`. Raises `NoSolution` if
    none of the `tries` gave such a puzzle, and `Stopped` at the time limit.

    >>> import quadrille as q
    >>> puzzle = q.sudoku.generate(seed=1, clues=24)
    >>> sum(value is not None for value in puzzle.cells), puzzle.is_unique()
    (24, True)
    """
    if difficulty is not None and difficulty not in _DIFFICULTIES:
        raise ValueError(
            f"difficulty is {difficulty!r}, expected one of {', '.join(_DIFFICULTIES)}"
        )
    if symmetry not in _SYMMETRIES:
        raise ValueError(f"symmetry is {symmetry!r}, expected one of {', '.join(_SYMMETRIES)}")
    words = rules if isinstance(rules, str) else "+".join(rules)
    limits: Limits = {} if time is None else {"time": time}
    made = _generate(
        whole("seed", seed),
        checked(limits),
        shape,
        None if clues is None else whole("clues", clues),
        symmetry,
        difficulty,
        technique,
        minimal,
        whole("tries", tries, 1),
        words,
    )
    if made is None:
        raise NoSolution(
            f"none of {tries} tries gave such a puzzle: try another seed, or ask for less"
        )
    return Board._of(made)


def _text_of(board: Any) -> str:
    """Rows or cells as text."""
    # An array or a frame.
    listed = board.to_numpy() if hasattr(board, "to_numpy") else board
    rows = list(listed.tolist() if hasattr(listed, "tolist") else listed)
    if rows and all(isinstance(row, str) and len(row) > 1 for row in rows):
        return "\n".join(rows)
    if rows and not isinstance(rows[0], str) and hasattr(rows[0], "__iter__"):
        return "\n".join(" ".join(map(_word, row)) for row in rows)
    return " ".join(map(_word, rows))


def _word(value: Any) -> str:
    """A cell as text. 0, `None`, "" and not-a-number are blanks."""
    if value is None or value in (0, "") or (isinstance(value, float) and isnan(value)):
        return "."
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
