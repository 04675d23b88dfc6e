//! Sudoku from outside: boards as text, shapes, and solving.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that panics fails"
)]

mod bad;
mod bad_formats;
#[cfg(feature = "json")]
mod bad_puzzles;
mod calls;
mod canonical;
mod clash;
#[path = "../support/classic.rs"]
mod classic;
mod encoding;
mod formats;
mod grid;
mod guess;
#[cfg(feature = "json")]
mod iss_meaning;
mod limits;
mod make;
#[cfg(feature = "json")]
mod manual;
#[path = "../support/naive/mod.rs"]
mod naive;
mod paste;
mod pictures;
#[cfg(feature = "json")]
mod puzzles;
mod random;
mod records;
mod rules;
#[cfg(feature = "json")]
#[path = "../support/schema.rs"]
mod schema;
mod shapes;
mod solve;
mod stream;
mod text;
