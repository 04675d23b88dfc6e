//! Soma: Piet Hein's cube of 3 x 3 x 3 cells, assembled from the seven non-convex pieces of three
//! or four cubes.
//!
//! All items are **primary**: every piece is used and every cell is filled, exactly once. An option
//! is a piece in one of its orientations at one place. Pieces may be rotated, but not reflected.
//! The cube has 24 rotations and 24 reflections, so each essentially different assembly is found 48
//! times.
//!
//! Source: Piet Hein, in the 1930s; its 240 essentially different assemblies were first listed, by
//! hand, by J. H. Conway and M. J. T. Guy (1961); Knuth, TAOCP volume 4B, section 7.2.2.1, on
//! polycubes.
//!
//! `cargo run --release --example soma -- [--dlx]`

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, soma};

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [] = arguments.sizes([])?;
        let packing = soma::soma()?;
        if dlx {
            return Ok(text::dlx::write(packing.problem(), out)?);
        }
        let mut search = Solver::new(packing.problem().clone()).search();
        if let Some(solution) = search.first().value {
            // The three layers, side by side.
            write!(out, "{}", packing.picture(&solution).to_text(false))?;
        }
        let count = search.count().value;
        writeln!(out, "{count} assemblies, 48 of each of 240")?;
        assert_eq!(count, 48 * 240);
        Ok(())
    })
}
