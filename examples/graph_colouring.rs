//! Colourings of the Petersen graph, neighbours in different colours.
//!
//! Every vertex is a **primary** item; that an edge does not have the same colour at both ends is
//! a **secondary** item for each edge and colour, covered at most once.
//!
//! Counts: the chromatic polynomial of the Petersen graph (OEIS A296913).
//!
//! `cargo run --release --example graph_colouring -- [COLOURS] [--dlx]`, by default 3 colours.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, graph_colouring};

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
