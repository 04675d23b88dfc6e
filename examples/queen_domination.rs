//! Queen domination: the smallest number of queens that attack or occupy every cell of a
//! chessboard. Five queens suffice on 8 x 8, in 4860 ways.
//!
//! Every cell is attacked or occupied at least once, so its item has a **multiplicity**: it is
//! covered 1 to m times. The number of queens is an item too: every option covers it, exactly m
//! times in all.
//!
//! Source: C. F. de Jaenisch, Traité des applications de l'analyse mathématique au jeu des
//! échecs (1862); Knuth, TAOCP volume 4B, section 7.2.2.1, on multiplicities. OEIS A002563 counts
//! the placements up to symmetry.
//!
//! `cargo run --release --example queen_domination -- [N QUEENS] [--dlx]`, by default 7 and 4.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, queen_domination::queen_domination};

/// The side of the board, the number of queens, and the count.
const KNOWN: [(usize, usize, u64); 5] =
    [(4, 2, 12), (5, 3, 186), (6, 3, 4), (7, 4, 86), (8, 5, 4860)];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [n, queens] = arguments.sizes([7, 4])?;
        let problem = queen_domination(n, u32::try_from(queens)?)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        if let Some(solution) = search.first().value {
            let has_queen = |cell: usize| solution.iter().any(|option| option.index() == cell);
            for row in 0..n {
                for column in 0..n {
                    let sign = if has_queen(n * row + column) {
                        "♛"
                    } else {
                        "·"
                    };
                    write!(out, " {sign}")?;
                }
                writeln!(out)?;
            }
        }
        let count = search.count().value;
        writeln!(
            out,
            "{queens} queens dominate {n} x {n}: {count} placements"
        )?;
        if let Some(known) = KNOWN.iter().find(|known| (known.0, known.1) == (n, queens)) {
            assert_eq!(count, known.2);
        }
        Ok(())
    })
}
