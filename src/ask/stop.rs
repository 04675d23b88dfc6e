//! Why a question stopped. Stopping is data, never an error.

use std::fmt;

/// Why a question stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// Everything was searched: what was not found does not exist.
    #[default]
    Exhausted,
    /// As many solutions as were asked for, or the caller had enough.
    Solutions,
    /// The limit of nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The cancel token.
    Cancelled,
    /// The bound on memory, where something cannot be had with less.
    Memory,
    /// The problem is too large for this question, whatever the limits.
    TooLarge,
    /// The question begins at a position in another tree than the one that is walked here: of another
    /// problem, engine, setting or assumption. Nothing was searched.
    OtherTree,
}

impl Stop {
    /// All reasons, in the order of their declaration.
    pub const ALL: &[Self] = &[
        Self::Exhausted,
        Self::Solutions,
        Self::Nodes,
        Self::Time,
        Self::Cancelled,
        Self::Memory,
        Self::TooLarge,
        Self::OtherTree,
    ];

    /// Whether a limit cut the search short, and neither its end nor as many solutions as were asked for.
    #[must_use]
    pub fn is_limit(self) -> bool {
        !matches!(self, Self::Exhausted | Self::Solutions)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exhausted => "exhausted",
            Self::Solutions => "enough solutions",
            Self::Nodes => "node limit",
            Self::Time => "time limit",
            Self::Cancelled => "cancelled",
            Self::Memory => "memory limit",
            Self::TooLarge => "too large a problem",
            Self::OtherTree => "position in another tree",
        })
    }
}
