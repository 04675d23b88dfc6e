//! What rules ask of a shape: its values, and the cells around others.

use super::{Kind, Shape, Unit};
use crate::grid::Grid;

impl Shape {
    /// The least and the largest value, as the board shows them.
    pub(crate) fn value_range(&self) -> (i64, i64) {
        let least = i64::from(self.lowest());
        (least, least + self.side() as i64 - 1)
    }

    /// Whether a board has as many cells as the shape, and no larger values.
    pub(crate) fn fits(&self, board: &Grid) -> bool {
        let largest = board.cells().iter().copied().max().unwrap_or_default();
        board.cells().len() == self.cell_count() && usize::from(largest) <= self.side()
    }

    /// The boxes or regions.
    pub(crate) fn regions(&self) -> impl Iterator<Item = &Unit> {
        let is_region = |unit: &&Unit| matches!(unit.kind(), Kind::Box(_) | Kind::Region(_));
        self.units().filter(is_region)
    }

    /// The box or region of a cell, if it is in one.
    pub(crate) fn region_of(&self, cell: usize) -> Option<&Unit> {
        self.regions().find(|unit| unit.cells().contains(&cell))
    }

    /// The rows, columns, boxes and regions with the most cells.
    pub(crate) fn largest_houses(&self) -> Vec<&Unit> {
        let is_line = |unit: &&Unit| matches!(unit.kind(), Kind::Row(_) | Kind::Column(_));
        let lines = self.units().filter(is_line);
        let houses: Vec<&Unit> = lines.chain(self.regions()).collect();
        let most = houses.iter().map(|unit| unit.cells().len()).max();
        let is_large = |unit: &&Unit| Some(unit.cells().len()) == most;
        houses.into_iter().filter(is_large).collect()
    }

    /// The rows, columns and boxes of which each lacks a value, the rows of each board first.
    pub(crate) fn doppelganger_units(&self) -> impl Iterator<Item = &Unit> {
        let is_own = |kind| matches!(kind, Kind::Row(_) | Kind::Column(_) | Kind::Box(_));
        self.units().filter(move |unit| is_own(unit.kind()))
    }

    /// Whether these are different cells of one unit, so that their values differ.
    pub(crate) fn differ(&self, cells: &[usize]) -> bool {
        let is_repeated = |(place, cell): (usize, &usize)| cells[..place].contains(cell);
        let mut units = self.units();
        !cells.iter().enumerate().any(is_repeated)
            && units.any(|unit| cells.iter().all(|cell| unit.cells().contains(cell)))
    }

    /// The neighbours of a cell in its row and column.
    pub(crate) fn neighbours(&self, cell: usize) -> Vec<usize> {
        let (row, column) = self.place(cell);
        let places = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        let cells = places.into_iter();
        cells
            .filter_map(|(row, column)| self.cell(row, column))
            .collect()
    }

    /// The columns of the picture, cut where cells are missing: of boards that overlap, a piece may
    /// be longer than a column of one board.
    pub(crate) fn column_pieces(&self) -> Vec<Vec<usize>> {
        let mut pieces = Vec::new();
        for column in 0..self.columns() {
            let cells: Vec<Option<usize>> =
                (0..self.rows()).map(|row| self.cell(row, column)).collect();
            let runs = cells.split(Option::is_none);
            pieces.extend(runs.map(|run| run.iter().copied().flatten().collect::<Vec<usize>>()));
        }
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }
}
