//! Boards of any size, without text.

use super::build::{Plan, Regions};
use super::cells::Size;
use super::error::ShapeReason;
use super::map::Map;
use super::rule::Rule;
use super::{Kind, Shape};
use crate::alphabet::LARGEST_SIDE;

/// The size of a board, its values, and how it is divided.
///
/// ```
/// use quadrille::sudoku::{Division, Outline, Shape};
///
/// let outline = Outline {
///     columns: 8,
///     division: Division::Boxes { height: 2, width: 4 },
///     values: 8,
///     ..Outline::square(6)
/// };
/// let shape = Shape::outlined(&outline, [])?;
/// assert_eq!((shape.rows(), shape.columns(), shape.side()), (6, 8, 8));
/// assert_eq!(shape.outline(), outline);
/// # Ok::<(), quadrille::sudoku::ShapeReason>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of values.
    pub values: usize,
    /// The number that the first value stands for: 0 or 1.
    pub lowest: u8,
    /// The boxes or regions.
    pub division: Division,
}

/// How a board is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Division {
    /// It is not divided.
    None,
    /// Boxes of this size.
    Boxes {
        /// The rows of a box.
        height: usize,
        /// The columns of a box.
        width: usize,
    },
    /// Regions: a letter for each cell in reading order, equal ones are a region. Cells with a
    /// space are in none.
    Regions(Vec<char>),
}

impl Outline {
    /// Returns the outline of a board with as many rows as columns and values, and the boxes of
    /// [`Shape::with_side`], if there are any.
    #[must_use]
    pub fn square(side: usize) -> Outline {
        Outline {
            rows: side,
            columns: side,
            values: side,
            lowest: 1,
            division: Division::of_size(side, side, side),
        }
    }
}

impl Division {
    /// The boxes of `cells` cells each that divide a board, as square as possible; none if no boxes
    /// divide it.
    #[must_use]
    pub fn of_size(rows: usize, columns: usize, cells: usize) -> Division {
        let mut heights = (2..=cells.isqrt()).rev();
        let found = heights.find_map(|height| {
            let width = cells / height;
            let fits = |height: usize, width: usize| {
                rows.is_multiple_of(height) && columns.is_multiple_of(width)
            };
            if !cells.is_multiple_of(height) {
                None
            } else if fits(height, width) {
                Some((height, width))
            } else {
                fits(width, height).then_some((width, height))
            }
        });
        found.map_or(Division::None, |(height, width)| Division::Boxes {
            height,
            width,
        })
    }
}

/// The regions of an outline, which must lie on the board.
fn regions(outline: &Outline) -> Result<Regions, ShapeReason> {
    let &Outline {
        rows,
        columns,
        values,
        ..
    } = outline;
    match &outline.division {
        Division::None => Ok(Regions::None),
        &Division::Boxes { height, width } => {
            let divides = |size: usize, of: usize| size > 0 && of.is_multiple_of(size);
            if !divides(height, rows) || !divides(width, columns) || height * width > values {
                return Err(ShapeReason::BoxesOutside { height, width });
            }
            Ok(Regions::Boxes { height, width })
        }
        Division::Regions(letters) => {
            if letters.len() != rows * columns {
                let (found, expected) = (letters.len(), rows * columns);
                return Err(ShapeReason::MapCells { found, expected });
            }
            let map = Map::new(columns, letters.clone());
            let mut regions = map.regions().into_iter();
            if let Some((letter, cells)) =
                regions.find(|(letter, cells)| *letter != ' ' && cells.len() > values)
            {
                return Err(ShapeReason::Region {
                    label: letter.to_string(),
                    cells: cells.len(),
                    expected: values,
                });
            }
            Ok(Regions::Map(map))
        }
    }
}

impl Shape {
    /// Returns the shape of a board with an outline and rules for the whole board.
    ///
    /// # Errors
    /// [`ShapeReason`] if the outline or a rule makes no sense.
    pub fn outlined(
        outline: &Outline,
        rules: impl IntoIterator<Item = Rule>,
    ) -> Result<Shape, ShapeReason> {
        let &Outline {
            rows,
            columns,
            values,
            lowest,
            ..
        } = outline;
        let is_good = |size: usize| (1..=LARGEST_SIDE).contains(&size);
        if ![rows, columns, values].into_iter().all(is_good) || lowest > 1 {
            return Err(ShapeReason::Outline {
                rows,
                columns,
                values,
            });
        }
        let rules: Vec<Rule> = rules.into_iter().collect();
        let is_raw = rules.contains(&Rule::Raw);
        if values < rows.max(columns) && !is_raw {
            return Err(ShapeReason::TooFewValues {
                values,
                cells: rows.max(columns),
            });
        }
        let regions = regions(outline)?;
        let mut plan = Plan {
            size: Some(Size {
                rows,
                columns,
                values,
                lowest,
            }),
            ..Plan::new(regions)
        };
        let square = plan.square();
        for rule in rules {
            rule.check(&square, &plan.rules)?;
            plan.rules.push(rule);
        }
        plan.check_together()?;
        Ok(plan.build())
    }

    /// Returns the outline of a board of the shape; where boards overlap, that of each of them.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let Size {
            rows,
            columns,
            values,
            lowest,
        } = self.cells.size;
        let of_first = |unit: &&super::Unit| matches!(unit.board(), None | Some(1));
        let mut letters = vec![' '; rows * columns];
        let (mut boxes, mut is_map) = (None, false);
        for unit in self.units().filter(of_first) {
            match unit.kind() {
                Kind::Region(letter) => {
                    is_map = true;
                    for &cell in unit.cells() {
                        let (row, column) = self.place(cell);
                        letters[row * columns + column] = letter;
                    }
                }
                Kind::Box(1) => {
                    let last = unit.cells().last().map_or((0, 0), |&cell| self.place(cell));
                    boxes = Some((last.0 + 1, last.1 + 1));
                }
                _ => {}
            }
        }
        let division = match boxes {
            _ if is_map => Division::Regions(letters),
            Some((height, width)) => Division::Boxes { height, width },
            None => Division::None,
        };
        Outline {
            rows,
            columns,
            values,
            lowest,
            division,
        }
    }

    /// Returns whether the board is a single one, without others that overlap it.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.cells.size.rows == self.rows() && self.cells.size.columns == self.columns()
    }
}
