//! A list of parts of a search, as a value and as text.

use std::fmt;
use std::str::FromStr;

use super::part::{read_number, read_steps, write_steps};
use super::{Part, PartError, Step};

/// A list of parts of a search, with a short text.
///
/// What is left of a deep search is a part for each of its levels, and the path to each begins with
/// the path to the one above. So a part stores, and its text has, only the steps that it does not
/// share with the part before.
///
/// The text has a word for each part. A number before a slash is the number of steps that the part
/// shares with the one before: `3.17.22 2/23 4` are the parts `3.17.22`, `3.17.23` and `4`. The
/// text of an empty list is empty.
///
/// ```
/// use quadrille::Parts;
///
/// let parts: Parts = "3.17.22 2/23 4".parse()?;
/// let words: Vec<_> = parts.iter().map(|part| part.to_string()).collect();
/// assert_eq!(words, ["3.17.22", "3.17.23", "4"]);
/// assert_eq!(parts.to_string(), "3.17.22 2/23 4");
/// # Ok::<(), quadrille::PartError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The steps that no part before has, in order. Entry n stands at n - 1; 0 is the root.
    entries: Vec<Entry>,
    /// The entry of the last step of each part.
    ends: Vec<usize>,
    /// The entries of the steps of the last part.
    last: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Entry {
    step: Step,
    /// The entry of the step before.
    above: usize,
}

impl Parts {
    /// The entry of no step.
    pub(super) const ROOT: usize = 0;

    /// Makes an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no parts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the part with this number, counted from 0; `None` if there are fewer. O(steps).
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Part> {
        (number < self.len()).then(|| self.part(number))
    }

    /// The part with this number, which must exist.
    #[doc(hidden)]
    pub fn part(&self, number: usize) -> Part {
        let mut entry = self.ends[number];
        let mut steps = Vec::new();
        while entry != Self::ROOT {
            let Entry { step, above } = self.entries[entry - 1];
            steps.push(step);
            entry = above;
        }
        steps.reverse();
        steps.into_iter().collect()
    }

    /// Returns the parts, in order. Each is made when it is asked for: together they may be much
    /// larger than this list.
    pub fn iter(&self) -> impl Iterator<Item = Part> + '_ {
        let mut paths = self.paths();
        std::iter::from_fn(move || {
            let (_, steps) = paths.next()?;
            Some(steps.iter().copied().collect())
        })
    }

    /// Appends a part. O(steps).
    pub fn push(&mut self, part: &Part) {
        self.add(0, part.steps().iter().copied());
    }

    /// Appends all parts of another list. O(steps of its first part + size of the other list).
    pub fn extend_from(&mut self, other: &Self) {
        self.extend_at(0, other);
    }

    /// Appends all parts of another list, of which the first begins with `kept` steps of the last
    /// part of this one.
    #[doc(hidden)]
    pub fn extend_at(&mut self, mut kept: usize, other: &Self) {
        let mut paths = other.paths();
        while let Some((same, steps)) = paths.next() {
            kept = kept.max(same);
            self.add(kept, steps[kept..].iter().copied());
            kept = 0;
        }
    }

    /// Appends the part that begins with the first `kept` steps of the last part and goes on with
    /// `steps`. O(steps).
    #[doc(hidden)]
    pub fn add(&mut self, kept: usize, steps: impl IntoIterator<Item = Step>) {
        let mut steps = steps.into_iter().peekable();
        debug_assert!(kept <= self.last.len());
        let mut kept = kept.min(self.last.len());
        // As many steps as possible are shared, so that equal lists are equal values.
        while let (Some(step), Some(&entry)) = (steps.peek(), self.last.get(kept))
            && self.entries[entry - 1].step == *step
        {
            steps.next();
            kept += 1;
        }
        self.last.truncate(kept);
        for step in steps {
            let above = self.end();
            self.entries.push(Entry { step, above });
            self.last.push(self.entries.len());
        }
        self.ends.push(self.end());
    }

    /// The entry of the last step of the last part.
    fn end(&self) -> usize {
        self.last.last().copied().unwrap_or(Self::ROOT)
    }

    /// The steps of each part, in order, without a copy of each.
    #[doc(hidden)]
    pub fn paths(&self) -> Paths<'_> {
        Paths {
            parts: self,
            number: 0,
            seen: 0,
            entries: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// All steps of all parts. A step that parts share is listed at least once.
    #[doc(hidden)]
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        self.entries.iter().map(|entry| entry.step)
    }

    /// The number of entries: of steps that no part before has.
    pub(super) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// The entry of the step before that of each entry, from the first on.
    pub(super) fn above(&self) -> impl Iterator<Item = usize> + '_ {
        self.entries.iter().map(|entry| entry.above)
    }

    /// The step of an entry that is not the root.
    pub(super) fn step(&self, entry: usize) -> Step {
        self.entries[entry - 1].step
    }

    /// The entry of the last step of each part.
    pub(super) fn ends(&self) -> impl Iterator<Item = usize> + '_ {
        self.ends.iter().copied()
    }
}

/// A walk through the parts of a list.
#[doc(hidden)]
pub struct Paths<'p> {
    parts: &'p Parts,
    /// The number of parts passed.
    number: usize,
    /// The number of entries of those parts.
    seen: usize,
    /// The entries and the steps of the last of them.
    entries: Vec<usize>,
    steps: Vec<Step>,
}

