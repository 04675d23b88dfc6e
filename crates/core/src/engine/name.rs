//! The names of engines.

use std::fmt;

/// The name of an engine, as commands and statistics use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum EngineName {
    /// Dancing links: takes problems of any size, with all features.
    Links,
    /// Bit-parallel states: very fast on problems of moderate size.
    Bits,
    /// Branch and bound on costs. Every solver uses it for the cheapest solutions, in addition to
    /// its engine for other questions.
    Costs,
    /// Learning from conflicts, as SAT solvers do: for one or two solutions, and proofs that there
    /// are no more, of problems that are hard for a walk.
    Learn,
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Links => "links",
            Self::Bits => "bits",
            Self::Costs => "costs",
            Self::Learn => "learn",
        })
    }
}

/// The engine that a [`Solver`](crate::Solver) should use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The engine that suits the problem best.
    #[default]
    Auto,
    /// This engine; `links` if `bits` is requested and the problem is too large for it.
    /// [`Solver::engine`](crate::Solver::engine) returns the one in use.
    Prefer(EngineName),
}
