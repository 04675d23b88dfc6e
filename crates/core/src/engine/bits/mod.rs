//! The engine `bits`: states are sets of bits, and one instruction handles many of them.
//!
//! There are three layouts. Each of them copies the state for every level, so nothing has to be
//! undone. Each uses forced options as soon as it finds them, so only real choices are nodes.
//!
//! * **Lanes**: a state has one lane for each primary item, with one bit for each of its options. A
//!   lane is a `u16`, `u32` or `u64`, whose highest bit says that the item is undecided. Using an
//!   option clears the bits of its row. The row holds every reason why options exclude each other:
//!   shared items, equal options, other colours. This layout suits items with few options, as in
//!   sudoku, queens and Latin squares. The rows take options x primary items lanes, so large
//!   problems do not fit.
//! * **Lists**: a state is the list of the live options, each as a set of items. This layout suits
//!   few items with many options, as in polyomino tilings.
//! * **Rows**: a state has one bit for each option, and counters for each primary item. This layout
//!   supports all problems, also with multiplicities.
//!
//! The kernels are generic over the width of registers. `simd` holds the registers, from sixteen
//! bytes up, and compiles the kernels for each instruction set; it is the only module with
//! `unsafe`. No choice depends on the width of a vector: lanes are numbered, ties go to the first,
//! and every path visits the same nodes in the same order, which is tested.
//!
//! Measurements, also of ideas that did not pay, are in the pages measured.md of this folder, of
//! `lanes` and of `lists`.

pub(super) mod exclusion;
mod lanes;
mod lists;
#[cfg(test)]
#[allow(dead_code, unreachable_pub, reason = "the examples use all of it")]
#[path = "../../../tests/support/puzzles.rs"]
mod puzzles;
mod rows;
mod simd;

pub(crate) use lanes::{Lanes, SumTables, Summed};
pub(crate) use lists::Lists;
pub(crate) use rows::Rows;
pub(crate) use simd::Kernels;
pub use simd::Vectors;
