//! What differs between the solutions of a board, and givens that make one of them the only one.

use std::ops::ControlFlow;

use super::fewest::fewest;
use crate::solver::{Answer, Stats, Stop};
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::make::thin::thin;
use crate::sudoku::{BoardSearch, Grid};

/// The most solutions that are listed.
const LISTED: usize = 10_000;

/// Why a board has several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ambiguity {
    /// How many solutions were counted.
    pub solutions: u64,
    /// Whether these are all.
    pub complete: bool,
    /// The cells that do not hold the same in all solutions, in reading order.
    pub cells: Vec<Cell>,
    /// Givens to add, as cells with their values, so that there is one solution. None of them can be left out. Empty if
    /// a limit stopped the search.
    pub add: Vec<(usize, u8)>,
    /// Whether it is proved that fewer are not enough, whichever solution is to stay.
    pub fewest: bool,
}

/// A cell that holds different values in different solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The cell.
    pub cell: usize,
    /// The values that it can hold, ascending, each with the number of solutions that were counted in which it does. If
    /// not all solutions were counted it may be 0, and there may be more.
    pub values: Vec<(u8, u64)>,
}

/// Explains a board that has several solutions.
pub(super) fn find(search: &mut BoardSearch<'_>, board: &Grid, spent: Stats) -> Answer<Ambiguity> {
    let mut solutions = Vec::new();
    let listed = search.for_each(board, |solution| {
        if solutions.len() == LISTED {
            return ControlFlow::Break(());
        }
        solutions.push(solution.clone());
        ControlFlow::Continue(())
    });
    let complete = listed.is_complete();
    // What is found to be added shall not depend on the engine.
    solutions.sort_unstable_by(|a, b| a.cells().cmp(b.cells()));
    let mut stats = spent;
    stats += &listed.stats;
    let mut inquiry = Inquiry::new(search, board).spent(stats);
    if !complete && listed.stop != Stop::Solutions {
        inquiry.stop = listed.stop;
    }
    let side = inquiry.side();
    let mut counts = vec![vec![None; side]; board.cells().len()];
    for solution in &solutions {
        for (counts, &value) in counts.iter_mut().zip(solution.cells()) {
            *counts[usize::from(value) - 1].get_or_insert(0) += 1;
        }
    }
    if !complete {
        look_further(&mut inquiry, board, &mut counts);
    }
    let mut cells = Vec::new();
    for (cell, counts) in counts.iter().enumerate() {
        let values = (1..)
            .zip(counts)
            .filter_map(|(value, count)| Some((value, (*count)?)));
        let values: Vec<(u8, u64)> = values.collect();
        if values.len() > 1 {
            cells.push(Cell { cell, values });
        }
    }
    let mut ambiguity = Ambiguity {
        solutions: solutions.len() as u64,
        complete,
        cells,
        add: Vec::new(),
        fewest: false,
    };
    if let Some(solution) = solutions.first() {
        ambiguity.add = enough(&mut inquiry, board, solution, &ambiguity.cells);
    }
    if complete && !ambiguity.add.is_empty() {
        let (better, proved) = fewest(&solutions, &ambiguity.cells, ambiguity.add.len());
        ambiguity.fewest = proved;
        ambiguity.add = better.unwrap_or(ambiguity.add);
    }
    inquiry.answer(ambiguity)
}

/// Asks for a solution with each value that no solution has shown yet.
fn look_further(inquiry: &mut Inquiry<'_, '_>, board: &Grid, counts: &mut [Vec<Option<u64>>]) {
    inquiry.assume(board);
    for cell in 0..counts.len() {
        for value in 1..=counts[cell].len() as u8 {
            if board.get(cell).is_some() || counts[cell][usize::from(value) - 1].is_some() {
                continue;
            }
            inquiry.put(cell, value);
            if let Some(solution) = inquiry.solution(None) {
                for (counts, &value) in counts.iter_mut().zip(solution.cells()) {
                    counts[usize::from(value) - 1].get_or_insert(0);
                }
            }
            inquiry.take(cell, value);
            if inquiry.stop != Stop::Exhausted {
                return;
            }
        }
    }
}

/// A minimal set of cells that leave a solution the only one, if they hold what they hold in it.
fn enough(
    inquiry: &mut Inquiry<'_, '_>,
    board: &Grid,
    solution: &Grid,
    cells: &[Cell],
) -> Vec<(usize, u8)> {
    let mut decided = board.clone();
    for &Cell { cell, .. } in cells {
        decided.put(cell, solution.cells()[cell]);
    }
    let groups: Vec<_> = cells.iter().map(|cell| vec![cell.cell]).collect();
    inquiry.assume(&decided);
    if inquiry.is_unique() != Some(true) || !thin(inquiry, &mut decided, &groups, 0) {
        return Vec::new();
    }
    decided
        .givens()
        .filter(|&(cell, _)| board.get(cell).is_none())
        .collect()
}
