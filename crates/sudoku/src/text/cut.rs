//! Cuts the next record off an input: which lines belong to it, and what they are.
//!
//! A board is cut off as soon as its last line is read. More lines are read only where a line is
//! invalid or blank lines stand between bands: what the lines mean then depends on those below
//! them. An invalid line may be the title of a board, a board with spaces for blanks, a title that
//! looks like the first row of a board, or the first row of a board of another size.

use std::io;

use super::error::Reason;
use super::fault::Fault;
use super::line::{self, Before, Line};
use super::lines::{Ahead, Span};
use super::measure::{LONGEST_LINE, Measure};
use super::rows::{Rows, Taken};
use super::spaces::{self, Layout};
use super::title::{is_clear_label, is_label, is_name};
use super::token::{Form, Place};
use super::words::is_header;

/// The most lines of a title.
const LONGEST_TITLE: usize = 8;
/// The fewest rows of a board.
const SMALLEST_SIDE: usize = 4;

/// The lines of the next record, and what they are.
pub(super) struct Cut {
    pub(super) lines: usize,
    pub(super) kind: Kind,
}

/// What the lines of a record are.
pub(super) enum Kind {
    /// A board; its places are noted.
    Board(Form),
    /// A board with spaces for blanks, and the columns from cell to cell; its places are noted.
    Spaced(usize),
    Other,
    Header,
    Bad(Fault),
}

impl Cut {
    fn new(lines: usize, kind: Kind) -> Cut {
        Cut { lines, kind }
    }
}

/// What is known of the input before a record.
#[derive(Debug)]
pub(super) struct Past {
    /// Whether the record is the first line of the input.
    pub(super) is_start: bool,
    /// Whether a board was read.
    pub(super) has_board: bool,
    /// Whether the last board was one line.
    whole: bool,
    section: Section,
}

/// The section of a file of one board: `[State]` is how far somebody came with its `[Puzzle]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Puzzle,
    State,
}

impl Past {
    pub(super) fn new() -> Past {
        Past {
            is_start: true,
            has_board: false,
            whole: false,
            section: Section::None,
        }
    }

    /// Whether the last board was one line of a list of boards.
    pub(super) fn is_list(&self) -> bool {
        self.whole && self.section == Section::None
    }

    /// Whether a line where a board may begin belongs to the state of the board before it. Notes
    /// the section.
    fn is_state(&mut self, line: &Line, text: &[u8]) -> bool {
        let text = text.trim_ascii();
        self.section = match line {
            Line::Title if text == b"[Puzzle]" => Section::Puzzle,
            Line::Title if text == b"[State]" && self.section != Section::None => Section::State,
            Line::Title => Section::None,
            Line::Blank if self.section == Section::State => Section::None,
            _ => self.section,
        };
        self.section == Section::State
    }
}

/// Cuts records off the lines ahead.
pub(super) struct Cutter<'a> {
    pub(super) ahead: &'a mut dyn Ahead,
    pub(super) measure: &'a Measure,
    pub(super) past: &'a mut Past,
    /// Where the cells of the lines stand.
    pub(super) places: &'a mut Vec<Place>,
}

