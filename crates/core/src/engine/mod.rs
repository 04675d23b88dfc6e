//! Engines: compiled forms of a problem that find its solutions.
//!
//! There are two levels. [`Engine`] is the interface that a search uses: it starts at the root of a
//! question, runs from one solution to the next until its fuel is used up, and reports its
//! position. It does not say how solutions are found. [`Tree`] is the interface of engines that
//! branch and undo; [`Walk`] turns any tree into an engine.
//!
//! Engines know no names, text, time, threads or I/O. Compiling a problem and reordering a large
//! one can take long, so these operations get a meter that can stop them. An engine that was
//! stopped in the middle of an operation must be dropped.

mod bits;
mod choose;
mod closure;
mod contest;
#[cfg(test)]
mod contract;
mod costs;
mod interface;
mod lane_width;
mod learn;
mod least;
mod links;
mod name;
mod numbering;
mod priced;
mod remains;
mod rest;
mod settings;
mod tree;
mod walk;

pub use bits::Vectors;
pub(crate) use bits::{Kernels, Lanes, Lists, Rows, SumTables, Summed};
pub(crate) use choose::{Choice, choose, costs, engine_for, links, memory_of};
pub(crate) use contest::{Made, MakeProver, Proof, Prover, Task};
pub(crate) use costs::Costs;
pub(crate) use interface::{Engine, Fuel, Purpose, Step};
pub(crate) use learn::Learn;
pub(crate) use links::{Links, Multiple};
pub use name::{EngineChoice, EngineName};
pub(crate) use priced::Priced;
pub(crate) use remains::Remains;
pub use settings::Settings;
pub(crate) use tree::{Branch, Tree};
pub(crate) use walk::Walk;
