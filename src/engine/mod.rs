//! Engines: what answers a question.
//!
//! There are two levels. [`Engine`] is the door: it goes to the root of a question, runs from one
//! solution to the next until its fuel is used up, and tells where it stands. Nothing is said of how it
//! finds solutions. [`Tree`] is what most engines are behind that door: a compiled form of a problem
//! that can branch and undo. A [`Walk`] makes an engine of any tree.
//!
//! Engines know no names, text, time, threads or I/O. To compile a problem, and to put a large one in
//! another order, may take long. So these are given a meter, which stops them; an engine that was
//! stopped in the middle of a verb is dropped.

mod bits;
mod choose;
#[cfg(test)]
mod contract;
mod costs;
mod door;
mod least;
mod links;
mod name;
mod priced;
mod settings;
mod tree;
mod walk;

pub use bits::Vectors;
pub(crate) use bits::{Kernels, Lanes, Lists, Rows};
pub(crate) use choose::{Choice, choose, costs};
pub(crate) use costs::Costs;
pub(crate) use door::{Engine, Fuel, Step};
pub(crate) use links::{Links, Multiple};
pub use name::{EngineChoice, EngineName};
pub(crate) use priced::Priced;
pub use settings::Settings;
pub(crate) use tree::{Branch, Tree};
pub(crate) use walk::Walk;
