//! What the forms made of numbers share: items named `1`, `2`, `3`, ..., all of them primary and
//! covered once, and options without costs.

use super::lines::Line;
use super::{TextError, WriteError};
use crate::{BuildError, Builder, ItemId, Problem};

/// This many items are read from any text. A longer text may have as many as it has bytes: an
/// item that stands in no option costs memory, and makes the problem one without solutions.
const ITEMS: usize = 1 << 16;

/// The items of a text, of which only their number is known.
pub(super) struct Items {
    count: u32,
    /// Those of the option that is read.
    found: Vec<ItemId>,
}

impl Items {
    /// Declares as many items as the word at `start` says, in a text of `size` bytes.
    pub(super) fn declare(
        line: Line<'_>,
        (start, word): (usize, &str),
        size: usize,
        builder: &mut Builder,
    ) -> Result<Self, TextError> {
        let count = number(line, start, word, "the number of items")?;
        if count > size.max(ITEMS) {
            let message = format!("{count} items, which is more than the text has bytes");
            return Err(line
                .error(start, word.len(), message)
                .with_help("expected items that stand in some option"));
        }
        let refused = |error| line.refused(start, word.len(), error);
        for number in 1..=count {
            builder.primary(number.to_string()).map_err(refused)?;
        }
        Ok(Self {
            count: u32::try_from(count).map_err(|_| refused(BuildError::TooLarge))?,
            found: Vec::new(),
        })
    }

    /// Adds the option that these words of a line are.
    pub(super) fn option<'a>(
        &mut self,
        line: Line<'a>,
        words: impl Iterator<Item = (usize, &'a str)> + Clone,
        builder: &mut Builder,
    ) -> Result<(), TextError> {
        self.found.clear();
        for (start, word) in words.clone() {
            let item = number(line, start, word, "the number of an item")?;
            match u32::try_from(item) {
                Ok(item) if (1..=self.count).contains(&item) => {
                    self.found.push(ItemId::new(item - 1));
                    // One of them stands twice.
                    if self.found.len() > self.count as usize {
                        break;
                    }
                }
                _ => return Err(self.unknown(line, start, word)),
            }
        }
        let Err(error) = builder.option(&self.found) else {
            return Ok(());
        };
        let culprit = match &error {
            // The second place of the item. Its name is its number.
            BuildError::RepeatedItem(name) => words
                .filter(|(_, word)| word.trim_start_matches('0') == name)
                .nth(1),
            _ => None,
        };
        let (start, length) = match culprit {
            Some((start, word)) => (start, word.len()),
            None => line.body(),
        };
        Err(line.refused(start, length, error))
    }

    #[cold]
    fn unknown(&self, line: Line<'_>, start: usize, word: &str) -> TextError {
        let error = line.error(start, word.len(), format!("there is no item {word}"));
        match self.count {
            0 => error.with_help("there are none at all"),
            count => error.with_help(format!("expected a number from 1 to {count}")),
        }
    }
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
        let message = match digits {
            true => format!("the number {word} is too large"),
            false => format!("\"{word}\" is no number"),
        };
        line.error(start, word.len(), message)
            .with_help(format!("expected {expected}"))
    })
}

/// Checks that a form that has neither secondary items nor multiplicities nor costs holds all
/// that a problem says.
pub(super) fn check_plain(problem: &Problem, form: &'static str) -> Result<(), WriteError> {
    let lacks = |culprit: String, feature| {
        Err(WriteError::Feature {
            culprit,
            form,
            feature,
        })
    };
    for item in problem.items() {
        let feature = match problem.multiplicity(item) {
            Some(times) if times == (1..=1) => continue,
            Some(_) => "multiplicities",
            None => "secondary items",
        };
        return lacks(format!("item {:?}", problem.name(item)), feature);
    }
    match problem.options().find(|&option| problem.cost(option) > 0) {
        Some(option) => lacks(format!("option {option}"), "costs"),
        None => Ok(()),
    }
}
