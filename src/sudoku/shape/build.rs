//! From a plan to the cells and units that it means.

use std::collections::{BTreeMap, HashSet};

use super::plan::{Plan, Regions};
use super::{Kind, Shape, Unit};

impl Plan {
    /// The shape. O(cells * (values + rules)).
    pub(super) fn build(&self) -> Shape {
        let origins = match &self.origins[..] {
            [] => &[(0, 0)],
            origins => origins,
        };
        let mut shape = self.lay_out(origins);
        let mut units = Vec::new();
        for (number, &(top, left)) in origins.iter().enumerate() {
            let board = (origins.len() > 1).then_some(number + 1);
            for (kind, places) in self.units() {
                let cell = |(row, column)| shape.cell(top + row, left + column);
                let mut cells: Vec<usize> = places.into_iter().filter_map(cell).collect();
                cells.sort_unstable();
                units.push(Unit { kind, board, cells });
            }
        }
        // A box where two boards overlap belongs to both.
        let mut known = HashSet::new();
        units.retain(|unit| known.insert(unit.cells.clone()));
        // Those with all values first, else in the order in which they are said.
        units.sort_by_key(|unit| unit.cells.len() < self.side);
        shape.units = units;
        if self.anti_knight {
            shape.add_moves(Kind::Knight, &[(1, 2), (2, 1), (2, -1), (1, -2)]);
        }
        if self.anti_king {
            shape.add_squares();
        }
        if self.non_consecutive {
            shape.apart = shape.neighbours(&[(0, 1), (1, 0)]);
        }
        shape.index_units();
        shape
    }

    /// The cells of boards that begin at some places, without any rule yet.
    fn lay_out(&self, origins: &[(usize, usize)]) -> Shape {
        let side = self.side;
        let extent = |start: fn(&(usize, usize)) -> usize| {
            side + origins.iter().map(start).max().unwrap_or_default()
        };
        let (rows, columns) = (extent(|origin| origin.0), extent(|origin| origin.1));
        let mut shape = Shape {
            side,
            rows,
            columns,
            cells: Vec::new(),
            places: vec![None; rows * columns],
            units: Vec::new(),
            units_of: Vec::new(),
            starts: Vec::new(),
            apart: Vec::new(),
        };
        for row in 0..rows {
            for column in 0..columns {
                let within = |&(top, left): &(usize, usize)| {
                    (top..top + side).contains(&row) && (left..left + side).contains(&column)
                };
                if origins.iter().any(within) {
                    shape.places[row * columns + column] = Some(shape.cells.len());
                    shape.cells.push((row, column));
                }
            }
        }
        shape
    }

    /// The units of one board, their cells by row and column.
    fn units(&self) -> Vec<(Kind, Vec<(usize, usize)>)> {
        let side = self.side;
        let all = || (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)));
        let mut units = Vec::new();
        for row in 0..side {
            units.push((
                Kind::Row(row + 1),
                (0..side).map(|column| (row, column)).collect(),
            ));
        }
        for column in 0..side {
            units.push((
                Kind::Column(column + 1),
                (0..side).map(|row| (row, column)).collect(),
            ));
        }
        match &self.regions {
            &Regions::Boxes { height, width } => {
                let across = side / width;
                let number = |(row, column)| row / height * across + column / width;
                for of in 0..side {
                    let cells = all().filter(|&place| number(place) == of);
                    units.push((Kind::Box(of + 1), cells.collect()));
                }
            }
            Regions::Map(letters) => {
                let marked = letters.iter().map(|&letter| Some(letter));
                units.extend(regions(all(), marked, Kind::Region));
            }
        }
        if self.diagonals {
            units.push((Kind::Diagonal(1), (0..side).map(|row| (row, row)).collect()));
            let rising = (0..side).map(|row| (row, side - 1 - row));
            units.push((Kind::Diagonal(2), rising.collect()));
        }
        if let Regions::Boxes { height, width } = self.regions {
            if self.windows {
                let (down, across) = ((side - 1) / (height + 1), (side - 1) / (width + 1));
                for window in 0..down * across {
                    let top = window / across * (height + 1) + 1;
                    let left = window % across * (width + 1) + 1;
                    let cells = (top..top + height)
                        .flat_map(|row| (left..left + width).map(move |column| (row, column)));
                    units.push((Kind::Window(window + 1), cells.collect()));
                }
            }
            if self.disjoint {
                for group in 0..side {
                    let place = |&(row, column): &(usize, usize)| {
                        row % height * width + column % width == group
                    };
                    units.push((Kind::Group(group + 1), all().filter(place).collect()));
                }
            }
        }
        for map in &self.extras {
            units.extend(regions(all(), map.iter().copied(), Kind::Extra));
        }
        units
    }
}

/// The regions of a map, by their letters.
fn regions(
    places: impl Iterator<Item = (usize, usize)>,
    letters: impl Iterator<Item = Option<char>>,
    kind: fn(char) -> Kind,
) -> impl Iterator<Item = (Kind, Vec<(usize, usize)>)> {
    let mut regions: BTreeMap<char, Vec<_>> = BTreeMap::new();
    for (place, letter) in places.zip(letters) {
        if let Some(letter) = letter {
            regions.entry(letter).or_default().push(place);
        }
    }
    regions
        .into_iter()
        .map(move |(letter, places)| (kind(letter), places))
}

impl Shape {
    /// The pairs of cells so many rows and columns apart, the smaller first.
    fn neighbours(&self, steps: &[(usize, isize)]) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        for (cell, &(row, column)) in self.cells.iter().enumerate() {
            for &(down, right) in steps {
                let column = column.checked_add_signed(right);
                if let Some(other) = column.and_then(|column| self.cell(row + down, column)) {
                    pairs.push([cell, other]);
                }
            }
        }
        pairs
    }

    /// A unit for each pair of cells so many rows and columns apart, unless they are in one already.
    fn add_moves(&mut self, kind: Kind, steps: &[(usize, isize)]) {
        for [a, b] in self.neighbours(steps) {
            let together = |unit: &Unit| unit.cells.contains(&a) && unit.cells.contains(&b);
            if !self.units.iter().any(together) {
                self.units.push(Unit {
                    kind,
                    board: None,
                    cells: vec![a, b],
                });
            }
        }
    }

    /// A unit for each two by two cells, or for the two of them that touch at a corner where others are missing.
    fn add_squares(&mut self) {
        for row in 0..self.rows.saturating_sub(1) {
            for column in 0..self.columns.saturating_sub(1) {
                let square = [
                    (row, column),
                    (row, column + 1),
                    (row + 1, column),
                    (row + 1, column + 1),
                ];
                let cell = |(row, column)| self.cell(row, column);
                let cells: Vec<usize> = square.into_iter().filter_map(cell).collect();
                let known = |unit: &Unit| cells.iter().all(|cell| unit.cells.contains(cell));
                if cells.len() > 1 && !self.units.iter().any(known) {
                    self.units.push(Unit {
                        kind: Kind::King,
                        board: None,
                        cells,
                    });
                }
            }
        }
    }

    /// Notes which units each cell is in.
    fn index_units(&mut self) {
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.cells.len()];
        for (number, unit) in self.units.iter().enumerate() {
            for &cell in &unit.cells {
                of[cell].push(number);
            }
        }
        self.starts = vec![0];
        for numbers in of {
            self.units_of.extend(numbers);
            self.starts.push(self.units_of.len());
        }
    }
}
