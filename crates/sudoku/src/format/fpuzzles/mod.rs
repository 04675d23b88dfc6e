//! The JSON of f-puzzles, which most setters of variants use.
//!
//! Three facts about it that its field names do not show, taken from what solvers for it do:
//!
//! - Only a `value` with `given: true` is a given, and only `givenPencilMarks` are candidates.
//!   `centerPencilMarks` and `cornerPencilMarks` are the notes of a person who solves the puzzle.
//! - `nonconsecutive` with white dots says that neighbours *without a dot* are not consecutive.
//! - All cells of `minimum` together are less than their other neighbours; so for `maximum`.

mod outside;
mod read;
mod words;
mod write;

pub(super) use read::read;
pub(super) use write::write;
