//! Links of penpa-edit, a website to draw puzzles: `...#m=edit&p=` and a compressed text.
//!
//! ```text
//! pack   from the letters to the lines of the text, and back
//! plan   which of the numbered points is which cell
//! read   the drawing that has a meaning: numbers, thick lines, cages, thermometers, arrows
//! write
//! ```

mod pack;
mod plan;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;
