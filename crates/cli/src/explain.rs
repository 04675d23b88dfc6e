//! `quadrille explain`.

use clap::Args;
use quadrille_core::{ExplainProgress, explain_conflict, explain_with};
use quadrille_report::Explained;

use super::Execute;
use super::assume::AssumeArguments;
use super::end::AnswerFormat;
use super::help::OUTPUT;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::LimitArguments;
use super::outcome::{Failure, Outcome};
use super::progress::{ProgressArguments, Work};
use super::threads::ThreadArguments;

/// Explain why a problem has no solution
///
/// Prints, one per line, items that cannot be covered together even if no other item has to be
/// covered, and the forced options that are part of the conflict. None of them can be left out. If
/// a limit or Ctrl-C stops the search, prints the smallest conflict found so far. Several threads
/// search for a solution; the later, shorter searches use one thread.
///
/// Before it searches, it looks for weights of items that prove that there is no solution: the
/// weights of every option add up to 0, but those of all items do not. For example, every domino
/// covers a white and a black cell, but the board has 32 white and 30 black cells. If there are
/// such weights, prints each with its items, as '+1: a1 a3', and searches for no conflict.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille explain timetable.dlx
  quadrille explain jobs.dlx --forbid 'cook Ann' --forbid 'cook Bob' --no-colouring

Exit codes:
  0  a conflict, perhaps not a minimal one, or weights were found: there is no solution
  1  the problem has a solution
  2  bad usage or bad input
  3  stopped by a limit before the answer was known")]
pub(super) struct Explain {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Find a minimal conflict, even if weights of items prove that there is no solution
    #[arg(long)]
    no_colouring: bool,

    #[command(flatten)]
    assume: AssumeArguments,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = OUTPUT)]
    format: AnswerFormat,

    #[command(flatten)]
    progress: ProgressArguments,
}

impl Execute for Explain {
    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.limits.start_clock(interrupt);
        let problem = self.problem.read(interrupt)?;
        let assumptions = self.assume.of_options(&problem, interrupt)?;
        let mut progress = self.progress.begin(Work::Question);
        let reporter = progress.reporter();
        if let Some(reporter) = &reporter {
            reporter.report("searching for a solution".to_owned());
        }
        let limits = self.limits.question(interrupt);
        let threads = self.threads.threads();
        let watch = |so_far: ExplainProgress| {
            let ExplainProgress {
                size, undecided, ..
            } = so_far;
            if let Some(reporter) = &reporter {
                reporter.report(format!(
                    "no solution: conflict of {size} so far, {undecided} still to check"
                ));
            }
        };
        let answer = if self.no_colouring {
            explain_conflict(&problem, &assumptions, limits, threads, watch)
        } else {
            explain_with(&problem, &assumptions, limits, threads, watch)
        };
        progress.end();
        let explained = Explained {
            problem: &problem,
            answer: &answer,
        };
        self.format.end(&explained, None)
    }
}
