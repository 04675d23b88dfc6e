"""The one ledger of a run. Only the client writes to it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks.
    fcntl = None  # type: ignore[assignment]

from .binary import Failure

#: The time between two synchronisations with the disk, in seconds.
SYNC = 1.0


class Ledger:
    """A ledger, open for appending, and locked against other processes.

    `quadrille run` must have created or checked it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = open(path, "ab", buffering=0)
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Failure(f"another process is using {path}") from error
            except OSError:
                pass  # Some network file systems have no locks.
        # Only now: another process may have appended before it released the lock.
        self._length = self._file.seek(0, os.SEEK_END)
        self._synced = time.monotonic()

    def append(self, records: Iterable[str]) -> None:
        """Appends records in one write. Raises a `Failure` if they cannot be written."""
        text = "".join(f"{record}\n" for record in records).encode()
        try:
            if self._file.write(text) != len(text):
                raise OSError(0, "the disk is full")
            self._length += len(text)
            if time.monotonic() - self._synced >= SYNC:
                self.sync()
        except OSError as error:
            os.ftruncate(self._file.fileno(), self._length)
            raise Failure(f"cannot write {self.path}: {error.strerror}", 3) from error

    def sync(self) -> None:
        """Waits until everything that was written is on the disk."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        """Synchronises and unlocks the ledger."""
        self.sync()
        self._file.close()
