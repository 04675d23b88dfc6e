//! What people type that does not exist, and what they mean.
//!
//! The tables hold only words that no other table has. Clap knows the commands, the flags and their
//! values, the library the shapes and the rules; a test parses every command line that is
//! suggested.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use quadrille_core::text::Form;
use quadrille_sudoku::{Shape, wanted_rules};

use super::pages::IMAGES;

/// Words that people try as commands, and the command lines that they mean.
const WORDS: [(&[&str], &[&str]); 7] = [
    (
        &["unique", "uniqueness"],
        &["quadrille sudoku check", "quadrille count"],
    ),
    (&["list", "all"], &["quadrille solve -n 0"]),
    (&["verify", "validate"], &["quadrille check"]),
    (&["random"], &["quadrille sample"]),
    (&["hints"], &["quadrille sudoku hint"]),
    (
        &["page", "web", "browser", "server", "gui"],
        &["quadrille serve"],
    ),
    (&["cheapest", "optimise", "optimize"], &["quadrille best"]),
];

/// Words that people try as commands of `sudoku`, and the command that they mean.
const SUDOKU: [(&[&str], &str); 8] = [
    (&["make", "create", "new", "gen"], "generate"),
    (
        &["print", "draw", "display", "view", "convert", "export"],
        "show",
    ),
    (
        &["unique", "uniqueness", "verify", "validate", "valid"],
        "check",
    ),
    (&["difficulty", "level"], "rate"),
    (&["why", "conflict"], "explain"),
    (&["marks", "pencilmarks", "possible"], "candidates"),
    (&["hints", "next"], "hint"),
    (&["step", "path", "walkthrough"], "steps"),
];

/// Flags that people try, and what they mean: the first of these that the command has.
const FLAGS: [(&[&str], &[&str]); 11] = [
    (&["--json"], &["--to json", "--format json"]),
    (&["--html"], &["--format html"]),
    (&["--svg"], &["--format svg"]),
    (&["--all"], &["-n 0"]),
    (
        &["--count", "--number", "--n", "--limit", "-n", "-k"],
        &["-n", "-k", "--limit"],
    ),
    (&["--size"], &["--shape 6x6"]),
    (&["--jigsaw"], &["--shape jigsaw:FILE"]),
    (
        &[
            "--level",
            "--easy",
            "--medium",
            "--hard",
            "--expert",
            "--extreme",
        ],
        &["--difficulty"],
    ),
    (&["--givens"], &["--clues"]),
    (&["--page", "--pages"], &["--per-page"]),
    (&["--out", "-O"], &["-o"]),
];

/// The commands that accept boards of the classic shape only.
const CLASSIC: [&str; 2] = ["canonical", "dedup"];

/// Commands that print some solutions of a problem, and never all.
const SOME: [&str; 2] = ["best", "sample"];

/// Words that people try as the symmetry of a half turn.
const HALF_TURN: [&str; 5] = ["rotational", "rotation", "rotate", "half-turn", "point"];

/// The extensions of files with boards.
const BOARDS: [&str; 3] = ["sdk", "sdm", "ss"];

/// Asks whether one of these was meant.
fn did_you_mean(meant: &[&str]) -> String {
    format!("did you mean '{}'?", meant.join("' or '"))
}

/// What a table has for a word.
fn find<T: Copy>(table: &[(&[&str], T)], word: &str) -> Option<T> {
    let found = table.iter().find(|(words, _)| words.contains(&word));
    found.map(|&(_, meant)| meant)
}

/// The shape of boards that a word names.
fn shape(word: &str) -> Option<&str> {
    if word == "jigsaw" {
        return Some("jigsaw:FILE");
    }
    word.parse::<Shape>().is_ok().then_some(word)
}

/// What to do with the rules that a word names.
fn rules(word: &str) -> Option<String> {
    let rules = if matches!(word, "cage" | "cages") {
        "killer"
    } else {
        word
    };
    wanted_rules(rules).ok()?;
    Some(format!(
        "'quadrille sudoku FILE' solves puzzles with rules, 'quadrille sudoku generate --rules \
         {rules}' makes them"
    ))
}

