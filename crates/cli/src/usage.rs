//! Errors in the arguments, and the help that was asked for.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::help::complete;
use super::message::{self, error_label, help_label, write};
use super::outcome::{Failure, Outcome};
use super::{command, hints, sudoku};

/// Reports what is wrong with the arguments, or returns the help or the version that they ask for.
pub(super) fn report(error: clap::Error, arguments: &[OsString]) -> Option<clap::Error> {
    if error.kind() == ErrorKind::DisplayVersion {
        return Some(error);
    }
    let typed = Typed::new(arguments);
    if !error.use_stderr() {
        let helps = typed.names.iter().filter(|name| *name == "help").count();
        let help = (helps > 1).then(|| typed.help("--help")).flatten();
        let described = || typed.root.clone().try_get_matches_from(arguments).err();
        return help.or_else(described).or(Some(error));
    }
    if let Some(flag @ ("-h" | "--help")) = unknown_command(&error)
        && let Some(help) = typed.help(flag)
    {
        return Some(help);
    }
    match typed.mistaken_word(&error) {
        Some((what, help)) => message::error(what, Some(&help)),
        None => write(&in_our_form(&error, typed)),
    }
    None
}

/// Prints the help or the version.
pub(super) fn print(help: &clap::Error) -> Result<Outcome, Failure> {
    help.print()
        .and_then(|()| io::stdout().flush())
        .map_err(Failure::Write)?;
    Ok(Outcome::Answered)
}

/// The command line: the command that it names, and the words after it.
struct Typed {
    root: Command,
    command: Command,
    names: Vec<String>,
    rest: Vec<String>,
}

impl Typed {
    fn new(arguments: &[OsString]) -> Self {
        let root = complete(command());
        let words = arguments.iter().skip(1);
        let mut rest: Vec<String> = words
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let (mut command, mut names) = (root.clone(), Vec::new());
        while let Some(inner) = rest.first().and_then(|word| command.find_subcommand(word)) {
            command = inner.clone();
            names.push(rest.remove(0));
        }
        Self {
            root,
            command,
            names,
            rest,
        }
    }

    /// The help of the command that a flag asks for, without the word `help`.
    fn help(&self, flag: &str) -> Option<clap::Error> {
        let names = self.names.iter().filter(|name| *name != "help");
        let names = ["quadrille"].into_iter().chain(names.map(|name| &**name));
        let root = self.root.clone();
        root.try_get_matches_from(names.chain([flag]))
            .err()
            .filter(|help| !help.use_stderr())
    }

    /// What the first word after `sudoku` means, if what follows it makes no sense.
    fn mistaken_word(&self, error: &clap::Error) -> Option<(String, String)> {
        let word = self.rest.first().filter(|_| self.names == ["sudoku"])?;
        let second = unknown_command(error).or(unknown_flag(error))?;
        if let Some(mistaken) = hints::of_sudoku_word(sudoku::commands, word) {
            return Some(mistaken);
        }
        let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
        if is_word && !Path::new(word).exists() && Path::new(second).is_file() {
            let help = "'quadrille sudoku --help' lists the commands";
            return Some((format!("there is no command '{word}'"), help.to_owned()));
        }
        let what = format!("unexpected argument '{second}'");
        let help = "give one file, or pipe several: cat FILE FILE | quadrille sudoku";
        let are_files = ![&**word, second].iter().any(|word| word.starts_with('-'));
        are_files.then(|| (what, help.to_owned()))
    }

    fn usage(mut self) -> String {
        self.command.render_usage().to_string()
    }
}

/// A message of clap in the form of all messages: what is wrong, help, then the usage.
fn in_our_form(error: &clap::Error, typed: Typed) -> String {
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
            Some(tips) => {
                let tips = tips.split("\n  tip: ");
                help.extend(tips.filter_map(|tip| did_you_mean(error, tip)));
            }
            None => paragraphs.push(paragraph.to_owned()),
        }
    }
    if let Some(instead) = suggest_replacement(error, &typed, help.is_empty()) {
        help = vec![instead];
    }
    if let Some(wrong) = paragraphs.first_mut() {
        for help in help {
            *wrong += &format!("\n{} {help}", help_label());
        }
    }
    // Clap shows the flags that were given; every error shows the same usage.
    let mut usages = paragraphs.iter_mut();
    if let Some(usage) = usages.find(|paragraph| paragraph.starts_with("Usage: ")) {
        *usage = typed.usage();
    }
    format!("{} {}\n", error_label(), paragraphs.join("\n\n"))
}

/// Puts a tip of clap as a question: "a similar value exists: 'json'" is "did you mean 'json'?".
/// How to pass `--flag` as a file name is no help to anyone who mistyped a flag.
fn did_you_mean(error: &clap::Error, tip: &str) -> Option<String> {
    let mut starts = ["a similar ", "some similar "].into_iter();
    let similar = starts.find_map(|start| tip.strip_prefix(start));
    match similar.and_then(|similar| similar.split_once(": ")) {
        Some((_, names)) => {
            // Few people mistype the first letter: `--count` is not meant as `--output`.
            let first = |word: &str| word.chars().find(char::is_ascii_alphanumeric);
            let is_far = unknown_flag(error).is_some_and(|flag| first(flag) != first(names));
            // Of several similar commands, that with the same letters is meant.
            let mut all = names.split(", ").map(|name| name.trim_matches('\''));
            let meant = unknown_command(error)
                .and_then(|word| all.find(|name| letters(name) == letters(word)));
            let meant = match meant {
                Some(name) => format!("'{name}'"),
                None => names.replace(", ", " or "),
            };
            (!is_far).then(|| format!("did you mean {meant}?"))
        }
        None if tip.starts_with("to pass ") => None,
        None => Some(tip.to_owned()),
    }
}

/// The letters of a word, sorted.
fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// What to do instead of what was typed, better than the tips of clap, if there are any.
fn suggest_replacement(error: &clap::Error, typed: &Typed, has_no_tip: bool) -> Option<String> {
    if let Some(word) = unknown_command(error) {
        // Clap has no tip for the words after `help`.
        let own = || hints::of_similar(&typed.root, word).filter(|_| typed.names == ["help"]);
        let sudoku = || hints::of_sudoku_command(sudoku::commands, word);
        let similar = || own().or_else(sudoku).filter(|_| has_no_tip);
        return hints::of_command(&typed.root, word).or_else(similar);
    }
    if let Some(flag) = unknown_flag(error) {
        return hints::of_flag(&typed.command, flag);
    }
    match (
        text(error, ContextKind::InvalidArg),
        text(error, ContextKind::InvalidValue),
    ) {
        (Some(flag), Some(value)) => hints::of_value(flag, value),
        _ => None,
    }
}

/// The word that is no command.
fn unknown_command(error: &clap::Error) -> Option<&str> {
    text(error, ContextKind::InvalidSubcommand)
        .filter(|_| error.kind() == ErrorKind::InvalidSubcommand)
}

/// The flag that the command does not have.
fn unknown_flag(error: &clap::Error) -> Option<&str> {
    text(error, ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument)
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}
