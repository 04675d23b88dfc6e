//! What is taken on the way to a state.

use super::lane::Lane;
use super::passes::BATCH;
use super::tables::Tables;
use crate::engine::bits::numbering::NONE;

/// Options that are taken, by number, in that order, by batches as passes find them: some are
/// `NONE` or beyond the last, and some stand twice in a batch.
#[derive(Clone, Debug, Default)]
pub(in crate::engine::bits) struct Trail {
    /// Batches in use. Those after them are room for more.
    pub(super) len: usize,
    batches: Vec<[u32; BATCH]>,
    /// Passes that found forced options.
    pub(super) forced: u64,
    /// Passes that removed options by the subset rule.
    pub(super) subsets: u64,
}

impl Trail {
    /// Forgets all options and counts.
    pub(super) fn clear(&mut self) {
        (self.len, self.forced, self.subsets) = (0, 0, 0);
    }

    /// Makes room for all that can be taken one after another in a problem with this many primary
    /// items: every batch has an option that covers one at least that those before do not.
    pub(super) fn reserve(&mut self, primary: usize) {
        let needed = self.len + primary + 2;
        if self.batches.len() < needed {
            self.batches.resize(needed, [NONE; BATCH]);
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, batch: [u32; BATCH]) {
        self.batches[self.len] = batch;
        self.len += 1;
    }

    /// Pushes one option.
    #[inline(always)]
    pub(super) fn push_one(&mut self, option: u32) {
        let mut batch = [NONE; BATCH];
        batch[0] = option;
        self.push(batch);
    }

    /// Pushes the options of these bits, and tells them.
    #[inline(always)]
    pub(super) fn push_forced<L: Lane, const N: usize>(
        &mut self,
        tables: &Tables<L, N>,
        bits: [L; BATCH],
    ) -> [u32; BATCH] {
        let options = bits.map(|bit| tables.option(bit.widen() as usize));
        self.push(options);
        self.forced += 1;
        options
    }

    /// Moves the batches of another trail from a place on to the end of this one.
    pub(super) fn take(&mut self, other: &mut Self, start: usize) {
        let batches = &other.batches[start..other.len];
        self.batches[self.len..][..batches.len()].copy_from_slice(batches);
        self.len += batches.len();
        other.len = start;
    }

    /// The first so many batches, as options, each once. Those that count are less than `none`.
    pub(super) fn options(&self, len: usize, none: u32) -> impl Iterator<Item = u32> {
        self.batches[..len].iter().flat_map(move |batch| {
            let new = move |&place: &usize| {
                batch[place] < none && !batch[..place].contains(&batch[place])
            };
            (0..BATCH).filter(new).map(|place| batch[place])
        })
    }
}
