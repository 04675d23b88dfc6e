//! Recipes: what a generated puzzle must be like.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::difficulty::Difficulty;
use super::place::{Wanted, is_mirrored, lacks_for};
use crate::compiled::Sudoku;
use crate::grid::Grid;
use crate::rule::RuleKind;
use crate::shape::Shape;
use crate::steps::Technique;
use quadrille_core::text::quantity;

/// What the puzzles of a [`Generator`](super::Generator) must be like. All have one solution.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub(super) symmetry: Symmetry,
    pub(super) clues: Option<usize>,
    /// The cells with givens, and the number of cells of the mask.
    pub(super) mask: Option<(Vec<usize>, usize)>,
    pub(super) minimal: bool,
    pub(super) guesses: Option<(f64, f64)>,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) technique: Option<Technique>,
    pub(super) tries: u64,
    pub(super) nodes: u64,
    pub(super) wanted: Vec<Wanted>,
}

/// A symmetry of the places that have givens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Half a turn leaves the places unchanged.
    HalfTurn,
    /// A quarter of a turn leaves the places unchanged.
    QuarterTurn,
    /// Left and right are mirror images.
    Mirror,
    /// The diagonal from the first cell is a mirror.
    Diagonal,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 5] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::Mirror,
        Self::Diagonal,
    ];

    /// Returns the word of the symmetry.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "180",
            Self::QuarterTurn => "90",
            Self::Mirror => "mirror",
            Self::Diagonal => "diagonal",
        }
    }

    /// Describes the symmetry in a sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::None => "No symmetry",
            Self::HalfTurn => "The pattern looks the same after a half turn",
            Self::QuarterTurn => "The pattern looks the same after a quarter turn",
            Self::Mirror => "Left and right are mirror images",
            Self::Diagonal => "The pattern is symmetric about the diagonal from the first cell",
        }
    }

    /// Returns the symmetry with a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|symmetry| symmetry.word() == word)
    }
}

/// Why no board can follow a recipe. `clues` is the number of givens that the recipe or its mask
/// asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages explain the fields")]
pub enum RecipeError {
    /// More givens than cells.
    #[error("{clues} givens do not fit into {cells} cells")]
    Clues { clues: usize, cells: usize },
    /// Fewer givens than any board with one solution has. On the classic shape that is 17 (G.
    /// McGuire, B. Tugemann and G. Civario, There is no 16-clue sudoku, 2012). Elsewhere all values
    /// but one must be given, because two values without givens can be exchanged.
    #[error("{} too few: a board with one solution has at least {least}", givens_are(*clues))]
    Few { clues: usize, least: usize },
    /// More givens than any minimal board has.
    #[error(
        "{clues} givens are too many: a minimal board has at most {most}, because it has no full row, \
         column or box"
    )]
    Minimal { clues: usize, most: usize },
    /// No set of symmetric places has this number of cells; `below` and `above` are the nearest
    /// numbers.
    #[error(
        "{} cannot have this symmetry{}",
        quantity(*clues, "given"), nearest(*below, *above)
    )]
    Symmetry {
        clues: usize,
        below: Option<usize>,
        above: Option<usize>,
    },
    /// The mask and the shape differ in the number of cells.
    #[error("the mask has {found} cells, expected {expected}")]
    Mask { found: usize, expected: usize },
    /// [No puzzle](Technique::is_definite) with this technique can be asked for.
    #[error("a puzzle that needs the technique {technique:?} cannot be asked for")]
    Technique { technique: &'static str },
    /// Puzzles that need the technique are harder.
    #[error("no {level} puzzle needs the technique {technique:?}, which is harder")]
    TooEasy {
        technique: &'static str,
        level: &'static str,
    },
    /// Rules of this kind are not placed.
    #[error("rules of the kind {kind:?} cannot be placed on a board")]
    NotPlaced { kind: &'static str },
    /// Rules of this kind need another board.
    #[error("rules of the kind {kind:?} do not fit: {needs}")]
    Unfit {
        kind: &'static str,
        needs: &'static str,
    },
    /// The symmetry needs a square board.
    #[error(
        "only square boards can have this symmetry, these have {rows} rows and {columns} columns"
    )]
    Square { rows: usize, columns: usize },
}

fn givens_are(clues: usize) -> String {
    let verb = if clues == 1 { "is" } else { "are" };
    format!("{} {verb}", quantity(clues, "given"))
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
            technique: None,
            tries: 10_000,
            nodes: 2_000,
            wanted: Vec::new(),
        }
    }
}

impl Recipe {
    /// Returns the default recipe: any board from which no given was removed that could be removed
    /// when it was tried.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Places rules of a kind before givens are removed: as many as `count`, or as many as suit the
    /// kind. A minimal recipe then also removes rules that are not needed, but for the last one of
    /// each kind: every puzzle has a rule of each kind.
    #[must_use]
    pub fn rules(mut self, kind: RuleKind, count: impl Into<Option<usize>>) -> Self {
        let count = count.into();
        let number = None;
        self.wanted.push(Wanted {
            kind,
            count,
            number,
        });
        self
    }

