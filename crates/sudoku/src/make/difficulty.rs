//! Difficulty in words, defined by what a rating measures.
//!
//! The bounds divide what [`Generator`](super::Generator) makes on the classic shape without any
//! wish: of 500 puzzles, 40 % are easy, 13 % medium, 34 % hard, 13 % expert and 0.6 % extreme. The
//! hardest known boards take 100 to 800 guesses.

use std::fmt;

use super::rate::{Inference, Rating};

/// How hard a board is, in one word: the easiest first.
///
/// | word | inference | guesses |
/// |---|---|---|
/// | easy | forced | none |
/// | medium | subsets or supports | none |
/// | hard | search | at most 3 |
/// | expert | search | more than 3, at most 10 |
/// | extreme | search | more than 10 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// Naked and hidden singles suffice.
    Easy,
    /// The subset rule is needed as well: values that are locked in the intersection of two units.
    /// On some shapes the support rule.
    Medium,
    /// Needs search, at most 3 guesses on average.
    Hard,
    /// Needs more than 3 and at most 10 guesses on average.
    Expert,
    /// Needs more than 10 guesses on average.
    Extreme,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Extreme,
    ];

    /// Returns the word: `easy`, `medium`, `hard`, `expert` or `extreme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        }
    }

    /// Returns the difficulty of a board with this mean number of guesses and this inference.
    pub(super) fn of(guesses: f64, inference: Inference) -> Self {
        let measured = |level: &Self| guesses <= level.most_guesses();
        match inference {
            Inference::Forced => Self::Easy,
            Inference::Subsets | Inference::Supports => Self::Medium,
            Inference::Search => {
                let levels = [Self::Hard, Self::Expert];
                levels.into_iter().find(measured).unwrap_or(Self::Extreme)
            }
        }
    }

    /// Returns the largest mean number of guesses of a board of this difficulty.
    pub(super) fn most_guesses(self) -> f64 {
        match self {
            Self::Easy | Self::Medium => 0.0,
            Self::Hard => 3.0,
            Self::Expert => 10.0,
            Self::Extreme => f64::INFINITY,
        }
    }
}

impl fmt::Display for Difficulty {
    /// Writes the [name](Difficulty::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Rating {
    /// Returns the difficulty in one word, by the guesses and the inference.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(self.guesses.mean, self.inference)
    }
}
