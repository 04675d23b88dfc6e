//! `quadrille convert`.

use std::io::Write;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use quadrille_core::Problem;
use quadrille_core::text::{Form, WriteError, cnf, lp, mps, opb};

use super::Execute;
use super::help::OUTPUT;
use super::input::{ProblemArguments, form_value, forms_and};
use super::interrupt::Interrupt;
use super::message;
use super::outcome::{Failure, Outcome};
use super::pages::OutputArguments;

/// Write a problem in another format
///
/// The formats matrix, ec, txt, rows, spp and libexact number the items from 1, in order. They have
/// only primary items without multiplicities, and no costs; but spp has costs, and an item of
/// libexact may be covered several times. A problem that the new format cannot express is rejected.
///
/// Other kinds of solvers read the formats cnf (SAT), opb (pseudo-Boolean), lp and mps (integer
/// programs). Variable 1 is option 0, and so on; comments name the options. Quadrille cannot read
/// these formats back. cnf cannot express costs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille convert dominoes.dlx --to json
  quadrille convert dominoes.dlx --to cnf -o dominoes.cnf")]
pub(super) struct Convert {
    #[command(flatten)]
    problem: ProblemArguments,

    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT)]
    to: Target,

    #[command(flatten)]
    output: OutputArguments,
}

/// A format that a problem is written in.
#[derive(Clone, Copy)]
enum Target {
    Problem(Form),
    Cnf,
    Opb,
    Lp,
    Mps,
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        forms_and![Self::Cnf, Self::Opb, Self::Lp, Self::Mps]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let solver = |name, help| Some(PossibleValue::new(name).help(help));
        match self {
            Self::Problem(form) => Some(form_value(*form)),
            Self::Cnf => solver("cnf", "Clauses in DIMACS text, for SAT solvers"),
            Self::Opb => solver("opb", "Linear constraints, for pseudo-Boolean solvers"),
            Self::Lp => solver("lp", "A linear program in the text of CPLEX"),
            Self::Mps => solver("mps", "A linear program in free MPS"),
        }
    }
}

impl Target {
    fn write(self, problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
        match self {
            Self::Problem(form) => form.write(problem, out),
            Self::Cnf => cnf::write(problem, out),
            Self::Opb => opb::write(problem, out),
            Self::Lp => lp::write(problem, out),
            Self::Mps => mps::write(problem, out),
        }
    }

    /// Whether the names of items get lost.
    fn numbers_items(self) -> bool {
        matches!(self, Self::Problem(form) if form.numbers_items())
    }
}

impl Execute for Convert {
    fn prints(&self) -> bool {
        self.output.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let problem = self.problem.read(interrupt)?;
        interrupt.print();
        let mut output = self.output.open_without_pictures(self.problem.path())?;
        self.to.write(&problem, &mut output)?;
        output.flush().map_err(Failure::Write)?;
        if self.to.numbers_items() && !is_numbered(&problem) {
            message::note("item names are not kept: items are numbered from 1, in order");
        }
        Ok(Outcome::Answered)
    }
}

/// Whether the items are named 1, 2, 3, ...
fn is_numbered(problem: &Problem) -> bool {
    let mut items = problem.items().zip(1..);
    items.all(|(item, number)| problem.name(item) == number.to_string())
}
