//! Soma: seven pieces that fill a cube of 27 cells.

use quadrille::{BuildError, Problem};

use super::polycubes::{Cell, Turn, block, packing};

/// The seven pieces of three or four cubes that are neither a straight bar nor a square: b(ent), l,
/// t, s, L(eft) and R(ight), which are mirror images, and c(law).
const PIECES: [(&str, &str); 7] = [
    ("b", "##/#."),
    ("l", "###/#.."),
    ("t", "###/.#."),
    ("s", "##./.##"),
    ("L", "##/#. .#"),
    ("R", "##/#. ../#."),
    ("c", "##/#. #."),
];

/// Quarter turns about two axes, which generate all 24 rotations. A wooden piece cannot be
/// reflected.
const TURNS: [Turn; 2] = [|[z, y, x]| [z, x, -y], |[z, y, x]| [y, -z, x]];

/// The cube of 3 x 3 x 3 cells, which are named by layer, row and column. Items and options are
/// those of [`packing`].
pub fn soma() -> Result<Problem, BuildError> {
    let board: Vec<_> = block(3, 3, 3).map(|at| (at, cell(at))).collect();
    packing(&PIECES, &TURNS, &board)
}

/// The name of a cell.
pub fn cell([z, y, x]: Cell) -> String {
    format!("{z}{y}{x}")
}
