//! Colourings of the Petersen graph in which neighbours have different colours.
//!
//! Every vertex is a **primary** item: it has one colour. For each edge and colour there is a
//! **secondary** item, covered at most once, so the two ends of an edge never have the same colour.
//!
//! Source: the chromatic polynomial of the Petersen graph, OEIS A296913, gives the counts.
//!
//! `cargo run --release --example graph_colouring -- [COLOURS] [--dlx]`, by default 3 colours.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, graph_colouring};

/// The counts for 0, 1, 2, ... colours.
const KNOWN: [u64; 6] = [0, 0, 0, 120, 12_960, 332_880];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [colours] = arguments.sizes([3])?;
        let edges = graph_colouring::petersen();
        let problem = graph_colouring::graph_colouring(10, &edges, colours)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        if let Some(solution) = search.first().value {
            for option in &solution {
                let (vertex, colour) = (option.index() / colours, option.index() % colours);
                writeln!(out, "vertex {vertex}: colour {colour}")?;
            }
        }
        let count = search.count().value;
        writeln!(out, "{count} colourings")?;
        if let Some(&known) = KNOWN.get(colours) {
            assert_eq!(count, known);
        }
        Ok(())
    })
}
