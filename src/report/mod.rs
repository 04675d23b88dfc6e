//! What the commands say: the answers of the library as types that serde writes.

pub mod sudoku;
