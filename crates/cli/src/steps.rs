//! `quadrille steps`.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use quadrille_core::steps::{Kind, Steps as Search};
use quadrille_core::{Assumptions, Budget, Problem, Stop};
use quadrille_report::{ProblemWords, Stepped};

use super::Execute;
use super::assume::AssumeArguments;
use super::end::AnswerFormat;
use super::help::OUTPUT;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::LimitArguments;
use super::outcome::{Failure, Outcome};

/// The techniques that are allowed, each a kind of argument.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Technique {
    /// Something has only one option left
    Singles,
    /// All options of something exclude another one: pointing, claiming
    Locked,
    /// One rule excludes something: the combinations of a cage, the bounds of a thermometer
    Rules,
    /// Several things use up as many others: pairs, X-wings, XY-wings
    Sets,
    /// Two rules together exclude something
    TwoRules,
    /// One option leaves one of the next, until nothing is left: XY-chains
    Chains,
    /// An option leads to a contradiction
    Forcing,
    /// All options of something lead to the same
    Cases,
    /// A search refutes an option
    Trial,
}

impl From<Technique> for Kind {
    fn from(technique: Technique) -> Self {
        match technique {
            Technique::Singles => Self::Single,
            Technique::Locked => Self::Locked,
            Technique::Rules => Self::Rule,
            Technique::Sets => Self::Set,
            Technique::TwoRules => Self::TwoRules,
            Technique::Chains => Self::Chain,
            Technique::Forcing => Self::Forcing,
            Technique::Cases => Self::Cases,
            Technique::Trial => Self::Trial,
        }
    }
}

/// Solve a problem step by step, and say why each step holds
///
/// Prints the steps, one per line: each chooses an option that is in every solution, or removes
/// options that are in none, by the easiest argument. Below them are the chosen options, or the
/// reason why no step is left. 'quadrille sudoku steps' does the same for boards.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille steps jobs.dlx
  quadrille steps jobs.dlx --force 'cook Ann' --techniques singles,locked

Exit codes:
  0  solved, or no step is left: there are several solutions, or no technique helps
  1  there is no solution
  2  bad usage or bad input
  3  stopped by a limit before the answer was known")]
pub(super) struct Steps {
    #[command(flatten)]
    problem: ProblemArguments,

    #[command(flatten)]
    assume: AssumeArguments,

    /// Use only these techniques, separated by commas [default: all]
    #[arg(long, value_enum, value_name = "NAMES", value_delimiter = ',')]
    techniques: Vec<Technique>,

    #[command(flatten)]
    limits: LimitArguments,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = OUTPUT)]
    format: AnswerFormat,
}

impl Execute for Steps {
    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.limits.start_clock(interrupt);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let assumptions = self.assume.of_options(&problem, interrupt)?;
        let budget = Budget::start(&self.limits.question(interrupt));
        let words = ProblemWords(&problem);
        let mut stepped = Stepped::new(words, self.techniques.is_empty());
        let search = search(&problem, &assumptions, &self.techniques, &budget);
        stepped.take(search, &budget, |_, _, _| Ok::<(), Failure>(()))?;
        self.format.end(&stepped, None)
    }
}

/// Begins to look for steps of these techniques; of all, if there are none.
pub(super) fn search(
    problem: &Arc<Problem>,
    assumptions: &Assumptions,
    techniques: &[Technique],
    budget: &Budget,
) -> Result<Search, Stop> {
    let search = Search::new(Arc::clone(problem), assumptions, budget)?;
    Ok(match techniques {
        [] => search,
        some => search.kinds(some.iter().map(|&kind| kind.into())),
    })
}
