//! The kernel of the layout *lanes*, written once for every lane width and instruction set: what
//! is forced is taken until nothing is, then a lane to branch on is found. What looks at all
//! lanes of a state is a *pass*: `loops` has them as plain loops, `masks` on registers.
//!
//! # What was measured
//!
//! A pass over the 324 lanes of sudoku takes 62 ns, one over the 26 lanes of 13 queens 27 ns: nearly
//! half is not work on lanes but the way from the end of one pass to the rows of the next. So a
//! pass is to find much, and without a branch. Hard boards on Zen 3, plain loops:
//!
//! | what a pass finds | µs a board |
//! |---|---|
//! | two forced lanes, the first and the last, without a branch | 100 to 130 |
//! | four, the ends of either half of a bitmap of the forced lanes | 113 to 134 |
//! | all, gathered from a bitmap with `while word != 0` | 165 to 209 |
//! | the first and the last by `position` over the lanes: not vectorised | 660 |
//! | two, with `if` in place of masks in the inner loop: branches in place of vectors | 525 |
//! | two, in bit-sliced planes (plane k holds the k-th options of all items): 9 % smaller rows, half the instructions | 153 to 160, where lanes take 136 to 154 |
//!
//! A sample of 60 of them on Zen 4, the least of many short runs; what is marked is in use:
//!
//! | step | guesses a board | µs a board |
//! |---|---|---|
//! | plain loops, two forced lanes a pass | 169 | 90 |
//! | passes on registers and masks, and the subset rule by slots * | 131 | 63 |
//! | four forced lanes a pass, of four columns, gathered by one instruction * | 131 | 59 to 61 |
//! | a state in twelve registers (the compiler keeps it in memory) | 133 | 68 |
//! | of eight of the smallest lanes the one with the largest items beside it, by loops over bits | 96 | 60 to 63 |
//! | those eight gathered by columns, without a branch: another choice of eight | 104 | 60 |
//! | the eight first, if they have two options, without inner branches * | 96 | 58 |
//! | the two options of a lane settled at the same time * | 96 | 55 |
//! | the trail by fours, sorted out when it is read * | 96 | 53 |
//!
//! With 131 guesses a board there are 260 states to settle, with 720 passes for forced options, 178
//! looks for subsets and 46 passes for what these find: about 160 cycles a pass, whose loop is two
//! fifths of the whole time.

use std::hint::select_unpredictable;

use super::groups::Slots;
use super::lane::{Chunk, Lane};
use super::numbering::NONE;
use super::pool::{Place, Pool};
use super::tables::Tables;
use crate::engine::Inferences;

/// How many options a pass takes.
pub(super) const BATCH: usize = 4;

/// Options that are taken, by number, in that order, by batches as passes find them: some are
/// `NONE` or beyond the last, and some stand twice in a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// Batches in use. Those after them are room for more.
    pub(super) len: usize,
    batches: Vec<[u32; BATCH]>,
    pub(super) inferences: Inferences,
}

impl Trail {
    /// Makes room for all that can be taken one after another in a problem with this many primary
    /// items. Every batch has an option that covers one at least that those before do not, but for
    /// the last, which may contradict each other.
    pub(super) fn reserve(&mut self, primary: usize) {
        let needed = self.len + primary + 2;
        if self.batches.len() < needed {
            self.batches.resize(needed, [NONE; BATCH]);
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, batch: [u32; BATCH]) {
        self.batches[self.len] = batch;
        self.len += 1;
    }

    /// Pushes one option.
    #[inline(always)]
    pub(super) fn push_one(&mut self, option: u32) {
        let mut batch = [NONE; BATCH];
        batch[0] = option;
        self.push(batch);
    }

    /// Pushes the options of these bits, and tells them.
    #[inline(always)]
    fn push_forced<L: Lane, const N: usize>(
        &mut self,
        tables: &Tables<L, N>,
        bits: [L; BATCH],
    ) -> [u32; BATCH] {
        let options = bits.map(|bit| tables.option(bit.widen() as usize));
        self.push(options);
        self.inferences.forced += 1;
        options
    }

    /// Moves the batches of another trail from a place on to the end of this one.
    pub(super) fn take(&mut self, other: &mut Self, start: usize) {
        let batches = &other.batches[start..other.len];
        self.batches[self.len..][..batches.len()].copy_from_slice(batches);
        self.len += batches.len();
        other.len = start;
    }

    /// The first so many batches, as options, each once. Those that count are less than `none`.
    pub(super) fn options(&self, len: usize, none: u32) -> impl Iterator<Item = u32> {
        self.batches[..len].iter().flat_map(move |batch| {
            let new = move |&place: &usize| {
                batch[place] < none && !batch[..place].contains(&batch[place])
            };
            (0..BATCH).filter(new).map(|place| batch[place])
        })
    }
}

/// What a pass finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found<L> {
    /// A lane has no option left.
    Dead,
    /// No lane is forced.
    Quiet,
    /// Lanes that are not decided and have one option left: of each column of lanes the one in the
    /// last chunk, of the first `BATCH` columns that have any. As numbers of bits in the state,
    /// or that beyond the last bit where there are fewer.
    Forced([L; BATCH]),
}

