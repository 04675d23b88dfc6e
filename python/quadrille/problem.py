"""Problems: items and options, with names of any kind."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Context, Decimal, InvalidOperation
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from ._quadrille import Assumptions, Core, Solution
from .answers import Reduced
from .errors import BadProblem
from .limits import Limits, checked
from .matrix import rows_of
from .questions import Assumed, Owner, Questions

if TYPE_CHECKING:
    from typing import Self, Unpack

#: How many options cover an item: a number, or the least and the greatest number.
Times = int | tuple[int, int]
#: A cost: a whole number, or one with at most 9 decimals.
Cost = SupportsIndex | Decimal | float
#: The name of an item, or a secondary item and its colour.
Use = Hashable

_READ = ("dlx", "json", "matrix", "ec", "txt", "rows", "spp", "libexact", "miniexact")
_WRITTEN = (*_READ, "cnf", "opb", "lp", "mps")


class Problem(Questions):
    """An exact-cover problem: items, and options that cover them.

    A solution is a set of options that covers every primary item exactly once. Secondary items may stay
    uncovered; they are covered once, or several times in one colour. No solution uses an option without
    primary items. Names of items and colours are any hashable objects.

    >>> import quadrille as q
    >>> problem = q.Problem(primary=["cook", "sing"], secondary=["stage"])
    >>> problem.option(["cook"], data="Ann")
    0
    >>> problem.option(["sing", "stage"], data="Bob", cost=3)
    1
    >>> solution = problem.first()
    >>> solution.data, solution.items, solution.cost
    (('Ann', 'Bob'), (('cook',), ('sing', 'stage')), 3)

    Build a problem with one thread; then any number of threads may ask it. Options may be added after
    a question, too.
    """

    def __init__(
        self,
        primary: Iterable[Hashable] | Mapping[Any, Times] = (),
        secondary: Iterable[Hashable] = (),
    ) -> None:
        """Makes a problem with these items. A mapping gives the number of options that cover each."""
        self._start()
        self._add(primary, secondary)

    def _start(self) -> None:
        self._core = Core()
        self._names: Sequence[Any] = []
        self._known_ids: dict[Any, int] | None = {}
        self._colours: list[Any] = []
        self._colour_ids: dict[Any, int] = {}
        self._data: dict[int, Any] = {}
        #: How often each text was made distinct.
        self._repeats: dict[str, int] = {}

    def _add(
        self, primary: Iterable[Hashable] | Mapping[Any, Times], secondary: Iterable[Hashable]
    ) -> None:
        if isinstance(primary, Mapping):
            for name, times in primary.items():
                self.primary(name, times)
        else:
            for name in primary:
                self.primary(name)
        for name in secondary:
            self.secondary(name)

    # Items and options.

    def primary(self, name: Hashable, times: Times = 1) -> None:
        """Adds an item that must be covered: exactly once, `times` times, or between two numbers.

        >>> import quadrille as q
        >>> pairs = q.Problem(primary={"friends": (2, 3)})
        >>> for name in ["Ann", "Bob", "Cleo", "Dan"]:
        ...     _ = pairs.option(["friends"], data=name)
        >>> pairs.count()
        10
        """
        low, high = _bounds_of(name, times)
        text = self._new_text(name)
        if (low, high) == (1, 1):
            self._core.primary(text)
        else:
            self._core.multiple(text, low, high)
        self._add_name(name)

    def secondary(self, name: Hashable) -> None:
        """Adds an item that may stay uncovered."""
        self._core.secondary(self._new_text(name))
        self._add_name(name)

    def option(self, items: Iterable[Use], *, cost: Cost = 0, data: Any = None) -> int:
        """Adds an option, and returns its number from 0.

        A tuple of a secondary item and a colour covers the item in this colour. `data` comes back in
        solutions. Raises `BadProblem` for an item that is not known, or that occurs twice.

        >>> import quadrille as q
        >>> problem = q.Problem(primary=["a", "b"], secondary=["wall"])
        >>> for item in ["a", "b"]:
        ...     for colour in ["red", "blue"]:
        ...         _ = problem.option([item, ("wall", colour)])
        >>> problem.count()
        2
        """
        if isinstance(items, str):
            raise BadProblem(
                f"the option {items!r} is a text, expected a list of items",
                help=f"to name the items of the text, write {items.split()!r}",
            )
        ids = self._ids
        found: list[int] = []
        colours: list[int | None] | None = None
        for item in items:
            number = self._find(ids, item)
            if number is None:
                number, colour = self._coloured(ids, item)
                if colours is None:
                    colours = [None] * len(found)
                colours.append(colour)
            elif colours is not None:
                colours.append(None)
            found.append(number)
        option = self._core.option(found, colours, _price(cost))
        if data is not None:
            self._data[option] = data
        return option

    @classmethod
    def from_options(
        cls,
        options: Iterable[Iterable[Use]] | Mapping[Any, Iterable[Use]],
        *,
        primary: Iterable[Hashable] | Mapping[Any, Times] = (),
        secondary: Iterable[Hashable] = (),
        costs: Iterable[Cost] | None = None,
        data: Iterable[Any] | None = None,
    ) -> Self:
        """Makes a problem of options. All their items are primary but those in `secondary`.

        The options of a mapping have its keys as data.

        >>> import quadrille as q
        >>> problem = q.Problem.from_options({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6],
        ...     "E": [2, 3, 6, 7], "F": [2, 7]})
        >>> [solution.data for solution in problem.solutions()]
        [('B', 'D', 'F')]
        """
        if isinstance(options, Mapping):
            if data is None:
                data = list(options)
            options = options.values()
        rows = []
        for row in options:
            if isinstance(row, str):
                raise BadProblem(f"the option {row!r} is a text, expected a list of items")
            rows.append(tuple(row))
        problem = cls.__new__(cls)
        problem._start()
        problem._add(primary, ())
        try:
            secondary = dict.fromkeys(secondary)
        except TypeError as error:
            raise BadProblem(f"invalid name of a secondary item: {error}") from None
        for row in rows:
            for use in row:
                if problem._find(problem._ids, use) is not None:
                    continue
                if use in secondary:
                    problem.secondary(use)
                elif isinstance(use, tuple) and len(use) == 2 and use[0] in secondary:
                    if problem._find(problem._ids, use[0]) is None:
                        problem.secondary(use[0])
                else:
                    problem.primary(use)
        for name in secondary:
            if problem._find(problem._ids, name) is None:
                problem.secondary(name)
        prices, notes = _each(costs, len(rows), "costs"), _each(data, len(rows), "data")
        for number, row in enumerate(rows):
            problem.option(
                row,
                cost=prices[number] if prices is not None else 0,
                data=notes[number] if notes is not None else None,
            )
        return problem

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        names: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
        costs: Iterable[Cost] | None = None,
        data: Iterable[Any] | None = None,
    ) -> Self:
        """Makes a problem of a matrix of 0 and 1: each row is an option, each column an item.

        `matrix` is a sparse matrix or array of scipy (which is never made dense), an array of numpy, a
        DataFrame of pandas (whose columns name the items and whose index is the data), or a list of lists.
        Items are named by `names`, or else by the numbers of their columns.

        >>> import quadrille as q
        >>> problem = q.Problem.from_matrix([[1, 0, 1], [0, 1, 0], [0, 0, 1]])
        >>> [solution.options for solution in problem.solutions()]
        [(0, 1)]
        """
        columns, starts, items, labels, rows = rows_of(matrix)
        if columns >= 2**32:
            raise BadProblem(f"{columns} columns are too many, expected less than 2**32")
        problem = cls.__new__(cls)
        problem._start()
        if names is None:
            names = labels
        if names is not None:
            names = list(names)
            if len(names) != columns:
                raise BadProblem(f"{len(names)} names for {columns} columns")
            try:
                known = dict(zip(names, range(columns), strict=True))
            except TypeError as error:
                raise BadProblem(f"invalid name of a column: {error}") from None
            if len(known) != columns:
                raise BadProblem("two columns have the same name")
            problem._names, problem._known_ids = names, known
            wanted = [problem._id(name) for name in secondary]
            texts: list[str] | None = _distinct_texts(names)
        else:
            problem._names, problem._known_ids = range(columns), None
            if not isinstance(secondary, Iterable):
                raise BadProblem(
                    f"secondary is {secondary!r}, expected a list of columns",
                    help=f"write secondary=[{columns - 1}] for the last column",
                )
            wanted = [_column(name, columns) for name in secondary]
            texts = None
        problem._core.rows(columns, texts, wanted, starts, items)
        number = len(problem)
        prices = _each(costs, number, "costs")
        if prices is not None:
            problem._core.add_costs([_price(price) for price in prices])
        notes = _each(rows if data is None else data, number, "data")
        if notes is not None:
            problem._data = dict(enumerate(notes))
        return problem

    # Texts.

    @classmethod
    def from_text(
        cls, text: str | bytes, format: str | None = None, *, file: str | None = None
    ) -> Self:
        """Reads a problem from text: `dlx`, `json`, `matrix`, `ec`, `txt`, `rows`, `spp`, `libexact` or
        `miniexact`. `None` guesses the format by its syntax; formats of numbers are never guessed.

        Raises `BadProblem` with the line and the column.
        """
        if format not in (None, *_READ):
            raise ValueError(f"format is {format!r}, expected one of {', '.join(_READ)}")
        encoded = text.encode() if isinstance(text, str) else bytes(text)
        return cls._of(Core.read(encoded, format, None, file))

    @classmethod
    def from_dlx(cls, text: str | bytes) -> Self:
        """Reads a problem in Knuth's format: a line of items, then a line for each option.

        >>> import quadrille as q
        >>> q.Problem.from_dlx("a b | x\\na x:1\\nb x:2\\nb x:1\\n").count()
        1
        """
        return cls.from_text(text, "dlx")

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads a problem as JSON."""
        return cls.from_text(text, "json")

    @classmethod
    def read(cls, path: str | os.PathLike[str], format: str | None = None) -> Self:
        """Reads a problem from a file. The format is that of its extension, or else that of its text."""
        from pathlib import Path

        path = Path(path)
        text = path.read_bytes()
        if format is not None:
            return cls.from_text(text, format, file=str(path))
        extension = path.suffix.removeprefix(".").lower()
        return cls._of(Core.read(text, None, extension, str(path)))

    def to_text(self, format: str = "dlx") -> str:
        """Writes the problem as text: `dlx`, `json`, `matrix`, `ec`, `txt`, `rows`, `spp`, `libexact`,
        `miniexact`, `cnf`, `opb`, `lp` or `mps`.

        Raises `BadProblem` if the format cannot say it. A name that is a tuple is written with commas.

        >>> import quadrille as q
        >>> print(q.Problem.from_options([[("row", 1), "a"]]).to_text(), end="")
        row,1 a
        row,1 a
        """
        if format not in _WRITTEN:
            raise ValueError(f"format is {format!r}, expected one of {', '.join(_WRITTEN)}")
        return self._core.write(format).decode()

    def write(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Writes the problem to a file, in the format of its extension."""
        from pathlib import Path

        path = Path(path)
        text = self.to_text(format or path.suffix.removeprefix(".").lower() or "dlx")
        path.write_text(text, encoding="utf-8", newline="\n")

    # What it consists of.

    @property
    def items(self) -> tuple[Any, ...]:
        """The names of all items."""
        return tuple(self._names)

    def __len__(self) -> int:
        """The number of options."""
        return self._core.option_count

    def __bool__(self) -> bool:
        return True

    def items_of(self, option: SupportsIndex) -> tuple[Any, ...]:
        """Returns the items of an option; an item with a colour is a tuple of both."""
        names, colours = self._names, self._colours
        (number,) = self._known([option])
        return tuple(
            names[item] if colour is None else (names[item], colours[colour])
            for item, colour in self._core.uses(number)
        )

    def data_of(self, option: SupportsIndex) -> Any:
        """Returns the data of an option; `None` if it has none."""
        (number,) = self._known([option])
        return self._data.get(number)

    def cost_of(self, option: SupportsIndex) -> int | Decimal:
        """Returns the cost of an option: an `int` if it is whole."""
        return self._core.cost(self._known([option]))

    def times(self, item: Hashable) -> tuple[int, int] | None:
        """Returns how many options cover an item, at least and at most; `None` if it is secondary."""
        return self._core.multiplicity(self._id(item))

    @property
    def notes(self) -> list[str]:
        """Remarks on the problem, such as options that no solution uses."""
        return self._core.notes()

    # Questions.

    #: A problem has no board.
    _packing = None

    def _asked(self) -> tuple[Owner, Core, Assumptions | None]:
        return self, self._core, None

    def assume(
        self, *, force: Iterable[SupportsIndex] = (), forbid: Iterable[SupportsIndex] = ()
    ) -> Assumed[Problem]:
        """Returns the problem with options that every solution uses, and options that none uses.

        Nothing is compiled again.
        """
        return Assumed(self, self._known(force), self._known(forbid))

    def reduce(self, **limits: Unpack[Limits]) -> Reduced:
        """Makes a smaller problem with the same solutions.

        If the rules prove that there is no solution, the smaller problem has an item without options.
        """
        reduced = self._core.reduce(checked(limits))
        if reduced is None:
            return Reduced(self, Problem(primary=["no solution"]), [], [], True, None)
        core, forced, origins, complete, stop = reduced
        problem = Problem._of(core)
        names = dict(zip(self._core.item_texts(), self._names, strict=True))
        problem._rename(names, dict(zip(self._core.colour_texts(), self._colours, strict=True)))
        if self._data:
            data = ((option, self._data.get(origin)) for option, origin in enumerate(origins))
            problem._data = {option: value for option, value in data if value is not None}
        return Reduced(self, problem, forced, origins, complete, stop)

    # Copies.

    def __getstate__(self) -> dict[str, Any]:
        own = ("_core", "_names", "_known_ids", "_colours", "_colour_ids", "_data", "_repeats")
        return {
            "others": {name: value for name, value in vars(self).items() if name not in own},
            "problem": self._core.write("json"),
            "items": dict(zip(self._core.item_texts(), self._names, strict=True)),
            "colours": dict(zip(self._core.colour_texts(), self._colours, strict=True)),
            "data": self._data,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._start()
        self._core = Core.read(state["problem"], "json")
        self._rename(state["items"], state["colours"])
        self._data = dict(state["data"])
        vars(self).update(state["others"])

    @classmethod
    def _of(cls, core: Core) -> Self:
        """A problem whose names are the texts of the core."""
        problem = cls.__new__(cls)
        problem._start()
        problem._core = core
        problem._names = core.item_texts()
        problem._known_ids = None
        problem._colours = core.colour_texts()
        problem._colour_ids = {name: number for number, name in enumerate(problem._colours)}
        return problem

    def _rename(self, names: dict[str, Any], colours: dict[str, Any]) -> None:
        """Names the items and the colours of the core."""
        self._names = [names[text] for text in self._core.item_texts()]
        self._known_ids = None
        self._colours = [colours[text] for text in self._core.colour_texts()]
        self._colour_ids = {name: number for number, name in enumerate(self._colours)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._names)} items, {len(self)} options>"

    # Names and numbers.

    @property
    def _ids(self) -> dict[Any, int]:
        """The number of each item."""
        if self._known_ids is None:
            self._known_ids = {name: number for number, name in enumerate(self._names)}
        return self._known_ids

    @staticmethod
    def _find(ids: dict[Any, int], item: Any) -> int | None:
        try:
            return ids.get(item)
        except TypeError:
            raise BadProblem(
                f"{item!r} cannot name an item: it is not hashable",
                help="use a tuple in place of a list",
            ) from None

    def _id(self, item: Hashable) -> int:
        number = self._find(self._ids, item)
        if number is None:
            raise BadProblem(f"there is no item {item!r}", help=self._nearest(item))
        return number

    def _coloured(self, ids: dict[Any, int], use: Any) -> tuple[int, int]:
        """The numbers of an item and its colour."""
        if not (isinstance(use, tuple) and len(use) == 2):
            raise BadProblem(f"there is no item {use!r}", help=self._nearest(use))
        item, colour = use
        number = self._find(ids, item)
        if number is None:
            raise BadProblem(f"there is no item {use!r}, and no item {item!r}")
        found = self._colour_ids.get(colour)
        if found is None:
            # A text that is taken is the name of an earlier colour.
            text = _text(colour)
            while (made := self._core.colour(text)) < len(self._colours):
                text = self._another(_text(colour))
            self._colours.append(colour)
            found = self._colour_ids[colour] = made
        return number, found

    def _nearest(self, item: Any) -> str | None:
        if not isinstance(item, str):
            return None
        from difflib import get_close_matches

        texts = [name for name in self._names if isinstance(name, str)]
        near = get_close_matches(item, texts[:10_000], 1)
        return f"did you mean {near[0]!r}?" if near else None

    def _new_text(self, name: Hashable) -> str:
        """A text for a new item."""
        if self._find(self._ids, name) is not None:
            raise BadProblem(f"there are two items {name!r}")
        text = _text(name)
        while self._core.item(text) is not None:
            text = self._another(_text(name))
        return text

    def _another(self, text: str) -> str:
        """A text like this one, with a number."""
        self._repeats[text] = self._repeats.get(text, 1) + 1
        return f"{text}#{self._repeats[text]}"

    def _add_name(self, name: Hashable) -> None:
        ids = self._ids
        if not isinstance(self._names, list):
            self._names = list(self._names)
        ids[name] = len(self._names)
        self._names.append(name)

    def _known(self, options: Solution | Iterable[SupportsIndex]) -> list[int]:
        """Checks the numbers of options."""
        most = len(self)
        numbers = [index(option) for option in options]
        for number in numbers:
            if not 0 <= number < most:
                raise IndexError(f"there is no option {number}: there are {most}, from 0")
        return numbers

    # What a solution of this problem asks it.

    def _items_of_solution(self, solution: Solution) -> tuple[tuple[Any, ...], ...]:
        return tuple(map(self.items_of, solution))

    def _data_of_solution(self, solution: Solution) -> tuple[Any, ...]:
        return tuple(map(self._data.get, solution))

    def _cost_of_solution(self, solution: Solution) -> int | Decimal:
        return self._core.cost(list(solution))

    def _svg_of_solution(self, solution: Solution) -> str:
        return self._core.picture(list(solution), "svg")

    def _repr_svg_of_solution(self, solution: Solution) -> str | None:
        try:
            return self._svg_of_solution(solution)
        except BadProblem:
            return None

    def _text_of_solution(self, solution: Solution) -> str:
        return "\n".join(map(self._core.display, solution))


def _text(name: Any) -> str:
    """The text of a name: a tuple is written with commas."""
    return ",".join(map(_text, name)) if isinstance(name, tuple) else str(name)


def _distinct_texts(names: Iterable[Any]) -> list[str]:
    texts: dict[str, None] = {}
    repeats: dict[str, int] = {}
    for name in names:
        start = text = _text(name)
        while text in texts:
            repeats[start] = repeats.get(start, 1) + 1
            text = f"{start}#{repeats[start]}"
        texts[text] = None
    return list(texts)


def _bounds_of(name: Hashable, times: Times) -> tuple[int, int]:
    """The least and the greatest number of options that cover an item."""
    try:
        low, high = times if isinstance(times, (tuple, list)) else (times, times)
        bounds = index(low), index(high)
    except (TypeError, ValueError):
        bounds = -1, -1
    if bounds[0] < 0 or bounds[1] >= 2**32:
        raise BadProblem(
            f"item {name!r} has the multiplicity {times!r}, expected a number or (least, greatest)"
        )
    return bounds


def _price(cost: Cost) -> int | str:
    """A cost as a whole number, or as the digits of a decimal one."""
    if isinstance(cost, Decimal):
        number = cost
    else:
        try:
            price = index(cost)  # type: ignore[arg-type]
        except TypeError:
            if not isinstance(cost, Real):
                raise
            try:
                # The shortest text that gives the same float.
                number = Decimal(str(cost))
            except InvalidOperation:
                raise BadProblem(
                    f"the cost {cost} is not a decimal number", help="give a float or a Decimal"
                ) from None
        else:
            return _whole_price(price)
    if not number.is_finite():
        raise BadProblem(f"the cost {cost} is not a finite number")
    if number.adjusted() > 18:
        raise BadProblem(f"the cost {cost} is out of range, expected less than 2**63 in size")
    rounded = number.quantize(Decimal("1E-9"), context=Context(prec=28))
    if rounded != number:
        raise BadProblem(
            f"the cost {cost} has more than 9 decimals", help=f"write round({cost}, 9)"
        )
    return format(rounded, "f")


def _whole_price(price: int) -> int:
    if not -(2**63) < price < 2**63:
        raise BadProblem(f"the cost {price} is out of range, expected less than 2**63 in size")
    return price


def _column(name: Any, columns: int) -> int:
    try:
        number = index(name)
    except TypeError:
        number = columns
    if isinstance(name, bool) or type(name).__name__ in ("bool_", "bool"):
        raise BadProblem(
            f"the secondary column {name!r} is a truth value, expected the number of a column",
            help="give the numbers of a mask: [n for n, is_secondary in enumerate(mask) if is_secondary]",
        )
    if not 0 <= number < columns:
        is_last = -columns <= number < 0
        raise BadProblem(
            f"there is no column {name!r}: there are {columns}, from 0",
            help=f"write {number + columns} for column {number}" if is_last else None,
        )
    return number


def _each(values: Iterable[Any] | None, number: int, what: str) -> Sequence[Any] | None:
    """One value for each option."""
    if values is None:
        return None
    listed = list(values)
    if len(listed) != number:
        raise BadProblem(f"{what} has {len(listed)} values for {number} options")
    return listed
