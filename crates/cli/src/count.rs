//! `quadrille count`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use quadrille_core::text::solutions::Words;
use quadrille_core::{Answer, Budget, Method, OptionId, Solver, Stats, Stop, Want};
use quadrille_report::{Marginal, Stopped, Total, Work};

use super::Execute;
use super::assume::{AssumeArguments, Assumed};
use super::diagram::{Compiled, Material, SourceArguments, outgrown};
use super::end::{AnswerFormat, end};
use super::help::OUTPUT;
use super::interrupt::Interrupt;
use super::ledger::{Saved, suggest};
use super::limits::{SearchArguments, positive, until};
use super::memory_limit::Tables;
use super::method::{self, Known};
use super::outcome::{Failure, Outcome};
use super::progress::{self, Progress, ProgressArguments};
use super::threads::ThreadArguments;
use super::{message, output};

/// Count the solutions of a problem
///
/// Prints one number. If a limit or Ctrl-C stops the count, it prints nothing and reports a lower
/// bound on standard error.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille count dominoes.dlx
  quadrille count jobs.dlx --marginals")]
pub(super) struct Count {
    #[command(flatten)]
    source: SourceArguments,

    /// Stop counting at N solutions: print N if there are N or more
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// The method of counting
    #[arg(long, value_name = "NAME", value_parser = method::one_of(METHODS), default_value = "auto")]
    method: Method,

    /// Also print how many solutions use each option
    ///
    /// This needs a diagram, so --limit and --method cannot be given, and if a limit stops it,
    /// nothing is printed.
    #[arg(long, conflicts_with_all = ["limit", "method"])]
    marginals: bool,

    /// Save progress in FILE; the same command again continues after any stop
    ///
    /// It is saved every few seconds, so that not even kill -9 loses more. The method is then walk.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["limit", "marginals"])]
    ledger: Option<PathBuf>,

    #[command(flatten)]
    assume: AssumeArguments,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = OUTPUT)]
    format: AnswerFormat,

    #[command(flatten)]
    progress: ProgressArguments,
}

const METHODS: &[Known] = &[
    (
        "auto",
        Method::Auto,
        "Walk, with symmetries, and memo take turns until one is done; with --engine links or bits, \
         only walk",
    ),
    (
        "walk",
        Method::Walk,
        "Visit all solutions one by one, without symmetries",
    ),
    (
        "memo",
        Method::Memo,
        "Count each partial state once: best when there are very many solutions",
    ),
];

impl Execute for Count {
    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if self.ledger.is_some() && self.method == Method::Memo {
            return Err(Failure::usage(
                "a count by memo cannot be continued, so it needs no ledger",
                "use '--method walk', or count the units of 'quadrille split' with 'quadrille \
                     run --method memo'",
            ));
        }
        let limits = &self.search.limits;
        limits.start_clock(interrupt);
        let read = self.source.read(&self.assume, limits, interrupt)?;
        let (problem, assumed) = match read {
            Material::Problem(problem, assumed) => (problem, assumed),
            Material::Diagram(_) if self.ledger.is_some() => {
                return Err(Failure::usage(
                    "a count with a ledger needs a problem, not a diagram",
                    "remove '--ledger': a diagram is counted at once",
                ));
            }
            Material::Diagram(compiled) => {
                return self.count_diagram(&compiled, interrupt);
            }
            Material::Stopped(stop) => return self.format.end(&Stopped::new(stop), None),
        };
        let settings = self.search.settings(Tables::Part);
        match limits.compile(problem, &settings, interrupt) {
            Ok(solver) => self.count_problem(&solver, &assumed, interrupt),
            Err(stop) => {
                let work = self.search.stats.then(|| Work::none(stop));
                if self.marginals {
                    return self.format.end(&Stopped::new(stop), work);
                }
                self.format.end(&Total::so_far(&0.into(), stop), work)
            }
        }
    }
}

impl Count {
    /// Counts the solutions of a compiled problem.
    fn count_problem(
        &self,
        solver: &Solver,
        assumed: &Assumed,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        self.search.note_engine(solver, Tables::Part);
        let mut limits = self.search.limits.question(interrupt);
        if let Some(limit) = self.limit {
            limits = limits.solutions(limit);
        }
        let mut search = solver.search();
        search.assume(assumed.assumptions.clone()).limits(limits);
        search.threads(self.threads.threads());
        let mut progress = match self.ledger {
            Some(_) => self.progress.begin(progress::Work::Question),
            None => self.progress.watch(&mut search),
        };
        if self.marginals {
            let answer = search.marginals();
            progress.end();
            let outcome = self.end_marginals(solver, &answer, interrupt)?;
            return Ok(match answer.value {
                Some(_) => assumed.end(outcome),
                None => outcome,
            });
        }
        let answer = match &self.ledger {
            Some(path) => self.count_in(path, solver, assumed, &progress, interrupt)?,
            None => search.count_by(self.method()),
        };
        progress.end();
        if self.method == Method::Memo {
            note_walk(&answer.stats);
        }
        let work = self.work(solver, &answer);
        let outcome = self.format.end(&Total::new(&answer), work)?;
        if self.ledger.is_some() {
            suggest(answer.stop);
        }
        Ok(assumed.end(outcome))
    }

