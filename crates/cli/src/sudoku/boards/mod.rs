//! Writes boards: one record for each board of the input, in one of the formats.
//!
//! [`Boards::answer`], [`Boards::bad`] and [`Boards::other`] take one record of the input each. The
//! format decides how they write it. [`puzzle`] writes puzzles with rules of their own and reports
//! what a format does not show of them; [`made`] writes puzzles of the generator.

mod made;
mod puzzle;
mod steps;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_core::{Stop, Uniqueness};
use quadrille_draw::Picture;
use quadrille_report::sudoku::{Bad, Finding};
use quadrille_sudoku::text::{BoardError, Content, Reason, Record};
use quadrille_sudoku::{Grid, PuzzleError, Shape};

use super::asker::stopped;
use super::format::Format;
use super::judge::Judge;
use super::pages::{Pages, Target};
use super::question::{Asked, Lists, Needs, Of, Question, Reply, json};
use super::records::Item;
use crate::output::Stream;

/// Writes boards to an output.
pub(super) struct Boards {
    output: Stream,
    question: Arc<dyn Question>,
    format: Format,
    shape: Shape,
    /// The pictures of the document, if the format is one.
    pages: Option<Pages>,
    /// The parts of puzzles of which it was reported that the format does not show them.
    noted: BTreeSet<&'static str>,
    /// Why the last board could not be written with its rules.
    unwritable: Option<PuzzleError>,
    /// The number of records so far, where the format needs it.
    begun: u64,
    /// Whether the last line has no line end yet, because the invalid line that it shows continues
    /// in the next record or ends with the input. The format `same` copies line ends and never sets
    /// it.
    open: bool,
}

impl Boards {
    pub(super) fn new(
        output: Stream,
        question: Arc<dyn Question>,
        target: Target<'_>,
        shape: Shape,
    ) -> Self {
        Self {
            output,
            question,
            format: target.format,
            pages: target.pages,
            shape,
            noted: BTreeSet::new(),
            unwritable: None,
            begun: 0,
            open: false,
        }
    }

    /// The shape of the boards without rules of their own.
    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The judge, if the output is for one.
    pub(super) fn judge(&self) -> Option<Judge> {
        match self.format {
            Format::Judge(judge) => Some(judge),
            _ => None,
        }
    }

    /// Writes the answer about a board. `ask` passes on its solutions, which are written at once.
    pub(super) fn answer(
        &mut self,
        item: &Item,
        board: &Grid,
        ask: Asked<'_>,
    ) -> io::Result<Reply> {
        match self.format {
            Format::Json => {
                let of = Of::new(item, board, &self.shape);
                return self.question.json(&of, ask, &mut self.output);
            }
            Format::Judge(_) => self.begin()?,
            _ => {}
        }
        self.begin_board(item);
        let (mut place, mut written) = (0, Ok(()));
        let reply = ask(&mut |solution| {
            place += 1;
            written = self.solution(item, board, solution, place);
            match written {
                Ok(()) if self.unwritable.is_none() || self.falls_back_to_line() => {
                    ControlFlow::Continue(())
                }
                _ => ControlFlow::Break(()),
            }
        });
        written?;
        match (self.format, &reply.value) {
            (Format::Judge(_), Finding::Solutions(1..)) => {}
            (Format::Judge(judge), _) => self.word(item, judge, judge.word(&reply))?,
            _ => self.finding(item, board, &reply)?,
        }
        Ok(reply)
    }

    /// Writes a board for which no time was left. Pictures are not drawn, and a board to be shown
    /// is echoed.
    pub(super) fn late(&mut self, item: &Item, board: &Grid) -> io::Result<Reply> {
        let reply = stopped(&*self.question, Stop::Time);
        if self.draws() {
            return Ok(reply);
        }
        if !self.shows() || self.format == Format::Json {
            return self.answer(item, board, Box::new(|_| reply));
        }
        self.begin()?;
        self.echo(&item.record)?;
        Ok(reply)
    }

