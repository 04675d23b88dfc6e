"""Calls the program quadrille in the client."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .queue import Unit
from .worker import command_of


class Failure(Exception):
    """A failure, with the exit code that the program ends with.

    The message has the form of quadrille's own messages: what is wrong, without a full stop.
    """

    def __init__(self, what: str, code: int = 2) -> None:
        super().__init__(what)
        self.code = code


@dataclass(frozen=True)
class Quadrille:
    """A problem, and the program quadrille; without a program, this package runs."""

    problem: Path
    program: str | None = None

    def split(self, parts: int) -> bytes:
        """Splits the search into at least `parts` units if possible, and returns their lines.

        The same problem and number give the same units.
        """
        return self._output("split", str(self.problem), "--parts", str(parts))

    def open_ledger(self, ledger: Path) -> None:
        """Creates the ledger, or checks its records and removes a torn last line.

        Raises a `Failure` if the ledger belongs to another problem or is invalid.
        """
        arguments = ["run", str(self.problem), "--units", "-", "--ledger", str(ledger)]
        self._output(*arguments, "--nodes", "0", codes=(0, 85), text=self.split(1))

    def missing(self, ledger: Path, units: bytes) -> list[Unit]:
        """Returns the units that the ledger misses, among them the parts of rests."""
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            file.write(units)
            file.flush()
            arguments = ["merge", str(self.problem), str(ledger), "--units", file.name, "--missing"]
            lines = self._output(*arguments, codes=(0, 3))
        return [Unit.read(line) for line in lines.decode().splitlines()]

    def merge(self, ledger: Path) -> int:
        """Prints the total of the ledger, and returns the exit code of `quadrille merge`."""
        command = [*command_of(self.program), "merge", str(self.problem), str(ledger)]
        return subprocess.run(command, check=False).returncode

    def _output(self, *arguments: str, codes: tuple[int, ...] = (0,), text: bytes = b"") -> bytes:
        command = [*command_of(self.program), *arguments]
        try:
            # A session of its own: Ctrl-C in a terminal reaches this process only.
            done = subprocess.run(
                command, input=text, capture_output=True, check=False, start_new_session=True
            )
        except OSError as error:
            raise Failure(
                f"cannot run {command[0]}: {error.strerror}\n"
                "help: install quadrille, or give its path with '--quadrille'"
            ) from error
        if done.returncode not in codes:
            what = done.stderr.decode(errors="replace").strip().removeprefix("quadrille: ")
            raise Failure(what or f"quadrille ended with code {done.returncode}")
        return done.stdout
