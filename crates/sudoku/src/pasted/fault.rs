//! What is wrong with a part of a text.

use std::ops::Range;

use super::words::Word;
use crate::format::{PuzzleError, PuzzleReason};

/// The error that a word is not what is expected of it.
pub(super) fn error(word: Word<'_>, part: &str, expected: &str) -> PuzzleError {
    fault(word.range(), part, word.text, expected)
}

/// The error that some bytes, shown as a text, are not what is expected there.
pub(super) fn fault(span: Range<usize>, part: &str, text: &str, expected: &str) -> PuzzleError {
    let reason = PuzzleReason::Argument {
        rule: part.to_owned(),
        text: text.chars().take(40).collect(),
        expected: expected.to_owned(),
    };
    PuzzleError { span, reason }
}
