//! The partridge puzzle: one square of side 1, two of side 2, ... and n of side n fill a square
//! of side 1 + 2 + ... + n, like the presents of the Twelve Days of Christmas.
//!
//! "k times" is a **multiplicity**: the item of the squares of side k is covered k times, by
//! different options. Cells are covered once as ever. The first n for which there is a solution,
//! apart from 1, is 8, and finding one takes a better idea than this one; that there is none for
//! n up to 6 is proved here.
//!
//! Source: Robert T. Wainwright, 1981; see Erich Friedman, Math Magic, August 2002.
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
        let problem = partridge::partridge(n)?;
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
