//! Exact cover, solved.

// Tests in here and tests in `tests` include the same files.
#[cfg(test)]
extern crate self as quadrille;

mod engine;
pub mod naive;
pub mod problem;
pub mod solver;
pub mod sudoku;
pub mod text;
pub mod verify;

pub use engine::{EngineChoice, EngineName, Settings, Vectors};
pub use problem::{BuildError, Builder, ItemId, Note, OptionId, Problem, Use};
pub use solver::{
    Answer, CancelToken, Count, Limits, Search, Solution, Solutions, Solver, Stats, Stop,
    Uniqueness,
};
pub use verify::{Flaw, flaws, verify};
