//! A board as a picture.

use super::{Grid, Kind, Shape};
use crate::draw::Picture;

impl Shape {
    /// A picture of a board: walls around its boxes or regions, the values of `given` bold, and cells in any further
    /// region shaded. Values are written as numbers.
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
        let mut picture = Picture::new(self.rows(), self.columns());
        picture.grid().blank('.');
        let mut pieces = vec![0; self.cell_count()];
        let mut shades = vec![0; self.cell_count()];
        for (number, unit) in self.units().enumerate() {
            for &cell in unit.cells() {
                match unit.kind() {
                    Kind::Box(_) | Kind::Region(_) => pieces[cell] = number,
                    Kind::Diagonal(_) | Kind::Window(_) | Kind::Extra(_) => shades[cell] += 1,
                    _ => {}
                }
            }
        }
        for cell in 0..self.cell_count() {
            let (row, column) = self.place(cell);
            let label = board.get(cell).map(|value| value.to_string());
            let drawn = picture.set(row, column, pieces[cell]);
            drawn
                .label(label.unwrap_or_default())
                .bold(given.get(cell).is_some());
            for _ in 0..shades[cell] {
                drawn.shade();
            }
        }
        picture
    }
}
