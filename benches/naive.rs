//! Compares plain backtracking with the engine: the time to find a solution.
//!
//! Backtracking does not finish most hard boards in reasonable time. So each list is reduced to the
//! boards that backtracking finishes within a cap. This favours backtracking, because its worst
//! boards are left out. The passes of all programs alternate, so that changes in the speed of the
//! machine affect all of them alike. The median of each is printed.
#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::env::args;
use std::hint::black_box;

use quadrille::sudoku::{Grid, Shape, Sudoku};
use quadrille::{EngineChoice, EngineName, Settings};

mod boards;
#[path = "../crates/core/tests/support/naive/mod.rs"]
mod naive;

use naive::{Form, Outcome, solve};

/// The approximate number of placements of a digit that are allowed on a board.
const CAP: u64 = 1_000_000;
/// The number of times that a single board is solved in one pass.
const REPEAT: usize = 1_000;

fn main() {
    // Cargo passes `--bench` for measuring. `cargo test --benches` only checks that this runs.
    let passes = if args().any(|word| word == "--bench") {
        5
    } else {
        1
    };
    println!("Time to find a solution: µs a board, and the ratio to the time of the engine.");
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
