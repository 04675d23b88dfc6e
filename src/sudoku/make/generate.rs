//! Puzzles from a seed.
//!
//! ```text
//! try:
//!     a random solved board
//!     for each group of cells, in random order: take it away if the solution stays the only one
//!     take it if it has the clues that were asked for, is minimal if that was, and is accepted; else try again
//! ```
//!
//! With a mask the cells are given and the values are not:
//!
//! ```text
//! try:
//!     a random solved board, seen through the mask
//!     often: a few of the givens get other values, and keep them if there are no more solutions than before
//! ```
//!
//! Every question has a limit of nodes, and tries are limited too, so that no recipe takes for ever. A puzzle depends on
//! its seed, the recipe and the shape only, as long as no limit of time is reached.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg32;

use super::recipe::{Pattern, Recipe, RecipeError};
use super::thin::{leap, thin};
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::{BoardSearch, Grid, Shape, Sudoku};
use crate::{Limits, Stop};

/// Solutions are counted up to here to see whether the givens of a mask became better.
const COUNTED: u64 = 200;
/// How often givens of a mask are changed in one try.
const CHANGES: u32 = 400;

/// Makes puzzles, one for each seed.
///
/// ```
/// use quadrille::Uniqueness;
/// use quadrille::sudoku::{Generator, Recipe, Sudoku};
///
/// let mut generator = Generator::new(Sudoku::classic(), Recipe::new().clues(30))?;
/// let board = generator.puzzle(1, |_| true).board.unwrap();
/// assert_eq!(board.givens().count(), 30);
/// assert_eq!(Sudoku::classic().search().uniqueness(&board).value, Uniqueness::One);
/// assert_eq!(generator.puzzle(1, |_| true).board, Some(board));
/// # Ok::<(), quadrille::sudoku::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator<'s> {
    shape: &'s Shape,
    search: BoardSearch<'s>,
    recipe: Recipe,
    blank: Grid,
    groups: Vec<Vec<usize>>,
}

/// What came of a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle, `None` if no try gave one.
    pub board: Option<Grid>,
    /// How many tries were made.
    pub tries: u64,
    /// The fewest givens of any board with one solution that was tried, whether it was taken or not.
    pub fewest: Option<usize>,
    /// Why there is none: [`Stop::Exhausted`] if there were enough tries.
    pub stop: Stop,
}

impl<'s> Generator<'s> {
    /// Makes puzzles of a shape.
    ///
    /// # Errors
    /// If the recipe does not suit the shape.
    pub fn new(sudoku: &'s Sudoku, recipe: Recipe) -> Result<Self, RecipeError> {
        let shape = sudoku.shape();
        recipe.check(shape)?;
        let groups = match recipe.pattern {
            Pattern::Free { symmetry, .. } => symmetry.groups(shape),
            Pattern::Mask { .. } => Vec::new(),
        };
        Ok(Self {
            shape,
            search: sudoku.search(),
            recipe,
            blank: shape.blank(),
            groups,
        })
    }

    /// The shape of the puzzles.
    #[must_use]
    pub fn shape(&self) -> &'s Shape {
        self.shape
    }

    /// Sets the limits of each puzzle: time, and a cancel token. Nodes are limited by the recipe.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.search.limits(limits);
        self
    }

    /// The puzzle of a seed that `accept` agrees to.
    pub fn puzzle(&mut self, seed: u64, mut accept: impl FnMut(&Grid) -> bool) -> Generated {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut groups = self.groups.clone();
        let mut inquiry = Inquiry::new(&mut self.search, &self.blank).nodes(self.recipe.nodes);
        let mut generated = Generated {
            board: None,
            tries: 0,
            fewest: None,
            stop: Stop::Exhausted,
        };
        while generated.tries < self.recipe.tries {
            generated.tries += 1;
            let tried = match &self.recipe.pattern {
                Pattern::Free { clues, .. } => {
                    groups.shuffle(&mut random);
                    let least = if self.recipe.minimal {
                        0
                    } else {
                        clues.unwrap_or_default()
                    };
                    carve(&mut inquiry, &self.blank, &groups, least, &mut random)
                }
                Pattern::Mask { cells, .. } => fill(&mut inquiry, &self.blank, cells, &mut random),
            };
            if let Some(Tried { board, minimal }) = tried {
                let givens = board.givens().count();
                generated.fewest =
                    Some(generated.fewest.map_or(givens, |fewest| fewest.min(givens)));
                let as_many = match self.recipe.pattern {
                    Pattern::Free {
                        clues: Some(clues), ..
                    } => givens == clues,
                    _ => true,
                };
                if as_many
                    && (!self.recipe.minimal
                        || minimal.unwrap_or_else(|| is_minimal(&mut inquiry, &board)))
                    && accept(&board)
                {
                    generated.board = Some(board);
                    return generated;
                }
            }
            if matches!(inquiry.stop, Stop::Time | Stop::Cancelled) {
                generated.stop = inquiry.stop;
                break;
            }
        }
        generated
    }
}

/// A board with one solution.
struct Tried {
    board: Grid,
    /// Whether no given can be left out, if that is known.
    minimal: Option<bool>,
}

/// A random solved board, thinned group by group.
fn carve(
    inquiry: &mut Inquiry<'_, '_>,
    blank: &Grid,
    groups: &[Vec<usize>],
    least: usize,
    random: &mut Pcg32,
) -> Option<Tried> {
    inquiry.assume(blank);
    let mut board = inquiry.solution(Some(random.next_u64()))?;
    inquiry.assume(&board);
    let gone = leap(inquiry, &mut board, groups, least);
    let certain = thin(inquiry, &mut board, &groups[gone..], least);
    let alone = groups.iter().all(|group| group.len() == 1);
    let minimal = (alone && least == 0 && certain).then_some(true);
    Some(Tried { board, minimal })
}

/// Values for the cells of a mask. A random change of a few of them is kept unless there are more solutions then.
fn fill(
    inquiry: &mut Inquiry<'_, '_>,
    blank: &Grid,
    mask: &[usize],
    random: &mut Pcg32,
) -> Option<Tried> {
    inquiry.assume(blank);
    let solved = inquiry.solution(Some(random.next_u64()))?;
    let mut board = blank.clone();
    for &cell in mask {
        board.put(cell, solved.cells()[cell]);
    }
    inquiry.assume(&board);
    let mut count = inquiry.count(COUNTED)?;
    for _ in 0..CHANGES {
        if count == 1 {
            return Some(Tried {
                board,
                minimal: None,
            });
        }
        let mut changed = board.clone();
        for _ in 0..(mask.len() / 6).max(2) {
            if let Some(&cell) = mask.choose(random) {
                changed.put(cell, 0);
            }
        }
        inquiry.assume(&changed);
        let Some(solved) = inquiry.solution(Some(random.next_u64())) else {
            continue;
        };
        for &cell in mask {
            changed.put(cell, solved.cells()[cell]);
        }
        inquiry.assume(&changed);
        if let Some(now) = inquiry.count(COUNTED).filter(|now| *now <= count) {
            (board, count) = (changed, now);
        }
    }
    None
}

/// Whether a board with one solution has more without any one of its givens: known for certain.
fn is_minimal(inquiry: &mut Inquiry<'_, '_>, board: &Grid) -> bool {
    inquiry.assume(board);
    board.givens().all(|(cell, value)| {
        let other = inquiry.other(cell, value);
        inquiry.put(cell, value);
        other == Some(true)
    })
}
