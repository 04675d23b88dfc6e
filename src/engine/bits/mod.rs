//! The engine `bits`: states that are bits, many of which one instruction looks at.
//!
//! There are three layouts. All copy a state for each level, so that there is nothing to undo,
//! and all take forced options as they find them, so that only real choices are nodes.
//!
//! * **Lanes**: a state is one lane for each primary item, with one bit for each of its options.
//!   A lane is a `u16`, `u32` or `u64`, whose highest bit says that the item is not decided. To
//!   take an option is to AND its row; two equal options, shared secondary items, other colours,
//!   everything by which options exclude each other is in the rows. It suits items with few
//!   options: sudoku, queens, Latin squares. Rows take options x primary items lanes, so large
//!   problems do not fit.
//! * **Lists**: a state is the list of the options that are live, each as a set of items. It
//!   suits few items with many options: polyominoes.
//! * **Rows**: a state is one bit for each option, and what is left of each primary item. It knows
//!   the whole language, multiplicities too.
//!
//! The kernels are plain loops over chunks of lanes, or over lists, generic over the width. `simd`
//! compiles them for each instruction set; it is the one file with `unsafe`. What is chosen never
//! depends on the width of a vector: lanes are numbered, ties go to the first, and every path
//! walks through the same nodes in the same order, which is tested.
//!
//! # What was measured
//!
//! Zen 3 without AVX-512, one thread, other programs running, so that ratios count more than times.
//! "Hard" is a list of 4,877 sudoku boards, each solved and proved unique.
//!
//! | tried for lanes | hard, µs a board |
//! |---|---|
//! | two forced lanes a pass, the first and the last, found without a branch (kept) | 100 to 130 |
//! | four a pass, the ends of either half of a bitmap of the forced lanes | 113 to 134 |
//! | all forced lanes a pass, gathered from a bitmap with `while word != 0` | 165 to 209 |
//! | the first and the last by `position` over the lanes: not vectorised | 660 |
//! | `if` in place of masks in the inner loop: branches in place of vectors | 525 |
//! | bit-sliced planes (plane k holds the k-th options of all items; 9 % smaller rows, half the instructions a pass), prototype | 153 to 160, where lanes took 136 to 154 |
//!
//! Zen 4 with AVX-512, one thread, the least of many short runs, on a sample of 60 of these boards:
//!
//! | step, for lanes | guesses a board | µs a board |
//! |---|---|---|
//! | before: plain loops, two forced lanes a pass | 169 (all boards) | 90 (all boards) |
//! | passes on registers and masks, and the subset rule by slots (kept) | 131 | 63 |
//! | four forced lanes a pass, of four columns, gathered by one instruction (kept) | 131 | 59 to 61 |
//! | the same without a pool: a chunk of each row by itself (larger tables) | 131 | 59 |
//! | a state held in twelve registers (the compiler keeps it in memory) | 133 | 68 |
//! | of eight of the smallest lanes the one with the largest items beside it, loops over its bits | 96 | 60 to 63 |
//! | the same for lanes of two options only, without inner branches (kept) | 96 | 58 |
//! | the two options of a lane settled at the same time (kept) | 96 | 55 |
//! | the trail by fours, sorted out when it is read (kept) | 96 | 53 |
//! | those eight gathered by columns, without a branch: another choice of eight | 104 | 60 |
//!
//! Forced options of a question are taken into the root by fours: boards with 17 givens went from
//! 3.6 to 2.1 µs by that alone. With 131 guesses a board there were 260 states to settle, with
//! 720 passes for forced options, 178 looks for subsets and 46 passes for what these find.
//! From these a pass was reckoned at about 160 cycles; its loop is two fifths of the whole time.
//!
//! A pass over the 324 lanes of sudoku took 62 ns in a prototype, one over the 26 lanes of 13
//! queens 27 ns: nearly half is not work on lanes but the way from the end of one pass to the
//! rows of the next. The rows of sudoku take 514 KB, just more than the second-level cache here.
//!
//! To score eight lanes pays where a choice decides about many nodes, and not near the leaves. The
//! same processor, user time, medians of seven runs in turn; for the boards 400 of the list:
//!
//! | to score where | hard | Langford 12 | 13 queens | Latin 5 | a million grids of 2 x 4 boxes |
//! |---|---|---|---|---|---|
//! | always | 0.031 s | 0.135 s | 0.040 s | 0.044 s | 0.44 s |
//! | more than 96 lanes are open (kept) | 0.028 s | 0.120 s | 0.033 s | 0.031 s | 0.37 s |
//!
//! Nodes are 1 or 2 % more for Langford and queens, as many for Latin squares, 0.1 % more for
//! hard boards. Bounds of 64, 128 and 160 lanes were not told apart from 96 by time; without
//! any scores the boards had 131 guesses for 96.
//!
//! That a count needs no trails was not made use of:
//!
//! * Where one item is left, or all options of an item cover all that is left, the solutions
//!   could be counted by the bits of a lane. Then these options have the same primary items; in
//!   queens, Langford pairs, Latin squares, pentominoes and soma no two have, so that it never
//!   happens with more than one bit.
//! * Two twins that are both solved, told as two solutions at once: 1 % of the time of
//!   Langford 12, 3 % of 13 queens, 6 % of Latin 5. It would cost all engines a mode.
//! * Where all open items have two options there are two solutions, or none, for each part that
//!   hangs together, if there are no secondary items. That is so in 5 % of the branching states
//!   of Langford 12, in 10 % of 13 queens (which have secondary items) and in 61 % of Latin 5.
//!   So for Latin squares a fifth of the branching states could be spared at least; every other
//!   state, and every other problem, would pay for the look. This was reckoned, not built.
//! * Where lists are used there are 5 to 120 nodes for each solution: nothing to gain.
//!
//! Lists replace a layout of one bit an option with a row for each option, which had been
//! sketched at 0.39 s for pentominoes 6 x 10 with AVX-512: lists take 0.29 s with AVX2, as the
//! deep states, where the time goes, are short.
//!
//! | tried for lists | pentominoes 6 x 10, s |
//! |---|---|
//! | the dead ends among four children seen before a list is copied, counters of four bits, words as planes (kept) | 0.29 |
//! | the same without vector instructions | 0.84 |
//! | lists copied first, then counted, words side by side: prototype | 0.42 |
//! | exact counts by a loop over the bits of each option: prototype | 1.25 |
//! | look-ahead by one step on all options where 24 items are open: 324,000 nodes for 798,000 | 1.25 where the kernel then took 0.75 |
//!
//! When lists were new, they and lanes were level on problems that suit both (Langford 12,
//! Latin 5), or lanes were faster (12 queens: 0.0056 s and 0.0093 s).
//!
//! # Problems too large at the root
//!
//! They stay with `links` to the leaves. 20,000 options of 5 items over 300, two covers planted, the
//! first 20,000 nodes of Algorithm X: 99.8 % of the nodes have at most 300 live options, and 95 %
//! of the options taken away are taken away there. So there is something to gain, but a change
//! of engine below a node is not what is missing: lists are compact by themselves, as each is
//! copied and repacked on the way down. With a bound of 4 GB the same problem runs on lists, in
//! 29 MB, with 1.13 million nodes a second. `links` has 0.95 million, of which about 23 % are
//! choices and the others dead ends and forced options, which lists do not count. What keeps
//! lists from such problems is the bound of their memory, here 2.3 GB: it holds also where they
//! do not shrink from level to level.

mod groups;
mod kernel;
mod lane;
mod lanes;
mod lists;
mod loops;
mod masks;
mod pool;
mod rows;
#[cfg(test)]
mod sanity;
mod simd;
mod tables;

pub(crate) use lanes::Lanes;
pub(crate) use lists::Lists;
pub(crate) use rows::Rows;
pub use simd::Vectors;
