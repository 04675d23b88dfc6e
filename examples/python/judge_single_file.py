"""Sudoku for an online judge, in one file: dancing links, with dicts and sets as links.

Problem: https://www.acmicpc.net/problem/2580. Nine lines of nine numbers, 0 a blank; print the
board filled, any solution if there are several.

Encoding: an exact cover. There are 324 items: each cell has a digit (81), and each row, column and
box has each digit (3 * 81). There are 729 options, "digit d in cell c", of four items each. The
items of the givens are covered first; a search covers the others.

Source: D. E. Knuth, "Dancing Links" (2000), and TAOCP 7.2.2.1, Algorithm X. The links are Python's
own: `live` has for each uncovered item the set of its live options.

`python3 judge_single_file.py < board.txt`

Exit code: 0 solved, 1 there is no solution, 2 the input is not a board.
"""

import sys
from collections.abc import Iterable

Links = dict[int, set[int]]


def items_of(option: int) -> tuple[int, int, int, int]:
    """The items of option `9 * cell + digit`, digits from 0."""
    cell, digit = divmod(option, 9)
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    return cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit


DIGITS = set("0123456789")
ITEMS = [items_of(option) for option in range(729)]


def choose(live: Links, option: int) -> list[set[int]]:
    """Covers the items of an option. Returns the sets that were removed, for `undo`."""
    removed = []
    for item in ITEMS[option]:
        for other in live[item]:
            for met in ITEMS[other]:
                if met != item:
                    live[met].remove(other)
        removed.append(live.pop(item))
    return removed


def undo(live: Links, option: int, removed: list[set[int]]) -> None:
    """Undoes `choose`, in the opposite order."""
    for item in reversed(ITEMS[option]):
        live[item] = removed.pop()
        for other in live[item]:
            for met in ITEMS[other]:
                if met != item:
                    live[met].add(other)


def search(live: Links, board: list[int]) -> bool:
    """Algorithm X: covers the uncovered items, and enters the options used in the board."""
    if not live:
        return True
    smallest = min(live, key=lambda item: len(live[item]))
    for option in sorted(live[smallest]):
        removed = choose(live, option)
        if search(live, board):
            board[option // 9] = option % 9 + 1
            return True
        undo(live, option, removed)
    return False


def solve(board: list[int]) -> bool:
    """Fills the blanks. Returns False if there is no solution."""
    live: Links = {item: set() for item in range(324)}
    for option, items in enumerate(ITEMS):
        for item in items:
            live[item].add(option)
    for cell, digit in enumerate(board):
        if digit > 0:
            option = 9 * cell + digit - 1
            if any(item not in live for item in ITEMS[option]):
                return False
            choose(live, option)
    return search(live, board)


def parse(lines: Iterable[str]) -> list[int]:
    """Reads nine lines of nine numbers from 0 to 9. Blank lines and extra spaces are skipped."""
    board: list[int] = []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and (len(words) != 9 or any(word not in DIGITS for word in words)):
            raise ValueError(f"line {number}: expected nine numbers, 0 to 9")
        board.extend(map(int, words))
    if len(board) != 81:
        raise ValueError(f"expected nine lines, found {len(board) // 9}")
    return board


def main() -> int:
    try:
        board = parse(sys.stdin)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if not solve(board):
        print("no solution", file=sys.stderr)
        return 1
    for row in range(9):
        print(*board[9 * row : 9 * row + 9])
    return 0


if __name__ == "__main__":
    sys.exit(main())
