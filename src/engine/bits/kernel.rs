//! The kernel of the layout *lanes*, written once for every lane width and instruction set: what
//! is forced is taken until nothing is, then a lane to branch on is found. What looks at all
//! lanes of a state is a *pass*: `loops` has them as plain loops, `masks` on registers.

use std::hint::select_unpredictable;

use super::groups::Slot;
use super::lane::{Chunk, Lane};
use super::pool::{Place, Pool};
use super::tables::{NONE, Tables};
use crate::engine::Inferences;

/// Options that are taken, by index, in that order, by fours as passes find them: some are
/// `NONE` or beyond the last, and some stand twice in a four.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// Fours in use. Those after them are room for more.
    pub(super) len: usize,
    fours: Vec<[u32; 4]>,
    pub(super) inferences: Inferences,
}

impl Trail {
    /// Makes room for all that can be taken one after another in a problem with this many primary
    /// items. Every four has an option that covers one at least that those before do not, but for
    /// the last, which may contradict each other.
    pub(super) fn reserve(&mut self, primary: usize) {
        let needed = self.len + primary + 2;
        if self.fours.len() < needed {
            self.fours.resize(needed, [NONE; 4]);
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, four: [u32; 4]) {
        self.fours[self.len] = four;
        self.len += 1;
    }

    /// Pushes the options of these bits, and tells them.
    #[inline(always)]
    fn push_forced<L: Lane, const N: usize>(
        &mut self,
        tables: &Tables<L, N>,
        bits: [usize; 4],
    ) -> [u32; 4] {
        let options = bits.map(|bit| tables.option(bit));
        self.push(options);
        self.inferences.forced += 1;
        options
    }

    /// Moves the fours of another trail from a place on to the end of this one.
    pub(super) fn take(&mut self, other: &mut Self, start: usize) {
        let fours = &other.fours[start..other.len];
        self.fours[self.len..][..fours.len()].copy_from_slice(fours);
        self.len += fours.len();
        other.len = start;
    }

    /// The first so many fours, as options, each once. Those that count are less than `none`.
    pub(super) fn options(&self, len: usize, none: u32) -> impl Iterator<Item = u32> {
        self.fours[..len].iter().flat_map(move |four| {
            let new =
                move |&place: &usize| four[place] < none && !four[..place].contains(&four[place]);
            (0..4).filter(new).map(|place| four[place])
        })
    }
}

/// What a pass finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A lane has no option left.
    Dead,
    /// No lane is forced.
    Quiet,
    /// Lanes that are not decided and have one option left: of each column of lanes the one in the
    /// last chunk, of the first four columns that have any. As numbers of bits in the state,
    /// or that beyond the last bit where there are fewer.
    Forced([usize; 4]),
}

/// What looks at all lanes of a state. Every implementation finds the same.
pub(super) trait Passes<L: Lane, const N: usize> {
    /// Copies a state.
    fn copy(from: &[Chunk<L, N>], state: &mut [Chunk<L, N>]);

    /// Takes rows into a state and looks at what is left.
    fn take<const R: usize>(
        state: &mut [Chunk<L, N>],
        pool: &Pool<L, N>,
        rows: [&[Place]; R],
    ) -> Found;

    /// Takes rows into two states, each its own.
    #[inline(always)]
    fn take_two<const R: usize>(
        [one, other]: [&mut [Chunk<L, N>]; 2],
        pool: &Pool<L, N>,
        [rows, other_rows]: [[&[Place]; R]; 2],
    ) -> [Found; 2] {
        [
            Self::take(one, pool, rows),
            Self::take(other, pool, other_rows),
        ]
    }

    /// Groups of which one item has live options outside of it and the other has none: of each
    /// column of lanes the one in the last slot, of the first four columns that have any. As
    /// numbers of lanes in all slots, or that beyond the last.
    fn subsets(slots: &[Slot<L, N>], state: &[Chunk<L, N>]) -> Option<[usize; 4]>;

    /// The first of the smallest lanes that are not decided: none if all are.
    fn smallest(state: &[Chunk<L, N>]) -> Lanes;
}

