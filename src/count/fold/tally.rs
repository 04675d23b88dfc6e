//! The algebra of counting: how many solutions.

use super::algebra::{Algebra, NodeKind, Via};
use crate::count::number::{Amount, Number};

/// Sums and products of numbers of solutions.
///
/// In the memo a number is one word: itself and one more if it is below 2^63, so that no word
/// is 0, else its place in a list.
#[derive(Clone, Debug, Default)]
pub(in crate::count) struct Tally {
    levels: Vec<(NodeKind, Number)>,
    large: Vec<Number>,
    /// Places in `large` that are free again.
    free: Vec<u32>,
    /// Bytes that the numbers in `large` hold on the heap.
    heap: usize,
}

const IS_LARGE: u64 = 1 << 63;

impl Tally {
    /// Solutions counted so far, at least, if it is known of each level, that of the root being 0,
    /// whether its last child is under way.
    pub(in crate::count) fn so_far(&self, is_last: impl Fn(usize) -> bool) -> Number {
        let mut below = Number::ZERO;
        for (level, (kind, number)) in self.levels.iter().enumerate().rev() {
            match kind {
                NodeKind::Sum => below.add(number),
                NodeKind::Product if is_last(level) => below.multiply(number),
                NodeKind::Product => below = Number::ZERO,
            }
        }
        below
    }
}

impl Algebra for Tally {
    type Value = Number;

    fn none(&self) -> Number {
        Number::ZERO
    }

    fn one(&self) -> Number {
        Number::ONE
    }

    fn is_none(&self, value: &Number) -> bool {
        value.is_zero()
    }

    fn open(&mut self, kind: NodeKind) {
        let number = match kind {
            NodeKind::Sum => Number::ZERO,
            NodeKind::Product => Number::ONE,
        };
        self.levels.push((kind, number));
    }

    fn add(&mut self, _: Via, value: &Number) {
        match self.levels.last_mut() {
            Some((NodeKind::Sum, number)) => Number::add(number, value),
            Some((NodeKind::Product, number)) => number.multiply(value),
            None => {}
        }
    }

    fn close(&mut self) -> Number {
        self.levels
            .pop()
            .map_or_else(|| self.none(), |level| level.1)
    }

    fn pack(&mut self, value: &Number) -> u64 {
        match value {
            Number::Small(small) if *small < u128::from(IS_LARGE - 1) => *small as u64 + 1,
            _ => {
                self.heap += value.heap();
                let place = self.free.pop().unwrap_or_else(|| {
                    self.large.push(Number::ZERO);
                    (self.large.len() - 1) as u32
                });
                self.large[place as usize] = value.clone();
                IS_LARGE | u64::from(place)
            }
        }
    }

    fn unpack(&self, word: u64) -> Number {
        if word & IS_LARGE == 0 {
            Number::Small((word - 1).into())
        } else {
            self.large[(word & !IS_LARGE) as usize].clone()
        }
    }

    fn forget(&mut self, word: u64) {
        if word & IS_LARGE != 0 {
            let place = (word & !IS_LARGE) as usize;
            self.heap -= self.large[place].heap();
            self.large[place] = Number::ZERO;
            self.free.push(place as u32);
        }
    }

    fn bytes(&self) -> usize {
        self.large.capacity() * size_of::<Number>() + self.free.capacity() * 4 + self.heap
    }
}
