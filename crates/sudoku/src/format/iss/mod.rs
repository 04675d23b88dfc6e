//! The text of Interactive Sudoku Solver: `.Cage~17~R1C1~R1C2.~R5C5_3`, one puzzle a line.
//!
//! ```text
//! read    from a text to a puzzle, with the rules for the whole board
//! rules   rules about cells; details (rules with values, pairs or machines)
//! outline the size and the regions
//! cells   the names of cells, rows and columns
//! machine packed state machines and tables of pairs
//! parts   the parts of a text; bad (errors)
//! table   all parts, and what they stand for
//! killer  another text, that has cages only
//! write   from a puzzle to a text; write_rules, its rules about cells
//! ```

mod bad;
mod cells;
mod details;
mod killer;
mod machine;
mod outline;
mod parts;
mod read;
mod rules;
mod table;
mod write;
mod write_rules;

pub(super) use killer::{is_killer, read as read_killer};
pub(super) use read::read;
pub(super) use write::write;
