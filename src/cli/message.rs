//! All that is said on standard error, but for the lines of `--stats`.
//!
//! A message is built first and written at once, so that those of several programs on one
//! terminal do not mix. If standard error cannot be written there is nobody to tell.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use quadrille::sudoku::Shape;
use quadrille::sudoku::text::{BoardError, Record};
use quadrille::text::TextError;

use super::excerpt::Excerpt;

/// `error: ...`
pub(super) fn error(what: impl fmt::Display) {
    say(format_args!("{} {what}", paint(RED, "error:")));
}

/// `note: ...`
pub(super) fn note(what: impl fmt::Display) {
    say(format_args!("{} {what}", paint(BOLD, "note:")));
}

/// A line without a label.
pub(super) fn say(what: impl fmt::Display) {
    let _ = io::stderr()
        .lock()
        .write_all(format!("{what}\n").as_bytes());
}

/// What is wrong with the text of a problem: `FILE:LINE:COLUMN: ...`, and the place.
pub(super) fn text_error(name: &str, error: &TextError) {
    let place = format!("{name}:{}:{}:", error.line(), error.column());
    let help = error.help().map(|help| format!("; {help}"));
    let caret = error.caret().to_string();
    show(
        &place,
        &format!("{}{}", error.message(), help.unwrap_or_default()),
        caret.split_once('\n').unwrap_or_default(),
    );
}

/// What is wrong with a board of a batch: `FILE:LINE:COLUMN: ...`, and the place.
pub(super) fn board_error(name: &str, record: &Record, error: &BoardError) {
    let place = format!("{name}:{}:{}:", error.line, error.column);
    let excerpt = Excerpt::new(record.raw(), error.span.clone());
    let lines = (excerpt.line.as_str(), excerpt.caret.as_str());
    show(&place, &error.reason.to_string(), lines);
    if is_map(record.raw()) {
        note(
            "these are the regions of a jigsaw; --shape jigsaw:FILE takes them, the board comes by itself",
        );
    }
}

/// Whether a bad board is in truth a map of regions: letters, as many of each as there are of others.
fn is_map(text: &[u8]) -> bool {
    let letters = |byte: &u8| byte.is_ascii_alphabetic() || byte.is_ascii_whitespace();
    text.iter().all(letters)
        && str::from_utf8(text).is_ok_and(|map| format!("regions\n{map}").parse::<Shape>().is_ok())
}

/// What is wrong with the shape of boards: `FILE:LINE:COLUMN: ...`, and the place.
pub(super) fn shape_error(name: &str, line: &str, (number, column): (usize, usize), what: &str) {
    let place = format!("{name}:{number}:{column}:");
    let start = line
        .char_indices()
        .nth(column - 1)
        .map_or(line.len(), |(at, _)| at);
    let rest = line.get(start..).unwrap_or_default();
    let end = rest.find([' ', '\t', ',', '+']).unwrap_or(rest.len());
    let excerpt = Excerpt::new(line.as_bytes(), start..start + end);
    show(&place, what, (&excerpt.line, &excerpt.caret));
}

fn show(place: &str, what: &str, (line, caret): (&str, &str)) {
    let carets = caret.trim_start();
    let indent = caret.len() - carets.len();
    say(format_args!(
        "{} {what}\n  {line}\n  {:indent$}{}",
        paint(BOLD, place),
        "",
        paint(RED, carets)
    ));
}

const BOLD: &str = "\x1B[1m";
const RED: &str = "\x1B[1;31m";

fn paint(style: &str, text: &str) -> String {
    if is_coloured(&io::stderr()) {
        format!("{style}{text}\x1B[0m")
    } else {
        text.to_owned()
    }
}

/// Colour is for people who look at a terminal that knows it, and have not said no (<https://no-color.org>).
pub(super) fn is_coloured(output: &impl IsTerminal) -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    !refused && !dumb && output.is_terminal()
}

/// `1 solution`, `2 solutions`.
pub(super) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
