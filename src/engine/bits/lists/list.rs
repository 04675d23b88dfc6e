//! Where a list lies: in planes, of which plane `k` holds word `k` of all its options, end to end.
//! Behind the last option of a plane there are words of zero up to a whole quad; to a kernel they
//! are options without items, which stay beside everything.

/// Where a list lies in the arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::engine::bits) struct List {
    pub(super) start: usize,
    /// The distance from one plane to the next.
    pub(super) stride: usize,
    /// How many options it has.
    pub(super) len: usize,
}

impl List {
    /// The distance between planes in which so many options find room, and a quad of zeros
    /// behind them.
    pub(super) fn stride(len: usize) -> usize {
        len.next_multiple_of(4) + 4
    }

    /// The end of a list of so many words.
    pub(super) fn end(self, words: usize) -> usize {
        self.start + (words - 1) * self.stride + Self::stride(self.len)
    }

    #[inline(always)]
    pub(super) fn planes<const W: usize>(self, arena: &[u64]) -> [&[[u64; 4]]; W] {
        let padded = self.len.next_multiple_of(4);
        std::array::from_fn(|k| {
            arena[self.start + k * self.stride..][..padded]
                .as_chunks()
                .0
        })
    }

    /// The words of an option.
    #[inline(always)]
    pub(super) fn option<const W: usize>(self, arena: &[u64], place: usize) -> [u64; W] {
        std::array::from_fn(|k| arena[self.start + k * self.stride + place])
    }
}
