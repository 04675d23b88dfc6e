//! The layout *lists*: the state is the list of the live options, each as a set of its items.
//!
//! To take an option is to copy those options of the list that share no item with it. In passing
//! we learn which items still have one option and which have two: an open item without one is a
//! dead end, an open item with only one forces it. The list shrinks quickly, so the deep states,
//! where most of the time goes, lie on a few cache lines; nothing is undone, a level is only
//! dropped. It suits problems with few items and many options, such as polyominoes.
//!
//! Every set of items takes one or a few words. The number of an option lies in the high bits
//! of its last word. As items are covered they need fewer words, and the list is repacked.
//!
//! A level tries the options of an item in the order of the list. Four at a time are looked at
//! before they are tried: most of them leave an item without options, and to see that is much
//! cheaper than to copy a list.
//!
//! The arena is a stack. It holds the list of all options, then for each level the list of its
//! state and the list of its choices. A level takes an option at least, so there are no more
//! levels than primary items.

/// Does something with the number of words as a constant.
macro_rules! with_words {
    ($words:expr, $W:ident => $act:expr) => {
        match $words {
            1 => with_words!(= 1, $W => $act),
            2 => with_words!(= 2, $W => $act),
            3 => with_words!(= 3, $W => $act),
            4 => with_words!(= 4, $W => $act),
            _ => with_words!(= MOST, $W => $act),
        }
    };
    (= $words:expr, $W:ident => $act:expr) => {{
        const $W: usize = $words;
        $act
    }};
}

mod count;
mod kernel;
mod quad;
mod repack;
#[cfg(test)]
mod sanity;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

pub(super) use self::kernel::{List, Settled, select, settle, viable};
pub(super) use self::quad::{Plain, Quad};
pub(super) use self::repack::repack;
use self::tables::{Items, MOST, Tables};
use super::simd::Vectors;
use crate::engine::{Branch, Engine};
use crate::problem::{ItemId, OptionId, Problem};

/// The engine on lists. A clone shares the tables.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    tables: Arc<Tables>,
    vectors: Vectors,
    arena: Vec<u64>,
    /// The items of the bits: of the root, then of each state that was repacked.
    items: Vec<ItemId>,
    /// The present state; of no meaning while a try is pending.
    here: State,
    levels: Vec<Level>,
    /// Options that are taken, by number.
    trail: Vec<u32>,
    pending: Option<Try>,
    /// What is assumed: the items of the options that are forced, and the options forbidden.
    taken: Items,
    forbidden: Vec<bool>,
    random: Option<Pcg32>,
}

/// A state in which nothing is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    list: List,
    words: usize,
    open: Items,
    /// The bit of the item to branch on; `SOLVED` if none is open.
    bit: usize,
    /// Where the items of its bits start.
    items: usize,
}

/// The bit of no item.
const SOLVED: usize = usize::MAX;

/// What is committed and not yet taken into a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    /// The assumptions.
    Root,
    /// A choice of the last level.
    Choice(usize),
}

/// An item under trial.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    /// The state in which the item was chosen.
    state: State,
    /// The options of the item.
    choices: List,
    /// How many choices were looked at.
    seen: usize,
    /// Which of the last four of them are to be tried, and the place of the first of the four.
    viable: u32,
    first: usize,
    /// The ends of the trail, of the items and of the arena before the first try.
    trail: usize,
    items: usize,
    top: usize,
}

impl Lists {
    /// The most bytes that a problem takes with so many options that are not dropped, primary
    /// items, and items; `None` if these are too many. A level has a list of choices and room
    /// for two lists of options. In practice lists shrink so fast that all of them
    /// together are a few times as long as the first.
    pub(crate) fn memory(options: usize, primary: usize, items: usize) -> Option<usize> {
        let words = Tables::words(options, items)?;
        let lists = primary.saturating_mul(3).saturating_add(4);
        Some(lists.saturating_mul(List::stride(options) * words * size_of::<u64>()))
    }

    /// Lays a problem out, for which there is a bound of the memory.
    pub(crate) fn compile(problem: &Problem, vectors: Vectors) -> Self {
        let (tables, arena, items) = Tables::compile(problem);
        let mut lists = Self {
            vectors,
            arena,
            items,
            here: State {
                list: tables.root,
                words: tables.words,
                open: tables.primary,
                bit: SOLVED,
                items: 0,
            },
            levels: Vec::new(),
            trail: Vec::new(),
            pending: None,
            taken: [0; MOST],
            forbidden: vec![false; tables.root.len],
            random: None,
            tables: Arc::new(tables),
        };
        lists.reset();
        lists
    }

