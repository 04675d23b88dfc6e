"""Matrices of 0 and 1, of numpy, scipy, pandas, or lists. None of these packages is imported here."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from .errors import BadProblem

#: The number of columns, where each row begins, the columns of its entries, the names of the columns, and
#: the names of the rows.
Rows = tuple[int, Any, Any, list[Any] | None, list[Any] | None]


def rows_of(matrix: Any) -> Rows:
    """Returns the entries of a matrix row by row."""
    if hasattr(matrix, "columns") and hasattr(matrix, "to_numpy"):
        names, labels = list(matrix.columns), list(matrix.index)
        kinds = list(matrix.dtypes)
        if kinds and all(getattr(kind, "fill_value", 1) == 0 for kind in kinds):
            columns, starts, items, *_ = rows_of(matrix.sparse.to_coo())
        else:
            columns, starts, items, *_ = rows_of(matrix.to_numpy())
        return columns, starts, items, names, labels
    if hasattr(matrix, "tocsr"):
        return _sparse(matrix.tocsr())
    if hasattr(matrix, "nonzero") and hasattr(matrix, "ndim"):
        return _dense(matrix)
    return _listed(matrix)


def _sparse(matrix: Any) -> Rows:
    """A matrix in the format CSR."""
    if matrix.ndim != 2:
        raise BadProblem(f"the matrix has {matrix.ndim} dimensions, expected 2")
    used = int(matrix.indptr[-1])
    if len(matrix.indices) > used:
        # The arrays are longer than the matrix.
        matrix = type(matrix)(
            (matrix.data[:used], matrix.indices[:used], matrix.indptr), shape=matrix.shape
        )
    if (matrix.data != 1).any():
        matrix = matrix.copy()
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        wrong = matrix.data != 1
        if wrong.any():
            entry = int(wrong.argmax())
            row = int(matrix.indptr.searchsorted(entry, side="right")) - 1
            _refuse(row, int(matrix.indices[entry]), matrix.data[entry])
    columns, starts, items = int(matrix.shape[1]), matrix.indptr, matrix.indices
    if used > 0 and not (items.min() >= 0 and items.max() < columns):
        raise BadProblem(f"the matrix has entries outside of its {columns} columns")
    if starts.dtype != "int32" or items.dtype != "int32":
        starts, items = starts.astype("int64"), items.astype("int64", copy=False)
    return columns, starts, items, None, None


def _dense(matrix: Any) -> Rows:
    """An array."""
    if matrix.ndim != 2:
        raise BadProblem(
            f"the array has {matrix.ndim} dimensions, expected 2: a row for each option"
        )
    if matrix.dtype.kind in "SU" and matrix.size:
        # Any text but the empty one would count as an entry.
        _refuse(0, 0, matrix[0, 0])
    rows, columns = matrix.nonzero()
    if matrix.dtype.kind != "b":
        wrong = matrix[rows, columns] != 1
        if wrong.any():
            entry = int(wrong.argmax())
            row, column = int(rows[entry]), int(columns[entry])
            _refuse(row, column, matrix[row, column])
    starts = rows.searchsorted(range(matrix.shape[0] + 1))
    return int(matrix.shape[1]), starts.astype("int64"), columns.astype("int64"), None, None


def _listed(matrix: Iterable[Iterable[Any]]) -> Rows:
    """A list of rows, each a list of 0 and 1."""
    starts, items, columns = array("q", [0]), array("q"), None
    for number, row in enumerate(matrix):
        width = 0
        if not hasattr(row, "__iter__"):
            raise BadProblem(f"row {number} is {row!r}, expected a list of 0 and 1")
        for column, entry in enumerate(row):
            width += 1
            if entry == 1:
                items.append(column)
            elif entry != 0:
                _refuse(number, column, entry)
        if columns is None:
            columns = width
        elif columns != width:
            raise BadProblem(f"row {number} has {width} entries, expected {columns} as in row 0")
        starts.append(len(items))
    return columns or 0, starts, items, None, None


def _refuse(row: int, column: int, entry: Any) -> None:
    # A number of numpy would be shown with its type.
    shown = entry.item() if hasattr(entry, "item") else entry
    is_text = isinstance(shown, str | bytes)
    fix = "convert the cells to numbers, such as with int(cell)" if is_text else None
    raise BadProblem(f"row {row}, column {column} is {shown!r}, expected 0 or 1", help=fix)
