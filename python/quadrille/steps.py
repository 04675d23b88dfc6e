"""Steps: how a person would solve a problem, and why each step holds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import getitem
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from ._quadrille import Solution, StepsCore
from .errors import BadProblem, NoSolution, Stopped

if TYPE_CHECKING:
    from .questions import Owner, Questions


#: The longest picture that a notebook shows, in characters: Jupyter drops outputs of 3 MB.
_LARGEST = 2_000_000


class _Core(Protocol):
    """The steps on the Rust side."""

    @property
    def remark(self) -> str | None: ...
    @property
    def stop(self) -> str | None: ...
    def pictures(self, form: str) -> str | None: ...
    def picture(self, step: int) -> str | None: ...


class AnyStep:
    """What the steps of problems and of boards have in common."""

    #: The whole step in words.
    text: str

    def __init__(self, path: AnySteps[Any], number: int) -> None:
        self._path, self._number = path, number

    @property
    def details(self) -> dict[str, Any]:
        """The JSON object that the command line prints."""
        details: dict[str, Any] = self._path.details["steps"][self._number]
        return details

    def svg(self) -> str:
        """Returns a picture. Raises `BadProblem` if there is none: boards and tilings have one."""
        return _drawn(self._path._core.picture(self._number))

    def _repr_svg_(self) -> str | None:
        return self._path._core.picture(self._number)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Step: {self.text}>"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._parts == self._parts

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def _parts(self) -> tuple[Any, ...]:
        return self._path._parts[self._number]

    def __reduce__(self) -> tuple[Any, ...]:
        return getitem, (self._path, self._number)


S = TypeVar("S", bound=AnyStep)


class AnySteps(Sequence[S], Generic[S]):
    """What the paths of problems and of boards have in common. `str` has a line for each step."""

    #: What each step consists of.
    _parts: Sequence[tuple[Any, ...]]

    def __init__(self, core: _Core, asked: dict[str, Any]) -> None:
        self._core = core
        #: The arguments of the question.
        self._asked = asked
        #: The limit that stopped the search; `None` if it is complete.
        self.stop = core.stop

    @property
    def remark(self) -> str | None:
        """Why no step is left, in words; `None` if all is solved, or if others may follow."""
        return self._core.remark

    @property
    @abstractmethod
    def details(self) -> dict[str, Any]:
        """The JSON object that the command line prints."""

    @property
    @abstractmethod
    def end(self) -> str | None:
        """Why there is no further step: `solved`, `stuck` or `no-solution`.

        It is `None` if enough steps were found, or if a limit came first. `stuck` means that there
        are several solutions, or that no technique of those that were allowed helps.
        """

    @abstractmethod
    def _step(self, number: int) -> S: ...

    def __len__(self) -> int:
        return len(self._parts)

    @overload
    def __getitem__(self, place: int) -> S: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[S]: ...
    def __getitem__(self, place: int | slice) -> S | Sequence[S]:
        numbers = range(len(self._parts))[place]
        return self._step(numbers) if isinstance(numbers, int) else [*map(self._step, numbers)]

    def svg(self) -> str:
        """Returns pictures of all steps. Raises `BadProblem` if there are none."""
        return _drawn(self._core.pictures("svg"))

    def html(self) -> str:
        """Returns a page with pictures of all steps, to read and to print."""
        return _drawn(self._core.pictures("html"))

    def _repr_svg_(self) -> str | None:
        pictures = self._core.pictures("svg")
        return pictures if pictures is not None and len(pictures) <= _LARGEST else None

    def __repr__(self) -> str:
        number = len(self)
        end = self.stop or self.end
        return f"<Steps: {number} step{'s' * (number != 1)}{f', {end}' * bool(end)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The same question has the same steps: at the end all, else as many as there are.
        most = None if self.end else len(self)
        asked = {**self._asked, "most": most, "until": None}
        return _asked_again, (type(self), asked), {"stop": self.stop}

    @staticmethod
    @abstractmethod
    def _ask(asked: dict[str, Any]) -> AnySteps[Any]:
        """Asks the question again."""


class Step(AnyStep):
    """A step of a person who solves a problem or a tiling. `str` says it in words."""

    #: The kind of argument: `single`, `locked`, `rule`, `set`, `two-rules`, `chain`, `forcing`,
    #: `cases` or `trial`.
    kind: str
    #: The options that every solution uses.
    chosen: tuple[int, ...]
    #: The options that no solution uses. If some are chosen, those that conflict with them.
    removed: tuple[int, ...]

    def __init__(self, path: Steps, number: int) -> None:
        super().__init__(path, number)
        self.kind, chosen, removed, self.text = path._parts[number]
        self.chosen, self.removed = tuple(chosen), tuple(removed)


class Steps(AnySteps[Step]):
    """The steps that solve a problem or a tiling, as far as they lead. `str` has a line for each.

    >>> import quadrille as q
    >>> jobs = q.Problem.from_options([["cook", "Ann"], ["cook", "Bob"], ["drive", "Bob"]])
    >>> steps = jobs.steps()
    >>> print(steps)
    1. Single: only 'cook Ann' is left for Ann.
    2. Single: only 'drive Bob' is left for Bob.
    cook Ann
    drive Bob
    >>> steps, steps.solution.items
    (<Steps: 2 steps, solved>, (('cook', 'Ann'), ('drive', 'Bob')))
    """

    _core: StepsCore

    def __init__(self, core: StepsCore, owner: Owner, asked: dict[str, Any]) -> None:
        super().__init__(core, asked)
        self._owner = owner
        self._parts = core.steps()

    @cached_property
    def details(self) -> dict[str, Any]:
        """The JSON object that the command line prints."""
        import json

        details: dict[str, Any] = json.loads(self._core.json)
        return details

    @property
    def end(self) -> str | None:
        """Why there is no further step: `solved`, `stuck`, `no-solution`, or `None`."""
        end: str | None = self.details.get("end")
        return end

    @property
    def chosen(self) -> tuple[int, ...]:
        """The options of the solution so far, in ascending order."""
        return tuple(self._core.chosen())

    @property
    def solution(self) -> Solution | None:
        """The solution, if the steps lead to it."""
        if self.end != "solved":
            return None
        return Solution._of(self._owner, list(self.chosen))

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self, 1)]
        # The solution, or the pieces of a tiling that are placed so far.
        found = self.solution or self._core.drawing()
        if found:
            lines.append(str(found).rstrip("\n"))
        return "\n".join([*lines, self.remark] if self.remark else lines)

    def _step(self, number: int) -> Step:
        return Step(self, number)

    @staticmethod
    def _ask(asked: dict[str, Any]) -> Steps:
        questions: Questions = asked["questions"]
        return questions.steps(techniques=asked["techniques"], most=asked["most"])


def next_of(steps: AnySteps[S]) -> S | None:
    """The first step, if there is one. Raises `Stopped` or `NoSolution`."""
    if steps:
        return steps[0]
    if steps.stop is not None:
        raise Stopped(steps.stop)
    if steps.end == "no-solution":
        raise NoSolution(steps.remark or "there is no solution")
    return None


def words_of(techniques: str | Iterable[str] | None) -> list[str]:
    """The words of techniques; none if all are allowed."""
    if techniques is None:
        return []
    split = techniques.split(",") if isinstance(techniques, str) else techniques
    words = [word.strip() for word in split]
    if not words:
        raise ValueError("techniques is empty, so no step is allowed: leave it out to allow all")
    return words


def _drawn(picture: str | None) -> str:
    if picture is None:
        raise BadProblem(
            "these steps cannot be drawn",
            help="boards have pictures, and tilings that are not too large",
        )
    return picture


def _asked_again(kind: type[AnySteps[Any]], asked: dict[str, Any]) -> AnySteps[Any]:
    return kind._ask(asked)
