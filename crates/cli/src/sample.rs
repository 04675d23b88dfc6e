//! `quadrille sample`.

use clap::Args;
use quadrille_core::count::Diagram;
use quadrille_core::{Budget, Solution, Stop};
use quadrille_report::Sampled;

use super::Execute;
use super::diagram::DiagramArguments;
use super::end::end;
use super::interrupt::Interrupt;
use super::limits::{NAMES_OF_CELLS, positive, until, whole};
use super::outcome::{Failure, Outcome};
use super::solutions::SolutionArguments;
use super::threads::ThreadArguments;

/// Print random solutions, each equally likely
///
/// Builds a diagram of all solutions first. FILE can also be such a diagram, written by 'compile'
/// with --to nnf or zdd. Solutions are drawn independently: a solution may be drawn twice. Without
/// --seed the seed is 0, so every run prints the same solutions. Diagrams are built by one thread
/// so far, whatever --threads is.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille sample queens.dlx -n 3 --seed 7
  quadrille compile dominoes.dlx | quadrille sample")]
pub(super) struct Sample {
    #[command(flatten)]
    diagram: DiagramArguments,

    /// Print N solutions
    ///
    /// svg and html hold at most 1000.
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = positive, allow_negative_numbers = true)]
    n: u64,

    /// The seed of the random numbers
    ///
    /// The same seed gives the same solutions on every machine.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    solutions: SolutionArguments,
}

impl Execute for Sample {
    fn prints(&self) -> bool {
        self.solutions.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.diagram.limits.start_clock(interrupt);
        let source = match self.diagram.read(&self.threads.threads(), interrupt)? {
            Ok(source) => source,
            Err(stopped) => return Ok(self.solutions.end(self.n, 0, end(&stopped, None))),
        };
        interrupt.step(NAMES_OF_CELLS);
        let mut printer = self
            .solutions
            .printer(source.words(), self.diagram.path())?;
        let most = self.solutions.most(self.n);
        let sampled = draw(&source.diagram, self.seed, most, interrupt, |solution| {
            printer.write(solution)
        })?;
        interrupt.print();
        printer.end()?;
        let ended = source.assumed.end(end(&sampled, None));
        Ok(self.solutions.end(self.n, sampled.drawn, ended))
    }
}

/// Draws at most `most` solutions of a diagram, and writes each.
pub(super) fn draw(
    diagram: &Diagram,
    seed: u64,
    most: u64,
    interrupt: &Interrupt,
    mut write: impl FnMut(&Solution) -> Result<(), Failure>,
) -> Result<Sampled, Failure> {
    let mut sampled = Sampled {
        wanted: most,
        drawn: 0,
        any: !diagram.count().is_zero(),
        stop: Stop::Exhausted,
    };
    let (mut sampler, mut budget) = (diagram.sampler(seed), None);
    while sampled.drawn < most {
        // Until the first solution is printed, an early end loses nothing.
        if budget.is_none() {
            interrupt.step("while drawing the first solution");
        }
        let Some(solution) = sampler.next() else {
            break;
        };
        let limits = || until(interrupt).cancel(interrupt.token());
        let budget = budget.get_or_insert_with(|| Budget::start(&limits()));
        if let Err(stop) = budget.poll() {
            sampled.stop = stop;
            break;
        }
        write(&solution)?;
        sampled.drawn += 1;
    }
    Ok(sampled)
}
