"""The command line: `python -m quadrille`."""

from __future__ import annotations

import os
import signal
import sys

from ._quadrille import run_command


def main() -> None:
    """Runs the command line, and ends the program with its exit code."""
    # The command line handles Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = run_command(["quadrille", *sys.argv[1:]], sys.stdout is None)
    # Nothing of Python is left to do.
    os._exit(code)


if __name__ == "__main__":
    main()
