//! `quadrille count`.

use std::io::Write;

use clap::{Args, ValueEnum};
use quadrille::count::{self, Counter};
use quadrille::{Solver, Stop};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{SearchArguments, culprit, positive, size};
use super::outcome::{Failure, Outcome};
use super::{message, output, stats};

/// Count the solutions of a problem
///
/// Prints one number. If a limit or Ctrl-C stops the search before all solutions are counted,
/// nothing is printed but how many there are at least, on standard error.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille count dominoes.dlx --time 10 --stats")]
pub(super) struct Count {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Count up to N: print N if there are as many or more
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// How solutions are counted
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    method: Method,

    /// The most memory for states that were met before, such as 500M or 2G
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1G")]
    memory: usize,

    #[command(flatten)]
    search: SearchArguments,
}

/// A way to count, as it is asked for.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Method {
    /// A short walk, then with memory if that is shorter; a walk if --engine is given
    #[default]
    Auto,
    /// Visit all solutions one by one
    Walk,
    /// Remember the states that were met before: many more solutions can be counted
    Memo,
}

impl Count {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let solver = Solver::with(self.problem.read()?, &self.search.settings());
        self.search.note_engine(&solver);
        let mut limits = self.search.limits.limits(interrupt);
        if let Some(limit) = self.limit {
            limits = limits.solutions(limit);
        }
        let mut counter = Counter::new(&solver);
        counter
            .limits(limits)
            .method(self.method())
            .memory(self.memory);
        let answer = counter.count();
        let report = counter.report();
        if self.method == Method::Memo && report.method != count::Method::Memo {
            message::note(format_args!("solutions are walked over: {}", report.reason));
        }
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
            stats::tell_method(report);
            stats::tell(&solver, &answer.stats, answer.stop, None);
        }
        Ok(Outcome::of(answer.stop, !answer.value.is_zero()))
    }

    /// Who names an engine wants to see it walk.
    fn method(&self) -> count::Method {
        match self.method {
            Method::Auto if self.search.names_engine() => count::Method::Walk,
            Method::Auto => count::Method::Auto,
            Method::Walk => count::Method::Walk,
            Method::Memo => count::Method::Memo,
        }
    }
}
