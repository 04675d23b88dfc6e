//! Plain backtracking: the reference and the baseline.
//!
//! What stands here is what a person writes first: no links, no bits, no heuristics. Tests and
//! benches include it; it is no part of the library, and imports nothing of it.
//!
//! * As the **reference**: [`covers`] lists all exact covers, and is so simple that it is
//!   unlikely to be incorrect. [`subsets`] does the same for colours and multiplicities.
//! * As the **baseline**: [`solve`] is the 9x9 sudoku program that is written every day, in its
//!   three usual [`Form`]s. How many calls and placements it makes says what a board costs
//!   somebody who does not know exact cover.
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
