//! A board with spaces for blanks: nine rows on one line, or rows of full-width digits.

use super::board::board;
use super::found::Pasted;
use super::words::{Line, Word, all_signs, chunks, lines};

const SIDE: usize = 9;

/// Reads a line of 81 digits and spaces, or lines of full-width digits and spaces.
pub(super) fn read(text: &str) -> Option<Pasted> {
    of_line(text).or_else(|| of_wide_rows(text))
}

fn of_wide_rows(text: &str) -> Option<Pasted> {
    let is_cell = |c: char| c == '\u{3000}' || ('１'..='９').contains(&c);
    let is_row = |line: &Line<'_>| line.word.text.chars().all(is_cell);
    let own: Vec<Line<'_>> = lines(text).take(SIDE + 1).take_while(is_row).collect();
    // Rows without values are rows, too.
    let is_blank = |line: &Line<'_>| line.word.text.is_empty();
    let own = own.split(is_blank).next()?;
    let rows: Vec<Vec<Word<'_>>> = own.iter().map(|line| all_signs(line.word)).collect();
    let is_board = rows.len() == SIDE && rows.iter().all(|row| row.len() == SIDE);
    is_board.then_some(())?;
    Some(Pasted::of(own.last()?.end, board(&rows)?))
}

fn of_line(text: &str) -> Option<Pasted> {
    let Line { word, end } = lines(text).next()?;
    let is_cell = |byte: u8| matches!(byte, b' ' | b'1'..=b'9');
    let digits = word.text.bytes().filter(|&byte| byte != b' ').count();
    let is_board = word.text.len() == SIDE * SIDE
        && (17..81).contains(&digits)
        && word.text.bytes().all(is_cell);
    is_board.then_some(())?;
    let board = board(&chunks(&all_signs(word))?)?.ok()?;
    // Numbers between spaces break the rules of a board.
    (!board.clashes()).then(|| Pasted::of(end, Ok(board)))
}