    /// Whether writing a board is all that is asked for.
    pub(super) fn shows(&self) -> bool {
        self.question.needs() == Needs::Board
    }

    /// Whether answers are JSON.
    pub(super) fn writes_objects(&self) -> bool {
        self.format == Format::Json
    }

    /// Whether the answers are pictures in a document.
    pub(super) fn draws(&self) -> bool {
        self.format.document().is_some()
    }

    /// Writes a solution of a board: the first, the second, and so on.
    fn solution(
        &mut self,
        item: &Item,
        board: &Grid,
        solution: &Grid,
        place: u64,
    ) -> io::Result<()> {
        let record = &item.record;
        if let Some(pages) = &mut self.pages {
            let note = match self.question.lists() {
                Lists::Several => format!("solution {place}"),
                _ => String::new(),
            };
            let shape = item.shape_or(&self.shape);
            pages.solution(&picture(shape, Some(record), board, solution), note);
            return self.note_unseen(item, false);
        }
        if let Some(format) = self.puzzle_format(item) {
            return self.puzzle(item, board, Some(solution), format);
        }
        if let Format::Judge(judge) = self.format {
            let solution = judge.solution(item, solution);
            return self.output.write_all(solution.as_bytes());
        }
        self.note_unseen(item, false)?;
        if self.format != Format::Same || !record.has_places() {
            return self.grid(Some(item), board, solution);
        }
        if place > 1 {
            record.write_break(&mut self.output)?;
        }
        record.write_solution(&mut self.output, solution)
    }

    /// Writes the answer about a board after its solutions, in any format but JSON.
    fn finding(&mut self, item: &Item, board: &Grid, reply: &Reply) -> io::Result<()> {
        if let Finding::MinimalPuzzle(minimal) = &reply.value
            && self.format != Format::Text
        {
            let shown = Reply::new(Finding::Shown, reply.stop, reply.stats.clone());
            let item = self.minimal_item(item, minimal);
            return match &mut self.pages {
                Some(_) => self.finding(&item, &minimal.board, &shown),
                None => self.unsolved(&item, &minimal.board),
            };
        }
        let record = &item.record;
        if self.pages.is_some() {
            return match self.draw(item, board, reply) {
                true => self.note_unseen(item, false),
                false => Ok(()),
            };
        }
        match &reply.value {
            Finding::Shown | Finding::Solutions(0) => return self.board(item, board),
            Finding::Solutions(_) => return Ok(()),
            Finding::Marked(marks) if self.format == Format::Pretty => {
                self.begin()?;
                let shape = item.shape_or(&self.shape);
                let name = |value| record.name(value);
                let picture = shape.picture_of_candidates(board, board, marks, name);
                let text = picture.to_text(self.output.colours());
                return self.output.write_all(text.as_bytes());
            }
            Finding::Minimized(minimized) if self.format != Format::Text => {
                return self.unsolved(item, &minimized.board);
            }
            Finding::Canonical(_) if self.format == Format::Same => return self.echo(record),
            Finding::Unique(_) | Finding::Refused(_) if self.question.echoes() => {
                self.begun += 1;
                return self.echo(record);
            }
            _ => self.separate()?,
        }
        self.begun += 1;
        let about = Of::new(item, board, &self.shape).about(reply);
        let text = self.question.text(about, record);
        writeln!(self.output, "{text}")
    }

