//! Domino tilings of a rectangle: draws a random tiling and counts all of them.
//!
//! Cells are **primary** items: each is covered exactly once. An option is a domino on two
//! neighbouring cells. Any number of dominoes may be used, so dominoes are not items. A tiling is a
//! perfect matching of a planar graph, and these can be counted by a formula: P. W. Kasteleyn, and
//! H. N. V. Temperley and M. E. Fisher, found in 1961 that an R x C board has
//!
//! ```text
//! product of (4 cos² (πj / (R + 1)) + 4 cos² (πk / (C + 1))), j = 1 .. ⌈R/2⌉, k = 1 .. ⌈C/2⌉
//! ```
//!
//! tilings, which this program compares with the count. Source: Knuth, TAOCP volume 4B, section
//! 7.2.2.1; squares: OEIS A004003.
//!
//! The program does not visit the tilings one by one: it counts states. If a side is at most 12, it
//! also builds a diagram of all tilings, and draws a random one from it. All are equally likely.
//!
//! `cargo run --release --example dominoes -- [ROWS COLUMNS] [--svg | --dlx]`, by default 6 x 6;
//! `--svg` prints only the drawing.

use std::f64::consts::PI;
use std::io::Write;
use std::process::ExitCode;

use quadrille::draw::Picture;
use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, dominoes::dominoes};

/// Boards with a shorter side up to this are drawn.
const DRAWN: usize = 12;

/// Sides of squares, and their tilings.
const KNOWN: [(usize, &str); 3] = [
    (12, "53060477521960000"),
    (14, "112202208776036178000000"),
    (16, "2444888770250892795802079170816"),
];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let svg = arguments.flag("--svg");
        let [rows, columns] = arguments.sizes([6, 6])?;
        let packing = dominoes(rows, columns)?;
        if dlx {
            return Ok(text::dlx::write(packing.problem(), out)?);
        }
        if svg && rows.min(columns) > DRAWN {
            return Err(format!("expected a side of at most {DRAWN} for a drawing").into());
        }
        let mut counter = Solver::new(packing.problem().clone()).search();
        if rows.min(columns) <= DRAWN {
            let diagram = counter.diagram().value;
            let solution = diagram.and_then(|diagram| diagram.sampler(1961).next());
            let mut picture = Picture::new(rows, columns);
            for (number, domino) in solution
                .iter()
                .flat_map(|s| packing.placements(s))
                .enumerate()
            {
                let [[_, row, column], [_, below, _]] = domino.cells[..] else {
                    continue;
                };
                // Four colours: by direction, and by the colour of the first cell on a chessboard.
                let colour = 2 * usize::from(row == below) + (row + column) as usize % 2;
                for [_, row, column] in domino.cells {
                    let cell = picture.set(row as usize, column as usize, number);
                    cell.colour(2 * colour);
                }
            }
            if svg {
                return Ok(out.write_all(picture.to_svg().as_bytes())?);
            }
            if solution.is_some() {
                write!(out, "{}", picture.to_text(false))?;
            }
        }
        let count = counter.count().value;
        writeln!(out, "{rows} x {columns}: {count} tilings")?;
        if let Some((_, known)) = KNOWN
            .iter()
            .find(|(size, _)| [*size, *size] == [rows, columns])
        {
            assert_eq!(count.to_string(), *known);
        }
        let kasteleyn = kasteleyn(rows, columns);
        // Below this, the rounding errors of a few dozen factors are less than one half.
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
