//! The method that counted the solutions, and why it was used.

use std::fmt;

use super::Method;
use crate::display::quantity;

/// The method that counted the solutions, and its work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counted {
    /// The method that gave the count, or the lower bound if a limit stopped the count.
    pub method: Method,
    /// The reason why the count is from that method.
    #[cfg_attr(feature = "json", serde(rename = "method_reason"))]
    pub reason: CountReason,
    /// The kind of memory behind the answer of [`Method::Memo`], if it is known.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub memory: Option<Memory>,
    /// The number of parts into which symmetries split the walk; 0 if they do not. Each part stands
    /// for all parts to which symmetries map it.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "is_zero"))]
    pub walked_parts: u64,
    /// The number of states stored: in all tables of a sweep, or in the memo at the end.
    pub states: usize,
    /// The number of times that a state was found in a table or in the memo.
    pub hits: u64,
}

#[cfg(feature = "json")]
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The two ways to count with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Memory {
    /// A sweep over a frontier: the items are covered level by level. Large levels use several
    /// threads.
    Sweep,
    /// A depth-first search that remembers states and multiplies independent parts. It uses one
    /// thread.
    Fold,
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sweep => "a sweep over a frontier",
            Self::Fold => "a fold over states and their independent parts, on one thread",
        })
    }
}

/// The reason why a count is from a certain method. `Display` states it in plain English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountReason {
    /// The question requested this method.
    #[default]
    Asked,
    /// The question begins at a position, and only a walk can do that.
    Position,
    /// The walk ended after this many nodes.
    Ended(u64),
    /// The walk found as many solutions as requested after this many nodes.
    Enough(u64),
    /// A limit stopped the count before any method ended.
    UnderWay {
        /// The nodes of the walk.
        walk: u64,
        /// The nodes of all methods together.
        all: u64,
    },
    /// The walk had not ended after this many nodes.
    Outlasted(u64),
    /// The memory limit leaves room for a walk only.
    Memory,
    /// The problem alone exceeds the memory limit.
    NoMemory,
    /// The assumptions exclude each other, or leave an item with too few options.
    NoSolution,
    /// The requested method is impossible, for this reason.
    Impossible(Box<str>),
}

impl fmt::Display for CountReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = |nodes: u64| quantity(nodes, "node");
        f.write_str(match self {
            Self::Asked => "requested",
            Self::Position => "only a walk can begin at a position",
            &Self::Ended(walked) => return write!(f, "the walk ended after {}", nodes(walked)),
            &Self::Enough(walked) => {
                let walked = nodes(walked);
                return write!(f, "the walk found enough solutions after {walked}");
            }
            &Self::UnderWay { walk, all } => {
                let walked = nodes(walk);
                write!(
                    f,
                    "stopped before any method ended; the walk visited {walked}"
                )?;
                return if all > walk {
                    write!(f, ", all methods together {all}")
                } else {
                    Ok(())
                };
            }
            &Self::Outlasted(walked) => {
                return write!(f, "the walk had not ended after {}", nodes(walked));
            }
            Self::Memory => "the memory limit leaves room for a walk only",
            Self::NoMemory => "the problem alone exceeds the memory limit",
            Self::NoSolution => "there is no solution, so no search was needed",
            Self::Impossible(reason) => reason,
        })
    }
}