    /// Draws the answer about a board on the pages. Returns whether there was anything to draw.
    fn draw(&mut self, item: &Item, board: &Grid, reply: &Reply) -> bool {
        let (record, Some(pages)) = (&item.record, &mut self.pages) else {
            return false;
        };
        let shape = item.shape_or(&self.shape);
        let name = |value| record.name(value);
        let (board, note) = match &reply.value {
            finding @ (Finding::Steps(_) | Finding::Hint(..)) => {
                let drawn = steps::Drawn {
                    shape,
                    board,
                    name: &name,
                };
                drawn.add(finding, pages);
                return true;
            }
            Finding::Marked(marks) => {
                let picture = shape.picture_of_candidates(board, board, marks, name);
                pages.puzzle(&picture, "");
                return true;
            }
            Finding::Shown => (board, ""),
            Finding::Minimized(minimized) => (&minimized.board, ""),
            Finding::Solutions(0) if reply.stop == Stop::Exhausted => (board, "no solution"),
            Finding::Solutions(0) => (board, "not finished"),
            Finding::Solutions(_) if pages.with_solutions => (board, ""),
            Finding::Unique(Uniqueness::None) => (board, "no solution"),
            Finding::Unique(Uniqueness::Many) => (board, "several solutions"),
            Finding::Unique(_) => (board, "not finished"),
            _ => return false,
        };
        pages.puzzle(&picture(shape, Some(record), board, board), note);
        true
    }

    /// Writes the word that a judge expects, or else the lines of the input.
    fn word(&mut self, item: &Item, judge: Judge, word: Option<&str>) -> io::Result<()> {
        match (word, &item.case) {
            (Some(word), _) if judge.numbers() => {
                writeln!(self.output, "Case {}: {word}.", self.begun)
            }
            (Some(word), _) => writeln!(self.output, "{word}"),
            (None, Some(case)) if !judge.numbers() => self.output.write_all(&case.text),
            (None, _) => Ok(()),
        }
    }

    /// Writes the word that a judge expects for an invalid board; nothing at the end of the input.
    fn refuse(&mut self, item: &Item, judge: Judge) -> io::Result<()> {
        if item.case.as_ref().is_none_or(|case| case.text.is_empty()) {
            return Ok(());
        }
        self.begin()?;
        self.word(item, judge, judge.refusal(item.record.content()))
    }

    /// Writes a board without an answer.
    fn board(&mut self, item: &Item, board: &Grid) -> io::Result<()> {
        match self.format {
            Format::Same => item.record.write_raw(&mut self.output),
            _ => self.unsolved(item, board),
        }
    }

    /// Writes an invalid record. A board that breaks a rule is written like any other; all else is
    /// echoed, on one line where every board is one line.
    pub(super) fn bad(&mut self, item: &Item, error: &BoardError) -> io::Result<()> {
        let record = &item.record;
        self.begin_board(item);
        if let Some(pages) = &mut self.pages {
            match &error.reason {
                Reason::Clash { board, .. } => {
                    pages.puzzle(&picture(&self.shape, Some(record), board, board), "invalid");
                }
                _ => pages.puzzle(
                    &Picture::new(self.shape.rows(), self.shape.columns()),
                    "invalid board",
                ),
            }
            return Ok(());
        }
        match (self.format, &error.reason) {
            (Format::Judge(judge), _) => return self.refuse(item, judge),
            (Format::Json, _) => return json(&mut self.output, &Bad::new(&self.shape, error)),
            _ if self.question.echoes() => {
                self.separate()?;
                self.begun += 1;
                return self.echo(record);
            }
            (Format::Text, _) => {
                self.separate()?;
                self.begun += 1;
                return self.output.write_all(b"bad\n");
            }
            (_, Reason::Clash { board, .. }) => return self.board(item, board),
            (Format::Same, _) => return record.write_raw(&mut self.output),
            _ => {}
        }
        self.begin()?;
        self.open = !record.ends_line();
        if self.format != Format::Line || self.open && error.reason == Reason::LongLine {
            return record.write_raw(&mut self.output);
        }
        self.open = false;
        let lines = record.raw().trim_ascii().split(|&byte| byte == b'\n');
        for (place, line) in lines.enumerate() {
            let space = if place > 0 { " " } else { "" };
            self.output.write_all(space.as_bytes())?;
            self.output.write_all(line.trim_ascii())?;
        }
        self.output.write_all(b"\n")
    }

