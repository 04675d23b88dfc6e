"""Exact cover, solved.

Given items and options (sets of items), choose options so that every item is covered exactly once.

>>> import quadrille as q
>>> jobs = q.Problem.from_options([
...     ["Ann", "cook"], ["Ann", "sing"], ["Bob", "cook"],
...     ["Bob", "drive"], ["Cleo", "drive"], ["Cleo", "sing"]])
>>> jobs.count()
2
>>> for solution in jobs.solutions():
...     print(solution.items)
(('Ann', 'cook'), ('Bob', 'drive'), ('Cleo', 'sing'))
(('Ann', 'sing'), ('Bob', 'cook'), ('Cleo', 'drive'))

* `Problem` has items and options; its questions are those of `Questions`.
* `sudoku.Board` is a sudoku with any rules; `tile` fills boards with pieces.
* `quadrille.dask` counts on a cluster. `python -m quadrille` is the command line.
"""

from . import pieces, sudoku
from ._quadrille import Progress, Solution, Solutions, __version__
from .answers import Best, Count, Diagram, Estimate, Explanation, Interval, Prices, Reduced
from .errors import BadProblem, Error, NoSolution, Stopped
from .limits import Limits
from .problem import Problem
from .questions import Assumed, Questions
from .steps import Step, Steps
from .tiling import Packing, Placement, tile, tile_all

__all__ = [
    "Assumed",
    "BadProblem",
    "Best",
    "Count",
    "Diagram",
    "Error",
    "Estimate",
    "Explanation",
    "Interval",
    "Limits",
    "NoSolution",
    "Packing",
    "Placement",
    "Prices",
    "Problem",
    "Progress",
    "Questions",
    "Reduced",
    "Solution",
    "Solutions",
    "Step",
    "Steps",
    "Stopped",
    "__version__",
    "pieces",
    "sudoku",
    "tile",
    "tile_all",
]
