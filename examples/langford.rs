//! Langford's problem: arrange 1 1 2 2 ... n n so that exactly k numbers stand between the two
//! k's, as in 2 3 1 2 1 3.
//!
//! All items are **primary**: every number is placed, and every slot of the row is filled. An
//! option is a pair: the number and its two slots. Arrangements exist only if n or n + 1 is a
//! multiple of 4. Each arrangement read backwards is another one, so the count is even.
//!
//! Source: C. Dudley Langford, "Problem", The Mathematical Gazette 42 (1958), page 228, who saw
//! his son build it with coloured blocks; Knuth, TAOCP volume 4B, section 7.2.2.1. Counts up to
//! reflection: OEIS A014552.
//!
//! `cargo run --release --example langford -- [N] [--dlx]`, by default for n = 8.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, langford::langford};

/// Half of the counts for n = 1, 2, ...
const KNOWN: [u64; 12] = [0, 0, 1, 1, 0, 0, 26, 150, 0, 0, 17792, 108144];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([8])?;
        let problem = langford(n)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        if let Some(solution) = search.first().value {
            let mut row = vec![0; 2 * n];
            for option in &solution {
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
            writeln!(out)?;
        }
        let count = search.count().value;
        writeln!(out, "n = {n}: {count} arrangements")?;
        if let Some(known) = n.checked_sub(1).and_then(|place| KNOWN.get(place)) {
            writeln!(out, "these are {known} and their reflections")?;
            assert_eq!(count, 2 * known);
        }
        Ok(())
    })
}
