//! Removes givens as long as the solution stays unique.

use crate::grid::Grid;
use crate::inquiry::Inquiry;

/// Tries to remove each group of givens from a board with one solution. A group is removed if the
/// solution stays unique and at least `least` givens remain. Returns whether every group was
/// decided before a limit.
///
/// Each given takes one question: can its cell hold another value beside the other givens? The
/// known solution is never searched for again. A given that is needed now is still needed when
/// there are fewer givens, so one pass is enough.
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

/// Removes the first groups of a solved board, many at a time, as long as the solution stays
/// unique. Returns their number. The result is that of [`thin`], with fewer questions: nearly any
/// third of a solved board can be removed.
pub(super) fn leap(
    inquiry: &mut Inquiry<'_>,
    board: &mut Grid,
    groups: &[Vec<usize>],
    least: usize,
) -> usize {
    let mut step = groups.len() / 3;
    let mut gone = 0;
    while step > 2 && gone < groups.len() {
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
