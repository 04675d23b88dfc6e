//! Sizes in words: `6x10`, `3 x 3 x 3`.

use super::board::Board;
use super::error::TileError;
use super::grid::CellGrid;

/// Reads two or three numbers with `x` between them, perhaps with spaces around it: columns, rows
/// and layers. `None` if the word is not of this form. Numbers that do not fit are as large as
/// possible.
pub(super) fn read(word: &str) -> Option<[u32; 3]> {
    let mut sides = [1; 3];
    let mut count = 0;
    for number in word.split(['x', 'X', '×']) {
        let number = number.trim();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *sides.get_mut(count)? = number.parse().unwrap_or(u32::MAX);
        count += 1;
    }
    (count >= 2).then_some(sides)
}

/// Whether a word has a number of layers.
pub(super) fn has_layers(word: &str) -> bool {
    word.split(['x', 'X', '×']).count() == 3
}

/// The board with these sides. Without a grid, it consists of squares, or of cubes if it has
/// several layers.
pub(super) fn block(
    [columns, rows, layers]: [u32; 3],
    grid: Option<CellGrid>,
) -> Result<Board, TileError> {
    let grid = match grid {
        None | Some(CellGrid::Squares) if layers != 1 => CellGrid::Cubes,
        grid => grid.unwrap_or(CellGrid::Squares),
    };
    match grid {
        CellGrid::Cubes => Board::cuboid(layers, rows, columns),
        grid => Board::block(grid, layers, rows, columns),
    }
}
