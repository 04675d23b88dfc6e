//! A board of several lines while its rows come in.
//!
//! Rows that are all too long by as much are those of a board of another side: it ends after so many rows.

use super::error::Reason;
use super::fault::Fault;
use super::line::Form;
use crate::sudoku::LARGEST_SIDE;

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

    pub(super) fn is_full(&self) -> bool {
        self.count >= self.wide.unwrap_or(self.expected)
    }

    /// Whether a good row of this form can be the next.
    pub(super) fn takes(&self, form: Form) -> bool {
        self.count < self.expected && self.form.is_none_or(|own| own == form)
    }

    /// Whether a row with this fault can be the next.
    pub(super) fn takes_bad(&self, fault: &Fault) -> bool {
        self.count < self.expected || self.wide == self.wide(fault)
    }

    /// Adds a good row that ends here.
    pub(super) fn add(&mut self, form: Form, end: usize) {
        self.form = Some(form);
        self.wide = None;
        self.end = end;
        self.count += 1;
    }

    /// Adds a bad row that ends here.
    pub(super) fn add_bad(&mut self, fault: Fault, end: usize) {
        let wide = self.wide(&fault);
        self.wide = wide.filter(|_| self.count == 0 || self.wide == wide);
        self.fault.get_or_insert(fault);
        self.end = end;
        self.count += 1;
    }

    /// How many cells a row with this fault has, if they are too many.
    fn wide(&self, fault: &Fault) -> Option<usize> {
        match fault.reason {
            Reason::RowOfCells { found, .. } | Reason::RowOfNumbers { found, .. } => {
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
