//! Where the cells are: one square board, or several that overlap, in one picture.

/// The places of the cells of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// Rows of one board, and values.
    pub(super) side: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Row and column of each cell, in reading order.
    pub(super) at: Vec<(usize, usize)>,
    /// The number of the cell at each place of the picture, row by row.
    places: Vec<Option<usize>>,
}

impl Cells {
    /// The cells of boards that begin at some places.
    pub(super) fn new(side: usize, origins: &[(usize, usize)]) -> Cells {
        let extent = |start: fn(&(usize, usize)) -> usize| {
            side + origins.iter().map(start).max().unwrap_or_default()
        };
        let (rows, columns) = (extent(|origin| origin.0), extent(|origin| origin.1));
        let mut cells = Cells {
            side,
            rows,
            columns,
            at: Vec::new(),
            places: vec![None; rows * columns],
        };
        for row in 0..rows {
            for column in 0..columns {
                let within = |&(top, left): &(usize, usize)| {
                    (top..top + side).contains(&row) && (left..left + side).contains(&column)
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
