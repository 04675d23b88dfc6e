"""Progress on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import os
import sys
import time

#: The time between two reports on a terminal, in seconds.
TERMINAL = 0.5
#: The time between two reports elsewhere, in seconds.
ELSEWHERE = 30.0
#: The width of the bar.
WIDTH = 20
#: A narrower terminal has no bar.
COLUMNS = 60


class Progress:
    """Reports the progress of a run."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._started = time.monotonic()
        self._reported = self._started
        self._first_share: float | None = None

    def report(self, share: float, solutions: int, workers: int) -> None:
        """Reports the share of the work that is done, unless the last report was just before."""
        now = time.monotonic()
        if self._first_share is None:
            self._first_share = share
        if now - self._reported < (TERMINAL if self._is_terminal else ELSEWHERE):
            return
        self._reported = now
        elapsed, gained = now - self._started, share - self._first_share
        left = [f"{duration(elapsed * (1 - share) / gained)} left"] if gained > 1e-6 else []
        parts = [f"{100 * share:.1f} %", *left, f"{solutions:,} solutions", f"{workers} workers"]
        if self._is_terminal:
            # The columns at the end stay free for the ^C of the terminal.
            columns = os.get_terminal_size(sys.stderr.fileno()).columns - 4
            text = f"\r{line(duration(elapsed), share, parts, columns)}\033[K"
        else:
            text = f"progress: {duration(elapsed)}, {', '.join(parts)}\n"
        print(text, end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Removes the bar."""
        if self._is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def line(clock: str, share: float, parts: list[str], columns: int) -> str:
    """Returns the line on a terminal, of at most `columns` characters if the first part fits.

    The last parts are left out if they do not fit. A narrow terminal has no bar.
    """
    done = int(min(max(share, 0.0), 1.0) * WIDTH)
    bar = f"{clock} [{'#' * done}{'.' * (WIDTH - done)}] "
    start = bar if columns >= COLUMNS else ""
    while len(parts) > 1 and len(start + ", ".join(parts)) > columns:
        parts = parts[:-1]
    return start + ", ".join(parts)


def duration(seconds: float) -> str:
    """Returns a duration as text, such as 1:05:09."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
