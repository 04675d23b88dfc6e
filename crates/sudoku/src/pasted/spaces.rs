//! A board of nine rows on one line, with spaces for blanks.

use super::board::board;
use super::found::Pasted;
use super::words::{Line, all_signs, chunks, lines};

/// Reads a line of 81 digits and spaces.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let Line { word, end } = lines(text).next()?;
    let is_cell = |byte: u8| matches!(byte, b' ' | b'1'..=b'9');
    let digits = word.text.bytes().filter(|&byte| byte != b' ').count();
    let is_board =
        word.text.len() == 81 && (17..81).contains(&digits) && word.text.bytes().all(is_cell);
    is_board.then_some(())?;
    let board = board(&chunks(&all_signs(word))?)?.ok()?;
    // Numbers between spaces break the rules of a board.
    (!board.clashes()).then(|| Pasted::of(end, Ok(board)))
}
