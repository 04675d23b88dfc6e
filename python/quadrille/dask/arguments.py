"""Types of arguments on the command line."""

from __future__ import annotations

import argparse
import math


def positive(text: str) -> int:
    """Reads a whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return number


def positive_number(text: str) -> float:
    """Reads a number above 0, such as 0.5 or 1e12."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number
