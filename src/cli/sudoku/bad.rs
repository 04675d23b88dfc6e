//! What is wrong with a board, on standard error.

use quadrille::sudoku::Shape;
use quadrille::sudoku::text::{BoardError, Record};
use quadrille::text::Excerpt;

use crate::cli::message::{error_at, note};

/// `FILE:LINE:COLUMN: ...`, and the place.
pub(super) fn tell(name: &str, line: u64, record: &Record, error: &BoardError) {
    let raw = record.raw();
    let (before, rest) = raw.split_at(error.span.start.min(raw.len()));
    let (culprit, after) = rest.split_at(error.span.len().min(rest.len()));
    let is_end = |byte: &u8| *byte == b'\n';
    let before = before.rsplit(is_end).next().unwrap_or_default();
    let after = after.split(is_end).next().unwrap_or_default();
    let pieces = [before, culprit, after.trim_ascii_end()].map(String::from_utf8_lossy);
    let excerpt = Excerpt::new(pieces.each_ref().map(|piece| &**piece));
    let place = format!("{name}:{line}:{}", error.column);
    let help = match is_map(raw) {
        true => Some(
            "this is a map of regions: write the boards below it, or read it with --shape jigsaw:FILE",
        ),
        false => error.reason.help(),
    };
    error_at(&place, &error.reason, &excerpt, help);
}

/// Tells that the first line is passed over.
pub(super) fn note_header(name: &str, record: &Record) {
    let header = String::from_utf8_lossy(record.raw().trim_ascii());
    let what = format_args!("{name}:1: {header:?} is no board but names of columns");
    note(what, None);
}

/// Whether a bad board is in truth a map of regions: letters, as many of each as there are of others.
fn is_map(text: &[u8]) -> bool {
    let letters = |byte: &u8| byte.is_ascii_alphabetic() || byte.is_ascii_whitespace();
    text.iter().all(letters)
        && str::from_utf8(text).is_ok_and(|map| format!("regions\n{map}").parse::<Shape>().is_ok())
}
