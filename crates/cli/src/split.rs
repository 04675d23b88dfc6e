//! `quadrille split`.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use quadrille_core::text::quantity;
use quadrille_core::{Budget, Method, Question, Want};
use quadrille_report::Stopped;
use quadrille_units::{Grain, split};

use super::Execute;
use super::assume::AssumeArguments;
use super::end::AnswerFormat;
use super::estimate::compile;
use super::help::ENGINE;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{Engine, TimeArguments, positive, seconds, until};
use super::memory_limit::{MemoryArguments, Tables};
use super::message::note;
use super::outcome::{Failure, Outcome};
use super::pages::OutputArguments;

/// The number of units without a flag.
const PARTS: u64 = 1000;

/// Split a count into units, one per line
///
/// A unit is a part of the search that any machine can count with 'run'. 'merge' adds up the
/// results and proves that no part is missing. The heaviest unit is split again and again, on an
/// item that must be covered exactly once: each new unit uses another option of it. The weight of a
/// unit is its estimated number of nodes, from random probes.
///
/// The same command makes the same units on every machine, except with --seconds.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille split queens.dlx -o units.jsonl
  quadrille split dominoes.dlx --parts 50 --force 0 > units2.jsonl")]
pub(super) struct Split {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Make at least N units [default: 1000]
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    parts: Option<u64>,

    /// Make units whose walk takes at most about this time, such as 60 or 5m
    ///
    /// It is the time on one core of this machine.
    #[arg(long, value_name = "SECS", value_parser = some_seconds, conflicts_with = "parts", allow_negative_numbers = true)]
    seconds: Option<Duration>,

    #[command(flatten)]
    assume: AssumeArguments,

    #[command(flatten)]
    time: TimeArguments,

    #[command(flatten)]
    memory: MemoryArguments,

    #[command(flatten)]
    output: OutputArguments,

    /// The engine whose walk is estimated
    #[arg(long, value_enum, value_name = "NAME", default_value_t, help_heading = ENGINE, hide_short_help = true)]
    engine: Engine,
}

/// Reads a time above 0.
fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => Err("expected a time above 0".to_owned()),
        time => Ok(time),
    }
}

impl Execute for Split {
    fn prints(&self) -> bool {
        self.output.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        interrupt.start_clock(self.time.limit);
        let problem = self.problem.read(interrupt)?;
        let mut output = self.output.open_without_pictures(self.problem.path())?;
        let source = self.problem.words();
        let assumed = self.assume.of_problem(&problem, &source, interrupt)?;
        let limits = until(interrupt).cancel(interrupt.token());
        // The tables of 'run' may take as much.
        let memory = (self.memory, Tables::Part);
        let units = compile(problem, self.engine, memory, &limits).and_then(|solver| {
            let question = Question {
                want: Want::Count(Method::Auto),
                assumptions: assumed.assumptions.clone(),
                ..Question::default()
            };
            let grain = match self.seconds {
                Some(seconds) => Grain::Seconds(seconds.as_secs_f64()),
                None => {
                    let parts = self.parts.unwrap_or(PARTS);
                    Grain::Units(usize::try_from(parts).unwrap_or(usize::MAX))
                }
            };
            let name = problem_name(self.problem.path());
            split(&solver, &name, &question, grain, &Budget::start(&limits))
        });
        let units = match units {
            Ok(units) => units,
            Err(stop) => return AnswerFormat::Text.end(&Stopped::new(stop), None),
        };
        interrupt.print();
        for unit in &units {
            writeln!(output, "{unit}").map_err(Failure::Write)?;
        }
        output.flush().map_err(Failure::Write)?;
        if self.parts.is_some_and(|parts| (units.len() as u64) < parts) {
            let units = quantity(units.len(), "unit");
            note(format_args!("only {units}: they cannot be split further"));
        }
        Ok(Outcome::Answered)
    }
}

/// The name of a problem in units and messages: the name of its file without the folders.
pub(super) fn problem_name(path: Option<&Path>) -> String {
    let name = path.and_then(Path::file_name);
    name.map_or_else(
        || "<stdin>".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}
