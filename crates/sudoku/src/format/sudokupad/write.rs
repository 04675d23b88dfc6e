//! From a puzzle to the JSON of SudokuPad.

use serde_json::{Map, Value, json};

use super::dots::Dot;
use super::meaning;
use super::read::FLAGS;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::marks;
use crate::format::puzzle::Puzzle;
use crate::format::table::word_of;
use crate::grid::Grid;
use crate::rule::{CellRule, Detail, RuleKind};
use crate::shape::Shape;

/// Writes a puzzle.
///
/// # Errors
/// [`PuzzleReason::Unwritable`], with the name of a rule that is more than a cage.
pub(in crate::format) fn write(puzzle: &Puzzle) -> Result<String, PuzzleError> {
    let shape = &puzzle.shape;
    if !shape.is_single() {
        return Err(unwritable("boards that overlap"));
    }
    let (rows, columns) = (shape.rows(), shape.columns());
    if shape.side() != rows.max(columns) {
        return Err(unwritable("more values than cells in a row"));
    }
    if shape.lowest() != 1 {
        return Err(unwritable("values from 0"));
    }
    let mut cells = vec![json!({}); rows * columns];
    for (cell, values) in marks::known(&puzzle.board, shape.side()) {
        match puzzle.board.get(cell) {
            Some(value) => cells[cell] = json!({ "value": value - 1 + shape.lowest() }),
            None => {
                let (name, count) = (shape.name(cell), values.len());
                return Err(unwritable(&format!("the {count} candidates of {name}")));
            }
        }
    }
    let regions: Vec<Value> = shape
        .regions()
        .map(|unit| places(shape, unit.cells()))
        .collect();
    let (mut cages, mut overlays) = (Vec::new(), Vec::new());
    // Without the text of the rules, a dot is only a drawing.
    let meaning = meaning::of(puzzle.ruleset.iter().map(String::as_str));
    for rule in shape.cell_rules() {
        if let Some(dot) = Dot::of(rule, columns).filter(|dot| meaning.has(dot.is_white)) {
            overlays.push(dot.drawing(columns));
            continue;
        }
        let cage = cage(shape, rule);
        cages.push(cage.ok_or_else(|| unwritable(&shape.describe(rule)))?);
    }
    let global = shape.rules().iter().map(|rule| {
        let word = word_of(FLAGS, rule);
        word.ok_or_else(|| unwritable(&format!("the rule {}", rule.word())))
    });
    let global: Vec<&str> = global.collect::<Result<_, _>>()?;
    let grid: Vec<&[Value]> = cells.chunks(columns).collect();
    let object = json!({
        "cellSize": 50,
        "metadata": metadata(puzzle),
        "cells": grid,
        "regions": regions,
        "cages": cages,
        "global": global,
        "lines": [],
        "arrows": [],
        "overlays": overlays,
        "underlays": [],
    });
    Ok(object.to_string())
}

fn unwritable(rule: &str) -> PuzzleError {
    let (format, rule) = ("SudokuPad", rule.to_owned());
    PuzzleReason::Unwritable { format, rule }.at(0..0)
}

/// The texts about a puzzle.
fn metadata(puzzle: &Puzzle) -> Map<String, Value> {
    let solution = puzzle.solution.as_ref();
    let solution = solution.map(|solution| solution_text(&puzzle.shape, solution));
    let texts = [
        ("title", &puzzle.title),
        ("author", &puzzle.author),
        ("rules", &puzzle.ruleset),
        ("solution", &solution),
    ];
    let texts = texts.into_iter();
    let known = texts.filter_map(|(key, text)| Some((key.to_owned(), json!(text.as_ref()?))));
    known.collect()
}

/// Rows and columns from 0.
fn places(shape: &Shape, cells: &[usize]) -> Value {
    let places: Vec<(usize, usize)> = cells.iter().map(|&cell| shape.place(cell)).collect();
    json!(places)
}

/// A rule as a cage, if it is one.
fn cage(shape: &Shape, rule: &CellRule) -> Option<Value> {
    let cells = places(shape, rule.cells());
    match (rule.kind(), rule.detail()) {
        (RuleKind::Cage, Detail::Number(sum)) => {
            Some(json!({ "cells": cells, "value": sum.to_string(), "sum": sum, "unique": true }))
        }
        (RuleKind::Cage | RuleKind::AllDifferent, _) => {
            Some(json!({ "cells": cells, "unique": true }))
        }
        (RuleKind::Sum, Detail::Factors(sum, factors)) if factors.iter().all(|&own| own == 1) => {
            Some(json!({ "cells": cells, "value": sum.to_string(), "sum": sum, "unique": false }))
        }
        _ => None,
    }
}

/// The values of a solution: a character each, or numbers where 0 would be a value.
fn solution_text(shape: &Shape, solution: &Grid) -> String {
    if shape.side() < 36 {
        return shape.line(solution);
    }
    let values = solution.cells().iter().map(u8::to_string);
    values.collect::<Vec<_>>().join(",")
}
