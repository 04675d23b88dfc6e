//! Pictures of cells, walls and pieces, for a terminal or as SVG. Knows no solver and no puzzle.
//!
//! A [`Picture`] is a rectangle of places, some of them cells. Cells with the same *piece* belong together: a wall
//! stands between two cells of different pieces, and between a cell and no cell. So a tiling is drawn by its pieces, and
//! a sudoku by its boxes.
//!
//! ```
//! use quadrille::draw::Picture;
//!
//! // Two dominoes on a board of two by two, one standing beside the other.
//! let mut picture = Picture::new(2, 2);
//! for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
//!     picture.set(row, column, column).label("o");
//! }
//! let expected = "\
//! ┌───┬───┐
//! │ o │ o │
//! │ o │ o │
//! └───┴───┘
//! ";
//! assert_eq!(picture.to_text(false), expected);
//! ```

mod svg;
mod text;

/// A rectangle of places, some of them cells, to be drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    rows: usize,
    columns: usize,
    /// Row by row.
    places: Vec<Option<Cell>>,
    /// What stands for a cell without a label, in text.
    blank: char,
    /// Whether the cells of a piece are parted by thin lines, where lines can be thin.
    grid: bool,
}

/// A cell of a [`Picture`].
#[derive(Clone, Debug, Default)]
pub struct Cell {
    piece: usize,
    label: String,
    bold: bool,
    /// Shades that lie over each other, by number.
    shades: Vec<usize>,
    /// A colour of its own, by number.
    colour: Option<usize>,
}

impl Cell {
    /// What stands in it.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    /// Whether that is emphasised; where there is colour, what is not has one.
    pub fn bold(&mut self, bold: bool) -> &mut Self {
        self.bold = bold;
        self
    }

    /// Shades it, over the shades that it has: it lies in some further region. Numbers tell shades apart and are used
    /// again and again.
    pub fn shade(&mut self, number: usize) -> &mut Self {
        self.shades.push(number);
        self
    }

    /// Gives it a colour by number; numbers are used again and again.
    pub fn colour(&mut self, number: usize) -> &mut Self {
        self.colour = Some(number);
        self
    }
}

impl Picture {
    /// A picture without any cell.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            places: vec![None; rows * columns],
            blank: ' ',
            grid: false,
        }
    }

    /// In text, shows cells without a label by a character.
    pub fn blank(&mut self, blank: char) -> &mut Self {
        self.blank = blank;
        self
    }

    /// Parts the cells of a piece by thin lines too, where lines can be thin.
    pub fn grid(&mut self) -> &mut Self {
        self.grid = true;
        self
    }

    /// Puts a cell of a piece at a row and a column, from 0.
    ///
    /// # Panics
    /// If that is outside of the picture.
    pub fn set(&mut self, row: usize, column: usize, piece: usize) -> &mut Cell {
        assert!(
            row < self.rows && column < self.columns,
            "r{row}c{column} is in no picture"
        );
        self.places[row * self.columns + column].insert(Cell {
            piece,
            ..Cell::default()
        })
    }

    /// The cell at a place; places count from 1 here, so that there are some around the picture.
    fn at(&self, row: usize, column: usize) -> Option<&Cell> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        if column >= self.columns {
            return None;
        }
        self.places.get(row * self.columns + column)?.as_ref()
    }

    /// Whether a wall stands between two places, counted like that.
    fn is_wall(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let piece = |(row, column)| self.at(row, column).map(|cell| cell.piece);
        piece(a) != piece(b)
    }

    /// Whether a wall runs below the places of a row, at a column; both counted like that.
    fn wall_below(&self, row: usize, column: usize) -> bool {
        self.is_wall((row, column), (row + 1, column))
    }

    /// Whether a wall stands right of a place, counted like that.
    fn wall_right(&self, row: usize, column: usize) -> bool {
        self.is_wall((row, column), (row, column + 1))
    }
}
