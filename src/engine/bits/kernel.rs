//! The kernels of the layout *lanes*, written once for every lane width. They are plain loops
//! over chunks that a compiler turns into vector instructions; `simd` compiles them for each
//! instruction set.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several chunks at once are what vectorises"
)]

use super::lane::{Chunk, Lane};
use super::tables::{NONE, Tables};

/// Options that are taken, by index, in that order. There is always room for as many as can be.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    pub(super) len: usize,
    options: Vec<u32>,
}

impl Trail {
    /// An empty trail for a problem with this many primary items. Every option on it covers one
    /// at least that the others do not, but for the last, which may contradict each other.
    pub(super) fn new(primary: usize) -> Self {
        Self {
            len: 0,
            options: vec![NONE; primary + 4],
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, option: u32) {
        self.push_if(option, true);
    }

    #[inline(always)]
    fn push_if(&mut self, option: u32, new: bool) {
        self.options[self.len] = option;
        self.len += usize::from(new);
    }

    pub(super) fn options(&self) -> &[u32] {
        &self.options[..self.len]
    }
}

/// What a pass finds.
#[derive(Clone, Copy)]
enum Found {
    /// A lane has no option left.
    Dead,
    /// No lane is forced.
    Quiet,
    /// The first and the last lane that is not decided and has one option left.
    Forced(usize, usize),
}

/// Takes an option into a copy of the state `from`, or nothing into `state` itself, and then all
/// options that are forced, until none is. They are appended to the trail. Returns false at a
/// dead end.
#[inline(always)]
fn settle<L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    from: Option<(&[Chunk<L, N>], u32)>,
    state: &mut [Chunk<L, N>],
    trail: &mut Trail,
) -> bool {
    let mut found = match from {
        Some((from, option)) => pass(Some(from), tables.rows([option]), state),
        None => pass(None, tables.rows([]), state),
    };
    while let Found::Forced(first, last) = found {
        let [first, last] =
            [first, last].map(|lane| tables.option(lane, state[lane / N].0[lane % N].lowest()));
        trail.push_if(first, true);
        trail.push_if(last, first != last);
        found = pass(None, tables.rows([first, last]), state);
    }
    matches!(found, Found::Quiet)
}

/// Takes rows into a state, read from `from` if there is one and from `state` itself if not, and
/// looks at what is left, in one pass without a branch.
#[inline(always)]
fn pass<L: Lane, const N: usize, const R: usize>(
    from: Option<&[Chunk<L, N>]>,
    rows: [&[Chunk<L, N>]; R],
    state: &mut [Chunk<L, N>],
) -> Found {
    let len = state.len();
    let rows = rows.map(|row| &row[..len]);
    let from = from.map(|from| &from[..len]);
    let mut least = [L::MAX; N];
    // For each column of lanes the first and the last chunk with one that is forced, from 1.
    let mut first = [L::MAX; N];
    let mut last = [L::ZERO; N];
    let mut number = L::ZERO;
    for at in 0..len {
        number = number.plus(L::from(1));
        let before = match from {
            Some(from) => from[at].0,
            None => state[at].0,
        };
        for i in 0..N {
            let mut lane = before[i];
            for row in rows {
                lane &= row[at].0[i];
            }
            state[at].0[i] = lane;
            least[i] = least[i].min(lane << 1);
            let forced = L::mask(lane & lane.minus_one() == L::FLAG);
            first[i] = first[i].min(number | !forced);
            last[i] = last[i].max(number & forced);
        }
    }
    if minimum(least) == L::ZERO {
        return Found::Dead;
    }
    // The chunk and the column in one number.
    let mut column = L::ZERO;
    for i in 0..N {
        first[i] = (first[i] << N.ilog2()) | column | L::mask(first[i] == L::MAX);
        last[i] = (last[i] << N.ilog2()) | column;
        column = column.plus(L::from(1));
    }
    let last = maximum(last).widen() as usize;
    if last < N {
        return Found::Quiet;
    }
    Found::Forced(minimum(first).widen() as usize - N, last - N)
}

#[inline(always)]
fn maximum<L: Lane, const N: usize>(lanes: [L; N]) -> L {
    let mut most = L::ZERO;
    for lane in lanes {
        most = most.max(lane);
    }
    most
}

#[inline(always)]
fn minimum<L: Lane, const N: usize>(lanes: [L; N]) -> L {
    let mut least = L::MAX;
    for lane in lanes {
        least = least.min(lane);
    }
    least
}

/// What there is to do in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Dead,
    Solved,
    Lane(usize),
}

/// Settles a state and finds the lane to branch on.
#[inline(always)]
pub(super) fn branch<L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    from: Option<(&[Chunk<L, N>], u32)>,
    state: &mut [Chunk<L, N>],
    trail: &mut Trail,
) -> Next {
    if !settle(tables, from, state, trail) {
        return Next::Dead;
    }
    smallest(state).map_or(Next::Solved, Next::Lane)
}

/// The first of the smallest lanes that are not decided, or `None` if all are.
#[inline(always)]
fn smallest<L: Lane, const N: usize>(state: &[Chunk<L, N>]) -> Option<usize> {
    // For each column of lanes the least pair (size, chunk), packed in a lane.
    let mut best = [L::MAX; N];
    let mut number = L::ZERO;
    for chunk in state {
        for i in 0..N {
            let lane = chunk.0[i];
            let key = (lane.count() << L::NUMBER) | number;
            let key = if lane & L::FLAG == L::ZERO {
                L::MAX
            } else {
                key
            };
            best[i] = best[i].min(key);
        }
        number = L::truncate(number.widen() + 1);
    }
    let least = minimum(best);
    if least == L::MAX {
        return None;
    }
    let mut columns = [L::ZERO; N];
    let mut column = L::ZERO;
    for i in 0..N {
        columns[i] = column | L::mask(best[i] != least);
        column = column.plus(L::from(1));
    }
    let chunk = least.widen() & ((1 << L::NUMBER) - 1);
    Some(chunk as usize * N + minimum(columns).widen() as usize)
}
