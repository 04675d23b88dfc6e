//! A board of several lines while its rows arrive.
//!
//! Rows that are all too long by the same number of cells are those of a larger board: it ends
//! after as many rows as each has cells. Blank lines may stand between the bands of boxes, if they
//! stand between all of them; where they do not, the board ended at the first blank line.

use super::error::Reason;
use super::fault::Fault;
use super::line::Line;
use super::measure::Measure;
use super::token::Form;

/// The rows of an unfinished board; places are bytes of its record.
#[derive(Debug, Default, Clone)]
pub(super) struct Rows {
    count: usize,
    /// The number of rows of a board.
    expected: usize,
    /// The form of the good rows, once there is one.
    form: Option<Form>,
    /// The first bad row: its number and that of its line, from 0, and its fault.
    bad: Option<(usize, usize, Fault)>,
    /// The number of bad rows.
    bad_count: usize,
    /// The number of cells of each row, if all rows are bad and equally long, with more cells than
    /// a board has rows.
    wide: Option<usize>,
    /// The end of the last row.
    end: usize,
    /// Whether the top of a frame came before the rows.
    framed: bool,
    /// The number of rows of a band, if the board has bands.
    band: Option<usize>,
    /// The number of rows before each gap between bands.
    gaps: Vec<usize>,
    /// The rows before the first gap, and the number of lines up to it.
    before_gap: Option<Box<(Rows, usize)>>,
}

/// What became of a line.
#[derive(Debug)]
pub(super) enum Taken {
    /// It belongs to the rows so far, and more may follow.
    Open,
    /// It is the last row.
    Full,
    /// It does not belong to the rows so far.
    Before,
    /// There were no rows, and it begins none.
    Alone(Line),
}

impl Rows {
    pub(super) fn new(measure: &Measure) -> Rows {
        Rows {
            expected: measure.rows.len(),
            band: measure.band,
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

    /// The number of the only bad row of a full board and that of its line, if the others are good.
    pub(super) fn only_bad_row(&self) -> Option<(usize, usize)> {
        let &(row, line, _) = self.bad.as_ref()?;
        (self.bad_count == 1 && self.count == self.expected).then_some((row, line))
    }

    /// The rows before the first blank line between bands, and the number of lines up to it.
    pub(super) fn before_gap(&mut self) -> Option<(Rows, usize)> {
        self.before_gap.take().map(|before| *before)
    }

    /// Takes the next line, given its number from 0, where it begins, and where its text ends.
    pub(super) fn take(&mut self, line: Line, number: usize, start: usize, end: usize) -> Taken {
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
                let row = (self.count, number, fault.after(start));
                self.bad.get_or_insert(row);
                self.bad_count += 1;
                (self.count, self.end) = (self.count + 1, end);
            }
            Line::Ruler => self.framed |= is_first,
            Line::Comment if !is_first => {}
            Line::Blank if self.is_band_end() => {
                if self.gaps.is_empty() {
                    self.before_gap = Some(Box::new((self.clone(), number)));
                }
                if self.gaps.last() != Some(&self.count) {
                    self.gaps.push(self.count);
                }
            }
            _ if !is_first => return Taken::Before,
            line => return Taken::Alone(line),
        }
        if self.is_full() {
            Taken::Full
        } else {
            Taken::Open
        }
    }

    /// Whether all rows are there.
    pub(super) fn is_full(&self) -> bool {
        self.count >= self.wide.unwrap_or(self.expected)
    }

    /// Whether the rows so far are bands, with a gap after each of them but the last.
    fn is_band_end(&self) -> bool {
        let bands = self.gaps.len() + usize::from(self.gaps.last() != Some(&self.count));
        let is_end = |band: usize| self.count == bands * band;
        self.count > 0 && self.wide.is_none() && self.band.is_some_and(is_end)
    }

    /// Whether the gaps so far allow one more row.
    fn is_open(&self) -> bool {
        let most = self.band.map(|band| (self.gaps.len() + 1) * band);
        self.gaps.is_empty() || most.is_none_or(|most| self.count < most)
    }

    /// Whether a good row of this form can be the next.
    fn takes(&self, form: Form) -> bool {
        self.is_open() && self.count < self.expected && self.form.is_none_or(|own| own == form)
    }

    /// Whether a row with this fault can be the next.
    fn takes_bad(&self, fault: &Fault) -> bool {
        let is_wide = self.wide.is_some() && self.wide == self.wide(fault);
        self.is_open() && (self.count < self.expected || is_wide)
    }

    /// The number of cells of a row with this fault, if they are too many.
    fn wide(&self, fault: &Fault) -> Option<usize> {
        fault.width.filter(|&width| width > self.expected)
    }

    /// The form of a board of these rows, or what is wrong with it.
    pub(super) fn finish(self) -> Result<Form, Fault> {
        let (rows, expected) = (self.count, self.expected);
        match (self.bad, self.form) {
            (Some((.., fault)), _) => Err(fault),
            (None, Some(form)) if rows == expected => Ok(form),
            _ => {
                let half = Reason::HalfBoard { rows, expected };
                Err(Fault::new(self.end, 0, half))
            }
        }
    }
}
