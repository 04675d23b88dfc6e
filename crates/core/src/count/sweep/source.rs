//! The source: the states of the current level, which workers take in blocks.

use super::amount::Amount;
use super::table::{Slot, Table};
use crate::ask::Count;

/// The tables of the current level. Slots before the position are empty.
#[derive(Debug)]
pub(super) struct Source<const W: usize, V> {
    pub(super) tables: Vec<Table<W, V>>,
    table: usize,
    slot: usize,
}

/// The slots of a source that no worker has taken yet.
pub(super) struct Blocks<'s, const W: usize, V> {
    source: &'s mut [Table<W, V>],
    slots: &'s mut [Slot<W, V>],
    size: usize,
    table: &'s mut usize,
    slot: &'s mut usize,
}

impl<const W: usize, V> Source<W, V> {
    pub(super) fn new(tables: Vec<Table<W, V>>) -> Self {
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

    /// Converts the source to numbers of any size.
    pub(super) fn widen(self) -> Source<W, Count>
    where
        V: Amount,
    {
        Source {
            tables: self.tables.into_iter().map(Table::widen).collect(),
            table: self.table,
            slot: self.slot,
        }
    }

    /// The slots from the position on, in blocks of at most `size`.
    pub(super) fn blocks(&mut self, size: usize) -> Blocks<'_, W, V> {
        let (current, source) = match self.tables.get_mut(self.table..) {
            Some([first, others @ ..]) => (first.slots.get_mut(self.slot..), others),
            _ => (None, &mut [][..]),
        };
        Blocks {
            source,
            slots: current.unwrap_or_default(),
            size,
            table: &mut self.table,
            slot: &mut self.slot,
        }
    }
}

impl<const W: usize, V: Amount> Blocks<'_, W, V> {
    /// Returns the next state and its ways. The caller takes the ways.
    #[inline]
    pub(super) fn next_state(&mut self) -> Option<&mut Slot<W, V>> {
        loop {
            match self.slots.iter().position(|(_, ways)| !ways.is_zero()) {
                Some(place) => {
                    let (taken, rest) = std::mem::take(&mut self.slots).split_at_mut(place + 1);
                    self.slots = rest;
                    *self.slot += taken.len();
                    return taken.last_mut();
                }
                None => self.next_table()?,
            }
        }
    }
}

impl<'s, const W: usize, V> Blocks<'s, W, V> {
    fn next_table(&mut self) -> Option<()> {
        let (first, others) = std::mem::take(&mut self.source).split_first_mut()?;
        (self.slots, self.source) = (&mut first.slots, others);
        (*self.table, *self.slot) = (*self.table + 1, 0);
        Some(())
    }
}

impl<'s, const W: usize, V> Iterator for Blocks<'s, W, V> {
    type Item = &'s mut [Slot<W, V>];

    fn next(&mut self) -> Option<&'s mut [Slot<W, V>]> {
        if self.slots.is_empty() {
            self.next_table()?;
        }
        let slots = std::mem::take(&mut self.slots);
        let (block, rest) = slots.split_at_mut(self.size.min(slots.len()));
        self.slots = rest;
        *self.slot += block.len();
        Some(block)
    }
}
