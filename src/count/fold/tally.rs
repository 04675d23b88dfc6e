//! The algebra of counting: values are numbers of solutions.

use super::algebra::{Algebra, NONE, NodeKind, Valued, Via};
use crate::ask::Count;

/// Sums and products of numbers of solutions.
///
/// The word of a number below 2^63 - 1 is the number plus one, so that no word is 0; that of a larger
/// number is its place in a list.
#[derive(Clone, Debug, Default)]
pub(in crate::count) struct Tally {
    levels: Vec<(NodeKind, Count)>,
    large: Vec<Count>,
    /// Places in `large` that are free again.
    free: Vec<usize>,
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
    fn open(&mut self, kind: NodeKind) {
        let number = match kind {
            NodeKind::Sum => Count::ZERO,
            NodeKind::Product => Count::ONE,
        };
        self.levels.push((kind, number));
    }

    fn add(&mut self, _: Via, word: u64) {
        let Some((kind, number)) = self.levels.last_mut() else {
            return;
        };
        let small;
        let value = if word < IS_LARGE {
            small = Count::from(word - 1);
            &small
        } else {
            &self.large[(word & !IS_LARGE) as usize]
        };
        match kind {
            NodeKind::Sum => *number += value,
            NodeKind::Product => *number *= value,
        }
    }

    fn close(&mut self) -> u64 {
        let Some((_, number)) = self.levels.pop() else {
            return NONE;
        };
        match number.to_u64() {
            Some(small) if small < IS_LARGE - 1 => small + 1,
            _ => {
                self.heap += number.heap();
                let place = self.free.pop().unwrap_or_else(|| {
                    self.large.push(Count::ZERO);
                    self.large.len() - 1
                });
                self.large[place] = number;
                IS_LARGE | place as u64
            }
        }
    }

    fn forget(&mut self, word: u64) {
        if word >= IS_LARGE {
            let place = (word & !IS_LARGE) as usize;
            self.heap -= self.large[place].heap();
            self.large[place] = Count::ZERO;
            self.free.push(place);
        }
    }

    fn bytes(&self) -> usize {
        let free = self.free.capacity() * size_of::<usize>();
        self.large.capacity() * size_of::<Count>() + free + self.heap
    }
}

impl Valued for Tally {
    type Value = Count;

    fn value(&self, word: u64) -> Count {
        if word < IS_LARGE {
            (word - 1).into()
        } else {
            self.large[(word & !IS_LARGE) as usize].clone()
        }
    }
}
