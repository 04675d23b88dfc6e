//! All steps of a board.

use std::collections::BTreeSet;
use std::sync::Arc;

use quadrille_core::shared::listing;
use quadrille_core::steps::{Deduction, End, Kind, Steps};
use quadrille_core::{Answer, Budget, OptionId, Stats, Stop};

use super::figure::StepFigure;
use super::items::Items;
use super::order::Order;
use super::route::Route;
use super::sentence::Sentence;
use super::start::{Allowed, Start};
use super::step::BoardStep;
use super::unique::{self, Exchange, Position};
use super::usual;
use super::view::View;
use super::words::words;
use crate::grid::Grid;
use crate::search::BoardSearch;
use crate::shape::Shape;

/// The steps that solve a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardPath {
    /// The steps, in order.
    pub steps: Vec<BoardStep>,
    /// The board after the steps. Unless it is full, its pencil marks are the candidates that are
    /// left.
    pub board: Grid,
    /// Why there is no further step; `None` if enough steps were found, or a limit stopped the
    /// search.
    pub end: Option<End>,
    /// Whether all kinds of arguments were allowed.
    pub is_free: bool,
    /// Whether the board had pencil marks before the steps, which they rest on.
    pub rests_on_marks: bool,
    /// Whether the path ends without the step that was to be the [last](Route::until).
    pub misses_last: bool,
    /// What pictures of the steps show: [`BoardSearch::figures`]. Empty unless somebody adds them.
    pub figures: Vec<StepFigure>,
}

impl BoardPath {
    /// Returns the path of a board before its first step.
    pub(super) fn new(board: &Grid) -> Self {
        Self {
            steps: Vec::new(),
            board: board.clone(),
            end: None,
            is_free: true,
            rests_on_marks: board.marks().is_some(),
            misses_last: false,
            figures: Vec::new(),
        }
    }
}

impl BoardSearch {
    /// Finds the steps by which a person would solve the board, the easiest first. After a limit, the
    /// path holds the steps that were found.
    ///
    /// ```
    /// use quadrille::sudoku::{Route, Sudoku};
    ///
    /// let sudoku = Sudoku::new("4x4".parse()?);
    /// let board = "1......2....3..4".parse()?;
    /// let path = sudoku.search().steps(&board, &Route::new().most(1)).value;
    /// let text = path.steps[0].to_text(|value| value.to_string());
    /// assert_eq!(text, "Hidden single: in box 1, only r1c2 can be 2.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(&mut self, board: &Grid, route: &Route<'_>) -> Answer<BoardPath> {
        let budget = self.begin(board);
        let mut path = BoardPath::new(board);
        path.is_free = route.is_free();
        let stop = match self.take_steps(board, route, &budget, &mut path) {
            Ok(()) => Stop::Exhausted,
            Err(stop) => stop,
        };
        let mut stats = Stats::default();
        stats.elapsed = budget.elapsed();
        Answer::new(path, stop, stats)
    }

    pub(super) fn take_steps(
        &self,
        board: &Grid,
        route: &Route<'_>,
        budget: &Budget,
        path: &mut BoardPath,
    ) -> Result<(), Stop> {
        let start = Start::new(self, board, budget)?;
        path.steps = start.opening(board, budget)?;
        let left = path
            .steps
            .split_off(route.cut(&path.steps).min(path.steps.len()));
        let allowed = Allowed {
            kinds: route.allowed(),
            ..Allowed::ALL
        };
        let mut walk = Walk {
            steps: start.steps(Order::Usual, allowed, budget)?,
            items: start.items,
            filled: board.cells().iter().map(|&value| value != 0).collect(),
        };
        let ended = walk.take(route, budget, path);
        path.end = walk.end();
        path.misses_last = path.end.is_some() && route.misses_last(&path.steps);
        let not_taken = left.iter().flat_map(|step| step.removed.iter().copied());
        path.board = walk.board(board, not_taken);
        ended
    }
}

/// The steps, and the cells that are filled.
struct Walk {
    items: Arc<Items>,
    steps: Steps,
    filled: Vec<bool>,
}

