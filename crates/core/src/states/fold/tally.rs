//! The algebra of counting: values are numbers of solutions.

use super::algebra::{Algebra, NONE, NodeKind, Valued, Via};
use crate::ask::Count;
use crate::states::packed::LargeNumbers;

/// Sums and products of numbers of solutions.
///
/// The word of a number is its packed word plus one, so that no word is 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    levels: Vec<(NodeKind, Count)>,
    large: LargeNumbers,
    /// Words whose numbers were removed.
    free: Vec<u64>,
    /// The bytes that the large numbers take on the heap.
    heap: usize,
}

impl Tally {
    /// A lower bound on the solutions, from all finished states. `is_last` says whether a level is
    /// at its last child; the level of the root is 0.
    pub(crate) fn so_far(&self, is_last: impl Fn(usize) -> bool) -> Count {
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
        let value = self.large.unpack(word - 1).count();
        match kind {
            NodeKind::Sum => *number += &*value,
            NodeKind::Product => *number *= &*value,
        }
    }

    fn close(&mut self) -> u64 {
        let Some((_, number)) = self.levels.pop() else {
            return NONE;
        };
        self.heap += number.heap();
        self.large.pack(number, &mut self.free) + 1
    }

    fn forget(&mut self, word: u64) {
        if let Some(number) = self.large.remove(word - 1) {
            self.heap -= number.heap();
            self.free.push(word - 1);
        }
    }

    fn bytes(&self) -> usize {
        let free = self.free.capacity() * size_of::<u64>();
        self.large.bytes() + free + self.heap
    }
}

impl Valued for Tally {
    type Value = Count;

    fn value(&self, word: u64) -> Count {
        self.large.unpack(word - 1).count().into_owned()
    }
}
