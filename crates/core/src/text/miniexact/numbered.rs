//! Reads the text with numbers instead of names.

use super::super::TextError;
use super::super::lines::{Line, decode, first_line, lines, missing};
use super::super::numbers::{bad_cost, check_item_count, is_number, item_count, number};
use crate::{BuildError, Builder, Decimal, Problem, Use};

const HEADER: &str = "write \"p xcc N M\" with the numbers of primary and of secondary items";

/// Returns whether a line begins with `p xc` or `p xcc`.
pub(super) fn is_header(line: &[u8]) -> bool {
    let words = line.split(u8::is_ascii_whitespace);
    let mut words = words.filter(|word| !word.is_empty());
    words.next() == Some(b"p")
        && words
            .next()
            .is_some_and(|word| word == b"xc" || word == b"xcc")
}

/// Returns whether a text looks like this form. DLX text with these items has options whose names
/// are words.
pub(super) fn is_text(text: &str) -> bool {
    let is_line = |line: &&str| !line.trim_ascii().is_empty() && !is_comment(line);
    let second = text.lines().filter(is_line).nth(1).unwrap_or_default();
    let second = second.trim_ascii_start();
    is_header(first_line(text.as_bytes())) && !second.starts_with(char::is_alphabetic)
}

/// Returns whether a line is a comment, as in other texts of this family.
fn is_comment(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("c")
}

/// A word and its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    line: Line<'a>,
    start: usize,
    text: &'a str,
}

impl Word<'_> {
    fn error(self, message: impl Into<String>) -> TextError {
        self.line.error(self.start, self.text.len(), message)
    }

    fn build_error(self, error: BuildError) -> TextError {
        self.line.build_error(self.start, self.text.len(), error)
    }
}

/// The option that is being read.
#[derive(Default)]
struct Draft<'a> {
    /// The items with their colours.
    uses: Vec<(Word<'a>, Option<&'a str>)>,
    cost: Option<Word<'a>>,
}

pub(super) fn read(text: &[u8], mut builder: Builder) -> Result<Problem, TextError> {
    let size = text.len();
    let text = decode(text)?;
    let mut has_header = false;
    let mut draft = Draft::default();
    for line in lines(text) {
        if line.text.trim_ascii().is_empty() || is_comment(line.text) {
            continue;
        }
        line.check_words()?;
        if !has_header {
            has_header = true;
            declare(line, size, &mut builder)?;
            continue;
        }
        for (start, text) in line.words() {
            let word = Word { line, start, text };
            if text == "0" {
                draft.add_to(&mut builder, word)?;
                draft.uses.clear();
                draft.cost = None;
            } else {
                draft.read(word, &builder)?;
            }
        }
    }
    if !draft.uses.is_empty() || draft.cost.is_some() {
        let error = missing(text, "the text ends inside an option, expected 0");
        return Err(error.with_help("check that the file is complete"));
    }
    Ok(builder.build())
}

/// Reads `p xcc N M`.
fn declare(line: Line<'_>, size: usize, builder: &mut Builder) -> Result<(), TextError> {
    let mut words = line.words().skip(2);
    let (Some(primary), Some(secondary), None) = (words.next(), words.next(), words.next()) else {
        let (start, length) = line.body();
        let error = line.error(start, length, "invalid first line, expected \"p xcc N M\"");
        return Err(error.with_help(HEADER));
    };
    let primaries = item_count(line, primary, size)?;
    let all = primaries + item_count(line, secondary, size)?;
    check_item_count(line, secondary, all, size)?;
    for item in 1..=all {
        let (start, word) = if item <= primaries {
            primary
        } else {
            secondary
        };
        let declared = match item <= primaries {
            true => builder.primary(item.to_string()),
            false => builder.secondary(item.to_string()),
        };
        declared.map_err(|error| line.build_error(start, word.len(), error))?;
    }
    Ok(())
}

impl<'a> Draft<'a> {
    /// Reads an item, a colour or a cost.
    fn read(&mut self, word: Word<'a>, builder: &Builder) -> Result<(), TextError> {
        if word.text.starts_with('$') {
            if self.cost.replace(word).is_some() {
                return Err(word.error("second cost of an option"));
            }
        } else if let Some(colour) = word.text.strip_prefix('-').filter(|word| is_number(word)) {
            match self.uses.last_mut() {
                Some((_, of)) if of.is_none() => *of = Some(colour),
                _ => return Err(word.error("a colour without a secondary item before it")),
            }
        } else {
            number(word.line, word.start, word.text, "the number of an item")?;
            // More uses than items: one item occurs twice, which the builder reports.
            if self.uses.len() <= builder.item_count() {
                self.uses.push((word, None));
            }
        }
        Ok(())
    }

    /// Adds the option, which ends with this word.
    fn add_to(&self, builder: &mut Builder, end: Word<'_>) -> Result<(), TextError> {
        if self.uses.is_empty() {
            return Err(end.error("an option without items"));
        }
        let uses = self.uses.iter().map(|&(word, colour)| match colour {
            Some(colour) => Use::from((word.text, colour)),
            None => Use::from(word.text),
        });
        let option = builder.option(uses);
        let option = option.map_err(|error| self.explain(builder, end, error))?;
        let Some(word) = self.cost else {
            return Ok(());
        };
        let digits = word.text.trim_start_matches('$');
        let cost: Decimal = digits
            .parse()
            .map_err(|error| word.error(bad_cost(digits, error)))?;
        let added = builder.add_cost(option, cost);
        added.map_err(|error| word.build_error(error))
    }

    /// The error for an option that the builder rejected. It marks the wrong item.
    #[cold]
    fn explain(&self, builder: &Builder, end: Word<'_>, error: BuildError) -> TextError {
        let named = |name: &str| {
            let name = name.to_owned();
            let uses = self.uses.iter();
            uses.filter(move |(word, _)| word.text == name)
        };
        let wrong = match &error {
            BuildError::UnknownItem(_) => {
                let is_unknown = |(word, _): &&(Word<'_>, _)| builder.item(word.text).is_none();
                self.uses.iter().find(is_unknown)
            }
            // The second occurrence.
            BuildError::RepeatedItem(name) => named(name).nth(1),
            BuildError::ColouredPrimary(name) => named(name).find(|(_, colour)| colour.is_some()),
            _ => None,
        };
        let word = wrong.map_or(end, |&(word, _)| word);
        if let BuildError::UnknownItem(_) = error {
            let (most, number) = (builder.item_count(), word.text);
            word.error(format!(
                "there is no item {number}, expected a number from 1 to {most}"
            ))
        } else {
            word.build_error(error)
        }
    }
}
