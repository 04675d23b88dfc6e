//! The puzzle among several boards of a line.

use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;

/// The only puzzle: all are equal, or one is the full solution of the other.
pub(super) fn one_of(all: Vec<Puzzle>) -> Result<Option<Puzzle>, PuzzleError> {
    let mut all = all.into_iter();
    let Some(mut one) = all.next() else {
        return Ok(None);
    };
    let mut solution: Option<Puzzle> = None;
    for other in all {
        let is_known = |known: &Puzzle| known.shape == other.shape && known.board == other.board;
        if is_known(&one) || solution.as_ref().is_some_and(is_known) {
            continue;
        }
        if solution.is_none() && is_solution(&other, &one) {
            solution = Some(other);
        } else if solution.is_none() && is_solution(&one, &other) {
            solution = Some(std::mem::replace(&mut one, other));
        } else {
            return Err(PuzzleReason::TwoBoards.at(0..0));
        }
    }
    Ok(Some(one))
}

/// Whether a board is a full solution of another one.
fn is_solution(full: &Puzzle, of: &Puzzle) -> bool {
    let cells = full.board.cells();
    let mut pairs = cells.iter().zip(of.board.cells());
    full.shape == of.shape
        && cells.len() == of.board.cells().len()
        && pairs.all(|(&value, &given)| value > 0 && (given == 0 || given == value))
        && full.shape.clash(&full.board).is_none()
}
