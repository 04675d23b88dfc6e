//! Latin squares of order n: n x n cells, with each symbol once in every row and every column.
//!
//! All items are **primary**: "cell (i, j) is filled", "row i has symbol k" and "column j has
//! symbol k". An option puts symbol k into cell (i, j) and covers one item of each kind. Sudoku has
//! a fourth kind of item, for the boxes.
//!
//! Source: Euler, "Recherches sur une nouvelle espèce de quarrés magiques" (1782); Knuth, TAOCP
//! volume 4B, section 7.2.2.1. Counts: OEIS A002860.
//!
//! The program builds a diagram of all squares and prints a random one from it. All are equally
//! likely.
//!
//! `cargo run --release --example latin_squares -- [N] [--dlx]`, by default of order 5. Order 6
//! takes a while and much memory.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, digit::digit, latin_squares::latin_squares};

/// The counts for orders 0, 1, 2, ...
const KNOWN: [u64; 7] = [1, 1, 2, 12, 576, 161_280, 812_851_200];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n] = arguments.sizes([5])?;
        let problem = latin_squares(n)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let answer = solver.search().diagram();
        let diagram = answer.value.ok_or("no limit was set")?;
        if let Some(solution) = diagram.sampler(1782).next() {
            // Options run over the cells row by row, and in each over the symbols.
            for (cell, option) in solution.options().iter().enumerate() {
                let end = if (cell + 1) % n == 0 { "\n" } else { " " };
                write!(out, "{}{end}", digit(option.index() % n))?;
            }
        }
        let count = diagram.count();
        writeln!(out, "order {n}: {count} Latin squares")?;
        if let Some(&known) = KNOWN.get(n) {
            assert_eq!(count, known);
        }
        Ok(())
    })
}
