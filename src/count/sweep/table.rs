//! The states of one level and what they come to: an open hash table that only grows.

use super::super::branching::State;
use super::super::memo::hash;
use super::super::number::Number;

/// The slots of a new table.
const SLOTS: usize = 1 << 6;

/// A number of ways: a machine number, or one of any size.
pub(super) trait Amount: Clone + Default + std::fmt::Debug {
    /// Whether all numbers up to about this one can be had.
    fn holds(most: f64) -> bool;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    /// About; only of those that may overflow.
    fn about(&self) -> f64;
    fn widen(&self) -> Number;
}

impl Amount for u64 {
    fn holds(most: f64) -> bool {
        most < 63.0_f64.exp2()
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn about(&self) -> f64 {
        *self as f64
    }

    fn widen(&self) -> Number {
        Number::Small((*self).into())
    }
}

impl Amount for Number {
    fn holds(_: f64) -> bool {
        true
    }

    fn is_zero(&self) -> bool {
        self.is_zero()
    }

    fn add(&mut self, other: &Self) {
        self.add(other);
    }

    fn about(&self) -> f64 {
        0.0
    }

    fn widen(&self) -> Number {
        self.clone()
    }
}

/// A map from states to the number of ways that lead to them. Slots with none are empty.
#[derive(Clone, Debug)]
pub(super) struct Table<const W: usize, V> {
    pub(super) slots: Vec<(State<W>, V)>,
    pub(super) taken: usize,
    /// About how many ways lead to all of them.
    pub(super) ways: f64,
}

impl<const W: usize, V: Amount> Table<W, V> {
    pub(super) fn new() -> Self {
        Self {
            slots: vec![([0; W], V::default()); SLOTS],
            taken: 0,
            ways: 0.0,
        }
    }

    /// Adds to a state, and tells whether the state is new.
    #[inline]
    pub(super) fn add(&mut self, state: &State<W>, ways: &V) -> bool {
        self.ways += ways.about();
        let mask = self.slots.len() - 1;
        let mut slot = hash(state) & mask;
        loop {
            let (known, sum) = &mut self.slots[slot];
            if sum.is_zero() {
                (*known, *sum) = (*state, ways.clone());
                self.taken += 1;
                return true;
            }
            if known == state {
                sum.add(ways);
                return false;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Whether it must grow before a state can be added.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.taken * 8 > self.slots.len() * 5
    }

    /// Doubles the slots.
    pub(super) fn grow(&mut self) {
        let empty = vec![([0; W], V::default()); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, empty);
        (self.taken, self.ways) = (0, 0.0);
        for (state, ways) in &old {
            if !ways.is_zero() {
                self.add(state, ways);
            }
        }
    }

    /// Makes an empty table one for about so many states, where it is much too large.
    pub(super) fn fit(&mut self, states: usize) {
        let slots = (states * 2).next_power_of_two().max(SLOTS);
        if self.slots.len() > slots * 4 {
            self.slots.truncate(slots);
            self.slots.shrink_to(slots);
        }
        (self.taken, self.ways) = (0, 0.0);
    }

    /// The same with numbers of any size.
    pub(super) fn widen(self) -> Table<W, Number> {
        let slots = self.slots.iter();
        Table {
            slots: slots.map(|(state, ways)| (*state, ways.widen())).collect(),
            taken: self.taken,
            ways: self.ways,
        }
    }
}
