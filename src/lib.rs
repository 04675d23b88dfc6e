//! Exact cover, solved.

mod engine;
pub mod naive;
pub mod problem;
pub mod solver;
pub mod sudoku;
pub mod text;

pub use engine::{EngineChoice, EngineName};
pub use problem::{BuildError, Builder, ItemId, Note, OptionId, Problem, Use};
pub use solver::{
    Answer, CancelToken, Count, Limits, Search, Solution, Solutions, Solver, Stats, Stop,
    Uniqueness,
};
