//! Messages about invalid boards.

use std::borrow::Cow;

use quadrille_core::text::Excerpt;
use quadrille_sudoku::Shape;
use quadrille_sudoku::text::{BoardError, Reason, Record};

use super::later::is_map_text;
use crate::message::{error_at, note};

/// Reports an invalid board with its place.
pub(super) fn report(name: &str, line: u64, record: &Record, error: &BoardError) {
    let place = format!("{name}:{line}:{}", error.column);
    let help = if is_map(record.raw()) {
        Some(Cow::Borrowed(
            "this is a map of regions: write the boards below it, or read it with --shape jigsaw:FILE",
        ))
    } else if matches!(error.reason, Reason::Walls { .. }) {
        Some(Cow::Borrowed(
            "add --shape jigsaw:FILE, where FILE holds a map of the regions",
        ))
    } else {
        error.reason.help()
    };
    error_at(
        &place,
        &error.reason,
        &record.excerpt(error),
        help.as_deref(),
    );
}

/// Reports a map of other regions than those of the boards, which begins with a row. `is_second`
/// says that there is a map above the boards.
pub(super) fn report_map(name: &str, line: u64, row: &str, is_second: bool) {
    let what = if is_second {
        "a second map of regions, expected the same regions for all boards"
    } else {
        "a map of regions, expected it above the first board"
    };
    let help = Some("write the map and the boards below it to a file of their own");
    error_at(
        &format!("{name}:{line}:1"),
        what,
        &Excerpt::new(["", row, ""]),
        help,
    );
}

/// Reports that the first line is skipped.
pub(super) fn note_header(name: &str, record: &Record) {
    let header = String::from_utf8_lossy(record.raw().trim_ascii());
    let what = format_args!("{name}:1: skipped the column names {header:?}");
    note(what);
}

/// Whether an invalid board is a map of regions: letters, each as often as the others, with equal
/// neighbours.
fn is_map(text: &[u8]) -> bool {
    let letters = |byte: &u8| byte.is_ascii_alphabetic() || byte.is_ascii_whitespace();
    text.iter().all(letters)
        && str::from_utf8(text)
            .is_ok_and(|map| is_map_text(map) && format!("regions\n{map}").parse::<Shape>().is_ok())
}
