//! The engine `bits`: states that are bits, many of which one instruction looks at.
//!
//! There are three layouts. All copy a state for each level, so that there is nothing to undo,
//! and all take forced options as they find them, so that only real choices are nodes.
//!
//! * **Lanes**: a state is one lane for each primary item, with one bit for each of its options.
//!   A lane is a `u16`, `u32` or `u64`, whose highest bit says that the item is not decided. To
//!   take an option is to take away its row; two equal options, shared secondary items, other colours,
//!   everything by which options exclude each other is in the rows. It suits items with few
//!   options: sudoku, queens, Latin squares. Rows take options x primary items lanes, so large
//!   problems do not fit.
//! * **Lists**: a state is the list of the options that are live, each as a set of items. It
//!   suits few items with many options: polyominoes.
//! * **Rows**: a state is one bit for each option, and what is left of each primary item. It knows
//!   the whole language, multiplicities too.
//!
//! The kernels are plain loops over chunks of lanes, or over lists, and for some instruction sets on
//! registers, generic over the width. `simd` holds the registers, and compiles the kernels for each
//! instruction set; it is the one room with `unsafe`. What is chosen never
//! depends on the width of a vector: lanes are numbered, ties go to the first, and every path
//! walks through the same nodes in the same order, which is tested.
//!
//! What was measured stands beside what it justifies, also what does not pay: in `lanes` and its
//! `kernel`, and in `lists`. Ratios count more than times: "Zen 3" is a processor without AVX-512,
//! "Zen 4" one with it, both one thread; "hard" is a list of 4,877 sudoku boards, each solved and
//! proved unique.
//!
//! # Not made use of
//!
//! A count needs no trails, so that it could tell several solutions at once:
//!
//! * Where one item is left, or all options of an item cover all that is left, by the bits of a
//!   lane. Then these options have the same primary items; in queens, Langford pairs, Latin
//!   squares, pentominoes and soma no two have.
//! * Two twins that are both solved: 1 % of the time of Langford 12, 3 % of 13 queens, 6 % of
//!   Latin 5, for a mode of all engines.
//! * Where all open items have two options, and there are no secondary items: two solutions or
//!   none for each part that hangs together. That is so in 5 % of the branching states of
//!   Langford 12 and in 61 % of Latin 5, where a fifth of them could be spared (reckoned, not
//!   built); every other state would pay for the look.
//! * Where lists are used there are 5 to 120 nodes for each solution: nothing to gain.

mod exclusion;
mod lanes;
mod lists;
mod numbering;
mod rows;
mod simd;

pub(crate) use lanes::Lanes;
pub(crate) use lists::Lists;
pub(crate) use rows::Rows;
pub(crate) use simd::Kernels;
pub use simd::Vectors;
