//! The form `miniexact`: the two texts of [miniexact](https://github.com/miniexact/miniexact), a
//! program by Maximilian Heisinger.
//!
//! ```text
//! < a b c:2 d:0;3 >
//! [ s t ]
//! a c s:red;
//! b c t $5;
//! ```
//!
//! * The names of primary items stand in angle brackets, then those of secondary items in square
//!   brackets, if there are any. `c:2` is covered twice, `d:0;3` up to three times.
//! * The rest are options: the names of their items, and a semicolon at the end. A secondary item may
//!   have a colour, as in `s:red`. `$5` is the cost of the option.
//! * White space separates names. Names and colours contain none of the characters `;:[]<>$` and no
//!   control character.
//!
//! The other text has numbers instead of names:
//!
//! ```text
//! p xcc 2 1
//! 1 2 3 -1 0
//! 1 $5 0
//! ```
//!
//! * `p xc N M` or `p xcc N M` declares `N` primary items, named `1` to `N`, and `M` secondary ones,
//!   whose numbers follow. Both numbers together are at most 65,536, or the number of bytes of the
//!   text if that is more.
//! * The rest are options: the numbers of their items, and a 0 at the end. A negative number is the
//!   colour of the secondary item before it.

mod numbered;
mod tokens;
mod write;

use super::TextError;
use super::dlx::check_text;
use super::lines::{EMPTY, decode, error_at, first_line, line_at, missing, offset};
use super::near::nearest_item;
use super::numbers::{bad_cost, is_number};
use crate::{BuildError, Builder, Decimal, Problem, Use};
use tokens::Tokens;

pub use write::write;

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::miniexact;
///
/// for text in ["< a b > a; b; a b;", "p xc 2 0\n1 0 2 0 1 2 0\n"] {
///     let problem = miniexact::read(text.as_bytes())?;
///     assert_eq!((problem.item_count(), problem.option_count()), (2, 3));
/// }
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first part that does not belong to the form, or makes the problem
/// invalid, such as an unknown or repeated item.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem with a memory limit in bytes, which does not include the text.
///
/// # Errors
/// The same as [`read`]. Beyond the limit, the cause is [`BuildError::Memory`].
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    let builder = Problem::builder().memory(memory);
    if numbered::is_header(first_line(text)) {
        return numbered::read(text, builder);
    }
    let text = decode(text)?;
    let mut reader = Reader {
        text,
        tokens: Tokens::new(text),
        builder,
    };
    reader.items()?;
    while reader.option()? {}
    Ok(reader.builder.build())
}

/// Returns whether a text looks like this form.
pub(super) fn is_text(text: &str) -> bool {
    let text = text.trim_ascii();
    text.starts_with('<') && text.ends_with(';') || numbered::is_header(first_line(text.as_bytes()))
}

/// An item of an option, and its colour.
type UseOf<'a> = (&'a str, Option<&'a str>);

struct Reader<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    builder: Builder,
}

impl<'a> Reader<'a> {
    /// Reads all declarations.
    fn items(&mut self) -> Result<(), TextError> {
        const HELP: &str = "begin with the primary items in angle brackets: \"< a b >\"";
        match self.tokens.next() {
            Some("<") => {}
            Some(token) => {
                let error = self.unexpected(token, "\"<\"");
                return Err(error.with_help(HELP));
            }
            None => return Err(missing(self.text, EMPTY).with_help(HELP)),
        }
        while let Some(name) = self.declared(">")? {
            let declared = match self.bounds()? {
                Some((low, high)) => self.builder.multiple(name, low..=high),
                None => self.builder.primary(name),
            };
            declared.map_err(|error| self.build_error(name, error))?;
        }
        if self.tokens.next_if("[") {
            while let Some(name) = self.declared("]")? {
                let declared = self.builder.secondary(name);
                declared.map_err(|error| self.build_error(name, error))?;
            }
        }
        Ok(())
    }