    /// Makes the arena at least so long.
    #[inline(always)]
    fn reserve(&mut self, end: usize) {
        if self.arena.len() < end {
            self.arena.resize(end + end / 2, 0);
        }
    }

    /// The number of an option at the root and its items, if it can still be taken.
    fn alive<const W: usize>(&self, option: OptionId) -> Option<(u32, [u64; W])> {
        let number = self.tables.number(option)?;
        let words = self.tables.root.option::<W>(&self.arena, number as usize);
        let items = meet(&words, &self.tables.items::<W>());
        let clear = meet(&items, &self.taken) == [0; W];
        (clear && !self.forbidden[number as usize]).then_some((number, items))
    }

    fn take<const W: usize>(&mut self, option: OptionId) -> bool {
        let Some((number, items)) = self.alive::<W>(option) else {
            return false;
        };
        for (taken, item) in self.taken.iter_mut().zip(items) {
            *taken |= item;
        }
        self.trail.push(number);
        true
    }

    /// Copies those options that are not forbidden. Returns their list, and its end.
    fn permitted<const W: usize>(&mut self) -> (List, usize) {
        let root = self.tables.root;
        let end = root.start + W * root.stride;
        if !self.forbidden.contains(&true) {
            return (root, end);
        }
        self.reserve(end + W * root.stride);
        let mut list = List { start: end, ..root };
        for k in 0..W {
            let (from, to) = (root.start + k * root.stride, end + k * root.stride);
            let mut len = 0;
            for (place, _) in self.forbidden.iter().enumerate().filter(|(_, no)| !**no) {
                self.arena[to + len] = self.arena[from + place];
                len += 1;
            }
            self.arena[to + len..to + root.stride].fill(0);
            list.len = len;
        }
        (list, end + W * root.stride)
    }

    /// Takes what is pending into a state of its own. Returns false at a dead end.
    #[inline(always)]
    fn settle<const W: usize>(&mut self, what: Try) -> bool {
        let items = self.tables.items::<W>();
        let (from, top, open, before, taken) = match (what, self.levels.last()) {
            (Try::Choice(place), Some(level)) => {
                let option = level.choices.option::<W>(&self.arena, place);
                self.trail.push(kernel::number(&option, &items));
                let taken = meet(&option, &items);
                let State {
                    list, open, items, ..
                } = &level.state;
                (*list, level.top, first(open), *items, taken)
            }
            _ => {
                let (list, top) = self.permitted::<W>();
                let State { open, items, .. } = &self.here;
                (list, top, first(open), *items, first(&self.taken))
            }
        };
        self.reserve(top + 2 * W * List::stride(from.len));
        let settled = self.vectors.settle::<W>(
            &mut self.arena,
            (from, top),
            open,
            taken,
            &items,
            &mut self.trail,
        );
        let Some(settled) = settled else {
            return false;
        };
        let bit = self.pick(&settled.smallest);
        self.here = State {
            list: settled.list,
            words: W,
            open: widen(&settled.open),
            bit,
            items: before,
        };
        if W > 1 && bit != SOLVED {
            let used = settled.used.map(u64::count_ones).iter().sum();
            let words = self.tables.fewest(used);
            if words < W {
                self.repack::<W>(settled, words);
            }
        }
        true
    }

