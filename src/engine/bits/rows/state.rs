//! One state and the operations on it.

use std::cmp::Reverse;

use rand::Rng;
use rand_pcg::Pcg32;

use super::tables::{Left, Tables};
use crate::engine::least::Least;

/// The outcome of settling a state.
pub(super) enum Next {
    Dead,
    Solved,
    /// The number of the item to branch on.
    Item(u32),
}

/// A state to work on.
pub(super) struct State<'a> {
    /// The usable options. All of their primary items are open.
    pub(super) live: &'a mut [u64],
    pub(super) left: &'a mut [Left],
    /// The numbers of the options in use.
    pub(super) trail: &'a mut Vec<u32>,
}

impl State<'_> {
    /// Uses a live option.
    pub(super) fn use_option(&mut self, tables: &Tables, option: u32) {
        self.trail.push(option);
        for (word, (live, &keep)) in self.live.iter_mut().zip(tables.row(option)).enumerate() {
            let dead = *live & !keep;
            *live &= keep;
            uncount(self.left, tables, word, dead);
        }
        for &item in tables.items(option) {
            let left = &mut self.left[item as usize];
            left.bound -= 1;
            // If the item is covered once, the row has removed its options already.
            if left.bound == 0 && left.size > 0 {
                self.close(tables, item);
            }
        }
    }

    /// Closes an item: it is not covered again.
    pub(super) fn close(&mut self, tables: &Tables, item: u32) {
        for &(word, mask) in tables.mask(item) {
            let live = &mut self.live[word as usize];
            let dead = *live & mask;
            *live &= !mask;
            uncount(self.left, tables, word as usize, dead);
        }
        self.left[item as usize].bound = 0;
    }

    /// Removes one option.
    pub(super) fn remove(&mut self, tables: &Tables, option: u32) {
        let (word, bit) = (option as usize / 64, 1 << (option % 64));
        self.live[word] &= !bit;
        uncount(self.left, tables, word, bit);
    }

    pub(super) fn is_live(&self, option: u32) -> bool {
        self.live[option as usize / 64] >> (option % 64) & 1 == 1
    }

    /// An option of an item, the first or a random one; `None` if the item has none.
    pub(super) fn pick(
        &self,
        tables: &Tables,
        item: u32,
        random: &mut Option<Pcg32>,
    ) -> Option<u32> {
        let size = self.left[item as usize].size;
        let mut skip = match random {
            Some(random) if size > 1 => random.random_range(0..size),
            _ => 0,
        };
        for &(word, mask) in tables.mask(item) {
            let mut bits = self.live[word as usize] & mask;
            if bits.count_ones() <= skip {
                skip -= bits.count_ones();
                continue;
            }
            for _ in 0..skip {
                bits &= bits - 1;
            }
            if bits != 0 {
                return Some(word * 64 + bits.trailing_zeros());
            }
        }
        None
    }

    /// Uses forced options and closes items until nothing is forced.
    pub(super) fn settle(&mut self, tables: &Tables, random: &mut Option<Pcg32>) -> Next {
        loop {
            let mut changed = false;
            let mut least = Least::new();
            for item in 0..self.left.len() as u32 {
                let Left { size, bound } = self.left[item as usize];
                if bound == 0 {
                    continue;
                }
                let slack = tables.slack(item).min(bound);
                let tries = u64::from(size) + u64::from(slack) + 1;
                match tries.saturating_sub(u64::from(bound)) {
                    0 => return Next::Dead,
                    1 => {
                        changed = true;
                        match self.pick(tables, item, &mut None) {
                            Some(option) => self.use_option(tables, option),
                            None => self.close(tables, item),
                        }
                    }
                    tries => least.offer((tries, slack, Reverse(size)), item, random.as_mut()),
                }
            }
            if changed {
                continue;
            }
            return match least.get() {
                Some(item) => Next::Item(item),
                None => Next::Solved,
            };
        }
    }
}

/// Counts the options of a word that died out of the sizes of their items.
#[inline]
fn uncount(left: &mut [Left], tables: &Tables, word: usize, mut dead: u64) {
    while dead != 0 {
        let option = word as u32 * 64 + dead.trailing_zeros();
        for &item in tables.items(option) {
            left[item as usize].size -= 1;
        }
        dead &= dead - 1;
    }
}
