//! What formats have no way to write, in words. `convert` adds the name of the format.

use super::error::OVERLAPPING;
use super::puzzle::Puzzle;
use super::{line, marks};
use crate::shape::{Outline, Rule, Shape};

/// A text, or else the part of a puzzle that the format has no way to write.
pub(super) type Written<T = String> = Result<T, String>;

/// Rejects boards that overlap.
pub(super) fn only_single(shape: &Shape) -> Written<()> {
    match shape.is_single() {
        true => Ok(()),
        false => Err(OVERLAPPING.to_owned()),
    }
}

/// Rejects candidates of cells without a given.
pub(super) fn only_givens(puzzle: &Puzzle) -> Written<()> {
    let mut known = marks::known(&puzzle.board, puzzle.shape.side()).into_iter();
    match known.find(|&(cell, _)| puzzle.board.get(cell).is_none()) {
        Some((cell, _)) => Err(candidates(&puzzle.shape, cell)),
        None => Ok(()),
    }
}

/// Rejects rules, and regions or values that are not the usual ones.
pub(super) fn only_usual(shape: &Shape) -> Written<()> {
    only_single(shape)?;
    if let Some(rule) = shape.cell_rules().first() {
        return Err(shape.describe(rule));
    }
    if let Some(rule) = shape.rules().first() {
        return Err(board_rule(rule));
    }
    let is_square = shape.outline() == Outline::square(shape.rows());
    if !is_square || line::side(shape.cell_count()).is_none() {
        return Err("a board without the usual boxes and values".to_owned());
    }
    Ok(())
}

/// Rejects all but a classic board, which may have candidates.
pub(super) fn only_classic(shape: &Shape) -> Written<()> {
    only_usual(shape)?;
    match shape.cell_count() {
        81 => Ok(()),
        _ => Err("a board of another size".to_owned()),
    }
}

/// The candidates of a cell.
pub(super) fn candidates(shape: &Shape, cell: usize) -> String {
    format!("the candidates of {}", shape.name(cell))
}

/// A rule for the whole board.
pub(super) fn board_rule(rule: &Rule) -> String {
    format!("the rule {}", rule.word())
}
