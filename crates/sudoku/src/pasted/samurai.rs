//! A samurai: five lines of 81 cells, or a picture of 21 rows and columns.

use super::found::Pasted;
use super::words::{Line, Word, lines};
use crate::format::{Puzzle, PuzzleError};
use crate::grid::Grid;
use crate::shape::Shape;

const ROWS: usize = 21;
/// Where each of the five boards begins.
const BOARDS: [(usize, usize); 5] = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];

/// Reads a samurai of either form.
pub(super) fn read(text: &str) -> Option<Pasted> {
    of_lines(text).or_else(|| of_picture(text))
}

fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b'*' | b'_' | b'-')
}

fn value(byte: u8) -> u8 {
    if byte.is_ascii_digit() {
        byte - b'0'
    } else {
        0
    }
}

/// Five lines whose boards agree where they overlap.
fn of_lines(text: &str) -> Option<Pasted> {
    let lines: Vec<Line<'_>> = lines(text)
        .take(6)
        .take_while(|line| !line.is_blank())
        .collect();
    let is_board =
        |line: &Line<'_>| line.word.text.len() == 81 && line.word.text.bytes().all(is_cell);
    (lines.len() == 5 && lines.iter().all(is_board)).then_some(())?;
    let mut picture = [[None; ROWS]; ROWS];
    for (line, (top, left)) in lines.iter().zip(BOARDS) {
        let bytes = line.word.text.as_bytes();
        // Boards without givens may agree by chance.
        (bytes.iter().filter(|&&byte| value(byte) > 0).count() >= 8).then_some(())?;
        for (cell, &byte) in bytes.iter().enumerate() {
            let place = &mut picture[top + cell / 9][left + cell % 9];
            (*place.get_or_insert(value(byte)) == value(byte)).then_some(())?;
        }
    }
    let values = picture.into_iter().flatten().flatten().collect();
    let puzzle = puzzle(values).map(|mut puzzle| {
        puzzle
            .notes
            .push("five boards that agree where they overlap are read as a samurai".to_owned());
        puzzle
    });
    Some(Pasted::apart(lines.last()?.end, puzzle))
}

fn puzzle(values: Vec<u8>) -> Result<Puzzle, PuzzleError> {
    let shape: Shape = "samurai".parse().unwrap_or_default();
    Ok(Puzzle::new(shape, Grid::new(values)))
}

/// A picture with nothing but spaces or blanks where no board is.
fn of_picture(text: &str) -> Option<Pasted> {
    let lines: Vec<Line<'_>> = lines(text).take(ROWS + 1).collect();
    let own = lines.get(..ROWS)?;
    let next = lines.get(ROWS).is_none_or(Line::is_blank);
    let (mut values, mut places, mut cells) = (Vec::new(), Vec::new(), Vec::new());
    for (row, line) in own.iter().enumerate() {
        let bytes = line.word.text.trim_end().as_bytes();
        (bytes.len() <= ROWS).then_some(())?;
        for column in 0..ROWS {
            let is_in = |&(top, left): &(usize, usize)| {
                (top..top + 9).contains(&row) && (left..left + 9).contains(&column)
            };
            let byte = bytes.get(column).copied();
            if BOARDS.iter().any(is_in) {
                let byte = byte.filter(|&byte| is_cell(byte))?;
                let at = line.word.at + column;
                values.push(value(byte));
                places.push(at..at + 1);
                cells.push(Word {
                    at,
                    text: &text[at..at + 1],
                });
            } else if !matches!(byte, None | Some(b' ' | b'.' | b'-' | b'_' | b'*' | b'0')) {
                return None;
            }
        }
    }
    let blanks = cells
        .iter()
        .filter(|cell| value(cell.text.as_bytes()[0]) == 0)
        .map(|cell| cell.text);
    let kinds: std::collections::BTreeSet<&str> = blanks.collect();
    (next
        && kinds.len() == 1
        && cells.len() - values.iter().filter(|&&value| value == 0).count() >= 17)
        .then_some(())?;
    let words = (1..=9).map(|value: u8| value.to_string()).collect();
    Some(Pasted {
        length: own.last()?.end,
        puzzle: puzzle(values),
        places,
        words,
    })
}
