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

use super::rate::{guesses, upright};
use super::recipe::{Recipe, RecipeError};
use super::thin::{leap, thin};
use crate::sudoku::grid::Grid;
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::search::{BoardSearch, Sudoku};
use crate::sudoku::shape::Shape;
use crate::{Limits, Stop};

/// Makes puzzles, one for each seed.
///
/// ```
/// use quadrille::Uniqueness;
/// use quadrille::sudoku::{Generator, Recipe, Sudoku};
///
/// let mut generator = Generator::new(Sudoku::classic(), Recipe::new().clues(30))?;
/// let board = generator.puzzle(1, |_| true).board.unwrap();
/// assert_eq!(board.givens().count(), 30);
/// assert_eq!(Sudoku::classic().search().unique(&board).value, Uniqueness::One);
/// assert_eq!(generator.puzzle(1, |_| true).board, Some(board));
/// # Ok::<(), quadrille::sudoku::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    sudoku: Sudoku,
    search: BoardSearch,
    recipe: Recipe,
    blank: Grid,
    groups: Vec<Vec<usize>>,
}

/// What came of a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle, `None` if no try gave one, or a limit stopped the try at hand.
    pub board: Option<Grid>,
    /// How many tries were made.
    pub tries: u64,
    /// Why tries were not taken.
    pub refused: Refused,
    /// Why there is none: [`Stop::Exhausted`] if there were enough tries.
    pub stop: Stop,
}

/// How many tries were refused for which reason, the first that applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Refused {
    /// No board with one solution was found.
    pub solutions: u64,
    /// The board had too few or too many givens.
    pub clues: u64,
    /// The most givens of those that had too few.
    #[cfg_attr(feature = "json", serde(skip))]
    pub below: Option<usize>,
    /// The fewest givens of those that had too many.
    #[cfg_attr(feature = "json", serde(skip))]
    pub above: Option<usize>,
    /// It was not minimal.
    pub minimal: u64,
    /// It took too few or too many guesses.
    pub guesses: u64,
    /// It was not accepted.
    pub other: u64,
}

impl Generator {
    /// Makes puzzles of a shape.
    ///
    /// # Errors
    /// If the recipe does not suit the shape.
    pub fn new(sudoku: &Sudoku, recipe: Recipe) -> Result<Self, RecipeError> {
        let shape = sudoku.shape();
        recipe.check(shape)?;
        Ok(Self {
            search: sudoku.search(),
            sudoku: sudoku.clone(),
            groups: recipe.symmetry.groups(shape),
            recipe,
            blank: shape.blank(),
        })
    }

    /// The compiled shape of the puzzles.
    #[must_use]
    pub fn sudoku(&self) -> &Sudoku {
        &self.sudoku
    }

    /// The shape of the puzzles.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        self.sudoku.shape()
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
            refused: Refused::default(),
            stop: Stop::Exhausted,
        };
        while generated.tries < self.recipe.tries {
            generated.tries += 1;
            let tried = if let Some((cells, _)) = &self.recipe.mask {
                fill(&mut inquiry, &self.blank, cells, &mut random)
            } else {
                groups.shuffle(&mut random);
                let clues = self.recipe.clues.filter(|_| !self.recipe.minimal);
                let least = clues.unwrap_or_default();
                carve(&mut inquiry, &self.blank, &groups, least, &mut random)
            };
            let mut refused = generated.refused.clone();
            let shape = self.sudoku.shape();
            let is_good = match &tried {
                Some(tried) => {
                    let recipe = &self.recipe;
                    recipe.takes(shape, &mut inquiry, tried, &mut accept, &mut refused)
                }
                None => {
                    refused.solutions += 1;
                    false
                }
            };
            if inquiry.is_over() {
                // This try is not finished: without the limit it might have been another board.
                generated.stop = inquiry.stop;
                break;
            }
            if is_good {
                generated.board = tried.map(|tried| tried.board);
                break;
            }
            generated.refused = refused;
        }
        generated
    }
}

impl Recipe {
    /// Whether a board is taken; notes why not.
    fn takes(
        &self,
        shape: &Shape,
        inquiry: &mut Inquiry<'_>,
        tried: &Tried,
        accept: impl FnOnce(&Grid) -> bool,
        refused: &mut Refused,
    ) -> bool {
        let board = &tried.board;
        let givens = board.givens().count();
        let clues = self.clues.unwrap_or(givens);
        let reason = if givens < clues {
            refused.below = refused.below.max(Some(givens));
            &mut refused.clues
        } else if givens > clues {
            refused.above = Some(refused.above.map_or(givens, |least| least.min(givens)));
            &mut refused.clues
        } else if self.minimal && !tried.minimal.unwrap_or_else(|| is_minimal(inquiry, board)) {
            &mut refused.minimal
        } else if !self.has_guesses(shape, inquiry, board) {
            &mut refused.guesses
        } else if !accept(board) {
            &mut refused.other
        } else {
            return true;
        };
        *reason += 1;
        false
    }

