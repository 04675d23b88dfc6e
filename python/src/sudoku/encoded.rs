//! A board as an exact cover.

use pyo3::prelude::*;
use quadrille::OptionId;
use quadrille::sudoku::Sudoku;

use super::BoardCore;
use crate::problem::{Core, Frozen};

/// A board as an exact cover: its rules as a problem, its givens as assumptions.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct EncodedCore {
    pub(super) board: BoardCore,
    pub(super) sudoku: Sudoku,
    /// The memory limit under which it was compiled.
    pub(super) memory: usize,
}

#[pymethods]
impl EncodedCore {
    fn core(&self) -> Core {
        Core::of(Frozen::compiled(self.sudoku.solver(), self.memory))
    }

    /// The options that are forced, and those that are forbidden.
    fn assumptions(&self) -> (Vec<usize>, Vec<usize>) {
        let mut search = self.sudoku.search();
        let assumed = search.assume(&self.board.puzzle.board).assumptions();
        let numbers = |options: &[OptionId]| options.iter().map(|option| option.index()).collect();
        (numbers(&assumed.forced()), numbers(&assumed.forbidden()))
    }

    /// The row, the column and the value of each option; `None` for options of other rules.
    fn candidates(&self) -> Vec<Option<(usize, usize, u32)>> {
        let shape = self.sudoku.shape();
        let options = 0..self.sudoku.solver().problem().option_count() as u32;
        let options = options.map(OptionId::new);
        let candidate = |option| {
            let (cell, value) = self.sudoku.encoding().candidate(option)?;
            let (row, column) = shape.place(cell);
            Some((row, column, shape.number(value)))
        };
        options.map(candidate).collect()
    }

    /// The board that a solution stands for.
    fn solved(&self, options: Vec<u32>) -> BoardCore {
        let options: Vec<OptionId> = options.into_iter().map(OptionId::new).collect();
        self.board.with_grid(self.sudoku.encoding().grid(&options))
    }
}
