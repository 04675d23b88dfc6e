//! The encoding of sudoku as an exact cover.
//!
//! An option says "this digit in this cell". Each covers four items, all primary:
//!
//! | item | asks that | how many |
//! |---|---|---|
//! | `p` row column | the cell holds a digit | 81 |
//! | `r` row digit | the row holds the digit | 81 |
//! | `c` column digit | the column holds the digit | 81 |
//! | `b` box digit | the box holds the digit | 81 |
//!
//! Each of the 324 items must be covered exactly once, which is the rule of sudoku. The 729
//! options are the same for every board: the givens of a board are forced options.

use super::grid::{CELLS, SIDE};
use crate::problem::{BuildError, OptionId, Problem};

/// The problem of the empty board: 324 items, and the 729 options in order of cell and digit.
pub(super) fn problem() -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for kind in ['p', 'r', 'c', 'b'] {
        for a in 0..SIDE {
            for b in 0..SIDE {
                // Cells are counted from 0, digits from 1.
                let b = if kind == 'p' { b } else { b + 1 };
                builder.primary(&format!("{kind}{a}{b}"))?;
            }
        }
    }
    for cell in 0..CELLS {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let square = row / 3 * 3 + column / 3;
        for digit in 1..=SIDE {
            let items = [
                format!("p{row}{column}"),
                format!("r{row}{digit}"),
                format!("c{column}{digit}"),
                format!("b{square}{digit}"),
            ];
            builder.option(&items)?;
        }
    }
    Ok(builder.build())
}

/// The option that puts a digit (1 to 9) in a cell (0 to 80).
pub(super) fn option(cell: usize, digit: u8) -> OptionId {
    OptionId::new((cell * SIDE) as u32 + u32::from(digit) - 1)
}

/// The cell and the digit of an option.
pub(super) fn candidate(option: OptionId) -> (usize, u8) {
    let index = option.index();
    (index / SIDE, (index % SIDE) as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_has_324_items_and_729_options_of_four() {
        let problem = problem().unwrap();
        assert_eq!(problem.item_count(), 324);
        assert_eq!(problem.option_count(), 729);
        for id in problem.options() {
            let (cell, digit) = candidate(id);
            assert_eq!(option(cell, digit), id);
            assert_eq!(problem.items_of(id).len(), 4);
        }
        assert_eq!(
            problem.display(option(80, 9)).to_string(),
            "p88 r89 c89 b89"
        );
        assert_eq!(
            problem.display(option(30, 5)).to_string(),
            "p33 r35 c35 b45"
        );
    }
}
