//! A board whose exact cover is built again, from its own givens, after each change.

use super::grid::Grid;
use super::search::BoardSearch;
use quadrille_core::{Budget, Stop};

/// A board, and the search that is compiled for it.
pub(super) struct Alone {
    /// The board as it was assumed.
    base: Grid,
    /// The board now, with givens added and removed.
    board: Grid,
    /// Its search, after the first question about it.
    search: Option<BoardSearch>,
}

impl Alone {
    pub(super) fn new(board: &Grid) -> Self {
        Self {
            base: board.clone(),
            board: board.clone(),
            search: None,
        }
    }

    /// Adds a given. A value that the assumed board excludes leaves no solution.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        match self.free(cell) >> (value - 1) & 1 {
            1 => self.board.put(cell, value),
            _ => self.board.allow(cell, 0),
        }
        self.search = None;
    }

    /// Makes a cell blank, with all values allowed but one.
    pub(super) fn clear(&mut self, cell: usize, but: Option<u8>) {
        let but = but.map_or(0, |value| 1 << (value - 1));
        let allowed = self.free(cell) & !but;
        self.board.allow(cell, allowed);
        self.search = None;
    }

    /// The values that a cell may hold without its given.
    fn free(&self, cell: usize) -> u64 {
        match self.base.get(cell) {
            Some(_) => u64::MAX,
            None => self.base.allowed(cell),
        }
    }

    /// The search of the board, with the settings of another one.
    pub(super) fn search(
        &mut self,
        of: &BoardSearch,
        budget: &Budget,
    ) -> Result<&mut BoardSearch, Stop> {
        if budget.nodes_left() == 0 {
            return Err(Stop::Nodes);
        }
        let search = match self.search.take() {
            Some(search) => search,
            None => of.for_board(&self.board, of.sudoku.settings(), budget)?,
        };
        Ok(self.search.insert(search))
    }
}
