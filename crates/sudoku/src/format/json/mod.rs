//! Our own JSON: one object in which every rule stands, and nothing is implied.

mod keys;
mod layout;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::{write, write_line};
