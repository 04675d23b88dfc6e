//! Boards whose blanks are spaces: cells in fixed columns, with or without bars between the boxes.
//!
//! ```text
//! 53  7          5 3     7           | 5 3   |   7   |       |
//! 6  195         6     1 9 5         | 6     | 1 9 5 |       |
//! ```
//!
//! A row alone could mean many things, so the rows of a whole board are compared: each must fit the
//! same columns, and one of them must have a blank before a digit. Spaces at the end of a line may
//! be missing where there are no bars.

use super::measure::Measure;
use super::token::Place;

/// One way to place the cells of a row in columns, and the rows that fit it so far.
#[derive(Debug)]
pub(super) struct Layout {
    side: usize,
    /// The number of rows of a band of boxes, if the board has boxes.
    band: Option<usize>,
    /// Columns from one cell to the next.
    pub(super) step: usize,
    /// Whether bars stand between the boxes, and at both ends of a row.
    has_bars: bool,
    /// The bytes of a segment between two bars, once one is known.
    segment: Option<usize>,
    /// Whether a row has a blank before a digit.
    has_blank: bool,
    /// The bytes of the longest line.
    longest: usize,
    rows: usize,
    pub(super) places: Vec<Place>,
}

impl Layout {
    /// All layouts of a board of digits; `None` for other boards.
    pub(super) fn all(measure: &Measure) -> Option<Vec<Layout>> {
        let side = measure.side;
        if side > 9 || measure.cells != side * side || measure.rows.len() != side {
            return None;
        }
        let layout = |(step, has_bars)| Layout {
            side,
            band: measure.band,
            step,
            has_bars,
            segment: None,
            has_blank: false,
            longest: 0,
            rows: 0,
            places: Vec::new(),
        };
        Some(
            [(1, false), (2, false), (1, true), (2, true)]
                .map(layout)
                .into(),
        )
    }

    /// Takes the next line, which begins at a byte of its record; returns whether it fits. A line
    /// of a frame fits.
    pub(super) fn take(&mut self, line: &[u8], start: usize) -> bool {
        let line = without_end(line);
        if self.is_full() {
            return true;
        }
        if self.has_bars && super::words::is_frame(line.trim_ascii()) {
            return true;
        }
        let ends_band = |band| self.rows > 0 && self.rows.is_multiple_of(band);
        if line.is_empty() && self.band.is_some_and(ends_band) {
            return true;
        }
        let noted = self.places.len();
        let fits = if self.has_bars {
            self.take_segments(line, start)
        } else {
            self.take_columns(line, start, self.side, 0)
        };
        let row = self.places.get(noted..).unwrap_or_default();
        let is_blank = |place: &Place| {
            line.get(place.start() - start)
                .is_none_or(|&byte| byte == b' ')
        };
        let last = row.iter().rposition(|place| !is_blank(place));
        let before = row.get(..last.unwrap_or(0)).unwrap_or_default();
        self.has_blank |= before.iter().any(is_blank) || self.has_bars;
        self.rows += 1;
        self.longest = self.longest.max(line.len());
        fits && self.places.len() == noted + self.side
    }

    /// Notes the places of `cells` cells, the first at a column of the text. All other columns must
    /// be spaces.
    fn take_columns(&mut self, text: &[u8], start: usize, cells: usize, first: usize) -> bool {
        if text.is_empty() && !self.has_bars {
            return false;
        }
        let column = |cell: usize| first + cell * self.step;
        let is_value =
            |byte: u8| (b'1'..=b'9').contains(&byte) && usize::from(byte - b'0') <= self.side;
        for (at, &byte) in text.iter().enumerate() {
            let is_cell =
                at >= first && (at - first).is_multiple_of(self.step) && at <= column(cells - 1);
            if byte != b' ' && !(is_cell && is_value(byte)) {
                return false;
            }
        }
        for cell in 0..cells {
            let at = column(cell);
            let place = if at < text.len() {
                Place::new(start + at, 1)
            } else {
                Place::new(start + text.len(), 0)
            };
            self.places.push(place);
        }
        true
    }

    /// Notes the places of the cells between bars.
    fn take_segments(&mut self, line: &[u8], start: usize) -> bool {
        let indent = line.iter().take_while(|&&byte| byte == b' ').count();
        let mut at = indent;
        let Some(bar) = line.get(at..).and_then(bar) else {
            return false;
        };
        at += bar;
        let mut segments = Vec::new();
        while let Some(rest) = line.get(at..).filter(|rest| !rest.trim_ascii().is_empty()) {
            let Some(length) = (0..rest.len()).find(|&end| self::bar(&rest[end..]).is_some())
            else {
                return false;
            };
            segments.push((at, length));
            at += length + self::bar(&rest[length..]).unwrap_or_default();
        }
        let count = segments.len();
        if count == 0 || !self.side.is_multiple_of(count) {
            return false;
        }
        let cells = self.side / count;
        let tight = (cells - 1) * self.step + 1;
        segments.into_iter().all(|(at, length)| {
            let segment = *self.segment.get_or_insert(length);
            let margin = match length.checked_sub(tight) {
                Some(0) => 0,
                Some(2) => 1,
                _ => return false,
            };
            let text = &line[at..at + length];
            length == segment && self.take_columns(text, start + at, cells, margin)
        })
    }

    /// Whether all rows are there.
    pub(super) fn is_full(&self) -> bool {
        self.rows == self.side
    }

    /// Whether the last three columns are blank, as in a list of a row, a column and a value on each
    /// line. Two of them cross the same boxes, so no such board has one solution.
    pub(super) fn is_narrow(&self) -> bool {
        let columns = self.longest.div_ceil(self.step);
        !self.has_bars && columns + 3 <= self.side
    }

    /// Whether the longest line ends with the last column.
    pub(super) fn is_exact(&self) -> bool {
        !self.has_bars && self.longest == (self.side - 1) * self.step + 1
    }

    /// Whether the rows show that spaces are blanks.
    pub(super) fn has_blank(&self) -> bool {
        self.has_blank
    }
}

/// The length of the upright bar that a text begins with.
fn bar(text: &[u8]) -> Option<usize> {
    match text {
        [b'|', ..] => Some(1),
        [0xe2, 0x94 | 0x95, _, ..] => Some(3),
        _ => None,
    }
}

/// A line without its line end; spaces at its end stay.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
