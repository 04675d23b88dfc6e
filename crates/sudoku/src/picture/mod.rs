//! A board as a picture.
//!
//! ```text
//! mod        cells, boxes, shades
//! clashing   which cells are wrong
//! rules      each rule about some cells, as puzzle setters draw it
//! outside    labels at the edge
//! step       a step, and all candidates
//! ```

mod clashing;
mod outside;
mod rules;
mod step;

use self::rules::Artist;
use super::grid::Grid;
use super::shape::{Kind, Shape};
use quadrille_draw::Picture;

impl Shape {
    /// Returns a picture of a board. Walls surround its boxes or regions, and the values of `given`
    /// are bold. Cells of further regions are shaded: the diagonals in one shade, the windows in
    /// another, and each extra region in its own. Clashing values are marked as wrong. Blank cells
    /// show their pencil marks, those of [`Grid::marks`]. Values are written as numbers, from
    /// [`Shape::lowest`].
    ///
    /// Rules about some cells are drawn as puzzle setters draw them. Text shows the signs between
    /// cells and the labels outside, and names the other rules below the picture.
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
        self.picture_named(board, given, |value| self.number(value).to_string())
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
        // Cells that are in no box or region belong together.
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
                    unit.cells()
                        .iter()
                        .for_each(|&cell| pieces[cell] = 1 + number);
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
        Artist::new(self, &mut picture, 2 + extras).draw();
        picture
    }

    /// Returns the candidates of each blank cell: its pencil marks, if the board has any; else the
    /// values that no given in a row, column, box or other unit of the cell has. Bit `v - 1` stands
    /// for value `v`.
    #[must_use]
    pub fn pencil_marks(&self, board: &Grid) -> Vec<u64> {
        let all = u64::MAX >> (64 - self.side().clamp(1, 64));
        let mark = |cell: usize| board.get(cell).map_or(0, |value| 1 << (value - 1));
        let own = |cell: usize| match board.marks() {
            _ if board.get(cell).is_some() => 0,
            Some(marks) => marks.get(cell).copied().unwrap_or(u64::MAX) & all,
            None => {
                let units = self.units_of(cell).iter();
                let seen = units.flat_map(|&unit| self.unit(unit).cells());
                all & !seen.fold(0, |seen: u64, &other| seen | mark(other))
            }
        };
        (0..self.cell_count()).map(own).collect()
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
        if values.iter().all(Option::is_some) {
            Vec::new()
        } else {
            values
        }
    }
}
