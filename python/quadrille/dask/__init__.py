"""Counts exact covers on a [Dask](https://distributed.dask.org) cluster: `pip install quadrille[dask]`.

`quadrille split` divides a search into units. Tasks on the cluster count them with `quadrille run`.
The client appends the records of the tasks to one ledger, and `quadrille merge` proves the total.
"""

from .binary import Failure, Quadrille
from .count import Settings, Stopped, count
from .queue import Queue, Task, Unit

__all__ = ["Failure", "Quadrille", "Queue", "Settings", "Stopped", "Task", "Unit", "count"]
