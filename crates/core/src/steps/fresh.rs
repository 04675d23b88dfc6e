//! Which truths have changed since a search found nothing.
//!
//! Whether a set holds depends on the live options of its truths only. So once a search has found no
//! set, a later one needs to look only at sets with a truth that has lost options since. It is the
//! same for the options that all options of a truth exclude.

use std::collections::BTreeMap;

use super::live::Live;

/// What the last searches have seen.
#[derive(Clone, Default)]
pub(super) struct Fresh {
    /// For each size of sets, how many live options each item had when the last search found nothing.
    counts: BTreeMap<usize, Vec<u32>>,
    /// For each item, how many live options it had when all that they exclude was removed.
    of_locked: Vec<u32>,
}

impl Fresh {
    /// For each item, whether it has changed since the last search for sets of a size.
    pub(super) fn items(&self, live: &Live, size: usize) -> Vec<bool> {
        let counts = live.counts();
        match self.counts.get(&size) {
            // Options are never added, so an equal count means the same options.
            Some(before) => before.iter().zip(&counts).map(|(a, b)| a != b).collect(),
            None => vec![true; counts.len()],
        }
    }

    /// Whether an item has changed since all that its options exclude was removed.
    pub(super) fn may_be_locked(&self, live: &Live, item: usize) -> bool {
        self.of_locked.get(item) != Some(&live.count(item))
    }

    /// Remembers that all that the options of an item exclude is removed.
    pub(super) fn note_locked(&mut self, live: &Live, item: usize) {
        self.of_locked.resize(live.item_count(), u32::MAX);
        self.of_locked[item] = live.count(item);
    }

    /// Remembers that a search found no set of a size.
    pub(super) fn found_none(&mut self, live: &Live, size: usize) {
        self.counts.insert(size, live.counts());
    }
}
