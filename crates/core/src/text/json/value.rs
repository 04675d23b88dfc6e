//! Parts of a JSON text, and errors with their positions.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::super::lines::{EMPTY, error_at, long_run, offset};
use super::super::near::nearest;
use super::super::{LONGEST_NAME, TextError};
use crate::BuildError;

/// A JSON text. Its parts are slices of it, so that the position of a part is known.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    /// Makes a source of the whole text.
    pub fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// The length of the whole text in bytes.
    pub(super) fn length(self) -> usize {
        self.text.len()
    }

    /// Rejects an array where an object is expected. The parser would accept it as the values of
    /// the object without its keys.
    pub fn reject_array(self, part: &str) -> Result<(), TextError> {
        match part.strip_prefix('[') {
            None => Ok(()),
            Some(_) => Err(self.error(&part[..1], "invalid type: array, expected an object")),
        }
    }

    /// Parses a part of the text.
    ///
    /// # Errors
    /// [`TextError`] with the line and column, if the part is no JSON of this type.
    pub fn parse<'p, T: Deserialize<'p>>(self, part: &'p str) -> Result<T, TextError> {
        serde_json::from_str(part).map_err(|error| self.explain(part, &error))
    }

    /// Parses an object. If it has other keys, or is no object, the help shows what it must look
    /// like.
    pub fn parse_object<'p, T: Deserialize<'p> + Object>(
        self,
        part: &'p str,
    ) -> Result<T, TextError> {
        self.parse(part).map_err(with_form::<T>)
    }

    /// Rejects a text with a string that is longer than any name, before the parser copies it.
    pub(super) fn reject_long_strings(self) -> Result<(), TextError> {
        let quote = |&byte: &u8| byte == b'"';
        if long_run(self.text.as_bytes(), LONGEST_NAME, quote).is_none() {
            return Ok(());
        }
        // The long run may also be white space or empty options, so the strings are measured.
        let mut rest = self.text;
        while let Some((_, string)) = rest.split_once('"') {
            let Some(length) = string_length(string) else {
                let start = self.offset(string) - 1;
                return Err(self.error_at(start, 1, "a string has more than 1,048,576 bytes"));
            };
            rest = string.get(length + 1..).unwrap_or_default();
        }
        Ok(())
    }

    /// Calls `act` for each element of a valid array, until it fails.
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
        let mut failure = None;
        let elements = Elements {
            act,
            failure: &mut failure,
        };
        let read = serde_json::Deserializer::from_str(array).deserialize_seq(elements);
        match (failure, read) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(self.explain(array, &error)),
            (None, Ok(_)) => Ok(()),
        }
    }

    /// Calls `act` for each key of a valid object and its value, until it fails.
    pub(super) fn each_entry<'p>(
        self,
        object: &'p str,
        act: impl FnMut(Cow<'p, str>, &'p RawValue) -> Result<(), TextError>,
    ) -> Result<(), TextError> {
        let mut failure = None;
        let entries = Entries {
            act,
            failure: &mut failure,
        };
        let mut reader = serde_json::Deserializer::from_str(object);
        let read = reader.deserialize_map(entries).and_then(|()| reader.end());
        match (failure, read) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(self.explain(object, &error)),
            (None, Ok(())) => Ok(()),
        }
    }

    /// The first element of an array, or the first value of an object with its key. `None` if the
    /// text is neither, or is invalid up to there.
    pub(super) fn first<'p>(self, text: &'p str) -> Option<(Option<Cow<'p, str>>, &'p str)> {
        let mut first = None;
        let stop = |key, value: &'p RawValue| {
            first = Some((key, value.get()));
            Err(self.error(value.get(), ""))
        };
        let mut failure = None;
        let mut reader = serde_json::Deserializer::from_str(text);
        if text.trim_ascii_start().starts_with('[') {
            let mut stop = stop;
            let act = |value| stop(None, value);
            let failure = &mut failure;
            let _ = reader.deserialize_seq(Elements { act, failure });
        } else {
            let mut stop = stop;
            let act = |key, value| stop(Some(key), value);
            let failure = &mut failure;
            let _ = reader.deserialize_map(Entries { act, failure });
        }
        first
    }

    /// Makes an error at a part. It marks the part up to the end of its first line.
    pub fn error(self, part: &str, message: impl Into<String>) -> TextError {
        self.error_at(self.offset(part), part.len(), message)
    }

    pub(super) fn build_error(self, part: &RawValue, cause: BuildError) -> TextError {
        self.error(part.get(), cause.to_string()).with_cause(cause)
    }

    /// Returns the index of the first byte of a part.
    pub fn offset(self, part: &str) -> usize {
        offset(self.text, part)
    }

    fn error_at(self, offset: usize, length: usize, message: impl Into<String>) -> TextError {
        error_at(self.text, offset, length, message)
    }

    /// Converts an error of the parser: finds its position in the whole text, and rewrites the
    /// message.
    #[cold]
    pub(in crate::text) fn explain(self, part: &str, error: &serde_json::Error) -> TextError {
        let message = error.to_string();
        let message = message
            .rsplit_once(" at line ")
            .map_or(&*message, |(message, _)| message);
        if let Some(inside) = message.strip_prefix("EOF while parsing ") {
            return self.explain_end(part, inside);
        }
        let place = self.place(part, error);
        let (offset, length) = (place.start, place.len());
        if error.classify() == Category::Syntax {
            return self.error_at(offset, length, format!("invalid JSON: {message}"));
        }
        let (offset, length) = self.whole_value(offset, length);
        let message = message.replace("invalid type: map", "invalid type: object");
        let Some((found, expected)) = message.split_once(", expected ") else {
            return self.error_at(offset, length, message);
        };
        let expected = match expected {
            "a sequence" => "an array".to_owned(),
            "u32" => format!("a whole number from 0 to {}", u32::MAX),
            "u64" => format!("a whole number from 0 to {}", u64::MAX),
            "i64" => format!("a whole number from {} to {}", i64::MIN, i64::MAX),
            other => other.to_owned(),
        };
        let error = self.error_at(offset, length, format!("{found}, expected {expected}"));
        // The parser quotes the unknown field and the known ones with backticks.
        let quoted = |text| str::split(text, '`').skip(1).step_by(2);
        let field = found
            .strip_prefix("unknown field")
            .and_then(|field| quoted(field).next());
        match field.and_then(|field| nearest(field, quoted(&expected))) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    /// The error of a text that ends too early.
    fn explain_end(self, part: &str, inside: &str) -> TextError {
        let part = part.trim_ascii_end();
        let end = self.offset(part) + part.len();
        if part.is_empty() {
            return self.error_at(end, 0, EMPTY);
        }
        self.error_at(end, 0, format!("the text ends inside {inside}"))
            .with_help("check that the file is complete")
    }

    /// Returns the bytes of the character at which the parser of a part stopped.
    pub fn place(self, part: &str, error: &serde_json::Error) -> Range<usize> {
        // The parser counts bytes, from 1.
        let before = part
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let inside = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let mut offset = (self.offset(part) + inside).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let here = self.text[offset..].chars().next();
        offset..offset + here.map_or(0, char::len_utf8)
    }

    /// The whole string, number or word of which the parser reports the last character.
    fn whole_value(self, offset: usize, length: usize) -> (usize, usize) {
        let (before, here) = self.text.split_at(offset);
        if here.starts_with('"')
            && let Some(start) = before.rfind('"')
        {
            return (start, offset + 1 - start);
        }
        let start = if here.starts_with(|c: char| c.is_ascii_digit()) {
            before.trim_end_matches(is_of_number).len()
        } else if here.starts_with(|c: char| c.is_ascii_lowercase()) {
            // `null`, `true` or `false`.
            before
                .trim_end_matches(|c: char| c.is_ascii_lowercase())
                .len()
        } else if here.starts_with(':') {
            // The parser stands before an object or an array.
            return (offset + here.find(['{', '[']).unwrap_or(0), length);
        } else {
            offset
        };
        (start, length + offset - start)
    }
}