/// Takes what was found to be forced in a state, and from it all that the subset rule takes away,
/// until nothing changes. Options are appended to the trail. Returns false at a dead end.
#[inline(always)]
fn settle<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    mut found: Found,
    state: &mut [Chunk<L, N>],
    trail: &mut Trail,
) -> bool {
    let pool = &tables.pool;
    loop {
        while let Found::Forced(bits) = found {
            let rows = tables.rows(trail.push_forced(tables, bits));
            found = P::take(state, pool, rows);
        }
        if found == Found::Dead {
            return false;
        }
        let Some(groups) = P::subsets(&tables.slots, state) else {
            return true;
        };
        trail.inferences.subsets += 1;
        let rows = tables.rows(groups.map(|place| tables.group(place)));
        found = P::take(state, pool, rows);
    }
}

/// Up to eight lanes, ascending.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lanes {
    lanes: [usize; 8],
    len: usize,
}

impl Lanes {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds the lanes of a chunk that starts at `first`, as far as there is room. Returns whether
    /// there is more.
    #[inline(always)]
    pub(super) fn extend(&mut self, first: usize, mut mask: u64) -> bool {
        while mask != 0 && self.len < 8 {
            self.lanes[self.len] = first + mask.trailing_zeros() as usize;
            self.len += 1;
            mask &= mask - 1;
        }
        self.len < 8
    }
}

/// Where no more lanes than this are open, the first of the smallest is branched on: so near the
/// leaves a better choice saves next to no node.
const FEW: usize = 96;

/// The lane to branch on: of some of the smallest the one whose options have the largest items
/// beside it, since to take one of them takes most options away; the first of these. The first
/// of all if the smallest have more than two options, or few lanes are open. `None` if all lanes
/// are decided.
#[inline(always)]
fn choose<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    state: &[Chunk<L, N>],
) -> Option<usize> {
    let smallest = P::smallest(state);
    let lane = |lane: usize| state[lane / N].0[lane % N];
    let mut best = *smallest.lanes[..smallest.len].first()?;
    if state.len() * N <= FEW || open(state) <= FEW {
        return Some(best);
    }
    let mut most = 0;
    for &one in &smallest.lanes[..smallest.len] {
        let two = lane(one).widen() ^ L::FLAG.widen();
        let ends = [two.trailing_zeros(), 63 - two.leading_zeros()];
        if two & (two - 1) != 1 << ends[1] {
            break;
        }
        let mut sum = 0;
        for bit in ends {
            let option = tables.option(one * L::BITS as usize + bit as usize);
            for &beside in tables.beside(option) {
                sum += lane(beside as usize).count().widen();
            }
        }
        best = select_unpredictable(sum > most, one, best);
        most = most.max(sum);
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
    trail: &mut Trail,
) -> Next {
    P::copy(from, state);
    let found = P::take(state, &tables.pool, tables.rows([option]));
    conclude::<P, L, N>(tables, found, state, trail)
}

/// The same for two options, each in a copy of its own, at the same time: while one pass waits for
/// the rows that it found to be forced, the processor is busy with the other.
#[inline(always)]
pub(super) fn branch_two<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    from: &[Chunk<L, N>],
    options: [u32; 2],
    [one, other]: [&mut [Chunk<L, N>]; 2],
    [trail, other_trail]: [&mut Trail; 2],
) -> [Next; 2] {
    P::copy(from, one);
    P::copy(from, other);
    let rows = options.map(|option| tables.rows([option]));
    let mut found = P::take_two([one, other], &tables.pool, rows);
    while let [Found::Forced(bits), Found::Forced(other_bits)] = found {
        let rows = [
            tables.rows(trail.push_forced(tables, bits)),
            tables.rows(other_trail.push_forced(tables, other_bits)),
        ];
        found = P::take_two([one, other], &tables.pool, rows);
    }
    [
        conclude::<P, L, N>(tables, found[0], one, trail),
        conclude::<P, L, N>(tables, found[1], other, other_trail),
    ]
}

#[inline(always)]
fn conclude<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    found: Found,
    state: &mut [Chunk<L, N>],
    trail: &mut Trail,
) -> Next {
    if !settle::<P, L, N>(tables, found, state, trail) {
        return Next::Dead;
    }
    choose::<P, L, N>(tables, state).map_or(Next::Solved, Next::Lane)
}

/// Takes the rows of some options into a state.
#[inline(always)]
pub(super) fn take<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    options: [u32; 4],
    state: &mut [Chunk<L, N>],
) {
    P::take(state, &tables.pool, tables.rows(options));
}
