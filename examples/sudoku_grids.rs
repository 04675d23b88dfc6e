//! Counts all sudoku grids: 6,670,903,752,021,072,936,960 with 3 x 3 boxes.
//!
//! The first bands fall into classes with equally many completions: 44 for 3 x 3 boxes. One
//! exact-cover problem holds a band of each class. Each class is a question with a *multiplicity*:
//! each of its solutions stands for as many grids. The question has a unit for each split of the
//! first stack, which is counted with memory. The encoding and the reasons are in
//! `puzzles/sudoku_grids.rs`.
//!
//! With `--ledger FILE` each counted unit is saved. If the program is stopped, the same command
//! continues with the other units. The total is added up from the records, with a proof that they
//! are the whole search.
//!
//! Source: B. Felgenhauer and F. Jarvis, "Enumerating possible sudoku grids", 2005; OEIS A107739
//! for square boxes, A291187 for others.
//!
//! `cargo run --release --example sudoku_grids -- [R C] [--threads T] [--ledger FILE] [--dlx]`, by
//! default for boxes of 2 x 3 cells and two threads. The boxes 3 x 3 take some minutes.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use quadrille::units::{Ledger, Runner, Unit};
use quadrille::{Count, Method, Question, Settings, Solver, Step, Want, text};

mod puzzles;
use puzzles::{
    arguments::run,
    sudoku_grids::{Grids, sudoku_grids},
};

/// The rows and columns of boxes, the first bands, their classes, and the grids.
const KNOWN: [(usize, usize, u64, usize, &str); 5] = [
    (2, 2, 96, 2, "288"),
    (2, 3, 25_920, 3, "28200960"),
    (3, 2, 460_800, 4, "28200960"),
    (2, 4, 23_224_320, 5, "29136487207403520"),
    (3, 3, 948_109_639_680, 44, "6670903752021072936960"),
];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let threads = match arguments.value("--threads")? {
            Some(word) => word.parse()?,
            None => 2,
        };
        let file = arguments.value("--ledger")?;
        let [rows, columns] = arguments.sizes([2, 3])?;
        let known = KNOWN
            .iter()
            .find(|known| (known.0, known.1) == (rows, columns));
        let Some(&(_, _, bands, classes, expected)) = known else {
            return Err("expected boxes of 2 x 2, 2 x 3, 3 x 2, 2 x 4 or 3 x 3".into());
        };
        let grids = sudoku_grids(rows, columns)?;
        if dlx {
            return Ok(text::dlx::write(&grids.problem, out)?);
        }
        assert_eq!(grids.classes.len(), classes);
        assert_eq!(
            grids.classes.iter().map(|class| class.bands).sum::<u64>(),
            bands
        );
        writeln!(out, "{bands} first bands in {classes} classes")?;
        let total = count(grids, threads, file.as_deref())?;
        writeln!(out, "{rows} x {columns}: {total} grids")?;
        assert_eq!(total.to_string(), expected);
        Ok(())
    })
}

fn count(grids: Grids, threads: usize, file: Option<&str>) -> Result<Count, Box<dyn Error>> {
    let name = "sudoku_grids";
    // Few states repeat in a fixed order of the items, so a sweep would only take memory.
    let settings = Settings::new().policy("sweep.least", f64::INFINITY)?;
    let solver = Solver::with_settings(grids.problem, &settings);
    let problem = solver.problem();
    let root = Unit::new(
        problem,
        name,
        Question {
            want: Want::Count(Method::Auto),
            ..Question::default()
        },
    );
    let mut units = Vec::new();
    for class in &grids.classes {
        let mut root = root.clone().times(class.times.into());
        root.question.assumptions.force(class.option);
        units.extend(grids.splits.iter().map(|&option| {
            let step = Step {
                option,
                is_used: true,
            };
            root.clone().part([step].into_iter().collect())
        }));
    }
    let mut ledger = match file {
        Some(file) => Ledger::open(file, problem, name)?,
        None => Ledger::to_output(Box::new(io::sink()), problem, name),
    };
    let mut shown = None;
    let runner = Runner::new(&solver).threads(threads).method(Method::Memo);
    runner.run(&units, &mut ledger, |progress| {
        let percent = 100 * progress.complete / progress.units;
        if shown.replace(percent) != Some(percent) {
            // If standard error is closed, nothing is lost.
            let _ = writeln!(
                io::stderr(),
                "{} of {} units, {:.0} s",
                progress.complete,
                progress.units,
                progress.elapsed.as_secs_f64()
            );
        }
    })?;
    let proof = ledger.prove(&units)?;
    match proof.missing.len() {
        0 => Ok(proof.total),
        missing => Err(format!("{missing} units were not counted").into()),
    }
}
