//! The place of a list in the arena. A list consists of planes: plane `k` holds word `k` of all its
//! options. Each plane is padded with words of zero to a whole number of quads. To a kernel the
//! padding is options without items, which conflict with nothing.

/// The place of a list in the arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::engine::bits) struct List {
    pub(super) start: usize,
    /// The distance from one plane to the next.
    pub(super) stride: usize,
    /// The number of options.
    pub(super) len: usize,
}

impl List {
    /// The distance between the planes of a list of `len` options, with room for a quad of zeros
    /// behind them.
    pub(super) fn stride(len: usize) -> usize {
        len.next_multiple_of(4) + 4
    }

    /// The end of a list whose options have `words` words.
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
