"""The command line: `python -m quadrille.dask problem.dlx --ledger run.jsonl`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from distributed import Client, LocalCluster

from .arguments import positive, positive_number
from .binary import Failure, Quadrille
from .count import PARTS, UNITS, Settings, Stopped, count
from .queue import SECONDS

#: The exit code of a run that was stopped with a valid ledger.
STOPPED = 85


def parser() -> argparse.ArgumentParser:
    """Makes the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m quadrille.dask",
        description="Counts the solutions of an exact cover problem on a Dask cluster. "
        "Prints the total. The same command continues a ledger that exists.",
        epilog="exit codes: 0 the total was printed; 1 the total is 0; 2 bad input; 3 a unit failed "
        "repeatedly, or the ledger cannot be written; 85 stopped, and the same command continues",
    )
    parser.add_argument("problem", type=Path, help="the file with the problem")
    parser.add_argument(
        "--ledger", type=Path, required=True, metavar="FILE", help="the file for the records"
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask scheduler, such as tcp://head:8786 [start workers on this machine]",
    )
    parser.add_argument(
        "--workers",
        type=positive,
        metavar="N",
        help="the number of workers to start, without --scheduler [the cores, divided by T]",
    )
    parser.add_argument(
        "--threads", type=positive, default=1, metavar="T", help="the threads of each task [1]"
    )
    parser.add_argument(
        "--seconds",
        type=positive_number,
        default=SECONDS,
        metavar="S",
        help=f"the time of a task, in seconds; the last tasks are shorter [{SECONDS:g}]",
    )
    parser.add_argument(
        "--parts",
        type=positive,
        metavar="N",
        help=f"the least number of units [{UNITS} for each worker, at least {PARTS}]",
    )
    parser.add_argument(
        "--quadrille",
        metavar="PATH",
        help="a program quadrille, here and on all workers [the package of this name]",
    )
    return parser


def main() -> int:
    """Runs the command line, and returns the exit code."""
    arguments = parser().parse_args()
    quadrille = Quadrille(arguments.problem, arguments.quadrille)
    settings = Settings(arguments.parts, arguments.threads, arguments.seconds)
    try:
        # Bad input is reported before a cluster starts.
        quadrille.open_ledger(arguments.ledger)
        if arguments.scheduler is None:
            workers = arguments.workers or max((os.cpu_count() or 1) // settings.threads, 1)
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50
            )
            with cluster, Client(cluster) as client:
                return count(client, quadrille, arguments.ledger, settings)
        with _connect(arguments.scheduler) as client:
            return count(client, quadrille, arguments.ledger, settings)
    except (Stopped, KeyboardInterrupt):
        print("stopped\nhelp: run the same command again to continue", file=sys.stderr)
        return STOPPED
    except OSError as error:
        print(f"quadrille.dask: {error}", file=sys.stderr)
        return 2
    except Failure as failure:
        print(f"quadrille.dask: {failure}", file=sys.stderr)
        return failure.code


def _connect(address: str) -> Client:
    try:
        return Client(address)
    except ValueError as error:
        raise Failure(f"{error}\nhelp: give an address such as tcp://head:8786") from error


if __name__ == "__main__":
    sys.exit(main())
