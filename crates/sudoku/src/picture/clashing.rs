//! The cells that break a rule.

use crate::grid::Grid;
use crate::shape::Shape;

impl Shape {
    /// Returns for each cell whether its value clashes with that of another cell, or breaks a rule.
    #[must_use]
    pub fn clashing(&self, board: &Grid) -> Vec<bool> {
        let mut clashing = vec![false; self.cell_count()];
        for unit in self.units() {
            for (place, &one) in unit.cells().iter().enumerate() {
                let Some(value) = board.get(one) else {
                    continue;
                };
                for &other in &unit.cells()[place + 1..] {
                    if board.get(other) == Some(value) {
                        clashing[one] = true;
                        clashing[other] = true;
                    }
                }
            }
        }
        for pair in self.apart() {
            if let [Some(one), Some(other)] = pair.map(|cell| board.get(cell))
                && one.abs_diff(other) <= 1
            {
                pair.into_iter().for_each(|cell| clashing[cell] = true);
            }
        }
        for cell in self.broken(board).into_iter().flatten() {
            if let Some(clashing) = clashing.get_mut(cell) {
                *clashing = true;
            }
        }
        clashing
    }
}
