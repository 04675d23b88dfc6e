//! The JSON of SudokuPad, which is a drawing: only its givens, regions and cages are rules, and dots
//! between cells where the text of the rules gives them their usual meaning.
//!
//! Everything else that is drawn gets a note. SudokuPad also has a short form of its JSON, with
//! short keys and without most quotes.

mod dots;
mod meaning;
mod read;
mod short;
mod write;

pub(super) use read::read;
pub(super) use short::lengthen;
pub(super) use write::write;
