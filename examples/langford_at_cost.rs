//! Langford pairs at least cost: the arrangements of 1 1 2 2 ... n n, with k numbers between the
//! two k's, that have the large numbers on the left.
//!
//! Items and options are those of the example `langford`. A pair of k's in slots i and j **costs**
//! k(i + j).
//!
//! Source: Knuth, TAOCP volume 4B, section 7.2.2.1, where the least cost for n = 16 is 3708. The
//! other known costs were found by this program.
//!
//! `cargo run --release --example langford_at_cost -- [N] [--dlx]`, by default for n = 12.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, langford::langford_at_cost};

/// n, the least cost, and the number of arrangements that share it.
const KNOWN: [(usize, i64, u64); 4] = [
    (8, 544, 8),
    (11, 1294, 52),
    (12, 1626, 488),
    (16, 3708, 12_016),
];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([12])?;
        let problem = langford_at_cost(n)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let best = solver.search().best(1).value;
        let Some(first) = best.solutions.first() else {
            writeln!(out, "n = {n}: no arrangement")?;
            return Ok(());
        };
        let mut row = vec![0; 2 * n];
        for option in &first.solution {
            // The first n items are the numbers from 1, the others the slots.
            if let [number, slots @ ..] = solver.problem().items_of(option) {
                for slot in slots {
                    row[slot.index() - n] = number.index() + 1;
                }
            }
        }
        for number in row {
            write!(out, "{number} ")?;
        }
        let (least, ties) = (first.cost, best.ties);
        writeln!(
            out,
            "\nn = {n}: least cost {least}, shared by {ties} arrangements"
        )?;
        if let Some(known) = KNOWN.iter().find(|known| known.0 == n) {
            assert!(least == known.1 && ties == known.2);
        }
        Ok(())
    })
}
