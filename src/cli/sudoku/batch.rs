//! A batch: the boards of one input, one after the other.

use std::io::{self, Read, Write};
use std::time::Duration;

use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Content, Reader, Record};
use quadrille::{Answer, Solver, Stats, Stop};

use super::boards::Boards;
use crate::cli::input::Source;
use crate::cli::limits::culprit;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::{message, stats};

/// Answers are held back at most for this much searching.
const PATIENCE: Duration = Duration::from_millis(50);

/// What came of the boards so far.
pub(super) struct Batch<'a> {
    source: Source<'a>,
    name: String,
    boards: u64,
    /// The costs of all searches together.
    stats: Stats,
    /// The stop that is worst to have.
    stop: Stop,
    /// The worst outcome.
    outcome: Outcome,
}

impl<'a> Batch<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self {
            name: source.name(),
            source,
            boards: 0,
            stats: Stats::default(),
            stop: Stop::Exhausted,
            outcome: Outcome::Answered,
        }
    }

    /// Reads record after record. `solve` writes the solutions of a board, if it finds any; all
    /// else is written and told here. Stops early at Ctrl-C.
    pub(super) fn run<W: Write>(
        &mut self,
        boards: impl Read,
        output: &mut Boards<W>,
        mut solve: impl FnMut(&mut Boards<W>, &Record, &Grid) -> io::Result<Answer<u64>>,
    ) -> Result<(), Failure> {
        let mut reader = Reader::new(boards);
        let mut record = Record::new();
        let mut unflushed = Duration::ZERO;
        while self.outcome != Outcome::Interrupted
            && self.next_record(&mut reader, &mut record, output)?
        {
            let written = match record.content() {
                Content::Board(board) => solve(output, &record, board).and_then(|answer| {
                    self.add(&record, &answer);
                    if answer.value == 0 {
                        output.unsolved(&record, board)?;
                    }
                    unflushed += answer.stats.elapsed;
                    if unflushed < PATIENCE {
                        return Ok(());
                    }
                    unflushed = Duration::ZERO;
                    output.flush()
                }),
                Content::Bad(error) => {
                    self.boards += 1;
                    self.outcome = self.outcome.max(Outcome::BadInput);
                    message::board_error(&self.name, &record, error);
                    output.bad(&record)
                }
                _ => output.other(&record),
            };
            written.map_err(Failure::Write)?;
        }
        output.end().map_err(Failure::Write)?;
        if self.boards == 0 {
            return Err(Failure::Empty {
                name: self.name.clone(),
                expected: "no board in the input, expected lines of 81 cells or nine lines a board",
            });
        }
        Ok(())
    }

    /// Whether there is another record. While the next one is waited for, nothing is held back.
    fn next_record<W: Write>(
        &self,
        reader: &mut Reader<impl Read>,
        record: &mut Record,
        output: &mut Boards<W>,
    ) -> Result<bool, Failure> {
        let mut flushed = Ok(());
        let next = reader.next_record_or_wait(record, || {
            flushed = output.flush();
            match flushed {
                Ok(()) => Ok(()),
                Err(_) => Err(io::ErrorKind::Other.into()),
            }
        });
        flushed.map_err(Failure::Write)?;
        next.map_err(|error| self.source.failed(error))
    }

    /// Adds what came of a board, and tells it if fewer solutions were written than were wanted.
    fn add(&mut self, record: &Record, answer: &Answer<u64>) {
        let outcome = Outcome::of(answer.stop, answer.value > 0);
        self.boards += 1;
        self.outcome = self.outcome.max(outcome);
        if badness(answer.stop) > badness(self.stop) {
            self.stop = answer.stop;
        }
        let mut cost = answer.stats.clone();
        cost.solutions = answer.value.into();
        self.stats += &cost;

        let (name, line) = (&self.name, record.line());
        let culprit = culprit(answer.stop);
        match (outcome, answer.value) {
            (Outcome::NoSolution, _) => message::say(format_args!("{name}:{line}: no solution")),
            (Outcome::Stopped | Outcome::Interrupted, 0) => {
                message::say(format_args!("{name}:{line}: stopped by {culprit}"));
            }
            (Outcome::Stopped | Outcome::Interrupted, written) => message::say(format_args!(
                "{name}:{line}: stopped by {culprit}: {} written, there may be more",
                message::count(written, "solution")
            )),
            _ => {}
        }
    }

    pub(super) fn tell_stats(&self, solver: &Solver) {
        stats::tell(solver, &self.stats, self.stop, Some(self.boards));
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
