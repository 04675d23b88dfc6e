//! Stop reasons. A question that stops at a limit is not an error.

use std::fmt;

/// The reason why a question stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The search came to its end: see [`Answer::is_complete`](crate::Answer::is_complete) for what
    /// that proves. In most questions, there are no solutions other than those found.
    #[default]
    Exhausted,
    /// The search found enough solutions, and stopped: the question needs no more (one for `first`
    /// and `why`, two for `unique`), the solution limit was reached, or the closure of `for_each`
    /// returned `Break`. There may be more solutions.
    Solutions,
    /// The node limit was reached.
    Nodes,
    /// The time limit or the deadline was reached.
    Time,
    /// The cancel token was cancelled.
    Cancelled,
    /// The memory limit was reached, or leaves too little memory to begin: see
    /// [`Limits::memory`](crate::Limits::memory).
    Memory,
    /// The problem is too large for this question, whatever the limits.
    TooLarge,
    /// The question begins at a [position](crate::Position) of another search tree: the problem,
    /// the engine, the settings or the assumptions differ. Nothing was searched.
    OtherTree,
}

impl Stop {
    /// All stop reasons, in the order of their declaration.
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

    /// Returns whether the search stopped too early: neither at its end nor because it had found
    /// enough solutions.
    #[must_use]
    pub fn is_limit(self) -> bool {
        !matches!(self, Self::Exhausted | Self::Solutions)
    }
}

/// Why work ended early: by itself, for a reason of its own, or because a limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt<R> {
    Because(R),
    Stopped(Stop),
}

impl<R> From<Stop> for Halt<R> {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
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
