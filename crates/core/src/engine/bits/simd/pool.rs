//! The rows of the layout *lanes* and the pool of their chunks. Most rows share chunks with other
//! rows, and a smaller table fits in a faster cache; see measured.md in `lanes`.
//!
//! A kernel reads the places of a row, and a chunk for each place, without a bounds check. So only
//! this file handles places: [`Rows`] come from the pool that owns their chunks, and borrow it.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::engine::bits::lanes::lane::{Chunk, Lane};

/// Rows of chunks. A pool only grows.
///
/// Invariant: every place is the place of a chunk in `chunks`. `push` maintains it and is the only
/// function that writes to either.
#[derive(Debug)]
pub(in crate::engine::bits) struct Pool<L, const N: usize> {
    /// All different; at most 4 GiB.
    chunks: Vec<Chunk<L, N>>,
    /// The number of chunks in a row.
    len: usize,
    /// The places of the chunks of all rows, end to end.
    places: Vec<Place>,
    /// The place of each chunk, by its contents.
    known: HashTable<Place>,
}

/// The place of a chunk in its pool: its distance from the start in bytes.
#[derive(Clone, Copy, Debug)]
struct Place(u32);

impl Place {
    #[inline(always)]
    fn bytes(self) -> usize {
        self.0 as usize
    }

    fn index<L, const N: usize>(self) -> usize {
        self.bytes() / size_of::<Chunk<L, N>>()
    }
}

/// `S` sets of `R` rows, all of one pool. So a kernel needs one register for the start of the
/// chunks.
///
/// Invariant: every place is the place of a chunk in `chunks`, and there are `len` places from each
/// start on, because all come from one pool.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct Rows<'a, L, const N: usize, const R: usize, const S: usize> {
    chunks: &'a [Chunk<L, N>],
    /// The places of all rows of the pool.
    places: &'a [Place],
    /// The index in `places` of the first place of each row.
    starts: [[usize; R]; S],
    /// The number of chunks in a row.
    len: usize,
}

impl<L: Lane, const N: usize> Pool<L, N> {
    /// A pool for rows of `len` chunks.
    pub(in crate::engine::bits) fn new(len: usize) -> Self {
        Self {
            chunks: Vec::new(),
            len,
            places: Vec::new(),
            known: HashTable::new(),
        }
    }

    /// Adds the next chunk of the row that is being added, or the first chunk of a new row.
    pub(in crate::engine::bits) fn push(&mut self, chunk: Chunk<L, N>) {
        let Self { chunks, known, .. } = self;
        let hash = |chunk: &Chunk<L, N>| FxBuildHasher.hash_one(chunk.0);
        let same = |place: &Place| chunks[place.index::<L, N>()] == chunk;
        let rehash = |place: &Place| hash(&chunks[place.index::<L, N>()]);
        let entry = known.entry(hash(&chunk), same, rehash);
        // `Lanes::memory` rejects problems that would need more.
        let next = u32::try_from(size_of_val(&chunks[..])).map(Place);
        let next = next.unwrap_or_else(|_| unreachable!("more than 4 GiB of chunks"));
        let place = *entry.or_insert(next).get();
        if place.bytes() == next.bytes() {
            chunks.push(chunk);
        }
        self.places.push(place);
    }

    /// Frees what only `push` needs.
    pub(in crate::engine::bits) fn finish(&mut self) {
        self.known = HashTable::new();
        self.chunks.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    /// Returns some rows by number. Panics if a number is out of range.
    #[inline(always)]
    pub(in crate::engine::bits) fn rows<const R: usize, const S: usize>(
        &self,
        numbers: [[u32; R]; S],
    ) -> Rows<'_, L, N, R, S> {
        // Loops instead of `map`, whose code might be compiled without the instruction set.
        let mut starts = [[0; R]; S];
        for (starts, numbers) in starts.iter_mut().zip(&numbers) {
            for (start, &number) in starts.iter_mut().zip(numbers) {
                *start = number as usize * self.len;
                assert!(
                    self.places
                        .get(*start..)
                        .is_some_and(|rest| rest.len() >= self.len)
                );
            }
        }
        Rows {
            chunks: &self.chunks,
            places: &self.places,
            starts,
            len: self.len,
        }
    }

