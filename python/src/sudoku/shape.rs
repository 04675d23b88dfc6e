//! What is wrong with the words of a shape.

use pyo3::prelude::*;
use quadrille::sudoku::ShapeError;
use quadrille::text::Excerpt;

use crate::failure::{self, Details};

/// The error of a shape in words.
pub(super) fn bad_shape(py: Python<'_>, text: &str, error: &ShapeError) -> PyErr {
    let line = text
        .lines()
        .nth(error.line.saturating_sub(1))
        .unwrap_or_default();
    let split = line.char_indices().nth(error.column.saturating_sub(1));
    let (before, after) = line.split_at(split.map_or(line.len(), |(at, _)| at));
    let word = after.find([' ', '\t']).unwrap_or(after.len());
    let (wrong, after) = after.split_at(word);
    let details = Details {
        file: None,
        place: Some((error.line, error.column)),
        excerpt: failure::shown(&Excerpt::new([before, wrong, after])),
        help: error.reason.help(),
    };
    failure::bad(py, &error.reason, details)
}
