//! Three jobs for three people: a complete program to copy and change.
//!
//! Every person and every job is a **primary** item: covered exactly once. An option gives a job to
//! a person who can do it. The problem is invented; its two solutions are easy to find by hand.
//!
//! `cargo run --example jobs`

use std::error::Error;
use std::io::{self, Write};

use quadrille::{Problem, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = Problem::builder();
    for item in ["Ann", "Bob", "Cleo", "cook", "drive", "sing"] {
        builder.primary(item)?;
    }
    let abilities = [
        ("Ann", "cook"),
        ("Ann", "sing"),
        ("Bob", "cook"),
        ("Bob", "drive"),
        ("Cleo", "drive"),
        ("Cleo", "sing"),
    ];
    for (person, job) in abilities {
        builder.option([person, job])?; // numbered 0, 1, 2, ...
    }
    let solver = Solver::new(builder.build());
    let mut out = io::stdout().lock();
    for (number, solution) in solver.search().solutions().enumerate() {
        writeln!(out, "Solution {}:", number + 1)?;
        for option in &solution {
            let (person, job) = abilities[option.index()];
            writeln!(out, "  {job}: {person}")?;
        }
    }
    assert_eq!(solver.search().count().value, 2);
    Ok(())
}
