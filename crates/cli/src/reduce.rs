//! `quadrille reduce`.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use quadrille_core::Problem;
use quadrille_core::reduce::{NoCover, Reduced, reduce};
use quadrille_report::{Ending, Reduction};

use super::Execute;
use super::end::{AnswerFormat, end};
use super::help::{LIMITS, OUTPUT};
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{seconds, until};
use super::memory_limit::{MemoryArguments, PROCESS, memory_of};
use super::outcome::{Failure, Outcome};
use super::pages::{Named, OutputArguments};

/// Make a problem smaller without losing a solution
///
/// Removes options that are in no solution or in all solutions, and items that make no difference.
/// Prints the problem that remains, as DLX. Comments give the original number of each option,
/// counted from 0, and name the options that are in every solution. If the rules prove that there
/// is no solution, prints nothing and reports the proof on standard error.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille reduce queens.dlx
  quadrille reduce queens.dlx | quadrille count

'quadrille solve --reduce' reduces a problem, solves it and prints solutions of the original one.")]
#[command(mut_arg("memory", memory_of(PROCESS)))]
pub(super) struct Reduce {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Stop after this time, and print the problem as reduced so far
    ///
    /// The time is seconds, such as 10 or 0.5, or has a unit, such as 500ms, 5m or 2h.
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true, help_heading = LIMITS)]
    time: Option<Duration>,

    #[command(flatten)]
    memory: MemoryArguments,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = OUTPUT)]
    format: AnswerFormat,

    #[command(flatten)]
    output: OutputArguments,
}

/// Reduces a problem until the time limit of the command or Ctrl-C.
pub(super) fn within_time(
    problem: &Arc<Problem>,
    interrupt: &Interrupt,
) -> Result<Reduced, NoCover> {
    let limits = until(interrupt).cancel(interrupt.token());
    reduce(Arc::clone(problem), &limits)
}

impl Execute for Reduce {
    fn prints(&self) -> bool {
        self.output.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if self.format == AnswerFormat::Text && self.output.named() == Some(Named::Json) {
            return Err(Failure::usage(
                "'reduce' writes a problem as DLX text, or with '--format json' a report",
                "for a JSON problem: quadrille reduce FILE | quadrille convert --to json -o OUT",
            ));
        }
        interrupt.start_clock(self.time);
        interrupt.bound_memory(self.memory.most);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let mut output = self.output.open_without_pictures(self.problem.path())?;
        let reduced = within_time(&problem, interrupt);
        let reduction = Reduction::new(&problem, &reduced);
        if reduction.is_answer() {
            interrupt.print();
        }
        self.format.print(&reduction, &mut output)?;
        Ok(end(&reduction, None))
    }
}
