//! The first steps of a puzzle with rules: the values that a rule alone excludes. The exact cover of
//! such a puzzle has no options for them, so they need steps of their own.

use quadrille_core::shared::listing;
use quadrille_core::{Budget, Stop};

use super::items::Items;
use super::sentence::Sentence;
use super::step::BoardStep;
use super::technique::Technique;
use super::view::cannot_be;
use crate::compiled::Sudoku;
use crate::encode::Encoding;
use crate::grid::Grid;
use crate::shape::Shape;

/// The steps: one for each rule, and one for what only several rules together exclude.
pub(super) fn steps(
    items: &Items,
    sudoku: &Sudoku,
    board: &Grid,
    budget: &Budget,
) -> Result<Vec<BoardStep>, Stop> {
    let shape = sudoku.shape();
    let mut missing = excluded(shape, board, sudoku.encoding());
    let mut steps = Vec::new();
    let board_rules = shape.rules().iter().filter(|rule| !rule.makes_units());
    let board_rules = listing(
        board_rules.map(|rule| format!("the rule {}", rule.word())),
        "and",
    );
    let of_board = (!board_rules.is_empty()).then(|| (board_rules, shape.with_only(None)));
    let rules = shape.cell_rules().iter();
    let alone = rules.map(|rule| (shape.describe(rule), shape.with_only(Some(rule))));
    for (place, alone) in of_board.into_iter().chain(alone) {
        if missing.is_empty() {
            break;
        }
        budget.poll()?;
        let (encoding, _) = Encoding::of_board(&alone, board, budget)?;
        let by_rule = excluded(&alone, board, &encoding);
        let (own, others): (Vec<_>, Vec<_>) = missing
            .into_iter()
            .partition(|found| by_rule.contains(found));
        missing = others;
        if !own.is_empty() {
            steps.push(step(items, place, own));
        }
    }
    if !missing.is_empty() {
        steps.push(step(items, "several rules together".to_owned(), missing));
    }
    Ok(steps)
}

/// The values that a cell could hold beside the givens, but has no options for.
fn excluded(shape: &Shape, board: &Grid, encoding: &Encoding) -> Vec<(usize, u8)> {
    let cells = (0..shape.cell_count()).filter(|&cell| board.get(cell).is_none());
    let all = cells.flat_map(|cell| (1..=shape.side() as u8).map(move |value| (cell, value)));
    let sees = |&(cell, value): &(usize, u8)| {
        let units = shape.units_of(cell).iter();
        let mut others = units.flat_map(|&unit| shape.unit(unit).cells());
        others.any(|&other| board.get(other) == Some(value))
    };
    let all = all.filter(|&(cell, value)| board.allows(cell, value));
    let all = all.filter(|candidate| !sees(candidate));
    all.filter(|&(cell, value)| !encoding.has(cell, value))
        .collect()
}

fn step(items: &Items, place: String, removed: Vec<(usize, u8)>) -> BoardStep {
    let text = format!("because of {place}, {}.", cannot_be(items, &removed));
    BoardStep {
        technique: Technique::Rule,
        placed: None,
        removed,
        deduction: None,
        argument: Sentence::new(text),
        place: Sentence::new(place),
    }
}
