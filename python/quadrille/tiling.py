"""Boards filled with pieces."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import index
from time import perf_counter
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypedDict, get_args

from ._quadrille import Assumptions, Core, PackingCore, Solution
from .answers import Count, Explanation
from .errors import BadProblem
from .limits import Limits, checked, left
from .problem import Problem
from .questions import Assumed, Owner, Questions

if TYPE_CHECKING:
    from typing import Unpack


class Placement(NamedTuple):
    """A piece that lies on the board."""

    #: The name of the piece.
    piece: str
    #: The names of its cells, such as `r1c2`.
    cells: tuple[str, ...]


class _Source(NamedTuple):
    """A text of a board or of pieces."""

    text: str
    is_drawn: bool
    file: str | None = None


class _Flags(NamedTuple):
    turning: str | None
    optional: bool


#: The number of cells that stay free: exactly, between two numbers, or any (`...`).
Gaps = int | tuple[int, int | None] | EllipsisType
#: How pieces may be moved: turned and flipped, turned, not at all, or all of it for cubes, too.
Turning = Literal["free", "one-sided", "fixed", "mirror"]
#: The symmetries that make tilings the same: rotations and reflections, or only rotations.
Group = Literal["all", "rotations"]


def tile(
    board: str | os.PathLike[str],
    pieces: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    *,
    gaps: Gaps | None = None,
    turning: Turning | None = None,
    optional: bool = False,
    grid: str | None = None,
) -> Packing:
    """Makes the problem of filling a board with pieces.

    `board` is a size such as `6x10` or `3x4x5`, a name such as `aztec4`, a drawing in one word such as
    `xxx|x.x`, a drawing of several lines, or a path (`pathlib.Path`) to a file with a drawing or with a
    puzzle of BurrTools. `pieces` are names such as `pentominoes` or `I L*2 T*`, drawings, or paths
    to files with drawings.

    `gaps` is how many cells stay free: `3`, `(1, 3)`, or `...` for any number. Pieces may be turned and
    flipped, those of cubes only turned, unless their set says something else. `turning` changes that:
    `one-sided` does not flip, `fixed` does not turn either, `mirror` also flips pieces of cubes. `optional`
    pieces may be left out. `grid` is `squares`, `cubes`, `triangles`,
    `hexagons` or `sticks`.

    >>> import quadrille as q
    >>> print(q.tile("3x5", "L P V").first())
    ┌───────────┐
    │     V     │
    │   ┌───────┤
    │   │       │
    │   ├───┐   │
    │   │   │ L │
    ├───┘   │   │
    │     P │   │
    │       │   │
    └───────┴───┘
    >>> dominoes = q.tile("8x8", "domino*")
    >>> dominoes.count(), dominoes.count_up_to_symmetry()
    (12988816, 1629189)
    """
    packings = _packings(
        board,
        pieces,
        gaps=gaps,
        turning=turning,
        optional=optional,
        grid=grid,
    )
    if len(packings) != 1:
        raise BadProblem(
            f"there are {len(packings)} boards, expected one",
            help="use tile_all for several boards",
        )
    return packings[0]


class TileOptions(TypedDict, total=False):
    """The keyword arguments of `tile`."""

    gaps: Gaps | None
    turning: Turning | None
    optional: bool
    grid: str | None


def tile_all(
    board: str | os.PathLike[str],
    pieces: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    **options: Unpack[TileOptions],
) -> list[Packing]:
    """Makes the problem of each board, for a text with several boards. The rest is as for `tile`."""
    return _packings(board, pieces, **options)


class Packing(Questions):
    """A board and pieces, whose solutions are tilings.

    The data of a tiling are the `Placement`s of its pieces. `print` and notebooks show it as a picture.

    >>> import quadrille as q
    >>> q.tile("2x3", "I2 O").first().data[0]
    Placement(piece='I2', cells=('r1c1', 'r1c2'))
    """

    def __init__(self, name: str, core: PackingCore, source: tuple[Any, ...], number: int) -> None:
        #: The name of the board, if its text gives one.
        self.name = name
        self._packing = core
        self._problem = Problem._of(core.core())
        #: What the packing was read from, and its place there.
        self._source, self._number = source, number

    def _asked(self) -> tuple[Owner, Core, Assumptions | None]:
        return self, self._problem._core, None

    @property
    def _names(self) -> Sequence[Any]:
        return self._problem._names

    def _known(self, options: Iterable[SupportsIndex]) -> list[int]:
        return self._problem._known(options)

    def __len__(self) -> int:
        """The number of options."""
        return len(self._problem)

    def __bool__(self) -> bool:
        return True

    @cached_property
    def problem(self) -> Problem:
        """The exact cover, as a problem of its own. The data of its options are `Placement`s."""
        problem = Problem._of(self._packing.core())
        placements = enumerate(map(self.placement, range(len(self))))
        problem._data = {option: placement for option, placement in placements if placement}
        return problem

    def assume(
        self, *, force: Iterable[SupportsIndex] = (), forbid: Iterable[SupportsIndex] = ()
    ) -> Assumed[Packing]:
        """Returns the packing with options that every solution uses, and options that none uses.

        Nothing is compiled again.
        """
        return Assumed(self, self._known(force), self._known(forbid))

    @property
    def pieces(self) -> dict[str, int]:
        """The pieces, and the number of cells of each."""
        return dict(self._packing.pieces())

    def count_up_to_symmetry(self, group: Group = "all", **limits: Unpack[Limits]) -> Count:
        """Counts tilings; of those that are the same up to a symmetry of the board, it counts one.

        With the group `rotations`, mirror images stay apart.

        >>> import quadrille as q
        >>> cube = q.tile("3x3x3", "soma")
        >>> cube.count_up_to_symmetry(), cube.count_up_to_symmetry("rotations")
        (240, 480)

        Under a limit the number is a lower bound: that of the complete tilings that were found, divided by
        the number of symmetries.
        """
        if group not in get_args(Group):
            known = ", ".join(get_args(Group))
            raise ValueError(f"group is {group!r}, expected one of {known}")
        return Count(
            *self._packing.count_up_to_symmetry(checked(limits), group == "rotations")
        )

    def obstacle(self, **limits: Unpack[Limits]) -> str | None:
        """Returns a reason why there is no tiling that is found without a search; `None` if there is none.

        Raises `Stopped` if a limit comes first.

        >>> import quadrille as q
        >>> q.tile("5x5", "domino*").obstacle()
        '25 cells must be covered, but each piece has 2, and 25 is not a multiple of 2'
        """
        found = self._packing.obstacle(checked(limits))
        if found is None:
            return None
        reason, picture = found
        return reason if picture is None else f"{reason}\n{picture.rstrip()}"

    def explain(self, **limits: Unpack[Limits]) -> Explanation:
        """Finds out why there is no tiling: by the `obstacle`, or else by a search."""
        start = perf_counter()
        obstacle = self.obstacle(**limits)
        if obstacle is None:
            return super().explain(**left(limits, start))
        return Explanation(
            solution=None,
            items=(),
            forced=(),
            weights={},
            modulus=None,
            minimal=False,
            stop=None,
            text=obstacle,
        )

    def free_cells(self, tiling: Solution) -> list[str]:
        """Returns the cells that a tiling leaves free."""
        return self._packing.free_cells(list(tiling))

    def picture(self, tiling: Solution, *, colour: bool = False) -> str:
        """Returns a tiling as text for a terminal."""
        picture = self._packing.picture(list(tiling), "colour" if colour else "text")
        if picture is None:
            raise BadProblem("the board is too large for a picture")
        return picture

    def placement(self, option: SupportsIndex) -> Placement | None:
        """Returns the piece of an option and its cells; `None` if it leaves a cell free."""
        (number,) = self._known([option])
        placement = self._packing.placement(number)
        return Placement(placement[0], tuple(placement[1])) if placement else None

    def _items_of_solution(self, solution: Solution) -> tuple[tuple[Any, ...], ...]:
        return self._problem._items_of_solution(solution)

    def _data_of_solution(self, solution: Solution) -> tuple[Any, ...]:
        placements = map(self.placement, solution)
        return tuple(placement for placement in placements if placement)

    def _cost_of_solution(self, solution: Solution) -> int:
        return 0

    def _svg_of_solution(self, solution: Solution) -> str:
        picture = self._packing.picture(list(solution), "svg")
        if picture is None:
            raise BadProblem("the board is too large for a picture")
        return picture

    def _repr_svg_of_solution(self, solution: Solution) -> str | None:
        return self._packing.picture(list(solution), "svg")

    def _text_of_solution(self, solution: Solution) -> str:
        picture = self._packing.picture(list(solution), "text")
        if picture is None:
            return self._problem._text_of_solution(solution)
        return picture.rstrip("\n")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._source, self._number)

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        return f"<Packing{name}: {len(self.pieces)} pieces, {len(self)} options>"


def _again(source: tuple[Any, ...], number: int) -> Packing:
    return _read(*source)[number]


def _packings(
    board: str | os.PathLike[str],
    pieces: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    gaps: Gaps | None = None,
    turning: Turning | None = None,
    optional: bool = False,
    grid: str | None = None,
) -> list[Packing]:
    if isinstance(pieces, (str, os.PathLike)):
        pieces = [pieces]
    if turning not in (None, *get_args(Turning)):
        known = ", ".join(get_args(Turning))
        raise ValueError(f"turning is {turning!r}, expected one of {known}")
    flags = _Flags(turning, optional)
    named = [_source(piece) for piece in pieces]
    if isinstance(board, os.PathLike):
        from pathlib import Path

        path = Path(board)
        text = path.read_bytes()
        if path.suffix.lower() == ".xmpuzzle" or text.startswith((b"\x1f\x8b", b"<?xml")):
            return _read(text, named, _range(gaps), grid, flags, str(path))
    return _read(_source(board), named, _range(gaps), grid, flags, None)


def _read(
    board: _Source | bytes,
    pieces: list[_Source],
    gaps: tuple[int, int | None] | None,
    grid: str | None,
    flags: _Flags,
    file: str | None,
) -> list[Packing]:
    if isinstance(board, bytes):
        read = PackingCore.read_burr_tools(board, file, pieces, gaps, flags)
    else:
        read = PackingCore.read(board, pieces, gaps, grid, flags)
    source = (board, pieces, gaps, grid, flags, file)
    named = enumerate(read)
    return [Packing(name, core, source, number) for number, (name, core) in named]


def _source(text: str | os.PathLike[str]) -> _Source:
    """A text, or the text of a file. A text of several lines is a drawing."""
    if isinstance(text, os.PathLike):
        from pathlib import Path

        path = Path(text)
        try:
            drawing = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise BadProblem("this is not text in UTF-8", file=str(path)) from None
        return _Source(drawing, True, str(path))
    return _Source(text, "\n" in text.strip("\n"))


def _range(gaps: Gaps | None) -> tuple[int, int | None] | None:
    if gaps is None:
        return None
    if isinstance(gaps, EllipsisType):
        return 0, None
    low, high = gaps if isinstance(gaps, tuple) else (gaps, gaps)
    try:
        low, high = index(low), None if high is None else index(high)
    except TypeError:
        raise TypeError(
            f"gaps is {gaps!r}, expected a number of cells, (least, most), or ..."
        ) from None
    if not 0 <= low < 2**32 or (high is not None and not low <= high < 2**32):
        raise ValueError(f"gaps is {gaps}, expected a number of cells, (least, most), or ...")
    return low, high
