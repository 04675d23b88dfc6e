//! One record of the stream: its bytes, what it is, and how to write it back.

use std::io::{self, Write};

use super::error::{BoardError, Reason};
use super::line::Fault;
use crate::sudoku::grid::{CELLS, Grid, SIDE, cell_value};

/// A board, or something else that stands in the input, with the very bytes it came as.
///
/// A reader fills the same record again and again, so reading allocates nothing per board.
#[derive(Debug, Clone)]
pub struct Record {
    /// The bytes of its lines, line ends included.
    pub(super) raw: Vec<u8>,
    /// The number of its first line, from 1.
    pub(super) line: u64,
    pub(super) content: Content,
    /// Where in `raw` each cell of a board stands, ascending. Means nothing unless the content is a board.
    pub(super) places: [u32; CELLS],
}

/// What a [`Record`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// A board without a clash.
    Board(Grid),
    /// A comment, a blank line, or a further piece of a line too long: to be copied.
    Other,
    /// What was to be a board and is none.
    Bad(BoardError),
}

impl Record {
    /// An empty record, to be filled by a [`Reader`](super::Reader).
    pub fn new() -> Record {
        Record {
            raw: Vec::new(),
            line: 1,
            content: Content::Other,
            places: [0; CELLS],
        }
    }

    /// What it is.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The bytes it came as, line ends included.
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// The number of its first line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Writes the record as it came.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_raw(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&self.raw)
    }

    /// Writes the record with each blank cell's character replaced by the solution's digit, all else as it came.
    ///
    /// A cell that is blank in the solution too stays as it came, and so does a record that is no board. Givens are
    /// never overwritten; that the solution extends them is up to the caller.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_solution(&self, output: &mut impl Write, solution: &Grid) -> io::Result<()> {
        const PIECE: usize = 512;
        let Content::Board(given) = &self.content else {
            return self.write_raw(output);
        };
        let mut digits = [0; CELLS];
        let cells = given.cells().iter().zip(solution.cells());
        for (digit, (&given, &solved)) in digits.iter_mut().zip(cells) {
            *digit = if given == 0 { solved } else { given };
        }
        let mut cells = self.places.iter().zip(&digits);
        let mut next = cells.next();
        let mut buffer = [0; PIECE];
        for (piece, bytes) in self.raw.chunks(PIECE).enumerate() {
            let written = &mut buffer[..bytes.len()];
            written.copy_from_slice(bytes);
            let start = piece * PIECE;
            while let Some((&place, &digit)) = next {
                let Some(byte) = written.get_mut(place as usize - start) else {
                    break;
                };
                if digit != 0 {
                    *byte = b'0' + digit;
                }
                next = cells.next();
            }
            output.write_all(written)?;
        }
        Ok(())
    }

    /// Writes what must stand between two solutions of this record: a line end if the input ended without one, and
    /// after a board of nine lines a blank line. Line ends are those of the record.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_break(&self, output: &mut impl Write) -> io::Result<()> {
        if !self.ends_line() {
            output.write_all(self.line_end())?;
        }
        if self.raw[..]
            .split_inclusive(|&byte| byte == b'\n')
            .nth(1)
            .is_some()
        {
            output.write_all(self.line_end())?;
        }
        Ok(())
    }

    /// Whether its last line has a line end; only the last line of the input may lack it.
    pub fn ends_line(&self) -> bool {
        self.raw.ends_with(b"\n")
    }

    /// The line end that its first line has: `\r\n`, or `\n` also if it has none.
    pub fn line_end(&self) -> &'static [u8] {
        match self.raw.split_inclusive(|&byte| byte == b'\n').next() {
            Some(line) if line.ends_with(b"\r\n") => b"\r\n",
            _ => b"\n",
        }
    }

    /// Makes ready for the record that begins at a line.
    pub(super) fn clear(&mut self, line: u64) {
        self.raw.clear();
        self.line = line;
        self.content = Content::Other;
    }

    /// Notes where the 81 cells of a whole board stand: here and in the bytes after it.
    pub(super) fn place_whole(&mut self, start: usize) {
        for (cell, place) in self.places.iter_mut().enumerate() {
            *place = (start + cell) as u32;
        }
    }

    /// Notes where the nine cells of a row stand, as bytes after `start`.
    pub(super) fn place_row(&mut self, row: usize, start: usize, places: [usize; SIDE]) {
        let noted = self.places.iter_mut().skip(row * SIDE);
        for (noted, place) in noted.zip(places) {
            *noted = (start + place) as u32;
        }
    }

    /// Makes a board of the cells whose places are noted, or a bad record if it has a clash.
    pub(super) fn become_board(&mut self) {
        let value = |place: u32| self.raw.get(place as usize).copied().and_then(cell_value);
        let grid = Grid::from_values(self.places.map(|place| value(place).unwrap_or_default()));
        match grid.clash() {
            None => self.content = Content::Board(grid),
            Some(clash) => {
                let [_, second] = clash.cells();
                let at = self.places.get(second).copied().unwrap_or_default() as usize;
                let reason = Reason::Clash(clash);
                self.become_bad(Fault {
                    at,
                    length: 1,
                    reason,
                });
            }
        }
    }

    /// Makes a bad record, given a fault whose place is a byte of `raw`.
    pub(super) fn become_bad(&mut self, fault: Fault) {
        let before = self.raw.get(..fault.at).unwrap_or(&self.raw);
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        let line_start = before.iter().rposition(|&byte| byte == b'\n');
        self.content = Content::Bad(BoardError {
            line: self.line + lines as u64,
            column: before.len() - line_start.map_or(0, |at| at + 1) + 1,
            reason: fault.reason,
            span: fault.at..fault.at + fault.length,
        });
    }
}

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}
