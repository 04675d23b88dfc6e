//! The states of one level with their numbers of ways: an open hash table that only grows.

use crate::policy::SWEEP_SLOTS as SLOTS;
use crate::states::packed::{LargeNumbers, Overflow, Packed, Sums};
use crate::states::state::{State, hash};

/// A state, and the word of the number of ways that lead to it. A slot with 0 ways is empty.
pub(super) type Slot<const W: usize> = (State<W>, u64);

/// A map from states to numbers of ways.
#[derive(Clone, Debug, Default)]
pub(super) struct Table<const W: usize> {
    pub(super) slots: Vec<Slot<W>>,
    pub(super) taken: usize,
    /// The large numbers of the slots.
    pub(super) large: LargeNumbers,
}

impl<const W: usize> Table<W> {
    pub(super) fn new() -> Self {
        Self {
            slots: vec![([0; W], 0); SLOTS],
            taken: 0,
            large: LargeNumbers::new(),
        }
    }

    /// Adds ways to a state. Returns whether the state is new. If the sum is not allowed, nothing
    /// changes.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        state: &State<W>,
        ways: Packed<'_>,
        allowed: Sums,
    ) -> Result<bool, Overflow> {
        let mask = self.slots.len() - 1;
        let mut slot = hash(state) & mask;
        loop {
            let (known, sum) = &mut self.slots[slot];
            if *sum == 0 {
                (*known, *sum) = (*state, self.large.keep(ways));
                self.taken += 1;
                return Ok(true);
            }
            if known == state {
                self.large.add(sum, ways, allowed)?;
                return Ok(false);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Whether the table must grow before another state is added.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.taken * 8 > self.slots.len() * 5
    }

    /// The most states, and so the most large numbers, that a table of this many slots can have.
    pub(super) const fn most_states(slots: usize) -> usize {
        slots * 5 / 8 + 1
    }

    /// Takes memory for the large numbers of all slots at once: then they grow with the slots only.
    pub(super) fn fit_large(&mut self) {
        self.large.fit(Self::most_states(self.slots.len()));
    }

    pub(super) fn grow(&mut self) {
        let empty = vec![([0; W], 0); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, empty);
        let mask = self.slots.len() - 1;
        for (state, ways) in old {
            if ways != 0 {
                let mut slot = hash(&state) & mask;
                while self.slots[slot].1 != 0 {
                    slot = (slot + 1) & mask;
                }
                self.slots[slot] = (state, ways);
            }
        }
    }

    /// The states and their ways, in no order.
    pub(super) fn states(&self) -> impl Iterator<Item = &Slot<W>> {
        self.slots.iter().filter(|&&(_, ways)| ways != 0)
    }

    /// The states whose hashes, read backwards, are at most `limit`. These are the same states
    /// whatever the size of the table is.
    pub(super) fn first(&self, limit: usize) -> Vec<(usize, State<W>)> {
        let mut first = Vec::new();
        let mask = self.slots.len().wrapping_sub(1);
        let unused = mask.leading_zeros();
        let places = (limit >> unused).saturating_add(1);
        for place in 0..places.min(self.slots.len()) {
            // The states with this slot are here, or in the slots up to the next empty one.
            let home = place.reverse_bits() >> unused;
            let mut slot = home;
            while let (state, ways) = &self.slots[slot]
                && *ways != 0
            {
                let hash = hash(state);
                let backwards = hash.reverse_bits();
                if hash & mask == home && backwards <= limit {
                    first.push((backwards, *state));
                }
                slot = (slot + 1) & mask;
            }
        }
        first
    }

    /// Prepares an empty table for about `states` states: shrinks it if it is much too large.
    pub(super) fn fit(&mut self, states: usize) {
        let slots = (states * 2).next_power_of_two().max(SLOTS);
        if self.slots.len() > slots * 4 {
            self.slots.truncate(slots);
            self.slots.shrink_to(slots);
        }
        self.taken = 0;
    }
}
