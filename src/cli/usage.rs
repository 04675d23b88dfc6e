//! Errors in the arguments, and the help that was asked for.

use std::io::{self, Write};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::closed::{closed, stdout_was_closed};
use super::command;
use super::message::{error_label, help_label, write};
use super::outcome::{Failure, Outcome};

/// Words that people try as commands, and what to do instead.
const WORDS: [(&[&str], &str); 7] = [
    (
        &["hint", "hints"],
        "hints are not supported yet; 'quadrille sudoku explain' reports clashes, and \
         'quadrille sudoku rate' measures difficulty",
    ),
    (
        &["killer", "cage", "cages"],
        "killer sudoku is not supported yet",
    ),
    (
        &["unique", "uniqueness"],
        "did you mean 'quadrille sudoku check' or 'quadrille count'?",
    ),
    (&["list", "all"], "did you mean 'quadrille solve -n 0'?"),
    (&["verify", "validate"], "did you mean 'quadrille check'?"),
    (&["random"], "did you mean 'quadrille sample'?"),
    (
        &["cheapest", "optimise", "optimize"],
        "did you mean 'quadrille best'?",
    ),
];

/// Words of shapes that people try as commands.
const SHAPES: [(&str, &str); 4] = [
    ("x", "x"),
    ("windoku", "windoku"),
    ("samurai", "samurai"),
    ("jigsaw", "jigsaw:FILE"),
];

/// The extensions of files with boards, and those of files with problems.
const BOARDS: [&str; 3] = ["sdk", "sdm", "ss"];
const PROBLEMS: [&str; 5] = ["dlx", "json", "ec", "matrix", "txt"];

/// Prints the help or the version, or reports what is wrong with the arguments.
pub(super) fn report(error: &clap::Error) -> Result<Outcome, Failure> {
    if error.use_stderr() {
        write(&in_our_form(error));
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

/// A message of clap in the form of all messages: what is wrong, help, then the usage.
fn in_our_form(error: &clap::Error) -> String {
    let text = error.render().to_string();
    // Without arguments it is the whole help.
    let Some(text) = text.strip_prefix("error: ") else {
        return text;
    };
    let text = text.replace("unrecognized subcommand", "there is no command");
    let mut help = Vec::new();
    let mut paragraphs = Vec::new();
    for paragraph in text.trim_end().split("\n\n") {
        match paragraph.strip_prefix("  tip: ") {
            Some(tips) => help.extend(tips.split("\n  tip: ").filter_map(did_you_mean)),
            None => paragraphs.push(paragraph.to_owned()),
        }
    }
    if let Some(instead) = instead_of_command(error) {
        help = vec![instead];
    }
    if let Some(wrong) = paragraphs.first_mut() {
        for help in help {
            *wrong += &format!("\n{} {help}", help_label());
        }
    }
    format!("{} {}\n", error_label(), paragraphs.join("\n\n"))
}

/// Puts a tip of clap as a question: "a similar value exists: 'json'" is "did you mean 'json'?".
/// How to pass `--flag` as a file name is no help to anyone who mistyped a flag.
fn did_you_mean(tip: &str) -> Option<String> {
    let mut starts = ["a similar ", "some similar "].into_iter();
    let similar = starts.find_map(|start| tip.strip_prefix(start));
    match similar.and_then(|similar| similar.split_once(": ")) {
        Some((_, names)) => Some(format!("did you mean {}?", names.replace(", ", " or "))),
        None if tip.starts_with("to pass ") => None,
        None => Some(tip.to_owned()),
    }
}

/// What to do instead of a command that does not exist.
fn instead_of_command(error: &clap::Error) -> Option<String> {
    let word = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word,
        _ => return None,
    };
    let lower = word.to_lowercase();
    let known = WORDS.iter().find(|(words, _)| words.contains(&&*lower));
    if let Some((_, help)) = known {
        return Some((*help).to_owned());
    }
    if let Some((_, shape)) = SHAPES.iter().find(|(word, _)| *word == lower) {
        return Some(format!("did you mean 'quadrille sudoku --shape {shape}'?"));
    }
    let root = command();
    let sudoku = root.find_subcommand("sudoku");
    if sudoku.is_some_and(|sudoku| sudoku.find_subcommand(&lower).is_some()) {
        return Some(format!("did you mean 'quadrille sudoku {lower}'?"));
    }
    let path = Path::new(word);
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some(extension) if BOARDS.contains(&extension) => {
            Some(format!("did you mean 'quadrille sudoku {word}'?"))
        }
        Some("txt") if path.is_file() => Some(format!(
            "did you mean 'quadrille sudoku {word}' or 'quadrille solve {word}'?"
        )),
        Some(extension) if PROBLEMS.contains(&extension) => {
            Some(format!("did you mean 'quadrille solve {word}'?"))
        }
        _ if path.is_file() => Some(format!("did you mean 'quadrille solve {word}'?")),
        _ => None,
    }
}