    /// Writes the lines between boards, and the rest of an invalid line that is too long. `is_map`
    /// says that the lines are those of the map of regions, which are no title.
    pub(super) fn other(&mut self, item: &Item, is_map: bool) -> io::Result<()> {
        let record = &item.record;
        if let Format::Judge(judge) = self.format {
            return self.refuse(item, judge);
        }
        if let Some(pages) = &mut self.pages {
            // The names of the columns of a table are no title.
            if !is_map && !matches!(record.content(), Content::Header) {
                pages.between(record.raw());
            }
            return Ok(());
        }
        if self.format == Format::Same && !self.question.echoes() || self.open {
            record.write_raw(&mut self.output)?;
            self.open = self.open && !record.ends_line();
        }
        Ok(())
    }

    /// Writes the document or the last line end, and flushes.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.open |= self.output.is_inside_line();
        self.end_line()?;
        if let Some(pages) = self.pages.take() {
            pages.write(&mut self.output)?;
        }
        self.flush()
    }

    /// Begins the next board on pages.
    fn begin_board(&mut self, item: &Item) {
        if let Some(pages) = &mut self.pages {
            pages.begin();
            let puzzle = item.puzzle.as_deref();
            if let Some(title) = puzzle.and_then(|(puzzle, _)| puzzle.title.as_deref()) {
                pages.entitle(title);
            }
        }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Separates an answer of several lines from the record before it by a blank line.
    fn separate(&mut self) -> io::Result<()> {
        if self.question.parts() && self.begun > 0 {
            self.output.write_all(b"\n")
        } else {
            Ok(())
        }
    }

    /// Begins the next record, in a format that is not that of the input.
    fn begin(&mut self) -> io::Result<()> {
        self.end_line()?;
        let is_parted = matches!(self.format, Format::Grid | Format::Pretty)
            || self.judge().is_some_and(Judge::parts);
        if self.begun > 0 && is_parted {
            self.output.write_all(b"\n")?;
        }
        self.begun += 1;
        match self.judge().and_then(|judge| judge.heading(self.begun)) {
            Some(heading) => writeln!(self.output, "{heading}"),
            None => Ok(()),
        }
    }

    fn end_line(&mut self) -> io::Result<()> {
        if self.open {
            self.output.write_all(b"\n")?;
        }
        self.open = false;
        Ok(())
    }

    /// Echoes a record unchanged and ends its last line.
    fn echo(&mut self, record: &Record) -> io::Result<()> {
        record.write_raw(&mut self.output)?;
        if record.ends_line() {
            Ok(())
        } else {
            self.output.write_all(b"\n")
        }
    }

    /// Writes a board in a format that is not that of the input, with values as the record writes
    /// them. Its givens are those of `given`.
    fn grid(&mut self, item: Option<&Item>, given: &Grid, grid: &Grid) -> io::Result<()> {
        self.begin()?;
        let shape = item.map_or(&self.shape, |item| item.shape_or(&self.shape));
        let record = item.map(|item| &item.record);
        match self.format {
            Format::Pretty => {
                let picture = picture(shape, record, given, grid);
                let text = picture.to_text(self.output.colours());
                self.output.write_all(text.as_bytes())
            }
            format => {
                let new = Record::new();
                let record = record.unwrap_or(&new);
                match format {
                    Format::Line | Format::Same => record.write_line(&mut self.output, shape, grid),
                    _ => record.write_grid(&mut self.output, shape, grid),
                }
            }
        }
    }
}

/// A picture of a board, with values as the record writes them. Its givens are those of `given`.
fn picture(shape: &Shape, record: Option<&Record>, given: &Grid, grid: &Grid) -> Picture {
    match record {
        Some(record) => shape.picture_named(grid, given, |value| record.name(value)),
        None => shape.picture(grid, given),
    }
}
