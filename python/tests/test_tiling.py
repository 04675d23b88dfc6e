"""Tilings."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import quadrille as q


def test_known_counts() -> None:
    assert q.tile("6x10", q.pieces.PENTOMINOES).count() == 9356
    assert q.tile("6x10", q.pieces.PENTOMINOES).count_up_to_symmetry() == 2339
    assert q.tile("3x3x3", q.pieces.SOMA).count_up_to_symmetry() == 240
    assert q.tile("3x3x3", q.pieces.SOMA).count_up_to_symmetry("rotations") == 480
    assert q.tile("3x3x3", q.pieces.SOMA).count_up_to_symmetry("all", threads=1) == 240
    with pytest.raises(ValueError, match="expected one of all, rotations"):
        q.tile("2x2", "M*").count_up_to_symmetry("mirror")  # type: ignore[arg-type]
    assert q.tile("3x20", q.pieces.PENTOMINOES).count(threads=1) == 8
    names = {value for name, value in vars(q.pieces).items() if name.isupper()}
    assert names <= set(q.pieces.names())


def test_pieces_and_gaps() -> None:
    assert q.tile("3x3", "I3*").count() == 2
    assert q.tile("3x3", ["I3*2"], gaps=3).count() == 6
    assert q.tile("2x2", "M*", gaps=...).count() == 16
    assert q.tile("2x2", "M*", gaps=(1, 2)).count() == 4 + 6
    assert [q.tile("2x3", "V3*2", turning=turning).count() for turning in ("fixed", None)] == [0, 2]
    free, flat = q.tile("2x4", "L4*2"), q.tile("2x4", "L4*2", turning="one-sided")
    assert (free.count(), flat.count()) == (2, 1)
    assert q.tile("xxx|x.x|xxx", "I3*2 M*2").count() == 2
    drawn = "AAB\nABB\n"
    packing = q.tile("2x3", drawn)
    assert packing.pieces == {"A": 3, "B": 3} or packing.pieces == {"A": 3}
    assert packing.count() == 2


def test_a_tiling_shows_its_pieces() -> None:
    packing = q.tile("2x3", "I2 O")
    tiling = packing.first()
    assert {placement.piece for placement in tiling.data} == {"I2", "O"}
    assert sum(len(placement.cells) for placement in tiling.data) == 6
    assert str(tiling).count("\n") >= 1 and "O" in str(tiling)
    assert tiling.svg().startswith("<svg") and tiling._repr_svg_().startswith("<svg")
    assert "\x1b[" in packing.picture(tiling, colour=True)
    loose = q.tile("2x3", "I3 I2", gaps=1)
    assert {cell for t in loose.solutions() for cell in loose.free_cells(t)} == {
        f"r{row}c{column}" for row in (1, 3) for column in (1, 2)
    }
    assert pickle.loads(pickle.dumps(tiling)).data == tiling.data
    cover = packing.problem
    assert cover.first().data[0].piece == "I2" and cover.reduce().problem.count() == packing.count()


def test_no_tiling_has_a_reason() -> None:
    board = "xxxxxxxx|" * 7 + "xxxxxxxx"
    board = "." + board[1:-1] + "."
    packing = q.tile(board, "domino*")
    assert packing.count() == 0 and packing.first() is None
    reason, _, picture = packing.obstacle().partition("\n")
    assert "the board adds up to 2" in reason and picture.count("1") == 62
    assert str(packing.explain()) == packing.obstacle()
    assert q.tile("4x4", "O*").obstacle() is None


@pytest.mark.parametrize(
    ("board", "pieces", "message"),
    [
        ("6x", "O", "6x"),
        ("6x6", "pentominos", "did you mean"),
        ("6x6", "", "no pieces"),
        ("6x6", "O Q7", "Q7"),
    ],
)
def test_what_is_wrong_is_said(board: str, pieces: str, message: str) -> None:
    with pytest.raises(q.BadProblem) as error:
        q.tile(board, pieces)
    assert message in str(error.value)


def test_files(tmp_path: Path) -> None:
    board, pieces = tmp_path / "board.txt", tmp_path / "pieces.txt"
    board.write_text("###\n###\n")
    pieces.write_text("AAB\nABB\n")
    assert q.tile(board, pieces).count() == 2
    board.write_text("##\n#?!\n")
    with pytest.raises(q.BadProblem) as error:
        q.tile(board, "O")
    assert (error.value.file, error.value.line) == (str(board), 2)
    with pytest.raises(FileNotFoundError):
        q.tile(tmp_path / "none.txt", "O")
    with pytest.raises(ValueError, match="turning is 'both'"):
        q.tile("2x2", "O", turning="both")  # type: ignore[arg-type]
    two = tmp_path / "two.txt"
    two.write_text("first:\n##\n##\n\nsecond:\n##\n##\n")
    with pytest.raises(q.BadProblem, match="2 boards"):
        q.tile(two, "O")
    assert [packing.count() for packing in q.tile_all(two, "O")] == [1, 1]
    board.write_bytes(b"\xff\xfe#")
    with pytest.raises(q.BadProblem, match="UTF-8"):
        q.tile(board, "O")
    with pytest.raises(ValueError, match="gaps is -1"):
        q.tile("2x2", "O", gaps=-1)
