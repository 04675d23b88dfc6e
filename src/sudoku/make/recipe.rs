//! What a generated puzzle shall be like.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::difficulty::Difficulty;
use crate::sudoku::grid::Grid;
use crate::sudoku::search::Sudoku;
use crate::sudoku::shape::Shape;

/// What puzzles a [`Generator`](super::Generator) makes. All have one solution.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub(super) symmetry: Symmetry,
    pub(super) clues: Option<usize>,
    /// The cells that have givens, and how many cells the board of the mask has.
    pub(super) mask: Option<(Vec<usize>, usize)>,
    pub(super) minimal: bool,
    pub(super) guesses: Option<(f64, f64)>,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) tries: u64,
    pub(super) nodes: u64,
}

/// Which places of the picture have a given together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// Each alone.
    #[default]
    None,
    /// Those that half a turn brings to one another.
    HalfTurn,
    /// Those that a quarter of a turn brings to one another.
    QuarterTurn,
    /// Left and right.
    Mirror,
    /// Those on both sides of the diagonal from the first cell.
    Diagonal,
}

/// Why a recipe cannot be followed. The clues are those that were asked for, or that the mask has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of each says what its fields are")]
pub enum RecipeError {
    /// More givens than cells.
    #[error("{clues} givens do not fit into {cells} cells")]
    Clues { clues: usize, cells: usize },
    /// Fewer givens than any board with one solution has: on the classic shape 17 (G. McGuire, B. Tugemann and
    /// G. Civario, There is no 16-clue sudoku, 2012); else a given for each value but one, as two that no given has can
    /// be exchanged.
    #[error(
        "{clues} givens are too few: with fewer than {least} there is no board with one solution"
    )]
    Few { clues: usize, least: usize },
    /// More givens than any minimal board has.
    #[error(
        "{clues} givens are too many: with more than {most} there is no minimal board, as no row, column or box of it \
         is full"
    )]
    Minimal { clues: usize, most: usize },
    /// The cells that have givens together do not add up to the givens, but to the numbers next below and above.
    #[error(
        "{clues} givens cannot have this symmetry, the nearest that can {}",
        nearest(*below, *above)
    )]
    Symmetry {
        clues: usize,
        below: Option<usize>,
        above: Option<usize>,
    },
    /// The mask has another number of cells than the shape.
    #[error("the mask has {found} cells, expected {expected}")]
    Mask { found: usize, expected: usize },
    /// The picture cannot be turned.
    #[error(
        "only a square can have this symmetry, these boards have {rows} rows and {columns} columns"
    )]
    Square { rows: usize, columns: usize },
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            symmetry: Symmetry::None,
            clues: None,
            mask: None,
            minimal: false,
            guesses: None,
            difficulty: None,
            tries: 10_000,
            nodes: 2_000,
        }
    }
}

impl Recipe {
    /// As few givens as are left when each was tried once to be left out, anywhere.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// So many givens. Replaces a mask.
    #[must_use]
    pub fn clues(mut self, clues: usize) -> Self {
        (self.clues, self.mask) = (Some(clues), None);
        self
    }

    /// Givens at places that belong together. Replaces a mask.
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> Self {
        (self.symmetry, self.mask) = (symmetry, None);
        self
    }

    /// Givens exactly where a board has them, whatever their values. Replaces clues and symmetry.
    #[must_use]
    pub fn mask(mut self, board: &Grid) -> Self {
        let cells = board.givens().map(|(cell, _)| cell).collect();
        self.mask = Some((cells, board.cells().len()));
        (self.symmetry, self.clues) = (Symmetry::None, None);
        self
    }

    /// Only puzzles of which no given can be left out.
    #[must_use]
    pub fn minimal(mut self) -> Self {
        self.minimal = true;
        self
    }

    /// Gives a puzzle up after so many tries, 10,000 by default.
    #[must_use]
    pub fn tries(mut self, most: u64) -> Self {
        self.tries = most;
        self
    }

