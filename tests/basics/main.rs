//! The basic types of the library: problems, questions, counts, solutions, pictures and threads.

#![allow(clippy::panic, clippy::unwrap_used)]

mod count;
mod draw;
mod library;
mod model;
mod parallel;
mod problem;
mod question;
mod solution;
mod stats;
mod verify;
