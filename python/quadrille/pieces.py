"""Names of sets of pieces, for `tile`.

>>> import quadrille as q
>>> q.tile("6x10", q.pieces.PENTOMINOES).count()
9356
"""

from ._quadrille import set_names as _set_names

TROMINOES = "trominoes"
TETROMINOES = "tetrominoes"
PENTOMINOES = "pentominoes"
HEXOMINOES = "hexominoes"
ONE_SIDED_TETROMINOES = "one-sided-tetrominoes"
ONE_SIDED_PENTOMINOES = "one-sided-pentominoes"
TETRACUBES = "tetracubes"
PENTACUBES = "pentacubes"
SOMA = "soma"
HEXIAMONDS = "hexiamonds"
TETRAHEXES = "tetrahexes"
TETRASTICKS = "tetrasticks"


def names() -> list[str]:
    """Returns the names of all sets. Pieces have single names, too: see `docs/tile.md`."""
    return _set_names()
