//! The agenda: the items of a state that have lost options and were not examined since.

use super::tables::{Chunk, WORDS};

/// Work space for conclusions. It is empty between two states.
#[derive(Clone, Debug)]
pub(in crate::engine::bits) struct Agenda {
    /// The items with one try, in the order in which they were found. An item may occur twice.
    forced: Vec<u32>,
    /// The number of items in `forced` that were taken.
    taken: usize,
    /// The first item that cannot be covered often enough: the state is a dead end.
    failed: Option<u32>,
    /// The other items, as bits.
    changed: Vec<u64>,
    /// No bit is set in the words before this one.
    first: usize,
    /// The options of earlier tries, whose items were not examined since.
    pub(super) tried: Vec<u32>,
    /// The options that an item excludes.
    pub(super) dead: Vec<Chunk>,
    pub(super) places: Vec<u32>,
    /// The options removed by the support rule since the last reset.
    pub(super) unsupported: u64,
    /// An estimate of the work since the last reset, in nanoseconds.
    pub(super) work: u64,
}

impl Agenda {
    /// An empty agenda for this many items, and options of this many chunks.
    pub(super) fn new(items: usize, chunks: usize) -> Self {
        Self {
            forced: Vec::new(),
            taken: 0,
            failed: None,
            changed: vec![0; items.div_ceil(64)],
            first: 0,
            tried: Vec::new(),
            dead: vec![[0; WORDS]; chunks],
            places: Vec::with_capacity(chunks),
            unsupported: 0,
            work: 0,
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, item: u32) {
        let word = item as usize / 64;
        self.changed[word] |= 1 << (item % 64);
        self.first = self.first.min(word);
    }

    #[inline(always)]
    pub(super) fn add_forced(&mut self, item: u32) {
        self.forced.push(item);
    }

    #[inline(always)]
    pub(super) fn fail(&mut self, item: u32) {
        self.failed.get_or_insert(item);
    }

    #[inline(always)]
    pub(super) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// At a dead end: clears the agenda, and returns the item.
    #[inline(always)]
    pub(super) fn take_failed(&mut self) -> Option<u32> {
        let failed = self.failed?;
        self.clear();
        Some(failed)
    }

    #[inline(always)]
    pub(super) fn next_forced(&mut self) -> Option<u32> {
        let item = self.forced.get(self.taken).copied();
        match item {
            Some(_) => self.taken += 1,
            None => {
                self.forced.clear();
                self.taken = 0;
            }
        }
        item
    }

    /// Takes the first item that is not forced.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<u32> {
        while let Some(items) = self.changed.get_mut(self.first) {
            if *items != 0 {
                let item = self.first as u32 * 64 + items.trailing_zeros();
                *items &= *items - 1;
                return Some(item);
            }
            self.first += 1;
        }
        None
    }

    pub(super) fn clear(&mut self) {
        self.forced.clear();
        (self.taken, self.failed) = (0, None);
        self.tried.clear();
        self.changed.fill(0);
        self.first = self.changed.len();
    }
}
