//! A batch: the records of one input with their answers, in input order.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use quadrille_core::parallel::{self, End, Pool, Sink};
use quadrille_core::text::quantity;
use quadrille_core::{Stop, Uniqueness};
use quadrille_report::Ending;
use quadrille_report::sudoku::{About, Finding};
use quadrille_sudoku::text::{BoardError, Content};
use quadrille_sudoku::{Check, Grid, PuzzleError};

use super::bad;
use super::boards::Boards;
use super::judge::Judge;
use super::later::LaterMap;
use super::leading::is_map_after;
use super::limits::Until;
use super::question::{Asker, Found, Question};
use super::records::Item;
use super::shapes;
use super::tally::Tally;
use super::verb::{Reply, Verb};
use crate::interrupt::Interrupt;
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::proof::ProofFiles;
use crate::source::Source;
use crate::stop_reason::stop_reason;

/// Writes the answer to each record, reports what is wrong with it, and adds up the results.
pub(super) struct Batch<'a> {
    source: Source<'a>,
    name: String,
    interrupt: &'a Interrupt,
    output: Boards,
    maps: Maps,
    question: Arc<Question>,
    /// Asks about boards that the threads leave to this one.
    asker: Asker,
    /// The canonical forms so far.
    seen: HashSet<Grid>,
    progress: Progress,
    tally: Tally,
    /// The boards without an answer that no line reports; `None` before the first late board.
    late: Option<u64>,
}

/// What is known about maps of regions.
struct Maps {
    /// The map above the boards. It may stand above each of them.
    known: Option<String>,
    later: LaterMap,
    /// Whether a map of other regions ended the batch.
    ended: bool,
    /// Whether a map after a board on its line was reported.
    noted: bool,
}