    /// The name of the next item, unless the list ends.
    fn declared(&mut self, end: &str) -> Result<Option<&'a str>, TextError> {
        match self.tokens.next() {
            Some(token) if token == end => Ok(None),
            token => self.name(token, &format!("an item or \"{end}\"")).map(Some),
        }
    }

    /// The multiplicity after a primary item: one number, or two bounds.
    fn bounds(&mut self) -> Result<Option<(u32, u32)>, TextError> {
        if !self.tokens.next_if(":") {
            return Ok(None);
        }
        let low = self.number()?;
        let has_high = self.tokens.next_if(";") || self.tokens.next_if(":");
        let high = if has_high { self.number()? } else { low };
        Ok(Some((low, high)))
    }

    fn number(&mut self) -> Result<u32, TextError> {
        let token = self.tokens.next();
        let number = token.filter(|token| is_number(token));
        match number.and_then(|number| number.parse().ok()) {
            Some(number) => Ok(number),
            None => {
                let expected = format!("a number from 0 to {}", u32::MAX);
                Err(self.unexpected_or_end(token, &expected))
            }
        }
    }

    /// Reads an option. Returns whether there was one.
    fn option(&mut self) -> Result<bool, TextError> {
        let mut uses: Vec<UseOf<'a>> = Vec::new();
        let mut cost = None;
        let Some(mut token) = self.tokens.next() else {
            return Ok(false);
        };
        let first = token;
        while token != ";" {
            if token == "$" && !uses.is_empty() && cost.is_none() {
                let word = self.tokens.next();
                cost = Some(self.name(word, "a cost")?);
            } else {
                let name = self.name(Some(token), "an item or \";\"")?;
                let mut colour = None;
                if self.tokens.next_if(":") {
                    let word = self.tokens.next();
                    colour = Some(self.name(word, "a colour")?);
                }
                uses.push((name, colour));
            }
            // More uses than items: one item occurs twice, which the builder reports.
            if uses.len() > self.builder.item_count() {
                break;
            }
            match self.tokens.next() {
                Some(next) => token = next,
                None => return Err(self.unexpected_or_end(None, "an item or \";\"")),
            }
        }
        if uses.is_empty() {
            return Err(self.unexpected(first, "an item"));
        }
        let option = self
            .builder
            .option(uses.iter().map(|&(item, colour)| match colour {
                Some(colour) => Use::from((item, colour)),
                None => Use::from(item),
            }));
        let option = option.map_err(|error| self.explain(&uses, error))?;
        if let Some(word) = cost {
            let cost: Decimal = word.parse().map_err(|error| {
                let place = offset(self.text, word);
                error_at(self.text, place, word.len(), bad_cost(word, error))
            })?;
            let added = self.builder.add_cost(option, cost);
            added.map_err(|error| self.build_error(word, error))?;
        }
        Ok(true)
    }

    /// A token that is a name.
    fn name(&self, token: Option<&'a str>, expected: &str) -> Result<&'a str, TextError> {
        match token {
            Some(token) if !tokens::is_mark(token) => {
                if token.contains(char::is_control) {
                    let (line, start) = line_at(self.text, offset(self.text, token));
                    check_text(line, start, token)?;
                }
                Ok(token)
            }
            token => Err(self.unexpected_or_end(token, expected)),
        }
    }

    #[cold]
    fn unexpected_or_end(&self, token: Option<&str>, expected: &str) -> TextError {
        match token {
            Some(token) => self.unexpected(token, expected),
            None => {
                let error = missing(self.text, format!("the text ends, expected {expected}"));
                error.with_help("check that the file is complete")
            }
        }
    }

    #[cold]
    fn unexpected(&self, token: &str, expected: &str) -> TextError {
        let message = format!("unexpected \"{token}\", expected {expected}");
        error_at(self.text, offset(self.text, token), token.len(), message)
    }

    #[cold]
    fn build_error(&self, token: &str, error: BuildError) -> TextError {
        let (line, start) = line_at(self.text, offset(self.text, token));
        line.build_error(start, token.len(), error)
    }

    /// The error for an option that the builder rejected. It marks the wrong item.
    #[cold]
    fn explain(&self, uses: &[UseOf<'_>], error: BuildError) -> TextError {
        let problem = self.builder.problem();
        let mut near = None;
        let wrong = match &error {
            BuildError::UnknownItem(_) => {
                let wrong = uses.iter().find(|(item, _)| problem.item(item).is_none());
                near = wrong.and_then(|(item, _)| nearest_item(item, problem));
                wrong
            }
            // The second occurrence.
            BuildError::RepeatedItem(name) => uses.iter().filter(|(item, _)| item == name).nth(1),
            BuildError::ColouredPrimary(name) => {
                let is_wrong = |(item, colour): &&UseOf<'_>| item == name && colour.is_some();
                uses.iter().find(is_wrong)
            }
            _ => None,
        };
        let wrong = wrong.or(uses.first()).map_or("", |&(item, _)| item);
        let error = self.build_error(wrong, error);
        match near {
            Some(name) => error.with_help(format!("did you mean \"{name}\"?")),
            None => error,
        }
    }
}
