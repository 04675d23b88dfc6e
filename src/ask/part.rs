//! Parts of a search, as values and as text.

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
            match step.is_used {
                true => assumptions.force(step.option),
                false => assumptions.forbid(step.option),
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

/// A list of parts of a search, with a short text.
///
/// The text has a word for each part. A number before a slash is the number of steps that the part
/// shares with the one before: `3.17.22 2/23 4` are the parts `3.17.22`, `3.17.23` and `4`. The
/// text of an empty list is empty.
///
/// ```
/// use quadrille::Parts;
///
/// let parts: Parts = "3.17.22 2/23 4".parse()?;
/// let words: Vec<_> = parts.0.iter().map(|part| part.to_string()).collect();
/// assert_eq!(words, ["3.17.22", "3.17.23", "4"]);
/// assert_eq!(parts.to_string(), "3.17.22 2/23 4");
/// # Ok::<(), quadrille::PartError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(pub Vec<Part>);

impl Parts {
    /// Returns the weight of each part, if all parts that begin with the same steps share their
    /// weight equally at the next step. The sum is 1. O(number of steps).
    pub(crate) fn weights(&self) -> Vec<f64> {
        let mut sorted: Vec<usize> = (0..self.0.len()).collect();
        sorted.sort_unstable_by_key(|&place| &self.0[place]);
        let mut weights = vec![0.0; self.0.len()];
        // Each group shares its first `depth` steps.
        let mut groups = vec![(&*sorted, 0, 1.0)];
        while let Some((group, depth, weight)) = groups.pop() {
            let step = |&place: &usize| self.0[place].0.get(depth);
            if let [only] = *group {
                weights[only] = weight;
                continue;
            }
            let branches = group.chunk_by(|a, b| step(a) == step(b));
            let share = weight / branches.clone().count().max(1) as f64;
            for branch in branches {
                match step(&branch[0]) {
                    Some(_) => groups.push((branch, depth + 1, share)),
                    // The same part, several times.
                    None => {
                        for &place in branch {
                            weights[place] = share / branch.len() as f64;
                        }
                    }
                }
            }
        }
        weights
    }
}

/// The text of a part is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid part {0:?}, expected option numbers such as `3.17.-5`, or `all`")]
pub struct PartError(String);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_used { "" } else { "-" };
        write!(f, "{sign}{}", self.option.index())
    }
}

fn write_steps(f: &mut fmt::Formatter<'_>, steps: &[Step]) -> fmt::Result {
    for (place, step) in steps.iter().enumerate() {
        let dot = if place > 0 { "." } else { "" };
        write!(f, "{dot}{step}")?;
    }
    Ok(())
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_whole() {
            true => f.write_str("all"),
            false => write_steps(f, &self.0),
        }
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: &[Step] = &[];
        for (place, part) in self.0.iter().enumerate() {
            let steps = part.steps();
            let same = |(one, other): &(&Step, &Step)| one == other;
            let shared = before.iter().zip(steps).take_while(same).count();
            // The last step is always written.
            let shared = shared.min(steps.len().saturating_sub(1));
            if place > 0 {
                f.write_str(" ")?;
            }
            match shared {
                0 => write!(f, "{part}")?,
                _ => {
                    write!(f, "{shared}/")?;
                    write_steps(f, &steps[shared..])?;
                }
            }
            before = steps;
        }
        Ok(())
    }
}

/// Reads the steps of a word.
fn read_steps(word: &str) -> Option<Vec<Step>> {
    let step = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        // `parse` alone would accept a plus sign.
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let option = digits.parse().ok().filter(|_| is_number)?;
        Some(Step {
            option: OptionId::new(option),
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

impl FromStr for Parts {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let mut parts: Vec<Part> = Vec::new();
        for word in text.split_whitespace() {
            let read = |before: &[Part]| {
                let Some((shared, rest)) = word.split_once('/') else {
                    return word.parse().ok();
                };
                let steps = before.last()?.steps();
                let shared = steps.get(..shared.parse().ok()?)?;
                let mut part = shared.to_vec();
                part.extend(read_steps(rest)?);
                Some(Part(part))
            };
            let part = read(&parts).ok_or_else(|| PartError(word.to_owned()))?;
            parts.push(part);
        }
        Ok(Self(parts))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_part() -> impl Strategy<Value = Part> {
        let step = (0..4_u32, any::<bool>()).prop_map(|(option, is_used)| Step {
            option: OptionId::new(option),
            is_used,
        });
        proptest::collection::vec(step, 0..6).prop_map(Part)
    }

    proptest! {
        #[test]
        fn the_text_of_parts_is_read_back(parts in proptest::collection::vec(any_part(), 0..8)) {
            let parts = Parts(parts);
            prop_assert_eq!(parts.to_string().parse(), Ok(parts));
        }
    }

    #[test]
    fn parts_share_the_weight_of_their_common_steps() {
        let weights = |text: &str| text.parse::<Parts>().unwrap().weights();
        assert_eq!(weights("all"), [1.0]);
        assert_eq!(
            weights("5 3.1 3.2 3.4.6 3.4.7"),
            [0.5, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 12.0, 1.0 / 12.0]
        );
        assert_eq!(weights("3 3 4"), [0.25, 0.25, 0.5]);
        assert_eq!(weights("1.2.3.4"), [1.0]);
        assert!(weights("").is_empty());
    }

    #[test]
    fn an_invalid_part_is_rejected() {
        for text in [
            "x",
            "3..4",
            "+3",
            "--3",
            "1/3",
            "3 2/4",
            "3 1/",
            "3.",
            "99999999999",
            "3 -/4",
        ] {
            assert!(text.parse::<Parts>().is_err(), "{text}");
        }
    }
}
