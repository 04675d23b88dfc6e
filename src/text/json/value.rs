//! Parts of a JSON text that know their places.

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::super::TextError;
use super::super::lines::line_at;
use crate::BuildError;

/// A text that holds the parts. They are slices of it, so that each tells its place.
#[derive(Clone, Copy)]
pub(in crate::text) struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    /// A whole text.
    pub(in crate::text) fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// Refuses a part that is an array, which would be taken for an object without its keys.
    pub(in crate::text) fn refuse_array(self, part: &str) -> Result<(), TextError> {
        match part.strip_prefix('[') {
            None => Ok(()),
            Some(_) => Err(self
                .error(&part[..1], "this is an array")
                .with_help("expected an object")),
        }
    }

    /// Reads a part as a value of some kind.
    pub(in crate::text) fn parse<'p, T: Deserialize<'p>>(
        self,
        part: &'p str,
    ) -> Result<T, TextError> {
        serde_json::from_str(part).map_err(|error| self.explain(part, &error))
    }

    /// An error at a part, as much of it as stands in its first line.
    pub(super) fn error(self, part: &str, message: impl Into<String>) -> TextError {
        self.error_at(self.offset(part), part.len(), message)
    }

    /// An error of the builder at a part.
    pub(super) fn refused(self, part: &RawValue, cause: BuildError) -> TextError {
        self.error(part.get(), cause.to_string()).with_cause(cause)
    }

    /// The byte at which a part starts.
    pub(in crate::text) fn offset(self, part: &str) -> usize {
        let offset = part.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        offset.min(self.text.len())
    }

    fn error_at(self, offset: usize, length: usize, message: impl Into<String>) -> TextError {
        let (line, start) = line_at(self.text, offset);
        line.error(start, length.min(line.text.len() - start), message)
    }

    /// Says in our words what the parser said of a part.
    #[cold]
    pub(in crate::text) fn explain(self, part: &str, error: &serde_json::Error) -> TextError {
        let told = error.to_string();
        let told = told
            .rsplit_once(" at line ")
            .map_or(&*told, |(told, _)| told);
        if let Some(inside) = told.strip_prefix("EOF while parsing ") {
            let end = self.text.trim_ascii_end().len();
            let message = format!("the text ends inside {inside}");
            return self
                .error_at(end, 0, message)
                .with_help("it may be cut off");
        }
        // The parser counts bytes, from 1.
        let before = part
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let inside = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let mut offset = (self.offset(part) + inside).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let here = &self.text[offset..];
        let mut length = here.chars().next().map_or(0, char::len_utf8);
        if error.classify() == Category::Syntax {
            return match told.strip_prefix("expected ") {
                Some(expected) => self
                    .error_at(offset, length, "this is no JSON")
                    .with_help(format!("expected {expected}")),
                None => self.error_at(offset, length, format!("this is no JSON: {told}")),
            };
        }
        // The last character of what was read is the end of the culprit: of a string all.
        if here.starts_with('"')
            && let Some(start) = self.text[..offset].rfind('"')
        {
            (offset, length) = (start, offset + 1 - start);
        }
        if here.starts_with(|c: char| c.is_ascii_digit()) {
            let before = self.text[..offset].trim_end_matches(is_of_number);
            length += offset - before.len();
            offset = before.len();
        }
        match told.split_once(", expected ") {
            Some((told, expected)) => {
                let expected = match expected {
                    "a sequence" => "an array".to_owned(),
                    "u32" => format!("a whole number from 0 to {}", u32::MAX),
                    "u64" => format!("a whole number from 0 to {}", u64::MAX),
                    other => other.to_owned(),
                };
                self.error_at(offset, length, told)
                    .with_help(format!("expected {expected}"))
            }
            None => self.error_at(offset, length, told),
        }
    }
}

/// Whether a character can stand in a number.
fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || "+-.eE".contains(c)
}
