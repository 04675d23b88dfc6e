//! Pentominoes: the twelve pieces of five cells, each used once, which may be rotated and
//! reflected.

use quadrille::{BuildError, Problem};

use super::digit::digit;
use super::polycubes::{Turn, packing};

/// The pieces under Golomb's names.
const PIECES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "#./#./#./##"),
    ("N", ".#/.#/##/#."),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", ".#/##/.#/.#"),
    ("Z", "##./.#./.##"),
];

/// A quarter turn and a reflection.
const TURNS: [Turn; 2] = [|[z, y, x]| [z, x, -y], |[z, y, x]| [z, y, -x]];

/// The tilings of a rectangle. Only a rectangle of 60 cells can have any.
pub fn rectangle(rows: usize, columns: usize) -> Result<Problem, BuildError> {
    board(rows, columns, |_, _| true)
}

/// Scott's board: 8 x 8 without the four cells in the middle.
pub fn scott() -> Result<Problem, BuildError> {
    let middle = 3..=4;
    board(8, 8, |row, column| {
        !(middle.contains(&row) && middle.contains(&column))
    })
}

/// The tilings of a board: the cells of a rectangle for which `keep(row, column)` is true.
///
/// The cells are named by row and column. Items and options are those of [`packing`].
pub fn board(
    rows: usize,
    columns: usize,
    keep: impl Fn(usize, usize) -> bool,
) -> Result<Problem, BuildError> {
    let mut board = Vec::new();
    for (y, row) in (0..).zip(0..rows) {
        for (x, column) in (0..).zip(0..columns) {
            if keep(row, column) {
                board.push(([0, y, x], cell(row, column)));
            }
        }
    }
    packing(&PIECES, &TURNS, &board)
}

/// The name of a cell.
pub fn cell(row: usize, column: usize) -> String {
    digit(row) + &digit(column)
}
