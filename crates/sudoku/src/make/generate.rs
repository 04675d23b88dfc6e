//! Puzzles from a seed.
//!
//! ```text
//! try:
//!     take a random solved board
//!     for each group of cells, in random order: remove its givens if one solution is left
//!     if the board is too hard: put the givens back that were removed last
//!     accept it if it has the clues, is minimal and has the difficulty that the recipe asks for;
//!     otherwise try again
//! ```
//!
//! With a mask the places of the givens are fixed and their values are not:
//!
//! ```text
//! try:
//!     take the values of a random solved board
//!     often: change a few of the values, and keep the change unless there are more solutions
//! ```
//!
//! Every question has a node limit and the number of tries is limited, so every recipe ends. A
//! puzzle depends only on its seed, the recipe and the shape, unless a time limit stops it.

use std::cmp::Ordering;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use super::carve::{Puzzle, carve, carve_solved, fill, masked, random_solved};
use super::needed::{RulePlace, remove_needless};
use super::place::{Placer, by_room};
use super::recipe::{Recipe, RecipeError};
use super::thin::thin;
use crate::compiled::Sudoku;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::rule::CellRule;
use crate::search::BoardSearch;
use crate::shape::Shape;
use quadrille_core::{Limits, Stop};

/// How often rules are placed more densely because the givens are too many.
const LARGEST_DENSITY: usize = 10;

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

/// The result of a seed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle; `None` if no try gave one, or a limit stopped a try.
    pub board: Option<Grid>,
    /// The shape of the puzzle with the rules that were placed; `None` if none were wanted.
    pub shape: Option<Shape>,
    /// The number of tries.
    pub tries: u64,
    /// Why tries were rejected.
    pub refused: Refused,
    /// Why there is no puzzle: [`Stop::Exhausted`] if all tries were rejected.
    pub stop: Stop,
}

/// The number of rejected tries for each reason. A try counts for the first reason that applies.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Refused {
    /// No board with one solution was found.
    pub solutions: u64,
    /// Rules of a kind that was wanted had no place on the solved board.
    pub rules: u64,
    /// The board had too few or too many givens.
    pub clues: u64,
    /// The largest number of givens that was too small.
    #[serde(skip)]
    pub below: Option<usize>,
    /// The smallest number of givens that was too large.
    #[serde(skip)]
    pub above: Option<usize>,
    /// The board was not minimal.
    pub minimal: u64,
    /// The board had another number of guesses, or another difficulty.
    pub guesses: u64,
    /// The number of these boards that were too easy. The others were too hard.
    #[serde(skip)]
    pub too_easy: u64,
    /// The hardest board that was too easy.
    #[serde(skip)]
    pub easier: Option<Rated>,
    /// The easiest board that was too hard.
    #[serde(skip)]
    pub harder: Option<Rated>,
    /// The board did not need the technique.
    pub technique: u64,
    /// The caller did not accept the board.
    pub other: u64,
}

/// How hard a rejected board is.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Rated {
    /// What its hardest step costs, in tenths.
    Cost(u64),
    /// The mean number of guesses.
    Guesses(f64),
}

impl Refused {
    /// Keeps the hardest board that is too easy and the easiest that is too hard. Returns whether a
    /// board is as wanted.
    pub(super) fn compare(&mut self, rated: Rated, to_wanted: Ordering) -> bool {
        match to_wanted {
            Ordering::Equal => return true,
            Ordering::Less => {
                self.too_easy += 1;
                if self.easier.is_none_or(|easier| rated > easier) {
                    self.easier = Some(rated);
                }
            }
            Ordering::Greater => {
                if self.harder.is_none_or(|harder| rated < harder) {
                    self.harder = Some(rated);
                }
            }
        }
        false
    }
}

impl Generator {
    /// Returns a generator of puzzles of a shape.
    ///
    /// # Errors
    /// Fails if no board of the shape can follow the recipe.
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

