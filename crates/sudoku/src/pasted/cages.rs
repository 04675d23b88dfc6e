//! The puzzle of a board, perhaps with regions and cages.

use std::ops::Range;

use super::board::Board;
use super::fault::fault;
use crate::alphabet::ZERO_NOTE;
use crate::format::{Puzzle, PuzzleError, PuzzleReason};
use crate::grid::Grid;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Outline, Shape};
use quadrille_core::text::quantity;

/// How rows and columns were numbered, where the text does not show it.
pub(super) const FROM_ONE: &str =
    "rows and columns are counted from 1; the cells named would also fit a count from 0";

/// Some cells, by number, and their sum; and where the text says so.
pub(super) struct Cage {
    pub(super) sum: Option<i64>,
    pub(super) cells: Vec<usize>,
    pub(super) span: Range<usize>,
}

/// The puzzle of a board with cages. A cage of one cell is a given.
pub(super) fn puzzle(
    side: usize,
    givens: Option<&Board>,
    division: Option<Division>,
    cages: Vec<Cage>,
) -> Result<Puzzle, PuzzleError> {
    let lowest = givens.map_or(1, |board| board.lowest);
    let mut values = givens.map_or_else(|| vec![0; side * side], |board| board.values.clone());
    let (mut is_free, mut without) = (vec![true; side * side], 0);
    let (mut rules, mut spans) = (Vec::new(), Vec::new());
    for Cage { sum, cells, span } in cages {
        for &cell in &cells {
            // Readers give cells of the board only.
            if !is_free.get_mut(cell).is_some_and(std::mem::take) {
                let part = format!("r{}c{} is named twice", cell / side + 1, cell % side + 1);
                return Err(fault(span, &part, "", "each cell in one cage at most"));
            }
        }
        match (&cells[..], sum) {
            (&[cell], Some(sum)) => {
                let value = u8::try_from(sum + 1 - i64::from(lowest))
                    .ok()
                    .filter(|&value| (1..=side).contains(&usize::from(value)));
                let value = value.filter(|&value| values[cell] == 0 || values[cell] == value);
                let expected = match values[cell] {
                    0 => format!("a value from 1 to {side}"),
                    given => format!("the given {given}"),
                };
                let wrong = || fault(span, "cage of one cell", &sum.to_string(), &expected);
                values[cell] = value.ok_or_else(wrong)?;
                continue;
            }
            (&[_], None) => continue,
            _ => {}
        }
        without += usize::from(sum.is_none());
        rules.push(CellRule::new(RuleKind::Cage, cells).with_given(sum));
        spans.push(span);
    }
    let free = is_free.iter().filter(|is_free| **is_free).count();
    let lacks = [
        (free, "cell", "in no cage"),
        (without, "cage", "without a sum"),
    ];
    let lacks = lacks
        .into_iter()
        .filter(|lack| lack.0 > 0 && !rules.is_empty());
    let mut notes: Vec<String> = lacks
        .map(|(count, noun, what)| format!("{} {what}", quantity(count, noun)))
        .collect();
    if givens.is_some_and(|board| board.lowest == 0) {
        notes.push(ZERO_NOTE.to_owned());
    }
    let outline = Outline {
        lowest,
        ..Outline::square(side)
    };
    let division = division.unwrap_or(outline.division.clone());
    let shape = shape(
        &Outline {
            division,
            ..outline
        },
        rules,
        &spans,
    )?;
    Ok(Puzzle {
        notes,
        ..Puzzle::new(shape, Grid::new(values))
    })
}

/// The shape with rules, which stand at some places of the text.
pub(super) fn shape(
    outline: &Outline,
    rules: Vec<CellRule>,
    spans: &[Range<usize>],
) -> Result<Shape, PuzzleError> {
    let shape = Shape::outlined(outline, []).map_err(|reason| PuzzleError {
        span: 0..0,
        reason: PuzzleReason::Shape(reason),
    })?;
    shape.with_cell_rules(rules).map_err(|error| PuzzleError {
        span: spans.get(error.place).cloned().unwrap_or_default(),
        reason: PuzzleReason::Rule {
            rule: error.rule,
            reason: error.reason,
        },
    })
}
