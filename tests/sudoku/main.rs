//! Sudoku from outside: boards as text, shapes, and solving.

#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod bad;
mod random;
mod records;
mod solve;
mod stream;
mod text;
