//! `quadrille best`.

mod improving;
mod saved;
mod ties;
mod why;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use quadrille_core::{
    Answer, Best as Found, Budget, EngineChoice, EngineName, Limits, Search, Sense, Settings, Stop,
};
use quadrille_report::{Ranked, Work, write_json};

use super::Execute;
use super::assume::AssumeArguments;
use super::end::end;
use super::help::{LAST, OUTPUT};
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::ledger::suggest;
use super::limits::{COMPILING, LimitArguments, NAMES_OF_CELLS, positive};
use super::memory_limit::{PROCESS, memory_of};
use super::message;
use super::outcome::{Failure, Outcome};
use super::output::Stream;
use super::progress::ProgressArguments;
use super::solutions::{Printer, SolutionArguments};
use super::threads::ThreadArguments;
use improving::Improving;

/// For this long, solutions are printed after a limit or a signal.
const PRINTING: Duration = Duration::from_millis(250);

/// Print the cheapest solutions of a problem, or the dearest
///
/// Prints the best solution: the cheapest, or with '--max' the dearest. Then, without '-k' and
/// '--ledger', counts the solutions that share its cost: the last line gives their number. With JSON it is an
/// object that states whether the cost is proved. If there may be very many such solutions, '--one'
/// leaves the count out. With '-k', prints the best first; solutions with equal costs are in the
/// order of their options. If a limit or Ctrl-C stops the search, prints the solutions found so far
/// and reports on standard error what is proved about the cost.
///
/// With '--improving', prints each better solution as soon as it is found. With '--why', prints no
/// solution, but the best cost with an option and without it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille best crews.dlx
  quadrille best crews.dlx --max -k 3 --format json")]
#[command(mut_arg("memory", memory_of(PROCESS)))]
pub(super) struct Best {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Print the K best [default: 1]
    ///
    /// svg and html hold at most 1000.
    #[arg(short, value_name = "K", value_parser = positive, allow_negative_numbers = true)]
    k: Option<u64>,

    /// Print one best solution, without counting the others of the same cost
    #[arg(long)]
    one: bool,

    /// Print the dearest solutions, those with the greatest cost
    #[arg(long)]
    max: bool,

    /// Print each better solution as soon as it is found
    ///
    /// The last one is the best, if the search ends. With --ledger, looks about once a second for a better one.
    #[arg(long)]
    improving: bool,

    /// Print what it costs to use this option, or not to
    ///
    /// The option is given as for --force: by its number or its items. Prints the best cost of all solutions, whether the best
    /// one found uses the option, and the best cost if the option is forbidden, or else forced. The
    /// difference that the prices of the items prove without a search is printed with it.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    why: Option<String>,

    /// Save progress in FILE; the same command again continues after any stop
    ///
    /// It is saved every second, so that not even kill -9 loses more.
    #[arg(long, value_name = "FILE", conflicts_with = "one")]
    ledger: Option<PathBuf>,

    #[command(flatten)]
    assume: AssumeArguments,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    solutions: SolutionArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    /// Print search statistics on standard error
    #[arg(long, help_heading = OUTPUT, display_order = LAST)]
    stats: bool,
}

impl Execute for Best {
    fn prints(&self) -> bool {
        self.solutions.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.check_flags()?;
        let k = self.k.unwrap_or(1);
        // Only the engine `costs` searches, so the solver needs no tables of another one.
        let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
        self.limits.start_clock(interrupt);
        interrupt.bound_memory(self.limits.memory.most);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let source = self.problem.words();
        let assumed = self.assume.of_problem(&problem, &source, interrupt)?;
        interrupt.step(NAMES_OF_CELLS);
        if let Some(option) = &self.why {
            return self.price(option, (&problem, &links), &assumed, interrupt);
        }
        let printer = self.solutions.printer(&problem, self.problem.path())?;
        let compiled = self.limits.compile(Arc::clone(&problem), &links, interrupt);
        interrupt.step(COMPILING);
        let mut shown = Improving::new(printer, &problem);
        let mut search = None;
        let (best, stop, stats) = match compiled {
            Err(stop) => (Found::before(&problem, self.sense()), stop, None),
            Ok(solver) => {
                let k = usize::try_from(self.solutions.most(k)).unwrap_or(usize::MAX);
                let answer = match &self.ledger {
                    Some(path) => {
                        let question = (k, &assumed);
                        self.search_in(path, &solver, question, &mut shown, interrupt)?
                    }
                    None => {
                        let search = search.insert(solver.search());
                        search.assume(assumed.assumptions.clone());
                        search.threads(self.threads.threads());
                        self.search(search, k, &mut shown, interrupt)
                    }
                };
                (answer.value, answer.stop, Some(answer.stats))
            }
        };
        interrupt.print();
        let (mut output, printed) = self.write(shown, &best, stop)?;
        let (best, stop, stats) = match (search, stats) {
            (Some(mut search), Some(stats)) if self.counts_later(&best, stop) => {
                output.flush().map_err(Failure::Write)?;
                let counted = self.count_ties(&mut search, best, stats, interrupt);
                (counted.value, counted.stop, Some(counted.stats))
            }
            (_, stats) => (best, stop, stats),
        };
        let ranked = Ranked::new(&best, stop);
        self.write_end(&ranked, printed, &mut output)?;
        let work = stats.as_ref().map(|stats| Work::best(stats, stop));
        let work = self.stats.then(|| work.unwrap_or_else(|| Work::none(stop)));
        let ended = assumed.end(end(&ranked, work));
        if self.ledger.is_some() {
            suggest(stop);
        }
        Ok(self.solutions.end(k, printed, ended))
    }
}

