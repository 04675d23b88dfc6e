//! Lists of boards in the repository, and the time of a pass over a list.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::panic,
    reason = "each bench uses a part of this, and a bench that panics has failed"
)]

use std::time::{Duration, Instant};

use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Content, Reader, Record};

/// The sample of <https://www.acmicpc.net/problem/2580>.
pub const JUDGE: &str = include_str!("../../examples/boards/judge.txt");
/// Boards with 17 givens, the fewest that give a unique solution.
pub const SEVENTEEN: &str = include_str!("17-givens.txt");
/// Boards that are hard for people and programs.
pub const HARD: &str = include_str!("hard.txt");

/// Reads all boards of a text.
pub fn boards(text: &str) -> Vec<Grid> {
    let mut reader = Reader::new(text.as_bytes());
    let mut record = Record::new();
    let mut boards = Vec::new();
    while reader.next_record(&mut record).unwrap_or_default() {
        match record.content() {
            Content::Board(board) => boards.push(board.clone()),
            Content::Bad(error) => panic!("{error}"),
            _ => {}
        }
    }
    boards
}

/// The time of one pass over a list, in microseconds a board.
pub fn pass(boards: &[Grid], mut solve: impl FnMut(&Grid)) -> f64 {
    let start = Instant::now();
    boards.iter().for_each(&mut solve);
    micros(start.elapsed()) / boards.len() as f64
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// The median.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
