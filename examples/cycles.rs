//! De Bruijn cycles with a gap: cycles of 16 bits in which the windows of shape `**.**` show every
//! number from 0 to 15 once.
//!
//! Each number is a **primary** item, and so is each place of the cycle: an option puts a number at
//! a place. Windows overlap and must agree on the bits that they share. So a bit is a **secondary**
//! item with the **colours** 0 and 1: any number of options may use it, if all use the same colour.
//!
//! Source: Knuth, TAOCP volume 4B, exercise 7.2.2.1-94. There are 4 cycles up to rotation, so 64 in
//! all.
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
        writeln!(out, "{count} cycles: 4 up to rotation")?;
        assert_eq!(count, 4 * 16);
        Ok(())
    })
}
