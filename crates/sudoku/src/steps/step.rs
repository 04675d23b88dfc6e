//! A step of a board.

use quadrille_core::steps::Deduction;

use super::sentence::Sentence;
use super::technique::Technique;

/// A step of a person who solves a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardStep {
    /// What people call it.
    pub technique: Technique,
    /// The cell that gets a value, and the value.
    pub placed: Option<(usize, u8)>,
    /// The candidates that are removed, ascending. If a value is placed, there are none: those that
    /// it excludes go without saying.
    pub removed: Vec<(usize, u8)>,
    /// The deduction in the exact cover, with its certificate. There is none for what a rule excludes
    /// before the first step: the exact cover has no options for that. Nor is there one for a
    /// technique that [assumes one solution](Technique::assumes_unique): the exact cover does not say
    /// how many solutions there are.
    pub deduction: Option<Deduction>,
    pub(super) argument: Sentence,
    pub(super) place: Sentence,
}

impl BoardStep {
    /// Returns the whole step in words: the technique, the argument and what follows. `symbol` names
    /// values.
    #[must_use]
    pub fn to_text(&self, symbol: impl Fn(u8) -> String) -> String {
        format!("{}: {}", self.technique, self.argument.to_text(symbol))
    }

    /// Returns the argument and what follows, as sentences of their own.
    #[must_use]
    pub fn to_argument(&self, symbol: impl Fn(u8) -> String) -> String {
        let text = self.argument.to_text(symbol);
        // The name of a cell at the start stays as it is: r1c2.
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(first), Some(next)) if next.is_alphabetic() => {
                let rest = text.split_at(first.len_utf8()).1;
                first.to_uppercase().collect::<String>() + rest
            }
            _ => text,
        }
    }

    /// Returns the cells, units and rules where to look: `column 3`.
    #[must_use]
    pub fn place(&self, symbol: impl Fn(u8) -> String) -> String {
        self.place.to_text(symbol)
    }

    /// Returns where to look, as a sentence: `Look at column 3.`
    #[must_use]
    pub fn to_place(&self, symbol: impl Fn(u8) -> String) -> String {
        format!("Look at {}.", self.place(symbol))
    }

    /// Returns where to look, and what for: `Look at column 3: hidden single.`
    #[must_use]
    pub fn to_clue(&self, symbol: impl Fn(u8) -> String) -> String {
        let name = self.technique.in_sentence();
        format!("Look at {}: {name}.", self.place(symbol))
    }
}
