//! The common part of the numeric forms: plain primary items named `1`, `2`, `3`, ..., and options
//! without costs.

use super::lines::Line;
use super::{TextError, WriteError};
use crate::{BuildError, Builder, Decimal, DecimalError, ItemId, OptionId, Problem};

/// A text may declare this many items, or as many as it has bytes if that is more. Otherwise a few
/// bytes could fill the memory with items that occur in no option.
const ITEMS: usize = 1 << 16;

/// The numbered items of a text.
pub(super) struct Items {
    count: u32,
    /// The items of the option that is being read.
    found: Vec<ItemId>,
}

impl Items {
    /// Declares the number of items given by the word at `start`, in a text of `size` bytes.
    pub(super) fn declare(
        line: Line<'_>,
        (start, word): (usize, &str),
        size: usize,
        builder: &mut Builder,
    ) -> Result<Self, TextError> {
        let count = item_count(line, (start, word), size)?;
        let build_error = |error| line.build_error(start, word.len(), error);
        for number in 1..=count {
            builder.primary(number.to_string()).map_err(build_error)?;
        }
        Ok(Self {
            count: u32::try_from(count).map_err(|_| build_error(BuildError::TooLarge))?,
            found: Vec::new(),
        })
    }

    /// Adds an option with the items of these words.
    pub(super) fn option<'a>(
        &mut self,
        line: Line<'a>,
        words: impl Iterator<Item = (usize, &'a str)> + Clone,
        builder: &mut Builder,
    ) -> Result<OptionId, TextError> {
        self.found.clear();
        for (start, word) in words.clone() {
            let item = number(line, start, word, "the number of an item")?;
            match u32::try_from(item) {
                Ok(item) if (1..=self.count).contains(&item) => {
                    self.found.push(ItemId::new(item - 1));
                    // More words than items: one item occurs twice, which the builder reports.
                    if self.found.len() > self.count as usize {
                        break;
                    }
                }
                _ => return Err(self.unknown_item(line, start, word)),
            }
        }
        let error = match builder.option(&self.found) {
            Ok(option) => return Ok(option),
            Err(error) => error,
        };
        let wrong = match &error {
            // The second occurrence of the item. Its name is its number.
            BuildError::RepeatedItem(name) => words
                .filter(|(_, word)| word.trim_start_matches('0') == name)
                .nth(1),
            _ => None,
        };
        let (start, length) = match wrong {
            Some((start, word)) => (start, word.len()),
            None => line.body(),
        };
        Err(line.build_error(start, length, error))
    }

    /// Adds the option of a line that consists of the number of its items and the items. Returns
    /// whether it did: if anything is unusual, nothing has changed.
    pub(super) fn counted_option(&mut self, line: Line<'_>, builder: &mut Builder) -> bool {
        let mut numbers = short_numbers(line.text);
        let Some(Some(announced)) = numbers.next() else {
            return false;
        };
        self.found.clear();
        for number in numbers {
            match number {
                // An option has each item once: a line with more is wrong, and may be long.
                Some(item)
                    if (1..=self.count).contains(&item)
                        && self.found.len() < self.count as usize =>
                {
                    self.found.push(ItemId::new(item - 1));
                }
                _ => return false,
            }
        }
        let is_complete = self.found.len() == announced as usize;
        is_complete && builder.plain_option(&self.found).is_ok()
    }

    #[cold]
    fn unknown_item(&self, line: Line<'_>, start: usize, word: &str) -> TextError {
        let expected = match self.count {
            0 => "the problem has no items".to_owned(),
            count => format!("expected a number from 1 to {count}"),
        };
        let message = format!("there is no item {word}, {expected}");
        line.error(start, word.len(), message)
    }
}

/// Reads the number of items that a word gives, in a text of `size` bytes.
pub(super) fn item_count(
    line: Line<'_>,
    word: (usize, &str),
    size: usize,
) -> Result<usize, TextError> {
    let count = number(line, word.0, word.1, "the number of items")?;
    check_item_count(line, word, count, size)?;
    Ok(count)
}

