//! Where the cells are: one square board, or several that overlap, in one picture.

/// The size of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The number of values.
    pub(super) values: usize,
    /// The first value as a number: 0 or 1.
    pub(super) lowest: u8,
}

impl Size {
    /// A square board with as many values as rows.
    pub(super) fn square(side: usize) -> Size {
        Size {
            rows: side,
            columns: side,
            values: side,
            lowest: 1,
        }
    }

    /// The rows and columns of all cells, in reading order.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }
}

/// The places of the cells of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// The size of each board.
    pub(super) size: Size,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Row and column of each cell, in reading order.
    pub(super) at: Vec<(usize, usize)>,
    /// The number of the cell at each place of the picture, row by row.
    places: Vec<Option<usize>>,
}

impl Cells {
    /// The cells of boards that begin at some places.
    pub(super) fn new(size: Size, origins: &[(usize, usize)]) -> Cells {
        let last = |start: fn(&(usize, usize)) -> usize| {
            origins.iter().map(start).max().unwrap_or_default()
        };
        let rows = size.rows + last(|origin| origin.0);
        let columns = size.columns + last(|origin| origin.1);
        let mut cells = Cells {
            size,
            rows,
            columns,
            at: Vec::new(),
            places: vec![None; rows * columns],
        };
        for row in 0..rows {
            for column in 0..columns {
                let within = |&(top, left): &(usize, usize)| {
                    (top..top + size.rows).contains(&row)
                        && (left..left + size.columns).contains(&column)
                };
                if origins.iter().any(within) {
                    cells.places[row * columns + column] = Some(cells.at.len());
                    cells.at.push((row, column));
                }
            }
        }
        cells
    }

    /// The cell at a row and a column, if there is one.
    pub(super) fn get(&self, row: usize, column: usize) -> Option<usize> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        self.places.get(row * self.columns + column).copied()?
    }

    /// The pairs of cells at a distance in rows and columns, the smaller cell first.
    pub(super) fn neighbours(&self, steps: &[(usize, isize)]) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        for (cell, &(row, column)) in self.at.iter().enumerate() {
            for &(down, right) in steps {
                let column = column.checked_add_signed(right);
                if let Some(other) = column.and_then(|column| self.get(row + down, column)) {
                    pairs.push([cell, other]);
                }
            }
        }
        pairs
    }

    /// The cells of each two by two places; where a cell is missing, those that are left, if there
    /// are two.
    pub(super) fn squares(&self) -> Vec<Vec<usize>> {
        let mut squares = Vec::new();
        for row in 0..self.rows.saturating_sub(1) {
            for column in 0..self.columns.saturating_sub(1) {
                let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let cells = places.map(|(down, right)| self.get(row + down, column + right));
                squares.push(cells.into_iter().flatten().collect::<Vec<usize>>());
            }
        }
        squares.retain(|cells| cells.len() > 1);
        squares
    }
}
