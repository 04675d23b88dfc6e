//! Steps: how a person would solve a problem, and why each step holds.
//!
//! ```text
//! kinds in order of difficulty: single, locked, rule, set, two rules, chain, forcing, cases, trial
//! repeat: for each search in order: find deductions, until one costs no more than the next search can
//!         take the one that costs least: remove its options; choose its option
//! ```
//!
//! Steps are found in the live options and the items alone, so they work for every exact cover. A
//! *truth* is a primary item that must be covered once more, a *link* an item that at most one
//! option may cover. Each [`Deduction`] carries its certificate, which [`check()`] verifies without
//! any code of the finder. The same problem has the same steps on every machine.
//!
//! Sets are the arguments of Obi-Wahn (2007) and of Allan Barker's ranks; chains, whips and braids
//! those of Denis Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles" (2012).

mod argument;
mod bits;
mod braid;
mod cases;
mod chain;
mod check;
mod closure;
mod cover;
mod deduction;
mod family;
mod finder;
mod forcing;
mod fresh;
mod grouped;
mod groups;
mod levels;
mod live;
mod position;
mod questions;
mod ranked;
mod rule;
mod scale;
mod search;
mod set;
mod shrink;
mod simple;
mod square;
#[cfg(test)]
mod tests;
mod trial;
mod whip;

pub use check::{Fault, Known, check};
pub use deduction::{Branch, Choice, Deduction, Kind, Reason};
pub use finder::{End, Steps};
pub use groups::chain_groups;
pub use position::Position;
pub use questions::StepPath;
pub use rule::Rule;
pub use search::{Family, Search};
