//! Takes givens away while the solution stays the only one.

use crate::sudoku::grid::Grid;
use crate::sudoku::inquiry::Inquiry;

/// Goes through groups of givens of a board with one solution, and takes away each whose absence leaves the solution the
/// only one and `least` givens or more. Whether a limit left no doubt about any group.
///
/// That a given can go is one question: with the others, can its cell hold another value? The solution itself is never
/// searched for again. A given that cannot go now cannot go later, when there are fewer, so that one pass is enough.
pub(super) fn thin(
    inquiry: &mut Inquiry<'_>,
    board: &mut Grid,
    groups: &[Vec<usize>],
    least: usize,
) -> bool {
    let mut left = board.givens().count();
    let mut certain = true;
    for group in groups {
        if left < least + group.len() {
            continue;
        }
        let mut kept = None;
        for (taken, &cell) in group.iter().enumerate() {
            let other = inquiry.other(cell, board.cells()[cell]);
            if other != Some(false) {
                certain &= other.is_some();
                kept = Some(taken);
                break;
            }
        }
        match kept {
            Some(taken) => {
                for &cell in &group[..=taken] {
                    inquiry.put(cell, board.cells()[cell]);
                }
            }
            None => {
                left -= group.len();
                for &cell in group {
                    board.put(cell, 0);
                }
            }
        }
    }
    certain
}

/// Takes away the first groups of a solved board as long as the solution stays the only one, many at a time, and
/// returns how many. It does what [`thin`] would do with them, by fewer questions: of a full board nearly any third can
/// be left out.
pub(super) fn leap(
    inquiry: &mut Inquiry<'_>,
    board: &mut Grid,
    groups: &[Vec<usize>],
    least: usize,
) -> usize {
    let mut step = groups.len() / 3;
    let mut gone = 0;
    while step > 2 {
        let end = (gone + step).min(groups.len());
        let cells = groups[gone..end].concat();
        let values: Vec<u8> = cells.iter().map(|&cell| board.cells()[cell]).collect();
        for (&cell, &value) in cells.iter().zip(&values) {
            inquiry.take(cell, value);
            board.put(cell, 0);
        }
        if board.givens().count() >= least && inquiry.is_unique() == Some(true) {
            gone = end;
        } else {
            for (&cell, &value) in cells.iter().zip(&values) {
                inquiry.put(cell, value);
                board.put(cell, value);
            }
            step /= 2;
        }
    }
    gone
}
