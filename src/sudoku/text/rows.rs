//! A board of several lines while its rows come in.

use super::error::Reason;
use super::fault::Fault;
use super::line::Form;

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
        self.count == self.expected
    }

    /// Whether a good row of this form can be the next.
    pub(super) fn takes(&self, form: Form) -> bool {
        self.form.is_none_or(|own| own == form)
    }

    /// Adds a good row that ends here.
    pub(super) fn add(&mut self, form: Form, end: usize) {
        self.form = Some(form);
        self.end = end;
        self.count += 1;
    }

    /// Adds a bad row that ends here.
    pub(super) fn add_bad(&mut self, fault: Fault, end: usize) {
        self.fault.get_or_insert(fault);
        self.end = end;
        self.count += 1;
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
