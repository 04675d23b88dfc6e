//! `quadrille solve`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use quadrille_core::reduce::Reduced;
use quadrille_core::{Budget, Limits, Problem, Solution, Solver, Stop, Want};
use quadrille_report::{Ending, Found, Reduction, Work};

use super::Execute;
use super::assume::{AssumeArguments, Assumed};
use super::end::end;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::ledger::{Saved, suggest};
use super::limits::{COMPILING, NAMES_OF_CELLS, SearchArguments, whole};
use super::memory_limit::Tables;
use super::message;
use super::outcome::{Failure, Outcome};
use super::progress::{self, ProgressArguments};
use super::proof::ProofFiles;
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

    /// Print up to N solutions; 0 for all
    ///
    /// svg and html hold at most 1000.
    #[arg(
        short,
        value_name = "N",
        default_value_t = 1, value_parser = whole, allow_negative_numbers = true
    )]
    n: u64,

    /// Reduce the problem first, like 'quadrille reduce'
    #[arg(long)]
    reduce: bool,

    /// Save progress in FILE; the same command again continues after any stop
    ///
    /// It is saved every second, so that not even kill -9 loses more. This needs -n 0 and -o; the
    /// order of the solutions is then arbitrary.
    #[arg(
        long,
        value_name = "FILE",
        requires = "output",
        conflicts_with = "reduce"
    )]
    ledger: Option<PathBuf>,

    /// Prove that there are no other solutions than the printed ones
    ///
    /// Writes the formula FILE.opb and its refutation FILE.pbp, which programs such as veripb
    /// check. If there are more than -n solutions, there is no proof.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["reduce", "ledger", "threads"]
    )]
    proof: Option<PathBuf>,

    #[command(flatten)]
    assume: AssumeArguments,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    solutions: SolutionArguments,

    #[command(flatten)]
    progress: ProgressArguments,
}

/// What is said about a search that was stopped.
const NO_PROOF: &str = "there is no proof, because the search did not end";

impl Execute for Solve {
    fn prints(&self) -> bool {
        self.solutions.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let limits = &self.search.limits;
        let settings = match &self.proof {
            Some(_) => self.search.settings_of_proof()?,
            None => self.search.settings(Tables::All),
        };
        let files = self.proof.as_deref().map(ProofFiles::named).transpose()?;
        if let Some(files) = &files {
            files.check(self.problem.path(), self.solutions.path())?;
        }
        limits.start_clock(interrupt);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let source = self.problem.words();
        let assumed = self.assume.of_problem(&problem, &source, interrupt)?;
        let reduced = self.reduce.then(|| within_time(&problem, interrupt));
        if let Some(no_cover @ Err(_)) = &reduced {
            let ending = Reduction::new(&problem, no_cover);
            return Ok(self.end_without_search(&ending, Stop::Exhausted));
        }
        let reduced = reduced.and_then(Result::ok);
        let smaller = reduced.as_ref().map_or(&problem, Reduced::problem);
        let solver = match limits.compile(Arc::clone(smaller), &settings, interrupt) {
            Ok(solver) => solver,
            Err(stop) => {
                let found = Found { solutions: 0, stop };
                return Ok(self.end_without_search(&found, stop));
            }
        };
        if let Some(files) = &files {
            return self.prove(files, &solver, &assumed, interrupt);
        }
        self.search.note_engine(&solver, Tables::All);
        if let Some(path) = &self.ledger {
            return self.solve_in(path, &solver, &assumed, interrupt);
        }
        self.solve(&problem, &solver, reduced.as_ref(), &assumed, interrupt)
    }
}

impl Solve {
    /// Ends a command that did not come to its search.
    fn end_without_search(&self, ending: &impl Ending, stop: Stop) -> Outcome {
        let ended = end(ending, self.search.stats.then(|| Work::none(stop)));
        if self.proof.is_some() {
            message::note(NO_PROOF);
        }
        self.solutions.end(self.n, 0, ended)
    }

    /// The limits of the search, one of which is the number of solutions.
    fn question(&self, interrupt: &Interrupt) -> Limits {
        let limits = self.search.limits.question(interrupt);
        match self.solutions.most(self.n) {
            0 => limits,
            most => limits.solutions(most),
        }
    }