/// What to do instead of a command that does not exist.
pub(super) fn of_command(root: &Command, word: &str) -> Option<String> {
    let lower = &*word.to_lowercase();
    if let Some(meant) = find(&WORDS, lower) {
        return Some(did_you_mean(meant));
    }
    if let Some(shape) = shape(lower) {
        return Some(did_you_mean(&[&format!(
            "quadrille sudoku --shape {shape}"
        )]));
    }
    let sudoku = root.find_subcommand("sudoku")?;
    if sudoku.find_subcommand(lower).is_some() {
        return Some(did_you_mean(&[&format!("quadrille sudoku {lower}")]));
    }
    rules(lower).or_else(|| of_file(word))
}

/// The command that a word nearly spells, as a question.
pub(super) fn of_similar(root: &Command, word: &str) -> Option<String> {
    let name = similar(root.clone(), &word.to_lowercase())?;
    Some(did_you_mean(&[&format!("quadrille {name}")]))
}

/// What to do with a word that names a file or is a board.
fn of_file(word: &str) -> Option<String> {
    let path = Path::new(word);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let (boards, problem) = (
        &*format!("quadrille sudoku {word}"),
        &*format!("quadrille solve {word}"),
    );
    let form = extension.and_then(Form::from_word);
    if extension.is_some_and(|extension| BOARDS.contains(&extension)) {
        Some(did_you_mean(&[boards]))
    } else if form == Some(Form::Txt) && path.is_file() {
        Some(did_you_mean(&[boards, problem]))
    } else if form.is_some() || path.is_file() {
        Some(did_you_mean(&[problem]))
    } else {
        board(word).map(|(_, help)| help)
    }
}

/// The one of the commands of `sudoku` that a word means or nearly spells, as a question.
pub(super) fn of_sudoku_command(commands: fn() -> Command, word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let name = match find(&SUDOKU, &lower) {
        Some(name) => name.to_owned(),
        None => similar(commands(), &lower)?,
    };
    Some(did_you_mean(&[&format!("quadrille sudoku {name}")]))
}

