//! `quadrille convert`.

use std::io::Write;

use clap::Args;
use quadrille::Problem;

use super::input::{Form, ProblemArguments};
use super::interrupt::Interrupt;
use super::message;
use super::outcome::{Failure, Outcome};
use super::pages::OutputArguments;

/// Write a problem in another format
///
/// The formats matrix, ec and txt number the items from 1, in order. They have only primary items
/// without multiplicities, and no costs. A problem that the new format cannot express is rejected.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille convert dominoes.dlx --to json
  quadrille convert dominoes.dlx --to matrix > dominoes.matrix")]
pub(super) struct Convert {
    #[command(flatten)]
    problem: ProblemArguments,

    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Form,

    #[command(flatten)]
    output: OutputArguments,
}

impl Convert {
    /// Whether the problem goes to standard output.
    pub(super) fn prints(&self) -> bool {
        self.output.prints()
    }

    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let problem = self.problem.read(interrupt)?;
        interrupt.print();
        let mut output = self.output.open(self.problem.path())?;
        self.to.write(&problem, &mut output)?;
        output.flush().map_err(Failure::Write)?;
        if self.to.numbers_items() && !is_numbered(&problem) {
            message::note(
                "item names are not kept: items are numbered from 1, in order",
                None,
            );
        }
        Ok(Outcome::Answered)
    }
}

/// Whether the items are named 1, 2, 3, ...
fn is_numbered(problem: &Problem) -> bool {
    let mut items = problem.items().zip(1..);
    items.all(|(item, number)| problem.name(item) == number.to_string())
}
