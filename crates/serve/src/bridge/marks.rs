//! `truecandidates`.

use std::ops::ControlFlow;

use quadrille_core::Stop;
use quadrille_sudoku::Grid;

use super::answer::Answer;
use super::count::NO_SOLUTION;
use super::puzzle::Asked;
use super::steps::path_of;
use super::work::Work;

/// The solutions that are listed before each candidate is asked about.
const LISTED: u64 = 1000;

/// The largest cap. The time grows with it: each candidate of a blank board has as many solutions.
const MOST_COUNTED: u64 = 10_000;

/// Counts for each candidate the solutions, up to a cap.
pub(super) fn candidates(asked: &Asked, work: &Work) -> Answer {
    match count(asked, work) {
        Ok(None) => Answer::invalid(NO_SOLUTION),
        Ok(Some(solutions_per_candidate)) => Answer::TrueCandidates {
            solutions_per_candidate,
        },
        Err(_) => Answer::Canceled,
    }
}

/// The counts, `None` if there is no solution.
fn count(asked: &Asked, work: &Work) -> Result<Option<Vec<i64>>, Stop> {
    let board = &asked.puzzle.board;
    let side = asked.puzzle.shape.side();
    let answer = work.search().candidates(board);
    if answer.stop.is_limit() {
        return Err(answer.stop);
    }
    let found = answer.value;
    if found.is_unsolvable() {
        return Ok(None);
    }
    let mut counts = vec![0; found.found.len() * side];
    for (cell, values) in found.found.iter().enumerate() {
        for value in (0..side).filter(|value| values >> value & 1 == 1) {
            counts[cell * side + value] = 1;
        }
    }
    if asked.cap > 1 {
        count_each(board, asked.cap, work, &mut counts)?;
    }
    if asked.is_logical {
        let path = path_of(asked, board, work, None)?;
        let left = path.board;
        for cell in 0..found.found.len() {
            let marks = match (left.get(cell), left.marks()) {
                (Some(value), _) => 1 << (value - 1),
                (None, marks) => marks.map_or(u64::MAX, |marks| marks[cell]),
            };
            for value in (0..side).filter(|value| marks >> value & 1 == 1) {
                let count = &mut counts[cell * side + value];
                if *count == 0 {
                    *count = -1;
                }
            }
        }
    }
    Ok(Some(counts))
}

/// Replaces each count that is not 0 by the number of solutions, at most the cap.
fn count_each(board: &Grid, cap: u64, work: &Work, counts: &mut [i64]) -> Result<(), Stop> {
    let cap = cap.min(MOST_COUNTED);
    let side = work.sudoku.shape().side();
    let true_ones: Vec<usize> = (0..counts.len()).filter(|&at| counts[at] > 0).collect();
    let mut listed = vec![0; counts.len()];
    let mut search = work.search();
    let limits = work.limits().solutions(LISTED.max(cap));
    let list = search.limits(limits).for_each(board, |solution| {
        for (cell, &value) in solution.cells().iter().enumerate() {
            listed[cell * side + usize::from(value) - 1] += 1;
        }
        ControlFlow::Continue(())
    });
    if list.stop.is_limit() {
        return Err(list.stop);
    }
    let encoding = work.sudoku.encoding();
    for at in true_ones {
        let mut count = listed[at];
        if !list.is_complete() && count < cap {
            let limits = work.limits().solutions(cap);
            let option = encoding.option(at / side, (at % side + 1) as u8);
            let counted = search.limits(limits).assume(board).force(option).walk();
            if counted.stop.is_limit() {
                return Err(counted.stop);
            }
            count = counted.value.to_u64().unwrap_or(cap);
        }
        counts[at] = count.min(cap) as i64;
    }
    Ok(())
}
