//! Searches through the public API: every answer, every stop reason, every order of calls.

// The exemption of tests in `.clippy.toml` does not reach the functions that they share.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/case.rs"]
mod case;
#[path = "../../../../examples/puzzles/mod.rs"]
mod puzzles;

mod best;
mod calls;
mod colouring;
mod cores;
mod deep;
mod edges;
mod explain;
mod families;
mod instances;
mod limits;
mod news;
mod option_price;
mod policies;
mod positions;
mod problems;
mod questions;
mod reduce;
mod rules;
mod shared;
mod teams;
mod threads;
