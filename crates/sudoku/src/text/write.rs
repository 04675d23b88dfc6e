//! Boards in the formats of this library, with values as the input writes them.

use std::io::{self, Write};

use super::record::Record;
use super::token::Token;
use crate::alphabet::{Alphabet, Seen};
use crate::grid::Grid;
use crate::shape::Shape;

/// Writes a board as lines of numbers with spaces between them, 0 for a blank, and spaces where the
/// shape has no cell.
///
/// # Errors
/// Returns those of the output.
pub fn write_grid(output: &mut impl Write, shape: &Shape, grid: &Grid) -> io::Result<()> {
    let width = if shape.side() > 9 { 2 } else { 1 };
    write_cells(output, shape, |cell| {
        let value = grid.get(cell).unwrap_or_default();
        format!("{value:width$}")
    })
}

impl Record {
    /// Writes a board on one line, with values as this record writes them: letters stay letters. A
    /// board with pencil marks is written as those, one character for each value of each cell.
    ///
    /// # Errors
    /// Returns those of the output.
    pub fn write_line(
        &self,
        output: &mut impl Write,
        shape: &Shape,
        board: &Grid,
    ) -> io::Result<()> {
        if let Some(marks) = marks(shape, board) {
            let mark = |marks: u64, value: usize| match marks >> (value - 1) & 1 {
                1 => char::from(shape.alphabet().byte(value as u8)),
                _ => '.',
            };
            let cell = |marks| (1..=shape.side()).map(move |value| mark(marks, value));
            let line: String = marks.flat_map(cell).collect();
            return writeln!(output, "{line}");
        }
        match self.letters(shape, board) {
            Some(alphabet) => {
                let line = alphabet.line(board.cells().iter().copied());
                writeln!(output, "{line}")
            }
            None => writeln!(output, "{}", shape.line(board)),
        }
    }

    /// Writes a board like [`write_grid`], with values as this record writes them: letters stay
    /// letters, with a dot for a blank. A board with pencil marks is written with those.
    ///
    /// # Errors
    /// Returns those of the output.
    pub fn write_grid(
        &self,
        output: &mut impl Write,
        shape: &Shape,
        board: &Grid,
    ) -> io::Result<()> {
        if let Some(marks) = marks(shape, board) {
            let is_marked =
                |marks: u64| (1..=shape.side()).filter(move |v| marks >> (v - 1) & 1 == 1);
            let words = marks.map(|marks| {
                let number = |value| shape.number(value as u8).to_string();
                is_marked(marks).map(number).collect()
            });
            let words: Vec<String> = words.collect();
            let width = words.iter().map(String::len).max().unwrap_or_default();
            return write_cells(output, shape, |cell| format!("{:<width$}", words[cell]));
        }
        match self.letters(shape, board) {
            Some(alphabet) => write_cells(output, shape, |cell| {
                alphabet.line(board.cells().iter().copied().skip(cell).take(1))
            }),
            None => write_grid(output, shape, board),
        }
    }

    /// The alphabet of letters of this record, if a board that is written in it is read in it
    /// again.
    fn letters(&self, shape: &Shape, board: &Grid) -> Option<Alphabet> {
        let Token::Symbol(alphabet @ (Alphabet::Letters | Alphabet::Zero)) = self.token else {
            return None;
        };
        if shape.lowest() == 0 || shape.side() <= 9 {
            return Some(alphabet);
        }
        let mut seen = Seen::default();
        let line = alphabet.line(board.cells().iter().copied());
        line.bytes().for_each(|byte| seen.add(byte));
        (seen.alphabet(shape.side()) == alphabet).then_some(alphabet)
    }
}

/// The pencil marks of a board that has some.
fn marks(shape: &Shape, board: &Grid) -> Option<impl Iterator<Item = u64>> {
    let all = (1u64 << shape.side()) - 1;
    let marks = board.marks().filter(|_| shape.side() <= 9)?;
    Some(marks.iter().map(move |marks| marks & all))
}

/// Writes a word for each cell, with spaces between them and where the shape has no cell.
fn write_cells(
    output: &mut impl Write,
    shape: &Shape,
    word: impl Fn(usize) -> String,
) -> io::Result<()> {
    let width = match shape.cell_count() {
        0 => 0,
        _ => word(0).len(),
    };
    for row in 0..shape.rows() {
        let cell = |column| match shape.cell(row, column) {
            Some(cell) => word(cell),
            None => " ".repeat(width),
        };
        let words: Vec<String> = (0..shape.columns()).map(cell).collect();
        writeln!(output, "{}", words.join(" ").trim_end())?;
    }
    Ok(())
}