/// Checks the number of items that a word gives, in a text of `size` bytes.
pub(super) fn check_item_count(
    line: Line<'_>,
    (start, word): (usize, &str),
    count: usize,
    size: usize,
) -> Result<(), TextError> {
    let most = most_items(size);
    if count > most {
        let message = format!("{count} items, expected at most {most} in a text of this length");
        return Err(line.error(start, word.len(), message));
    }
    Ok(())
}

/// The greatest number of items that a text of `size` bytes may declare.
pub(super) fn most_items(size: usize) -> usize {
    size.max(ITEMS)
}

/// Whether a word has the form of a cost, however large it is.
pub(super) fn is_cost(word: &str) -> bool {
    !matches!(word.parse::<Decimal>(), Err(DecimalError::Invalid))
}

/// What is wrong with the cost that a word should be, and what was expected.
#[cold]
pub(super) fn bad_cost(word: &str, error: DecimalError) -> String {
    let what = match error {
        DecimalError::Decimals => return format!("cost {word} has more than 9 decimals"),
        DecimalError::TooLarge => format!("cost {word} is too large"),
        _ => format!("invalid cost \"{word}\""),
    };
    format!("{what}, {error}")
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn number(
    line: Line<'_>,
    start: usize,
    word: &str,
    expected: &str,
) -> Result<usize, TextError> {
    let digits = is_number(word);
    word.parse().ok().filter(|_| digits).ok_or_else(|| {
        let error = |message| line.error(start, word.len(), message);
        if digits {
            error(format!("{expected} is too large: {word}"))
        } else if word.contains(',') {
            error(format!("invalid number \"{word}\""))
                .with_help("separate numbers by spaces, without commas")
        } else {
            error(format!("invalid number \"{word}\", expected {expected}"))
        }
    })
}

/// The numbers of a line, as far as all its words are numbers of at most nine digits; `None` stands
/// for any other word.
fn short_numbers(text: &str) -> impl Iterator<Item = Option<u32>> {
    let mut rest = text.as_bytes();
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (mut number, mut digits) = (0, 0);
        while let Some((byte, after)) = rest.split_first() {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 || digits == 9 {
                break;
            }
            number = 10 * number + u32::from(digit);
            (rest, digits) = (after, digits + 1);
        }
        let is_word = rest.first().is_none_or(u8::is_ascii_whitespace);
        match digits {
            0 if rest.is_empty() => None,
            0 => Some(None),
            _ => Some(is_word.then_some(number)),
        }
    })
}

/// Checks that a problem has only plain primary items and no costs, as most numeric forms require.
pub(super) fn check_plain(problem: &Problem, form: &'static str) -> Result<(), WriteError> {
    check_once(problem, form)?;
    check_costs(problem, form)
}

/// Checks that each item of a problem is covered exactly once.
pub(super) fn check_once(problem: &Problem, form: &'static str) -> Result<(), WriteError> {
    check_items(problem, form, |low, high| low == 1 && high == 1)
}

/// Checks that the items of a problem are primary, with bounds that the form can express.
pub(super) fn check_items(
    problem: &Problem,
    form: &'static str,
    expresses: impl Fn(u32, u32) -> bool,
) -> Result<(), WriteError> {
    for item in problem.items() {
        let feature = match problem.multiplicity(item) {
            Some(times) if expresses(*times.start(), *times.end()) => continue,
            Some(_) => "multiplicities",
            None => "secondary items",
        };
        let part = format!("item {:?}", problem.name(item));
        return Err(WriteError::Feature {
            part,
            form,
            feature,
        });
    }
    Ok(())
}

/// Checks that a problem has no costs.
pub(super) fn check_costs(problem: &Problem, form: &'static str) -> Result<(), WriteError> {
    match problem.options().find(|&option| problem.cost(option) != 0) {
        Some(option) => Err(WriteError::Feature {
            part: format!("option {option}"),
            form,
            feature: "costs",
        }),
        None => Ok(()),
    }
}
