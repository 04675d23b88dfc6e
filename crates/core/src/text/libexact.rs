//! The form `libexact`: the text of [libexact](https://pottonen.kapsi.fi/libexact.html), a library
//! by Petteri Kaski and Olli Pottonen. Rows are items, columns are options.
//!
//! ```text
//! # A comment.
//! r 1
//! r 2 3
//! c 1
//! c 2
//! e 1 1
//! e 2 1
//! e 2 2
//! ```
//!
//! * `r I` declares row `I`, a primary item named like that; `r I B` one that is covered exactly `B`
//!   times. Names are whole numbers.
//! * `c J` declares column `J`, an option. `c` without a number begins a comment. In `c J U`, a
//!   solution may use the column up to `U` times; only 1 can be expressed.
//! * `e I J` says that column `J` covers row `I`. Both are declared on earlier lines. A column
//!   without entries is an option without items, which is dropped, with a note.
//! * `#` begins a comment, also at the end of a line. ASCII white space separates words.

use std::io::{self, Write};
use std::iter;

use rustc_hash::FxHashMap;

use super::lines::{Line, decode, lines, missing};
use super::numbers::{check_costs, check_items, is_number};
use super::{TextError, WriteError};
use crate::{BuildError, Builder, ItemId, Problem};

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::libexact;
///
/// let problem = libexact::read(b"r 1\nr 2\nc 7\nc 8\ne 1 7\ne 2 7\ne 1 8\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display_option(option).to_string(), "1 2");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first invalid line, such as an entry of an unknown column, or one that
/// occurs twice.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem with a memory limit in bytes, which does not include the text.
///
/// # Errors
/// The same as [`read`]. Beyond the limit, the cause is [`BuildError::Memory`].
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    let text = decode(text)?;
    let mut entries = Entries {
        builder: Problem::builder().memory(memory),
        memory,
        columns: FxHashMap::default(),
        entries: Vec::new(),
    };
    for line in lines(text) {
        // A comment may contain words of any length.
        if !line.text.trim_ascii_start().starts_with('#') {
            line.check_words()?;
        }
        entries.read(line)?;
    }
    if entries.columns.is_empty() && entries.builder.item_count() == 0 {
        let error = missing(text, "missing rows and columns");
        return Err(
            error.with_help("declare each row with a line \"r 1\", each column with \"c 1\"")
        );
    }
    entries.build(text)
}

/// The text so far. Its options can be added only at its end, because entries come in any order.
struct Entries<'a> {
    builder: Builder,
    /// The memory limit.
    memory: usize,
    /// The place of each column among them.
    columns: FxHashMap<&'a str, u32>,
    /// Columns with their rows.
    entries: Vec<(u32, ItemId)>,
}

/// A word, and the index of its first byte.
type Word<'a> = (usize, &'a str);

impl<'a> Entries<'a> {
    fn read(&mut self, line: Line<'a>) -> Result<(), TextError> {
        let mut words = words(line);
        let Some((start, kind)) = words.next() else {
            return Ok(());
        };
        let is_column = words.clone().next().is_some_and(|(_, word)| is_id(word));
        match kind {
            "c" if !is_column => return Ok(()),
            "r" | "c" | "e" => {}
            _ => {
                let message = format!(
                    "the line begins with \"{kind}\", expected \"r\", \"c\", \"e\" or \"#\""
                );
                let error = line.error(start, kind.len(), message);
                return Err(match kind {
                    "p" => error.with_help("give chosen columns with `--force`"),
                    _ => error,
                });
            }
        }
        let first = id(line, words.next())?;
        let second = match kind {
            "e" => Some(id(line, words.next())?),
            _ => words.next(),
        };
        if let Some((start, word)) = words.next() {
            return Err(line.error(start, word.len(), "superfluous word at the end of the line"));
        }
        match (kind, second) {
            ("r", _) => self.declare_row(line, first, second),
            ("e", Some(column)) => self.add(line, first, column),
            _ => self.declare_column(line, first, second),
        }
    }

    fn declare_row(
        &mut self,
        line: Line<'_>,
        (start, row): Word<'_>,
        times: Option<Word<'_>>,
    ) -> Result<(), TextError> {
        let declared = match times {
            None => self.builder.primary(row),
            Some((start, word)) => {
                let times = word.parse::<u32>().ok().filter(|_| is_number(word));
                let times = times.ok_or_else(|| {
                    let message = format!(
                        "invalid multiplicity \"{word}\", expected a number from 1 to {}",
                        u32::MAX
                    );
                    line.error(start, word.len(), message)
                })?;
                self.builder.multiple(row, times..=times)
            }
        };
        declared
            .map(|_| ())
            .map_err(|error| line.build_error(start, row.len(), error))
    }

    fn declare_column(
        &mut self,
        line: Line<'a>,
        (start, column): Word<'a>,
        times: Option<Word<'_>>,
    ) -> Result<(), TextError> {
        if let Some((start, word)) = times
            && word != "1"
        {
            let message = format!("column {column} may be used {word} times, expected 1");
            return Err(line
                .error(start, word.len(), message)
                .with_help("declare several columns with the same entries"));
        }
        let number = u32::try_from(self.columns.len()).unwrap_or(u32::MAX);
        if self.columns.insert(column, number).is_some() {
            let message = format!("column {column} is declared twice");
            return Err(line.error(start, column.len(), message));
        }
        self.check_memory(line)
    }