    /// Lays the list of the present state out in fewer words.
    #[cold]
    #[inline(never)]
    fn repack<const W: usize>(&mut self, mut settled: Settled<W>, words: usize) {
        let State {
            bit, items: before, ..
        } = self.here;
        let item = self.items[before + bit];
        let start = self.items.len();
        let mut bit = 0;
        for (k, mut set) in settled.used.into_iter().enumerate() {
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
        self.vectors
            .repack::<W>(&mut self.arena, &mut settled, &items, words, top);
        self.here = State {
            list: settled.list,
            words,
            open: widen(&settled.open),
            bit,
            items: start,
        };
    }

    /// One of these items, the first if there is no seed, by its bit.
    #[inline(always)]
    fn pick<const W: usize>(&mut self, items: &[u64; W]) -> usize {
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

    /// The bit of an item in the present state.
    #[inline(always)]
    fn bit(&self, item: ItemId) -> usize {
        let items = &self.items[self.here.items..];
        if items.get(self.here.bit) == Some(&item) {
            return self.here.bit;
        }
        items.iter().position(|&other| other == item).unwrap_or(0)
    }

    #[inline(always)]
    fn choices<const W: usize>(&mut self, bit: usize) -> List {
        let State { list, .. } = self.here;
        let (start, stride) = (list.end(W), List::stride(list.len));
        self.reserve(start + W * stride);
        let mut item = [0; W];
        item[bit / 64] = 1 << (bit % 64);
        let len = self
            .vectors
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

    /// Looks at the next four choices of a level.
    #[inline(always)]
    fn look<const W: usize>(tables: &Tables, vectors: Vectors, arena: &[u64], level: &mut Level) {
        level.viable = vectors.viable::<W>(
            arena,
            level.state.list,
            level.choices,
            level.seen,
            &first(&level.state.open),
            &tables.items(),
        );
        level.first = level.seen;
        level.seen = level.choices.len.min(level.seen + kernel::BATCH);
    }
}

impl Engine for Lists {
    const DEAD_ENDS_ARE_NODES: bool = false;

    fn reset(&mut self) {
        self.levels.clear();
        self.trail.clear();
        self.items.truncate(self.tables.item_count());
        self.taken = [0; MOST];
        self.forbidden.fill(false);
        self.random = None;
        self.pending = Some(Try::Root);
        self.here = State {
            list: self.tables.root,
            words: self.tables.words,
            open: self.tables.primary,
            bit: SOLVED,
            items: 0,
        };
    }

    fn forbid(&mut self, option: OptionId) {
        if let Some(number) = self.tables.number(option) {
            self.forbidden[number as usize] = true;
        }
    }

    fn force(&mut self, option: OptionId) -> bool {
        with_words!(self.tables.words, W => self.take::<W>(option))
    }

    fn randomise(&mut self, seed: u64) {
        self.random = Some(Pcg32::seed_from_u64(seed));
    }

    fn branch(&mut self) -> Branch {
        if let Some(what) = self.pending.take() {
            let words = self
                .levels
                .last()
                .map_or(self.here.words, |level| level.state.words);
            if !with_words!(words, W => self.settle::<W>(what)) {
                return Branch::Dead;
            }
        }
        match self.here.bit {
            SOLVED => Branch::Solved(1),
            bit => Branch::Item(self.items[self.here.items + bit]),
        }
    }

    fn enter(&mut self, item: ItemId) {
        let bit = self.bit(item);
        let words = self.here.words;
        let choices = with_words!(words, W => self.choices::<W>(bit));
        self.levels.push(Level {
            state: self.here,
            choices,
            seen: 0,
            viable: 0,
            first: 0,
            trail: self.trail.len(),
            items: self.items.len(),
            top: choices.end(words),
        });
    }

    fn advance(&mut self) -> bool {
        self.pending = None;
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        self.trail.truncate(level.trail);
        self.items.truncate(level.items);
        while level.viable == 0 {
            if level.seen == level.choices.len {
                return false;
            }
            with_words!(level.state.words, W => {
                Self::look::<W>(&self.tables, self.vectors, &self.arena, level);
            });
        }
        let place = level.first + level.viable.trailing_zeros() as usize;
        level.viable &= level.viable - 1;
        self.pending = Some(Try::Choice(place));
        true
    }

    fn leave(&mut self) {
        self.pending = None;
        if let Some(level) = self.levels.pop() {
            self.trail.truncate(level.trail);
            self.items.truncate(level.items);
            self.here = level.state;
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.trail.iter().map(|&number| self.tables.id(number)));
    }

    fn updates(&self) -> Option<u64> {
        None
    }
}

/// The first words of a set.
#[inline(always)]
fn first<const W: usize>(set: &Items) -> [u64; W] {
    std::array::from_fn(|k| set[k])
}

#[inline(always)]
fn widen<const W: usize>(set: &[u64; W]) -> Items {
    let mut items = [0; MOST];
    items[..W].copy_from_slice(set);
    items
}

/// What two sets have in common.
#[inline(always)]
fn meet<const W: usize>(one: &[u64; W], other: &[u64]) -> [u64; W] {
    std::array::from_fn(|k| one[k] & other[k])
}
