//! Sudoku on top of the public API.