impl Best {
    fn check_flags(&self) -> Result<(), Failure> {
        if self.one && self.k.is_some() {
            return Err(Failure::usage(
                "'--one' and '-k' cannot be used together",
                "give only one of them",
            ));
        }
        self.check_why()?;
        self.check_improving()
    }

    fn sense(&self) -> Sense {
        if self.max { Sense::Max } else { Sense::Min }
    }

    fn check_improving(&self) -> Result<(), Failure> {
        if self.improving && self.k.is_some() {
            return Err(Failure::usage(
                "'--improving' and '-k' cannot be used together",
                "give only one of them",
            ));
        }
        if self.improving && self.solutions.is_document() {
            return Err(Failure::usage(
                "'--improving' prints each solution when it is found, and not a whole document",
                "use '--format text', 'json' or 'pretty'",
            ));
        }
        Ok(())
    }

    fn search(
        &self,
        search: &mut Search,
        k: usize,
        shown: &mut Improving<'_>,
        interrupt: &Interrupt,
    ) -> Answer<Found> {
        search.limits(self.limits.question(interrupt));
        let _progress = self.progress.watch(search);
        match (self.k, self.sense()) {
            (Some(_), sense) => search.best_by(sense, k),
            (None, sense) if self.improving => {
                search.budget(&shown.budget());
                search.improve(sense, |better| {
                    shown.print(better);
                })
            }
            (None, sense) if !self.one => search.best_with_few_ties(sense),
            (None, Sense::Min) => search.cheapest(),
            (None, Sense::Max) => search.dearest(),
        }
    }

    /// Prints the solutions that are not printed yet. Returns the output, and how many solutions it
    /// has.
    fn write(
        &self,
        shown: Improving<'_>,
        best: &Found,
        stop: Stop,
    ) -> Result<(Stream, u64), Failure> {
        let first = best.solutions.first().filter(|_| self.improving);
        let mut printer = shown.end(first)?;
        if self.improving {
            let printed = printer.written();
            return Ok((printer.end()?, printed));
        }
        write(&mut printer, best, stop)?;
        Ok((printer.end()?, best.solutions.len() as u64))
    }

    /// Prints what is known about the cost, after the solutions.
    fn write_end(
        &self,
        ranked: &Ranked<'_>,
        printed: u64,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let tally = ranked.tally().filter(|_| !self.one);
        if self.solutions.is_json() {
            // Without an answer, a file stays as it is.
            if printed > 0 || self.prints() {
                write_json(&ranked.proof(), &mut *output).map_err(Failure::Write)?;
            }
        } else if let Some(tally) = tally {
            if self.solutions.is_text() {
                writeln!(output, "\n{tally}").map_err(Failure::Write)?;
            } else {
                message::say(tally);
            }
        }
        output.flush().map_err(Failure::Write)
    }
}

/// Prints the solutions. Those of a stopped search are printed for a short time only.
fn write(printer: &mut Printer<'_>, best: &Found, stop: Stop) -> Result<(), Failure> {
    let solutions = &best.solutions;
    let budget = Budget::start(&Limits::new().time(PRINTING));
    for (place, costed) in solutions.iter().enumerate() {
        if stop.is_limit() && budget.poll().is_err() {
            let all = solutions.len();
            message::say(format_args!("{place} of {all} solutions printed"));
            break;
        }
        printer.write_costed(costed, best.decimal(costed.cost))?;
    }
    Ok(())
}
