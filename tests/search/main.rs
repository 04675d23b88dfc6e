//! Searches through the public API: every answer, every reason to stop, every order of calls.

// The exemption of tests in `.clippy.toml` does not reach the functions that they share.
#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../support/case.rs"]
mod case;
#[path = "../../examples/puzzles/mod.rs"]
mod puzzles;

mod best;
mod calls;
mod deep;
mod edges;
mod families;
mod limits;
mod policies;
mod positions;
mod problems;
mod questions;
mod shared;
mod threads;
