//! The partridge puzzle: one square of side 1, two of side 2, ... and n of side n fill a square
//! of side 1 + 2 + ... + n, like the presents of the Twelve Days of Christmas.
//!
//! The item for the squares of side k has the **multiplicity** k: exactly k different options cover
//! it. Each cell is a **primary** item that is covered exactly once.
//!
//! Source: Robert T. Wainwright, 1981; see Erich Friedman, Math Magic, August 2002. Apart from n =
//! 1, the smallest n with a solution is 8, which is out of reach for this simple encoding. It
//! proves in reasonable time that n = 2 to 6 have none.
//!
//! `cargo run --release --example partridge -- [N] [--dlx]`, by default for n = 5.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, partridge};

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([5])?;
        let problem = partridge::partridge(n)?.into_problem();
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let answer = Solver::new(problem).search().count();
        let side = partridge::side(n);
        let (count, nodes) = (answer.value, answer.stats.nodes);
        writeln!(out, "{side} x {side}: {count} ways, after {nodes} nodes")?;
        if (2..=7).contains(&n) {
            assert_eq!(count, 0);
        }
        Ok(())
    })
}
