//! The names of engines.

use std::fmt;

/// An engine, by the name under which commands and statistics know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum EngineName {
    /// Dancing links: any size, all features.
    Links,
    /// Bit-parallel states: very fast on problems of moderate size.
    Bits,
    /// A walk that leaves out what is proved to be too dear. It finds the cheapest solutions,
    /// whatever engine the solver has.
    Costs,
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Links => "links",
            Self::Bits => "bits",
            Self::Costs => "costs",
        })
    }
}

/// Which engine a [`Solver`](crate::Solver) is to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The one that suits the problem best.
    #[default]
    Auto,
    /// This one; `links` if the problem is too large for `bits`.
    /// [`Solver::engine`](crate::Solver::engine) says which one was taken.
    Prefer(EngineName),
}
