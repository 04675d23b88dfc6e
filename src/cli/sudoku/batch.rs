//! A batch: the records of one input, each with its answer, in their order.

use std::collections::HashSet;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use quadrille::parallel::{End, Pool, Sink};
use quadrille::report::Work;
use quadrille::sudoku::text::{BoardError, Content, Record};
use quadrille::sudoku::{Check, Explanation, Grid};
use quadrille::{Stats, Stop, Uniqueness};

use super::bad;
use super::boards::Boards;
use super::progress::Progress;
use super::question::{Asker, Finding, Found, Question, Reply, Verb};
use super::records::Records;
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::culprit;
use crate::cli::message;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// Where all records go, one after the other: written, told, and added up.
pub(super) struct Batch<'a> {
    source: Source<'a>,
    name: String,
    interrupt: &'a Interrupt,
    output: Boards<Stream>,
    question: Arc<Question>,
    /// Asks about boards that the threads left to this one.
    asker: Asker,
    /// The canonical forms that were seen.
    seen: HashSet<Grid>,
    begun: Instant,
    progress: Progress,
    boards: u64,
    /// The costs of all searches together.
    stats: Stats,
    /// The stop that is worst to have.
    stop: Stop,
    /// The worst outcome.
    outcome: Outcome,
}

/// A batch ends early by a signal or by a failure.
impl Sink<io::Result<Record>, Found, Result<(), Failure>> for Batch<'_> {
    fn take(
        &mut self,
        item: &io::Result<Record>,
        found: Found,
    ) -> ControlFlow<Result<(), Failure>> {
        let taken = match item {
            Ok(record) => self.record(record, found),
            Err(error) => {
                let error = io::Error::new(error.kind(), error.to_string());
                Err(self.source.failed(error))
            }
        };
        match taken {
            Ok(()) if self.outcome != Outcome::Interrupted => ControlFlow::Continue(()),
            end => ControlFlow::Break(end),
        }
    }

    fn pause(&mut self) -> ControlFlow<Result<(), Failure>> {
        if let Err(error) = self.output.flush() {
            return ControlFlow::Break(Err(Failure::Write(error)));
        }
        self.interrupt.idle();
        ControlFlow::Continue(())
    }

    fn resume(&mut self) {
        self.interrupt.token();
    }
}

impl<'a> Batch<'a> {
    pub(super) fn new(
        source: Source<'a>,
        interrupt: &'a Interrupt,
        output: Boards<Stream>,
        question: &Arc<Question>,
    ) -> Self {
        Self {
            name: source.name(),
            source,
            interrupt,
            output,
            question: question.clone(),
            asker: question.asker(),
            seen: HashSet::new(),
            begun: Instant::now(),
            progress: Progress::new(),
            boards: 0,
            stats: Stats::default(),
            stop: Stop::Exhausted,
            outcome: Outcome::Answered,
        }
    }

    /// Asks about all records, and prints the statistics if `stats` is set.
    pub(super) fn run(
        mut self,
        pool: &Pool,
        records: Records<impl Read + Send + 'static>,
        stats: bool,
    ) -> Result<Outcome, Failure> {
        let question = self.question.clone();
        let worker = move || {
            let mut asker = question.asker();
            move |item: &_| asker.found(item)
        };
        let end = pool.run(records, worker, &mut self);
        match end.map_err(Failure::Thread)? {
            End::Exhausted => {}
            End::Cancelled => self.outcome = Outcome::Interrupted,
            End::Broken(end) => end?,
        }
        self.progress.end();
        self.output.end().map_err(Failure::Write)?;
        if self.boards == 0 && self.outcome != Outcome::Interrupted {
            return Err(Failure::NoBoard {
                name: self.name,
                expected: "one line a board or one line a row",
            });
        }
        if let (true, Some(solver)) = (stats, self.question.solver()) {
            // The sums over all boards, and the time from the first to the last.
            self.stats.elapsed = self.begun.elapsed();
            message::say(Work::new(solver, &self.stats, self.stop).boards(self.boards));
        }
        Ok(self.outcome)
    }

