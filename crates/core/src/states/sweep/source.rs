//! The source: the states of the current level, which workers take in blocks.

use super::table::{Slot, Table};
use crate::states::packed::{LargeNumbers, Packed};
use crate::states::state::State;

/// The tables of the current level. Slots before the position are empty.
#[derive(Debug)]
pub(super) struct Source<const W: usize> {
    pub(super) tables: Vec<Table<W>>,
    table: usize,
    slot: usize,
}

/// The slots of a source that no worker has taken yet.
pub(super) struct Blocks<'s, const W: usize> {
    source: &'s mut [Table<W>],
    /// The rest of the table at the position.
    slots: &'s mut [Slot<W>],
    large: &'s LargeNumbers,
    size: usize,
    table: &'s mut usize,
    slot: &'s mut usize,
}

impl<const W: usize> Source<W> {
    pub(super) fn new(tables: Vec<Table<W>>) -> Self {
        Self {
            tables,
            table: 0,
            slot: 0,
        }
    }

    /// The number of states at the beginning.
    pub(super) fn states(&self) -> usize {
        self.tables.iter().map(|table| table.taken).sum()
    }

    pub(super) fn slots(&self) -> usize {
        self.tables.iter().map(|table| table.slots.len()).sum()
    }

    /// The share of the slots that workers have taken.
    pub(super) fn share_taken(&self) -> f64 {
        let before = self.tables.iter().take(self.table);
        let taken = before.map(|table| table.slots.len()).sum::<usize>() + self.slot;
        taken as f64 / self.slots().max(1) as f64
    }

    /// The slots from the position on, in blocks of at most `size`.
    pub(super) fn blocks(&mut self, size: usize) -> Blocks<'_, W> {
        static NONE: LargeNumbers = LargeNumbers::new();
        let (slots, large, source) = match self.tables.get_mut(self.table..) {
            Some([first, others @ ..]) => {
                let slots = first.slots.get_mut(self.slot..);
                (slots.unwrap_or_default(), &first.large, others)
            }
            _ => (&mut [][..], &NONE, &mut [][..]),
        };
        Blocks {
            source,
            slots,
            large,
            size,
            table: &mut self.table,
            slot: &mut self.slot,
        }
    }
}

impl<const W: usize> Blocks<'_, W> {
    /// Takes the next state and its ways.
    #[inline]
    pub(super) fn next_state(&mut self) -> Option<(State<W>, Packed<'_>)> {
        loop {
            match self.slots.iter().position(|&(_, ways)| ways != 0) {
                Some(place) => {
                    let (taken, rest) = std::mem::take(&mut self.slots).split_at_mut(place + 1);
                    self.slots = rest;
                    *self.slot += taken.len();
                    let (state, ways) = taken.last_mut()?;
                    return Some((*state, self.large.unpack(std::mem::take(ways))));
                }
                None => self.next_table()?,
            }
        }
    }
}

impl<'s, const W: usize> Blocks<'s, W> {
    fn next_table(&mut self) -> Option<()> {
        let (first, others) = std::mem::take(&mut self.source).split_first_mut()?;
        (self.slots, self.large, self.source) = (&mut first.slots, &first.large, others);
        (*self.table, *self.slot) = (*self.table + 1, 0);
        Some(())
    }
}

impl<'s, const W: usize> Iterator for Blocks<'s, W> {
    type Item = (&'s mut [Slot<W>], &'s LargeNumbers);

    fn next(&mut self) -> Option<Self::Item> {
        if self.slots.is_empty() {
            self.next_table()?;
        }
        let slots = std::mem::take(&mut self.slots);
        let (block, rest) = slots.split_at_mut(self.size.min(slots.len()));
        self.slots = rest;
        *self.slot += block.len();
        Some((block, self.large))
    }
}
