//! Names of cells as JSON has them: `r1c1` or `R1C1`, rows and columns from 1.

use std::ops::Range;

use super::error::{PuzzleError, PuzzleReason};
use super::tree::Node;
use crate::shape::Outline;

/// The row and the column that a text names; 0 is outside the board.
pub(super) fn place(text: &str) -> Option<(usize, usize)> {
    let (row, column) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|&number: &u16| is_number && number < 1000)
    };
    Some((usize::from(number(row)?), usize::from(number(column)?)))
}

/// The cell of the board that a text names.
pub(super) fn cell(
    text: &str,
    span: &Range<usize>,
    rule: &str,
    outline: &Outline,
) -> Result<usize, PuzzleError> {
    let &Outline { rows, columns, .. } = outline;
    let found = place(text)
        .filter(|&(row, column)| (1..=rows).contains(&row) && (1..=columns).contains(&column));
    let reason = || PuzzleReason::Cell {
        rule: rule.to_owned(),
        text: text.chars().take(40).collect(),
        first: "r1c1".to_owned(),
        last: format!("r{rows}c{columns}"),
    };
    match found {
        Some((row, column)) => Ok((row - 1) * columns + column - 1),
        None => Err(reason().at(span.clone())),
    }
}

/// The cells of a list of names.
pub(super) fn cells(node: &Node, rule: &str, outline: &Outline) -> Result<Vec<usize>, PuzzleError> {
    let nodes = node.list(rule)?.iter();
    let cells = nodes.map(|node| cell(node.text(rule)?, &node.span, rule, outline));
    cells.collect()
}
