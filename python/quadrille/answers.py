"""Answers: what questions return."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ._quadrille import DiagramCore, Solution
from .errors import BadProblem, NoSolution
from .limits import Limits, checked, whole

if TYPE_CHECKING:
    from typing import SupportsIndex, Unpack

    from .problem import Cost, Problem
    from .questions import Owner


class Count(int):
    """A number of solutions: an integer that knows whether the count was complete.

    >>> import quadrille as q
    >>> coins = q.Problem.from_options([[coin] for coin in range(100) for side in "ht"])
    >>> count = coins.count()
    >>> count == 2**100, count.complete
    (True, True)
    """

    #: Whether these are all solutions. If not, there may be more.
    complete: bool
    #: The limit that stopped the count; `None` if it is complete.
    stop: str | None

    def __new__(cls, number: int, stop: str | None = None) -> Count:
        """Makes a count, which a limit may have stopped."""
        count = super().__new__(cls, number)
        count.complete = stop is None
        count.stop = stop
        return count

    def __reduce__(self) -> tuple[type[Count], tuple[int, str | None]]:
        return Count, (int(self), self.stop)

    def __repr__(self) -> str:
        return int(self).__repr__() if self.complete else f"<at least {int(self)}: {self.stop}>"

    def __str__(self) -> str:
        return int(self).__repr__() if self.complete else f"at least {int(self)}"

    def __format__(self, spec: str) -> str:
        number = int(self).__format__(spec)
        return number if self.complete else f"at least {number}"


class Best(Sequence[Solution]):
    """The cheapest solutions, the cheapest first; or the dearest.

    After a limit these are the best that were found, and the best cost of all lies between `bound` and
    the cost of the first. A cost is an `int` if it is whole, else a `Decimal`.
    """

    def __init__(
        self, found: Sequence[Solution], bound: int | Decimal, ties: int | None, stop: str | None
    ) -> None:
        self._found = tuple(found)
        #: No solution costs less; or more, if these are the dearest.
        self.bound = bound
        #: How many solutions cost the same as the first; `None` if only one was asked for.
        self.ties = ties
        #: The limit that stopped the search; `None` if it is complete.
        self.stop = stop

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, place: int) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Solution]: ...
    def __getitem__(self, place: int | slice) -> Solution | Sequence[Solution]:
        return self._found[place]

    def __repr__(self) -> str:
        gap = "optimal" if self and self.optimal else f"bound={self.bound}"
        return f"<Best: costs {[solution.cost for solution in self]}, {gap}>"

    @property
    def complete(self) -> bool:
        """Whether these are the best of all solutions."""
        return self.stop is None

    @property
    def gap(self) -> int | Decimal:
        """The most by which the cost of the first may differ from the best of all."""
        gap = abs(Decimal(self[0].cost) - Decimal(self.bound))
        return int(gap) if gap == int(gap) else gap

    @property
    def optimal(self) -> bool:
        """Whether the first is proved to be the best of all."""
        return self.gap == 0


class Prices(NamedTuple):
    """Prices of items, and the bound of all costs that they prove.

    The price of an item is about what one more need of it would cost. If a problem has only some of all
    possible options, those with a negative reduced cost (with `sense="max"`, a positive one) are the ones
    to add: this is column generation.
    """

    #: The price of each item, by its name. It is 0 for an item with colours, and at most 0 (with
    #: `sense="max"`, at least 0) for a secondary one.
    items: dict[Any, float]
    #: No solution costs less; or more, with `sense="max"`.
    bound: int | Decimal
    #: The limit that stopped the search for better prices; `None` if it is complete.
    stop: str | None

    @property
    def complete(self) -> bool:
        """Whether no limit stopped the search for better prices. The bound always holds."""
        return self.stop is None

    def reduced_cost(self, items: Iterable[Any], cost: Cost = 0) -> float:
        """Returns the cost of an option minus the prices of its items. The problem need not have the option.

        A tuple of an item and a colour is a use of the item. Raises `BadProblem` for an unknown item.
        """
        return float(cost) - math.fsum(self._price(item) for item in items)

    def _price(self, use: Any) -> float:
        price = self.items.get(use)
        if price is None and isinstance(use, tuple) and len(use) == 2:
            price = self.items.get(use[0])
        if price is None:
            raise BadProblem(f"there is no item {use!r}")
        return price


class Interval(NamedTuple):
    """An estimated number. The true one lies between `low` and `high` in 95 of 100 cases."""

    mean: float
    low: float
    high: float


class Estimate(NamedTuple):
    """The estimated size of a walk through all solutions."""

    #: The number of nodes.
    nodes: Interval
    #: The number of solutions; `None` if no probe met one.
    solutions: Interval | None
    #: The seconds that the walk takes here.
    seconds: Interval
    #: The number of random probes; 0 if the numbers are exact.
    probes: int
    #: The limit that stopped the probes.
    stop: str | None

    @property
    def exact(self) -> bool:
        """Whether the numbers of nodes and solutions are exact, because the whole walk was made."""
        return self.probes == 0


class Explanation(NamedTuple):
    """Why a problem has no solution. `str` says it in words.

    >>> import quadrille as q
    >>> people = q.Problem(primary=["Ann", "Bob", "Cleo"], secondary=["chair", "stool"])
    >>> for person in ["Ann", "Bob", "Cleo"]:
    ...     for seat in ["chair", "stool"]:
    ...         _ = people.option([person, seat])
    >>> why = people.explain()
    >>> why.items
    ('Ann', 'Bob', 'Cleo')
    >>> print(str(why).splitlines()[0])
    3 of 3 items cannot be covered together
    """

    #: A solution, if there is one.
    solution: Solution | None
    #: Items that no solution covers together.
    items: tuple[Any, ...]
    #: The forced options that are part of the reason.
    forced: tuple[int, ...]
    #: Weights of items: those of every option add up to 0, those of all items do not.
    weights: dict[Any, int]
    #: The sums are taken modulo this number; `None` if they are sums of integers.
    modulus: int | None
    #: Whether none of the items and options can be left out.
    minimal: bool
    #: The limit that stopped the search for a smaller reason.
    stop: str | None
    text: str

    def __str__(self) -> str:
        return self.text


class Reduced:
    """A smaller problem with the same solutions.

    >>> import quadrille as q
    >>> problem = q.Problem.from_options([["a"], ["b", "c"], ["c", "d"], ["b"], ["c"], ["d"]])
    >>> reduced = problem.reduce()
    >>> reduced.forced, len(reduced.problem)
    ((0,), 5)
    >>> solution = reduced.problem.first()
    >>> problem.check(reduced.restore(solution))
    []
    """

    def __init__(
        self,
        original: Problem,
        problem: Problem,
        forced: list[int],
        origins: list[int],
        complete: bool,
        stop: str | None,
    ) -> None:
        self._original, self._origins = original, origins
        #: The smaller problem.
        self.problem = problem
        #: The options of the original problem that are in every solution.
        self.forced = tuple(forced)
        #: Whether the rules ran until none applied.
        self.complete = complete
        #: The limit that stopped the rules.
        self.stop = stop

    def origin(self, option: SupportsIndex) -> int:
        """Returns the number that an option has in the original problem."""
        (number,) = self.problem._known([option])
        return self._origins[number]

    def restore(self, solution: Iterable[SupportsIndex] | Solution) -> Solution:
        """Returns the solution of the original problem that a solution of the smaller one stands for."""
        known = self.problem._known(solution)
        options = [*self.forced, *(self._origins[option] for option in known)]
        return Solution._of(self._original, options)

    def __repr__(self) -> str:
        return f"<Reduced: {len(self._original)} options become {len(self.problem)}>"


class Diagram:
    """All solutions of a problem in one structure, for questions that are answered at once.

    >>> import quadrille as q
    >>> problem = q.Problem.from_options([[(row, n)] for row in range(50) for n in range(2) for _ in "ab"])
    >>> diagram = problem.compile()
    >>> diagram.count() == 2**100
    True
    >>> len(diagram.sample(3, seed=1))
    3
    >>> diagram.nth(0) in problem.solutions(limit=1)
    True
    """

    def __init__(self, core: DiagramCore, owner: Owner) -> None:
        self._core = core
        self._owner = owner

    def count(self) -> Count:
        """Returns the number of solutions."""
        return Count(self._core.count())

    def __bool__(self) -> bool:
        return self._core.count() > 0

    @property
    def node_count(self) -> int:
        """The size of the diagram."""
        return self._core.node_count

    def nth(self, number: SupportsIndex) -> Solution:
        """Returns the solution with a number from 0, or raises an `IndexError`."""
        place = number.__index__()
        solution = self._core.nth(place) if place >= 0 else None
        if solution is None:
            raise IndexError(f"there is no solution {place}: there are {self._core.count()}")
        return solution

    def __iter__(self) -> Iterator[Solution]:
        for number in range(self._core.count()):
            yield self.nth(number)

    def sample(self, solutions: SupportsIndex = 1, *, seed: SupportsIndex = 0) -> list[Solution]:
        """Draws random solutions, each equally likely. Raises `NoSolution` if there is none."""
        number = whole("solutions", solutions)
        drawn = self._core.sample(number, whole("seed", seed))
        if number > 0 and not drawn:
            raise NoSolution("there is no solution to draw")
        return drawn

    def marginals(self, **limits: Unpack[Limits]) -> list[int]:
        """Returns, for each option, the number of solutions that use it."""
        return self._core.marginals(checked(limits))

    def restrict(
        self, *, force: Iterable[SupportsIndex] = (), forbid: Iterable[SupportsIndex] = ()
    ) -> Diagram:
        """Returns the diagram of the solutions that use some options and do not use others."""
        known = self._owner._known
        return Diagram(self._core.restrict(known(force), known(forbid)), self._owner)

    def __repr__(self) -> str:
        return f"<Diagram: {self._core.count()} solutions, {self._core.node_count} nodes>"

    def __reduce__(self) -> tuple[Any, ...]:
        owner = self._owner
        return _diagram, (self._core.nnf().decode(), owner)


def _diagram(text: str, owner: Owner) -> Diagram:
    return Diagram(DiagramCore.read(owner, text), owner)
