//! Sudoku boards, with any rules.
//!
//! * [`board`] answers questions about boards; [`encoded`] is a board as an exact cover.
//! * [`read`] reads boards, [`generate`] makes puzzles.
//! * [`steps`] has the steps that solve a board.
//! * [`compiled`] keeps shapes that were used not long ago; [`shape`] reports what is wrong with one.

mod board;
mod compiled;
mod encoded;
pub(crate) mod generate;
pub(crate) mod read;
mod shape;
mod steps;

pub(crate) use board::BoardCore;
pub(crate) use encoded::EncodedCore;
pub(crate) use steps::BoardStepsCore;
