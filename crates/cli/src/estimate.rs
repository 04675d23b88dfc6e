//! `quadrille estimate`.

use std::time::Duration;

use clap::Args;
use quadrille_core::text::quantity;
use quadrille_core::{Budget, Limits, Problem, Settings, Solver, Stop};
use quadrille_report::{Ending, Estimated};

use super::Execute;
use super::assume::AssumeArguments;
use super::end::AnswerFormat;
use super::help::{ENGINE, LIMITS, OUTPUT};
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{Engine, note_engine, positive, seconds, until, whole};
use super::memory_limit::{MemoryArguments, Tables};
use super::message::{note, note_with};
use super::outcome::{Failure, Outcome};
use super::stop_reason::stop_reason;

/// An estimate that took longer than this, and longer than the walk would, gets a note.
const NOTABLE: f64 = 1.0;

/// How long the probes may take without a flag. Most problems need less than a second.
const PROBING: Duration = Duration::from_secs(10);

/// How long the command tries to count, unless its own time limit leaves less.
const TRIAL: Duration = Duration::from_secs(1);

/// The trial takes at most this part of the time that is left.
const PART: u32 = 4;

/// Estimate how long it takes to visit or to count all solutions
///
/// Random probes estimate the nodes, solutions and time of a walk through all solutions, such as
/// 'solve -n 0'. The bounds of nodes and solutions contain the true value in about 95 of 100 cases;
/// more probes tighten them. Times follow from the measured speed. Their bounds are widened by a
/// factor of 2; on a busy machine the true time may still lie outside them. Then the command tries
/// to count, for at most a second, and at most a quarter of --time. If that finishes, it prints the
/// method and time of 'count', and the number of solutions is exact.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille estimate queens.dlx\n  quadrille estimate queens.dlx --probes 100000 --seed 7"
)]
pub(super) struct Estimate {
    #[command(flatten)]
    problem: ProblemArguments,

    #[command(flatten)]
    assume: AssumeArguments,

    /// Make N probes
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = positive, allow_negative_numbers = true)]
    probes: u64,

    /// Choose the probes by this seed: the same seed makes the same probes on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,

    /// Stop after this time, and estimate from the probes made so far [default: 10 seconds of
    /// probes]
    ///
    /// The time is seconds, such as 60 or 0.5, or has a unit, such as 500ms, 5m or 2h.
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true, help_heading = LIMITS)]
    time: Option<Duration>,

    #[command(flatten)]
    memory: MemoryArguments,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = OUTPUT)]
    format: AnswerFormat,

    /// The engine whose walk is estimated
    #[arg(long, value_enum, value_name = "NAME", default_value_t, help_heading = ENGINE, hide_short_help = true)]
    engine: Engine,
}

/// Compiles a problem to estimate its walk with this engine. Reports if the solver uses another
/// one.
pub(super) fn compile(
    problem: Problem,
    engine: Engine,
    (memory, tables): (MemoryArguments, Tables),
    limits: &Limits,
) -> Result<Solver, Stop> {
    let settings = memory.bound(Settings::new().engine(engine.into()), tables);
    let solver = Solver::within(problem, &settings, limits)?;
    note_engine(engine, &solver, memory, tables);
    Ok(solver)
}

impl Execute for Estimate {
    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        interrupt.start_clock(self.time);
        let problem = self.problem.read(interrupt)?;
        let source = self.problem.words();
        let assumed = self.assume.of_problem(&problem, &source, interrupt)?;
        let limits = until(interrupt).cancel(interrupt.token());
        let memory = (self.memory, Tables::All);
        let solver = match compile(problem, self.engine, memory, &limits) {
            Ok(solver) => solver,
            Err(stop) => return self.format.end(&Estimated::nothing(stop), None),
        };
        let mut search = solver.search();
        search.assume(assumed.assumptions.clone());
        let (probing, trial) = match Budget::start(&until(interrupt)).time_left() {
            Some(left) => {
                let trial = TRIAL.min(left / PART);
                (left - trial, trial)
            }
            None => (PROBING, TRIAL),
        };
        let probing = Limits::new().time(probing).cancel(interrupt.token());
        let answer = search.limits(probing).estimate(self.probes, self.seed);
        let mut estimated = Estimated::new(&answer);
        let mut has_no_solution = false;
        if estimated.is_answer() {
            let limits = Limits::new().time(trial).memory(self.memory.most);
            let counted = search.limits(limits.cancel(interrupt.token())).count();
            has_no_solution = counted.is_complete() && counted.value.is_zero();
            estimated = estimated.with_count(&counted);
        }
        let outcome = self.format.end(&estimated, None)?;
        if estimated.is_answer() && answer.stop.is_limit() {
            let probes = quantity(answer.value.probes, "probe");
            let reason = stop_reason(answer.stop);
            let help = (answer.stop == Stop::Time).then_some("allow more seconds with --time");
            note_with(format_args!("stopped by {reason} after {probes}"), help);
        }
        let elapsed = answer.stats.elapsed.as_secs_f64();
        if estimated.is_answer() && elapsed > NOTABLE.max(answer.value.seconds.mean) {
            note("the walk itself may take less time than this estimate took");
        }
        if has_no_solution {
            assumed.end(Outcome::NoSolution);
        }
        Ok(outcome)
    }
}
