//! Finds an option by its number or by its text, as people name it.

use thiserror::Error;

use super::super::near::{NEAR_NAMES, nearest};
use super::super::numbers::is_number;
use super::Words;
use crate::OptionId;

/// The number of options that a help line lists as examples.
const EXAMPLES: usize = 3;

/// The error when a number or a text matches no option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnknownOption {
    /// No option has this number.
    #[error("there is no option number {number}")]
    Number {
        /// The number as the user wrote it.
        number: String,
        /// The number of options.
        options: usize,
    },
    /// No option has this text.
    #[error("there is no option \"{text}\"")]
    Text {
        /// The text as the user wrote it.
        text: String,
        /// The option of which the text is probably a misspelling.
        near: Option<String>,
        /// The first options that contain all items of the text, and further items.
        longer: Vec<String>,
    },
}

impl UnknownOption {
    /// Returns what the user can do about the error, such as `did you mean "cook Ann"?`: one line
    /// without a full stop.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Number { options: 0, .. } => "the problem has no options".to_owned(),
            Self::Number { options: 1, .. } => "the only option has the number 0".to_owned(),
            Self::Number { options, .. } => {
                format!("options have the numbers 0 to {}", options - 1)
            }
            Self::Text {
                near: Some(near), ..
            } => format!("did you mean \"{near}\"?"),
            Self::Text { longer, .. } if !longer.is_empty() => {
                let examples: Vec<_> = longer.iter().map(|text| format!("\"{text}\"")).collect();
                format!(
                    "name all items of the option, such as {}",
                    examples.join(" or ")
                )
            }
            Self::Text { .. } => {
                "name all items of the option, or give its number, counted from 0".to_owned()
            }
        }
    }
}

impl Words<'_> {
    /// Finds the options that a text names, among options numbered from 0 to `options - 1`. A text
    /// of digits alone is the number of one option. Any other text consists of the items of an
    /// option, in any order, each with a colon and its colour if it has one; it names all options
    /// that are written in these words. O(length of all options as text).
    ///
    /// ```
    /// use quadrille::OptionId;
    /// use quadrille::text::{dlx, solutions::Words};
    ///
    /// let problem = dlx::read(b"cook dish Ann Bob\ncook Ann\ndish Bob\ncook Bob\nAnn cook |7\n")?;
    /// let words = Words::Problem(&problem);
    /// assert_eq!(words.find(4, "1").unwrap(), [1].map(OptionId::new));
    /// assert_eq!(words.find(4, "Bob cook").unwrap(), [2].map(OptionId::new));
    /// assert_eq!(words.find(4, "cook Ann").unwrap(), [0, 3].map(OptionId::new));
    /// let unknown = words.find(4, "cook Anne").unwrap_err();
    /// assert_eq!(unknown.to_string(), "there is no option \"cook Anne\"");
    /// assert_eq!(unknown.help(), "did you mean \"cook Ann\"?");
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    ///
    /// # Errors
    /// [`UnknownOption`] if no option has this number or text.
    pub fn find(self, options: usize, text: &str) -> Result<Vec<OptionId>, UnknownOption> {
        let text = text.trim();
        let all = || (0..options as u32).map(OptionId::new);
        if !text.is_empty() && is_number(text) {
            let number = text.parse().ok().filter(|&number| number < options as u32);
            return match number {
                Some(number) => Ok(vec![OptionId::new(number)]),
                None => Err(UnknownOption::Number {
                    number: text.to_owned(),
                    options,
                }),
            };
        }
        let needed = sorted(text);
        let written = |option| self.of(option).to_string();
        let found: Vec<OptionId> = all()
            .filter(|&option| sorted(&written(option)) == needed)
            .collect();
        if found.is_empty() {
            let contains = |text: &String| {
                let words = sorted(text);
                needed.iter().all(|word| words.binary_search(word).is_ok())
            };
            return Err(UnknownOption::Text {
                text: text.to_owned(),
                near: (options <= NEAR_NAMES)
                    .then(|| near(&needed, all().map(written)))
                    .flatten(),
                longer: all().map(written).filter(contains).take(EXAMPLES).collect(),
            });
        }
        Ok(found)
    }
}

/// Returns the text that is most likely meant by these words, which are sorted.
fn near(words: &[&str], texts: impl Iterator<Item = String>) -> Option<String> {
    let keyed = texts.map(|text| (sorted(&text).join(" "), text));
    let mut texts: Vec<(String, String)> = keyed.collect();
    // Options in the same words are one candidate: the first.
    texts.sort_by(|one, other| one.0.cmp(&other.0));
    texts.dedup_by(|one, other| one.0 == other.0);
    let keys = texts.iter().map(|(key, _)| key.as_str());
    let near = nearest(&words.join(" "), keys)?;
    let place = texts.iter().position(|(key, _)| key == near)?;
    Some(texts.swap_remove(place).1)
}

fn sorted(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
    words.sort_unstable();
    words
}
