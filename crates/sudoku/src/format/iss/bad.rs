//! Errors of parts.

use super::parts::{Argument, Part};
use crate::format::error::{PuzzleError, PuzzleReason};

/// The error of a part.
pub(super) fn fail(part: &Part<'_>, reason: PuzzleReason) -> PuzzleError {
    reason.at(part.span.clone())
}

/// The name of a part; a part without one has givens.
pub(super) fn title(part: &Part<'_>) -> String {
    match part.name {
        "" => "given".to_owned(),
        name => name.to_owned(),
    }
}

/// The error of an argument.
pub(super) fn bad(
    part: &Part<'_>,
    argument: &Argument<'_>,
    expected: impl Into<String>,
) -> PuzzleError {
    let reason = PuzzleReason::argument(title(part), argument.text, expected);
    reason.at(argument.span.clone())
}

/// An argument that is missing.
pub(super) fn missing(part: &Part<'_>, expected: &str) -> PuzzleError {
    PuzzleReason::argument(title(part), "", expected).at(part.span.clone())
}

/// The first argument, and the rest.
pub(super) fn first<'p, 'a>(
    part: &'p Part<'a>,
    expected: &str,
) -> Result<(&'p Argument<'a>, &'p [Argument<'a>]), PuzzleError> {
    let split = part.arguments.split_first();
    split.ok_or_else(|| missing(part, expected))
}

/// Rejects arguments after some.
pub(super) fn no_more(part: &Part<'_>, some: usize) -> Result<(), PuzzleError> {
    let mut rest = part.arguments.iter().skip(some);
    match rest.find(|argument| !argument.text.is_empty()) {
        Some(argument) => {
            let (rule, text) = (title(part), argument.text.to_owned());
            Err(PuzzleReason::Extra { rule, text }.at(argument.span.clone()))
        }
        None => Ok(()),
    }
}

pub(super) fn number(part: &Part<'_>, argument: &Argument<'_>) -> Result<i64, PuzzleError> {
    let number = argument.text.parse();
    number.map_err(|_| bad(part, argument, "a number"))
}
