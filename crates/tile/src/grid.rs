//! Grids: which cells there are, and how cells are turned.
//!
//! Cells have the coordinates of text art: layer, row and column. To turn them, a cell becomes a
//! *point*, so that the rotations and reflections that fix the origin are linear:
//!
//! ```text
//! squares, cubes, sticks   the cell itself
//! hexagons                 the cell itself: columns are half a cell wide
//! triangles                the centre: the column in half sides, the row in thirds of the height
//! ```
//!
//! Matrices are stored doubled, because a turn by 60 degrees has entries such as 1/2 and 3/2.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A cell: layer, row and column, as drawn in text art. Flat grids have only the layer 0.
pub type Cell = [i32; 3];

/// The largest absolute value of a coordinate.
pub(super) const FARTHEST: i32 = 1 << 20;

/// The kind of cells that boards and pieces consist of.
///
/// | grid | cells | coordinates |
/// |---|---|---|
/// | `Squares` | unit squares | row, column |
/// | `Cubes` | unit cubes | layer, row, column |
/// | `Triangles` | triangles in rows, alternately pointing up and down | if row + column is even, the triangle points up |
/// | `Hexagons` | hexagons in rows, like bricks | a hexagon is two columns wide: row + column is even |
/// | `Sticks` | the edges between neighbouring grid points | grid points have even rows and columns; a stick between them has one odd coordinate |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellGrid {
    /// Unit squares: polyominoes.
    Squares,
    /// Unit cubes: polycubes.
    Cubes,
    /// Equilateral triangles: polyiamonds.
    Triangles,
    /// Regular hexagons: polyhexes.
    Hexagons,
    /// The unit edges of the square grid: polysticks.
    Sticks,
}

/// No grid has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown grid {0:?}, expected squares, cubes, triangles, hexagons or sticks")]
pub struct UnknownGrid(pub String);

/// How a piece may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turning {
    /// Not at all.
    Fixed,
    /// It may be rotated, but not reflected.
    OneSided,
    /// It may be rotated and reflected.
    Free,
}

/// A rotation or reflection that fixes the origin: a matrix with doubled entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn([[i32; 3]; 3]);

/// The rotations, and then a reflection, that generate all turns of a grid.
const SQUARES: [[[i32; 3]; 3]; 2] = [
    [[2, 0, 0], [0, 0, 2], [0, -2, 0]],
    [[2, 0, 0], [0, 2, 0], [0, 0, -2]],
];
const CUBES: [[[i32; 3]; 3]; 3] = [
    [[2, 0, 0], [0, 0, 2], [0, -2, 0]],
    [[0, 2, 0], [-2, 0, 0], [0, 0, 2]],
    [[2, 0, 0], [0, 2, 0], [0, 0, -2]],
];
const TRIANGLES: [[[i32; 3]; 3]; 2] = [
    [[2, 0, 0], [0, 1, 3], [0, -1, 1]],
    [[2, 0, 0], [0, 2, 0], [0, 0, -2]],
];
const HEXAGONS: [[[i32; 3]; 3]; 2] = [
    [[2, 0, 0], [0, 1, 1], [0, -3, 1]],
    [[2, 0, 0], [0, 2, 0], [0, 0, -2]],
];

impl Turn {
    const IDENTITY: Self = Self([[2, 0, 0], [0, 2, 0], [0, 0, 2]]);

    fn of_point(self, point: Cell) -> Cell {
        self.0.map(|row| {
            let products = row.into_iter().zip(point).map(|(entry, at)| entry * at);
            products.sum::<i32>() / 2
        })
    }

    /// This turn after another one.
    fn after(self, other: Self) -> Self {
        let entry = |row: usize, column: usize| {
            let products = (0..3).map(|k| self.0[row][k] * other.0[k][column]);
            products.sum::<i32>() / 2
        };
        Self([0, 1, 2].map(|row| [0, 1, 2].map(|column| entry(row, column))))
    }
}

impl CellGrid {
    /// All grids.
    pub const ALL: [Self; 5] = [
        Self::Squares,
        Self::Cubes,
        Self::Triangles,
        Self::Hexagons,
        Self::Sticks,
    ];

