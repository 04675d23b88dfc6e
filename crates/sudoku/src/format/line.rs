//! A board as one line of cells, as links and short forms hold it.

use super::puzzle::Puzzle;
use crate::alphabet::{Alphabet, LARGEST_SIDE, Seen, ZERO_NOTE};
use crate::grid::Grid;
use crate::shape::{Division, Outline, Shape};

/// The rows of a board of this many cells, if such a board has boxes.
pub(super) fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    let has_boxes = || Division::of_size(side, side, side) != Division::None;
    (side * side == cells && side <= LARGEST_SIDE && has_boxes()).then_some(side)
}

/// Reads a board with at least one given; `None` if the text is not one.
pub(super) fn read(text: &str) -> Option<Puzzle> {
    let side = side(text.len())?;
    let mut seen = Seen::default();
    text.bytes().for_each(|byte| seen.add(byte));
    let largest = char::from_digit(side as u32, 36);
    let has_both = text.contains('0') && text.contains(['.', '-', '_', '*']);
    // A blank of its own and no largest value: the values may begin at 0.
    let may_be_zero = side < 10 && has_both && !text.contains(|c| Some(c) == largest);
    let alphabet = seen.alphabet(side);
    // Zeros that see each other are blanks.
    let from_zero = may_be_zero.then(|| of_alphabet(text, side, Alphabet::Zero));
    if let Some(mut puzzle) = from_zero.flatten()
        && puzzle.shape.clash(&puzzle.board).is_none()
    {
        puzzle.notes.push(ZERO_NOTE.to_owned());
        return Some(puzzle);
    }
    of_alphabet(text, side, alphabet)
}

/// Reads a board with at least one given in an alphabet.
fn of_alphabet(text: &str, side: usize, alphabet: Alphabet) -> Option<Puzzle> {
    let from_zero = alphabet == Alphabet::Zero;
    let value = |byte: u8| match byte {
        b'0'..=b'9' if from_zero => {
            let value = byte - b'0' + 1;
            (usize::from(value) <= side).then_some(value)
        }
        byte => alphabet.value(&[byte], side),
    };
    let cells: Vec<u8> = text.bytes().map(value).collect::<Option<_>>()?;
    if cells.iter().all(|&value| value == 0) {
        return None;
    }
    let outline = Outline {
        lowest: u8::from(!from_zero),
        ..Outline::square(side)
    };
    board(&outline, cells)
}

/// A board without rules of its own.
pub(super) fn board(outline: &Outline, cells: Vec<u8>) -> Option<Puzzle> {
    let shape = Shape::outlined(outline, []).ok()?;
    Some(Puzzle::new(shape, Grid::new(cells)))
}
