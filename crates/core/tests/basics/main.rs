//! The basic types of the library: problems, questions, counts, solutions and threads.

#![allow(clippy::panic, clippy::unwrap_used)]

mod count;
mod library;
mod model;
mod parallel;
mod problem;
mod question;
mod solution;
mod stats;
mod verify;