    /// The statistics of an answer, if they were asked for.
    fn work<'s, T>(&self, solver: &'s Solver, answer: &'s Answer<T>) -> Option<Work<'s>> {
        let work = || Work::new(solver, &answer.stats, answer.stop);
        self.search.stats.then(work)
    }

    /// Prints the marginals of a problem, or reports why there are none.
    fn end_marginals(
        &self,
        solver: &Solver,
        answer: &Answer<Option<Vec<quadrille_core::Count>>>,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        note_walk(&answer.stats);
        let work = self.work(solver, answer);
        let Some(marginals) = &answer.value else {
            let stopped = outgrown(answer.stop, &answer.stats)?;
            return self.format.end(&stopped, work);
        };
        let total = Total::so_far(&answer.stats.solutions, answer.stop);
        let words = Words::Problem(solver.problem());
        self.print(&total, marginals, words, work, interrupt)
    }

    /// Continues the count of a ledger.
    fn count_in(
        &self,
        path: &Path,
        solver: &Solver,
        assumed: &Assumed,
        progress: &Progress,
        interrupt: &Interrupt,
    ) -> Result<Answer<quadrille_core::Count>, Failure> {
        let question = (Want::Count(Method::Auto), &assumed.assumptions);
        let saved = Saved::open(path, solver, self.source.path(), question, interrupt)?;
        let limits = self.search.limits.question(interrupt);
        let answer = saved.with(&self.threads, limits).count(progress)?;
        Ok(Answer::new(answer.value.total, answer.stop, answer.stats))
    }

    /// Counts the solutions of a diagram from a file.
    fn count_diagram(&self, read: &Compiled, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let all = read.diagram.count();
        let (count, stop) = match self.limit.map(quadrille_core::Count::from) {
            Some(limit) if limit <= all => (limit, Stop::Solutions),
            _ => (all, Stop::Exhausted),
        };
        let mut marginals = Vec::new();
        if self.marginals {
            let limits = self.search.limits.question(interrupt);
            let answer = read.diagram.marginals(limits);
            if answer.stop.is_limit() {
                return self.format.end(&Stopped::new(answer.stop), None);
            }
            marginals = answer.value;
        }
        let total = Total::so_far(&count, stop);
        let outcome = self.print(&total, &marginals, read.words(), None, interrupt);
        if self.search.stats {
            let (nodes, edges) = (read.diagram.node_count(), read.diagram.edge_count());
            message::say(format_args!(
                "method: diagram\ndiagram nodes: {nodes}\ndiagram edges: {edges}"
            ));
        }
        outcome
    }

    /// Prints the count, and with `--marginals` a line for each option: its number of solutions and
    /// its items.
    fn print(
        &self,
        total: &Total<'_>,
        marginals: &[quadrille_core::Count],
        words: Words<'_>,
        work: Option<Work<'_>>,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        interrupt.print();
        let mut output = output::stdout();
        self.format.print(total, &mut output)?;
        let budget = Budget::start(&until(interrupt));
        for (option, count) in (0..).map(OptionId::new).zip(marginals) {
            // Numbers of a hundred thousand digits take longer to print than to count.
            if budget.poll() == Err(Stop::Time) {
                output.flush().map_err(Failure::Write)?;
                let stopped = Stopped::during(Stop::Time, "while printing the answer");
                return Ok(end(&stopped, work));
            }
            let option = words.of(option);
            self.format
                .print_part(&Marginal { count, option }, &mut output)
                .map_err(Failure::Write)?;
        }
        output.flush().map_err(Failure::Write)?;
        Ok(end(total, work))
    }

    /// A requested engine is meant to walk.
    fn method(&self) -> Method {
        match self.method {
            Method::Auto if self.search.names_engine() => Method::Walk,
            method => method,
        }
    }
}

/// Reports that a walk replaced the requested method.
fn note_walk(stats: &Stats) {
    if let Some(counted) = &stats.counted
        && counted.method == Method::Walk
    {
        let reason = &counted.reason;
        message::note(format_args!("counting by a walk: {reason}"));
    }
}
