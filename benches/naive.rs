//! Plain backtracking against the engine: the time to find a solution.
//!
//! Backtracking does not finish most hard boards in any time that one would wait for, so each
//! list is cut down to the boards that it finishes within a cap. That favours backtracking: the
//! boards on which it is worst are left out. Passes over the list take turns, so that a change
//! in the speed of the machine strikes all alike; the middle one of each is told.
#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::env::args;
use std::hint::black_box;

use quadrille::sudoku::{Grid, Shape, Sudoku};
use quadrille::{EngineChoice, EngineName, Settings};

mod boards;
#[path = "../tests/support/naive/mod.rs"]
mod naive;

use naive::{Form, Outcome, solve};

/// So many placements of a digit are allowed on a board, about.
const CAP: u64 = 1_000_000;
/// So many times a single board is solved in one pass.
const REPEAT: usize = 1_000;

fn main() {
    // Cargo says `--bench` when it measures; `cargo test --benches` is to see that it runs.
    let passes = if args().any(|word| word == "--bench") {
        5
    } else {
        1
    };
    println!("Time to find a solution, µs a board, and how many times that of the engine.");
    println!(
        "{:10} {:>9} {:>18} {:>18} {:>18} {:>9}",
        "boards", "finished", "(a) scan", "(b) tables", "(c) lists", "engine"
    );
    compare("judge", &boards::boards(boards::JUDGE), REPEAT, passes);
    compare("17 givens", &boards::boards(boards::SEVENTEEN), 1, passes);
    compare("hard", &boards::boards(boards::HARD), 1, passes);
}

fn compare(name: &str, list: &[Grid], repeat: usize, passes: usize) {
    let mut finished: Vec<Grid> = list.to_vec();
    finished.retain(|board| {
        let run = solve(&cells(board), Form::Lists, CAP);
        run.outcome != Outcome::Unfinished
    });
    let timed = vec![finished.clone(); repeat].concat();
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let sudoku = Sudoku::with_settings(Shape::classic(), &links);
    let mut search = sudoku.search();
    let mut engine = Vec::new();
    let mut naive = [(); 3].map(|()| Vec::new());
    for _ in 0..passes {
        engine.push(boards::pass(&timed, |board| {
            black_box(search.first(black_box(board)));
        }));
        for (form, times) in Form::ALL.into_iter().zip(&mut naive) {
            times.push(boards::pass(&timed, |board| {
                black_box(solve(&cells(black_box(board)), form, u64::MAX));
            }));
        }
    }
    let engine = boards::median(engine);
    let [a, b, c] = naive.map(|times| {
        let micros = boards::median(times);
        format!("{micros:.1} = {:.2} x", micros / engine)
    });
    let count = format!("{} of {}", finished.len(), list.len());
    println!("{name:10} {count:>9} {a:>18} {b:>18} {c:>18} {engine:>9.1}");
}

fn cells(board: &Grid) -> [u8; 81] {
    let mut cells = [0; 81];
    cells.copy_from_slice(board.cells());
    cells
}