    /// Prints the solutions of a problem, which may have been reduced for the solver.
    fn solve(
        &self,
        problem: &Problem,
        solver: &Solver,
        reduced: Option<&Reduced>,
        assumed: &Assumed,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        interrupt.step(NAMES_OF_CELLS);
        let mut printer = self.solutions.printer(problem, self.problem.path())?;
        interrupt.step(COMPILING);
        let mut search = solver.search();
        search.threads(self.threads.threads());
        search.assume(match reduced {
            Some(reduced) => reduced.translate(&assumed.assumptions),
            None => assumed.assumptions.clone(),
        });
        let limits = self.question(interrupt);
        let mut progress = self.progress.watch(&mut search);
        let budget = Budget::start(&limits);
        let mut solutions = search.budget(&budget).solutions();
        // Checked here too, because a solution may take longer to print than to find.
        let mut cut = None;
        for mut solution in &mut solutions {
            if let Some(reduced) = reduced {
                solution = reduced.restore(&solution);
            }
            printer.write(&solution)?;
            note_empty(&solution);
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
        interrupt.print();
        printer.end()?;
        let stats = solutions.stats();
        let work = || Work::new(solver, &stats, found.stop);
        let ended = assumed.end(end(&found, self.search.stats.then(work)));
        Ok(self.solutions.end(self.n, found.solutions, ended))
    }

    /// Prints the solutions and writes a proof that there are no others.
    fn prove(
        &self,
        files: &ProofFiles,
        solver: &Solver,
        assumed: &Assumed,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        interrupt.step(NAMES_OF_CELLS);
        let mut printer = self
            .solutions
            .printer(solver.problem(), self.problem.path())?;
        let mut search = solver.search();
        search.assume(assumed.assumptions.clone());
        let limits = self.question(interrupt);
        let mut progress = self.progress.watch(&mut search);
        let mut printed = Ok(());
        let answer = files.prove(search.limits(limits), |solution| {
            printed = printer.write(solution);
            note_empty(solution);
            match printed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        progress.end();
        printed?;
        let found = Found {
            solutions: printer.written(),
            stop: answer.stop,
        };
        interrupt.print();
        printer.end()?;
        let work = || Work::proof(&answer.stats, found.stop);
        let ended = assumed.end(end(&found, self.search.stats.then(work)));
        let outcome = ended.max(self.report_proof(files, found.stop));
        Ok(self.solutions.end(self.n, found.solutions, outcome))
    }

    /// Reports whether there is a proof, and returns the least outcome of the command.
    fn report_proof(&self, files: &ProofFiles, stop: Stop) -> Outcome {
        match stop {
            Stop::Exhausted => {
                let words = format_args!("to check the proof, run: {}", files.command());
                message::note(words);
                return Outcome::Answered;
            }
            Stop::Solutions => {
                let what = "there are more solutions than were printed, so there is no proof";
                let help = "'-n 0' proves that all solutions were found";
                let is_as_asked = self.solutions.most(self.n) == self.n;
                message::note_with(what, Some(help).filter(|_| is_as_asked));
            }
            _ => message::note(NO_PROOF),
        }
        if files.exist() {
            let [formula, proof] = files.names().map(Path::display);
            let what = format_args!("{formula} and {proof} are from an earlier run");
            message::note(what);
        }
        Outcome::Stopped
    }

    /// Continues the search of a ledger.
    fn solve_in(
        &self,
        path: &Path,
        solver: &Solver,
        assumed: &Assumed,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        if self.n != 0 {
            return Err(Failure::usage(
                "'--ledger' saves the search for all solutions",
                "add '-n 0'",
            ));
        }
        let (output, format) = self.solutions.file(self.problem.path(), path)?;
        let question = (Want::All, &assumed.assumptions);
        let saved = Saved::open(path, solver, self.problem.path(), question, interrupt)?;
        let limits = self.search.limits.question(interrupt);
        let mut progress = self.progress.begin(progress::Work::Question);
        let answer =
            saved
                .with(&self.threads, limits)
                .visit(output, format, solver.problem(), &progress)?;
        progress.end();
        let found = Found {
            solutions: answer.value.total.to_u64().unwrap_or(u64::MAX),
            stop: answer.stop,
        };
        let work = || Work::new(solver, &answer.stats, found.stop);
        let outcome = assumed.end(end(&found, self.search.stats.then(work)));
        suggest(found.stop);
        Ok(outcome)
    }
}

/// Reports that a solution has no options.
fn note_empty(solution: &Solution) {
    if solution.options().is_empty() {
        let what = "the solution is empty: every primary item may stay uncovered";
        message::note(what);
    }
}
