//! The memo: a hash table from states to values, of bounded size.
//!
//! It is an open hash table in one flat array with linear probing. A slot has `W` words of state
//! and one word of value; the value 0 marks an empty slot. A full table that may not grow
//! overwrites the slot at which the probe of the new entry begins. That slot stays taken, so all
//! other entries are still found. If that slot is empty but few empty slots are left, the new entry
//! is dropped instead, because every probe must end at an empty slot. Lost entries cost time, never
//! correctness.

use crate::policy::MEMO_SLOTS as SLOTS;
use crate::states::state::{State, hash};

/// A map from states of `W` words to numbers other than 0.
#[derive(Clone, Debug)]
pub(super) struct Memo<const W: usize> {
    /// Slot `s` is `slots[s * (W + 1)..][..W + 1]`: a state and its value.
    slots: Vec<u64>,
    /// The number of slots less one; their number is a power of two.
    mask: usize,
    taken: usize,
}

impl<const W: usize> Memo<W> {
    const STRIDE: usize = W + 1;

    pub(super) fn new() -> Self {
        Self {
            slots: vec![0; SLOTS * Self::STRIDE],
            mask: SLOTS - 1,
            taken: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.taken
    }

    /// The value of a state; 0 if it is not in the table.
    #[inline]
    pub(super) fn get(&self, state: &State<W>) -> u64 {
        let slot = self.find(state);
        self.slots[slot + W]
    }

    /// Whether the table must grow before the next insert, or lose an entry.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.taken * 4 >= (self.mask + 1) * 3
    }

    /// Whether this table and one of twice its size fit into `room` together.
    pub(super) fn fits_doubled(&self, room: usize) -> bool {
        self.bytes().saturating_mul(3) <= room
    }

    /// Inserts a state that is not in the table, which is not full.
    #[inline]
    pub(super) fn insert(&mut self, state: &State<W>, value: u64) {
        debug_assert!(!self.is_full());
        let slot = self.find(state);
        self.write(slot, state, value);
        self.taken += 1;
    }

    /// Inserts a state that is not in the table, which is full and cannot grow. Returns the value
    /// that was overwritten, or the new value if it was dropped, or 0.
    pub(super) fn replace(&mut self, state: &State<W>, value: u64) -> u64 {
        let slot = self.home(state);
        let lost = self.slots[slot + W];
        if lost == 0 {
            // Without empty slots, the probe for a missing state would not end.
            if self.taken * 8 >= (self.mask + 1) * 7 {
                return value;
            }
            self.taken += 1;
        }
        self.write(slot, state, value);
        lost
    }

    fn write(&mut self, slot: usize, state: &State<W>, value: u64) {
        self.slots[slot..slot + W].copy_from_slice(state);
        self.slots[slot + W] = value;
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Halves the table and keeps as many entries as half fill it; passes the values of the others
    /// to `lost`. Returns false, and does nothing, if the table has its smallest size.
    pub(super) fn halve(&mut self, lost: &mut dyn FnMut(u64)) -> bool {
        if self.mask < SLOTS {
            return false;
        }
        let words = self.slots.len() / 2;
        let old = std::mem::replace(&mut self.slots, vec![0; words]);
        self.mask /= 2;
        self.taken = 0;
        for entry in old.chunks_exact(Self::STRIDE) {
            if let (Some(state), value @ 1..) = (entry.first_chunk(), entry[W]) {
                if self.taken * 2 > self.mask {
                    lost(value);
                } else {
                    let slot = self.find(state);
                    self.write(slot, state, value);
                    self.taken += 1;
                }
            }
        }
        true
    }

    /// Doubles the table, if the old and the new one fit into `room` together.
    pub(super) fn grow(&mut self, room: usize) -> bool {
        if !self.fits_doubled(room) {
            return false;
        }
        let words = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![0; words]);
        self.mask = self.mask * 2 + 1;
        for entry in old.chunks_exact(Self::STRIDE) {
            if let (Some(state), value @ 1..) = (entry.first_chunk(), entry[W]) {
                let slot = self.find(state);
                self.write(slot, state, value);
            }
        }
        true
    }

    /// The slot of a state, or the empty slot at which its probe ends.
    #[inline]
    fn find(&self, state: &State<W>) -> usize {
        let mut slot = self.home(state);
        while self.slots[slot + W] != 0 && self.slots[slot..slot + W] != *state {
            slot += Self::STRIDE;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
        slot
    }

    #[inline]
    fn home(&self, state: &State<W>) -> usize {
        (hash(state) & self.mask) * Self::STRIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inserts a state as a descent does. Returns the value that was lost, or 0.
    fn insert<const W: usize>(
        memo: &mut Memo<W>,
        state: &State<W>,
        value: u64,
        room: usize,
    ) -> u64 {
        if memo.is_full() && !memo.grow(room) {
            return memo.replace(state, value);
        }
        memo.insert(state, value);
        0
    }

    /// An entry has the value that was inserted, or is lost.
    #[test]
    fn entries_are_found_or_lost_and_never_wrong() {
        let state = |number: u64| [number.wrapping_mul(0x1234_5678_9ABC_DEF1), number];
        for (room, all) in [(usize::MAX, true), (1 << 17, false)] {
            let mut memo = Memo::<2>::new();
            let mut lost = 0;
            for number in 1..20_000 {
                assert_eq!(memo.get(&state(number)), 0);
                lost += usize::from(insert(&mut memo, &state(number), number, room) != 0);
                let known = memo.get(&state(number));
                assert!(known == number || known == 0 && !all);
                assert!(memo.len() <= memo.mask * 7 / 8 + 1);
            }
            let found = |&number: &u64| memo.get(&state(number)) != 0;
            let right = |&number: &u64| memo.get(&state(number)) == number;
            assert_eq!((1..20_000).filter(found).count(), memo.len());
            assert_eq!((1..20_000).filter(right).count(), memo.len());
            assert_eq!(memo.len() + lost, 19_999);
            assert_eq!(lost == 0, all);
            assert!(memo.bytes() <= room);
        }
    }

    #[test]
    fn a_halved_table_gives_back_what_it_loses() {
        let state = |number: u64| [number.wrapping_mul(0x1234_5678_9ABC_DEF1)];
        let mut memo = Memo::<1>::new();
        for number in 1..=3_000 {
            insert(&mut memo, &state(number), number, usize::MAX);
        }
        let bytes = memo.bytes();
        let mut lost = Vec::new();
        assert!(memo.halve(&mut |value| lost.push(value)));
        assert_eq!((memo.bytes(), memo.len() + lost.len()), (bytes / 2, 3_000));
        lost.sort_unstable();
        for number in 1..=3_000 {
            let known = memo.get(&state(number));
            let is_lost = lost.binary_search(&number).is_ok();
            assert_eq!(known, if is_lost { 0 } else { number });
        }
        while memo.halve(&mut |_| {}) {}
        assert_eq!(memo.mask + 1, SLOTS);
    }
}