/// An object that people write.
pub trait Object {
    /// The help that shows what it looks like.
    const HELP: &'static str;
}

/// Adds to an error about the keys of an object what the object must look like. A value of another
/// type needs no such help, unless it stands in place of the object.
pub fn with_form<T: Object>(error: TextError) -> TextError {
    let message = error.message();
    let is_about_form = message.starts_with("unknown field")
        || message.starts_with("missing field")
        || message.starts_with("invalid type") && message.contains(" an object");
    match error.help() {
        None if is_about_form => error.with_help(T::HELP),
        _ => error,
    }
}

/// The length of a string in bytes. `text` begins after the opening quote. `None` if the name that
/// the string stands for is too long; an escape stands for at least one byte.
fn string_length(text: &str) -> Option<usize> {
    let mut least = 0;
    let mut bytes = text.bytes().enumerate();
    while let Some((place, byte)) = bytes.next() {
        match byte {
            b'"' => return Some(place),
            // The four digits that follow belong to the escape.
            b'\\' if matches!(bytes.next(), Some((_, b'u'))) => least -= 3,
            _ => least += 1,
        }
        if least > LONGEST_NAME as isize {
            return None;
        }
    }
    Some(text.len())
}

/// A valid array. It stores its first element only, because a list of all elements may take more
/// memory than the problem.
#[derive(Clone, Copy, Default)]
pub(super) struct List<'a> {
    first: Option<&'a RawValue>,
}

impl<'de: 'a, 'a> Deserialize<'de> for List<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut failure = None;
        let act = |_| Ok(());
        deserializer.deserialize_seq(Elements {
            act,
            failure: &mut failure,
        })
    }
}

/// Calls `act` for each element of an array, until it fails.
struct Elements<'r, F> {
    act: F,
    failure: &'r mut Option<TextError>,
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
                *self.failure = Some(error);
                return Err(A::Error::custom("failed"));
            }
        }
        Ok(list)
    }
}

/// Calls `act` for each key of an object and its value, until it fails.
struct Entries<'r, F> {
    act: F,
    failure: &'r mut Option<TextError>,
}

/// A key, borrowed from the text if it has no escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de, F> Visitor<'de> for Entries<'_, F>
where
    F: FnMut(Cow<'de, str>, &'de RawValue) -> Result<(), TextError>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        while let Some((Key(key), value)) = entries.next_entry::<Key<'de>, &'de RawValue>()? {
            if let Err(error) = (self.act)(key, value) {
                *self.failure = Some(error);
                return Err(A::Error::custom("failed"));
            }
        }
        Ok(())
    }
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || "+-.eE".contains(c)
}
