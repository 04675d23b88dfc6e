//! The algebra of counting: values are numbers of solutions.

use super::algebra::{Algebra, NodeKind, Via};
use crate::ask::Count;

/// Sums and products of numbers of solutions.
///
/// The memo keeps a number in one word. A number below 2^63 - 1 is stored plus one, so that no word
/// is 0; a larger number is stored as its place in a list.
#[derive(Clone, Debug, Default)]
pub(in crate::count) struct Tally {
    levels: Vec<(NodeKind, Count)>,
    large: Vec<Count>,
    /// Places in `large` that are free again.
    free: Vec<u32>,
    /// The bytes that the numbers in `large` take on the heap.
    heap: usize,
}

const IS_LARGE: u64 = 1 << 63;

impl Tally {
    /// A lower bound on the solutions, from all finished states. `is_last` says whether a level is
    /// at its last child; the level of the root is 0.
    pub(in crate::count) fn so_far(&self, is_last: impl Fn(usize) -> bool) -> Count {
        let mut below = Count::ZERO;
        for (level, (kind, number)) in self.levels.iter().enumerate().rev() {
            match kind {
                NodeKind::Sum => below += number,
                NodeKind::Product if is_last(level) => below *= number,
                NodeKind::Product => below = Count::ZERO,
            }
        }
        below
    }
}

impl Algebra for Tally {
    type Value = Count;

    fn none(&self) -> Count {
        Count::ZERO
    }

    fn one(&self) -> Count {
        Count::ONE
    }

    fn is_none(&self, value: &Count) -> bool {
        value.is_zero()
    }

    fn open(&mut self, kind: NodeKind) {
        let number = match kind {
            NodeKind::Sum => Count::ZERO,
            NodeKind::Product => Count::ONE,
        };
        self.levels.push((kind, number));
    }

    fn add(&mut self, _: Via, value: &Count) {
        match self.levels.last_mut() {
            Some((NodeKind::Sum, number)) => *number += value,
            Some((NodeKind::Product, number)) => *number *= value,
            None => {}
        }
    }

    fn close(&mut self) -> Count {
        self.levels
            .pop()
            .map_or_else(|| self.none(), |level| level.1)
    }

    fn pack(&mut self, value: &Count) -> u64 {
        match value.to_u64() {
            Some(small) if small < IS_LARGE - 1 => small + 1,
            _ => {
                self.heap += value.heap();
                let place = self.free.pop().unwrap_or_else(|| {
                    self.large.push(Count::ZERO);
                    (self.large.len() - 1) as u32
                });
                self.large[place as usize] = value.clone();
                IS_LARGE | u64::from(place)
            }
        }
    }

    fn unpack(&self, word: u64) -> Count {
        if word & IS_LARGE == 0 {
            (word - 1).into()
        } else {
            self.large[(word & !IS_LARGE) as usize].clone()
        }
    }

    fn forget(&mut self, word: u64) {
        if word & IS_LARGE != 0 {
            let place = (word & !IS_LARGE) as usize;
            self.heap -= self.large[place].heap();
            self.large[place] = Count::ZERO;
            self.free.push(place as u32);
        }
    }

    fn bytes(&self) -> usize {
        self.large.capacity() * size_of::<Count>() + self.free.capacity() * 4 + self.heap
    }
}
