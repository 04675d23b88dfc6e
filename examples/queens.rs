//! n queens on an n x n board, no two in the same row, column or diagonal. Draws one placement and
//! counts all of them.
//!
//! Rows and columns are **primary** items: each holds exactly one queen. Diagonals are
//! **secondary** items: each holds at most one queen. An option is a queen on a cell; it covers a
//! row, a column and its two diagonals.
//!
//! Source: Knuth, TAOCP volume 4B, section 7.2.2.1, on secondary items. Counts: OEIS A000170.
//!
//! `cargo run --release --example queens -- [N] [--dlx]`, by default for 8 queens.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, queens::queens};

/// The counts for 0, 1, 2, ... queens.
const KNOWN: [u64; 14] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([8])?;
        let problem = queens(n)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        if let Some(solution) = search.first().value {
            // Options are the cells row by row, and a solution lists them in that order.
            for option in &solution {
                let queen = option.index() % n;
                writeln!(
                    out,
                    "{}♛{}",
                    " ·".repeat(queen) + " ",
                    " ·".repeat(n - 1 - queen)
                )?;
            }
        }
        let count = search.count().value;
        writeln!(out, "{n} queens: {count} placements")?;
        if let Some(&known) = KNOWN.get(n) {
            assert_eq!(count, known);
        }
        Ok(())
    })
}
