//! The kernel of the layout *lanes*, written once for every lane width and instruction set. It uses
//! forced options until none is left and then finds a lane to branch on. An operation on all lanes
//! of a state is a *pass*: `masks` has the passes on registers. In tests they are compared with
//! plain loops, those in `loops`.
//!
//! A pass over the 324 lanes of sudoku takes 62 ns, and nearly half of that is the latency from the
//! end of one pass to the rows of the next. So a pass should find much, without branches. Hard
//! boards take 31 µs with AVX-512; measured.md lists what each step brought and what did not pay.

use rand_pcg::Pcg32;

use super::lane::{Chunk, Lane};
use super::passes::{BATCH, Found, Passes};
use super::pick::{choose, smallest};
use super::sizes::Sizes;
use super::tables::Tables;
use super::trail::Trail;

/// Uses forced options and applies the subset rule until nothing changes. Appends the options to
/// the trail. Returns false at a dead end.
#[inline(always)]
fn settle<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    mut found: Found<L>,
    state: &mut [Chunk<L, N>],
    trail: &mut Trail,
) -> bool {
    loop {
        while let Found::Forced(bits) = found {
            let rows = tables.rows([trail.push_forced(tables, bits)]);
            [found] = passes.apply_rows(None, [state], rows);
        }
        if found == Found::Dead {
            return false;
        }
        let Some(groups) = passes.subsets(&tables.slots, state) else {
            return true;
        };
        trail.subsets += 1;
        let rows = tables.rows([groups.map(|place| tables.group(place))]);
        [found] = passes.apply_rows(None, [state], rows);
    }
}

/// The outcome of settling a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) enum Next {
    Dead,
    Solved,
    Lane(usize),
}

/// Uses an option in a copy of the state `from`, settles the copy and finds the lane to branch on.
#[inline(always)]
pub(in crate::engine::bits) fn branch<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    from: &[Chunk<L, N>],
    option: u32,
    state: &mut [Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
    trail: &mut Trail,
) -> Next {
    let rows = tables.rows([[option]]);
    let [found] = passes.apply_rows(Some(from), [state], rows);
    settle_and_choose(passes, tables, found, state, sizes, trail)
}

/// Does the same for two options at once, each in a copy of its own. While one pass waits for the
/// rows of its forced options, the processor works on the other.
#[inline(always)]
pub(in crate::engine::bits) fn branch_two<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    from: &[Chunk<L, N>],
    options: [u32; 2],
    states: [&mut [Chunk<L, N>]; 2],
    sizes: &mut Sizes<L, N>,
    trails: [&mut Trail; 2],
) -> [Next; 2] {
    let rows = tables.rows(options.map(|option| [option]));
    let [one, other] = states;
    let mut found = passes.apply_rows(Some(from), [one, other], rows);
    while let [Found::Forced(bits), Found::Forced(other_bits)] = found {
        let rows = tables.rows([
            trails[0].push_forced(tables, bits),
            trails[1].push_forced(tables, other_bits),
        ]);
        found = passes.apply_rows(None, [one, other], rows);
    }
    // A loop, so that the code of a single state is there only once.
    let states = [one, other];
    let mut next = [Next::Dead; 2];
    for k in 0..2 {
        next[k] = settle_and_choose(passes, tables, found[k], states[k], sizes, trails[k]);
    }
    next
}

#[inline(always)]
fn settle_and_choose<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    found: Found<L>,
    state: &mut [Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
    trail: &mut Trail,
) -> Next {
    if !settle(passes, tables, found, state, trail) {
        return Next::Dead;
    }
    choose(passes, tables, state, sizes).map_or(Next::Solved, Next::Lane)
}

/// A random one of the smallest undecided lanes. There is at least one. It is a kernel because
/// counting bits takes an instruction of its own.
#[inline(always)]
pub(in crate::engine::bits) fn random_lane<P: Passes<L, N>, L: Lane, const N: usize>(
    _: P,
    state: &[Chunk<L, N>],
    random: &mut Pcg32,
) -> usize {
    smallest(state, random)
}

/// Removes the rows of options from a state, without examining what is left.
#[inline(always)]
pub(in crate::engine::bits) fn remove_rows<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    options: &[u32],
    state: &mut [Chunk<L, N>],
) {
    for some in options.chunks(BATCH) {
        let mut batch = [tables.none(); BATCH];
        for (place, &option) in batch.iter_mut().zip(some) {
            *place = option;
        }
        passes.remove_rows(state, tables.rows([batch]));
    }
}
