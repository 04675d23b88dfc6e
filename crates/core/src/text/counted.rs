//! The common part of the forms [`txt`](super::txt), [`rows`](super::rows) and
//! [`spp`](super::spp): a line of two numbers, then a line for each option that counts its items.

use std::io::{self, Write};

use super::lines::{EMPTY, Line, decode, lines, missing};
use super::numbers::{Items, bad_cost, check_costs, check_once, number};
use super::{TextError, WriteError, board, matrix, quantity};
use crate::{Builder, Decimal, Problem};

/// One of these forms.
pub(super) struct Counted {
    /// The word of the form.
    pub(super) form: &'static str,
    /// What the two numbers of the first line are.
    pub(super) first_line: &'static str,
    /// Whether the first of the two is the number of options.
    pub(super) options_first: bool,
    /// Whether the first number of an option is its cost.
    pub(super) has_costs: bool,
    /// The likely fix for a line that does not have as many items as it announces.
    pub(super) help: &'static str,
}

impl Counted {
    /// Reads a problem with a memory limit in bytes.
    pub(super) fn read(&self, text: &[u8], memory: usize) -> Result<Problem, TextError> {
        let mut builder = Problem::builder().memory(memory);
        let mut first: Option<(Items, usize)> = None;
        let mut options = 0;
        let size = text.len();
        let text = decode(text)?;
        for line in lines(text) {
            line.check_words()?;
            if line.words().next().is_none() {
                continue;
            }
            match &mut first {
                None => first = Some(self.read_first(line, text, size, &mut builder)?),
                Some((_, announced)) if options == *announced => {
                    let (start, length) = line.body();
                    let message =
                        format!("too many options, expected {announced} as in the first line");
                    return Err(line.error(start, length, message));
                }
                Some((items, _)) => {
                    // Most options are plain. What is wrong with the others, words say best.
                    if self.has_costs || !items.counted_option(line, &mut builder) {
                        self.read_option(line, items, &mut builder)?;
                    }
                    options += 1;
                }
            }
        }
        match first {
            None => {
                let help = format!("begin with {}", self.first_line);
                Err(missing(text, EMPTY).with_help(help))
            }
            Some((_, announced)) if options < announced => {
                let found = quantity(options, "option");
                let message = format!("the text ends after {found}, expected {announced}");
                Err(missing(text, message))
            }
            Some(_) => Ok(builder.build()),
        }
    }

    /// Reads the first line: declares the items, and returns them with the number of options.
    fn read_first(
        &self,
        line: Line<'_>,
        text: &str,
        size: usize,
        builder: &mut Builder,
    ) -> Result<(Items, usize), TextError> {
        let mut words = line.words();
        let (Some(left), Some(right), None) = (words.next(), words.next(), words.next()) else {
            let (start, length) = line.body();
            let message = format!("invalid first line, expected {}", self.first_line);
            let error = line.error(start, length, message);
            return Err(if matrix::is_rows(text) {
                error.with_help(matrix::HELP)
            } else if board::is_text(text.lines()) {
                error.with_help(board::HELP)
            } else {
                error
            });
        };
        let (items, options) = if self.options_first {
            (right, left)
        } else {
            (left, right)
        };
        let items = Items::declare(line, items, size, builder)?;
        let options = number(line, options.0, options.1, "the number of options")?;
        Ok((items, options))
    }

    fn read_option(
        &self,
        line: Line<'_>,
        items: &mut Items,
        builder: &mut Builder,
    ) -> Result<(), TextError> {
        let mut words = line.words();
        let cost = if self.has_costs { words.next() } else { None };
        let Some(count) = words.next() else {
            let (body, length) = line.body();
            let error = line.error(body + length, 0, "missing number of items");
            return Err(error.with_help(self.help));
        };
        self.check_count(line, count, words.clone())?;
        let option = items.option(line, words, builder)?;
        let Some((start, word)) = cost else {
            return Ok(());
        };
        let cost: Decimal = word
            .parse()
            .map_err(|error| line.error(start, word.len(), bad_cost(word, error)))?;
        builder
            .add_cost(option, cost)
            .map_err(|error| line.build_error(start, word.len(), error))
    }

    /// Checks that an option has as many items as it announces.
    fn check_count<'a>(
        &self,
        line: Line<'a>,
        (start, word): (usize, &'a str),
        mut words: impl Iterator<Item = (usize, &'a str)> + Clone,
    ) -> Result<(), TextError> {
        /// The number of superfluous items that a message counts exactly.
        const MORE: usize = 1 << 16;
        let announced = number(line, start, word, "the number of items of the option")?;
        let most = announced.saturating_add(MORE);
        let found = words.clone().take(most).count();
        if found == announced {
            return Ok(());
        }
        let counted = if found == most {
            format!("at least {}", quantity(found, "item"))
        } else {
            quantity(found, "item")
        };
        let (body, length) = line.body();
        let end = body + length;
        // The error marks the superfluous items, or the end of the line.
        let start = words.nth(announced).map_or(end, |(start, _)| start);
        let message = format!("{counted}, expected {announced}");
        let error = line.error(start, end - start, message);
        Err(error.with_help(self.help))
    }

    /// Writes a problem. The names of the items are lost.
    pub(super) fn write(&self, problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
        check_once(problem, self.form)?;
        if !self.has_costs {
            check_costs(problem, self.form)?;
        }
        let mut out = io::BufWriter::new(out);
        let (items, options) = (problem.item_count(), problem.option_count());
        let (left, right) = if self.options_first {
            (options, items)
        } else {
            (items, options)
        };
        writeln!(out, "{left} {right}")?;
        for option in problem.options() {
            if self.has_costs {
                write!(out, "{} ", problem.decimal(problem.cost(option)))?;
            }
            let items = problem.items_of(option);
            write!(out, "{}", items.len())?;
            for item in items {
                write!(out, " {}", item.index() + 1)?;
            }
            writeln!(out)?;
        }
        Ok(out.flush()?)
    }
}
