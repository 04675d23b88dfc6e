//! A board as a picture.

use super::grid::Grid;
use super::shape::{Kind, Shape};
use crate::draw::Picture;

impl Shape {
    /// Returns a picture of a board. Walls surround its boxes or regions, and the values of `given`
    /// are bold. Cells of further regions are shaded: the diagonals in one shade, the windows in
    /// another, and each extra region in its own. Clashing values are marked as wrong. Blank cells
    /// show their pencil marks, those of [`Grid::marks`]. Values are written as numbers.
    ///
    /// ```
    /// use quadrille::sudoku::{Grid, Shape};
    ///
    /// let shape = Shape::with_side(4).unwrap_or_default();
    /// let given: Grid = "1......2....3...".parse()?;
    /// let expected = "\
    /// ┌─────┬─────┐
    /// │ 1 . │ . . │
    /// │ . . │ . 2 │
    /// ├─────┼─────┤
    /// │ . . │ . . │
    /// │ 3 . │ . . │
    /// └─────┴─────┘
    /// ";
    /// assert_eq!(shape.picture(&given, &given).to_text(false), expected);
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    #[must_use]
    pub fn picture(&self, board: &Grid, given: &Grid) -> Picture {
        self.picture_named(board, given, |value| value.to_string())
    }

    /// Returns a picture of a board whose values have names, such as letters: see
    /// [`Shape::picture`].
    #[must_use]
    pub fn picture_named(
        &self,
        board: &Grid,
        given: &Grid,
        name: impl Fn(u8) -> String,
    ) -> Picture {
        let mut picture = Picture::new(self.rows(), self.columns());
        picture.grid().blank('.');
        let mut pieces = vec![0; self.cell_count()];
        let mut shades = vec![Vec::new(); self.cell_count()];
        let mut extras = 0;
        for (number, unit) in self.units().enumerate() {
            let shade = match unit.kind() {
                Kind::Diagonal(_) => 0,
                Kind::Window(_) => 1,
                Kind::Extra(_) => {
                    extras += 1;
                    1 + extras
                }
                Kind::Box(_) | Kind::Region(_) => {
                    unit.cells().iter().for_each(|&cell| pieces[cell] = number);
                    continue;
                }
                _ => continue,
            };
            for &cell in unit.cells() {
                shades[cell].push(shade);
            }
        }
        let clashing = self.clashing(board);
        for cell in 0..self.cell_count() {
            let (row, column) = self.place(cell);
            let drawn = picture.set(row, column, pieces[cell]);
            match board.get(cell) {
                Some(value) => drawn.label(name(value)),
                None => drawn.marks(
                    self.marks(board, cell)
                        .into_iter()
                        .map(|value| value.map(&name).unwrap_or_default()),
                ),
            };
            drawn.bold(given.get(cell).is_some()).wrong(clashing[cell]);
            for &shade in &shades[cell] {
                drawn.shade(shade);
            }
        }
        picture
    }

    /// Which cells have a value that clashes with that of another cell.
    fn clashing(&self, board: &Grid) -> Vec<bool> {
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
        clashing
    }

    /// The pencil marks of a cell: for every value itself or `None`. No marks if every value is
    /// possible.
    fn marks(&self, board: &Grid, cell: usize) -> Vec<Option<u8>> {
        let marks = board.marks().and_then(|marks| marks.get(cell).copied());
        let values = (1..=self.side() as u8).map(|value| {
            let is_possible = marks.unwrap_or(u64::MAX) >> (value - 1) & 1 == 1;
            is_possible.then_some(value)
        });
        let values: Vec<Option<u8>> = values.collect();
        match values.iter().all(Option::is_some) {
            true => Vec::new(),
            false => values,
        }
    }
}