    /// The most nodes of one question, 2,000 by default. A given stays if that does not suffice to know whether it can
    /// be left out, which happens on large boards only.
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.nodes = most;
        self
    }

    /// Only puzzles with so many guesses, both ends included, see [`Guesses`](super::Guesses::mean).
    #[must_use]
    pub fn guesses(mut self, window: RangeInclusive<f64>) -> Self {
        self.guesses = Some((*window.start(), *window.end()));
        self
    }

    /// Accepts only puzzles of this [difficulty](super::Rating::difficulty).
    ///
    /// A board that is too hard gets some of its givens back, unless the recipe fixes the clues, has
    /// a mask or asks for minimal puzzles. So every shape has easy puzzles.
    #[must_use]
    pub fn difficulty(mut self, difficulty: Difficulty) -> Self {
        self.difficulty = Some(difficulty);
        self
    }

    /// Whether boards of a shape can be like this, as far as arithmetic tells. O(cells²).
    pub(super) fn check(&self, shape: &Shape) -> Result<(), RecipeError> {
        let (rows, columns, cells) = (shape.rows(), shape.columns(), shape.cell_count());
        if let Some((_, found)) = self.mask.as_ref().filter(|mask| mask.1 != cells) {
            let (found, expected) = (*found, cells);
            return Err(RecipeError::Mask { found, expected });
        }
        let turns = matches!(self.symmetry, Symmetry::QuarterTurn | Symmetry::Diagonal);
        if turns && rows != columns {
            return Err(RecipeError::Square { rows, columns });
        }
        let of_mask = self.mask.as_ref().map(|(cells, _)| cells.len());
        let clues = of_mask.or(self.clues);
        let Some(clues) = clues else { return Ok(()) };
        let (least, most) = (fewest_givens(shape), most_needed(shape));
        if clues > cells {
            return Err(RecipeError::Clues { clues, cells });
        }
        if clues < least {
            return Err(RecipeError::Few { clues, least });
        }
        if self.minimal && clues > most {
            return Err(RecipeError::Minimal { clues, most });
        }
        let sums = sums(&self.symmetry.groups(shape));
        if sums[clues] {
            return Ok(());
        }
        Err(RecipeError::Symmetry {
            clues,
            below: sums[..clues].iter().rposition(|&can| can),
            above: (clues..=cells).find(|&sum| sums[sum]),
        })
    }
}

/// What no board of a shape with one solution has fewer givens than.
fn fewest_givens(shape: &Shape) -> usize {
    if shape == Sudoku::classic().shape() {
        17
    } else if shape.apart().len() == 0 {
        shape.side() - 1
    } else {
        // Values cannot be exchanged, only all together turned round.
        1
    }
}

/// What no minimal board of a shape has more givens than: of a full row, the others tell each given.
fn most_needed(shape: &Shape) -> usize {
    let mut full: HashSet<usize> = HashSet::new();
    let mut apart = 0;
    for unit in shape
        .units()
        .filter(|unit| unit.cells().len() == shape.side())
    {
        if unit.cells().iter().all(|cell| !full.contains(cell)) {
            full.extend(unit.cells());
            apart += 1;
        }
    }
    shape.cell_count() - apart
}

/// For each number whether some of the groups have so many cells together.
fn sums(groups: &[Vec<usize>]) -> Vec<bool> {
    let cells: usize = groups.iter().map(Vec::len).sum();
    let mut sums = vec![false; cells + 1];
    sums[0] = true;
    for group in groups {
        for sum in (group.len()..=cells).rev() {
            sums[sum] |= sums[sum - group.len()];
        }
    }
    sums
}

fn nearest(below: Option<usize>, above: Option<usize>) -> String {
    match (below, above) {
        (Some(below), Some(above)) => format!("are {below} and {above}"),
        (Some(one), None) | (None, Some(one)) => format!("is {one}"),
        (None, None) => String::from("is none"),
    }
}

impl Symmetry {
    /// The cells of a shape, those together that have a given together. Each group is ascending, and so are the groups.
    pub(super) fn groups(self, shape: &Shape) -> Vec<Vec<usize>> {
        let (rows, columns) = (shape.rows(), shape.columns());
        let moved = |(row, column): (usize, usize)| match self {
            Symmetry::None => (row, column),
            Symmetry::HalfTurn => (rows - 1 - row, columns - 1 - column),
            Symmetry::QuarterTurn => (column, rows - 1 - row),
            Symmetry::Mirror => (row, columns - 1 - column),
            Symmetry::Diagonal => (column, row),
        };
        let mut groups = Vec::new();
        for cell in 0..shape.cell_count() {
            let start = shape.place(cell);
            let mut group = vec![cell];
            let mut place = moved(start);
            while place != start {
                // Where the picture has a hole, the others still belong together.
                group.extend(shape.cell(place.0, place.1));
                place = moved(place);
            }
            group.sort_unstable();
            if group[0] == cell {
                groups.push(group);
            }
        }
        groups
    }
}
