//! A solution: the options that cover every item.

#[cfg(feature = "json")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::problem::OptionId;

/// An exact cover: the options that were chosen, forced ones included, in ascending order.
///
/// Up to sixteen options are held in place: walking over the solutions of a small puzzle does
/// not touch the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(SmallVec<[OptionId; 16]>);

impl Solution {
    pub(crate) fn new(trail: &[OptionId]) -> Self {
        let mut options = SmallVec::from_slice(trail);
        options.sort_unstable();
        Self(options)
    }

    /// The options, ascending.
    #[must_use]
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }

    /// The options one by one, ascending.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, OptionId>> {
        self.0.iter().copied()
    }
}

/// A list of numbers of options.
#[cfg(feature = "json")]
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// Reads a list of numbers of options, in any order.
#[cfg(feature = "json")]
impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|options| Self::new(&options))
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

/// The options of a [`Solution`] that is used up, ascending.
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
