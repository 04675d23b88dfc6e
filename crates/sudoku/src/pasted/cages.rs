//! Killer puzzles: cages of cells with sums.

use std::ops::Range;

use super::board::Board;
use super::found::error;
use crate::format::{Puzzle, PuzzleError, PuzzleReason};
use crate::grid::Grid;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Outline, Shape};
use quadrille_core::text::quantity;

/// Some cells, by number, and their sum; and where the text says so.
pub(super) struct Cage {
    pub(super) sum: Option<i64>,
    pub(super) cells: Vec<usize>,
    pub(super) span: Range<usize>,
}

/// The puzzle of a board with cages. A cage of one cell is a given.
pub(super) fn killer(
    side: usize,
    givens: Option<&Board>,
    division: Option<Division>,
    cages: Vec<Cage>,
) -> Result<Puzzle, PuzzleError> {
    let outline = Outline::square(side);
    let division = division.unwrap_or(outline.division.clone());
    let outline = Outline {
        division,
        ..outline
    };
    let shape = Shape::outlined(&outline, []).map_err(|reason| PuzzleError {
        span: 0..0,
        reason: PuzzleReason::Shape(reason),
    })?;
    let mut values = givens.map_or_else(|| vec![0; side * side], |board| board.values.clone());
    let (mut used, mut without) = (vec![false; side * side], 0);
    let (mut rules, mut spans) = (Vec::new(), Vec::new());
    for cage in cages {
        for &cell in &cage.cells {
            let name = format!("r{}c{}", cell / side + 1, cell % side + 1);
            match used.get_mut(cell) {
                None => return Err(error(cage.span, "cage", &name, "a cell of the board")),
                Some(true) => {
                    return Err(error(
                        cage.span,
                        "cage",
                        &name,
                        "a cell that is in no other cage",
                    ));
                }
                Some(used) => *used = true,
            }
        }
        without += usize::from(cage.sum.is_none());
        match (&cage.cells[..], cage.sum) {
            (&[cell], Some(sum)) => {
                let value = u8::try_from(sum)
                    .ok()
                    .filter(|&value| (1..=side).contains(&usize::from(value)));
                let value = value.filter(|&value| values[cell] == 0 || values[cell] == value);
                let Some(value) = value else {
                    let expected = "the value of its only cell";
                    return Err(error(cage.span, "cage", &sum.to_string(), expected));
                };
                values[cell] = value;
            }
            (_, Some(sum)) => {
                rules.push(CellRule::new(RuleKind::Cage, cage.cells).with_number(sum));
            }
            (&[_], None) => {}
            (_, None) => rules.push(CellRule::new(RuleKind::Cage, cage.cells)),
        }
        spans.resize(rules.len(), cage.span);
    }
    let shape = shape.with_cell_rules(rules).map_err(|error| PuzzleError {
        span: spans.get(error.place).cloned().unwrap_or_default(),
        reason: PuzzleReason::Rule {
            rule: error.rule,
            reason: error.reason,
        },
    })?;
    let mut puzzle = Puzzle::new(shape, Grid::new(values));
    let free = used.iter().filter(|used| !**used).count();
    if free > 0 {
        puzzle
            .notes
            .push(format!("{} in no cage", quantity(free, "cell")));
    }
    if without > 0 {
        puzzle
            .notes
            .push(format!("{} without a sum", quantity(without, "cage")));
    }
    Ok(puzzle)
}

/// The pieces of a map: cells that touch and have equal labels, each piece in reading order.
pub(super) fn pieces(labels: &[&str], side: usize) -> Vec<Vec<usize>> {
    let mut piece_of = vec![usize::MAX; labels.len()];
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for start in 0..labels.len() {
        if piece_of[start] != usize::MAX {
            continue;
        }
        let number = pieces.len();
        piece_of[start] = number;
        let (mut piece, mut at) = (vec![start], 0);
        while let Some(&cell) = piece.get(at) {
            at += 1;
            let (row, column) = (cell / side, cell % side);
            let around = [
                (row > 0).then(|| cell - side),
                (column > 0).then(|| cell - 1),
                (column + 1 < side).then_some(cell + 1),
                (row + 1 < side).then_some(cell + side),
            ];
            for near in around.into_iter().flatten() {
                if piece_of[near] == usize::MAX && labels[near] == labels[cell] {
                    piece_of[near] = number;
                    piece.push(near);
                }
            }
        }
        piece.sort_unstable();
        pieces.push(piece);
    }
    pieces
}
