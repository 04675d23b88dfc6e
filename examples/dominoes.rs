//! Domino tilings of a rectangle: a random one drawn, and how many there are.
//!
//! Cells are **primary** items: each is covered exactly once. An option is a domino on two
//! neighbouring cells. There are as many dominoes as wanted, so a domino is no item. This is a
//! perfect matching of a planar graph, which can also be counted without a search: P. W.
//! Kasteleyn, and H. N. V. Temperley and M. E. Fisher, found in 1961 that an R x C board has
//!
//! ```text
//! product of (4 cos² (πj / (R + 1)) + 4 cos² (πk / (C + 1))), j = 1 .. ⌈R/2⌉, k = 1 .. ⌈C/2⌉
//! ```
//!
//! tilings, which this program compares with the count. Source: Knuth, TAOCP volume 4B, section
//! 7.2.2.1; squares: OEIS A004003.
//!
//! `cargo run --release --example dominoes -- [ROWS COLUMNS] [--dlx]`, by default 6 x 6.

use std::f64::consts::PI;
use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, dominoes::dominoes};

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [rows, columns] = arguments.sizes([6, 6])?;
        let problem = dominoes(rows, columns)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        // The first tiling in order has all dominoes lie the same way: a seed shuffles.
        if let Some(solution) = search.seed(Some(1961)).first().value {
            let mut board = vec![' '; rows * columns];
            for option in &solution {
                // Items are the cells row by row, so neighbours in a row have neighbouring ids.
                if let [one, other] = solver.problem().items_of(option) {
                    let [one, other] = [one.index(), other.index()];
                    let lies = one / columns == other / columns;
                    [board[one], board[other]] = if lies { ['[', ']'] } else { ['∩', '∪'] };
                }
            }
            for row in board.chunks(columns.max(1)) {
                writeln!(out, "{}", row.iter().collect::<String>())?;
            }
        }
        let count = search.seed(None).count().value;
        writeln!(out, "{rows} x {columns}: {count} tilings")?;
        let kasteleyn = kasteleyn(rows, columns);
        // Below this the rounding errors of a few dozen factors do not reach the units.
        if kasteleyn < 1e12 {
            assert_eq!(count, kasteleyn.round() as u64);
        }
        Ok(())
    })
}

fn kasteleyn(rows: usize, columns: usize) -> f64 {
    let cosines = |size: usize| {
        let term = move |j: usize| 4.0 * (PI * j as f64 / (size + 1) as f64).cos().powi(2);
        (1..=size.div_ceil(2)).map(term)
    };
    cosines(rows)
        .flat_map(|row| cosines(columns).map(move |column| row + column))
        .product()
}
