//! Plain backtracking: the reference and the baseline.
//!
//! What stands here is what a person writes first: no links, no bits, no heuristics. It serves
//! twice.
//!
//! * As the **reference**: [`covers`] lists all exact covers, and is so simple that it is
//!   unlikely to be incorrect. It shares no code with what it judges. [`subsets`] does the same
//!   for colours and multiplicities.
//! * As the **baseline**: [`solve`] is the 9x9 sudoku program that is written every day, in its
//!   three usual [`Form`]s. How many calls and placements it makes says what a board costs
//!   somebody who does not know exact cover, and [`Form::Tables`] is the yardstick by which the
//!   judge of [Baekjoon 2580](https://www.acmicpc.net/problem/2580) admits a board.
//!
//! Nothing here is fast, and nothing here imports anything else of this crate.

mod cover;
mod subsets;
mod sudoku;

pub use cover::covers;
pub use subsets::subsets;
pub use sudoku::{Form, Outcome, Run, solve};
