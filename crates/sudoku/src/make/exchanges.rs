//! Solutions beside a known one: two values exchanged in some of their cells.
//!
//! Where all rules only make cells differ, two values can be exchanged in a cell if they are
//! exchanged in all cells that would hold the same value in one of its units, and so on. The cells
//! of the two values fall into such sets: each cell is in one set for each other value. A board
//! has another solution if none of the cells of a set is given.

use crate::grid::Grid;
use crate::shape::Shape;

const NONE: u32 = u32::MAX;

/// The sets of cells in which two values of a solution can be exchanged.
pub(super) struct Exchanges {
    side: usize,
    /// For each cell and each value the set in which its own value and that one are exchanged.
    sets: Vec<u32>,
    /// The number of givens in each set.
    givens: Vec<u32>,
}

impl Exchanges {
    /// The sets of a solution of a board; `None` where a rule does more than to make cells differ.
    pub(super) fn new(shape: &Shape, solved: &Grid, board: &Grid) -> Option<Self> {
        if !shape.is_symmetric() || board.marks().is_some() {
            return None;
        }
        let (side, cells) = (shape.side(), solved.cells());
        let value = |cell: usize| usize::from(cells[cell]) - 1;
        let mut holders = vec![NONE; shape.units().len() * side];
        for cell in 0..cells.len() {
            for &unit in shape.units_of(cell) {
                holders[unit * side + value(cell)] = cell as u32;
            }
        }
        let mut sets = vec![NONE; cells.len() * side];
        let (mut givens, mut open) = (Vec::new(), Vec::new());
        for start in 0..cells.len() {
            for other in (0..side).filter(|&other| other != value(start)) {
                if sets[start * side + other] != NONE {
                    continue;
                }
                let (set, mut count) = (givens.len() as u32, 0);
                sets[start * side + other] = set;
                open.push(start);
                while let Some(cell) = open.pop() {
                    count += u32::from(board.cells()[cell] != 0);
                    let own = value(cell);
                    let new = value(start) + other - own;
                    for &unit in shape.units_of(cell) {
                        let holder = holders[unit * side + new] as usize;
                        if holder != NONE as usize && sets[holder * side + own] == NONE {
                            sets[holder * side + own] = set;
                            open.push(holder);
                        }
                    }
                }
                givens.push(count);
            }
        }
        Some(Self { side, sets, givens })
    }

    /// Removes the given of a cell. Returns whether values can then be exchanged.
    pub(super) fn take(&mut self, cell: usize) -> bool {
        let mut any = false;
        for &set in &self.sets[cell * self.side..][..self.side] {
            // The value of the cell itself has no set.
            if let Some(givens) = self.givens.get_mut(set as usize) {
                *givens -= 1;
                any |= *givens == 0;
            }
        }
        any
    }

    /// Puts the given of a cell back.
    pub(super) fn put(&mut self, cell: usize) {
        for &set in &self.sets[cell * self.side..][..self.side] {
            if let Some(givens) = self.givens.get_mut(set as usize) {
                *givens += 1;
            }
        }
    }
}
