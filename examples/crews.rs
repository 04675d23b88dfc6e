//! Crew pairing: exactly one crew flies each flight of a day, and every crew starts and ends at
//! home. Which assignment costs least?
//!
//! Each flight is a **primary** item. An option is a day of one crew: a chain of flights from home
//! to home, with a **cost**. An item with a **multiplicity** bounds the number of crews.
//!
//! Source: airlines solve such problems with millions of options, see R. Marsten and F. Shepardson,
//! "Exact solution of crew scheduling problems using the set partitioning model", Networks 11
//! (1981) 165-177. The flights and costs here are invented, and the known answer was found by this
//! program.
//!
//! `cargo run --release --example crews -- [CREWS] [--dlx]`, by default with at most 4 crews.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::arguments::run;
use puzzles::crews::{FLIGHTS, crews};

/// The least cost with at most 4 crews, and the number of plans that share it.
const LEAST: i64 = 39;
const TIES: u64 = 4;

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [most] = arguments.sizes([4])?;
        let problem = crews(&FLIGHTS, u32::try_from(most.max(1))?)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let best = solver.search().best(1).value;
        let Some(least) = best.cost() else {
            writeln!(out, "{most} crews are not enough")?;
            return Ok(());
        };
        for option in &best.solutions[0].solution {
            let cost = solver.problem().cost(option);
            writeln!(out, "{cost:3}  {}", solver.problem().display_option(option))?;
        }
        writeln!(out, "cost {least}, and {} plans share it", best.ties)?;
        assert!(best.is_optimal());
        if most == 4 {
            assert_eq!(least, LEAST);
            assert_eq!(best.ties, TIES);
        }
        Ok(())
    })
}
