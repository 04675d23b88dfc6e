//! One state, and what can be done to it.

use std::cmp::Reverse;

use rand::Rng;
use rand_pcg::Pcg32;

use super::tables::Tables;
use crate::engine::Branch;

/// What is left of a primary item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Demand {
    /// How many options it has.
    pub(super) size: u32,
    /// How often it may still be covered; 0 when it is closed.
    pub(super) bound: u32,
}

/// A state that is worked on.
pub(super) struct State<'a> {
    /// The options that can still be taken. All of their primary items are open.
    pub(super) live: &'a mut [u64],
    pub(super) demands: &'a mut [Demand],
    /// The options that are taken, by number.
    pub(super) trail: &'a mut Vec<u32>,
}

impl State<'_> {
    /// Takes an option that is alive.
    pub(super) fn take(&mut self, tables: &Tables, option: u32) {
        self.trail.push(option);
        for (word, (live, &keep)) in self.live.iter_mut().zip(tables.row(option)).enumerate() {
            let dead = *live & !keep;
            *live &= keep;
            forget(self.demands, tables, word, dead);
        }
        for &item in tables.items(option) {
            let demand = &mut self.demands[item as usize];
            demand.bound -= 1;
            // Where an item is covered once the row has seen to its options.
            if demand.bound == 0 && demand.size > 0 {
                self.close(tables, item);
            }
        }
    }

    /// Nothing more of this item.
    pub(super) fn close(&mut self, tables: &Tables, item: u32) {
        for &(word, mask) in tables.mask(item) {
            let live = &mut self.live[word as usize];
            let dead = *live & mask;
            *live &= !mask;
            forget(self.demands, tables, word as usize, dead);
        }
        self.demands[item as usize].bound = 0;
    }

    /// Takes out one option.
    pub(super) fn remove(&mut self, tables: &Tables, option: u32) {
        let (word, bit) = (option as usize / 64, 1 << (option % 64));
        self.live[word] &= !bit;
        forget(self.demands, tables, word, bit);
    }

    pub(super) fn is_live(&self, option: u32) -> bool {
        self.live[option as usize / 64] >> (option % 64) & 1 == 1
    }

    /// An option of an item: the first, or a random one. `None` if it has none.
    pub(super) fn pick(
        &self,
        tables: &Tables,
        item: u32,
        random: &mut Option<Pcg32>,
    ) -> Option<u32> {
        let size = self.demands[item as usize].size;
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

    /// Takes what must be taken, until nothing must.
    pub(super) fn settle(&mut self, tables: &Tables, random: &mut Option<Pcg32>) -> Branch {
        loop {
            let mut changed = false;
            let mut best = None;
            let mut ties = 0_u32;
            for item in 0..self.demands.len() as u32 {
                let Demand { size, bound } = self.demands[item as usize];
                if bound == 0 {
                    continue;
                }
                let slack = tables.slack(item).min(bound);
                let tries = u64::from(size) + u64::from(slack) + 1;
                match tries.saturating_sub(u64::from(bound)) {
                    0 => return Branch::Dead,
                    1 => {
                        changed = true;
                        match self.pick(tables, item, &mut None) {
                            Some(option) => self.take(tables, option),
                            None => self.close(tables, item),
                        }
                    }
                    tries => {
                        let key = (tries, slack, Reverse(size));
                        match (&mut best, random.as_mut()) {
                            (Some((least, _)), _) if key > *least => {}
                            (Some((least, chosen)), random) if key == *least => {
                                ties += 1;
                                if random.is_some_and(|random| random.random_range(0..ties) == 0) {
                                    *chosen = item;
                                }
                            }
                            _ => {
                                best = Some((key, item));
                                ties = 1;
                            }
                        }
                    }
                }
            }
            if changed {
                continue;
            }
            return match best {
                Some((_, item)) => Branch::Item(tables.item_id(item)),
                None => Branch::Solved,
            };
        }
    }
}

/// Counts some options of a word out.
#[inline]
fn forget(demands: &mut [Demand], tables: &Tables, word: usize, mut dead: u64) {
    while dead != 0 {
        let option = word as u32 * 64 + dead.trailing_zeros();
        for &item in tables.items(option) {
            demands[item as usize].size -= 1;
        }
        dead &= dead - 1;
    }
}