impl Cutter<'_> {
    /// The next record; `None` at the end of the input.
    pub(super) fn cut(&mut self) -> io::Result<Option<Cut>> {
        let mut rows = Rows::new(self.measure);
        let mut lines = 0;
        while let Some(span) = self.ahead.line(lines)? {
            let is_first = lines == 0;
            if span.continues {
                if is_first {
                    return Ok(Some(self.long_line(span)));
                }
                break;
            }
            let noted = self.places.len();
            let mut line = self.read(span, rows.count());
            if matches!(line, Line::Row(_) | Line::Whole(_)) && self.is_rule(lines, rows.count())? {
                self.places.truncate(noted);
                line = Line::Ruler;
            }
            if is_first && matches!(line, Line::Row(_)) && self.is_count(noted)? {
                self.places.truncate(noted);
                return Ok(Some(Cut::new(1, Kind::Other)));
            }
            let text = &self.ahead.text()[..span.end];
            if is_first && self.past.is_state(&line, text) {
                return Ok(Some(Cut::new(1, Kind::Other)));
            }
            if is_first && self.past.is_start && line.is_bad() && is_header(text) {
                return Ok(Some(Cut::new(1, Kind::Header)));
            }
            match rows.take(line, lines, span.start, text.trim_ascii_end().len()) {
                Taken::Open => lines += 1,
                Taken::Full => {
                    lines += 1;
                    let has_bottom =
                        rows.is_framed() && self.peek(lines, rows.count())? == Some(Line::Ruler);
                    lines += usize::from(has_bottom);
                    break;
                }
                Taken::Before => {
                    self.places.truncate(noted);
                    break;
                }
                Taken::Alone(line) => return self.cut_line(line).map(Some),
            }
        }
        if rows.is_empty() {
            // A line of a frame without a board is a record of its own.
            return Ok((lines > 0).then(|| Cut::new(lines, Kind::Other)));
        }
        if let Some((half, gap)) = rows.before_gap() {
            // Blank lines stood between bands, or after half a board.
            let is_board = rows.is_full() && {
                let next = self.peek(lines, rows.count() - 1)?;
                !matches!(next, Some(Line::Row(_) | Line::BadRow(_)))
            };
            if !is_board {
                (rows, lines) = (half, gap);
            }
        }
        self.past.whole = false;
        let only_bad_row = rows.only_bad_row();
        match rows.finish() {
            Ok(form) => Ok(Some(Cut::new(lines, Kind::Board(form)))),
            Err(fault) => {
                let is_half = matches!(fault.reason, Reason::HalfBoard { .. });
                let cut = self.look_again(lines, fault, only_bad_row, !is_half)?;
                Ok(Some(cut))
            }
        }
    }

    /// A record of a line that is not a row.
    fn cut_line(&mut self, line: Line) -> io::Result<Cut> {
        match line {
            Line::Whole(form) => {
                self.past.whole = true;
                Ok(Cut::new(1, Kind::Board(form)))
            }
            Line::BadWhole(fault) | Line::Prose(fault) => {
                let width = fault.width;
                let mut cut = self.look_again(1, fault, None, true)?;
                if let (Kind::Bad(_), Some(width)) = (&cut.kind, width) {
                    cut.lines = self.lines_of_block(cut.lines, width)?;
                }
                Ok(cut)
            }
            Line::Blank => {
                // The first row of a board with spaces for blanks may be blank.
                let side = self.measure.side;
                let text = spaces::without_end(self.text_of(0));
                let is_row = text.len() >= side && text.iter().all(|&byte| byte == b' ');
                let spaced = if is_row { self.cut_spaced()? } else { None };
                Ok(spaced.unwrap_or(Cut::new(1, Kind::Other)))
            }
            _ => Ok(Cut::new(1, Kind::Other)),
        }
    }

    /// The first piece of a line too long.
    fn long_line(&self, span: Span) -> Cut {
        let is_comment = self.ahead.text()[..span.end]
            .trim_ascii_start()
            .starts_with(b"#");
        let fault = Fault::new(span.end, 0, Reason::LongLine);
        Cut::new(
            1,
            if is_comment {
                Kind::Other
            } else {
                Kind::Bad(fault)
            },
        )
    }

    /// Looks again at the lines of an invalid record. `only_bad_row` is the number of its only bad
    /// row and that of its line, if it has all rows of a board; `may_be_title` says that its first
    /// line may be invalid.
    fn look_again(
        &mut self,
        mut lines: usize,
        fault: Fault,
        only_bad_row: Option<(usize, usize)>,
        may_be_title: bool,
    ) -> io::Result<Cut> {
        if let Some(cut) = self.cut_spaced()? {
            return Ok(cut);
        }
        let side = self.measure.side;
        if let Some((row, line)) = only_bad_row
            && (row == 0 || self.is_name(line))
            && (row == 0 && is_clear_label(self.text_of(0), side)
                || self.is_above_rows(lines, line)?)
        {
            // The rows after it are those of whole boards: it belongs to none of them.
            if row > 0 {
                let (rows, expected) = (row, self.measure.rows.len());
                let half = Reason::HalfBoard { rows, expected };
                let end = self.text_to(line).trim_ascii_end().len();
                return Ok(Cut::new(line, Kind::Bad(Fault::new(end, 0, half))));
            }
            lines = line + 1;
        }
        let is_title = lines == 1
            && may_be_title
            && (self.is_name(0) && self.is_title()?
                || is_label(self.text_of(0), side) && self.is_above_rows(1, 0)?);
        let kind = if is_title {
            Kind::Other
        } else {
            Kind::Bad(fault)
        };
        Ok(Cut::new(lines, kind))
    }

    /// Whether the good rows directly below a line are those of whole boards. The lines of the
    /// record below it count as such.
    fn is_above_rows(&mut self, lines: usize, line: usize) -> io::Result<bool> {
        let rows = self.count_rows_below(lines, line)?;
        let expected = self.measure.rows.len();
        Ok(rows.is_some_and(|rows| rows > 0 && rows.is_multiple_of(expected)))
    }

    /// Counts the good rows below a bad row, the lines of the record below it included, or those of
    /// a board on one line; `None` if there are too many to tell.
    fn count_rows_below(&mut self, lines: usize, bad_row: usize) -> io::Result<Option<usize>> {
        let mut rows = lines - bad_row - 1;
        let mut next = lines;
        while self.text_to(next).len() < LONGEST_LINE {
            match self.peek(next, rows % self.measure.rows.len())? {
                Some(Line::Row(_)) => rows += 1,
                Some(Line::Ruler) => {}
                // Between boards on one line, a short line is one of them, cut short.
                Some(Line::Whole(_)) if rows == 0 && !self.past.whole => {
                    return Ok(Some(self.measure.rows.len()));
                }
                _ => return Ok(Some(rows)),
            }
            next += 1;
        }
        Ok(None)
    }

    /// Whether the first line, which is invalid, is the title of a board: a board follows, perhaps
    /// below further lines of the title. So is a line of several words below the last board.
    fn is_title(&mut self) -> io::Result<bool> {
        let side = self.measure.side;
        let (mut next, mut names) = (1, 0);
        while names < LONGEST_TITLE {
            let Some(span) = self.ahead.line(next)? else {
                let text = self.ahead.text();
                let words = text.split(u8::is_ascii_whitespace);
                let is_text = words.filter(|word| !word.is_empty()).nth(1).is_some();
                return Ok(self.past.has_board && is_text);
            };
            if span.continues {
                break;
            }
            let text = self.text_of(next);
            let is_name = is_name(text, side) || is_label(text, side);
            let is_cell = |byte: &u8| byte.is_ascii_digit() || b" |\r\n".contains(byte);
            let may_be_spaced = text.iter().all(is_cell);
            match self.peek(next, 0)? {
                Some(Line::Blank | Line::Comment | Line::Title) => {}
                Some(Line::Row(_) | Line::Whole(_) | Line::Ruler) => return Ok(true),
                Some(Line::BadRow(_) | Line::BadWhole(_)) if !is_name => {
                    return Ok(true);
                }
                Some(Line::Prose(_)) if may_be_spaced => return Ok(true),
                _ if is_name => names += 1,
                _ => break,
            }
            next += 1;
        }
        Ok(false)
    }

    /// Reads the lines from the first on as a board with spaces for blanks, if they are one.
    fn cut_spaced(&mut self) -> io::Result<Option<Cut>> {
        let Some(mut layouts) = Layout::all(self.measure) else {
            return Ok(None);
        };
        let mut lines = 0;
        while let Some(span) = self.ahead.line(lines)?
            && !span.continues
            && span.end < LONGEST_LINE
        {
            let text = &self.ahead.text()[span.start..span.end];
            layouts.retain_mut(|layout| layout.take(text, span.start));
            lines += 1;
            if layouts.is_empty() {
                break;
            }
            if layouts.iter().all(Layout::is_full) {
                // Several layouts that disagree prove nothing.
                layouts.retain(|layout| layout.has_blank() && !layout.is_narrow());
                if layouts.iter().any(Layout::is_exact) {
                    layouts.retain(Layout::is_exact);
                }
                let Some(layout) = layouts.pop() else {
                    break;
                };
                if layouts.iter().any(|other| other.places != layout.places) {
                    break;
                }
                self.past.whole = false;
                *self.places = layout.places;
                return Ok(Some(Cut::new(lines, Kind::Spaced(layout.step))));
            }
        }
        Ok(None)
    }

    /// The number of lines of a square block of cells that is as wide as the invalid line that is
    /// the record: a board of another size, or one with an invalid first row.
    fn lines_of_block(&mut self, lines: usize, width: usize) -> io::Result<usize> {
        let side = self.measure.rows.len();
        if width <= side {
            let rows = self.count_rows_below(lines, 0)?;
            // Good rows after it that lack one row are those of its board.
            if rows.is_some_and(|rows| rows % side == side - 1) {
                return Ok(side);
            }
        }
        if width < SMALLEST_SIDE {
            return Ok(lines);
        }
        for line in lines..width {
            let is_row = match self.peek(line, 0)? {
                Some(Line::BadRow(fault) | Line::BadWhole(fault)) => fault.width == Some(width),
                _ => false,
            };
            if !is_row {
                return Ok(lines);
            }
        }
        Ok(width)
    }

    /// Whether a line of equal signs that can be blanks is a line of a frame: the rows around it have
    /// other blanks.
    fn is_rule(&mut self, number: usize, rows: usize) -> io::Result<bool> {
        let Some(sign) = rule_sign(self.text_of(number)) else {
            return Ok(false);
        };
        let is_other = |byte: &u8| *byte != sign && b"0.*_".contains(byte);
        let above = self.text_to(number);
        let (has_sign, has_other) = (above.contains(&sign), above.iter().any(is_other));
        if rows > 0 && (has_sign || has_other) {
            return Ok(!has_sign);
        }
        Ok(match self.peek(number + 1, rows)? {
            Some(Line::Row(_) | Line::Whole(_)) => {
                let below = self.text_of(number + 1);
                !below.contains(&sign) && (rows > 0 || below.iter().any(is_other))
            }
            _ => rows == 0 && self.past.has_board,
        })
    }

    /// Whether the first line, whose cells are the places noted from `first` on, counts the columns
    /// of the board below it, from 0 or 1: the rows from it on are one more than a board has. Lines
    /// that have not come yet are waited for only if more than a board is at hand.
    fn is_count(&mut self, first: usize) -> io::Result<bool> {
        let rows = self.measure.rows.len();
        let text = self.ahead.text();
        let places = self.places[first..].iter();
        let cells = places.map(|place| str::from_utf8(place.of(text)).ok()?.parse().ok());
        let counts = |lowest| cells.clone().eq((lowest..lowest + rows).map(Some));
        if !(counts(0) || counts(1)) || self.ahead.line_at_hand(rows).is_none() {
            return Ok(false);
        }
        let below = self.count_rows_below(1, 0)?;
        Ok(below == Some(rows))
    }

    /// Reads a line after some rows, and notes the places of its cells.
    fn read(&mut self, span: Span, rows: usize) -> Line {
        let whole = self.past.whole;
        let line = &self.ahead.text()[span.start..span.end];
        let before = Before { rows, whole };
        line::read(line, span.start, self.measure, before, self.places)
    }

    /// What a line is after some rows; `None` at the end of the input and for a line too long.
    fn peek(&mut self, number: usize, rows: usize) -> io::Result<Option<Line>> {
        let span = self.ahead.line(number)?.filter(|span| !span.continues);
        let noted = self.places.len();
        let line = span.map(|span| self.read(span, rows));
        self.places.truncate(noted);
        Ok(line)
    }

    /// A line that has been read.
    fn text_of(&mut self, number: usize) -> &[u8] {
        let span = self.ahead.line_at_hand(number);
        span.map_or(&[], |span| &self.ahead.text()[span.start..span.end])
    }

    /// The first lines, which have been read.
    fn text_to(&mut self, lines: usize) -> &[u8] {
        let length = self.ahead.length_of(lines);
        &self.ahead.text()[..length]
    }

    /// Whether a line that has been read can be the name of a board.
    fn is_name(&mut self, number: usize) -> bool {
        let side = self.measure.side;
        let text = self.text_of(number);
        is_name(text, side) || is_clear_label(text, side)
    }
}

/// The sign that a line consists of, apart from bars and spaces.
fn rule_sign(line: &[u8]) -> Option<u8> {
    let mut signs = line.iter().filter(|byte| !b" \t\r\n|".contains(byte));
    let &first = signs.next()?;
    (b"-_*".contains(&first) && signs.all(|&byte| byte == first)).then_some(first)
}