    /// Whether a board takes as many guesses as it shall.
    fn has_guesses(&self, shape: &Shape, inquiry: &mut Inquiry<'_>, board: &Grid) -> bool {
        let Some((low, high)) = self.guesses else {
            return true;
        };
        inquiry.assume(&upright(board, shape));
        // As hard as it may be: what is asked for may be more than the nodes of other questions.
        let rated = inquiry.within(None, |inquiry| guesses(inquiry, high));
        rated.is_some_and(|(guesses, _)| (low..=high).contains(&guesses.mean))
    }
}

/// A board with one solution.
struct Tried {
    board: Grid,
    /// Whether no given can be left out, if that is known.
    minimal: Option<bool>,
}

/// A random solved board. It takes a node a cell or more where forced options are nodes, and another try is better than a
/// long one.
fn full(inquiry: &mut Inquiry<'_>, blank: &Grid, random: &mut Pcg32) -> Option<Grid> {
    let nodes = (4 * blank.cells().len() as u64).max(2_000);
    inquiry.assume(blank);
    inquiry.within(Some(nodes), |inquiry| inquiry.random(random.next_u64()))
}

/// A random solved board, thinned group by group.
fn carve(
    inquiry: &mut Inquiry<'_>,
    blank: &Grid,
    groups: &[Vec<usize>],
    least: usize,
    random: &mut Pcg32,
) -> Option<Tried> {
    let mut board = full(inquiry, blank, random)?;
    inquiry.assume(&board);
    let solved = board.clone();
    let gone = leap(inquiry, &mut board, groups, least);
    let certain = thin(inquiry, &mut board, &groups[gone..], least);
    let whole = put_back(inquiry, &mut board, &solved, groups);
    let alone = groups.iter().all(|group| group.len() == 1);
    let minimal = (alone && least == 0 && certain && whole).then_some(true);
    Some(Tried { board, minimal })
}

/// Puts groups of givens back, those that were taken away last, until one question is enough to prove that a board has
/// one solution: whoever solves it cannot do it given by given, from the solution. Returns whether none had to be.
///
/// Only large boards need it. A part of them is put back at a time, so that few questions are asked.
fn put_back(
    inquiry: &mut Inquiry<'_>,
    board: &mut Grid,
    solved: &Grid,
    groups: &[Vec<usize>],
) -> bool {
    let mut taken: Vec<&Vec<usize>> = groups.iter().collect();
    taken.retain(|group| board.get(group[0]).is_none());
    let nodes = inquiry.policy("generate.whole");
    let mut whole = true;
    loop {
        inquiry.assume(board);
        let unique = inquiry.within(Some(nodes), Inquiry::is_unique);
        if unique == Some(true) || taken.is_empty() || inquiry.stop != Stop::Exhausted {
            return whole;
        }
        whole = false;
        let kept = taken.len() * 15 / 16;
        for group in taken.drain(kept..) {
            for &cell in group {
                board.put(cell, solved.cells()[cell]);
            }
        }
    }
}

/// Values for the cells of a mask. A random change of a few of them is kept unless there are more solutions then.
fn fill(
    inquiry: &mut Inquiry<'_>,
    blank: &Grid,
    mask: &[usize],
    random: &mut Pcg32,
) -> Option<Tried> {
    let counted = inquiry.policy("generate.counted");
    let solved = full(inquiry, blank, random)?;
    let mut board = blank.clone();
    for &cell in mask {
        board.put(cell, solved.cells()[cell]);
    }
    inquiry.assume(&board);
    let mut count = inquiry.count(counted)?;
    for _ in 0..inquiry.policy("generate.changes") {
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
        let Some(solved) = inquiry.random(random.next_u64()) else {
            continue;
        };
        for &cell in mask {
            changed.put(cell, solved.cells()[cell]);
        }
        inquiry.assume(&changed);
        if let Some(now) = inquiry.count(counted).filter(|now| *now <= count) {
            (board, count) = (changed, now);
        }
    }
    None
}

/// Whether a board with one solution has more without any one of its givens: known for certain.
fn is_minimal(inquiry: &mut Inquiry<'_>, board: &Grid) -> bool {
    inquiry.assume(board);
    board.givens().all(|(cell, value)| {
        let other = inquiry.other(cell, value);
        inquiry.put(cell, value);
        other == Some(true)
    })
}