/// What looks at all lanes of a state. Every implementation finds the same.
pub(super) trait Passes<L: Lane, const N: usize> {
    /// Takes rows into some states, each its own, and looks at what is left. What they hold before
    /// is in `from` for all of them, if it is given.
    fn take<const S: usize, const R: usize>(
        from: Option<&[Chunk<L, N>]>,
        states: [&mut [Chunk<L, N>]; S],
        pool: &Pool<L, N>,
        rows: [[&[Place]; R]; S],
    ) -> [Found<L>; S];

    /// Takes places into a state: those that are told for each chunk.
    fn strike<I: Iterator<Item = Place>>(
        state: &mut [Chunk<L, N>],
        pool: &Pool<L, N>,
        places: impl Fn(usize) -> I,
    );

    /// Groups of which one item has live options outside of it and the other has none: of each
    /// column of lanes the one in the last pair, of the first `BATCH` columns that have any. As
    /// numbers of lanes in all pairs of chunks of all slots, or that beyond the last.
    fn subsets(slots: &Slots<L, N>, state: &[Chunk<L, N>]) -> Option<[usize; BATCH]>;

    /// Finds out how large lanes are: no smallest one if all are decided.
    fn measure(state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>);

    /// How much the options of each of some lanes take away from a state: see [`weight`].
    fn weigh<const C: usize>(
        state: &[Chunk<L, N>],
        counts: &[Chunk<L, N>],
        pool: &Pool<L, N>,
        rows: [[&[Place]; 2]; C],
    ) -> [u64; C];
}

/// Takes what was found to be forced in a state, and from it all that the subset rule takes away,
/// until nothing changes. Options are appended to the trail. Returns false at a dead end.
#[inline(always)]
fn settle<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    mut found: Found<L>,
    state: &mut [Chunk<L, N>],
    trail: &mut Trail,
) -> bool {
    let pool = &tables.pool;
    loop {
        while let Found::Forced(bits) = found {
            let rows = tables.rows(trail.push_forced(tables, bits));
            [found] = P::take(None, [state], pool, [rows]);
        }
        if found == Found::Dead {
            return false;
        }
        let Some(groups) = P::subsets(&tables.slots, state) else {
            return true;
        };
        trail.inferences.subsets += 1;
        let rows = tables.rows(groups.map(|place| tables.group(place)));
        [found] = P::take(None, [state], pool, [rows]);
    }
}

/// How large the lanes of a state are: what a pass finds out for the choice among them.
#[derive(Clone, Debug)]
pub(super) struct Sizes<L, const N: usize> {
    /// How many bits are set in each lane.
    pub(super) counts: Vec<Chunk<L, N>>,
    /// How many options each of the smallest lanes that are not decided has.
    pub(super) size: u32,
    /// The first of these, up to `MOST`, ascending. There is room for a chunk after those that count.
    lanes: [L; MOST + 32],
    len: usize,
}

impl<L: Lane, const N: usize> Sizes<L, N> {
    /// A place to work for states of so many chunks.
    pub(super) fn new(chunks: usize) -> Self {
        Self {
            counts: vec![Chunk::all(L::ZERO); chunks],
            size: 0,
            lanes: [L::ZERO; MOST + 32],
            len: 0,
        }
    }

    /// Begins a list of lanes of this size.
    #[inline(always)]
    pub(super) fn start(&mut self, size: u32) {
        self.size = size;
        self.len = 0;
    }

    /// No lane was added.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Room for the lanes of one more chunk.
    #[inline(always)]
    pub(super) fn room(&mut self) -> &mut [L; N] {
        let (_, room) = self.lanes.split_at_mut(self.len.min(MOST));
        room.first_chunk_mut().unwrap_or_else(|| unreachable!())
    }

    /// Adds the lanes that were put at the start of that room, as far as they are not too many.
    #[inline(always)]
    pub(super) fn add(&mut self, count: u32) {
        self.len = (self.len + count as usize).min(MOST);
    }
}

/// How many of the smallest lanes are weighed.
const MOST: usize = 8;

/// How many lanes are weighed in one pass.
const AT_ONCE: usize = 4;

/// What it weighs that an option takes something away from a lane with so many bits set, its flag
/// among them: 4 where two options are left, of which it may leave one, and then 3, 2 and 1. The
/// weight of an option is the sum over all lanes. A sum over two options branches on what forces most
/// on both sides; boards 60 of the hard, 12 lanes weighed:
///
/// | weights of lanes with 2, 3, 4 .. options | guesses a board |
/// |---|---|
/// | sizes of the items beside, as was done before | 104 |
/// | 1 | 64 |
/// | 3 2 1 1 .. | 57 |
/// | 4 3 2 1 1 .. | 52 |
/// | 8 4 2 1 1 .. | 71 |
#[inline(always)]
pub(super) fn weight<L: Lane>(bits: L) -> L {
    L::from(7).minus(bits.min(L::from(6)))
}

