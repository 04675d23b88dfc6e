//! `quadrille count`.

use std::io::Write;

use clap::Args;
use quadrille::{Solver, Stop};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{SearchArguments, culprit, positive};
use super::outcome::{Failure, Outcome};
use super::{message, output, stats};

/// Count the solutions of a problem
///
/// Prints one number. If a limit or Ctrl-C stops the search before all solutions are counted,
/// nothing is printed but how many there are at least, on standard error.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille count pentominoes.dlx --time 10 --stats")]
pub(super) struct Count {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Count up to N: print N if there are as many or more
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    #[command(flatten)]
    search: SearchArguments,
}

impl Count {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let solver = Solver::with(self.problem.read()?, &self.search.settings());
        self.search.note_engine(&solver);
        let mut search = solver.search();
        let mut limits = self.search.limits.limits(interrupt);
        if let Some(limit) = self.limit {
            limits = limits.solutions(limit);
        }
        let answer = search.limits(limits).count();
        match answer.stop {
            Stop::Exhausted | Stop::Solutions => {
                let mut output = output::stdout();
                writeln!(output, "{}", answer.value)
                    .and_then(|()| output.flush())
                    .map_err(Failure::Write)?;
            }
            stop => message::say(format_args!(
                "at least {}: stopped by {}",
                answer.value,
                culprit(stop)
            )),
        }
        if self.search.stats {
            stats::tell(&solver, &answer.stats, answer.stop, None);
        }
        Ok(Outcome::of(answer.stop, !answer.value.is_zero()))
    }
}