/// A signal, a failure or a map of other regions ends a batch early.
impl Sink<io::Result<Item>, Found, Result<(), Failure>> for Batch<'_> {
    fn take(&mut self, item: &io::Result<Item>, found: Found) -> ControlFlow<Result<(), Failure>> {
        let found = match found {
            Found::Failed(failure) => return ControlFlow::Break(Err(failure)),
            found => found,
        };
        let taken = match item {
            Ok(item) => self.item(item, found).map_err(Failure::Write),
            Err(error) => {
                let error = io::Error::new(error.kind(), error.to_string());
                Err(self.source.failed(error))
            }
        };
        match taken {
            Ok(()) if self.tally.outcome != Outcome::Interrupted && !self.maps.ended => {
                ControlFlow::Continue(())
            }
            end => ControlFlow::Break(end),
        }
    }

    fn pause(&mut self) -> ControlFlow<Result<(), Failure>> {
        if let Err(error) = self.output.flush() {
            return ControlFlow::Break(Err(Failure::Write(error)));
        }
        if self.source.is_file() {
            self.interrupt.wait_for_file();
        } else {
            self.interrupt.idle();
        }
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
        map: Option<String>,
        question: &Arc<Question>,
        progress: Progress,
    ) -> Self {
        Self {
            name: source.name(),
            source,
            interrupt,
            output,
            maps: Maps {
                known: map,
                later: LaterMap::default(),
                ended: false,
                noted: false,
            },
            question: question.clone(),
            asker: question.asker(),
            seen: HashSet::new(),
            progress,
            tally: Tally::begin(),
            late: None,
        }
    }

    /// Asks about all records, and prints the statistics if `stats` is set. `expected` is what an
    /// input without boards should hold.
    pub(super) fn run(
        mut self,
        pool: &Pool,
        records: Until<impl parallel::Source<Item = io::Result<Item>> + Send + 'static>,
        expected: &'static str,
        stats: bool,
    ) -> Result<Outcome, Failure> {
        let is_cut = records.is_cut();
        let question = self.question.clone();
        let worker = move || {
            let mut asker = question.asker();
            move |item: &_| asker.found(item)
        };
        let end = pool.run(records, worker, &mut self);
        match end.map_err(Failure::Thread)? {
            End::Exhausted => {}
            End::Cancelled => self.tally.outcome = Outcome::Interrupted,
            End::Broken(end) => end?,
        }
        self.progress.end();
        self.interrupt.print();
        self.output.end().map_err(Failure::Write)?;
        self.report_end(is_cut.load(Ordering::Relaxed));
        let outcome = self.tally.outcome;
        let is_ended = matches!(outcome, Outcome::Interrupted | Outcome::Stopped);
        if self.tally.boards == 0 && !is_ended {
            let name = self.name;
            return Err(Failure::NoBoard { name, expected });
        }
        self.tally.suggest();
        if stats {
            self.tally.report(&self.question);
        }
        Ok(outcome)
    }

    /// Handles the next record.
    fn item(&mut self, item: &Item, found: Found) -> io::Result<()> {
        let is_map_only =
            self.tally.boards == 0 && matches!(item.record.content(), Content::Bad(_));
        let is_board = item.case.is_none() && item.puzzle.is_none();
        if is_board && let Some((line, row)) = self.other_map(item) {
            self.maps.ended = true;
            if !is_map_only {
                self.count(Outcome::BadInput);
                self.flush();
                let has_map = self.maps.known.is_some();
                bad::report_map(&self.name, line, &row, has_map);
                return Ok(());
            }
        }
        let is_map = |map: &String| shapes::is_map(item.record.raw(), map);
        match (item.record.content(), &item.case) {
            _ if self.maps.known.as_ref().is_some_and(is_map) => self.output.other(item, true),
            (Content::Board(board), _) => self.board(item, board, found),
            (Content::Bad(error), _) => self.bad(item, error),
            (_, Some(case)) => {
                if !self.is_late() {
                    self.count(Outcome::BadInput);
                    self.report(item, &case.message);
                }
                self.output.other(item, false)
            }
            (Content::Header, None) => {
                bad::note_header(&self.name, &item.record);
                self.output.other(item, false)
            }
            _ => {
                let map = self.maps.known.as_ref();
                let is_map = map.is_some_and(|map| shapes::is_part(item.record.raw(), map));
                self.output.other(item, is_map)
            }
        }
    }

    /// The first row of a map above this record or in it, with its line number, if the map does not
    /// have the regions of the boards.
    fn other_map(&mut self, item: &Item) -> Option<(u64, String)> {
        let (record, shape) = (&item.record, self.output.shape());
        match record.content() {
            Content::Board(_) => self.maps.later.end(shape),
            _ => self.maps.later.take(record.raw(), record.line(), shape),
        }
    }

    /// Counts a board.
    fn count(&mut self, outcome: Outcome) {
        self.tally.boards += 1;
        self.tally.raise(outcome);
        self.progress.count();
    }

    /// Flushes the output, so that it appears before the next message.
    fn flush(&mut self) {
        // If this fails, the next write fails, too, and is reported.
        let _ = self.output.flush();
    }

    /// Reports on standard error what the output about a board does not show.
    fn report(&mut self, item: &Item, remark: &str) {
        self.flush();
        let line = item.line(item.record.line());
        message::say(format_args!("{}:{line}: {remark}", self.name));
    }

    /// Counts a bad board that is not reported because the time is over: an endless input of them
    /// would be reported for seconds.
    fn is_late(&mut self) -> bool {
        let is_late = self.question.is_over();
        if is_late {
            *self.late.get_or_insert(0) += 1;
            self.count(Outcome::Stopped);
        }
        is_late
    }

    fn bad(&mut self, item: &Item, error: &BoardError) -> io::Result<()> {
        let raw = item.record.raw();
        let is_map = |map: &String| shapes::is_on_one_line(raw, map);
        if self.maps.known.as_ref().is_some_and(is_map) {
            return self.output.other(item, true);
        }
        let knows = |judge: Judge| judge.knows(item.record.content());
        if self.output.judge().is_some_and(knows) {
            self.count(Outcome::Answered);
        } else if !self.is_late() {
            self.count(Outcome::BadInput);
            let line = item.line(error.line);
            self.flush();
            bad::report(&self.name, line, &item.record, error);
        }
        self.output.bad(item, error)
    }

    fn board(&mut self, item: &Item, board: &Grid, found: Found) -> io::Result<()> {
        self.note_unread(item);
        if self.is_repeated(&found) {
            self.count(Outcome::Answered);
            return Ok(());
        }
        self.note_map(item);
        // Boards are shown, and pictures are drawn, here and not where they were asked about.
        let is_written_slowly = self.question.verb == Verb::Show || self.output.draws();
        let found = match found {
            Found::All(..) | Found::Later(_) if is_written_slowly && self.question.is_over() => {
                Found::Late
            }
            found => found,
        };
        let is_late = matches!(found, Found::Late);
        let is_shown = self.output.shows_objects();
        let (output, asker) = (&mut self.output, &mut self.asker);
        let reply = match found {
            Found::All(solutions, reply) => output.answer(item, board, |visit| {
                solutions.each(visit);
                reply
            }),
            Found::Later(spent) => {
                output.answer(item, board, |visit| asker.ask(item, board, spent, visit))
            }
            Found::Late => output.late(item, board),
            Found::NoBoard | Found::Failed(_) => return Ok(()),
        }?;
        if !is_late {
            self.add(item, board, &reply);
        } else if is_shown {
            // The object is complete.
            self.count(Outcome::Answered);
        } else if self.late.is_none() && !is_written_slowly {
            self.late = Some(0);
            self.add(item, board, &reply);
        } else {
            // A line for each of a million boards would say less.
            *self.late.get_or_insert(0) += 1;
            self.count(Outcome::Stopped);
        }
        if let Some(error) = self.output.take_unwritable() {
            self.unwritable(item, &error);
        }
        Ok(())
    }

    /// Reports what of a puzzle was not read.
    fn note_unread(&mut self, item: &Item) {
        for note in item.puzzle.iter().flat_map(|puzzle| &puzzle.0.notes) {
            self.flush();
            let line = item.line(item.record.line());
            message::note(format_args!("{}:{line}: {note}", self.name));
        }
    }

    /// Whether `dedup` skips a board, because an equivalent one was written.
    fn is_repeated(&mut self, found: &Found) -> bool {
        let Found::All(_, reply) = found else {
            return false;
        };
        let Finding::Canonical(form) = &reply.value else {
            return false;
        };
        self.question.verb == Verb::Dedup && !self.seen.insert(form.board.clone())
    }

    /// Reports once that a map after a board on its line is not read.
    fn note_map(&mut self, item: &Item) {
        if self.maps.noted
            || item.puzzle.is_some()
            || !is_map_after(item.record.raw(), self.output.shape())
        {
            return;
        }
        self.maps.noted = true;
        self.flush();
        let line = item.line(item.record.line());
        let what = format!("{}:{line}: the map after the board is not read", self.name);
        let help = "write the map on lines of its own above the board";
        message::note_with(what, help);
    }

    /// Reports that the rules of a puzzle cannot be written in the format of the output.
    fn unwritable(&mut self, item: &Item, error: &PuzzleError) {
        self.flush();
        let line = item.line(item.record.line());
        let what = format_args!("{}:{line}: {error}", self.name);
        if self.output.falls_back_to_line() {
            return message::note_with(what, "the board is written as a line");
        }
        self.tally.raise(Outcome::BadInput);
        message::error(what, error.reason.help().as_deref());
    }

    /// Reports once what the time limit of the command has prevented.
    fn report_end(&mut self, is_cut: bool) {
        if let Some(late @ 1..) = self.late {
            let what = match self.question.verb {
                _ if self.output.draws() => format!("{} not drawn", quantity(late, "board")),
                Verb::Show => format!("{} not shown", quantity(late, "board")),
                _ => format!("{} without an answer", quantity(late, "more board")),
            };
            message::say(format_args!(
                "{}: stopped by the time limit: {what}",
                self.name
            ));
        }
        if is_cut {
            // Nothing is known of the rest, even if a board before it is invalid.
            if self.tally.outcome != Outcome::Interrupted {
                self.tally.outcome = Outcome::Stopped;
            }
            message::say(format_args!(
                "{}: stopped by the time limit: the rest of the input was not read",
                self.name
            ));
        }
    }

    /// Notes whether a board has a proof.
    fn add_proof(&mut self, item: &Item, files: ProofFiles, stop: Stop) {
        if stop == Stop::Exhausted {
            self.tally.proof.get_or_insert(files);
            return;
        }
        self.tally.raise(Outcome::Stopped);
        let why = match stop {
            Stop::Solutions => "there are more solutions, so ",
            _ => "",
        };
        let old = if files.exist() {
            "; the files are from an earlier run"
        } else {
            ""
        };
        self.report(item, &format!("{why}there is no proof{old}"));
    }

    /// Adds the result of a board.
    fn add(&mut self, item: &Item, board: &Grid, reply: &Reply) {
        self.tally.add(reply);
        let has_word = |judge: Judge| judge.word(reply).is_some();
        if self.output.judge().is_some_and(has_word) {
            return self.count(Outcome::Answered);
        }
        let about = About::new(item.shape_or(self.output.shape()), board, reply);
        let (outcome, remark) = (
            outcome(&about, reply),
            about.remark(stop_reason(reply.stop)),
        );
        self.count(outcome);
        if !remark.is_empty() {
            self.report(item, &remark);
        }
        if let Some(files) = self.question.proof_files(item) {
            self.add_proof(item, files, reply.stop);
        }
        self.tally.any_unsolvable |= is_unsolvable(&reply.value, reply.stop);
        let is_one_of_several = self.question.verb.lists_one() && reply.stats.solutions > 1;
        if is_one_of_several && self.output.judge().is_none() {
            self.tally.any_several = true;
            self.flush();
            let line = item.line(item.record.line());
            let what = format_args!("{}:{line}: several solutions; one is printed", self.name);
            message::note(what);
        }
    }
}

/// Returns how the question about a board ended.
fn outcome(about: &About<'_>, reply: &Reply) -> Outcome {
    match reply.value {
        Finding::Unique(Uniqueness::Many) | Finding::Refused(_) => Outcome::BadInput,
        // A partial answer is an answer, too.
        Finding::Minimized(_) | Finding::Rated(_) => Outcome::Answered,
        _ => Outcome::ended(about.stop(), about.is_answer()),
    }
}

/// Whether it was proved that a board has no solution.
fn is_unsolvable(finding: &Finding, stop: Stop) -> bool {
    stop == Stop::Exhausted
        && match finding {
            Finding::Solutions(found) => *found == 0,
            Finding::Count(count) | Finding::Marginals(count, _) => count.is_zero(),
            Finding::Check(check) => *check == Check::None,
            Finding::Unique(unique) => *unique == Uniqueness::None,
            _ => false,
        }
}
