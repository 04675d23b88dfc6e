//! `quadrille run`.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quadrille_core::text::quantity;
use quadrille_core::{Method, Stop};
use quadrille_report::{Stopped, Work};
use quadrille_units::{Ledger, Records, Runner, Unit};

use super::Execute;
use super::end::end;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::ledger::{MORE_MEMORY, open, read_units};
use super::limits::{SearchArguments, engine_of_parts};
use super::memory_limit::{Tables, memory_of};
use super::message::{help, say};
use super::method::{self, Known};
use super::outcome::{Failure, Outcome};
use super::progress::{self, ProgressArguments};
use super::room::Room;
use super::source::Source;
use super::split::problem_name;
use super::stop_reason::stop_reason;
use super::threads::ThreadArguments;

/// Count units of a split, and record the results
///
/// Writes a record for each unit to the ledger, or to standard output. The ledger grows during the
/// work: a process that is killed loses a few seconds. The same command again skips the units that
/// are complete in the ledger and continues the others. Two processes cannot write to one ledger:
/// give each its own, and add them up with 'merge'.
///
/// With --part R/M each of M processes counts its share of the units. R counts from 1 to M; 0/M is
/// the same part as M/M, for job arrays that count from 0.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille run queens.dlx --units units.jsonl --ledger run.jsonl
  quadrille split queens.dlx --parts 8 | quadrille run queens.dlx --units - --part 1/4

Exit codes:
  0    all units are complete, whatever their counts
  2    bad usage or bad input
  3    stopped by a limit, without a rest to continue
  85   stopped; the unfinished units have a rest, and the same command continues them
  130  interrupted before the work began, or while counting by memo")]
#[command(mut_arg(
    "memory",
    memory_of("the problem, and the engines and visited states of all threads, together.")
))]
#[command(mut_arg("engine", engine_of_parts))]
pub(super) struct Run {
    #[command(flatten)]
    problem: ProblemArguments,

    /// The units, as 'split' or 'merge --missing' prints them; '-' is standard input
    #[arg(long, value_name = "FILE")]
    units: PathBuf,

    /// Count only part R of M, such as 3/100: every M-th unit
    #[arg(long, value_name = "R/M", value_parser = part)]
    part: Option<(u64, u64)>,

    /// Append the records to this file, and skip what it already has [default: print the records]
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// The method of counting
    ///
    /// Only walk can be continued within a unit.
    #[arg(long, value_name = "NAME", value_parser = method::one_of(METHODS), default_value = "walk")]
    method: Method,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    progress: ProgressArguments,
}

const METHODS: &[Known] = &[
    (
        "walk",
        Method::Walk,
        "Visit all solutions one by one; the threads share the units",
    ),
    (
        "memo",
        Method::Memo,
        "Count each partial state once; each thread counts one unit at a time",
    ),
    (
        "auto",
        Method::Auto,
        "Walk and memo take turns until one is done; each thread counts one unit at a time",
    ),
];

/// Reads a part of the units, such as 3/100.
fn part(text: &str) -> Result<(u64, u64), String> {
    let read = || {
        let (part, parts) = text.split_once('/')?;
        let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
        (parts > 0 && part <= parts).then_some((part, parts))
    };
    read().ok_or_else(|| "expected a part and the number of parts, such as 3/100".to_owned())
}

impl Execute for Run {
    fn prints(&self) -> bool {
        self.ledger.is_none()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let limits = &self.search.limits;
        limits.start_clock(interrupt);
        let units = Source::new(Some(&self.units));
        if units.is_stdin() && self.problem.path().is_none() {
            return Err(Failure::usage(
                "the problem and the units cannot both come from standard input",
                "give the name of the file with the problem",
            ));
        }
        interrupt.bound_memory(limits.memory.most);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let name = problem_name(self.problem.path());
        let records = Records::new(&problem, &*name);
        let units = self.read_units(records, &units, interrupt)?;
        let mut ledger = match &self.ledger {
            Some(path) => open(path, &problem, &name, interrupt)?,
            None => Ledger::to_output(Box::new(io::stdout()), &problem, &name),
        };
        let settings = self.search.settings(Tables::Part);
        let solver = match limits.compile(problem, &settings, interrupt) {
            Ok(solver) => solver,
            Err(stop) => {
                let work = self.search.stats.then(|| Work::none(stop));
                return Ok(end(&Stopped::new(stop), work));
            }
        };
        self.search.note_engine(&solver, Tables::Part);
        let threads = self.threads.count();
        let runner = Runner::new(&solver)
            .threads(threads)
            .method(self.method)
            .limits(
                limits
                    .question(interrupt)
                    .memory(limits.memory.most / threads),
            );
        let mut progress = self.progress.begin(progress::Work::Question);
        let answer = runner.run(&units, &mut ledger, progress.of_units())?;
        progress.end();
        if answer.value > 0 {
            self.report_open(answer.value, units.len(), answer.stop);
        }
        if self.search.stats {
            say(Work::new(&solver, &answer.stats, answer.stop));
        }
        Ok(match (answer.value, self.method) {
            (0, _) => Outcome::Answered,
            // The next run would stop at the same place.
            (_, Method::Walk) if answer.stop != Stop::Memory => Outcome::Rest,
            _ => Outcome::ended(answer.stop, false),
        })
    }
}

impl Run {
    /// Reads the units of the part of the list that this command works on.
    fn read_units(
        &self,
        mut records: Records,
        source: &Source<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Unit>, Failure> {
        let room = Room::Memory(self.search.limits.memory.most as u64);
        let mut units = read_units(&mut records, source, room, interrupt)?;
        if units.is_empty() {
            let name = source.name();
            return Err(Failure::NoUnits { name });
        }
        if let Some((part, parts)) = self.part {
            let mut number = 0;
            units.retain(|_| {
                number += 1;
                number % parts == part % parts
            });
        }
        Ok(units)
    }

    /// Says how many units are not complete, and how to continue them.
    fn report_open(&self, open: usize, all: usize, stop: Stop) {
        let (reason, all) = (stop_reason(stop), quantity(all, "unit"));
        say(format_args!(
            "stopped by {reason}: {open} of {all} not complete"
        ));
        match (&self.ledger, self.method) {
            _ if stop == Stop::Memory => help(MORE_MEMORY),
            (None, _) => {}
            (Some(_), Method::Walk) => help("run the same command again to continue"),
            (Some(_), _) => help(
                "the same command counts these units from their start: only '--method walk' \
                 continues inside a unit",
            ),
        }
    }
}
