//! A board as a picture.

use super::grid::Grid;
use super::shape::{Kind, Shape};
use crate::draw::Picture;

impl Shape {
    /// A picture of a board: walls around its boxes or regions, the values of `given` bold, and cells in any further
    /// region shaded: alike on the diagonals, alike in the windows, and in each extra region in its own way. Values are written as numbers.
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
        for cell in 0..self.cell_count() {
            let (row, column) = self.place(cell);
            let label = board.get(cell).map(|value| value.to_string());
            let drawn = picture.set(row, column, pieces[cell]);
            drawn
                .label(label.unwrap_or_default())
                .bold(given.get(cell).is_some());
            for &shade in &shades[cell] {
                drawn.shade(shade);
            }
        }
        picture
    }
}
