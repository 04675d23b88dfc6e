//! The puzzles of the examples, tests and benches. Each has one file with its encoding: a function
//! that returns a `Problem`, whose items are named by letters and digits.
//!
//! A program includes all of them with `mod puzzles;`.
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
pub mod plan;
pub mod queen_domination;
pub mod queens;
pub mod queens_at_cost;
pub mod soma;
pub mod sudoku;
pub mod sudoku_grids;
pub mod table;
pub mod word_rectangles;
