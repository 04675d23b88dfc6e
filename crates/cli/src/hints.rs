//! What people type that does not exist, and what they mean.

use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue};

/// What to do instead of asking for hints.
const NO_HINTS: &str = "hints are not supported yet; 'quadrille sudoku explain' says why a board has \
                        no solution or several, and 'quadrille sudoku rate' says how hard it is";

/// Words that people try as commands, and what to do instead.
const WORDS: [(&[&str], &str); 7] = [
    (&["hint", "hints", "step", "steps"], NO_HINTS),
    (
        &["killer", "cage", "cages"],
        "'quadrille sudoku FILE' solves killers, 'quadrille sudoku generate --rules killer' makes them",
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

/// Words that people try as commands of `sudoku`, and the command that they mean.
const SUDOKU: [(&[&str], &str); 5] = [
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
];

/// Words of shapes that people try as commands.
const SHAPES: [(&str, &str); 4] = [
    ("x", "x"),
    ("windoku", "windoku"),
    ("samurai", "samurai"),
    ("jigsaw", "jigsaw:FILE"),
];

/// Flags that people try, and what they mean: the first of these that the command has.
const FLAGS: [(&[&str], &[&str]); 12] = [
    (&["--json"], &["--to json", "--format json"]),
    (&["--html"], &["--format html"]),
    (&["--svg"], &["--format svg"]),
    (&["--all"], &["-n 0"]),
    (
        &["--count", "--number", "--n", "--limit", "-n", "-k"],
        &["-n N", "-k K", "--limit N"],
    ),
    (&["--size"], &["--shape 6x6"]),
    (&["--jigsaw"], &["--shape jigsaw:FILE"]),
    (&["--level"], &["--difficulty LEVEL"]),
    (
        &["--easy", "--medium", "--hard", "--expert", "--extreme"],
        &["--difficulty LEVEL"],
    ),
    (&["--givens"], &["--clues C"]),
    (&["--page", "--pages"], &["--per-page N"]),
    (&["--out", "-O"], &["-o FILE"]),
];

/// Values of flags that people try, and what to do.
const VALUES: [(&str, &[&str], &str); 2] = [
    (
        "--symmetry",
        &["rotational", "rotation", "rotate", "half-turn", "point"],
        "did you mean '180'?",
    ),
    (
        "--format",
        &["pdf", "png"],
        "write html, and print it from a browser",
    ),
];

/// The extensions of files with boards, and those of files with problems.
const BOARDS: [&str; 3] = ["sdk", "sdm", "ss"];
const PROBLEMS: [&str; 5] = ["dlx", "json", "ec", "matrix", "txt"];

/// What to do instead of a command that does not exist.
pub(super) fn of_command(root: &Command, word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let known = WORDS.iter().find(|(words, _)| words.contains(&&*lower));
    if let Some((_, help)) = known {
        return Some((*help).to_owned());
    }
    if let Some((_, shape)) = SHAPES.iter().find(|(word, _)| *word == lower) {
        return Some(format!("did you mean 'quadrille sudoku --shape {shape}'?"));
    }
    let sudoku = root.find_subcommand("sudoku")?;
    if sudoku.find_subcommand(&lower).is_some() {
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
        _ => board(word).map(|(_, help)| help),
    }
}

/// The one of the commands of `sudoku` that a word means or nearly spells, as a question. Without
/// the commands, words of a similar spelling are unknown.
pub(super) fn of_sudoku_command(commands: Option<Command>, word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let known = SUDOKU.iter().find(|(words, _)| words.contains(&&*lower));
    let name = match known {
        Some((_, name)) => (*name).to_owned(),
        None => similar(commands?, &lower)?,
    };
    Some(format!("did you mean 'quadrille sudoku {name}'?"))
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

/// What a word after `sudoku` means that was taken for the name of a file, and what to do. A file of
/// that name is a file. Without the commands, a word that is spelled like one is a file, too.
pub(super) fn of_sudoku_word(commands: Option<Command>, word: &str) -> Option<(String, String)> {
    let lower = word.to_lowercase();
    if !lower.bytes().all(|byte| byte.is_ascii_alphabetic()) || Path::new(word).exists() {
        return None;
    }
    let (what, help) = match &*lower {
        "hint" | "hints" | "step" | "steps" => (
            "there is no command for hints yet",
            "'quadrille sudoku explain' says why a board has no solution or several, and \
             'quadrille sudoku rate' says how hard it is",
        ),
        "x" => (
            "'x' is a shape, not a command",
            "write 'quadrille sudoku --shape x FILE'",
        ),
        "jigsaw" => (
            "'jigsaw' is a shape, not a command",
            "write 'quadrille sudoku --shape jigsaw:MAP FILE', where MAP is a file with the regions",
        ),
        "killer" => (
            "'killer' is a rule, not a command",
            "'quadrille sudoku FILE' solves puzzles with rules, 'quadrille sudoku generate --rules killer' makes them",
        ),
        _ => {
            let help = of_sudoku_command(commands, &lower)?;
            return Some((format!("there is no command '{word}'"), help));
        }
    };
    Some((what.to_owned(), help.to_owned()))
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

/// What is meant by a flag that the command does not have.
pub(super) fn of_flag(command: &Command, typed: &str) -> Option<String> {
    let (_, meant) = FLAGS.iter().find(|(flags, _)| flags.contains(&typed))?;
    let meant = meant.iter().find(|meant| has_flag(command, meant))?;
    Some(format!("did you mean '{meant}'?"))
}

/// Whether a command has a flag, and knows its value. `N` and the like stand for values.
fn has_flag(command: &Command, words: &str) -> bool {
    let (flag, value) = words.split_once(' ').unwrap_or((words, ""));
    let mut flags = command.get_arguments();
    let found = flags.find(|known| match flag.strip_prefix("--") {
        Some(long) => known.get_long() == Some(long),
        None => known.get_short().is_some_and(|c| flag == format!("-{c}")),
    });
    found.is_some_and(|flag| {
        let values = flag.get_possible_values();
        let is_placeholder = value.bytes().all(|byte| byte.is_ascii_uppercase());
        values.is_empty() || is_placeholder || values.iter().any(|known| known.get_name() == value)
    })
}

/// What to do about a value that a flag does not have.
pub(super) fn of_value(flag: &str, value: &str) -> Option<String> {
    let name = flag.split(' ').next()?;
    let lower = value.to_lowercase();
    let mut values = VALUES.iter();
    let known = values.find(|(flag, values, _)| *flag == name && values.contains(&&*lower));
    known.map(|(_, _, help)| (*help).to_owned())
}
