//! One try of a generator: a board with one solution, carved out of a random solved board, or with
//! the givens of a mask.

use rand::RngCore;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg32;

use super::thin::{Givens, thin};
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use quadrille_core::Stop;

/// A board with one solution.
pub(super) struct Puzzle {
    pub(super) board: Grid,
    /// Whether the board needs all its givens, if that is known.
    pub(super) minimal: Option<bool>,
    /// What its hardest step costs, if that is known.
    pub(super) cost: Option<u64>,
}

/// A board that was carved out of a solved board.
pub(super) struct Carved {
    pub(super) puzzle: Puzzle,
    pub(super) solved: Grid,
}

/// Returns a random solved board. Engines that count forced options need a node for each cell.
/// Where the search is long, another try is faster.
pub(super) fn random_solved(
    inquiry: &mut Inquiry<'_>,
    blank: &Grid,
    random: &mut Pcg32,
) -> Option<Grid> {
    let nodes = (4 * blank.cells().len() as u64).max(2_000);
    inquiry.assume(blank);
    inquiry.within(Some(nodes), |inquiry| inquiry.random(random.next_u64()))
}

/// Removes givens from a random solved board, group by group.
pub(super) fn carve(
    inquiry: &mut Inquiry<'_>,
    blank: &Grid,
    groups: &[&[usize]],
    least: usize,
    random: &mut Pcg32,
) -> Option<Carved> {
    let solved = random_solved(inquiry, blank, random)?;
    Some(carve_solved(inquiry, solved, groups, least))
}

/// Removes givens from a solved board, group by group.
pub(super) fn carve_solved(
    inquiry: &mut Inquiry<'_>,
    solved: Grid,
    groups: &[&[usize]],
    least: usize,
) -> Carved {
    let mut board = solved.clone();
    let certain = thin(inquiry, &mut board, Some(&solved), groups, least);
    // Learning has proved each removal by itself. A search that does not know the solution may take
    // longer than such a proof is given.
    let is_unchanged =
        inquiry.is_about_others() || make_provable(inquiry, &mut board, &solved, groups);
    let are_single_cells = groups.iter().all(|group| group.len() == 1);
    let minimal = (are_single_cells && least == 0 && certain && is_unchanged).then_some(true);
    let puzzle = Puzzle {
        board,
        minimal,
        cost: None,
    };
    Carved { puzzle, solved }
}

/// Puts givens back, those that were removed last first, until one search proves that the board has
/// one solution. Givens were removed one by one with the help of the solution, which no one who
/// solves the board knows. Returns whether the board was left unchanged.
///
/// Only large boards need it. Several groups are put back at a time, to ask few questions.
fn make_provable(
    inquiry: &mut Inquiry<'_>,
    board: &mut Grid,
    solved: &Grid,
    groups: &[&[usize]],
) -> bool {
    let mut taken = groups.to_vec();
    taken.retain(|group| board.get(group[0]).is_none());
    let nodes = inquiry.policies().generate.whole;
    let mut is_unchanged = true;
    loop {
        inquiry.assume(board);
        let unique = inquiry.within(Some(nodes), Inquiry::is_unique);
        if unique == Some(true) || taken.is_empty() || inquiry.stop != Stop::Exhausted {
            return is_unchanged;
        }
        is_unchanged = false;
        let kept = taken.len() * 15 / 16;
        for group in taken.drain(kept..) {
            for &cell in group {
                board.put(cell, solved.cells()[cell]);
            }
        }
    }
}

/// The givens of a solved board in the cells of a mask.
pub(super) fn masked(solved: &Grid, blank: &Grid, mask: &[usize]) -> Grid {
    let mut board = blank.clone();
    for &cell in mask {
        board.put(cell, solved.cells()[cell]);
    }
    board
}

/// Finds values for the cells of a mask: changes a few of them at random, and keeps the change
/// unless there are more solutions.
pub(super) fn fill(
    inquiry: &mut Inquiry<'_>,
    blank: &Grid,
    mask: &[usize],
    random: &mut Pcg32,
) -> Option<Puzzle> {
    let counted = inquiry.policies().generate.counted;
    let solved = random_solved(inquiry, blank, random)?;
    let mut board = masked(&solved, blank, mask);
    inquiry.assume(&board);
    let mut count = inquiry.count(counted)?;
    for _ in 0..inquiry.policies().generate.changes {
        if count == 1 {
            return Some(Puzzle {
                board,
                minimal: None,
                cost: None,
            });
        }
        let mut changed = board.clone();
        for _ in 0..(mask.len() / 6).max(2) {
            if let Some(&cell) = mask.choose(random) {
                changed.put(cell, 0);
            }
        }
        inquiry.assume(&changed);
        let Some(solved) = inquiry.random(random.next_u64()) else {
            continue;
        };
        for &cell in mask {
            changed.put(cell, solved.cells()[cell]);
        }
        inquiry.assume(&changed);
        if let Some(now) = inquiry.count(counted).filter(|now| *now <= count) {
            (board, count) = (changed, now);
        }
    }
    None
}

/// Returns whether a board with one solution is proved to need each of its givens.
pub(super) fn is_minimal(inquiry: &mut Inquiry<'_>, board: &Grid) -> bool {
    let mut rest = board.clone();
    let mut givens = Givens::new(inquiry, &mut rest, None);
    board.givens().all(|(cell, value)| {
        let needed = givens.take(cell);
        givens.put(cell, value);
        needed == Some(true)
    })
}
