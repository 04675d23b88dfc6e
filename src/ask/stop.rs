//! Why a question stopped. Stopping is data, never an error.

use std::fmt;

/// Why a walk stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Stop {
    /// Everything was searched: what was not found does not exist.
    #[serde(rename = "exhausted")]
    Exhausted,
    /// As many solutions as were asked for, or the caller had enough.
    #[serde(rename = "enough solutions")]
    Solutions,
    /// The limit of nodes.
    #[serde(rename = "node limit")]
    Nodes,
    /// The limit of time.
    #[serde(rename = "time limit")]
    Time,
    /// The cancel token.
    #[serde(rename = "cancelled")]
    Cancelled,
    /// The bound on memory, where something cannot be had with less.
    #[serde(rename = "memory limit")]
    Memory,
    /// The problem is too large for this question, whatever the limits.
    #[serde(rename = "too large a problem")]
    TooLarge,
}

impl Stop {
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
        })
    }
}
