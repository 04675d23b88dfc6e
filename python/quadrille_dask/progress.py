"""Progress on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time

#: The time between two reports on a terminal, in seconds.
TERMINAL = 0.5
#: The time between two reports elsewhere, in seconds.
ELSEWHERE = 30.0
#: The width of the bar.
WIDTH = 30


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
        left = f", {duration(elapsed * (1 - share) / gained)} left" if gained > 1e-6 else ""
        text = f"{share:6.1%}, {solutions} solutions, {workers} workers, {duration(elapsed)}{left}"
        if self._is_terminal:
            done = round(share * WIDTH)
            text = f"\r[{'#' * done}{'.' * (WIDTH - done)}] {text}\033[K"
        print(text, end="" if self._is_terminal else "\n", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Removes the bar."""
        if self._is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Returns a duration as text, such as 1:05:09."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
