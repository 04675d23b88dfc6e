//! `quadrille best`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use quadrille::{Answer, Best as Cheapest, EngineChoice, EngineName, Problem, Settings, Stop};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{COMPILING, LimitArguments, culprit, positive};
use super::outcome::{Failure, Outcome};
use super::solve::{Format, write_options, write_text};
use super::{message, output, stats};

/// How long solutions are printed after a limit or a signal.
const PRINTING: Duration = Duration::from_millis(250);

/// Print the cheapest solutions of a problem
///
/// The cheapest comes first; those of the same cost come in the order of their options. The last
/// line says how many solutions share the least cost; with JSON it goes to standard error. If a
/// limit or Ctrl-C stops the search, what was found is printed, and what is proved is told on
/// standard error.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille best crews.dlx -k 3 --format json")]
pub(super) struct Best {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Print the K cheapest [default: 1]
    #[arg(short, value_name = "K", value_parser = positive, allow_negative_numbers = true)]
    k: Option<u64>,

    /// Print one of the cheapest and do not look for others of the same cost
    #[arg(long)]
    one: bool,

    /// How solutions are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,

    #[command(flatten)]
    limits: LimitArguments,

    /// Tell on standard error what the search did
    #[arg(long)]
    stats: bool,
}

impl Best {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if self.one && self.k.is_some() {
            return Err(Failure::Usage(
                "'--one' asks for one solution and '-k' for the cheapest ones: give one of them",
            ));
        }
        // Another engine than `costs` will not be asked.
        let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
        self.limits.start_clock(interrupt);
        let problem = self.problem.read(interrupt)?;
        let solver = match self.limits.compile(problem, &links, interrupt) {
            Ok(solver) => solver,
            Err(stop) => return Ok(self.tell_stopped(stop)),
        };
        interrupt.step(COMPILING);
        let mut search = solver.search();
        search.limits(self.limits.question(interrupt));
        let answer = if self.one {
            search.cheapest()
        } else {
            search.best(usize::try_from(self.k.unwrap_or(1)).unwrap_or(usize::MAX))
        };
        self.write(&mut output::stdout(), solver.problem(), &answer)
            .map_err(Failure::Write)?;
        // In JSON every line is a solution.
        if let (Format::Json, Some(tally)) = (self.format, self.tally(&answer)) {
            message::say(tally);
        }
        tell_end(&answer);
        if self.stats {
            stats::tell_engine(&"costs", "the cheapest are asked for");
            stats::tell_walk(&answer.stats, answer.stop, None);
        }
        Ok(Outcome::of(answer.stop, answer.value.least().is_some()))
    }

    /// Tells that a limit stopped it before the search began.
    fn tell_stopped(&self, stop: Stop) -> Outcome {
        let culprit = culprit(stop);
        message::say(format_args!(
            "stopped by {culprit}: no solution found; none costs less than 0"
        ));
        if self.stats {
            stats::tell_end(stop);
        }
        Outcome::of(stop, false)
    }

    fn write(
        &self,
        output: &mut impl Write,
        problem: &Problem,
        answer: &Answer<Cheapest>,
    ) -> io::Result<()> {
        let solutions = &answer.value.solutions;
        // What a stopped search has found is printed, but not for minutes.
        let begun = Instant::now();
        for (place, costed) in solutions.iter().enumerate() {
            if answer.stop.is_limit() && begun.elapsed() > PRINTING {
                message::say(format_args!(
                    "{} of {} solutions printed",
                    place,
                    solutions.len()
                ));
                break;
            }
            match self.format {
                Format::Text => {
                    if place > 0 {
                        writeln!(output)?;
                    }
                    write_text(output, problem, &costed.solution)?;
                    writeln!(output, "cost {}", costed.cost)?;
                }
                Format::Json => {
                    write!(output, "{{\"cost\":{},", costed.cost)?;
                    write_options(output, problem, &costed.solution)?;
                    writeln!(output, "}}")?;
                }
            }
        }
        if let (Format::Text, Some(tally)) = (self.format, self.tally(answer)) {
            writeln!(output, "\n{tally}")?;
        }
        output.flush()
    }
}

impl Best {
    /// How many share the least cost, if that was asked and is known.
    fn tally(&self, answer: &Answer<Cheapest>) -> Option<String> {
        let least = answer.value.least()?;
        let ties = &answer.value.ties;
        (answer.is_complete() && !self.one).then(|| match ties.to_u64() {
            Some(1) => format!("1 solution has the least cost {least}"),
            _ => format!("{ties} solutions share the least cost {least}"),
        })
    }
}

/// Says that there is no solution, or what is proved where a limit stopped the search.
fn tell_end(answer: &Answer<Cheapest>) {
    let best = &answer.value;
    match (answer.stop, best.least()) {
        (Stop::Exhausted, None) => message::say("no solution"),
        (Stop::Exhausted, Some(_)) => {}
        (stop, None) => message::say(format_args!(
            "stopped by {}: no solution found; none costs less than {}",
            culprit(stop),
            best.bound
        )),
        (stop, Some(least)) if best.is_optimal() => message::say(format_args!(
            "stopped by {}: the least cost is {least}, and at least {} it",
            culprit(stop),
            match best.ties.to_u64() {
                Some(1) => "1 solution has".to_owned(),
                _ => format!("{} solutions share", best.ties),
            }
        )),
        (stop, Some(least)) => message::say(format_args!(
            "stopped by {}: the least cost found is {least}, none is less than {}: a gap of {}",
            culprit(stop),
            best.bound,
            least - best.bound
        )),
    }
}