    /// Asks for this number of givens. Replaces a mask.
    #[must_use]
    pub fn clues(mut self, clues: usize) -> Self {
        (self.clues, self.mask) = (Some(clues), None);
        self
    }

    /// Asks for givens at symmetric places. Replaces a mask.
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> Self {
        (self.symmetry, self.mask) = (symmetry, None);
        self
    }

    /// Asks for givens exactly where a board has them, whatever their values. Replaces clues and
    /// symmetry.
    #[must_use]
    pub fn mask(mut self, board: &Grid) -> Self {
        let cells = board.givens().map(|(cell, _)| cell).collect();
        self.mask = Some((cells, board.cells().len()));
        (self.symmetry, self.clues) = (Symmetry::None, None);
        self
    }

    /// Accepts only minimal puzzles: no given can be removed.
    #[must_use]
    pub fn minimal(mut self) -> Self {
        self.minimal = true;
        self
    }

    /// Sets the largest number of tries for a puzzle, 10,000 by default.
    #[must_use]
    pub fn tries(mut self, most: u64) -> Self {
        self.tries = most;
        self
    }

    /// Sets the node limit of one question, 2,000 by default. A given stays if that is too small to
    /// decide whether it can be removed, which happens on large boards only.
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.nodes = most;
        self
    }

    /// Accepts only puzzles whose [mean number of guesses](super::Guesses::mean) is in this range.
    #[must_use]
    pub fn guesses(mut self, window: RangeInclusive<f64>) -> Self {
        self.guesses = Some((*window.start(), *window.end()));
        self
    }

    /// Accepts only puzzles of this [difficulty](crate::Rating::difficulty).
    ///
    /// A board that is too hard gets some of its givens back, unless the recipe fixes the clues,
    /// has a mask or asks for minimal puzzles. So every shape has easy puzzles.
    #[must_use]
    pub fn difficulty(mut self, difficulty: Difficulty) -> Self {
        self.difficulty = Some(difficulty);
        self
    }

    /// Accepts only puzzles that need a technique: the steps that are no harder solve them, but not
    /// without this technique.
    #[must_use]
    pub fn technique(mut self, technique: Technique) -> Self {
        self.technique = Some(technique);
        self
    }

    /// Checks by arithmetic whether boards of a shape can follow the recipe. O(cells²).
    pub(super) fn check(&self, shape: &Shape) -> Result<(), RecipeError> {
        let (rows, columns, cells) = (shape.rows(), shape.columns(), shape.cell_count());
        if let Some((_, found)) = self.mask.as_ref().filter(|mask| mask.1 != cells) {
            let (found, expected) = (*found, cells);
            return Err(RecipeError::Mask { found, expected });
        }
        if let Some(technique) = self.technique.filter(|own| !own.is_definite()) {
            let technique = technique.name();
            return Err(RecipeError::Technique { technique });
        }
        if let (Some(technique), Some(level)) = (self.technique, self.difficulty)
            && technique.least() > level.most()
        {
            let (technique, level) = (technique.name(), level.name());
            return Err(RecipeError::TooEasy { technique, level });
        }
        let turns = matches!(self.symmetry, Symmetry::QuarterTurn | Symmetry::Diagonal);
        if turns && rows != columns {
            return Err(RecipeError::Square { rows, columns });
        }
        if let Some(wanted) = self.wanted.iter().find(|wanted| !wanted.kind.is_placed()) {
            let kind = wanted.kind.word();
            return Err(RecipeError::NotPlaced { kind });
        }
        let kinds = self.wanted.iter().map(|wanted| wanted.kind);
        let mut unfit = kinds.filter_map(|kind| Some((kind.word(), lacks_for(shape, kind)?)));
        if let Some((kind, needs)) = unfit.next() {
            return Err(RecipeError::Unfit { kind, needs });
        }
        let of_mask = self.mask.as_ref().map(|(cells, _)| cells.len());
        let clues = of_mask.or(self.clues);
        let Some(clues) = clues else { return Ok(()) };
        let are_mirrored = self.wanted.iter().all(|wanted| is_mirrored(wanted.kind));
        let least = if self.wanted.is_empty() {
            fewest_givens(shape)
        } else {
            // Without givens, the mirror image of a solution is another one.
            usize::from(are_mirrored && fewest_givens(shape) > 0)
        };
        let most = most_needed(shape);
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

/// Returns a lower bound of the givens of a board with one solution.
fn fewest_givens(shape: &Shape) -> usize {
    if shape == Sudoku::classic().shape() {
        17
    } else if shape.is_symmetric() {
        shape.side() - 1
    } else if !shape.has_hard_rules() {
        // Only reversing all values maps solutions to solutions.
        1
    } else {
        0
    }
}

/// Returns an upper bound of the givens of a minimal board: in a full row every given is redundant.
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

/// Returns for each number whether some of the groups have this number of cells together.
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
        (Some(below), Some(above)) => {
            format!("; the nearest possible numbers are {below} and {above}")
        }
        (Some(one), None) | (None, Some(one)) => format!("; the nearest possible number is {one}"),
        (None, None) => String::new(),
    }
}

impl Symmetry {
    /// Returns the groups of cells that have givens together, ascending, and so are the cells of
    /// each.
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
                // Places outside of all boards have no cell; the others still belong together.
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
