//! By which method solutions were counted, and why by that one.

use std::fmt;

use super::Method;

/// How solutions were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counted {
    /// The method that gave the answer.
    pub method: Method,
    /// Why that method was taken.
    #[cfg_attr(feature = "json", serde(rename = "method_reason"))]
    pub reason: CountReason,
    /// States that were put into the memo; of a fold those that are in it at the end.
    pub states: usize,
    /// How often a state was found in the memo.
    pub hits: u64,
}

/// Why a method counted; as text, in words for people. It is made for every count, so that words are
/// found only when they are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountReason {
    /// The question asked for it.
    #[default]
    Asked,
    /// The question begins at a position, which only a walk can.
    Position,
    /// The walk ended while so many nodes were its turn.
    Ended(u64),
    /// A limit stopped the walk while so many nodes were its turn.
    UnderWay(u64),
    /// A walk of so many nodes did not end.
    Outlasted(u64),
    /// The limit of memory leaves room for nothing but a walk.
    Memory,
    /// The limit of memory leaves no room beside the problem.
    NoMemory,
    /// The assumptions exclude each other, or leave an item with too few options.
    NoSolution,
    /// The method that was asked for cannot be, because of this.
    Impossible(Box<str>),
}

impl fmt::Display for CountReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::Position => "it begins at a position",
            Self::Ended(nodes) => return write!(f, "it ended within {nodes} nodes"),
            Self::UnderWay(nodes) => return write!(f, "it was under way for {nodes} nodes"),
            Self::Outlasted(nodes) => return write!(f, "a walk of {nodes} nodes did not end"),
            Self::Memory => "nothing else is possible with this memory",
            Self::NoMemory => "the problem takes all of it",
            Self::NoSolution => "no state can be solved",
            Self::Impossible(reason) => reason,
        })
    }
}
