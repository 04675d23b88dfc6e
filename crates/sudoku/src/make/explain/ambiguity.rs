//! How the solutions of a board differ, and givens that leave one of them.

use std::collections::HashSet;

use super::fewest::fewest;
use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::make::thin::thin;
use quadrille_core::{Answer, Stop};

/// Why a board has several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ambiguity {
    /// The number of solutions that were counted.
    pub solutions: u64,
    /// Whether these are all solutions.
    pub complete: bool,
    /// Whether all values of all cells are known.
    pub settled: bool,
    /// The cells that differ between solutions, in reading order; those that are known, if it is
    /// not `settled`.
    pub cells: Vec<OpenCell>,
    /// Givens that leave one solution when they are added, as cells with their values. Empty if a
    /// limit stopped the search.
    pub add: Vec<(usize, u8)>,
    /// Whether it is proved that each of these is needed.
    pub minimal: bool,
    /// Whether it is proved that no smaller set of givens leaves one solution.
    pub fewest: bool,
}

/// A cell that holds different values in different solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenCell {
    /// The cell.
    pub cell: usize,
    /// The values that it can hold, ascending, each with the number of counted solutions that have
    /// it, at least 1.
    pub values: Vec<(u8, u64)>,
}

/// Explains a board that has several solutions.
pub(super) fn find(mut inquiry: Inquiry<'_>, board: &Grid) -> Answer<Ambiguity> {
    let policies = inquiry.policies().board_explain;
    let (mut solutions, complete) = inquiry.within(Some(policies.listing), |inquiry| {
        inquiry.solutions(policies.listed)
    });
    // The givens to add must not depend on the engine.
    solutions.sort_unstable_by(|a, b| a.cells().cmp(b.cells()));
    let mut candidates = Candidates::begin(board, inquiry.side());
    solutions
        .iter()
        .for_each(|solution| candidates.add(solution));
    let mut settled = true;
    if !complete {
        inquiry.assume(board);
        let add = |solution| solutions.push(solution);
        let any = |inquiry: &mut Inquiry<'_>| inquiry.any();
        candidates.ask_each(&mut inquiry, board, any, add);
        let blank = |&cell: &usize| board.get(cell).is_none();
        let mut blanks = (0..board.cells().len()).filter(blank);
        settled = blanks.all(|cell| candidates.open[cell] == 0);
    }
    let mut counts = vec![vec![0; inquiry.side()]; board.cells().len()];
    for solution in &solutions {
        add(&mut counts, solution);
    }
    let mut cells = Vec::new();
    for (cell, counts) in counts.iter().enumerate() {
        let values = (1..).zip(counts.iter().copied());
        let values: Vec<(u8, u64)> = values.filter(|&(_, count)| count > 0).collect();
        if values.len() > 1 {
            cells.push(OpenCell { cell, values });
        }
    }
    let mut ambiguity = Ambiguity {
        solutions: (solutions.len() as u64).max(2),
        complete,
        settled,
        cells,
        add: Vec::new(),
        minimal: false,
        fewest: false,
    };
    if let Some(solution) = solutions.first() {
        let (add, minimal) = enough(&mut inquiry, board, solution, &ambiguity);
        (ambiguity.add, ambiguity.minimal) = (add, minimal);
    }
    if complete && ambiguity.minimal {
        let most = ambiguity.add.len();
        let of_cell = |cell: &OpenCell| {
            cell.values
                .iter()
                .map(|value| (cell.cell, value.0))
                .collect()
        };
        let candidates: Vec<Vec<(usize, u8)>> = ambiguity.cells.iter().map(of_cell).collect();
        let (better, proved) = fewest(&mut inquiry, &solutions, candidates.concat(), most);
        ambiguity.fewest = proved;
        ambiguity.add = better.unwrap_or(ambiguity.add);
    }
    inquiry.answer(ambiguity)
}

/// Counts a solution.
fn add(counts: &mut [Vec<u64>], solution: &Grid) {
    for (counts, &value) in counts.iter_mut().zip(solution.cells()) {
        counts[usize::from(value) - 1] += 1;
    }
}

/// Finds cells of a solution whose values leave no other solution, and whether each of them is
/// needed. Returns no cells if a limit stopped the search.
fn enough(
    inquiry: &mut Inquiry<'_>,
    board: &Grid,
    solution: &Grid,
    ambiguity: &Ambiguity,
) -> (Vec<(usize, u8)>, bool) {
    let mut decided = board.clone();
    let mut groups = Vec::new();
    if !ambiguity.settled {
        // Any blank may differ. Those that are not known to differ are removed first.
        let differ: HashSet<usize> = ambiguity.cells.iter().map(|cell| cell.cell).collect();
        let blank = |&cell: &usize| board.get(cell).is_none() && !differ.contains(&cell);
        groups.extend(
            (0..board.cells().len())
                .filter(blank)
                .map(|cell| vec![cell]),
        );
    }
    groups.extend(ambiguity.cells.iter().map(|cell| vec![cell.cell]));
    for &cell in groups.iter().flatten() {
        decided.put(cell, solution.cells()[cell]);
    }
    let minimal = thin(inquiry, &mut decided, Some(solution), &groups, 0);
    if inquiry.stop != Stop::Exhausted {
        return (Vec::new(), false);
    }
    let added = |&(cell, _): &(usize, u8)| board.get(cell).is_none();
    (decided.givens().filter(added).collect(), minimal)
}
