//! A batch: the records of one input with their answers, in input order.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use quadrille_core::Stop;
use quadrille_core::parallel::{self, End, Pool, Sink};
use quadrille_core::text::quantity;
use quadrille_report::Ending;
use quadrille_sudoku::text::{BoardError, Content, Reason};
use quadrille_sudoku::{Division, Grid, Outline, PuzzleError, Shape};

use super::asker::{Asker, Found, Proofs, Setup};
use super::bad;
use super::boards::Boards;
use super::judge::Judge;
use super::limits::Until;
use super::question::{Lists, Of, Reply};
use super::records::Item;
use super::shapes;
use super::tally::Tally;
use crate::interrupt::Interrupt;
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::source::Source;
use crate::stop_reason::stop_reason;

/// Writes the answer to each record, reports what is wrong with it, and adds up the results.
pub(super) struct Batch<'a> {
    source: Source<'a>,
    name: String,
    interrupt: &'a Interrupt,
    output: Boards,
    /// The shape of the boards below a map of other regions than the first boards have.
    mapped: Option<Shape>,
    /// The line and the first row of a map without a board below it, so far.
    lone_map: Option<(u64, String)>,
    /// Whether `--shape` names the shape of the boards.
    has_named_shape: bool,
    setup: Arc<Setup>,
    /// Asks about boards that the threads leave to this one.
    asker: Asker,
    progress: Progress,
    tally: Tally,
    /// The boards without an answer that no line reports; `None` before the first late board.
    late: Option<u64>,
    /// The notes about the form of boards that were printed.
    noted: BTreeSet<&'static str>,
    named: Named,
    /// Whether an invalid map of regions ended the batch: nothing is known of the boards below it.
    ended: bool,
}

