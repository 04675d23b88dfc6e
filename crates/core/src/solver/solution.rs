//! Solutions: lists of options.

#[cfg(feature = "json")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::problem::OptionId;

/// A solution: its options in ascending order, including forced options.
///
/// Up to sixteen options need no memory on the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(SmallVec<[OptionId; 16]>);

impl Solution {
    #[doc(hidden)]
    pub fn new(trail: &[OptionId]) -> Self {
        let mut options = SmallVec::from_slice(trail);
        options.sort_unstable();
        Self(options)
    }

    /// Returns the options, in ascending order.
    #[must_use]
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }

    /// Iterates over the options, in ascending order.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, OptionId>> {
        self.0.iter().copied()
    }
}

/// Writes a list of option numbers.
#[cfg(feature = "json")]
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// Reads a list of option numbers, in any order.
#[cfg(feature = "json")]
impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|options| Self::new(&options))
    }
}

impl FromIterator<OptionId> for Solution {
    /// Collects options in any order. Whether they are a solution is not checked: see
    /// [`verify`](crate::verify()).
    fn from_iter<I: IntoIterator<Item = OptionId>>(options: I) -> Self {
        let mut options: SmallVec<[OptionId; 16]> = options.into_iter().collect();
        options.sort_unstable();
        Self(options)
    }
}

impl AsRef<[OptionId]> for Solution {
    fn as_ref(&self) -> &[OptionId] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Solution {
    type Item = OptionId;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, OptionId>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Solution {
    type Item = OptionId;
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(self.0.into_iter())
    }
}

/// An iterator that owns the options of a [`Solution`], in ascending order.
#[derive(Clone, Debug)]
pub struct IntoIter(smallvec::IntoIter<[OptionId; 16]>);

impl Iterator for IntoIter {
    type Item = OptionId;

    fn next(&mut self) -> Option<OptionId> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for IntoIter {
    fn next_back(&mut self) -> Option<OptionId> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for IntoIter {}
impl std::iter::FusedIterator for IntoIter {}
