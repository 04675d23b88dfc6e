//! Errors in the arguments, and the help that was asked for.

use std::io::{self, Write};

use super::closed::{closed, stdout_was_closed};
use super::message::{error_label, help_label, write};
use super::outcome::{Failure, Outcome};

/// Prints the help or the version, or reports what is wrong with the arguments.
pub(super) fn report(error: &clap::Error) -> Result<Outcome, Failure> {
    if error.use_stderr() {
        write(&in_our_form(&error.render().to_string()));
        return Ok(Outcome::BadInput);
    }
    if stdout_was_closed() {
        return Err(Failure::Write(closed()));
    }
    error
        .print()
        .and_then(|()| io::stdout().flush())
        .map_err(Failure::Write)?;
    Ok(Outcome::Answered)
}

/// Brings a message of clap into the form of all messages: what is wrong, help, then the usage.
fn in_our_form(text: &str) -> String {
    // Without arguments it is the whole help.
    let Some(text) = text.strip_prefix("error: ") else {
        return text.to_owned();
    };
    let (mut lines, mut help) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match line.strip_prefix("  tip: ") {
            Some(tip) => help.push(format!("{} {}", help_label(), did_you_mean(tip))),
            // A blank line parts tips from what is wrong.
            None if !help.is_empty() && lines.last().is_some_and(String::is_empty) => {
                lines.pop();
                lines.append(&mut help);
                lines.push(line.to_owned());
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.append(&mut help);
    format!("{} {}\n", error_label(), lines.join("\n"))
}

/// Puts a tip of clap as a question: "a similar value exists: 'json'" is "did you mean 'json'?".
fn did_you_mean(tip: &str) -> String {
    let similar = tip
        .strip_prefix("a similar ")
        .or(tip.strip_prefix("some similar "));
    match similar.and_then(|similar| similar.split_once(": ")) {
        Some((_, names)) => format!("did you mean {}?", names.replace(", ", " or ")),
        None => tip.to_owned(),
    }
}
