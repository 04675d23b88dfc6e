//! Queens at least cost: n queens on an n x n board, no two in the same row, column or diagonal, as
//! near to the middle as possible.
//!
//! Items and options are those of the example `queens`. A queen **costs** the fourth power of twice
//! the distance from the middle.
//!
//! Source: Knuth, TAOCP volume 4B, section 7.2.2.1, where queens cost powers of such distances. The
//! known costs were found by this program.
//!
//! `cargo run --release --example queens_at_cost -- [N] [--dlx]`, by default for n = 16.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, queens_at_cost::queens_at_cost};

/// n, the least cost, and the number of placements that share it.
const KNOWN: [(usize, i64, u64); 3] = [(8, 15_392, 4), (10, 48_680, 4), (16, 511_040, 16)];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([16])?;
        let problem = queens_at_cost(n)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let best = solver.search().best(1).value;
        let Some(first) = best.solutions.first() else {
            writeln!(out, "n = {n}: no placement")?;
            return Ok(());
        };
        let queens = first.solution.options();
        for row in 0..n {
            for column in 0..n {
                let has_queen = queens.iter().any(|queen| queen.index() == n * row + column);
                write!(out, " {}", if has_queen { "♛" } else { "·" })?;
            }
            writeln!(out)?;
        }
        let (least, ties) = (first.cost, best.ties);
        writeln!(
            out,
            "n = {n}: least cost {least}, shared by {ties} placements"
        )?;
        if let Some(known) = KNOWN.iter().find(|known| known.0 == n) {
            assert!(least == known.1 && ties == known.2);
        }
        Ok(())
    })
}
