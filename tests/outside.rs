//! The room `sudoku` once more, as an outside crate would compile it: what it uses and the library does not export is
//! an error here.
#![allow(warnings, reason = "lints are reported where the room stands")]

use quadrille::*;

#[path = "../src/sudoku/mod.rs"]
mod sudoku;
