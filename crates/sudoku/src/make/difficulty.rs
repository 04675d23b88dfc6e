//! Difficulty in words, defined by the hardest step of a person.

use std::fmt;

use crate::steps::Rating;

/// How hard a board is for a person, in one word: the easiest first.
///
/// | word | hardest step | cost |
/// |---|---|---|
/// | easy | single, or what leads to one at once | at most 2.5 |
/// | medium | locked candidates, one rule, pair, triple, X-wing, swordfish | at most 4.0 |
/// | hard | wing, finned fish, quad, other set, two rules | at most 6.0 |
/// | expert | chain, loop, Nishio | at most 7.9 |
/// | extreme | cases, forcing chain, trial | more |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// Singles suffice, and locked candidates and hidden pairs or triples after which a single follows
    /// at once.
    Easy,
    /// Locked candidates, pairs, triples and fish with two or three lines.
    Medium,
    /// Larger sets, and wings.
    Hard,
    /// Chains.
    Expert,
    /// Several cases, or what follows from an assumption.
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

    /// Returns the difficulty of a board whose hardest step costs this many tenths.
    #[must_use]
    pub fn of(cost: u64) -> Self {
        let level = Self::ALL.into_iter().find(|level| cost <= level.most());
        level.unwrap_or(Self::Extreme)
    }

    /// Returns what the hardest step costs at most, in tenths.
    #[must_use]
    pub const fn most(self) -> u64 {
        match self {
            Self::Easy => 25,
            Self::Medium => 40,
            Self::Hard => 60,
            Self::Expert => 79,
            Self::Extreme => u64::MAX,
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
    /// Returns the difficulty in one word, by the cost of the hardest step.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(self.cost)
    }
}
