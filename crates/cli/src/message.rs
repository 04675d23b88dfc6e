//! Everything that goes to standard error.
//!
//! Every error and every note has this form; the place, the excerpt and the help are optional (an
//! empty line has no excerpt):
//!
//! ```text
//! quadrille: FILE:LINE:COLUMN: what is wrong
//!   the line, shortened
//!      ^^^^
//! help: what to do
//! ```
//!
//! A message is written in one piece, so that messages of several programs on one terminal do not
//! mix. A failure to write it is ignored, because nowhere is left to report it.

use std::fmt::{Display, Write as _};
use std::io::{self, IsTerminal, Write};

use quadrille_core::text::Excerpt;
use quadrille_draw::Colours;

use super::line::aside;

/// Reports an error: what is wrong, and what to do.
pub(super) fn error(what: impl Display, help: Option<&str>) {
    message(&error_label(), what, None, help);
}

/// Reports an error in a text. The place is such as `FILE:LINE:COLUMN`.
pub(super) fn error_at(place: &str, what: impl Display, excerpt: &Excerpt, help: Option<&str>) {
    let label = format!("{} {}", error_label(), paint(BOLD, &format!("{place}:")));
    message(&label, what, Some(excerpt), help);
}

/// Reports something that is not wrong, but worth knowing.
pub(super) fn note(what: impl Display) {
    note_with(what, None);
}

/// Reports something that is not wrong, but worth knowing, and what to do.
pub(super) fn note_with<'h>(what: impl Display, help: impl Into<Option<&'h str>>) {
    message(&paint(BOLD, "note:"), what, None, help.into());
}

/// Shows a line of the input, with carets.
pub(super) fn excerpt(excerpt: &Excerpt) {
    write(&underlined(excerpt));
}

/// Reports what to do, after an answer.
pub(super) fn help(what: impl Display) {
    say(format_args!("{} {what}", help_label()));
}

/// Writes a line without a label: a stop line, a report of `--stats`, or a remark on an answer.
pub(super) fn say(line: impl Display) {
    write(&format!("{line}\n"));
}

/// Writes text that is already laid out.
pub(super) fn write(text: &str) {
    let _ = aside(|| io::stderr().lock().write_all(text.as_bytes()));
}

/// The label of an error.
pub(super) fn error_label() -> String {
    paint(RED, "quadrille:")
}

/// The label of what to do.
pub(super) fn help_label() -> String {
    paint(BOLD, "help:")
}

fn message(label: &str, what: impl Display, excerpt: Option<&Excerpt>, help: Option<&str>) {
    let mut text = format!("{label} {what}\n");
    // Nothing can fail here: the text is in memory.
    if let Some(excerpt) = excerpt.filter(|excerpt| !excerpt.line().is_empty()) {
        text += &underlined(excerpt);
    }
    if let Some(help) = help {
        let _ = writeln!(text, "{} {help}", help_label());
    }
    write(&text);
}

/// A line and its carets, as two lines.
fn underlined(excerpt: &Excerpt) -> String {
    let (indent, length) = excerpt.carets();
    let carets = paint(RED, &"^".repeat(length));
    format!("  {}\n  {:indent$}{carets}\n", excerpt.line(), "")
}

const BOLD: &str = "\x1B[1m";
const RED: &str = "\x1B[1;31m";

fn paint(style: &str, text: &str) -> String {
    if colours(io::stderr().is_terminal()) != Colours::None {
        format!("{style}{text}\x1B[0m")
    } else {
        text.to_owned()
    }
}

/// The colours of pictures on an output: those of its terminal, and none if it is not a terminal or
/// `NO_COLOR` is set (<https://no-color.org>).
pub(super) fn colours(is_terminal: bool) -> Colours {
    let value = |name: &str| {
        let value = std::env::var_os(name).unwrap_or_default();
        value.to_string_lossy().into_owned()
    };
    let term = value("TERM");
    // Terminals of Windows set neither variable.
    let has_many = cfg!(windows)
        || !value("COLORTERM").is_empty()
        || term.contains("256color")
        || term.contains("direct");
    if !is_drawable(is_terminal) || !value("NO_COLOR").is_empty() {
        Colours::None
    } else if has_many {
        Colours::Many
    } else {
        Colours::Sixteen
    }
}

/// Whether an output is a terminal that can erase what was written to it.
pub(super) fn is_drawable(is_terminal: bool) -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    is_terminal && !dumb
}