    fn add(
        &mut self,
        line: Line<'_>,
        (start, row): Word<'_>,
        (place, column): Word<'_>,
    ) -> Result<(), TextError> {
        let unknown = |what: &str, (start, word): Word<'_>| {
            let error = line.error(start, word.len(), format!("there is no {what} {word}"));
            error.with_help("declare rows and columns before their entries")
        };
        let Some(item) = self.builder.item(row) else {
            return Err(unknown("row", (start, row)));
        };
        let Some(&column) = self.columns.get(column) else {
            return Err(unknown("column", (place, column)));
        };
        self.entries.push((column, item));
        self.check_memory(line)
    }

    /// Checks the memory limit for what the builder does not know yet.
    fn check_memory(&self, line: Line<'_>) -> Result<(), TextError> {
        let entries = self.entries.capacity() * size_of::<(u32, ItemId)>();
        let columns = self.columns.capacity() * size_of::<(&str, u32)>();
        if entries + columns > self.memory {
            let (start, length) = line.body();
            let error = BuildError::Memory(self.memory);
            return Err(line.build_error(start, length, error));
        }
        Ok(())
    }

    /// Adds an option for each column. The rows of a column stay in the order of the text.
    fn build(self, text: &str) -> Result<Problem, TextError> {
        let Self {
            mut builder,
            columns,
            mut entries,
            ..
        } = self;
        entries.sort_by_key(|&(column, _)| column);
        let mut rest = entries.into_iter().peekable();
        for column in 0..columns.len() {
            let is_of_column = |&(other, _): &(u32, ItemId)| other as usize == column;
            let items = iter::from_fn(|| rest.next_if(is_of_column).map(|(_, item)| item));
            builder
                .option(items)
                .map_err(|error| explain(text, &columns, column, error))?;
        }
        Ok(builder.build())
    }
}

/// The error for a column that the builder rejected. It marks the second of two equal entries.
#[cold]
fn explain(
    text: &str,
    columns: &FxHashMap<&str, u32>,
    column: usize,
    error: BuildError,
) -> TextError {
    let name = columns.iter().find(|&(_, &place)| place as usize == column);
    let repeated = match (&error, name) {
        (BuildError::RepeatedItem(row), Some((&column, _))) => {
            let entry = ["e", row, column];
            let is_entry = |line: &Line<'_>| words(*line).map(|(_, word)| word).eq(entry);
            lines(text).filter(is_entry).nth(1)
        }
        _ => None,
    };
    match repeated {
        Some(line) => {
            let (start, length) = line.body();
            line.build_error(start, length, error)
        }
        None => missing(text, error.to_string()).with_cause(error),
    }
}

/// The words of a line before a comment.
fn words(line: Line<'_>) -> impl Iterator<Item = Word<'_>> + Clone {
    line.words().take_while(|(_, word)| !word.starts_with('#'))
}

/// The number of a row or a column. A number has one spelling, because it is a name.
fn id<'a>(line: Line<'_>, word: Option<Word<'a>>) -> Result<Word<'a>, TextError> {
    let Some((start, word)) = word else {
        let last = words(line).last();
        let end = last.map_or(0, |(start, word)| start + word.len());
        return Err(line.error(end, 0, "missing number of a row or column"));
    };
    if is_id(word) {
        Ok((start, word))
    } else {
        let message = format!("invalid number \"{word}\", expected the number of a row or column");
        Err(line.error(start, word.len(), message))
    }
}

fn is_id(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    is_number(digits) && (word == "0" || !digits.starts_with('0'))
}

/// Returns whether a text looks like this form: rows, columns and comments, then an entry. It is no
/// DLX text: one of its words is not in its first line.
pub(super) fn is_text(text: &str) -> bool {
    /// The first line is a row, a column or a short comment.
    const LONGEST: usize = 64;
    let mut lines = lines(text)
        .map(|line| line.words().map(|(_, word)| word).peekable())
        .filter_map(|mut words| words.peek().is_some().then_some(words))
        .peekable();
    let first: Vec<&str> = lines
        .peek()
        .cloned()
        .into_iter()
        .flatten()
        .take(LONGEST)
        .collect();
    let mut has_new = false;
    for mut words in lines {
        let kind = words.next().unwrap_or_default();
        let number = words.next().filter(|word| is_id(word));
        let is_new = |word: &str| first.len() < LONGEST && !first.contains(&word);
        has_new = has_new || is_new(kind) || number.is_some_and(is_new);
        match kind {
            "e" => return has_new && number.is_some() && words.next().is_some_and(is_id),
            "r" if number.is_none() => return false,
            "r" | "c" => {}
            _ if kind.starts_with('#') => {}
            _ => return false,
        }
    }
    false
}

/// Writes a problem. The names of the items are lost: items are numbered from 1.
/// O(length of the text).
///
/// # Errors
/// * [`WriteError::Feature`] if the problem has secondary items, items with two different bounds,
///   costs, or neither items nor options. Nothing is written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    check_items(problem, "libexact", |low, high| low == high)?;
    check_costs(problem, "libexact")?;
    if problem.item_count() == 0 && problem.option_count() == 0 {
        return Err(WriteError::Feature {
            part: "the problem".to_owned(),
            form: "libexact",
            feature: "an empty problem",
        });
    }
    let mut out = io::BufWriter::new(out);
    for item in problem.items() {
        write!(out, "r {}", item.index() + 1)?;
        match problem.multiplicity(item).map_or(1, |times| *times.end()) {
            1 => writeln!(out)?,
            times => writeln!(out, " {times}")?,
        }
    }
    for option in problem.options() {
        writeln!(out, "c {}", option.index() + 1)?;
    }
    for option in problem.options() {
        for item in problem.items_of(option) {
            writeln!(out, "e {} {}", item.index() + 1, option.index() + 1)?;
        }
    }
    Ok(out.flush()?)
}
