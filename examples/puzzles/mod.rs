//! The puzzles of the examples, the tests and the benches: the encoding of each is written once,
//! in its own file, as a function that returns a `Problem`.
//!
//! Items are named by letters and digits. A program takes all of this with one line,
//! `mod puzzles;`, and uses what it needs.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each program that includes this module uses one or two of its puzzles"
)]

pub mod arguments;
pub mod crews;
pub mod cycles;
pub mod digit;
pub mod dominoes;
pub mod graph_colouring;
pub mod langford;
pub mod latin_squares;
pub mod matchings;
pub mod partitions;
pub mod partridge;
pub mod pentominoes;
pub mod polycubes;
pub mod queen_domination;
pub mod queens;
pub mod queens_at_cost;
pub mod soma;
pub mod sudoku;
pub mod word_rectangles;