/// What texts beside boards say about rules.
#[derive(Default)]
struct Named {
    /// The rule that the last text names, and its place.
    rule: Option<(String, &'static str)>,
    /// Whether the only board so far has no rules of its own, so that a text below it may name one.
    is_below_plain: bool,
}

/// Whether a line holds two boards, one character for each cell, of which none can be the solution of
/// the other.
fn has_second_board(line: &[u8], cells: usize) -> bool {
    if line.len() <= 2 * cells {
        return false;
    }
    let is_blank = |byte: u8| b"0.*_-".contains(&byte);
    let is_board = |word: &&[u8]| {
        let is_cell = |&byte: &u8| byte.is_ascii_digit() || is_blank(byte);
        word.len() == cells && word.iter().all(is_cell)
    };
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;|\"'".contains(byte);
    let mut boards = line.split(is_between).filter(is_board);
    let (Some(first), Some(second)) = (boards.next(), boards.next()) else {
        return false;
    };
    let mut pairs = first.iter().zip(second);
    pairs.any(|(&one, &other)| one != other && !is_blank(one) && !is_blank(other))
}

/// A signal, a failure or an invalid map of regions ends a batch early.
impl Sink<io::Result<Item>, Found, Result<(), Failure>> for Batch<'_> {
    fn take(&mut self, item: &io::Result<Item>, found: Found) -> ControlFlow<Result<(), Failure>> {
        let taken = match (item, found) {
            (_, Found::Failed(failure)) => Err(failure),
            (Ok(item), found) => self.item(item, found).map_err(Failure::Write),
            (Err(error), _) => {
                let error = io::Error::new(error.kind(), error.to_string());
                Err(self.source.failed(error))
            }
        };
        match taken {
            Ok(()) if self.tally.outcome != Outcome::Interrupted && !self.ended => {
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
        has_named_shape: bool,
        setup: &Arc<Setup>,
        progress: Progress,
    ) -> Self {
        Self {
            name: source.name(),
            source,
            interrupt,
            output,
            mapped: None,
            lone_map: None,
            has_named_shape,
            setup: setup.clone(),
            asker: setup.asker(),
            progress,
            tally: Tally::begin(),
            late: None,
            noted: BTreeSet::new(),
            named: Named::default(),
            ended: false,
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
        let setup = self.setup.clone();
        let worker = move || {
            let mut asker = setup.asker();
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
        self.note_name_below();
        self.report_end(is_cut.load(Ordering::Relaxed));
        let is_end = |outcome| matches!(outcome, Outcome::Interrupted | Outcome::Stopped);
        if !is_end(self.tally.outcome) {
            self.report_lone_map();
        }
        let outcome = self.tally.outcome;
        let is_ended = is_end(outcome);
        if self.tally.boards == 0 && !is_ended {
            let name = self.name;
            return Err(Failure::NoBoard { name, expected });
        }
        self.tally.suggest();
        if stats {
            self.tally.report(&self.setup);
        }
        Ok(outcome)
    }

    /// Handles the next record.
    fn item(&mut self, item: &Item, found: Found) -> io::Result<()> {
        match (item.record.content(), &item.case) {
            (Content::Map(shape), _) => self.map(item, shape),
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
                self.see_name(item);
                self.output.other(item, false)
            }
        }
    }

    /// Takes a map of regions, which the boards below it have.
    fn map(&mut self, item: &Item, shape: &Shape) -> io::Result<()> {
        const MAPPED: &str = "the boards below a map of regions have those regions";
        let known = self.mapped.as_ref().unwrap_or(self.output.shape());
        let is_other = known != shape;
        if is_other {
            self.report_lone_map();
            if self.noted.insert(MAPPED) {
                let place = self.place(item);
                message::note(format_args!("{place}: {MAPPED}"));
            }
            shapes::note_pieces(shape);
            self.mapped = Some(shape.clone());
        }
        if is_other || self.tally.boards == 0 {
            let text = String::from_utf8_lossy(item.record.raw());
            let row = text.lines().next().unwrap_or_default().trim();
            self.lone_map = Some((item.record.line(), row.to_owned()));
        }
        self.output.other(item, true)
    }

    /// Reports the last map if there is no board below it.
    fn report_lone_map(&mut self) {
        if let Some((line, row)) = self.lone_map.take() {
            self.count(Outcome::BadInput);
            self.flush();
            bad::report_map(&self.name, line, &row);
        }
    }

    /// Counts a board.
    fn count(&mut self, outcome: Outcome) {
        self.tally.add_board(outcome);
        self.progress.count();
    }

    /// Flushes the output, so that it appears before the next message.
    fn flush(&mut self) {
        // If this fails, the next write fails, too, and is reported.
        let _ = self.output.flush();
    }

    /// Returns the name of the input and the line of an item, before a message about it.
    fn place(&mut self, item: &Item) -> String {
        self.flush();
        format!("{}:{}", self.name, item.line(item.record.line()))
    }

    /// Reports on standard error what the output about a board does not show.
    fn report(&mut self, item: &Item, remark: &str) {
        let place = self.place(item);
        message::say(format_args!("{place}: {remark}"));
    }

    /// Counts a bad board that is not reported because the time is over: an endless input of them
    /// would be reported for seconds.
    fn is_late(&mut self) -> bool {
        let is_late = self.setup.is_over();
        if is_late {
            *self.late.get_or_insert(0) += 1;
            self.count(Outcome::Stopped);
        }
        is_late
    }

    fn bad(&mut self, item: &Item, error: &BoardError) -> io::Result<()> {
        self.lone_map = None;
        self.ended = matches!(error.reason, Reason::Map(_));
        let knows = |judge: Judge| judge.knows(item.record.content());
        if self.output.judge().is_some_and(knows) {
            self.count(Outcome::Answered);
        } else if !self.is_late() {
            self.count(Outcome::BadInput);
            self.flush();
            bad::report(&self.name, item.line(error.line), &item.record, error);
        }
        self.output.bad(item, error)
    }

    /// Prints the notes about how a board was read.
    fn note_form(&mut self, item: &Item) {
        let of_puzzle = item.puzzle.iter().flat_map(|puzzle| &puzzle.0.notes);
        // Boards in one form have one note.
        let of_form = item.record.note().filter(|&note| self.noted.insert(note));
        for note in of_puzzle.map(String::as_str).chain(of_form) {
            let place = self.place(item);
            message::note(format_args!("{place}: {note}"));
        }
    }

    /// Notes the rule that the text of a record names.
    fn see_name(&mut self, item: &Item) {
        if let Some(name) = item.record.named_rule() {
            self.named.rule = Some((self.place(item), name));
        }
    }

    /// Notes once that a text names a rule, and the board does not have it.
    fn note_name(&mut self, item: &Item) {
        self.see_name(item);
        let own = item.puzzle.as_ref();
        if let Some(name) = own.and_then(|own| own.0.missing_rule()) {
            self.named = Named::default();
            let place = self.place(item);
            return self.note_missing(&place, name);
        }
        let is_first = self.tally.boards == 0;
        // Most boards have no such text, and the rest takes longer than to read a board.
        if self.named.rule.is_none() && !is_first {
            self.named.is_below_plain = false;
            return;
        }
        let shape = item.shape_or(self.output.shape());
        let is_plain = Shape::with_side(shape.side()).as_ref() == Some(shape);
        self.named.is_below_plain = is_plain && is_first;
        if let Some((place, name)) = self.named.rule.take().filter(|_| is_plain) {
            self.note_missing(&place, name);
        }
    }

    /// Notes a rule that a text below the only board names.
    fn note_name_below(&mut self) {
        if let Some((place, name)) = self.named.rule.take()
            && self.named.is_below_plain
        {
            self.note_missing(&place, name);
        }
    }

    fn note_missing(&mut self, place: &str, name: &'static str) {
        if self.noted.insert(name) {
            let what =
                format!("{place}: the text names a rule, '{name}', that the board does not have");
            let help = "name the rule with --shape, or use a format that holds rules";
            message::note_with(what, help);
        }
    }

    /// Notes once that `--shape` does not hold for a puzzle, which has a shape of its own.
    fn note_shape(&mut self, item: &Item) {
        const OTHER: &str = "'--shape' does not hold for a puzzle with rules or a size of its own";
        if !self.has_named_shape || item.puzzle.is_none() || self.noted.contains(OTHER) {
            return;
        }
        let shape = self.output.shape();
        let (own, named) = (item.shape_or(shape), shape.outline());
        let is_of_map = |format: &Option<_>| format.is_none();
        let is_of_map = item.puzzle.as_ref().is_some_and(|own| is_of_map(&own.1));
        let takes_map = is_of_map && !matches!(named.division, Division::Regions(_));
        let mut outline = Outline {
            lowest: named.lowest,
            ..own.outline()
        };
        if takes_map {
            outline.division = named.division.clone();
        }
        // Rules and a map below a board stand beside those of the shape.
        let has_rules = || shape.rules().iter().all(|rule| own.rules().contains(rule));
        let holds = own == shape || outline == named && has_rules();
        if !holds {
            self.noted.insert(OTHER);
            let what = format!("{}: {OTHER}", self.place(item));
            message::note_with(
                what,
                "leave out '--shape', or keep such puzzles in another file",
            );
        }
    }

    /// Notes once what beside a board on its line is not read.
    fn note_unread(&mut self, item: &Item, board: &Grid) {
        const SECOND: &str = "the second board on the line is not read";
        if item.puzzle.is_some() || item.case.is_some() {
            return;
        }
        let line = item.record.raw();
        if has_second_board(line, board.cells().len()) && self.noted.insert(SECOND) {
            let what = format!("{}: {SECOND}", self.place(item));
            message::note_with(what, "write each board on a line of its own");
        }
    }

    fn board(&mut self, item: &Item, board: &Grid, found: Found) -> io::Result<()> {
        self.lone_map = None;
        self.note_form(item);
        self.note_name(item);
        self.note_shape(item);
        if let Found::All(_, reply) = &found
            && self.setup.question.skips(reply)
        {
            self.count(Outcome::Answered);
            return Ok(());
        }
        self.note_unread(item, board);
        // Boards are shown, and pictures are drawn, here and not where they were asked about.
        let is_written_slowly = self.output.shows() || self.output.draws();
        let is_late = match &found {
            Found::NoBoard | Found::Failed(_) => return Ok(()),
            Found::Late => true,
            Found::All(..) | Found::Later(_) => is_written_slowly && self.setup.is_over(),
        };
        let (output, asker) = (&mut self.output, &mut self.asker);
        let reply = match found {
            _ if is_late => output.late(item, board),
            Found::All(solutions, reply) => {
                let ask = Box::new(move |visit: &mut dyn FnMut(&Grid) -> _| {
                    solutions.each(visit);
                    *reply
                });
                output.answer(item, board, ask)
            }
            Found::Later(spent) => {
                let ask = |visit: &mut dyn FnMut(&Grid) -> _| asker.ask(item, board, spent, visit);
                output.answer(item, board, Box::new(ask))
            }
            _ => return Ok(()),
        }?;
        if !is_late {
            self.add(item, board, &reply);
        } else if output.shows() && output.writes_objects() {
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

    /// Reports that the rules of a puzzle cannot be written in the format of the output.
    fn unwritable(&mut self, item: &Item, error: &PuzzleError) {
        let what = format!("{}: {error}", self.place(item));
        if self.output.falls_back_to_line() {
            return message::note_with(what, "the board is written as a line");
        }
        self.tally.raise(Outcome::BadInput);
        message::error(what, error.reason.help().as_deref());
    }

    /// Reports once what the time limit of the command has prevented.
    fn report_end(&mut self, is_cut: bool) {
        let name = &self.name;
        if let Some(late @ 1..) = self.late {
            let what = match &self.output {
                output if output.draws() => format!("{} not drawn", quantity(late, "board")),
                output if output.shows() => format!("{} not shown", quantity(late, "board")),
                _ => format!("{} without an answer", quantity(late, "more board")),
            };
            message::say(format_args!("{name}: stopped by the time limit: {what}"));
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
    fn add_proof(&mut self, item: &Item, proofs: &Proofs, stop: Stop) {
        let files = proofs.files(item);
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
        let judge = self.output.judge();
        if judge.is_some_and(|judge| judge.word(reply).is_some()) {
            return self.count(Outcome::Answered);
        }
        let setup = self.setup.clone();
        let about = Of::new(item, board, self.output.shape()).about(reply);
        let outcome = setup.question.outcome(&about, &reply.value);
        let remark = about.remark(stop_reason(reply.stop));
        self.tally.any_unsolvable |= about.is_unsolvable();
        self.count(outcome);
        if !remark.is_empty() {
            self.report(item, &remark);
        }
        if let Some(proofs) = &setup.proofs {
            self.add_proof(item, proofs, reply.stop);
        }
        let is_one = matches!(setup.question.lists(), Lists::First | Lists::One);
        if is_one && reply.stats.solutions > 1 && judge.is_none() {
            self.tally.any_several = true;
            let place = self.place(item);
            message::note(format_args!("{place}: several solutions; one is printed"));
        }
    }
}
