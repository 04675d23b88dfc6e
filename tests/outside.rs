//! Compiles `src/sudoku` as part of another crate. Use of anything that the library does not export
//! is a compile error here.
#![allow(warnings, reason = "lints are reported for the library")]

use quadrille::*;

#[path = "../src/sudoku/mod.rs"]
mod sudoku;
