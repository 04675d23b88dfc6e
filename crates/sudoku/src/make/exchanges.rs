//! Solutions beside a known one: two values exchanged in some of their cells.
//!
//! Where all rules only make cells differ, two values can be exchanged in a cell if they are
//! exchanged in all cells that would hold the same value in one of its units, and so on. If none of
//! these cells is given, the board has another solution.

use crate::grid::Grid;
use crate::shape::Shape;

const NONE: u32 = u32::MAX;

/// The known solution of a board.
pub(super) struct Exchanges {
    values: Vec<u8>,
    /// For each unit and each value the cell that holds it.
    holders: Vec<u32>,
    /// For each cell the last walk that met it.
    met: Vec<u32>,
    walks: u32,
    /// Work space: the cells that a walk has met and not yet passed.
    open: Vec<usize>,
}

impl Exchanges {
    /// `None` where a rule does more than to make cells differ, or marks exclude values.
    pub(super) fn new(shape: &Shape, solved: &Grid, board: &Grid) -> Option<Self> {
        if !shape.is_symmetric() || board.marks().is_some() {
            return None;
        }
        let side = shape.side();
        let mut holders = vec![NONE; shape.units().len() * side];
        for (cell, value) in solved.givens() {
            for &unit in shape.units_of(cell) {
                holders[unit * side + usize::from(value) - 1] = cell as u32;
            }
        }
        Some(Self {
            values: solved.cells().to_vec(),
            holders,
            met: vec![0; solved.cells().len()],
            walks: 0,
            open: Vec::new(),
        })
    }

    /// Whether the value of a blank cell can be exchanged for another one.
    pub(super) fn any(&mut self, shape: &Shape, board: &Grid, cell: usize) -> bool {
        let own = self.values[cell];
        let mut others = (1..=shape.side() as u8).filter(|&other| other != own);
        others.any(|other| self.is_free(shape, board, cell, other))
    }

    /// Whether no cell is given among those that change with this one.
    fn is_free(&mut self, shape: &Shape, board: &Grid, cell: usize, other: u8) -> bool {
        let both = self.values[cell] + other;
        self.walks += 1;
        self.met[cell] = self.walks;
        self.open.clear();
        self.open.push(cell);
        while let Some(cell) = self.open.pop() {
            let new = usize::from(both - self.values[cell]) - 1;
            for &unit in shape.units_of(cell) {
                let holder = self.holders[unit * shape.side() + new] as usize;
                // A unit with fewer cells than values may not hold the value.
                if holder == NONE as usize || self.met[holder] == self.walks {
                    continue;
                }
                if board.get(holder).is_some() {
                    return false;
                }
                self.met[holder] = self.walks;
                self.open.push(holder);
            }
        }
        true
    }
}