    /// Returns the compiled shape of the puzzles.
    #[must_use]
    pub fn sudoku(&self) -> &Sudoku {
        &self.sudoku
    }

    /// Returns the shape of the puzzles.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        self.sudoku.shape()
    }

    /// Sets the limits for each puzzle: time, and a cancel token. The recipe limits the nodes.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.search.limits(limits);
        self
    }

    /// Returns the puzzle of a seed. Boards for which `accept` returns `false` are rejected.
    pub fn puzzle(&mut self, seed: u64, mut accept: impl FnMut(&Grid) -> bool) -> Generated {
        let mut random = Pcg32::seed_from_u64(seed);
        if !self.recipe.wanted.is_empty() {
            return self.puzzle_with_rules(&mut random, accept);
        }
        let mut groups: Vec<&[usize]> = self.groups.iter().map(Vec::as_slice).collect();
        let mut inquiry = Inquiry::new(&mut self.search, &self.blank).nodes(self.recipe.nodes);
        let mut generated = Generated::default();
        while generated.tries < self.recipe.tries {
            generated.tries += 1;
            let shape = self.sudoku.shape();
            let tried = if let Some((cells, _)) = &self.recipe.mask {
                fill(&mut inquiry, &self.blank, cells, &mut random)
            } else {
                groups.shuffle(&mut random);
                let clues = self.recipe.clues.filter(|_| !self.recipe.minimal);
                let least = clues.unwrap_or_default();
                let carved = carve(&mut inquiry, &self.blank, &groups, least, &mut random);
                carved.map(|carved| self.recipe.ease(shape, &mut inquiry, carved, &groups))
            };
            let recipe = &self.recipe;
            if recipe.is_last(shape, &mut inquiry, tried, &mut accept, &mut generated) {
                break;
            }
        }
        generated
    }

    /// Returns a puzzle with rules that are placed on a random solved board, before givens are
    /// removed.
    fn puzzle_with_rules(
        &mut self,
        random: &mut Pcg32,
        mut accept: impl FnMut(&Grid) -> bool,
    ) -> Generated {
        let mut generated = Generated::default();
        let mut groups: Vec<&[usize]> = self.groups.iter().map(Vec::as_slice).collect();
        let recipe = &self.recipe;
        let mut base = Inquiry::new(&mut self.search, &self.blank).nodes(recipe.nodes);
        while generated.tries < recipe.tries {
            generated.tries += 1;
            let solved = random_solved(&mut base, &self.blank, random);
            if base.is_over() {
                generated.stop = base.stop;
                break;
            }
            let Some(solved) = solved else {
                generated.refused.solutions += 1;
                continue;
            };
            // Each board with too many givens asks for rules that say more.
            let density = usize::try_from(generated.refused.clues / 2).unwrap_or(usize::MAX);
            let density = density.min(LARGEST_DENSITY);
            let shape = self.sudoku.shape();
            let Some(rules) = recipe.place_rules(shape, &solved, density, random) else {
                generated.refused.rules += 1;
                continue;
            };
            // Every rule holds on the solved board, so it fits the shape.
            let Ok(mut shape) = shape.clone().with_cell_rules(rules) else {
                generated.refused.other += 1;
                continue;
            };
            let settings = self.sudoku.settings();
            let mut search = Sudoku::with_settings(shape.clone(), settings).search();
            search.budget(&base.budget());
            groups.shuffle(random);
            // The fewer givens and rules are left, the longer are the searches. Of a minimal puzzle
            // those are removed that short searches find needless, and the rest is decided last.
            let policies = base.policies().generate;
            let short = policies.short.min(recipe.nodes);
            let is_reduced = recipe.minimal && recipe.mask.is_none();
            let nodes = if is_reduced { short } else { recipe.nodes };
            let mut inquiry = Inquiry::new(&mut search, &self.blank).nodes(nodes);
            if is_reduced {
                inquiry.learn_others_of(&solved);
            }
            let mut tried =
                recipe.with_rules(&shape, &mut inquiry, solved.clone(), &self.blank, &groups);
            let mut reduced;
            if let Some(tried) = tried.as_mut().filter(|_| recipe.minimal) {
                let most = short.saturating_mul(policies.patience);
                let mut order: Vec<_> = RulePlace::of_cell_rules(&shape).collect();
                order.shuffle(random);
                // Givens that are needed now are needed without these rules too.
                inquiry.within(Some(most), |inquiry| {
                    remove_needless(&mut shape, &tried.board, order, is_one_of_many, inquiry)
                });
                // The board is rated under the rules that are left.
                reduced = Sudoku::with_settings(shape.clone(), settings).search();
                reduced.budget(&base.budget());
                if is_reduced && tried.minimal != Some(true) {
                    recipe.decide_givens(&mut reduced, &solved, &groups, tried);
                }
                inquiry = Inquiry::new(&mut reduced, &self.blank).nodes(recipe.nodes);
            }
            if recipe.is_last(&shape, &mut inquiry, tried, &mut accept, &mut generated) {
                generated.shape = generated.board.is_some().then_some(shape);
                break;
            }
        }
        generated
    }
}

