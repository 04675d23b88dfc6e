//! The chunks of all rows, each kept once: most rows have chunks that are those of other rows too,
//! and a small table stays near the processor. A kernel is as fast without it on sudoku, whose rows
//! take 514 KB then, just more than a second-level cache.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::lane::{Chunk, Lane};

/// Chunks, all different, of 4 GiB at most. Only grows.
#[derive(Debug)]
pub(in crate::engine::bits) struct Pool<L, const N: usize> {
    chunks: Vec<Chunk<L, N>>,
    /// Where they are, by what they hold.
    places: HashTable<Place>,
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
            places: HashTable::new(),
        }
    }

    /// The place of a chunk, which is added if it is not there.
    pub(super) fn place(&mut self, chunk: Chunk<L, N>) -> Place {
        let Self { chunks, places } = self;
        let index = |place: &Place| place.bytes() / size_of::<Chunk<L, N>>();
        let hash = |chunk: &Chunk<L, N>| FxBuildHasher.hash_one(chunk.0);
        let same = |place: &Place| chunks[index(place)] == chunk;
        let entry = places.entry(hash(&chunk), same, |place| hash(&chunks[index(place)]));
        let place = *entry
            .or_insert(Place(size_of_val(&chunks[..]) as u32))
            .get();
        if place.bytes() == size_of_val(&chunks[..]) {
            chunks.push(chunk);
        }
        place
    }

    /// Forgets what only the growing needs.
    pub(super) fn finish(&mut self) {
        self.places = HashTable::new();
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