/// Where no more lanes than this are open, the first of the smallest is branched on: so near the
/// leaves a better choice saves next to no node. Zen 4, user time, for the boards 400 of the hard:
///
/// | where lanes are scored | hard | Langford 12 | 13 queens | Latin 5 | a million grids of 2 x 4 boxes |
/// |---|---|---|---|---|---|
/// | always | 0.031 s | 0.135 s | 0.040 s | 0.044 s | 0.44 s |
/// | more than 96 are open | 0.028 s | 0.120 s | 0.033 s | 0.031 s | 0.37 s |
///
/// That makes 1 or 2 % more nodes for Langford and queens, as many for Latin squares, 0.1 % more
/// for hard boards. 64, 128 and 160 are not told apart from 96 by time.
const FEW: usize = 96;

/// The lane to branch on: of the first of the smallest the one whose options weigh most (see
/// [`weight`]); the first of these. The first of all if the smallest have more than two options, or
/// few lanes are open. `None` if all lanes are decided.
#[inline(always)]
fn choose<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    state: &[Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
) -> Option<usize> {
    P::measure(state, sizes);
    let lanes = &sizes.lanes[..sizes.len];
    let mut best = lanes.first()?.widen() as usize;
    if sizes.size != 2 || state.len() * N <= FEW || open(state) <= FEW {
        return Some(best);
    }
    let mut most = 0;
    for some in lanes.chunks(AT_ONCE) {
        let mut rows = [tables.rows([tables.none(); 2]); AT_ONCE];
        for (rows, lane) in rows.iter_mut().zip(some) {
            let lane = lane.widen() as usize;
            let two = state[lane / N].0[lane % N].widen() ^ L::FLAG.widen();
            let ends = [two.trailing_zeros(), 63 - two.leading_zeros()];
            let bits = ends.map(|bit| lane * L::BITS as usize + bit as usize);
            *rows = tables.rows(bits.map(|bit| tables.option(bit)));
        }
        let weights = P::weigh(state, &sizes.counts, &tables.pool, rows);
        for (lane, weight) in some.iter().zip(weights) {
            best = select_unpredictable(weight > most, lane.widen() as usize, best);
            most = most.max(weight);
        }
    }
    Some(best)
}

/// How many lanes are not decided.
#[inline(always)]
fn open<L: Lane, const N: usize>(state: &[Chunk<L, N>]) -> usize {
    let mut columns = [L::ZERO; N];
    for chunk in state {
        for (column, &lane) in columns.iter_mut().zip(&chunk.0) {
            *column = column.plus(lane >> (L::BITS - 1));
        }
    }
    columns.iter().map(|column| column.widen() as usize).sum()
}

/// What there is to do in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Dead,
    Solved,
    Lane(usize),
}

/// Takes an option into a copy of the state `from`, settles it and finds the lane to branch on.
#[inline(always)]
pub(super) fn branch<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    from: &[Chunk<L, N>],
    option: u32,
    state: &mut [Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
    trail: &mut Trail,
) -> Next {
    let rows = tables.rows([option]);
    let [found] = P::take(Some(from), [state], &tables.pool, [rows]);
    conclude::<P, L, N>(tables, found, state, sizes, trail)
}

/// The same for two options, each in a copy of its own, at the same time: while one pass waits for
/// the rows that it found to be forced, the processor is busy with the other.
#[inline(always)]
pub(super) fn branch_two<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    from: &[Chunk<L, N>],
    options: [u32; 2],
    [one, other]: [&mut [Chunk<L, N>]; 2],
    sizes: &mut Sizes<L, N>,
    [trail, other_trail]: [&mut Trail; 2],
) -> [Next; 2] {
    let rows = options.map(|option| tables.rows([option]));
    let mut found = P::take(Some(from), [one, other], &tables.pool, rows);
    while let [Found::Forced(bits), Found::Forced(other_bits)] = found {
        let rows = [
            tables.rows(trail.push_forced(tables, bits)),
            tables.rows(other_trail.push_forced(tables, other_bits)),
        ];
        found = P::take(None, [one, other], &tables.pool, rows);
    }
    [
        conclude::<P, L, N>(tables, found[0], one, sizes, trail),
        conclude::<P, L, N>(tables, found[1], other, sizes, other_trail),
    ]
}

#[inline(always)]
fn conclude<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    found: Found<L>,
    state: &mut [Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
    trail: &mut Trail,
) -> Next {
    if !settle::<P, L, N>(tables, found, state, trail) {
        return Next::Dead;
    }
    choose::<P, L, N>(tables, state, sizes).map_or(Next::Solved, Next::Lane)
}

/// Takes the rows of options into a state, and does not look at what is left.
#[inline(always)]
pub(super) fn take<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    options: &[u32],
    state: &mut [Chunk<L, N>],
) {
    P::strike(state, &tables.pool, |at| {
        options.iter().map(move |&option| tables.place(option, at))
    });
}