/// Whether a shape has another rule about cells of the same kind: a puzzle keeps one of each kind
/// that was asked for.
fn is_one_of_many(shape: &Shape, place: RulePlace) -> bool {
    let RulePlace::Cells(place) = place else {
        return false;
    };
    let (rules, kind) = (shape.cell_rules(), shape.cell_rules()[place].kind());
    rules.iter().filter(|rule| rule.kind() == kind).count() > 1
}

impl Recipe {
    /// Rules of all wanted kinds that hold on a solved board; `None` if a kind has no place there.
    fn place_rules(
        &self,
        shape: &Shape,
        solved: &Grid,
        density: usize,
        random: &mut Pcg32,
    ) -> Option<Vec<CellRule>> {
        let mut placer = Placer::new(shape, solved, density, random);
        let wanted = by_room(&self.wanted).into_iter();
        let placed: Vec<Vec<CellRule>> = wanted.map(|wanted| placer.place(wanted)).collect();
        (!placed.iter().any(Vec::is_empty)).then(|| placed.concat())
    }

    /// Removes the givens that a puzzle does not need, after some of them were left open.
    fn decide_givens(
        &self,
        search: &mut BoardSearch,
        solved: &Grid,
        groups: &[&[usize]],
        puzzle: &mut Puzzle,
    ) {
        let mut inquiry = Inquiry::of_rules(search, &puzzle.board).nodes(self.nodes);
        let mut left = groups.to_vec();
        left.retain(|group| puzzle.board.get(group[0]).is_some());
        let certain = thin(&mut inquiry, &mut puzzle.board, Some(solved), &left, 0);
        let are_single_cells = left.iter().all(|group| group.len() == 1);
        // A given that is still open counts as needless: to ask again would take as long.
        puzzle.minimal = are_single_cells.then_some(certain);
    }

    /// A board with one solution under rules that were placed on a solved board. Its rules belong
    /// to this solved board, so a mask gets its values; without rules, other values are tried, too.
    fn with_rules(
        &self,
        shape: &Shape,
        inquiry: &mut Inquiry<'_>,
        solved: Grid,
        blank: &Grid,
        groups: &[&[usize]],
    ) -> Option<Puzzle> {
        let Some((cells, _)) = &self.mask else {
            let clues = self.clues.filter(|_| !self.minimal).unwrap_or_default();
            let carved = carve_solved(inquiry, solved, groups, clues);
            return Some(self.ease(shape, inquiry, carved, groups));
        };
        let (board, minimal) = (masked(&solved, blank, cells), None);
        inquiry.assume(&board);
        let is_unique = inquiry.is_unique() == Some(true);
        is_unique.then_some(Puzzle {
            board,
            minimal,
            cost: None,
        })
    }
}
