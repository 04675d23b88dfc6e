//! A board of several lines while its rows come in.
//!
//! Rows that are all too long by as much are those of a board of another side: it ends after so many rows.

use super::error::Reason;
use super::fault::Fault;
use super::line::Line;
use super::token::Form;
use crate::sudoku::alphabet::LARGEST_SIDE;

/// The rows of an unfinished board; places are bytes of its record.
#[derive(Debug, Default)]
pub(super) struct Rows {
    count: usize,
    /// How many there are to be.
    expected: usize,
    /// The form of the good rows, once there is one.
    form: Option<Form>,
    /// The first fault of all rows.
    fault: Option<Fault>,
    /// How many cells each row has, if all are bad and have as many, more than there are to be rows.
    wide: Option<usize>,
    /// The end of the last row.
    end: usize,
    /// Whether the top of a frame came before the rows.
    framed: bool,
}

/// What became of a line.
#[derive(Debug)]
pub(super) enum Taken {
    /// It belongs to the rows so far, and more may do so.
    Open,
    /// It is the last row.
    Full,
    /// It does not belong to the rows so far.
    Before,
    /// It stands for itself: there were no rows.
    Alone(Line),
}

impl Rows {
    pub(super) fn new(expected: usize) -> Rows {
        Rows {
            expected,
            ..Rows::default()
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether the top of a frame came before the rows.
    pub(super) fn is_framed(&self) -> bool {
        self.framed
    }

    /// Whether there are rows, and no fault in them.
    pub(super) fn is_good(&self) -> bool {
        self.count > 0 && self.fault.is_none()
    }

    /// Takes the next line, which begins and ends here.
    pub(super) fn take(&mut self, line: Line, start: usize, end: usize) -> Taken {
        let is_first = self.is_empty() && !self.framed;
        let is_prose = matches!(line, Line::Prose(_));
        match line {
            Line::Row(form) if self.takes(form) => {
                self.form = Some(form);
                self.wide = None;
                (self.count, self.end) = (self.count + 1, end);
            }
            Line::BadRow(fault) | Line::Prose(fault)
                if self.takes_bad(&fault) && !(is_prose && self.is_empty()) =>
            {
                let wide = self.wide(&fault);
                self.wide = wide.filter(|_| self.is_empty() || self.wide == wide);
                self.fault.get_or_insert(fault.after(start));
                (self.count, self.end) = (self.count + 1, end);
            }
            Line::Ruler => self.framed |= is_first,
            Line::Comment if !is_first => {}
            _ if !is_first => return Taken::Before,
            line => return Taken::Alone(line),
        }
        match self.is_full() {
            true => Taken::Full,
            false => Taken::Open,
        }
    }

    fn is_full(&self) -> bool {
        self.count >= self.wide.unwrap_or(self.expected)
    }

    /// Whether a good row of this form can be the next.
    fn takes(&self, form: Form) -> bool {
        self.count < self.expected && self.form.is_none_or(|own| own == form)
    }

    /// Whether a row with this fault can be the next.
    fn takes_bad(&self, fault: &Fault) -> bool {
        self.count < self.expected || self.wide == self.wide(fault)
    }

    /// How many cells a row with this fault has, if they are too many.
    fn wide(&self, fault: &Fault) -> Option<usize> {
        match fault.reason {
            Reason::Row { found, .. } => {
                Some(found).filter(|found| (self.expected + 1..=LARGEST_SIDE).contains(found))
            }
            _ => None,
        }
    }

    /// The form of a board of these rows, or what is wrong with it.
    pub(super) fn finish(self) -> Result<Form, Fault> {
        let (rows, expected) = (self.count, self.expected);
        match (self.fault, self.form) {
            (Some(fault), _) => Err(fault),
            (None, Some(form)) if rows == expected => Ok(form),
            _ => {
                let half = Reason::HalfBoard { rows, expected };
                Err(Fault::new(self.end, 0, half))
            }
        }
    }
}
