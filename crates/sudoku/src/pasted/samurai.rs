//! A samurai: five lines of 81 cells, or a picture of 21 rows and columns.

use std::collections::BTreeSet;

use super::board::is_blank;
use super::code;
use super::found::Pasted;
use super::list::{self, Tree};
use super::table::fields;
use super::words::{Line, Word, all_signs, block_of, chunks, lines, words};
use crate::format::{Puzzle, PuzzleError};
use crate::grid::Grid;
use crate::shape::Shape;

const ROWS: usize = 21;
const FEW: usize = 17;
const PICTURE: &str =
    "21 rows with values up to 9, and none between the boards, are read as a samurai";
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

/// A picture with nothing but spaces or blanks where no board is: rows of characters, words or
/// fields, or all of them on one line.
fn of_picture(text: &str) -> Option<Pasted> {
    let first = lines(text).next()?;
    if let Some(rows) = chunks(&all_signs(first.word)).filter(|rows| rows.len() == ROWS) {
        return of_rows(first.end, &rows);
    }
    let read = |row: &dyn Fn(Word<'_>) -> Option<Vec<Word<'_>>>| {
        let (rows, end) = block_of(lines(text), ROWS, row)?;
        let next = lines(text).find(|line| line.word.at >= end);
        next.is_none_or(|line| line.is_blank()).then_some(())?;
        of_rows(end, &rows)
    };
    read(&|line| characters(line, 1))
        .or_else(|| read(&|line| characters(line, 2)))
        .or_else(|| read(&|line| Some(words(line))))
        .or_else(|| {
            b",;\t|"
                .iter()
                .find_map(|&sign| read(&|line| fields(line, sign.into())))
        })
}

/// Reads a list of 21 lists.
pub(super) fn listed(text: &str, tree: &Tree<'_>) -> Option<Pasted> {
    let (node, end) = tree.items.first()?;
    let rows = code::rows(node)?;
    of_rows(list::end_of_lines(text, *end)?, &rows)
}

/// The characters of a line. Where no board is, spaces at its end may be left out.
/// Each but the first stands `step` characters after the one before it.
fn characters(line: Word<'_>, step: usize) -> Option<Vec<Word<'_>>> {
    let text = line.text.trim_end();
    let signs = all_signs(line.part(text)).into_iter();
    let (own, between): (Vec<_>, Vec<_>) = signs.enumerate().partition(|(at, _)| at % step == 0);
    let is_space = |(_, sign): &(usize, Word<'_>)| sign.text == " ";
    between.iter().all(is_space).then_some(())?;
    let mut row: Vec<Word<'_>> = own.into_iter().map(|(_, sign)| sign).collect();
    let is_row = (ROWS - 6..=ROWS).contains(&row.len());
    row.resize(ROWS, line.part(&line.text[text.len()..]));
    is_row.then_some(row)
}

/// The samurai that rows of cells are, if all values are those of a classic board and no value
/// stands where no board is.
fn of_rows(length: usize, rows: &[Vec<Word<'_>>]) -> Option<Pasted> {
    (rows.len() == ROWS && rows.iter().all(|row| row.len() == ROWS)).then_some(())?;
    let (mut values, mut places, mut blanks) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (row, words) in rows.iter().enumerate() {
        for (column, word) in words.iter().enumerate() {
            let is_in = |&(top, left): &(usize, usize)| {
                (top..top + 9).contains(&row) && (left..left + 9).contains(&column)
            };
            let text = word.text.trim();
            let value = match text.as_bytes() {
                &[byte] if byte.is_ascii_digit() => value(byte),
                _ => is_blank(&text.to_lowercase()).then_some(0)?,
            };
            if !BOARDS.iter().any(is_in) {
                (value == 0).then_some(())?;
                continue;
            }
            if value == 0 {
                blanks.insert(text);
            }
            values.push(value);
            places.push(word.range());
        }
    }
    let givens = values.iter().filter(|&&value| value > 0).count();
    (givens > 0 && blanks.len() == 1).then_some(())?;
    let words = (1..=9).map(|value: u8| value.to_string()).collect();
    let found = Pasted {
        length,
        puzzle: puzzle(values),
        places,
        is_apart: false,
        words,
    };
    // So few givens could be those of a board with more values.
    Some(if givens < FEW {
        found.noted(PICTURE)
    } else {
        found
    })
}
