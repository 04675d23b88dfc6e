//! Names of rules in texts and addresses, where people write them in many ways.

/// Names of rules, or what they begin with, in lower case, as they stand in addresses, too.
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
    "argyle",
    "asterisk",
    "centerdot",
    "center-dot",
    "centredot",
    "girandola",
];

/// Names of rules in texts, of words that mean something else in an address.
const IN_TEXTS: &[&str] = &[
    "greater than",
    "center dot",
    "centre dot",
    "x sudoku",
    "odd/even",
    "even/odd",
    "odd-even",
    "even-odd",
];

/// The same, where no letter follows.
const WHOLE: &[&str] = &["sudoku x", "odd even", "even odd"];

/// The name of a rule in a text, such as a title: a word begins with it.
pub(crate) fn named(text: &[u8]) -> Option<&'static str> {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let mut before = false;
    for (at, byte) in text.iter().enumerate() {
        let is_in_word = byte.is_ascii_alphanumeric() || !byte.is_ascii();
        let begins_word = is_in_word && !before;
        before = is_in_word;
        // Of a long list of boards with names, every text is read.
        if !begins_word || !byte.is_ascii_alphabetic() {
            continue;
        }
        let rest = &text[at..];
        let begins = |name: &&&str| {
            let own = rest.get(..name.len()).unwrap_or_default();
            own.eq_ignore_ascii_case(name.as_bytes())
        };
        let is_whole = |name: &&&str| begins(name) && !is_letter(rest.get(name.len()));
        let found = NAMES.iter().chain(IN_TEXTS).find(begins);
        // The symmetry of the givens has such names, too.
        let found = found.filter(|name| **name != "diagonal" || !is_symmetry(text));
        if let Some(name) = found.or_else(|| WHOLE.iter().find(is_whole)) {
            return Some(name);
        }
    }
    None
}

fn is_symmetry(text: &[u8]) -> bool {
    let word = b"symmetr";
    let mut windows = text.windows(word.len());
    windows.any(|window| window.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn texts_name_rules_in_many_ways() {
        for (text, name) in [
            ("Windoku", Some("windoku")),
            (" # X-Sudoku", Some("x-sudoku")),
            ("Sudoku X", Some("sudoku x")),
            ("SudokuX 12", Some("sudokux")),
            ("Sudoku Xtra", None),
            ("Odd/Even 3", Some("odd/even")),
            ("Asterisk sudoku", Some("asterisk")),
            ("Center Dot", Some("center dot")),
            ("Greater Than 12", Some("greater than")),
            ("diagonal = True", Some("diagonal")),
            ("(with both diagonals)", Some("diagonal")),
            ("Symmetry: diagonal", None),
            ("Sparrow", None),
            ("Überkiller", None),
            ("", None),
        ] {
            assert_eq!(named(text.as_bytes()), name, "{text}");
        }
    }
}
