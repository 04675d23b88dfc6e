//! The shapes of cells, and which cells are neighbours.

/// The shape and arrangement of the cells of a [`Picture`](super::Picture).
///
/// A place is a row and a column in every lattice. Text shows each cell at its place:
///
/// ```text
/// Triangles   Hexagons   Sticks
/// ABC         A B C      ·A·
/// DEF          D E       B C
///                        ·D·
/// ```
///
/// Only squares show what lies over the cells (cages, paths, signs, backdrops, labels in corners)
/// and labels outside. The other lattices ignore these. Notes below the text belong to all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lattice {
    /// Squares in rows and columns.
    #[default]
    Squares,
    /// Triangles with equal sides. A triangle points up if its row plus its column is even, and
    /// down if it is odd. A column is half a side wide, so a triangle reaches into the next column.
    ///
    /// ```
    /// use quadrille::draw::{Lattice, Picture};
    ///
    /// // A hexagon of six triangles: two pieces of three.
    /// let mut picture = Picture::new(2, 4);
    /// picture.lattice(Lattice::Triangles);
    /// for row in 0..2 {
    ///     for column in 1..4 {
    ///         picture.set(row, column, row);
    ///     }
    /// }
    /// picture.label_pieces(|piece| Some(["A", "B"][piece].to_owned()));
    /// assert_eq!(picture.to_text(false), " AAA\n BBB\n");
    /// ```
    Triangles,
    /// Hexagons with a corner at the top. A column is half a hexagon wide: all cells of a picture
    /// have an even row plus column, or all have an odd one. The next hexagon of a row is two
    /// columns to the right.
    ///
    /// ```
    /// use quadrille::draw::{Lattice, Picture};
    ///
    /// let mut picture = Picture::new(2, 4);
    /// picture.lattice(Lattice::Hexagons);
    /// for (row, column, piece) in [(0, 0, 0), (0, 2, 1), (1, 1, 0), (1, 3, 1)] {
    ///     picture.set(row, column, piece);
    /// }
    /// picture.label_pieces(|piece| Some(["A", "B"][piece].to_owned()));
    /// assert_eq!(picture.to_text(false), "A B\n A B\n");
    /// ```
    Hexagons,
    /// Sticks between the points of a square grid. Points have an even row and an even column.
    /// Between them lie horizontal sticks, in even rows and odd columns, and vertical sticks, in
    /// odd rows and even columns. Two sticks are neighbours if they share an end point. Cells at
    /// other places are not drawn.
    ///
    /// ```
    /// use quadrille::draw::{Lattice, Picture};
    ///
    /// // A square of four sticks in two pieces.
    /// let mut picture = Picture::new(3, 3);
    /// picture.lattice(Lattice::Sticks);
    /// for (row, column, piece) in [(0, 1, 0), (1, 0, 0), (1, 2, 1), (2, 1, 1)] {
    ///     picture.set(row, column, piece);
    /// }
    /// picture.label_pieces(|piece| Some(["A", "B"][piece].to_owned()));
    /// assert_eq!(picture.to_text(false), "·A·\nA B\n·B·\n");
    /// ```
    Sticks,
}

/// The number of rows down and of columns to the right.
pub(super) type Step = (isize, isize);

/// The steps from a grid point to the sticks that end there.
pub(super) const STICKS_AT_POINT: &[Step] = &[(-1, 0), (0, 1), (1, 0), (0, -1)];

impl Lattice {
    /// The steps from a cell to the cells that share an edge with it or, for sticks, an end point.
    /// For triangles and hexagons they are in the order of the edges: clockwise from the top
    /// corner, or from the left corner of a triangle that points down.
    pub(super) fn edges(self, row: usize, column: usize) -> &'static [Step] {
        match self {
            Lattice::Squares => &[(-1, 0), (0, 1), (1, 0), (0, -1)],
            Lattice::Triangles if points_up(row, column) => &[(0, 1), (1, 0), (0, -1)],
            Lattice::Triangles => &[(-1, 0), (0, 1), (0, -1)],
            Lattice::Hexagons => &[(-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)],
            Lattice::Sticks => match stick(row, column) {
                Some((0, _)) => &[(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)],
                Some(_) => &[(-2, 0), (2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)],
                None => &[],
            },
        }
    }

    /// The square of the height of a row, where a column is 1 wide.
    pub(super) fn squared_height(self) -> usize {
        match self {
            Lattice::Squares | Lattice::Sticks => 1,
            Lattice::Triangles | Lattice::Hexagons => 3,
        }
    }
}

/// Whether the triangle at a place points up.
pub(super) fn points_up(row: usize, column: usize) -> bool {
    (row + column).is_multiple_of(2)
}

/// Whether a place is a grid point, where sticks end.
pub(super) fn is_point(row: usize, column: usize) -> bool {
    row.is_multiple_of(2) && column.is_multiple_of(2)
}

/// The step from the middle of a stick to its right or lower end; `None` for a place without a
/// stick.
pub(super) fn stick(row: usize, column: usize) -> Option<Step> {
    match (row % 2, column % 2) {
        (0, 1) => Some((0, 1)),
        (1, 0) => Some((1, 0)),
        _ => None,
    }
}
