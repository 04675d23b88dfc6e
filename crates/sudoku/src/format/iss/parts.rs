//! The parts of an ISS text: `.Name~argument~argument`, nested between `.Or` and `.End`.

use std::ops::Range;

use crate::format::error::{PuzzleError, PuzzleReason};

/// A part, with its place in the text.
pub(super) struct Part<'a> {
    pub(super) name: &'a str,
    pub(super) span: Range<usize>,
    pub(super) arguments: Vec<Argument<'a>>,
    /// The parts of a group.
    pub(super) children: Vec<Part<'a>>,
}

impl<'a> Part<'a> {
    /// The name; a part without one has givens.
    pub(super) fn title(&self) -> String {
        match self.name {
            "" => "given".to_owned(),
            name => name.to_owned(),
        }
    }

    pub(super) fn fail(&self, reason: PuzzleReason) -> PuzzleError {
        reason.at(self.span.clone())
    }

    /// The error of an argument.
    pub(super) fn bad(&self, argument: &Argument<'_>, expected: impl Into<String>) -> PuzzleError {
        let reason = PuzzleReason::argument(self.title(), argument.text, expected);
        reason.at(argument.span.clone())
    }

    /// An argument that is missing.
    pub(super) fn missing(&self, expected: &str) -> PuzzleError {
        self.fail(PuzzleReason::argument(self.title(), "", expected))
    }

    /// The first argument, and the rest.
    pub(super) fn first(
        &self,
        expected: &str,
    ) -> Result<(&Argument<'a>, &[Argument<'a>]), PuzzleError> {
        let split = self.arguments.split_first();
        split.ok_or_else(|| self.missing(expected))
    }

    /// Rejects arguments after some.
    pub(super) fn no_more(&self, some: usize) -> Result<(), PuzzleError> {
        let mut rest = self.arguments.iter().skip(some);
        match rest.find(|argument| !argument.text.is_empty()) {
            Some(argument) => {
                let (rule, text) = (self.title(), argument.text.to_owned());
                Err(PuzzleReason::Extra { rule, text }.at(argument.span.clone()))
            }
            None => Ok(()),
        }
    }

    pub(super) fn number(&self, argument: &Argument<'_>) -> Result<i64, PuzzleError> {
        let number = argument.text.parse();
        number.map_err(|_| self.bad(argument, "a number"))
    }
}

/// An argument, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Argument<'a> {
    pub(super) text: &'a str,
    pub(super) span: Range<usize>,
}

/// The most groups inside each other. Our own JSON of such groups is nested less than JSON may be.
pub(super) const DEEPEST: usize = 40;

/// Reads all parts of a text.
pub(super) fn read(text: &str) -> Result<Vec<Part<'_>>, PuzzleError> {
    let Some(start) = text.find('.').filter(|&at| text[..at].trim().is_empty()) else {
        let why = "expected a dot at the start, as in .Cage~5~R1C1~R1C2";
        return Err(not_iss(why).at(0..0));
    };
    // The parts of the groups that are open, from the outside in.
    let mut open: Vec<Vec<Part<'_>>> = vec![Vec::new()];
    let mut groups: Vec<Part<'_>> = Vec::new();
    let mut at = start + 1;
    for piece in text[at..].split('.') {
        let mut part = part(piece, at);
        at += piece.len() + 1;
        match part.name {
            "Or" | "And" | "Replicate" => {
                if groups.len() == DEEPEST {
                    let why = format!("groups are nested more than {DEEPEST} deep");
                    return Err(not_iss(why).at(part.span));
                }
                groups.push(part);
                open.push(Vec::new());
            }
            "End" => {
                let (Some(mut group), Some(children)) = (groups.pop(), open.pop()) else {
                    return Err(not_iss("an End without a group").at(part.span));
                };
                group.children = children;
                if let Some(parts) = open.last_mut() {
                    parts.push(group);
                }
            }
            _ => {
                if let Some(parts) = open.last_mut() {
                    part.children = Vec::new();
                    parts.push(part);
                }
            }
        }
    }
    match groups.pop() {
        Some(group) => {
            let why = format!("a group .{} without .End", group.name);
            Err(not_iss(why).at(group.span))
        }
        None => Ok(open.pop().unwrap_or_default()),
    }
}

/// What is wrong with a text.
pub(super) fn not_iss(why: impl Into<String>) -> PuzzleReason {
    let (format, why) = ("ISS text", why.into());
    PuzzleReason::Format { format, why }
}

/// Reads one part that begins at a byte of the text.
fn part(piece: &str, start: usize) -> Part<'_> {
    let mut at = start;
    let mut words = piece.split('~').map(|word| {
        let text = word.trim();
        let first = at + (word.len() - word.trim_start().len());
        at += word.len() + 1;
        Argument {
            text,
            span: first..first + text.len(),
        }
    });
    let name = words.next();
    let arguments: Vec<Argument<'_>> = words.collect();
    let (name, span) = name.map_or(("", start..start), |name| (name.text, name.span));
    Part {
        name,
        span: span.start..start + piece.trim_end().len(),
        arguments,
        children: Vec::new(),
    }
}
