//! Plain backtracking, as a reference and as a baseline.
//!
//! This is the code that a person writes first: no links, no bits, no heuristics. Tests and benches
//! include it. It is not a part of the library, and imports nothing from it.
//!
//! * The **reference**: [`covers`] lists all exact covers, and is too simple to be wrong.
//!   [`subsets`] does the same for colours and multiplicities.
//! * The **baseline**: [`solve`] is the usual backtracking program for 9x9 sudoku, in its three
//!   usual [`Form`]s. Its numbers of calls and placements measure a board without exact cover.
#![allow(
    dead_code,
    unused_imports,
    reason = "each test and bench uses a part of this"
)]

mod covers;
mod subsets;
mod sudoku;

pub(crate) use covers::covers;
pub(crate) use subsets::{next, subsets};
pub(crate) use sudoku::{Form, Outcome, Run, solve};
