//! All that is said on standard error.
//!
//! A message is built first and written at once, so that those of several programs on one
//! terminal do not mix. If standard error cannot be written there is nobody to tell.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use quadrille::text::{Excerpt, TextError};

/// `error: ...`
pub(super) fn error(what: impl fmt::Display) {
    say(format_args!("{} {what}", paint(RED, "error:")));
}

/// `note: ...`
pub(super) fn note(what: impl fmt::Display) {
    say(format_args!("{} {what}", paint(BOLD, "note:")));
}

/// Reports what to do next.
pub(super) fn help(what: impl fmt::Display) {
    say(format_args!("{} {what}", paint(BOLD, "help:")));
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
    let what = format!("{}{}", error.message(), help.unwrap_or_default());
    show(&place, &what, error.excerpt());
}

/// What is wrong with a text: the place, such as `FILE:LINE:COLUMN:`, and the line with a caret.
pub(super) fn show(place: &str, what: &str, excerpt: &Excerpt) {
    let (indent, length) = excerpt.carets();
    say(format_args!(
        "{} {what}\n  {}\n  {:indent$}{}",
        paint(BOLD, place),
        excerpt.line(),
        "",
        paint(RED, &"^".repeat(length))
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
