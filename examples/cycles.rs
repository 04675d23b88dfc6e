//! De Bruijn's idea with a gap: a cycle of 16 bits in which the windows of shape `**.**` show
//! every number from 0 to 15 once.
//!
//! What two windows share is a bit, and they must *agree* on it. So a bit is a **secondary** item
//! with **colours**: any number of options may use it, as long as all of them say 0, or all say
//! 1. Which number stands at which place is an ordinary matching of two sets of primary items.
//!
//! Source: Knuth, TAOCP volume 4B, exercise 7.2.2.1-94. Each cycle is counted at its 16 places.
//!
//! `cargo run --release --example cycles -- [--dlx]`

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, cycles::cycles};

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [] = arguments.sizes([])?;
        let problem = cycles()?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let problem = solver.problem();
        let mut search = solver.search();
        if let Some(solution) = search.first().value {
            let mut bits = ["?"; 16];
            for (item, colour) in solution
                .into_iter()
                .flat_map(|option| problem.uses_of(option))
            {
                if let Some(colour) = colour {
                    bits[item.index() - 32] = problem.colour_name(colour);
                }
            }
            writeln!(out, "{}", bits.concat())?;
        }
        let count = search.count().value;
        writeln!(out, "{count} cycles, from any place: 4 up to rotation")?;
        assert_eq!(count, 4 * 16);
        Ok(())
    })
}
