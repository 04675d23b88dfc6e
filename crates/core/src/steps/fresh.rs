//! Which truths have changed since a search found nothing.
//!
//! Whether a set holds depends on the live options of its truths only. So once a search has found no
//! set, a later one needs to look only at sets with a truth that has lost options since.

use std::collections::BTreeMap;

use super::bits;
use super::live::Live;

/// For each size of sets, how many live options each item had when the last search found nothing.
#[derive(Clone, Default)]
pub(super) struct Fresh {
    counts: BTreeMap<usize, Vec<usize>>,
}

impl Fresh {
    /// For each item, whether it has changed since the last search for sets of a size.
    pub(super) fn items(&self, live: &Live, size: usize) -> Vec<bool> {
        let counts = counts(live);
        match self.counts.get(&size) {
            // Options are never added, so an equal count means the same options.
            Some(before) => before.iter().zip(&counts).map(|(a, b)| a != b).collect(),
            None => vec![true; counts.len()],
        }
    }

    /// Remembers that a search found no set of a size.
    pub(super) fn found_none(&mut self, live: &Live, size: usize) {
        self.counts.insert(size, counts(live));
    }
}

fn counts(live: &Live) -> Vec<usize> {
    let count = |item| bits::count_of_both(live.users(item), live.options());
    (0..live.item_count()).map(count).collect()
}
