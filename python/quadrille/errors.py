"""The exceptions of this package. All of them are an `Error`."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """The base of all exceptions of this package."""


class BadProblem(Error, ValueError):
    """A problem, a board or a file that is not valid.

    The text is that of the command line: the place, what is wrong, the line with carets, and the likely
    fix. Each part is also an attribute.

    >>> import quadrille as q
    >>> try:
    ...     q.Problem.from_dlx("monday tuesday\\nmonday\\ntusday\\n")
    ... except q.BadProblem as error:
    ...     print(error)
    ...     print(error.line, error.column)
    3:1: there is no item "tusday"
      tusday
      ^^^^^^
    help: did you mean "tuesday"?
    3 1
    """

    def __init__(
        self,
        what: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        excerpt: str | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(what)
        #: What is wrong, without the place.
        self.what = what
        #: The name of the file; `None` if the text did not come from a file.
        self.file = file
        #: The line, from 1.
        self.line = line
        #: The column, from 1.
        self.column = column
        #: The line of the text with carets below.
        self.excerpt = excerpt
        #: The likely fix.
        self.help = help

    def __str__(self) -> str:
        place = [self.file] if self.file is not None else []
        if self.line is not None:
            place += [str(self.line), str(self.column)]
        text = f"{':'.join(place)}: {self.what}" if place else self.what
        if self.excerpt:
            text += "".join(f"\n  {line}" for line in self.excerpt.splitlines())
        if self.help:
            text += f"\nhelp: {self.help}"
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return _bad_problem, (
            self.what,
            self.file,
            self.line,
            self.column,
            self.excerpt,
            self.help,
        )


def _bad_problem(
    what: str,
    file: str | None,
    line: int | None,
    column: int | None,
    excerpt: str | None,
    help: str | None,
) -> BadProblem:
    return BadProblem(what, file=file, line=line, column=column, excerpt=excerpt, help=help)


class NoSolution(Error):
    """There is no solution, and the question needs one."""


class Stopped(Error):
    """A limit was reached before there was an answer.

    >>> import quadrille as q
    >>> problem = q.tile("8x8", "domino*")
    >>> try:
    ...     problem.compile(time=0)
    ... except q.Stopped as stopped:
    ...     print(stopped.reason)
    time limit
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        #: The limit that was reached, such as `time limit`.
        self.reason = reason

    def __str__(self) -> str:
        return f"stopped before the answer: {self.reason}"