    /// Returns the name of the grid, such as `squares`, as it is read by [`CellGrid::from_str`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Cubes => "cubes",
            Self::Triangles => "triangles",
            Self::Hexagons => "hexagons",
            Self::Sticks => "sticks",
        }
    }

    /// Returns the name of one cell or of several, such as `square` or `squares`.
    #[must_use]
    pub fn cells(self, count: u64) -> String {
        let name = self.name();
        let name = match count {
            1 => name.strip_suffix('s').unwrap_or(name),
            _ => name,
        };
        format!("{count} {name}")
    }

    /// Returns whether there is a cell at these coordinates.
    #[must_use]
    pub fn has_cell(self, [layer, row, column]: Cell) -> bool {
        let is_near = [layer, row, column]
            .iter()
            .all(|at| (-FARTHEST..=FARTHEST).contains(at));
        let is_even = (row + column) & 1 == 0;
        is_near
            && match self {
                Self::Cubes => true,
                _ if layer != 0 => false,
                Self::Squares | Self::Triangles => true,
                Self::Hexagons => is_even,
                Self::Sticks => !is_even,
            }
    }

    /// Returns the name of a cell, with numbers from 1: `r2c5`, or `1,2,5` (layer, row, column) for
    /// cubes.
    #[must_use]
    pub fn cell_name(self, [layer, row, column]: Cell) -> String {
        let [layer, row, column] = [layer, row, column].map(|at| at + 1);
        match self {
            Self::Cubes => format!("{layer},{row},{column}"),
            _ => format!("r{row}c{column}"),
        }
    }

    /// Returns the cells that share a side with a cell; for sticks, those that share an end.
    #[must_use]
    pub fn neighbours(self, [layer, row, column]: Cell) -> Vec<Cell> {
        let steps: &[Cell] = match self {
            Self::Squares => &[[0, -1, 0], [0, 0, -1], [0, 0, 1], [0, 1, 0]],
            Self::Cubes => &[
                [-1, 0, 0],
                [0, -1, 0],
                [0, 0, -1],
                [0, 0, 1],
                [0, 1, 0],
                [1, 0, 0],
            ],
            Self::Triangles if (row + column) & 1 == 0 => &[[0, 0, -1], [0, 0, 1], [0, 1, 0]],
            Self::Triangles => &[[0, -1, 0], [0, 0, -1], [0, 0, 1]],
            Self::Hexagons => &[
                [0, -1, -1],
                [0, -1, 1],
                [0, 0, -2],
                [0, 0, 2],
                [0, 1, -1],
                [0, 1, 1],
            ],
            Self::Sticks if row & 1 == 0 => &[
                [0, -1, -1],
                [0, -1, 1],
                [0, 0, -2],
                [0, 0, 2],
                [0, 1, -1],
                [0, 1, 1],
            ],
            Self::Sticks => &[
                [0, -2, 0],
                [0, -1, -1],
                [0, -1, 1],
                [0, 1, -1],
                [0, 1, 1],
                [0, 2, 0],
            ],
        };
        let moved = |step: &Cell| [layer + step[0], row + step[1], column + step[2]];
        steps.iter().map(moved).collect()
    }

    /// Returns the grid points of sticks that lie between two of the given sticks in a straight
    /// line: where a piece passes, no other piece can cross it. Empty for other grids.
    pub(super) fn passed_points(self, cells: &[Cell]) -> Vec<Cell> {
        if self != Self::Sticks {
            return Vec::new();
        }
        let goes_on = |&[layer, row, column]: &Cell| {
            let (down, right) = if row & 1 == 0 { (0, 1) } else { (1, 0) };
            let next = [layer, row + 2 * down, column + 2 * right];
            let point = [layer, row + down, column + right];
            cells.contains(&next).then_some(point)
        };
        let points: BTreeSet<Cell> = cells.iter().filter_map(goes_on).collect();
        points.into_iter().collect()
    }

    /// Whether moving a piece by this vector maps cells to cells.
    fn is_step(self, [layers, rows, columns]: Cell) -> bool {
        match self {
            Self::Cubes => true,
            _ if layers != 0 => false,
            Self::Squares => true,
            Self::Triangles | Self::Hexagons => (rows + columns) & 1 == 0,
            Self::Sticks => rows & 1 == 0 && columns & 1 == 0,
        }
    }

    /// The vector from one cell to another, if a piece can be moved by it.
    pub(super) fn step(self, from: Cell, to: Cell) -> Option<Cell> {
        let step = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        self.is_step(step).then_some(step)
    }

    /// The vector that moves some cells as near to the origin as possible, with no negative
    /// coordinates. It is the same cell set for all cell sets that differ by a move.
    pub(super) fn step_to_origin(self, cells: &[Cell]) -> Cell {
        let least = |axis: usize| {
            cells
                .iter()
                .map(|cell| cell[axis])
                .min()
                .unwrap_or_default()
        };
        let [layers, rows, columns] = [0, 1, 2].map(|axis| -least(axis));
        match self {
            Self::Squares => [0, rows, columns],
            Self::Cubes => [layers, rows, columns],
            Self::Triangles | Self::Hexagons => [0, rows, columns + ((rows + columns) & 1)],
            Self::Sticks => [0, rows + (rows & 1), columns + (columns & 1)],
        }
    }

    /// All turns of a kind, first the one that changes nothing.
    pub(super) fn turns(self, turning: Turning) -> Vec<Turn> {
        let all: &[[[i32; 3]; 3]] = match self {
            Self::Squares | Self::Sticks => &SQUARES,
            Self::Cubes => &CUBES,
            Self::Triangles => &TRIANGLES,
            Self::Hexagons => &HEXAGONS,
        };
        let used = match (turning, all) {
            (Turning::Fixed, _) => &[],
            (Turning::OneSided, [rotations @ .., _]) => rotations,
            (_, all) => all,
        };
        let mut turns = vec![Turn::IDENTITY];
        let mut known = BTreeSet::from([Turn::IDENTITY]);
        let mut next = 0;
        while let Some(&turn) = turns.get(next) {
            next += 1;
            for &generator in used {
                let turn = Turn(generator).after(turn);
                if known.insert(turn) {
                    turns.push(turn);
                }
            }
        }
        turns
    }

    /// Turns a cell about the origin.
    pub(super) fn turned(self, turn: Turn, cell: Cell) -> Cell {
        let [layer, row, column] = cell;
        if self != Self::Triangles {
            return turn.of_point(cell);
        }
        let centre = 3 * row + if (row + column) & 1 == 0 { 2 } else { 1 };
        let [layer, centre, column] = turn.of_point([layer, centre, column]);
        [layer, centre.div_euclid(3), column]
    }
}

