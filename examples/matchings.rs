//! Perfect matchings: all ways to divide 2n people into pairs.
//!
//! People are **primary** items: each is in exactly one pair. An option is a pair. The first person
//! can have 2n - 1 partners, the first of the others 2n - 3, and so on. So there are (2n - 1)!! =
//! (2n - 1)(2n - 3) ... 3 1 matchings, and the search has no dead ends.
//!
//! Source: Knuth, TAOCP volume 4B, section 7.2.2.1. Counts: OEIS A001147.
//!
//! `cargo run --release --example matchings -- [N] [--dlx]`, by default for 5 pairs.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, matchings::matchings};

/// At most this many matchings are printed; the others are only counted.
const SHOWN: usize = 10;

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([5])?;
        let problem = matchings(n)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        for solution in search.solutions().take(SHOWN) {
            for pair in &solution {
                write!(out, "({}) ", solver.problem().display_option(pair))?;
            }
            writeln!(out)?;
        }
        let count = search.count().value;
        writeln!(out, "{n} pairs: {count} matchings")?;
        let known = (1..=n as u64).try_fold(1_u64, |product, k| product.checked_mul(2 * k - 1));
        if let Some(known) = known {
            assert_eq!(count, known);
        }
        Ok(())
    })
}
