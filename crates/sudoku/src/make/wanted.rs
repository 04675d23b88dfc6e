//! Rules to place on a board, as words.

use crate::rule::RuleKind;

/// Reads kinds of rules to place, and how many of each, for
/// [`Recipe::rules`](super::Recipe::rules): words joined by `+` or `,`, each perhaps with a number,
/// as in `arrow:4+kropki`.
///
/// ```
/// use quadrille::sudoku::{RuleKind, wanted_rules};
///
/// assert_eq!(wanted_rules("killer:3"), Ok(vec![(RuleKind::Cage, Some(3))]));
/// assert!(wanted_rules("killr").is_err());
/// ```
///
/// # Errors
/// What is wrong, and what was expected, in one line.
pub fn wanted_rules(text: &str) -> Result<Vec<(RuleKind, Option<usize>)>, String> {
    let mut kinds = Vec::new();
    for word in text.split(['+', ',']) {
        let (word, count) = match word.split_once(':') {
            Some((word, count)) => (word, Some(count)),
            None => (word, None),
        };
        let word = word.trim();
        let own = match word {
            "kropki" => vec![RuleKind::Difference, RuleKind::Ratio],
            _ => RuleKind::from_word(word).into_iter().collect(),
        };
        if own.is_empty() || !own.iter().all(|kind| kind.is_placed()) {
            let all = RuleKind::ALL.iter().filter(|kind| kind.is_placed());
            let words: Vec<&str> = all.map(|kind| kind.word()).collect();
            let is_placed =
                |near: &&str| RuleKind::from_word(near).is_some_and(RuleKind::is_placed);
            return Err(match RuleKind::nearest(word).filter(is_placed) {
                Some(near) => format!("no rule {word:?} can be placed; did you mean '{near}'?"),
                None => {
                    let words = words.join(", ");
                    format!("no rule {word:?} can be placed; use kropki, {words}")
                }
            });
        }
        let count = count.map(str::parse::<usize>).transpose();
        let count = count.ok().filter(|count| *count != Some(0));
        let count = count.ok_or_else(|| format!("expected a number after \"{word}:\""))?;
        kinds.extend(own.into_iter().map(|kind| (kind, count)));
    }
    Ok(kinds)
}
