//! A board of nine lines while its rows come in.

use super::error::Reason;
use super::line::{Fault, RowForm};
use crate::sudoku::grid::SIDE;

/// The rows of an unfinished board; places are bytes of its record.
#[derive(Debug, Default)]
pub(super) struct Rows {
    count: usize,
    /// The form of the good rows, once there is one.
    form: Option<RowForm>,
    /// The first fault of all rows.
    fault: Option<Fault>,
    /// The end of the last row.
    end: usize,
}

impl Rows {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == SIDE
    }

    /// Whether a good row of this form can be the next.
    pub(super) fn takes(&self, form: RowForm) -> bool {
        self.form.is_none_or(|own| own == form)
    }

    /// Adds a good row that ends here; returns its number from 0.
    pub(super) fn add(&mut self, form: RowForm, end: usize) -> usize {
        self.form = Some(form);
        self.end = end;
        self.count += 1;
        self.count - 1
    }

    /// Adds a bad row that ends here.
    pub(super) fn add_bad(&mut self, fault: Fault, end: usize) {
        self.fault.get_or_insert(fault);
        self.end = end;
        self.count += 1;
    }

    /// What is wrong with a board of these rows and no more.
    pub(super) fn into_fault(self) -> Option<Fault> {
        let half = (!self.is_full()).then_some(Fault {
            at: self.end,
            length: 0,
            reason: Reason::HalfBoard { rows: self.count },
        });
        self.fault.or(half)
    }
}
