//! A batch: what came of the boards of one input, in their order.

use std::ops::ControlFlow;
use std::time::Instant;

use quadrille::sudoku::text::{Content, Record};
use quadrille::sudoku::{Check, Grid};
use quadrille::{Answer, Solver, Stats, Stop};

use super::bad;
use super::boards::Boards;
use super::progress::Progress;
use super::question::Verdict;
use crate::cli::input::Source;
use crate::cli::limits::culprit;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;
use crate::cli::{message, stats};

/// Where all records go, one after the other: written, told, and added up.
pub(super) struct Batch<'a> {
    source: Source<'a>,
    name: String,
    output: Boards<Stream>,
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

impl<'a> Batch<'a> {
    pub(super) fn new(source: Source<'a>, output: Boards<Stream>) -> Self {
        Self {
            name: source.name(),
            source,
            output,
            begun: Instant::now(),
            progress: Progress::new(),
            boards: 0,
            stats: Stats::default(),
            stop: Stop::Exhausted,
            outcome: Outcome::Answered,
        }
    }

    pub(super) fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// Takes the next board. `ask` shows its solutions, which are written at once.
    pub(super) fn board(
        &mut self,
        record: &Record,
        board: &Grid,
        ask: impl FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Answer<Verdict>,
    ) -> Result<(), Failure> {
        let mut first = true;
        let mut written = Ok(());
        let answer = ask(&mut |solution| {
            written = self.output.solution(record, board, solution, first);
            first = false;
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        written.map_err(Failure::Write)?;
        self.add(record, &answer);
        let written = self.output.verdict(record, board, &answer);
        written.map_err(Failure::Write)
    }

    /// Takes the next board, of which nothing is asked.
    pub(super) fn show(&mut self, record: &Record, board: &Grid) -> Result<(), Failure> {
        self.boards += 1;
        self.output.board(record, board).map_err(Failure::Write)
    }

    /// Takes the next record, which is no board.
    pub(super) fn no_board(&mut self, record: &Record) -> Result<(), Failure> {
        let written = match record.content() {
            Content::Bad(error) => {
                self.boards += 1;
                self.outcome = self.outcome.max(Outcome::BadInput);
                self.progress.board();
                let tell = || bad::tell(&self.name, record, error);
                self.progress.aside(tell);
                self.output.bad(record, error)
            }
            Content::Header => {
                self.progress.aside(|| bad::note_header(&self.name, record));
                self.output.other(record)
            }
            _ => self.output.other(record),
        };
        written.map_err(Failure::Write)
    }

    /// Writes all that is held back, for a moment at most.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        self.output.flush().map_err(Failure::Write)
    }

    /// Takes note that there is no further record.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        self.progress.end();
        self.output.end().map_err(Failure::Write)?;
        if self.boards == 0 {
            return Err(Failure::NoBoard {
                name: self.name.clone(),
                expected: "one line a board or one line a row",
            });
        }
        Ok(())
    }

    /// Adds what came of a board, and tells what its record does not say: that there is no solution,
    /// or that a limit stopped the search.
    fn add(&mut self, record: &Record, answer: &Answer<Verdict>) {
        let found = match &answer.value {
            Verdict::Solutions(found) => *found > 0,
            Verdict::Count(count) | Verdict::Marginals(count, _) => !count.is_zero(),
            Verdict::Check(check) => *check != Check::None,
        };
        let outcome = Outcome::of(answer.stop, found);
        self.boards += 1;
        self.outcome = self.outcome.max(outcome);
        if badness(answer.stop) > badness(self.stop) {
            self.stop = answer.stop;
        }
        self.stats += &answer.stats;

        self.progress.board();
        if let Some(told) = self.told(record, answer.stop, outcome, &answer.value) {
            self.progress.aside(|| message::say(told));
        }
    }

    /// What is to be told of a board on standard error.
    fn told(
        &self,
        record: &Record,
        stop: Stop,
        outcome: Outcome,
        verdict: &Verdict,
    ) -> Option<String> {
        let (name, line) = (&self.name, record.line());
        let culprit = culprit(stop);
        match (outcome, verdict) {
            (Outcome::NoSolution, Verdict::Solutions(_)) => {
                Some(format!("{name}:{line}: no solution"))
            }
            (Outcome::Stopped | Outcome::Interrupted, Verdict::Solutions(written @ 1..)) => {
                let written = message::count(*written, "solution");
                Some(format!(
                    "{name}:{line}: stopped by {culprit}: {written} written, there may be more"
                ))
            }
            (Outcome::Stopped | Outcome::Interrupted, _) => {
                Some(format!("{name}:{line}: stopped by {culprit}"))
            }
            _ => None,
        }
    }

    /// Tells the sums over all boards, and the time from the first to the last.
    pub(super) fn tell_stats(&self, solver: &Solver) {
        let mut sums = self.stats.clone();
        sums.elapsed = self.begun.elapsed();
        stats::tell(solver, &sums, self.stop, Some(self.boards));
    }

    /// Whether a board was stopped by Ctrl-C: no further one is to be taken.
    pub(super) fn is_interrupted(&self) -> bool {
        self.outcome == Outcome::Interrupted
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.outcome
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