    /// Takes the next record.
    fn record(&mut self, record: &Record, found: Found) -> Result<(), Failure> {
        let written = match record.content() {
            Content::Board(board) => self.board(record, board, found),
            Content::Bad(error) => self.bad(record, error),
            Content::Header => {
                self.progress.aside(|| bad::note_header(&self.name, record));
                self.output.other(record)
            }
            _ => self.output.other(record),
        };
        written.map_err(Failure::Write)
    }

    fn bad(&mut self, record: &Record, error: &BoardError) -> io::Result<()> {
        self.boards += 1;
        self.outcome = self.outcome.max(Outcome::BadInput);
        self.progress.board();
        self.progress.aside(|| bad::tell(&self.name, record, error));
        self.output.bad(record, error)
    }

    fn board(&mut self, record: &Record, board: &Grid, found: Found) -> io::Result<()> {
        self.boards += 1;
        if self.question.verb == Verb::Dedup
            && let Found::All(_, reply) = &found
            && let Finding::Canonical(form) = &reply.value
            && !self.seen.insert(form.board.clone())
        {
            return Ok(());
        }
        let (output, asker) = (&mut self.output, &mut self.asker);
        let reply = match found {
            Found::All(solutions, reply) => output.answer(record, board, |visit| {
                solutions.each(visit);
                reply
            }),
            Found::Later(spent) => {
                output.answer(record, board, |visit| asker.ask(board, spent, visit))
            }
            Found::NoBoard => return Ok(()),
        }?;
        self.add(record, &reply);
        Ok(())
    }

    /// Adds the result of a board, and reports on standard error what its record does not say.
    fn add(&mut self, record: &Record, reply: &Reply) {
        let (outcome, told) = judged(reply);
        self.outcome = self.outcome.max(outcome);
        if badness(reply.stop) > badness(self.stop) {
            self.stop = reply.stop;
        }
        self.stats += &reply.stats;
        self.progress.board();
        if let Some(told) = told {
            let line = record.line();
            let tell = || message::say(format_args!("{}:{line}: {told}", self.name));
            self.progress.aside(tell);
        }
    }
}

/// The outcome of a board, and the message about it for standard error.
pub(super) fn judged(reply: &Reply) -> (Outcome, Option<String>) {
    let of = |any_solution| Outcome::of(reply.stop, any_solution);
    let none = |outcome| (outcome == Outcome::NoSolution).then(|| "no solution".to_owned());
    let (outcome, told) = match &reply.value {
        Finding::Solutions(found) => (of(*found > 0), none(of(*found > 0))),
        Finding::Count(count) | Finding::Marginals(count, _) => (of(!count.is_zero()), None),
        Finding::Check(check) => (of(*check != Check::None), None),
        Finding::Explained(Explanation::None(_)) => (of(true).max(Outcome::NoSolution), None),
        Finding::Explained(_) => (of(true), None),
        Finding::NotOne(Uniqueness::None) => (Outcome::NoSolution, none(Outcome::NoSolution)),
        Finding::NotOne(Uniqueness::Many) => {
            let told = "more than one solution".to_owned();
            (Outcome::BadInput, Some(told))
        }
        Finding::NotOne(_) => (of(false), None),
        Finding::Refused(error) => (Outcome::BadInput, Some(error.to_string())),
        Finding::Shown | Finding::Minimized(_) | Finding::Rated(_) | Finding::Canonical(_) => {
            (Outcome::Answered, None)
        }
    };
    if !matches!(of(true), Outcome::Stopped | Outcome::Interrupted) || told.is_some() {
        return (outcome, told);
    }
    let mut told = format!("stopped by {}", culprit(reply.stop));
    if let Finding::Solutions(written @ 1..) = reply.value {
        let written = message::count(written, "solution");
        told += &format!(": {written} written, there may be more");
    }
    (outcome, Some(told))
}

/// Which of two stops is told of a batch: the one with more.
fn badness(stop: Stop) -> u8 {
    match stop {
        Stop::Exhausted => 0,
        Stop::Solutions => 1,
        Stop::Nodes => 2,
        Stop::Time => 3,
        _ => 4,
    }
}
