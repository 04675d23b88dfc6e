//! The points of a drawing. All are numbered, in blocks of one number for each place: the centres
//! of cells, the lower right corners, the edges, and then four for the quarters of each cell. Two
//! rows or columns of places on each side are outside the drawing.

use crate::pieces::neighbours;
use crate::regions::{Regions, of_pieces};

/// Places outside the drawing on each side.
const MARGIN: usize = 2;

/// Which point is which cell.
pub(super) struct Plan {
    /// The places of a row, and of all rows.
    width: usize,
    places: usize,
    /// The place of the first cell of the board.
    top: usize,
    left: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Plan {
    /// The plan of a drawing of this many columns and rows, of which some cells are the board;
    /// `None` if these do not form a rectangle.
    pub(super) fn new(columns: usize, rows: usize, board: &[usize]) -> Option<Self> {
        let width = columns + 2 * MARGIN;
        let places = width * (rows + 2 * MARGIN);
        if board.iter().any(|&point| point >= places) {
            return None;
        }
        let place = |&point: &usize| (point / width, point % width);
        let top = board.iter().map(|point| place(point).0).min()?;
        let bottom = board.iter().map(|point| place(point).0).max()?;
        let left = board.iter().map(|point| place(point).1).min()?;
        let right = board.iter().map(|point| place(point).1).max()?;
        let plan = Self {
            width,
            places,
            top,
            left,
            rows: bottom + 1 - top,
            columns: right + 1 - left,
        };
        let mut sorted = board.to_vec();
        sorted.sort_unstable();
        let points = (0..plan.cells()).map(|cell| plan.point(cell));
        sorted.into_iter().eq(points).then_some(plan)
    }

    /// The plan of a drawing that is a board.
    pub(super) fn of_board(rows: usize, columns: usize) -> Self {
        let width = columns + 2 * MARGIN;
        Self {
            width,
            places: width * (rows + 2 * MARGIN),
            top: MARGIN,
            left: MARGIN,
            rows,
            columns,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The centre of a cell.
    pub(super) fn point(&self, cell: usize) -> usize {
        (self.top + cell / self.columns) * self.width + self.left + cell % self.columns
    }

    /// The cell of which a point is the centre.
    pub(super) fn cell(&self, point: usize) -> Option<usize> {
        let row = (point / self.width).checked_sub(self.top)?;
        let column = (point % self.width).checked_sub(self.left)?;
        let is_inside = row < self.rows && column < self.columns;
        (is_inside && point < self.places).then(|| row * self.columns + column)
    }

    /// The cell of which a point is a quarter.
    pub(super) fn cell_of_quarter(&self, point: usize) -> Option<usize> {
        self.cell(point.checked_sub(4 * self.places)? / 4)
    }

    /// The upper left quarter of a cell.
    pub(super) fn quarter(&self, cell: usize) -> usize {
        4 * (self.places + self.point(cell))
    }

    /// The corner in the middle of the board, or its cell in the middle.
    pub(super) fn middle(&self) -> usize {
        let middle = self.point(self.rows.div_ceil(2) * self.columns - self.columns);
        let middle = middle + self.columns.div_ceil(2) - 1;
        match self.rows.is_multiple_of(2) {
            true => self.places + middle,
            false => middle,
        }
    }

    /// The ends of the edge between two neighbours, the first of which is above or on the left.
    pub(super) fn edge(&self, one: usize, other: usize) -> (usize, usize) {
        let corner = self.places + self.point(one);
        match other - one {
            1 => (corner - self.width, corner),
            _ => (corner - 1, corner),
        }
    }

    /// Whether an edge is part of the frame of the board.
    pub(super) fn is_frame(&self, (one, other): (usize, usize)) -> bool {
        let place = |point: usize| {
            let point = point
                .checked_sub(self.places)
                .filter(|&place| place < self.places)?;
            Some((
                (point / self.width + 1).checked_sub(self.top)?,
                (point % self.width + 1).checked_sub(self.left)?,
            ))
        };
        let Some((one, other)) = place(one).zip(place(other)) else {
            return false;
        };
        let at_end = |size: usize, at: (usize, usize)| at.0 == at.1 && [0, size].contains(&at.0);
        at_end(self.rows, (one.0, other.0)) || at_end(self.columns, (one.1, other.1))
    }

    /// The ends of the line through each cell of a diagonal: falling, or else rising. None if the
    /// board is not square.
    pub(super) fn diagonal(&self, is_falling: bool) -> Vec<(usize, usize)> {
        let is_square = self.rows == self.columns;
        let lines = (0..self.rows).filter(|_| is_square).map(|at| {
            let column = if is_falling {
                at
            } else {
                self.columns - 1 - at
            };
            let corner = self.places + self.point(at * self.columns + column);
            match is_falling {
                true => (corner - self.width - 1, corner),
                false => (corner - self.width, corner - 1),
            }
        });
        lines.collect()
    }

    /// The number of the region of each cell: cells are connected where there is no border.
    pub(super) fn connected(&self, is_border: impl Fn(usize, usize) -> bool) -> Regions {
        let pairs = self.neighbours();
        of_pieces(
            self.cells(),
            pairs.filter(|&(one, other)| !is_border(one, other)),
        )
    }

    /// All pairs of cells that share an edge, each in order.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> {
        neighbours(self.rows, self.columns)
    }
}
