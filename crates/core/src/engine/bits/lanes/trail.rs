//! The options that lead to a state.

use super::lane::Lane;
use super::passes::BATCH;
use super::tables::Tables;
use crate::engine::numbering::NONE;

/// The numbers of the options in use, in order, in the batches of four in which passes found them.
/// A batch may contain `NONE`, numbers after the last option, and an option twice.
#[derive(Clone, Debug, Default)]
pub(in crate::engine::bits) struct Trail {
    /// The number of batches in use. Those behind them are spare room.
    pub(super) len: usize,
    batches: Vec<[u32; BATCH]>,
    /// Passes that found forced options.
    pub(super) forced: u64,
    /// Passes that removed options by the subset rule.
    pub(super) subsets: u64,
}

impl Trail {
    /// Removes all options and resets the counters.
    pub(super) fn clear(&mut self) {
        (self.len, self.forced, self.subsets) = (0, 0, 0);
    }

    /// Makes room for all batches that can follow in a problem with this many primary items. Every
    /// batch covers at least one item that the earlier ones do not.
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

    /// The first option of a batch.
    pub(super) fn first(&self, batch: usize) -> u32 {
        self.batches[batch][0]
    }

    /// Appends one option.
    #[inline(always)]
    pub(super) fn push_one(&mut self, option: u32) {
        let mut batch = [NONE; BATCH];
        batch[0] = option;
        self.push(batch);
    }

    /// Appends the options of these bits, and returns them.
    #[inline(always)]
    pub(super) fn push_forced<L: Lane, const N: usize>(
        &mut self,
        tables: &Tables<L, N>,
        bits: [L; BATCH],
    ) -> [u32; BATCH] {
        let mut options = [0; BATCH];
        for (option, bit) in options.iter_mut().zip(bits) {
            *option = tables.option(bit.widen() as usize);
        }
        self.push(options);
        self.forced += 1;
        options
    }

    /// Moves the batches of another trail, from `start` on, to the end of this one.
    pub(super) fn append_from(&mut self, other: &mut Self, start: usize) {
        let batches = &other.batches[start..other.len];
        self.batches[self.len..][..batches.len()].copy_from_slice(batches);
        self.len += batches.len();
        other.len = start;
    }

    /// Appends the options of the first `len` batches to a list, each once. `none` is the number
    /// after the last option; `id` returns the option of any smaller number.
    pub(super) fn list<T: Clone>(
        &self,
        len: usize,
        none: u32,
        id: impl Fn(u32) -> T,
        out: &mut Vec<T>,
    ) {
        let Some(last) = none.checked_sub(1) else {
            return;
        };
        let mut next = out.len();
        out.resize(next + len * BATCH, id(last));
        // Nobody can predict which numbers are options and new, so each is written, and the place
        // goes on if it is.
        for batch in &self.batches[..len] {
            for (place, &number) in batch.iter().enumerate() {
                let is_known = batch[..place]
                    .iter()
                    .fold(false, |is, &one| is | (one == number));
                out[next] = id(number.min(last));
                next += usize::from(!is_known & (number < none));
            }
        }
        out.truncate(next);
    }

    /// The options of the first `len` batches, each once.
    #[cfg(test)]
    pub(super) fn options(&self, len: usize, none: u32) -> Vec<u32> {
        let mut options = Vec::new();
        self.list(len, none, |number| number, &mut options);
        options
    }
}
