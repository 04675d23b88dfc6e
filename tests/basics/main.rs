//! The values of the library: problems, questions, numbers, solutions, pictures and threads; the
//! library as a new user meets it.

#![allow(clippy::panic, clippy::unwrap_used)]

mod count;
mod draw;
mod library;
mod parallel;
mod problem;
mod question;
mod solution;
mod stats;
mod verify;
