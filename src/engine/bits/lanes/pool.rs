//! The chunks of all rows, each kept once: most rows have chunks that are those of other rows too,
//! and a small table stays near the processor. A kernel is as fast without it on sudoku, whose rows
//! take 514 KB then, just more than a second-level cache.

use rustc_hash::FxHashMap;

use super::lane::{Chunk, Lane};

/// Chunks, all different, of 4 GiB at most. Only grows.
#[derive(Debug)]
pub(in crate::engine::bits) struct Pool<L, const N: usize> {
    chunks: Vec<Chunk<L, N>>,
    places: FxHashMap<[L; N], Place>,
}

/// Where a chunk is in the pool that gave this place: how many bytes from its start.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct Place(u32);

impl Place {
    #[inline(always)]
    pub(in crate::engine::bits) fn bytes(self) -> usize {
        self.0 as usize
    }
}

impl<L: Lane, const N: usize> Pool<L, N> {
    pub(super) fn new() -> Self {
        Self {
            chunks: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    /// The place of a chunk, which is added if it is not there.
    pub(super) fn place(&mut self, chunk: Chunk<L, N>) -> Place {
        *self.places.entry(chunk.0).or_insert_with(|| {
            self.chunks.push(chunk);
            Place((self.chunks.len() as u32 - 1) * size_of::<Chunk<L, N>>() as u32)
        })
    }

    /// Forgets what only the growing needs.
    pub(super) fn finish(&mut self) {
        self.places = FxHashMap::default();
        self.chunks.shrink_to_fit();
    }

    #[inline(always)]
    pub(in crate::engine::bits) fn chunks(&self) -> &[Chunk<L, N>] {
        &self.chunks
    }

    #[inline(always)]
    pub(super) fn at(&self, place: Place) -> &Chunk<L, N> {
        &self.chunks[place.bytes() / size_of::<Chunk<L, N>>()]
    }
}