impl Paths<'_> {
    /// Goes to the next part. Returns the number of steps that it shares with the part before, and
    /// all of its steps. All calls together take O(size of the list).
    #[doc(hidden)]
    pub fn next(&mut self) -> Option<(usize, &[Step])> {
        let end = *self.parts.ends.get(self.number)?;
        self.number += 1;
        // The entries that no part before has follow each other.
        let (mut shared, mut fresh) = (end, 0);
        while shared > self.seen {
            shared = self.parts.entries[shared - 1].above;
            fresh += 1;
        }
        while self.entries.last().is_some_and(|&last| last != shared) {
            self.entries.pop();
        }
        let kept = self.entries.len();
        self.steps.truncate(kept);
        for entry in end + 1 - fresh..=end {
            self.entries.push(entry);
            self.steps.push(self.parts.step(entry));
        }
        self.seen = self.seen.max(end);
        Some((kept, &self.steps))
    }
}

/// The list of one part.
impl From<Part> for Parts {
    fn from(part: Part) -> Self {
        let mut list = Self::default();
        list.push(&part);
        list
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        let mut list = Self::default();
        list.extend(parts);
        list
    }
}

impl Extend<Part> for Parts {
    fn extend<I: IntoIterator<Item = Part>>(&mut self, parts: I) {
        for part in parts {
            self.push(&part);
        }
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut paths, mut gap) = (self.paths(), "");
        while let Some((kept, steps)) = paths.next() {
            f.write_str(gap)?;
            gap = " ";
            // The last step is always written.
            match (kept.min(steps.len().saturating_sub(1)), steps) {
                (_, []) => f.write_str("all")?,
                (0, _) => write_steps(f, steps)?,
                (shared, _) => {
                    write!(f, "{shared}/")?;
                    write_steps(f, &steps[shared..])?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Parts {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let mut parts = Self::default();
        for word in text.split_whitespace() {
            let invalid = || PartError(word.to_owned());
            match word.split_once('/') {
                None => parts.push(&word.parse()?),
                Some((shared, rest)) => {
                    let shared = read_number(shared)
                        .filter(|&shared| !parts.is_empty() && shared <= parts.last.len());
                    let (Some(shared), Some(steps)) = (shared, read_steps(rest)) else {
                        return Err(invalid());
                    };
                    parts.add(shared, steps);
                }
            }
        }
        Ok(parts)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::problem::OptionId;

    fn any_part() -> impl Strategy<Value = Part> {
        let step = (0..4_u32, any::<bool>()).prop_map(|(option, is_used)| Step {
            option: OptionId::new(option),
            is_used,
        });
        proptest::collection::vec(step, 0..6).prop_map(|steps| steps.into_iter().collect())
    }

    pub(in crate::ask) fn any_parts() -> impl Strategy<Value = Vec<Part>> {
        proptest::collection::vec(any_part(), 0..8)
    }

    proptest! {
        #[test]
        fn the_text_of_parts_is_read_back(parts in any_parts()) {
            let parts: Parts = parts.into_iter().collect();
            prop_assert_eq!(parts.to_string().parse(), Ok(parts));
        }

        #[test]
        fn a_list_has_the_parts_that_were_put_in(one in any_parts(), two in any_parts()) {
            let mut list: Parts = one.iter().cloned().collect();
            list.extend_from(&two.iter().cloned().collect());
            let split = one.len();
            let all = [one, two].concat();
            prop_assert_eq!(list.len(), all.len());
            prop_assert!(list.iter().eq(all.iter().cloned()));
            let found = (0..=all.len()).map(|number| list.get(number));
            let expected = all.iter().cloned().map(Some).chain([None]);
            prop_assert!(found.eq(expected));
            prop_assert_eq!(&list, &all.iter().cloned().collect());
            // Any number of steps that the two lists share.
            let first = Parts::from_iter(all[..split].to_vec());
            let second = Parts::from_iter(all[split..].to_vec());
            let common = match (all[..split].last(), all[split..].first()) {
                (Some(last), Some(next)) => {
                    let steps = last.steps().iter().zip(next.steps());
                    steps.take_while(|(one, two)| one == two).count()
                }
                _ => 0,
            };
            for kept in 0..=common {
                let mut joined = first.clone();
                joined.extend_at(kept, &second);
                prop_assert_eq!(&joined, &list);
            }
            let (mut paths, mut before) = (list.paths(), Vec::new());
            while let Some((kept, steps)) = paths.next() {
                let same = before.iter().zip(steps).take_while(|(one, two)| one == two);
                prop_assert_eq!(kept, same.count());
                before = steps.to_vec();
            }
        }

    }

    #[test]
    fn the_parts_of_a_deep_search_take_room_for_its_depth_only() {
        let step = |option, is_used| Step {
            option: OptionId::new(option),
            is_used,
        };
        let depth = 100_000;
        let mut parts = Parts::new();
        parts.add(0, (0..depth).map(|level| step(level, true)));
        for level in (0..depth as usize).rev() {
            parts.add(level, [step(level as u32, false)]);
        }
        assert_eq!(parts.entries.len(), 2 * depth as usize);
        let text = parts.to_string();
        assert!(text.len() < 25 * depth as usize);
        assert_eq!(text.parse(), Ok(parts.clone()));
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
            "3 +1/4",
            "3.4 1/all",
            "all 1/3",
        ] {
            assert!(text.parse::<Parts>().is_err(), "{text}");
        }
    }
}
