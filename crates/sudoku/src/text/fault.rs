//! What is wrong with a line, and with which of its bytes.

use super::error::Reason;
use crate::alphabet::{Alphabet, is_cell};

/// The most characters of a bad number that are shown.
const SHOWN: usize = 20;

/// What is wrong, and with which bytes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) length: usize,
    pub(super) reason: Reason,
    /// The number of cells of the line, if it can be a row of a board of another size.
    pub(super) width: Option<usize>,
}

impl Fault {
    /// A fault at some bytes: the first cell too many, or no byte where a cell is missing.
    pub(super) fn new(at: usize, length: usize, reason: Reason) -> Fault {
        Fault {
            at,
            length,
            reason,
            width: None,
        }
    }

    /// The same fault, with its place counted from `start` bytes earlier.
    pub(super) fn after(self, start: usize) -> Fault {
        Fault {
            at: self.at + start,
            ..self
        }
    }
}

/// The fault of the character that begins at a byte of the line.
pub(super) fn bad_byte(body: &[u8], at: usize, side: usize) -> Fault {
    const LONGEST_CHARACTER: usize = 4;
    let expected = if side > 9 {
        "a digit, a letter or a blank (0 . * _ -)".to_owned()
    } else {
        Alphabet::Digits.expected(side)
    };
    let rest = body.get(at..).unwrap_or_default();
    let next = rest.get(..LONGEST_CHARACTER).unwrap_or(rest);
    let character = next
        .utf8_chunks()
        .next()
        .and_then(|chunk| chunk.valid().chars().next());
    let (length, reason) = match character {
        Some('\r') => (1, Reason::CarriageReturn),
        Some(character) => (
            character.len_utf8(),
            Reason::Character {
                character,
                expected,
            },
        ),
        None => {
            let byte = rest.first().copied().unwrap_or_default();
            (1, Reason::Byte { byte, expected })
        }
    };
    Fault::new(at, length, reason)
}

/// The same fault for a character that follows a board of `cells` cells without a space.
pub(super) fn glued(fault: Fault, cells: usize) -> Fault {
    match fault.reason {
        Reason::Character { character, .. } if !character.is_ascii_control() => Fault {
            reason: Reason::Glued { character, cells },
            ..fault
        },
        _ => fault,
    }
}

/// Why a word that looks like a number is not a cell: neither a value of the board nor the pencil
/// marks of a cell.
pub(super) fn bad_number(word: &[u8], side: usize) -> Option<Reason> {
    let unsigned = word.strip_prefix(b"+").unwrap_or(word);
    let is_number = unsigned.iter().all(|&byte| is_cell(byte, side));
    if word.len() < 2 || !is_number || pencil_marks(word, side).is_some() {
        return None;
    }
    if side > 9 && Alphabet::Numbers.value(word, side).is_some() {
        return None;
    }
    Some(number(word, side))
}

/// The reason that a word is not a number of a board.
pub(super) fn number(word: &[u8], side: usize) -> Reason {
    let mut text = String::from_utf8_lossy(word.get(..SHOWN).unwrap_or(word)).into_owned();
    if word.len() > SHOWN {
        text.push_str("...");
    }
    Reason::Number {
        text,
        largest: side,
    }
}

/// The pencil marks that a word is: ascending digits, as bits; on a board of up to nine values.
pub(super) fn pencil_marks(word: &[u8], side: usize) -> Option<u64> {
    let is_digit = |&byte: &u8| (b'1'..=b'9').contains(&byte) && usize::from(byte - b'0') <= side;
    if side > 9 || !word.iter().all(is_digit) || !word.is_sorted_by(|a, b| a < b) {
        return None;
    }
    Some(
        word.iter()
            .fold(0, |marks, byte| marks | 1 << (byte - b'1')),
    )
}
