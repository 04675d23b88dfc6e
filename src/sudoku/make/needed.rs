//! Rules that a puzzle does not need: without one of them it still has one solution. Dots and signs
//! that a strict rule looks for are needed: without one, its neighbours could not be what they are.

use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use crate::sudoku::grid::Grid;
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::search::{BoardSearch, Sudoku};
use crate::sudoku::shape::Shape;
use crate::{Answer, Limits, Settings, Uniqueness};

/// Whether a board has one solution under the rules of a shape; `None` if a limit stopped the
/// search.
fn is_unique(shape: &Shape, board: &Grid, inquiry: &mut Inquiry<'_>) -> Option<bool> {
    let answer = ask(shape, board, inquiry, |search| search.unique(board))?;
    match answer {
        Uniqueness::One => Some(true),
        Uniqueness::Unknown => None,
        _ => Some(false),
    }
}

/// Whether a board has a solution under the rules of a shape; `None` if a limit stopped the search.
pub(super) fn is_solvable(shape: &Shape, board: &Grid, inquiry: &mut Inquiry<'_>) -> Option<bool> {
    let first = ask(shape, board, inquiry, |search| {
        let answer = search.first(board);
        let is_known = answer.is_complete() || answer.value.is_some();
        answer.map(|first| is_known.then_some(first.is_some()))
    });
    first.flatten()
}

/// Asks about a board under the rules of another shape, within the limits of an inquiry. `None` if
/// these are reached already.
fn ask<T>(
    shape: &Shape,
    board: &Grid,
    inquiry: &mut Inquiry<'_>,
    question: impl FnOnce(&mut BoardSearch) -> Answer<T>,
) -> Option<T> {
    if inquiry.is_over() {
        return None;
    }
    let mut search = Sudoku::for_board(shape, board, &Settings::default()).search();
    let most = inquiry.most_nodes();
    search
        .limits(most.map_or_else(Limits::new, |most| Limits::new().nodes(most)))
        .budget(&inquiry.budget());
    let answer = question(&mut search);
    inquiry.stats += &answer.stats;
    Some(answer.value)
}

/// The shape without rules that the board does not need. Rules are removed in random order.
pub(super) fn without_needless_rules(
    shape: &Shape,
    board: &Grid,
    random: &mut Pcg32,
    inquiry: &mut Inquiry<'_>,
) -> Shape {
    let original = shape;
    let mut order: Vec<usize> = (0..shape.cell_rules().len()).collect();
    order.shuffle(random);
    let mut removed: Vec<usize> = Vec::new();
    let mut shape = shape.clone();
    for rule in order {
        if original.is_mark(&original.cell_rules()[rule]) {
            continue;
        }
        let before = removed.iter().filter(|&&other| other < rule).count();
        let without = shape.without_cell_rule(rule - before);
        if is_unique(&without, board, inquiry) == Some(true) {
            shape = without;
            removed.push(rule);
        }
    }
    shape
}

/// The rules that are not needed, each alone, by their places; and whether all were decided.
pub(super) fn needless_rules(
    shape: &Shape,
    board: &Grid,
    inquiry: &mut Inquiry<'_>,
) -> (Vec<usize>, bool) {
    let mut is_complete = true;
    let mut needless = Vec::new();
    for (rule, own) in shape.cell_rules().iter().enumerate() {
        if shape.is_mark(own) {
            continue;
        }
        match is_unique(&shape.without_cell_rule(rule), board, inquiry) {
            Some(true) => needless.push(rule),
            Some(false) => {}
            None => is_complete = false,
        }
    }
    (needless, is_complete)
}