/// The subcommand that is spelled most like a word.
fn similar(commands: Command, word: &str) -> Option<String> {
    let error = commands
        .no_binary_name(true)
        .disable_help_subcommand(true)
        .try_get_matches_from([word])
        .err()?;
    match error.get(ContextKind::SuggestedSubcommand)? {
        ContextValue::Strings(names) => names.last().cloned(),
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}

/// What a word after `sudoku` means that was taken for the name of a file, and what to do. A file
/// of that name is a file.
pub(super) fn of_sudoku_word(commands: fn() -> Command, word: &str) -> Option<(String, String)> {
    if Path::new(word).exists() {
        return None;
    }
    let unknown = |help| (format!("there is no command '{word}'"), help);
    if let Some(help) = of_other_word(word) {
        return Some(unknown(help));
    }
    // A rule comes before a command of similar spelling: `ratio` does not mean `rate`.
    of_boards(word, "a command", "quadrille sudoku ").or_else(|| {
        // No command has digits or hyphens, but names of files do.
        let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
        let help = of_sudoku_command(commands, word).filter(|_| is_word)?;
        Some(unknown(help))
    })
}

/// What a word after a command of `sudoku` means that is not the name of a file, and what to do. The
/// command may have boards of one shape only.
pub(super) fn of_board_file(word: &str, has_shapes: bool) -> Option<(String, String)> {
    let missing = |help| (format!("cannot read {word}: there is no such file"), help);
    let other = || of_other_word(word).map(missing);
    let shape_or_rule = || has_shapes.then(|| of_boards(word, "a file", ""))?;
    board(word).or_else(other).or_else(shape_or_rule)
}

/// What to do instead of a command that does not exist, for which people have a common word.
fn of_other_word(word: &str) -> Option<String> {
    let lower = &*word.to_lowercase();
    let name = find(&SUDOKU, lower)?;
    Some(did_you_mean(&[&format!("quadrille sudoku {name}")]))
}

/// What a shape or a rule means where something else was `expected`, and what to write instead,
/// after the words of the command.
fn of_boards(word: &str, expected: &str, command: &str) -> Option<(String, String)> {
    let lower = &*word.to_lowercase();
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if !word.bytes().all(is_of_word) || Path::new(word).exists() {
        return None;
    }
    if let Some(shape) = shape(lower) {
        let map = shape.replace("FILE", "MAP");
        let mut help = format!("write '{command}--shape {map} FILE'");
        if map != shape {
            help += ", where MAP is a file with the regions";
        }
        return Some((format!("'{lower}' is a shape, not {expected}"), help));
    }
    Some((
        format!("'{lower}' is a rule, not {expected}"),
        rules(lower)?,
    ))
}

/// What is wrong with a board as an argument, and what to do.
pub(super) fn board(word: &str) -> Option<(String, String)> {
    const SHORTEST: usize = 16;
    let is_blank = |c: char| ".*_-?".contains(c);
    let is_cell = |c: char| c.is_ascii_alphanumeric() || is_blank(c);
    let cells = word.chars().filter(|c| !c.is_whitespace());
    let plain = |c: &char| c.is_ascii_digit() || is_blank(*c);
    let is_board = cells.clone().count() >= SHORTEST
        && cells.clone().all(is_cell)
        && 2 * cells.clone().filter(plain).count() > cells.count();
    let start: String = word.chars().take(9).collect();
    is_board.then(|| {
        (
            format!("'{start}...' is a board, expected the name of a file"),
            "pipe the board: echo BOARD | quadrille sudoku".to_owned(),
        )
    })
}

/// What is meant by a flag that the command does not have, or by a word that it does not expect.
pub(super) fn of_flag(command: &Command, typed: &str) -> Option<String> {
    if !typed.starts_with('-') {
        let word = &*typed.to_lowercase();
        let rules = wanted_rules(word).is_ok().then_some(word);
        let shape = shape(word).filter(|_| !CLASSIC.contains(&command.get_name()));
        let shape = shape.map(|shape| format!("--shape {shape}"));
        let rules = rules.map(|rules| format!("--rules {rules}"));
        let mut meant = shape.into_iter().chain(rules);
        let meant = meant.find_map(|words| written(command, &words))?;
        return Some(did_you_mean(&[&meant]));
    }
    let mut meant = find(&FLAGS, typed)?.iter();
    if let Some(meant) = meant.find_map(|words| written(command, words)) {
        return Some(did_you_mean(&[&meant]));
    }
    let is_all = SOME.contains(&command.get_name()) && typed == "--all";
    is_all.then(|| "'quadrille solve -n 0' prints all solutions".to_owned())
}

/// A flag and its value, or the name of its value, if the command has the flag and knows the value.
fn written(command: &Command, words: &str) -> Option<String> {
    let (name, value) = words.split_once(' ').unwrap_or((words, ""));
    let is_named = |flag: &&Arg| match name.strip_prefix("--") {
        Some(long) => flag.get_long() == Some(long),
        None => flag.get_short().is_some_and(|c| name == format!("-{c}")),
    };
    let flag = command.get_arguments().find(is_named)?;
    if value.is_empty() {
        let value = flag.get_value_names()?.first()?;
        return Some(format!("{name} {value}"));
    }
    let command = command.clone().no_binary_name(true);
    let error = command.try_get_matches_from(words.split(' ')).err();
    let is_known = error.is_none_or(|error| {
        !matches!(
            error.kind(),
            ErrorKind::InvalidValue | ErrorKind::ValueValidation
        )
    });
    is_known.then(|| words.to_owned())
}

/// What to do about a value that a flag does not have.
pub(super) fn of_value(flag: &str, value: &str) -> Option<String> {
    let value = &*value.to_lowercase();
    match flag.split(' ').next()? {
        "--symmetry" if HALF_TURN.contains(&value) => Some(did_you_mean(&["180"])),
        "--format" if IMAGES.contains(&value) => {
            Some("write html, and print it from a browser".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{command, sudoku};

    /// All commands with the words that name them.
    fn all(command: &Command, words: &str) -> Vec<(String, Command)> {
        let mut all = vec![(words.to_owned(), command.clone())];
        for inner in command.get_subcommands() {
            if inner.get_name() != "help" {
                all.extend(self::all(inner, &format!("{words} {}", inner.get_name())));
            }
        }
        all
    }

    /// The command lines in a hint.
    fn lines(hint: &str) -> Vec<&str> {
        let quoted = hint.split('\'').skip(1).step_by(2);
        quoted
            .filter(|words| words.starts_with("quadrille"))
            .collect()
    }

    fn parse(line: &str) {
        let words = line.split(' ').map(|word| match word {
            "N" | "K" | "C" => "5",
            "LEVEL" => "easy",
            word => word,
        });
        let parsed = command().try_get_matches_from(words);
        // A hint may leave out what everybody must give.
        let missing = |error: &clap::Error| error.kind() == ErrorKind::MissingRequiredArgument;
        if let Err(error) = parsed
            && !missing(&error)
        {
            panic!("{line}: {error}");
        }
    }

    fn root() -> Command {
        let mut root = command();
        root.build();
        root
    }

    #[test]
    fn rules_and_shapes_come_before_commands_of_similar_spelling() {
        let help = |word: &str| of_sudoku_word(sudoku::commands, word).map(|(_, help)| help);
        for rule in ["ratio", "minimum", "little-killer"] {
            let help = help(rule).expect("a hint");
            assert!(help.contains(&format!("--rules {rule}'")), "{rule}: {help}");
        }
        for shape in ["16x16", "anti-knight"] {
            assert!(help(shape).is_some_and(|help| help.contains(&format!("--shape {shape} "))));
        }
        assert!(help("rat").is_some_and(|help| help.contains("sudoku rate")));
        assert_eq!(help("puzzles-2024"), None);
    }

    #[test]
    fn every_hint_about_a_command_parses() {
        let own = WORDS.iter().map(|(words, _)| words);
        let sudokus = SUDOKU.iter().map(|(words, _)| words);
        let words = own.chain(sudokus).flat_map(|words| words.iter());
        let others = [
            "x", "jigsaw", "samurai", "16x16", "killer", "cages", "thermo",
        ];
        let files = ["a.sdk", "a.dlx", "a.txt", "a.JSON"];
        let mut parsed = 0;
        for word in words.chain(&others).chain(&files) {
            let hints = [
                of_command(&root(), word),
                of_sudoku_command(sudoku::commands, word),
                of_sudoku_word(sudoku::commands, word).map(|(_, help)| help),
            ];
            assert!(hints.iter().any(Option::is_some), "{word}");
            for line in hints.iter().flatten().flat_map(|hint| lines(hint)) {
                parse(line);
                parsed += 1;
            }
        }
        assert!(parsed > 60, "{parsed}");
    }

    #[test]
    fn every_hint_about_a_flag_parses() {
        for (typed, meant) in FLAGS {
            let mut suggested = 0;
            for (words, command) in all(&root(), "quadrille") {
                // No hint for a flag that the command has.
                let is_unknown = |typed: &&&str| written(&command, typed).is_none();
                for typed in typed.iter().filter(is_unknown) {
                    let Some(hint) = of_flag(&command, typed) else {
                        continue;
                    };
                    let meant = hint.split('\'').nth(1).unwrap();
                    if meant.starts_with("quadrille") {
                        parse(meant);
                    } else {
                        parse(&format!("{words} {meant}"));
                    }
                    suggested += 1;
                }
            }
            assert!(suggested > 0, "{meant:?}");
        }
        for value in HALF_TURN {
            assert_eq!(
                of_value("--symmetry <S>", value).unwrap(),
                "did you mean '180'?"
            );
        }
        parse("quadrille sudoku generate --symmetry 180");
        assert!(of_value("--format <FORMAT>", "PDF").is_some_and(|help| help.contains("html")));
        parse("quadrille sudoku --format html");
    }
}
