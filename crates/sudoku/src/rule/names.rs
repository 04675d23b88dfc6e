//! Names of rules in titles and addresses, where people write them in many ways.

/// Names of rules, or what they begin with, in lower case.
pub(crate) const NAMES: &[&str] = &[
    "killer",
    "jigsaw",
    "irregular",
    "squiggly",
    "windoku",
    "hyper",
    "diagonal",
    "sudokux",
    "sudoku-x",
    "sudoku_x",
    "xsudoku",
    "x-sudoku",
    "x_sudoku",
    "samurai",
    "thermo",
    "arrow",
    "antiknight",
    "anti-knight",
    "anti_knight",
    "antiking",
    "anti-king",
    "anti_king",
    "nonconsecutive",
    "non-consecutive",
    "kropki",
    "sandwich",
    "skyscraper",
    "futoshiki",
    "greaterthan",
    "greater-than",
    "renban",
];

/// The name of a rule in a title: a word begins with it.
pub(crate) fn named(title: &str) -> Option<&'static str> {
    let title = title.to_lowercase();
    let begins_word = |at: usize| !title[..at].ends_with(char::is_alphanumeric);
    let is_named = |name: &&&str| title.match_indices(**name).any(|(at, _)| begins_word(at));
    NAMES.iter().find(is_named).copied()
}
