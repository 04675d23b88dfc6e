//! `quadrille sample`.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use quadrille::{CancelToken, Solution, Stop};

use super::diagram::DiagramArguments;
use super::interrupt::Interrupt;
use super::limits::{culprit, whole};
use super::outcome::{Failure, Outcome};
use super::{message, output};

/// Print random solutions, each equally likely
///
/// All solutions are brought into a diagram first, unless FILE is one that 'compile' wrote, with
/// --to nnf or zdd. Solutions are drawn independently: one can come twice.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sample dominoes.dlx -n 3 --seed 7")]
pub(super) struct Sample {
    #[command(flatten)]
    diagram: DiagramArguments,

    /// Print K solutions
    #[arg(short, value_name = "K", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    n: u64,

    /// The same seed gives the same solutions, on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,
}

impl Sample {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.diagram.limits.start_clock(interrupt);
        let source = match self.diagram.read(interrupt)? {
            Ok(source) => source,
            Err(stopped) => return Ok(stopped),
        };
        let deadline = interrupt.deadline();
        let mut sampler = source.diagram.sampler(self.seed);
        let mut out = output::stdout();
        let mut ended = source.outcome();
        let mut token = None;
        for number in 0..self.n {
            // Nothing is printed yet that an early end could lose.
            if number == 0 {
                interrupt.step("while drawing the first solution");
            }
            let Some(solution) = sampler.next() else {
                message::say("no solution");
                break;
            };
            if number == 0 {
                token = Some(interrupt.token());
            }
            let stop = if token.is_some_and(CancelToken::is_cancelled) {
                Some(Stop::Cancelled)
            } else {
                let is_over = deadline.is_some_and(|end| Instant::now() >= end);
                is_over.then_some(Stop::Time)
            };
            if let Some(stop) = stop {
                let drawn = message::count(number, "solution");
                message::say(format_args!("stopped by {} after {drawn}", culprit(stop)));
                ended = Outcome::of(stop, number > 0);
                break;
            }
            let separated = if number > 0 { writeln!(out) } else { Ok(()) };
            separated
                .and_then(|()| write(&mut out, &solution, |option| source.name(option)))
                .map_err(Failure::Write)?;
        }
        out.flush().map_err(Failure::Write)?;
        Ok(ended)
    }
}

fn write(
    out: &mut impl Write,
    solution: &Solution,
    name: impl Fn(quadrille::OptionId) -> String,
) -> io::Result<()> {
    for option in solution {
        writeln!(out, "{}", name(option))?;
    }
    Ok(())
}
