//! The rows of the layout *lanes*, and the chunks that they share: most rows have chunks that are
//! those of other rows too, and a small table stays near the processor. A kernel is as fast without
//! sharing on sudoku, whose rows take 514 KB then, just more than a second-level cache.
//!
//! A kernel reads a chunk for each place of a row, and does not check the place. So this file is the
//! only one that knows places: [`Rows`] come from the pool that owns their chunks, and borrow it.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::engine::bits::lanes::lane::{Chunk, Lane};

/// Rows of chunks. Only grows.
///
/// Invariant: every place is that of a chunk in `chunks`. `push` keeps it, and is the only function
/// that writes to either.
#[derive(Debug)]
pub(in crate::engine::bits) struct Pool<L, const N: usize> {
    /// All different, of 4 GiB at most.
    chunks: Vec<Chunk<L, N>>,
    /// How many chunks a row has.
    len: usize,
    /// The places of the chunks of all rows, end to end.
    places: Vec<Place>,
    /// The place of each chunk, by what it holds.
    known: HashTable<Place>,
}

/// Where a chunk is in its pool: how many bytes from the start.
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

/// `S` times `R` rows, or their first chunks. All of one pool, so that a kernel holds the start of its
/// chunks in one register.
///
/// Invariant: every place is that of a chunk in `chunks`, since both come from one pool.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct Rows<'a, L, const N: usize, const R: usize, const S: usize> {
    chunks: &'a [Chunk<L, N>],
    places: [[&'a [Place]; R]; S],
}

impl<L: Lane, const N: usize> Pool<L, N> {
    /// A pool for rows of so many chunks.
    pub(in crate::engine::bits) fn new(len: usize) -> Self {
        Self {
            chunks: Vec::new(),
            len,
            places: Vec::new(),
            known: HashTable::new(),
        }
    }

    /// Adds the next chunk of the row that is being added, or the first of a new one.
    pub(in crate::engine::bits) fn push(&mut self, chunk: Chunk<L, N>) {
        let Self { chunks, known, .. } = self;
        let hash = |chunk: &Chunk<L, N>| FxBuildHasher.hash_one(chunk.0);
        let same = |place: &Place| chunks[place.index::<L, N>()] == chunk;
        let rehash = |place: &Place| hash(&chunks[place.index::<L, N>()]);
        let entry = known.entry(hash(&chunk), same, rehash);
        // `Lanes::memory` refuses problems that would need more.
        let next = u32::try_from(size_of_val(&chunks[..])).map(Place);
        let next = next.unwrap_or_else(|_| unreachable!("more than 4 GiB of chunks"));
        let place = *entry.or_insert(next).get();
        if place.bytes() == next.bytes() {
            chunks.push(chunk);
        }
        self.places.push(place);
    }

    /// Forgets what only the growing needs.
    pub(in crate::engine::bits) fn finish(&mut self) {
        self.known = HashTable::new();
        self.chunks.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    /// Some rows. Panics if there is none with one of these numbers.
    #[inline(always)]
    pub(in crate::engine::bits) fn rows<const R: usize, const S: usize>(
        &self,
        numbers: [[u32; R]; S],
    ) -> Rows<'_, L, N, R, S> {
        let row = |number: u32| &self.places[number as usize * self.len..][..self.len];
        Rows {
            chunks: &self.chunks,
            places: numbers.map(|numbers| numbers.map(row)),
        }
    }

    /// One chunk of a row. Panics if there is none.
    #[inline(always)]
    pub(in crate::engine::bits) fn chunk(&self, row: u32, at: usize) -> &Chunk<L, N> {
        let number = row as usize * self.len + at;
        let row = Rows {
            chunks: &self.chunks,
            places: [[std::slice::from_ref(&self.places[number])]],
        };
        row.chunk([0, 0], 0)
    }
}

impl<'a, L: Lane, const N: usize, const R: usize, const S: usize> Rows<'a, L, N, R, S> {
    /// The first so many chunks of each. Panics if the rows are shorter.
    #[inline(always)]
    pub(in crate::engine::bits) fn first(self, len: usize) -> Self {
        Self {
            chunks: self.chunks,
            places: self.places.map(|rows| rows.map(|places| &places[..len])),
        }
    }

    /// A chunk of a row, which is named by its two numbers. Panics if there is none.
    #[inline(always)]
    pub(in crate::engine::bits) fn chunk(&self, [s, r]: [usize; 2], at: usize) -> &'a Chunk<L, N> {
        let place = self.places[s][r][at].bytes();
        debug_assert!(place < size_of_val(self.chunks));
        debug_assert!(place.is_multiple_of(size_of::<Chunk<L, N>>()));
        // SAFETY: `place` comes from `places`, so that by the invariant of `Rows` it is the offset in
        // bytes of one of `chunks`, which are borrowed for as long as the result. `Pool::push` made
        // it as the length of `chunks` in bytes, which is a multiple of the size of a chunk, and
        // pushed a chunk there or found one. No function takes a chunk out of a pool.
        unsafe { &*self.chunks.as_ptr().byte_add(place) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = Pool<u16, 32>;

    /// Rows of two chunks: row `r` has `first + r` in all lanes, and then zeros.
    fn pool(first: u16, rows: u16) -> Small {
        let mut pool = Pool::new(2);
        for row in 0..rows {
            pool.push(Chunk::all(first + row));
            pool.push(Chunk::all(0));
        }
        pool.finish();
        pool
    }

    /// Whether an act panics.
    fn is_refused<T>(act: impl FnOnce() -> T) -> bool {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).is_err()
    }

    #[test]
    fn rows_read_the_pool_that_they_come_from() {
        let (large, small) = (pool(1, 500), pool(1000, 1));
        let (last, only) = (large.rows([[499]]), small.rows([[0]]));
        // In the small pool there is nothing where the last row of the large one has its chunk.
        assert_eq!(last.chunk([0, 0], 0), &Chunk::all(500));
        assert_eq!(only.chunk([0, 0], 0), &Chunk::all(1000));
        assert_eq!([last, only].map(|row| row.chunk([0, 0], 1).0[0]), [0, 0]);
        assert_eq!(large.chunk(499, 0), &Chunk::all(500));
    }

    #[test]
    fn equal_chunks_are_kept_once() {
        let pool = pool(1, 500);
        assert_eq!((pool.chunks.len(), pool.places.len()), (501, 1000));
        let pool = self::pool(0, 1);
        assert_eq!((pool.chunks.len(), pool.places.len()), (1, 2));
    }

    /// What is beyond a row or a pool is refused, in release builds too.
    #[test]
    fn nothing_beyond_a_row_can_be_read() {
        let small = pool(7, 3);
        let row = small.rows([[2]]);
        assert!(is_refused(|| row.chunk([0, 0], 2)));
        assert!(is_refused(|| row.chunk([0, 1], 0)));
        assert!(is_refused(|| row.chunk([1, 0], 0)));
        assert!(is_refused(|| row.first(1).chunk([0, 0], 1)));
        assert!(is_refused(|| row.first(3)));
        assert!(is_refused(|| small.rows([[0, 3]])));
        assert!(is_refused(|| small.rows([[u32::MAX]])));
        assert!(is_refused(|| small.chunk(3, 0)));
        assert!(is_refused(|| small.chunk(u32::MAX, usize::MAX / 2)));
        let empty = Small::new(2);
        assert!(is_refused(|| empty.rows([[0]])));
        // A row that is not complete.
        let mut half = Small::new(2);
        half.push(Chunk::all(1));
        assert!(is_refused(|| half.rows([[0]])));
    }
}
