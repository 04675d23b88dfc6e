//! `quadrille estimate`.

use std::time::Duration;

use clap::Args;
use quadrille::report::{Ending, Estimated};
use quadrille::text::count;
use quadrille::{EngineChoice, EngineName, Settings, Solver};

use super::end::AnswerFormat;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{positive, seconds, until, whole};
use super::message::note;
use super::outcome::{Failure, Outcome};
use super::stop_reason::stop_reason;

/// So many seconds are worth a note, where they could have been saved.
const NOTABLE: f64 = 1.0;

/// Guess how long a walk over all solutions takes
///
/// Random probes guess the nodes of the engine links, the solutions and the seconds, each with
/// bounds that hold the truth in 95 of 100 cases. More probes bring them nearer.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille estimate queens.dlx --probes 100000")]
pub(super) struct Estimate {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Make N probes
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = positive, allow_negative_numbers = true)]
    probes: u64,

    /// The same seed gives the same nodes and solutions, on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,

    /// Stop after so many seconds, such as 10 or 0.5, with the probes that were made
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: AnswerFormat,
}

impl Estimate {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        interrupt.start_clock(self.time);
        let problem = self.problem.read(interrupt)?;
        let limits = until(interrupt.deadline()).cancel(interrupt.token());
        let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
        let answer = Solver::within(problem, &links, &limits).map(|solver| {
            let mut search = solver.search();
            search.limits(limits).estimate(self.probes, self.seed)
        });
        let answer = match answer {
            Ok(answer) => answer,
            Err(stop) => return self.format.end(&Estimated::nothing(stop), None),
        };
        let estimated = Estimated::new(&answer);
        let outcome = self.format.end(&estimated, None)?;
        if estimated.is_answer() && answer.stop.is_limit() {
            let probes = count(answer.value.probes, "probe");
            let reason = stop_reason(answer.stop);
            note(format_args!("stopped by {reason} after {probes}"), None);
        }
        let elapsed = answer.stats.elapsed.as_secs_f64();
        if estimated.is_answer() && elapsed > NOTABLE.max(answer.value.seconds.mean) {
            note(
                "to walk over all solutions may take no longer than this estimate",
                None,
            );
        }
        Ok(outcome)
    }
}