impl Walk {
    /// Takes steps. Those that assume that a puzzle has one solution are taken where they are easier.
    fn take(
        &mut self,
        route: &Route<'_>,
        budget: &Budget,
        path: &mut BoardPath,
    ) -> Result<(), Stop> {
        let shape = self.items.shape();
        let puzzle = route.puzzle().filter(|puzzle| shape.fits(puzzle));
        let mut inside = BTreeSet::new();
        while !route.is_reached(&path.steps) {
            let (live, chosen) = (self.steps.live(), self.steps.chosen().to_vec());
            let found = self.steps.find(budget)?;
            let exchange = puzzle.and_then(|puzzle| self.easier(found.as_ref(), puzzle, &live));
            if let Some(exchange) = exchange {
                let encoding = self.items.encoding();
                let removed = exchange.removed.iter();
                let removed = removed.map(|&(cell, value)| encoding.option(cell, value));
                self.steps.remove(removed);
                path.steps.push(BoardStep {
                    technique: exchange.technique,
                    placed: None,
                    argument: Sentence::new(exchange.argument(&self.items)),
                    place: Sentence::new(self.items.cells(exchange.cells, "and")),
                    removed: exchange.removed,
                    deduction: None,
                });
                continue;
            }
            let Some(deduction) = found else {
                return Ok(());
            };
            self.steps.take(&deduction);
            let placed = self.items.candidates(&deduction.chosen);
            let removed = self.items.candidates(&deduction.removed);
            let view = View {
                items: &self.items,
                live: &live,
                chosen: &chosen,
                filled: &self.filled,
            };
            // People take no steps inside rules. The next step says what it rests on.
            let is_seen = !placed.is_empty() || !removed.is_empty();
            if !is_seen && deduction.reason.kind() > Kind::Locked {
                inside.extend(view.rules_of(&deduction.removed));
            }
            if is_seen {
                let mut words = words(&view, &deduction);
                if !inside.is_empty() {
                    let rules = listing(std::mem::take(&mut inside), "and");
                    words
                        .argument
                        .add(&format!("Before this, some ways of {rules} were excluded."));
                }
                path.steps.push(BoardStep {
                    technique: words.technique,
                    placed: placed.first().copied(),
                    removed: if placed.is_empty() {
                        removed
                    } else {
                        Vec::new()
                    },
                    argument: words.argument,
                    place: words.place,
                    deduction: Some(deduction),
                });
            }
            for (cell, _) in placed {
                self.filled[cell] = true;
            }
        }
        Ok(())
    }

    /// The step that assumes one solution, if it is easier than this.
    fn easier(
        &self,
        found: Option<&Deduction>,
        puzzle: &Grid,
        live: &[OptionId],
    ) -> Option<Exchange> {
        if found.is_none() && self.steps.end() != Some(End::Stuck) {
            return None;
        }
        let cost = found.map_or(u64::MAX, |found| {
            usual::cost(&self.items, self.steps.position(), found)
        });
        if cost <= unique::LEAST_COST {
            return None;
        }
        let position = Position::new(&self.items, puzzle, live, self.steps.chosen());
        unique::best(&position).filter(|step| step.technique.cost() < cost)
    }

    /// Why there is no further step. Where all cells are filled, the rest of the rules follows.
    fn end(&self) -> Option<End> {
        match self.steps.end() {
            Some(End::Stuck) if self.filled.iter().all(|&filled| filled) => Some(End::Solved),
            end => end,
        }
    }

    /// The board with the values and candidates that are left.
    fn board(&self, board: &Grid, not_taken: impl Iterator<Item = (usize, u8)>) -> Grid {
        let mut marks = vec![0; board.cells().len()];
        for (cell, value) in self.items.candidates(&self.steps.live()) {
            marks[cell] |= 1 << (value - 1);
        }
        for (cell, value) in self.items.candidates(self.steps.chosen()) {
            marks[cell] = 1 << (value - 1);
        }
        // The exact cover has no options for what the first steps remove.
        for (cell, value) in not_taken {
            marks[cell] |= 1 << (value - 1);
        }
        match Grid::from_marks(marks) {
            full if full.cells().iter().all(|&value| value != 0) => full.without_marks(),
            left => left,
        }
    }
}

impl BoardPath {
    /// Returns whether the board is full.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.end == Some(End::Solved)
    }

    /// Returns whether a step assumes that the puzzle has exactly one solution. Then
    /// [`End::NoSolution`] only refutes this assumption.
    #[must_use]
    pub fn assumes_unique(&self) -> bool {
        self.steps
            .iter()
            .any(|step| step.technique.assumes_unique())
    }

    /// Returns why there is no further step, as a sentence; `None` if the board is solved or there
    /// may be further steps.
    #[must_use]
    pub fn remark(&self) -> Option<&'static str> {
        match self.end? {
            End::Solved => None,
            End::NoSolution if self.assumes_unique() => {
                Some("The board does not have exactly one solution.")
            }
            End::NoSolution if self.rests_on_marks => {
                Some("The board has no solution with these pencil marks.")
            }
            End::NoSolution => Some("The board has no solution."),
            End::Stuck if self.is_free => Some("No step is left: the board has several solutions."),
            End::Stuck => Some("No step of the allowed techniques is left."),
        }
    }

    /// Returns the line of the board after the steps, if it is full.
    #[must_use]
    pub fn solution(&self, shape: &Shape) -> Option<String> {
        self.is_solved().then(|| shape.line(&self.board))
    }
}
