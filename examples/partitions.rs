//! Partitions of the set {1, ..., n} into blocks. Their number is a Bell number.
//!
//! Elements are **primary** items: each lies in exactly one block. Every non-empty subset is an
//! option. So every choice of disjoint options can be completed, and the search has no dead ends.
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

/// At most this many partitions are printed; the others are only counted.
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
                write!(out, "{{{}}} ", solver.problem().display_option(block))?;
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

/// The n-th Bell number, unless it overflows. Each row of the triangle starts with the last number
/// of the row before. Every other number is the sum of its left neighbour and the number above
/// that.
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
