//! A part of a search, as a value and as text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Assumptions;
use crate::problem::OptionId;

/// A step on the way to a part: an option that every solution of the part uses, or one that none
/// of them uses.
///
/// The text is the number of the option, with a minus sign if it is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The option.
    pub option: OptionId,
    /// Whether the solutions use it.
    pub is_used: bool,
}

/// A part of a search: the solutions that use certain options and do not use certain others.
///
/// The order of the steps is the order in which the search was split. It does not change which
/// solutions the part contains. The part without steps is the whole search.
///
/// The text of a part is its steps with dots between them: `3.17.-5` uses the options 3 and 17 and
/// not the option 5. The text of the whole search is `all`.
///
/// ```
/// use quadrille::{OptionId, Part};
///
/// let part: Part = "3.17.-5".parse()?;
/// assert_eq!(part.steps().len(), 3);
/// assert_eq!(*part.assumptions().forced(), [3, 17].map(OptionId::new));
/// assert_eq!(Part::default().to_string(), "all");
/// # Ok::<(), quadrille::PartError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part(Vec<Step>);

impl Part {
    /// Returns the steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Returns whether this is the whole search.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the part of this part whose solutions use the option.
    #[must_use]
    pub fn with(&self, option: OptionId) -> Self {
        self.then(Step {
            option,
            is_used: true,
        })
    }

    /// Returns the part of this part whose solutions do not use the option.
    #[must_use]
    pub fn without(&self, option: OptionId) -> Self {
        self.then(Step {
            option,
            is_used: false,
        })
    }

    /// Returns the part of this part behind a step.
    #[must_use]
    pub fn then(&self, step: Step) -> Self {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        Self(steps)
    }

    /// Adds the steps of the part to assumptions.
    pub fn assume_in(&self, assumptions: &mut Assumptions) {
        for step in &self.0 {
            if step.is_used {
                assumptions.force(step.option)
            } else {
                assumptions.forbid(step.option)
            };
        }
    }

    /// Returns the steps of the part as assumptions.
    #[must_use]
    pub fn assumptions(&self) -> Assumptions {
        let mut assumptions = Assumptions::new();
        self.assume_in(&mut assumptions);
        assumptions
    }
}

impl FromIterator<Step> for Part {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

/// The text of a part is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid part {0:?}, expected option numbers such as `3.17.-5`, or `all`")]
pub struct PartError(pub(super) String);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_used { "" } else { "-" };
        write!(f, "{sign}{}", self.option.index())
    }
}

/// Writes steps with dots between them.
pub(super) fn write_steps(f: &mut fmt::Formatter<'_>, steps: &[Step]) -> fmt::Result {
    for (place, step) in steps.iter().enumerate() {
        let dot = if place > 0 { "." } else { "" };
        write!(f, "{dot}{step}")?;
    }
    Ok(())
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() {
            f.write_str("all")
        } else {
            write_steps(f, &self.0)
        }
    }
}

/// Reads a number without a sign: `parse` alone would accept a plus sign.
pub(super) fn read_number<T: FromStr>(digits: &str) -> Option<T> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// Reads the steps of a word.
pub(super) fn read_steps(word: &str) -> Option<Vec<Step>> {
    let step = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        Some(Step {
            option: OptionId::new(read_number(digits)?),
            is_used: digits.len() == text.len(),
        })
    };
    word.split('.').map(step).collect()
}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(word: &str) -> Result<Self, PartError> {
        match word {
            "all" => Ok(Self::default()),
            _ => read_steps(word)
                .map(Self)
                .ok_or_else(|| PartError(word.to_owned())),
        }
    }
}
