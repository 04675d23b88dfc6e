//! Messages about invalid boards.

use std::borrow::Cow;

use quadrille_core::text::Excerpt;
use quadrille_sudoku::text::{BoardError, Reason, Record};

use crate::message::{error_at, note};

/// Reports an invalid board with its place.
pub(super) fn report(name: &str, line: u64, record: &Record, error: &BoardError) {
    let place = format!("{name}:{line}:{}", error.column);
    let help = if matches!(error.reason, Reason::Walls { .. }) {
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

/// Reports a map of regions that has no board.
pub(super) fn report_map(name: &str, line: u64, row: &str) {
    error_at(
        &format!("{name}:{line}:1"),
        "a map of regions, and no board below it",
        &Excerpt::new(["", row, ""]),
        Some("write the boards below the map, or read it with --shape jigsaw:FILE"),
    );
}

/// Reports that the first line is skipped.
pub(super) fn note_header(name: &str, record: &Record) {
    let header = String::from_utf8_lossy(record.raw().trim_ascii());
    let what = format_args!("{name}:1: skipped the column names {header:?}");
    note(what);
}
