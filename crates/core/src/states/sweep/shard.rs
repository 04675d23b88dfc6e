//! Shards: the tables of the levels to come, split by the hash of the state. Several threads add
//! states at the same time, each to another shard.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::table::{Slot, Table};
use crate::ask::{Count, Stop};
use crate::states::packed::{Overflow, Packed, Sums};
use crate::states::state::{State, hash};

/// Why a state could not be added to a table. Nothing has changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Obstacle {
    Outgrown,
    Overflow,
    Stopped(Stop),
}

impl From<Overflow> for Obstacle {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<Stop> for Obstacle {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Returns the shard of a state among `shards` shards: a power of two, at most [`MOST_SHARDS`]. It
/// is given by the highest bits of the hash, and the slot in a table by the lowest. So the shards
/// are in the order of the hash.
#[inline]
pub(super) fn shard_of<const W: usize>(state: &State<W>, shards: usize) -> usize {
    (hash(state) >> (usize::BITS - MOST_SHARDS.ilog2())) * shards / MOST_SHARDS
}

pub(super) const MOST_SHARDS: usize = 64;

/// The bytes of all tables, and their limit.
#[derive(Debug)]
pub(super) struct Room {
    bytes: AtomicUsize,
    limit: usize,
    /// The bytes of a slot, its large number and the heap of that included.
    slot_bytes: usize,
    /// The sums that slots have room for.
    sums: Sums,
}

impl Room {
    /// The room of these slots, whatever the limit is. Their numbers are small.
    pub(super) fn new<const W: usize>(slots: usize, limit: usize) -> Self {
        let slot_bytes = size_of::<Slot<W>>();
        Self {
            bytes: (slots * slot_bytes).into(),
            limit,
            slot_bytes,
            sums: Sums::Small,
        }
    }

    /// The room of these slots if every number is large and has this many binary digits. `None` if
    /// that exceeds the limit.
    pub(super) fn with_large<const W: usize>(&self, slots: usize, digits: u64) -> Option<Self> {
        // The list of a table is as long as the table may have states.
        let each = (size_of::<Count>() * 5).div_ceil(8) + Count::heap_of(digits);
        let room = Self {
            bytes: 0.into(),
            limit: self.limit,
            slot_bytes: size_of::<Slot<W>>() + each,
            sums: Sums::AnySize,
        };
        room.reserve(slots).ok()?;
        Some(room)
    }

    /// Takes the bytes of these slots. Fails if that would exceed the limit.
    pub(super) fn reserve(&self, slots: usize) -> Result<(), Obstacle> {
        let reserved = |bytes: usize| {
            let bytes = bytes.checked_add(slots.checked_mul(self.slot_bytes)?)?;
            (bytes <= self.limit).then_some(bytes)
        };
        let order = Ordering::Relaxed;
        let change = self.bytes.fetch_update(order, order, reserved);
        change.map(drop).map_err(|_| Obstacle::Outgrown)
    }

    /// Takes the bytes of a small table, whatever the limit is.
    fn add(&self, slots: usize) {
        self.bytes
            .fetch_add(slots * self.slot_bytes, Ordering::Relaxed);
    }

    pub(super) fn give_back(&self, slots: usize) {
        self.bytes
            .fetch_sub(slots * self.slot_bytes, Ordering::Relaxed);
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }
}

/// For each level to come the states whose hashes belong to this shard.
#[derive(Debug)]
pub(super) struct Shard<const W: usize> {
    pub(super) tables: Vec<Option<Table<W>>>,
    /// Empty tables.
    pub(super) spare: Vec<Table<W>>,
    /// The ways that lead past the last level.
    pub(super) solutions: Count,
    /// The number of states that were added, and of additions to states that were there.
    pub(super) new: usize,
    pub(super) met: u64,
}

impl<const W: usize> Shard<W> {
    pub(super) fn new(levels: usize) -> Self {
        Self {
            tables: vec![None; levels],
            spare: Vec::new(),
            solutions: Count::ZERO,
            new: 0,
            met: 0,
        }
    }

    /// Adds ways to a state of a level, or to the solutions if that is past the last level. A new
    /// table has room for about `expected` states, if a spare one is large enough.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        level: usize,
        state: &State<W>,
        ways: Packed<'_>,
        (expected, room): (usize, &Room),
    ) -> Result<(), Obstacle> {
        let Some(place) = self.tables.get_mut(level) else {
            self.add_solutions(ways);
            return Ok(());
        };
        let table = match place {
            Some(table) if !table.is_full() => table,
            _ => self.prepare(level, expected, room)?,
        };
        let is_new = table.add(state, ways, room.sums)?;
        self.new += usize::from(is_new);
        self.met += u64::from(!is_new);
        Ok(())
    }

    #[inline(never)]
    fn add_solutions(&mut self, ways: Packed<'_>) {
        self.solutions += &*ways.count();
    }

    /// Prepares the table of a level for another state: makes or enlarges it.
    #[cold]
    fn prepare(
        &mut self,
        level: usize,
        expected: usize,
        room: &Room,
    ) -> Result<&mut Table<W>, Obstacle> {
        let place = &mut self.tables[level];
        let table = match place {
            Some(table) => {
                let slots = table.slots.len();
                // The old table and the new one exist together for a while.
                room.reserve(2 * slots)?;
                table.grow();
                if room.sums == Sums::AnySize {
                    table.fit_large();
                }
                room.give_back(slots);
                table
            }
            None => {
                let mut table = match self.spare.pop() {
                    Some(table) => {
                        room.give_back(table.slots.len());
                        table
                    }
                    None => Table::new(),
                };
                table.fit(expected);
                if room.sums == Sums::AnySize {
                    table.fit_large();
                }
                room.add(table.slots.len());
                place.insert(table)
            }
        };
        Ok(table)
    }

    /// The slots of all tables but the spare ones.
    pub(super) fn slots(&self) -> usize {
        let tables = self.tables.iter().flatten();
        tables.map(|table| table.slots.len()).sum()
    }

    /// Prepares for large numbers, which all slots now have room for.
    pub(super) fn widen(&mut self) {
        self.spare.clear();
        self.tables.iter_mut().flatten().for_each(Table::fit_large);
    }
}
