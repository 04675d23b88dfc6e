"""The tables of the examples: CSV files. A mistake in them is reported with its file and line."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn


class BadTable(Exception):
    """A table that is not valid."""


class Row:
    """A line of a table."""

    def __init__(self, place: str, fields: dict[str, str]) -> None:
        #: The file and the line.
        self.place = place
        self._fields = fields

    def text(self, column: str) -> str:
        """Returns a field, which may be empty."""
        return self._fields[column]

    def name(self, column: str) -> str:
        """Returns a field that must not be empty."""
        return self._fields[column] or self.fail(f"no {column}")

    def number(self, column: str) -> int:
        """Returns a whole number."""
        text = self._fields[column]
        if text.isascii() and text.isdigit() and len(text) <= 4:
            return int(text)
        self.fail(f'invalid {column} "{text}", expected a number from 0 to 9999')

    def fail(self, what: str) -> NoReturn:
        """Reports a mistake in this line."""
        raise BadTable(f"{self.place}: {what}")


def read_table(file: str | Path, columns: Sequence[str]) -> list[Row]:
    """Reads a table. Its first line must name these columns."""
    rows: list[Row] = []
    with open(file, encoding="utf-8", newline="") as text:
        lines = csv.reader(text, strict=True)
        try:
            header = next(lines, [])
            if header != list(columns):
                wanted, found = ",".join(columns), ",".join(header)
                raise BadTable(f'{file}:1: the columns are "{found}", expected "{wanted}"')
            for fields in lines:
                place = f"{file}:{lines.line_num}"
                if not fields:
                    continue
                if len(fields) != len(columns):
                    raise BadTable(f"{place}: {len(fields)} fields, expected {len(columns)}")
                values = [field.strip() for field in fields]
                rows.append(Row(place, dict(zip(columns, values, strict=True))))
        except (csv.Error, UnicodeDecodeError) as error:
            raise BadTable(f"{file}:{lines.line_num + 1}: {error}") from None
    if not rows:
        raise BadTable(f"{file}: no rows below the names of the columns")
    return rows


def check_names(rows: list[Row], *columns: str) -> None:
    """Reports a row that has the same name as an earlier one. The name consists of these columns."""
    seen = set()
    for row in rows:
        name = " ".join(row.text(column) for column in columns)
        if name in seen:
            row.fail(f'"{name.strip()}" occurs twice')
        seen.add(name)


def arguments(number: int, file: str) -> tuple[int, str]:
    """Returns a number from 1 and a file: the words of the command line, or else these."""
    words = sys.argv[1:]
    if len(words) > 2:
        sys.exit(f"error: {len(words)} arguments, expected a number and a table")
    if words:
        if not (words[0].isascii() and words[0].isdigit() and 1 <= int(words[0]) <= 1000):
            sys.exit(f'error: invalid number "{words[0]}", expected 1 to 1000')
        number = int(words[0])
    return number, words[1] if len(words) == 2 else file


def run(example: Callable[[], None]) -> None:
    """Runs an example. A mistake in its tables or arguments ends it with one line."""
    try:
        example()
    except (BadTable, OSError) as error:
        sys.exit(f"error: {error}")
