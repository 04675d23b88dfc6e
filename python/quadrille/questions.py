"""The questions that problems, assumptions and packings answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, SupportsIndex, TypeVar

from ._quadrille import Assumptions, Core, PackingCore, Solution, Solutions
from .answers import Best, Count, Diagram, Estimate, Explanation, Interval, Prices
from .errors import NoSolution, Stopped
from .limits import Limits, checked, whole
from .steps import Step, Steps, next_of, words_of

if TYPE_CHECKING:
    from typing import Unpack


class Owner(Protocol):
    """What gives the numbers of options and items a meaning: a problem or a packing."""

    @property
    def _names(self) -> Sequence[Any]:
        """The names of the items."""

    @property
    def _packing(self) -> PackingCore | None:
        """The board and the pieces of a tiling."""

    def _known(self, options: Iterable[SupportsIndex]) -> list[int]:
        """Checks the numbers of options."""

    def _asked(self) -> tuple[Owner, Core, Assumptions | None]:
        """The owner, its core, and what is assumed."""

    def __len__(self) -> int:
        """The number of options."""


P = TypeVar("P", bound=Owner)


class Questions:
    """What can be asked. All questions take the keyword arguments of `Limits`."""

    def _asked(self) -> tuple[Owner, Core, Assumptions | None]:
        """The owner, its core, and what is assumed."""
        raise NotImplementedError

    def solutions(
        self, *, seed: SupportsIndex | None = None, **limits: Unpack[Limits]
    ) -> Solutions:
        """Iterates over the solutions, and finds them on demand.

        A long search uses other threads, which look for the next solutions meanwhile; with `threads=1` there
        is no search while nobody asks.

        A `seed` makes their order random, but the same on every machine. The clock of a time limit begins
        with this call. After Ctrl-C, or an exception of `progress`, the iterator has ended.

        >>> import quadrille as q
        >>> problem = q.Problem.from_options([["a"], ["b"], ["a", "b"]])
        >>> [solution.options for solution in problem.solutions()]
        [(0, 1), (2,)]
        """
        problem, core, assumed = self._asked()
        return core.solutions(problem, assumed, checked(limits, seed=seed))

    def first(
        self, *, seed: SupportsIndex | None = None, **limits: Unpack[Limits]
    ) -> Solution | None:
        """Returns a solution, or `None` if there is none.

        A `seed` chooses another one, but not each equally likely: see `sample`. Raises `Stopped` if a limit comes first.
        """
        problem, core, assumed = self._asked()
        return core.first(problem, assumed, checked(limits, seed=seed))

    def is_unique(self, **limits: Unpack[Limits]) -> bool | None:
        """Returns whether there is exactly one solution; `None` if a limit comes first."""
        _, core, assumed = self._asked()
        return core.is_unique(assumed, checked(limits))

    def count(
        self, *, method: Literal["auto", "walk", "memo"] = "auto", **limits: Unpack[Limits]
    ) -> Count:
        """Counts the solutions, without listing them if there are many.

        `method` is `walk` to visit them one by one, or `memo` to remember what was counted.
        """
        if method not in ("auto", "walk", "memo"):
            raise ValueError(f"method is {method!r}, expected 'auto', 'walk' or 'memo'")
        _, core, assumed = self._asked()
        return Count(*core.count(assumed, checked(limits), method))

    def best(self, k: SupportsIndex = 1, *, sense: str = "min", **limits: Unpack[Limits]) -> Best:
        """Finds the `k` cheapest solutions; with `sense="max"` the dearest.

        Raises `NoSolution` if there is none, and `Stopped` if a limit comes before the first.

        >>> import quadrille as q
        >>> problem = q.Problem.from_options([["a"], ["b"], ["a", "b"]], costs=[3, 4, 8])
        >>> best = problem.best()
        >>> best[0].cost, best.optimal
        (7, True)
        >>> problem.best(sense="max")[0].cost
        8
        """
        wanted = whole("k", k, 1)
        dearest = _is_dearest(sense)
        problem, core, assumed = self._asked()
        solutions, bound, ties, stop = core.best(problem, assumed, checked(limits), wanted, dearest)
        if not solutions or bound is None:
            raise Stopped(stop) if stop else NoSolution("there is no solution")
        return Best(solutions, bound, ties, stop)

    def prices(self, *, sense: str = "min", **limits: Unpack[Limits]) -> Prices:
        """Finds marginal prices of the items, and the bound of all costs that they prove.

        They are the prices with which `best` begins: about the optimal prices (the dual values) of the linear
        relaxation. Items without a choice are covered first; their price is 0, and the bound has the cost of
        their options. So an item has a price for column generation only if several options can cover it.

        No solution is searched for, so `limit` means nothing here. `sense="max"` compiles the problem again, with
        costs of the opposite sign. Raises `NoSolution` if the search for prices proves that there is none, and
        `Stopped` if a limit comes before the first prices.

        >>> import quadrille as q
        >>> problem = q.Problem.from_options([["a"], ["b"], ["a", "b"]], costs=[3, 4, 9])
        >>> prices = problem.prices()
        >>> prices.bound, prices.items
        (7, {'a': 3.0, 'b': 4.0})
        >>> prices.reduced_cost(["a", "b"], cost=9)
        2.0
        """
        dearest = _is_dearest(sense)
        problem, core, assumed = self._asked()
        bounds = checked(limits)._replace(limit=None)
        bound, prices, stop = core.prices(assumed, bounds, dearest)
        if bound is None:
            raise NoSolution("there is no solution")
        if stop and not prices:
            raise Stopped(stop)
        return Prices(dict(zip(problem._names, prices, strict=True)), bound, stop)

    def sample(
        self, solutions: SupportsIndex = 1, *, seed: SupportsIndex = 0, **limits: Unpack[Limits]
    ) -> list[Solution]:
        """Draws random solutions, each equally likely.

        Raises `NoSolution` if there is none, and `Stopped` if a limit comes first.
        """
        problem, core, assumed = self._asked()
        number, start = whole("solutions", solutions), whole("seed", seed)
        drawn = core.sample(problem, assumed, checked(limits), number, start)
        if number > 0 and not drawn:
            raise NoSolution("there is no solution to draw")
        return drawn

    def estimate(
        self, probes: SupportsIndex = 10_000, *, seed: SupportsIndex = 0, **limits: Unpack[Limits]
    ) -> Estimate:
        """Estimates the number of solutions, and how long it takes to list them."""
        _, core, assumed = self._asked()
        number, start = whole("probes", probes, 1), whole("seed", seed)
        nodes, solutions, seconds, made, stop = core.estimate(
            assumed, checked(limits), number, start
        )
        return Estimate(
            nodes=Interval(*nodes),
            solutions=Interval(*solutions) if solutions else None,
            seconds=Interval(*seconds),
            probes=made,
            stop=stop,
        )

    def compile(self, **limits: Unpack[Limits]) -> Diagram:
        """Makes a diagram of all solutions. Raises `Stopped` if a limit comes first."""
        problem, core, assumed = self._asked()
        return Diagram(core.compile(problem, assumed, checked(limits)), problem)

    def explain(self, **limits: Unpack[Limits]) -> Explanation:
        """Finds out why there is no solution. Raises `Stopped` if a limit comes first."""
        problem, core, assumed = self._asked()
        found = core.explain(problem, assumed, checked(limits))
        weights, modulus = found.weights or ([], None)
        return Explanation(
            solution=found.solution,
            items=tuple(problem._names[item] for item in found.items),
            forced=tuple(found.forced),
            weights={problem._names[item]: weight for item, weight in weights},
            modulus=modulus,
            minimal=found.is_minimal,
            stop=found.stop,
            text=found.text,
        )

    def steps(
        self,
        *,
        techniques: str | Iterable[str] | None = None,
        most: SupportsIndex | None = None,
        **limits: Unpack[Limits],
    ) -> Steps:
        """Finds the steps by which a person would solve the problem, each by the easiest argument.

        `techniques` allows only some kinds of arguments, such as `"singles,locked"`: there are `singles`,
        `locked`, `sets`, `chains`, `forcing`, `cases` and `trial`. There are at most `most` steps, and
        the steps before a limit are kept. Raises `Stopped` if a limit comes before a tiling is examined.

        >>> import quadrille as q
        >>> problem = q.Problem.from_options([["a", "b"], ["b", "c"], ["c"]])
        >>> [(step.kind, step.chosen, step.removed) for step in problem.steps()]
        [('single', (0,), (1,)), ('single', (2,), ())]
        """
        number = None if most is None else whole("most", most)
        problem, core, assumed = self._asked()
        words, bounds = words_of(techniques), checked(limits)._replace(limit=None)
        found = core.steps(assumed, bounds, problem._packing, words, number)
        return Steps(found, problem, {"questions": self, "techniques": words or None})

    def hint(
        self, *, techniques: str | Iterable[str] | None = None, **limits: Unpack[Limits]
    ) -> Step | None:
        """Finds the next step. The arguments are those of `steps`.

        Returns `None` if the problem is solved, or if no step is left: `steps().remark` says why. Raises
        `NoSolution` if there is none, and `Stopped` if a limit comes first.

        >>> import quadrille as q
        >>> print(q.Problem.from_options([["a", "b"], ["b", "c"], ["c"]]).hint())
        Single: only 'a b' is left for a.
        """
        return next_of(self.steps(techniques=techniques, most=1, **limits))

    def check(self, options: Solution | Iterable[SupportsIndex]) -> list[str]:
        """Returns what is wrong with a list of options as a solution: nothing, if it is one.

        This uses the definition, not the solver.

        >>> import quadrille as q
        >>> q.Problem.from_options([["a"], ["b"]]).check([0])
        ['item "b" is not covered']
        """
        problem, core, _ = self._asked()
        return core.check(problem._known(options))


def _is_dearest(sense: str) -> bool:
    """Checks the sense of a question about costs."""
    if sense not in ("min", "max"):
        raise ValueError(f"sense is {sense!r}, expected 'min' or 'max'")
    return sense == "max"


class Assumed(Questions, Generic[P]):
    """A problem with options that are forced or forbidden. Nothing is compiled again.

    It is also a context manager, which only makes a block of its questions.

    >>> import quadrille as q
    >>> problem = q.Problem.from_options([["a"], ["b"], ["a", "b"]])
    >>> with problem.assume(force=[2]) as both:
    ...     both.count()
    1
    >>> problem.count()
    2
    """

    def __init__(self, problem: P, force: Sequence[int] = (), forbid: Sequence[int] = ()) -> None:
        #: The problem without assumptions.
        self.problem: P = problem
        #: The options that every solution uses.
        self.force = tuple(force)
        #: The options that no solution uses.
        self.forbid = tuple(forbid)
        self._assumptions = Assumptions(self.force, self.forbid)

    def _asked(self) -> tuple[Owner, Core, Assumptions | None]:
        problem, core, _ = self.problem._asked()
        return problem, core, self._assumptions

    def assume(
        self, *, force: Iterable[SupportsIndex] = (), forbid: Iterable[SupportsIndex] = ()
    ) -> Assumed[P]:
        """Assumes more."""
        known = self.problem._known
        return type(self)(
            self.problem, [*self.force, *known(force)], [*self.forbid, *known(forbid)]
        )

    def check(self, options: Solution | Iterable[SupportsIndex]) -> list[str]:
        """Returns what is wrong with a list of options as a solution that follows the assumptions."""
        numbers = self.problem._known(options)
        flaws = super().check(numbers)
        flaws += [
            f"option {option} is forced, but not used"
            for option in self.force
            if option not in numbers
        ]
        flaws += [
            f"option {option} is forbidden, but used" for option in self.forbid if option in numbers
        ]
        return flaws

    def __enter__(self) -> Assumed[P]:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __reduce__(self) -> tuple[type[Assumed[P]], tuple[object, ...]]:
        return type(self), (self.problem, self.force, self.forbid)

    def __repr__(self) -> str:
        return f"<{self.problem!r} with force={list(self.force)}, forbid={list(self.forbid)}>"
