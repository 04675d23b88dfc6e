//! The text of Interactive Sudoku Solver: `.Cage~17~R1C1~R1C2.~R5C5_3`, one puzzle a line.

mod killer;
mod machine;
mod names;
mod parts;
mod read;
mod write;

pub(super) use killer::{is_killer, read as read_killer};
pub(super) use read::read;
pub(super) use write::write;
