//! A batch: the records of one input, each with its answer, in their order.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille::parallel::{self, End, Pool, Sink};
use quadrille::report::sudoku::{About, Finding};
use quadrille::report::{Ending, Work};
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{BoardError, Content};
use quadrille::{Budget, Limits, Stats, Stop, Uniqueness};

use super::bad;
use super::boards::Boards;
use super::judge::Judge;
use super::progress::Progress;
use super::question::{Asker, Found, Question, Reply, Verb};
use super::records::Item;
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::message;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::stop_reason::stop_reason;

/// Where all records go, one after the other: written, told, and added up.
pub(super) struct Batch<'a> {
    source: Source<'a>,
    name: String,
    interrupt: &'a Interrupt,
    output: Boards,
    question: Arc<Question>,
    /// Asks about boards that the threads left to this one.
    asker: Asker,
    /// The canonical forms that were seen.
    seen: HashSet<Grid>,
    /// Its clock.
    budget: Budget,
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
impl Sink<io::Result<Item>, Found, Result<(), Failure>> for Batch<'_> {
    fn take(&mut self, item: &io::Result<Item>, found: Found) -> ControlFlow<Result<(), Failure>> {
        let taken = match item {
            Ok(item) => self.item(item, found).map_err(Failure::Write),
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
        output: Boards,
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
            budget: Budget::start(&Limits::new()),
            progress: Progress::new(),
            boards: 0,
            stats: Stats::default(),
            stop: Stop::Exhausted,
            outcome: Outcome::Answered,
        }
    }

    /// Asks about all records, and prints the statistics if `stats` is set. `expected` is what an
    /// input without boards should hold.
    pub(super) fn run(
        mut self,
        pool: &Pool,
        records: impl parallel::Source<Item = io::Result<Item>> + Send + 'static,
        expected: &'static str,
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
            let name = self.name;
            return Err(Failure::NoBoard { name, expected });
        }
        if let (true, Some(solver)) = (stats, self.question.solver()) {
            // The sums over all boards, and the time from the first to the last.
            self.stats.elapsed = self.budget.elapsed();
            message::say(Work::new(solver, &self.stats, self.stop).boards(self.boards));
        }
        Ok(self.outcome)
    }

    /// Takes the next record.
    fn item(&mut self, item: &Item, found: Found) -> io::Result<()> {
        match (item.record.content(), &item.case) {
            (Content::Board(board), _) => self.board(item, board, found),
            (Content::Bad(error), _) => self.bad(item, error),
            (_, Some(case)) => {
                self.count(Outcome::BadInput);
                self.tell(item, &case.told);
                self.output.other(item)
            }
            (Content::Header, None) => {
                let note = || bad::note_header(&self.name, &item.record);
                self.progress.aside(note);
                self.output.other(item)
            }
            _ => self.output.other(item),
        }
    }

    /// Adds a board.
    fn count(&mut self, outcome: Outcome) {
        self.boards += 1;
        self.outcome = self.outcome.max(outcome);
        self.progress.board();
    }

    /// What was printed before a message is seen before it.
    fn flush(&mut self) {
        // If it fails, so does what is printed next.
        let _ = self.output.flush();
    }

    /// Reports on standard error what the record of a board does not say.
    fn tell(&mut self, item: &Item, told: &str) {
        self.flush();
        let line = item.line(item.record.line());
        let tell = || message::say(format_args!("{}:{line}: {told}", self.name));
        self.progress.aside(tell);
    }

    fn bad(&mut self, item: &Item, error: &BoardError) -> io::Result<()> {
        let knows = |judge: Judge| judge.knows(item.record.content());
        if self.output.judge().is_some_and(knows) {
            self.count(Outcome::Answered);
        } else {
            self.count(Outcome::BadInput);
            let line = item.line(error.line);
            self.flush();
            let tell = || bad::report(&self.name, line, &item.record, error);
            self.progress.aside(tell);
        }
        self.output.bad(item, error)
    }

    fn board(&mut self, item: &Item, board: &Grid, found: Found) -> io::Result<()> {
        if self.question.verb == Verb::Dedup
            && let Found::All(_, reply) = &found
            && let Finding::Canonical(form) = &reply.value
            && !self.seen.insert(form.board.clone())
        {
            self.count(Outcome::Answered);
            return Ok(());
        }
        let (output, asker) = (&mut self.output, &mut self.asker);
        let reply = match found {
            Found::All(solutions, reply) => output.answer(item, board, |visit| {
                solutions.each(visit);
                reply
            }),
            Found::Later(spent) => {
                output.answer(item, board, |visit| asker.ask(board, spent, visit))
            }
            Found::NoBoard => return Ok(()),
        }?;
        self.add(item, board, &reply);
        Ok(())
    }

    /// Adds the result of a board.
    fn add(&mut self, item: &Item, board: &Grid, reply: &Reply) {
        if badness(reply.stop) > badness(self.stop) {
            self.stop = reply.stop;
        }
        self.stats += &reply.stats;
        let has_word = |judge: Judge| judge.word(&reply.value).is_some();
        if self.output.judge().is_some_and(has_word) {
            return self.count(Outcome::Answered);
        }
        let about = self.output.about(board, reply);
        let (outcome, remark) = (
            outcome(&about, reply),
            about.remark(stop_reason(reply.stop)),
        );
        self.count(outcome);
        if !remark.is_empty() {
            self.tell(item, &remark);
        }
    }
}

/// How the question about a board ended.
fn outcome(about: &About<'_>, reply: &Reply) -> Outcome {
    match reply.value {
        Finding::Unique(Uniqueness::Many) | Finding::Refused(_) => Outcome::BadInput,
        // What a limit left of them is an answer, too.
        Finding::Minimized(_) | Finding::Rated(_) => Outcome::Answered,
        _ => Outcome::ended(about.stop(), about.is_answer()),
    }
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
