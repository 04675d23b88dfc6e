//! `quadrille solve`.

use std::sync::Arc;

use clap::Args;
use quadrille::reduce::Reduced;
use quadrille::report::{Found, Reduction, Work};
use quadrille::{Budget, Stop};

use super::assume::AssumeArguments;
use super::end::end;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{COMPILING, SearchArguments, whole};
use super::message;
use super::outcome::{Failure, Outcome};
use super::progress::ProgressArguments;
use super::reduce::within_time;
use super::solutions::SolutionArguments;
use super::threads::ThreadArguments;

/// Print solutions of a problem
///
/// Prints each solution as soon as it is found.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille solve queens.dlx -n 0 --format json
  quadrille solve pentominoes.dlx --format pretty")]
pub(super) struct Solve {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Print up to N solutions; 0 for all. svg and html hold at most 1000
    #[arg(
        short,
        value_name = "N",
        default_value_t = 1, value_parser = whole, allow_negative_numbers = true
    )]
    n: u64,

    #[command(flatten)]
    solutions: SolutionArguments,

    /// Reduce the problem first, like 'quadrille reduce'
    #[arg(long)]
    reduce: bool,

    #[command(flatten)]
    assume: AssumeArguments,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    progress: ProgressArguments,
}

impl Solve {
    /// Whether the solutions go to standard output.
    pub(super) fn prints(&self) -> bool {
        self.solutions.prints()
    }

    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let limits = &self.search.limits;
        limits.start_clock(interrupt);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let source = self.problem.words();
        let assumed = self.assume.of_problem(&problem, &source, interrupt)?;
        let reduced = self.reduce.then(|| within_time(&problem, interrupt));
        if let Some(no_cover @ Err(_)) = &reduced {
            let work = self.search.stats.then(|| Work::none(Stop::Exhausted));
            let ended = end(&Reduction::new(&problem, no_cover), work);
            return Ok(self.solutions.end(self.n, 0, ended));
        }
        let reduced = reduced.and_then(Result::ok);
        let smaller = reduced.as_ref().map_or(&problem, Reduced::problem);
        let settings = self.search.settings();
        let solver = match limits.compile(Arc::clone(smaller), &settings, interrupt) {
            Ok(solver) => solver,
            Err(stop) => {
                let found = Found { solutions: 0, stop };
                let ended = end(&found, self.search.stats.then(|| Work::none(stop)));
                return Ok(self.solutions.end(self.n, 0, ended));
            }
        };
        self.search.note_engine(&solver);
        let mut printer = self.solutions.printer(&problem, self.problem.path())?;
        interrupt.step(COMPILING);
        let mut search = solver.search();
        search.threads(self.threads.threads());
        search.assume(match &reduced {
            Some(reduced) => reduced.translate(&assumed.assumptions),
            None => assumed.assumptions.clone(),
        });
        let mut limits = limits.question(interrupt);
        let most = self.solutions.most(self.n);
        if most > 0 {
            limits = limits.solutions(most);
        }
        let mut progress = self.progress.watch(&mut search);
        let budget = Budget::start(&limits);
        let mut solutions = search.budget(&budget).solutions();
        // Checked here too, because a solution may take longer to print than to find.
        let mut cut = None;
        for mut solution in &mut solutions {
            if let Some(reduced) = &reduced {
                solution = reduced.restore(&solution);
            }
            printer.write(&solution)?;
            if solution.options().is_empty() {
                message::note(
                    "the solution is empty: every primary item may stay uncovered",
                    None,
                );
            }
            cut = budget.poll().err();
            if cut.is_some() {
                break;
            }
        }
        progress.end();
        let found = Found {
            solutions: printer.written(),
            stop: solutions.stop().or(cut).unwrap_or(Stop::Exhausted),
        };
        printer.end()?;
        let stats = solutions.stats();
        let work = self
            .search
            .stats
            .then(|| Work::new(&solver, &stats, found.stop));
        let ended = assumed.end(end(&found, work));
        Ok(self.solutions.end(self.n, found.solutions, ended))
    }
}
