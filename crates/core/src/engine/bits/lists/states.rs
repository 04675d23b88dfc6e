//! States and levels: the calls of the kernels on the arena.

use rand::Rng;

use super::count::least;
use super::kernel::{self, Settled};
use super::list::List;
use super::tables::{Items, MOST, Tables};
use super::{Level, Lists, SOLVED, State, Try};
use crate::engine::bits::simd::Kernels;
use crate::policy::BITS_BATCH;

impl<const W: usize> Settled<W> {
    /// The open items with the fewest options.
    #[inline(always)]
    pub(super) fn smallest(&self, kernels: Kernels, arena: &[u64]) -> [u64; W] {
        if self.smallest_if_few == [0; W] && self.open != [0; W] {
            self.smallest_of_many(kernels, arena)
        } else {
            self.smallest_if_few
        }
    }

    #[inline(never)]
    fn smallest_of_many(&self, kernels: Kernels, arena: &[u64]) -> [u64; W] {
        let planes = self.list.planes::<W>(arena);
        if self.list.len < 1 << 11 {
            let counts = planes.map(|plane| kernels.counts::<12>(plane));
            least(&self.open, &counts)
        } else {
            let counts = planes.map(|plane| kernels.counts::<33>(plane));
            least(&self.open, &counts)
        }
    }
}

impl Lists {
    /// Turns a pending try into a state. Returns false at a dead end.
    #[inline(always)]
    pub(super) fn settle<const W: usize>(&mut self, attempt: Try) -> bool {
        let items = self.tables.items::<W>();
        let (from, top, open, before, covered) = match (attempt, self.levels.last()) {
            (Try::Choice(place), Some(level)) => {
                let option = level.choices.option::<W>(&self.arena, place);
                self.trail.push(kernel::number(&option, &items));
                let covered = intersection(&option, &items);
                let State {
                    list, open, items, ..
                } = &level.state;
                (*list, level.top, first(open), *items, covered)
            }
            _ => {
                let list = self.copy_permitted::<W>();
                let State { open, items, .. } = &self.here;
                (list, 0, first(open), *items, first(&self.covered))
            }
        };
        self.reserve(top + 2 * W * List::stride(from.len));
        self.work += 20 + (from.len * W) as u64 / 5;
        let before_forced = self.trail.len();
        let settled = self.kernels.settle::<W>(
            &mut self.arena,
            (from, top),
            open,
            covered,
            &items,
            &mut self.trail,
        );
        self.forced_options += (self.trail.len() - before_forced) as u64;
        let Some(settled) = settled else {
            return false;
        };
        let smallest = settled.smallest(self.kernels, &self.arena);
        let bit = self.pick(&smallest);
        self.here = State {
            list: settled.list,
            words: W,
            open: widen(&settled.open),
            bit,
            items: before,
        };
        if W > 1 && bit != SOLVED {
            let relevant = settled.relevant.map(u64::count_ones).iter().sum();
            let words = self.tables.fewest(relevant);
            if words < W {
                self.repack::<W>(settled, words);
            }
        }
        true
    }

    /// Repacks the list of the present state in fewer words.
    #[cold]
    #[inline(never)]
    fn repack<const W: usize>(&mut self, mut settled: Settled<W>, words: usize) {
        let State {
            bit, items: before, ..
        } = self.here;
        let item = self.items[before + bit];
        let start = self.items.len();
        let mut bit = 0;
        for (k, mut set) in settled.relevant.into_iter().enumerate() {
            while set != 0 {
                let old = 64 * k + set.trailing_zeros() as usize;
                let kept = self.items[before + old];
                if kept == item {
                    bit = self.items.len() - start;
                }
                self.items.push(kept);
                set &= set - 1;
            }
        }
        let top = settled.list.end(W);
        self.reserve(top + words * List::stride(settled.list.len));
        let items = self.tables.items::<W>();
        self.kernels
            .repack::<W>(&mut self.arena, &mut settled, &items, words, top);
        self.here = State {
            list: settled.list,
            words,
            open: widen(&settled.open),
            bit,
            items: start,
        };
    }

    /// The bit of one of these items: the first, or a random one if there is a seed.
    #[inline(always)]
    pub(super) fn pick<const W: usize>(&mut self, items: &[u64; W]) -> usize {
        let mut skip = match &mut self.random {
            None => 0,
            Some(random) => {
                let ties: u32 = items.iter().map(|word| word.count_ones()).sum();
                random.random_range(0..ties.max(1))
            }
        };
        for (k, &word) in items.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                if skip == 0 {
                    return 64 * k + word.trailing_zeros() as usize;
                }
                skip -= 1;
                word &= word - 1;
            }
        }
        SOLVED
    }

    #[inline(always)]
    pub(super) fn choices<const W: usize>(&mut self, bit: usize) -> List {
        let State { list, .. } = self.here;
        let (start, stride) = (list.end(W), List::stride(list.len));
        self.reserve(start + W * stride);
        let mut item = [0; W];
        item[bit / 64] = 1 << (bit % 64);
        let len = self
            .kernels
            .select::<W>(&mut self.arena, list, start, stride, &item);
        if let Some(random) = &mut self.random {
            for last in (1..len).rev() {
                let other = random.random_range(0..=last);
                for k in 0..W {
                    self.arena
                        .swap(start + k * stride + last, start + k * stride + other);
                }
            }
        }
        List { start, stride, len }
    }

    /// Examines the next four choices of a level.
    #[inline(always)]
    pub(super) fn examine_choices<const W: usize>(
        tables: &Tables,
        kernels: Kernels,
        arena: &[u64],
        level: &mut Level,
    ) {
        level.viable = kernels.viable::<W>(
            arena,
            level.state.list,
            level.choices,
            level.examined,
            &first(&level.state.open),
            &tables.items(),
        );
        level.first = level.examined;
        level.examined = level.choices.len.min(level.examined + BITS_BATCH);
    }
}

/// The first words of a set.
#[inline(always)]
pub(super) fn first<const W: usize>(set: &Items) -> [u64; W] {
    std::array::from_fn(|k| set[k])
}

#[inline(always)]
pub(super) fn widen<const W: usize>(set: &[u64; W]) -> Items {
    let mut items = [0; MOST];
    items[..W].copy_from_slice(set);
    items
}

/// The intersection of two sets.
#[inline(always)]
pub(super) fn intersection<const W: usize>(one: &[u64; W], other: &[u64]) -> [u64; W] {
    std::array::from_fn(|k| one[k] & other[k])
}
