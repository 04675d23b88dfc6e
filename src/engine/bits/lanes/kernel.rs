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
//! | the eight first, if they have two options, without inner branches | 96 | 58 |
//! | the two options of a lane settled at the same time * | 96 | 55 |
//! | the trail by fours, sorted out when it is read * | 96 | 53 |
//!
//! Another sample of 61 boards, on a quieter Zen 4 with AVX-512:
//!
//! | step | guesses a board | µs a board |
//! |---|---|---|
//! | all the above | 104 | 58.7 |
//! | of the first twelve lanes with two options the one whose options weigh most (`sizes::weight`) | 52 | 37.2 |
//! | a state is written where it is taken from another one, and a twin stays where it is * | 52 | 35.0 |
//! | lanes gathered without a branch, sizes kept in one place * | 52 | 34.4 |
//! | a slot for all chunks that have the same groups * | 52 | 33.9 |
//! | places by bytes, bits in the width of a lane * | 52 | 33.3 |
//! | eight lanes in place of twelve * | 55 | 31.1 |
//! | 16 and 24 lanes in place of twelve, before the last four steps | 49 | 38.4, 49.6 |
//! | 2, 3, 6 or 8 options a pass in place of 4, where that took 34.5 | 52 | 36.5, 34.9, 39.2, 43.0 |
//! | seven found, and of these four that differ, where four took 35.0 | 52 | 35.3 |
//! | to count bits once and store them, where that took 36.0 (with AVX2 it pays: 59 in place of 66) | 52 | 38.1 |
//!
//! With AVX2 these boards took 118 µs by plain loops, and 51 on pairs of registers.
//!
//! With twelve lanes and 52 guesses a board there were 103 states to settle, with 345 passes for forced options, 83 looks
//! at groups and 149 passes that weigh four lanes. A pass took 32 ns, 26 where two states are settled
//! at once; a look at groups took 29 ns, to weigh four lanes 48. All this is bound by loads: of
//! a state and four rows, 64 bytes a cycle.

use super::lane::{Chunk, Lane};
use super::passes::{Found, Passes};
use super::pick::choose;
use super::sizes::Sizes;
use super::tables::Tables;
use super::trail::Trail;

/// Takes what was found to be forced in a state, and from it all that the subset rule takes away,
/// until nothing changes. Options are appended to the trail. Returns false at a dead end.
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
            [found] = passes.take(None, [state], rows);
        }
        if found == Found::Dead {
            return false;
        }
        let Some(groups) = passes.subsets(&tables.slots, state) else {
            return true;
        };
        trail.subsets += 1;
        let rows = tables.rows([groups.map(|place| tables.group(place))]);
        [found] = passes.take(None, [state], rows);
    }
}

/// What there is to do in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) enum Next {
    Dead,
    Solved,
    Lane(usize),
}

/// Takes an option into a copy of the state `from`, settles it and finds the lane to branch on.
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
    let [found] = passes.take(Some(from), [state], rows);
    conclude(passes, tables, found, state, sizes, trail)
}

/// The same for two options, each in a copy of its own, at the same time: while one pass waits for
/// the rows that it found to be forced, the processor is busy with the other.
#[inline(always)]
pub(in crate::engine::bits) fn branch_two<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    from: &[Chunk<L, N>],
    options: [u32; 2],
    [one, other]: [&mut [Chunk<L, N>]; 2],
    sizes: &mut Sizes<L, N>,
    [trail, other_trail]: [&mut Trail; 2],
) -> [Next; 2] {
    let rows = tables.rows(options.map(|option| [option]));
    let mut found = passes.take(Some(from), [one, other], rows);
    while let [Found::Forced(bits), Found::Forced(other_bits)] = found {
        let rows = tables.rows([
            trail.push_forced(tables, bits),
            other_trail.push_forced(tables, other_bits),
        ]);
        found = passes.take(None, [one, other], rows);
    }
    [
        conclude(passes, tables, found[0], one, sizes, trail),
        conclude(passes, tables, found[1], other, sizes, other_trail),
    ]
}

#[inline(always)]
fn conclude<P: Passes<L, N>, L: Lane, const N: usize>(
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

/// Takes the rows of options into a state, and does not look at what is left.
#[inline(always)]
pub(in crate::engine::bits) fn strike<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    options: &[u32],
    state: &mut [Chunk<L, N>],
) {
    passes.strike(state, |at| {
        options.iter().map(move |&option| tables.chunk(option, at))
    });
}
