//! Partitions of the set {1, ..., n} into blocks: the Bell numbers by brute force.
//!
//! Elements are **primary** items: each lies in exactly one block. Every non-empty subset is an
//! option. So this is the exact cover with nothing forbidden: each set of options that could be
//! a solution is one, and the solver does nothing but find them all.
//!
//! Source: Knuth, TAOCP volume 4A, section 7.2.1.5; as an exact cover, volume 4B, section
//! 7.2.2.1. Counts: OEIS A000110, checked here by the triangle of C. S. Peirce (1880).
//!
//! `cargo run --release --example partitions -- [N] [--dlx]`, by default for n = 8; n is at most
//! 28.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, partitions::partitions};

/// So many partitions are shown; the others are only counted.
const SHOWN: usize = 10;

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([8])?;
        let problem = partitions(n)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        for solution in search.solutions().take(SHOWN) {
            for block in &solution {
                write!(out, "{{{}}} ", solver.problem().display(block))?;
            }
            writeln!(out)?;
        }
        let count = search.count().value;
        writeln!(out, "n = {n}: {count} partitions")?;
        if let Some(bell) = bell(n) {
            assert_eq!(count, bell);
        }
        Ok(())
    })
}

/// The n-th Bell number, if it fits: each row of the triangle starts with the last number of the
/// row before, and each further number is the sum of its left neighbour and the one above that.
fn bell(n: usize) -> Option<u64> {
    let mut row = vec![1_u64];
    for _ in 0..n {
        let mut next = vec![*row.last()?];
        for above in row {
            next.push(next.last()?.checked_add(above)?);
        }
        row = next;
    }
    row.first().copied()
}
