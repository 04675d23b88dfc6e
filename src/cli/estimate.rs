//! `quadrille estimate`.

use std::io::Write;

use clap::Args;
use quadrille::count::Interval;
use quadrille::{EngineChoice, EngineName, Settings, Solver, Stop};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{culprit, positive, seconds, until, whole};
use super::outcome::{Failure, Outcome};
use super::{message, output};

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
    time: Option<std::time::Duration>,
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
            Err(stop) => return Ok(stopped(stop)),
        };
        let guess = answer.value;
        if guess.probes < 2 && answer.stop != Stop::Exhausted {
            return Ok(stopped(answer.stop));
        }
        if answer.stop != Stop::Exhausted {
            message::note(format_args!(
                "stopped by {} after {}",
                culprit(answer.stop),
                message::count(guess.probes, "probe")
            ));
        }
        let solutions = guess.solutions.map_or_else(
            || "unknown: no probe met one".to_owned(),
            |solutions| show(solutions, 0),
        );
        let mut out = output::stdout();
        writeln!(out, "nodes: {}", show(guess.nodes, 0))
            .and_then(|()| writeln!(out, "solutions: {solutions}"))
            .and_then(|()| writeln!(out, "seconds: {}", show(guess.seconds, 3)))
            .and_then(|()| out.flush())
            .map_err(Failure::Write)?;
        let elapsed = answer.stats.elapsed.as_secs_f64();
        if elapsed > NOTABLE && elapsed > guess.seconds.mean {
            message::note("to walk over all solutions may take no longer than this estimate");
        }
        // Fewer probes than were asked for are an answer too, if a rougher one.
        Ok(match answer.stop {
            Stop::Cancelled => Outcome::Interrupted,
            _ => Outcome::Answered,
        })
    }
}

/// Says that a limit stopped it before there was anything to say.
fn stopped(stop: Stop) -> Outcome {
    let culprit = culprit(stop);
    message::say(format_args!("stopped by {culprit}: nothing to tell"));
    Outcome::of(stop, false)
}

/// `12, between 10 and 14`
fn show(interval: Interval, decimals: usize) -> String {
    let number = |value: f64| {
        if value < 1e15 {
            format!("{value:.decimals$}")
        } else {
            format!("{value:.3e}")
        }
    };
    let [mean, low, high] = [interval.mean, interval.low, interval.high].map(number);
    format!("{mean}, between {low} and {high}")
}
