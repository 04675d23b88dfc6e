//! Parts of a JSON text that know their places.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::super::lines::{line_at, long_run};
use super::super::{LONGEST_NAME, TextError};
use crate::BuildError;

/// A text that holds the parts. They are slices of it, so that each tells its place.
#[derive(Clone, Copy)]
pub(in crate::text) struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
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

    pub(in crate::text) fn parse<'p, T: Deserialize<'p>>(
        self,
        part: &'p str,
    ) -> Result<T, TextError> {
        serde_json::from_str(part).map_err(|error| self.explain(part, &error))
    }

    /// Refuses a text with a string that is longer than any name may be, before anything looks at
    /// all of it.
    pub(super) fn refuse_long_strings(self) -> Result<(), TextError> {
        let quote = |&byte: &u8| byte == b'"';
        if long_run(self.text.as_bytes(), LONGEST_NAME, quote).is_none() {
            return Ok(());
        }
        // White space, or options without items, may be as long too.
        let mut rest = self.text;
        while let Some((_, string)) = rest.split_once('"') {
            let Some(length) = string_length(string) else {
                let start = self.offset(string) - 1;
                let message = format!("a string of more than {LONGEST_NAME} bytes");
                let error = self.error_at(start, 1, message);
                return Err(error.with_help("expected a shorter one"));
            };
            rest = string.get(length + 1..).unwrap_or_default();
        }
        Ok(())
    }

    /// Calls a function for each element of an array that was read, until it fails.
    pub(super) fn each<'p>(
        self,
        list: List<'p>,
        act: impl FnMut(&'p RawValue) -> Result<(), TextError>,
    ) -> Result<(), TextError>
    where
        'a: 'p,
    {
        let Some(first) = list.first else {
            return Ok(());
        };
        let before = self.text.get(..self.offset(first.get()));
        let start = before.and_then(|before| before.rfind('['));
        let array: &'p str = self
            .text
            .get(start.unwrap_or_default()..)
            .unwrap_or_default();
        let mut refused = None;
        let elements = Elements {
            act,
            refused: &mut refused,
        };
        let read = serde_json::Deserializer::from_str(array).deserialize_seq(elements);
        match (refused, read) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(self.explain(array, &error)),
            (None, Ok(_)) => Ok(()),
        }
    }

    /// An error at a part, as much of it as stands in its first line.
    pub(super) fn error(self, part: &str, message: impl Into<String>) -> TextError {
        self.error_at(self.offset(part), part.len(), message)
    }

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

/// How many bytes a string has that begins here, behind its quotation mark; `None` if what it means
/// is longer than any name may be. An escape means one byte at least.
fn string_length(text: &str) -> Option<usize> {
    let mut least = 0;
    let mut bytes = text.bytes().enumerate();
    while let Some((place, byte)) = bytes.next() {
        match byte {
            b'"' => return Some(place),
            // Four digits follow, which are part of the escape.
            b'\\' if matches!(bytes.next(), Some((_, b'u'))) => least -= 3,
            _ => least += 1,
        }
        if least > LONGEST_NAME as isize {
            return None;
        }
    }
    Some(text.len())
}

/// An array that was read and is well formed. To hold all of its elements may take more memory than
/// what they mean.
#[derive(Clone, Copy, Default)]
pub(super) struct List<'a> {
    first: Option<&'a RawValue>,
}

impl<'de: 'a, 'a> Deserialize<'de> for List<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut refused = None;
        let act = |_| Ok(());
        deserializer.deserialize_seq(Elements {
            act,
            refused: &mut refused,
        })
    }
}

/// Calls a function for each element of an array, until it fails.
struct Elements<'r, F> {
    act: F,
    refused: &'r mut Option<TextError>,
}

impl<'de, F: FnMut(&'de RawValue) -> Result<(), TextError>> Visitor<'de> for Elements<'_, F> {
    type Value = List<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<List<'de>, A::Error> {
        let mut list = List::default();
        while let Some(element) = elements.next_element::<&'de RawValue>()? {
            list.first = list.first.or(Some(element));
            if let Err(error) = (self.act)(element) {
                *self.refused = Some(error);
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(list)
    }
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || "+-.eE".contains(c)
}
