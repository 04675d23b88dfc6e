//! Lists that lie end to end in one array.

use std::ops::Range;

/// Where each of these lists stops; it starts where the one before it stops. A million short lists
/// cost a number each, not a heap block each.
#[derive(Clone, Debug)]
pub(crate) struct Ends<E = u32>(Vec<E>);

impl<E> Default for Ends<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E: Copy + Into<u64>> Ends<E> {
    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes that the numbers take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// One more list, which stops where the array does now.
    pub(crate) fn push(&mut self, end: E) {
        self.0.push(end);
    }

    /// Where a list lies that is there.
    #[inline]
    pub(crate) fn range(&self, number: u32) -> Range<usize> {
        let start = match number.checked_sub(1) {
            Some(before) => self.0[before as usize].into(),
            None => 0,
        };
        start as usize..self.0[number as usize].into() as usize
    }

    /// Where a list lies, if there is one with this number.
    pub(crate) fn get(&self, number: usize) -> Option<Range<usize>> {
        (number < self.len()).then(|| self.range(number as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lie_end_to_end() {
        let mut ends = Ends::<u32>::default();
        assert_eq!(ends.get(0), None);
        for end in [2, 2, 5] {
            ends.push(end);
        }
        assert_eq!([0, 1, 2].map(|list| ends.range(list)), [0..2, 2..2, 2..5]);
        assert_eq!((ends.get(2), ends.get(3)), (Some(2..5), None));
        assert_eq!(ends.len(), 3);
    }
}