    /// Returns one chunk of a row. Panics if it does not exist.
    #[inline(always)]
    pub(in crate::engine::bits) fn chunk(&self, row: u32, at: usize) -> &Chunk<L, N> {
        self.rows([[row]]).chunk([0, 0], at)
    }
}

impl<'a, L: Lane, const N: usize, const R: usize, const S: usize> Rows<'a, L, N, R, S> {
    /// The number of chunks in each row.
    #[inline(always)]
    pub(in crate::engine::bits) fn len(&self) -> usize {
        self.len
    }

    /// A chunk of the row with these two numbers. Panics if it does not exist.
    #[inline(always)]
    pub(in crate::engine::bits) fn chunk(&self, [s, r]: [usize; 2], at: usize) -> &'a Chunk<L, N> {
        assert!(at < self.len);
        // SAFETY: by the invariant of `Rows` there are `len` places from each start on.
        let place = unsafe { self.places.get_unchecked(self.starts[s][r] + at) }.bytes();
        debug_assert!(place < size_of_val(self.chunks));
        debug_assert!(place.is_multiple_of(size_of::<Chunk<L, N>>()));
        // SAFETY: `place` comes from `places`, so by the invariant of `Rows` it is the offset in
        // bytes of one of `chunks`, which are borrowed as long as the result. `Pool::push` made it
        // from the length of `chunks` in bytes, a multiple of the size of a chunk, and pushed a
        // chunk there or found one. No function removes a chunk from a pool.
        unsafe { &*self.chunks.as_ptr().byte_add(place) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = Pool<u16, 32>;

    /// Rows of two chunks: row `r` has `first + r` in all lanes, then zeros.
    fn pool(first: u16, rows: u16) -> Small {
        let mut pool = Pool::new(2);
        for row in 0..rows {
            pool.push(Chunk::all(first + row));
            pool.push(Chunk::all(0));
        }
        pool.finish();
        pool
    }

    /// Whether a closure panics.
    fn panics<T>(act: impl FnOnce() -> T) -> bool {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).is_err()
    }

    #[test]
    fn rows_read_the_pool_that_they_come_from() {
        let (large, small) = (pool(1, 500), pool(1000, 1));
        let (last, only) = (large.rows([[499]]), small.rows([[0]]));
        // The last row of the large pool has its chunk behind the end of the small pool.
        assert_eq!(last.chunk([0, 0], 0), &Chunk::all(500));
        assert_eq!(only.chunk([0, 0], 0), &Chunk::all(1000));
        assert_eq!([last, only].map(|row| row.chunk([0, 0], 1).0[0]), [0, 0]);
        assert_eq!(large.chunk(499, 0), &Chunk::all(500));
    }

    #[test]
    fn equal_chunks_are_stored_once() {
        let pool = pool(1, 500);
        assert_eq!((pool.chunks.len(), pool.places.len()), (501, 1000));
        let pool = self::pool(0, 1);
        assert_eq!((pool.chunks.len(), pool.places.len()), (1, 2));
    }

    /// Reads behind the end of a row or a pool panic, in release builds, too.
    #[test]
    fn reads_beyond_a_row_panic() {
        let small = pool(7, 3);
        let row = small.rows([[2]]);
        assert!(panics(|| row.chunk([0, 0], 2)));
        assert!(panics(|| row.chunk([0, 1], 0)));
        assert!(panics(|| row.chunk([1, 0], 0)));
        assert!(panics(|| small.rows([[0, 3]])));
        assert!(panics(|| small.rows([[u32::MAX]])));
        assert!(panics(|| small.chunk(3, 0)));
        assert!(panics(|| small.chunk(u32::MAX, usize::MAX / 2)));
        let empty = Small::new(2);
        assert!(panics(|| empty.rows([[0]])));
        // A row number so large that the index of its first place overflows, and an incomplete row.
        assert!(panics(|| Small::new(usize::MAX).rows([[3]]).len()));
        let mut half = Small::new(2);
        half.push(Chunk::all(1));
        assert!(panics(|| half.rows([[0]])));
    }
}