impl fmt::Display for CellGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CellGrid {
    type Err = UnknownGrid;

    fn from_str(text: &str) -> Result<Self, UnknownGrid> {
        let found = Self::ALL.into_iter().find(|grid| grid.name() == text);
        found.ok_or_else(|| UnknownGrid(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near() -> impl Iterator<Item = Cell> {
        (-4..=4).flat_map(|row| (-4..=4).map(move |column| [0, row, column]))
    }

    #[test]
    fn there_are_as_many_turns_as_the_cell_has_symmetries() {
        let counts = [[1, 4, 8], [1, 24, 48], [1, 6, 12], [1, 6, 12], [1, 4, 8]];
        for (grid, counts) in CellGrid::ALL.into_iter().zip(counts) {
            let turnings = [Turning::Fixed, Turning::OneSided, Turning::Free];
            let found = turnings.map(|turning| grid.turns(turning).len());
            assert_eq!(found, counts, "{grid}");
        }
    }

    #[test]
    fn turns_map_cells_to_cells_and_neighbours_to_neighbours() {
        for grid in CellGrid::ALL {
            for turn in grid.turns(Turning::Free) {
                let cells: Vec<Cell> = near().filter(|&cell| grid.has_cell(cell)).collect();
                let turned = cells.iter().map(|&cell| grid.turned(turn, cell));
                let images: BTreeSet<Cell> = turned.collect();
                assert_eq!(images.len(), cells.len(), "{grid}");
                for &cell in &cells {
                    let image = grid.turned(turn, cell);
                    assert!(grid.has_cell(image), "{grid}: {cell:?} to {image:?}");
                    let around =
                        |cell| -> BTreeSet<Cell> { grid.neighbours(cell).into_iter().collect() };
                    let turned = around(cell).into_iter();
                    let turned: BTreeSet<Cell> =
                        turned.map(|cell| grid.turned(turn, cell)).collect();
                    assert_eq!(turned, around(image), "{grid}: {cell:?}");
                }
            }
        }
    }

    #[test]
    fn neighbours_are_mutual_and_steps_keep_them() {
        for grid in CellGrid::ALL {
            for cell in near().filter(|&cell| grid.has_cell(cell)) {
                for other in grid.neighbours(cell) {
                    assert!(grid.has_cell(other), "{grid}: {cell:?} {other:?}");
                    assert!(grid.neighbours(other).contains(&cell), "{grid}: {cell:?}");
                }
                for to in near().filter(|&to| grid.step(cell, to).is_some()) {
                    assert!(grid.has_cell(to), "{grid}: {cell:?} {to:?}");
                    let moved = grid.neighbours(cell).into_iter();
                    let moved = moved.map(|other| [0, 1, 2].map(|i| other[i] + to[i] - cell[i]));
                    assert_eq!(moved.collect::<Vec<_>>(), grid.neighbours(to), "{grid}");
                }
            }
        }
    }

    #[test]
    fn a_moved_piece_has_the_same_place_at_the_origin() {
        for grid in CellGrid::ALL {
            let cells: Vec<Cell> = near()
                .filter(|&cell| grid.has_cell(cell))
                .step_by(7)
                .collect();
            let at_origin = |cells: &[Cell]| -> Vec<Cell> {
                let step = grid.step_to_origin(cells);
                assert!(grid.is_step(step), "{grid}");
                let moved = cells
                    .iter()
                    .map(|cell| [0, 1, 2].map(|i| cell[i] + step[i]));
                moved.collect()
            };
            for step in near().filter(|&step| grid.is_step(step)) {
                let moved = cells
                    .iter()
                    .map(|cell| [0, 1, 2].map(|i| cell[i] + step[i]));
                let moved: Vec<Cell> = moved.collect();
                assert_eq!(at_origin(&moved), at_origin(&cells), "{grid}");
                assert!(at_origin(&moved).iter().flatten().all(|&at| at >= 0));
            }
        }
    }
}
