//! Sudoku from outside: boards as text, shapes, and solving.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that panics fails"
)]

mod bad;
mod bad_formats;
mod bad_puzzles;
mod calls;
mod canonical;
mod clash;
#[path = "../../../core/tests/support/classic.rs"]
mod classic;
mod encoding;
mod figures;
mod formats;
#[cfg(feature = "slow")]
mod fuzz;
mod grid;
mod guess;
mod iss_meaning;
mod limits;
mod links;
mod make;
mod manual;
mod maps;
#[path = "../../../core/tests/support/naive/mod.rs"]
mod naive;
mod paste;
mod pictures;
mod puzzles;
mod random;
mod records;
mod rules;
#[path = "../../../core/tests/support/schema.rs"]
mod schema;
mod shapes;
mod short_forms;
mod solve;
mod steps;
mod stream;
mod text;
mod unique;
