//! The values of the library: problems, questions, numbers, solutions and pictures.

#![allow(clippy::panic, clippy::unwrap_used)]

mod count;
mod draw;
mod problem;
mod question;
mod solution;
mod stats;
mod verify;
