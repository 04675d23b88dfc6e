//! `quadrille reduce`.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use quadrille::Problem;
use quadrille::reduce::{NoCover, Reduced, reduce};
use quadrille::report::{Ending, Reduction};

use super::end::AnswerFormat;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{seconds, until};
use super::outcome::{Failure, Outcome};

/// Make a problem smaller without losing a solution
///
/// Removes options that are in no solution or in all, and items that make no difference. Prints
/// the problem that remains, as dlx. Comments tell the number of each option in the original
/// problem, from 0, and the options that are in every solution. If what remains cannot be solved
/// at all, nothing is printed but the reason, on standard error.
#[derive(Args)]
#[command(after_help = "\
Example:
  quadrille reduce queens.dlx | quadrille count

'quadrille solve --reduce' reduces a problem, solves it and prints solutions of the original one.")]
pub(super) struct Reduce {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Stop after so many seconds, such as 10 or 0.5, and print what is reduced by then
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: AnswerFormat,
}

/// Reduces a problem, as far as the clock of the command and Ctrl-C allow.
pub(super) fn within_time(
    problem: &Arc<Problem>,
    interrupt: &Interrupt,
) -> Result<Reduced, NoCover> {
    let limits = until(interrupt.deadline()).cancel(interrupt.token());
    reduce(Arc::clone(problem), &limits)
}

impl Reduce {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        interrupt.start_clock(self.time);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let reduced = within_time(&problem, interrupt);
        let reduction = Reduction::new(&problem, &reduced);
        if reduction.is_answer() {
            interrupt.print();
        }
        self.format.end(&reduction, None)
    }
}
