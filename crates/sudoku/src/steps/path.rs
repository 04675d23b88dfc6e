//! All steps of a board.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_core::shared::listing;
use quadrille_core::steps::{End, Kind, Steps};
use quadrille_core::{Answer, Assumptions, Budget, Stats, Stop};

use super::classify;
use super::items::Items;
use super::opening;
use super::rules;

use super::step::BoardStep;
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
}

impl BoardPath {
    /// Returns the path of a board before its first step.
    pub(super) fn new(board: &Grid) -> Self {
        Self {
            steps: Vec::new(),
            board: board.clone(),
            end: None,
            is_free: true,
        }
    }
}

impl BoardSearch {
    /// Finds the steps by which a person would solve the board, at most `most` of them, with
    /// arguments of these kinds only; all kinds if there are none. After a limit, the path holds the
    /// steps that were found.
    ///
    /// ```
    /// use quadrille::sudoku::Sudoku;
    ///
    /// let sudoku = Sudoku::new("4x4".parse()?);
    /// let path = sudoku.search().steps(&"1......2....3..4".parse()?, 1, []).value;
    /// let text = path.steps[0].to_text(|value| value.to_string());
    /// assert_eq!(text, "Hidden single: in box 1, only r1c2 can be 2.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(
        &mut self,
        board: &Grid,
        most: usize,
        kinds: impl IntoIterator<Item = Kind>,
    ) -> Answer<BoardPath> {
        let budget = self.begin(board);
        let mut kinds: Vec<Kind> = kinds.into_iter().collect();
        let is_free = kinds.is_empty() || Kind::ALL.iter().all(|kind| kinds.contains(kind));
        if kinds.is_empty() {
            kinds.extend(Kind::ALL);
        }
        let mut path = BoardPath::new(board);
        path.is_free = is_free;
        let stop = match self.take_steps(board, most, kinds, &budget, &mut path) {
            Ok(()) => Stop::Exhausted,
            Err(stop) => stop,
        };
        let mut stats = Stats::default();
        stats.elapsed = budget.elapsed();
        Answer::new(path, stop, stats)
    }

    fn take_steps(
        &self,
        board: &Grid,
        most: usize,
        kinds: Vec<Kind>,
        budget: &Budget,
        path: &mut BoardPath,
    ) -> Result<(), Stop> {
        let shape = self.sudoku.shape();
        // Where rules are hard, the options of one board are far fewer.
        let own = if shape.has_hard_rules() && shape.fits(board) {
            Some(self.for_board(board, self.sudoku.settings(), budget)?)
        } else {
            None
        };
        let sudoku = own.as_ref().map_or(&self.sudoku, |own| &own.sudoku);
        let (mut givens, mut assumptions) = (Vec::new(), Assumptions::new());
        sudoku.encoding().assume(board, &mut givens, |option| {
            assumptions.forbid(option);
        });
        assumptions.force_all(&givens);
        let items = Arc::new(Items::new(sudoku));
        if own.is_some() {
            path.steps = opening::steps(&items, sudoku, board, budget)?;
            path.steps.truncate(most);
        }
        let mut walk = Walk::new(items, board, &assumptions, kinds, budget)?;
        let ended = walk.take(most, budget, path);
        path.end = walk.end();
        path.board = walk.board(board);
        ended
    }
}

/// The steps, and the cells that are filled, which the ranking of steps sees.
struct Walk {
    items: Arc<Items>,
    steps: Steps,
    filled: Arc<Mutex<Vec<bool>>>,
}

impl Walk {
    fn new(
        items: Arc<Items>,
        board: &Grid,
        assumptions: &Assumptions,
        kinds: Vec<Kind>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let filled: Vec<bool> = board.cells().iter().map(|&value| value != 0).collect();
        let filled = Arc::new(Mutex::new(filled));
        let (of_rank, own) = (Arc::clone(&items), Arc::clone(&filled));
        let problem = Arc::clone(items.problem());
        let steps = Steps::new(problem, assumptions, budget)?
            .rules(&rules::rules(&items))
            .kinds(kinds)
            .ranked(move |step| {
                let filled = own.lock().unwrap_or_else(PoisonError::into_inner);
                classify::cost(&of_rank, &filled, step)
            });
        Ok(Self {
            items,
            steps,
            filled,
        })
    }

    fn take(&mut self, most: usize, budget: &Budget, path: &mut BoardPath) -> Result<(), Stop> {
        let mut inside = BTreeSet::new();
        while path.steps.len() < most {
            let (live, chosen) = (self.steps.live(), self.steps.chosen().to_vec());
            let Some(deduction) = self.steps.next(budget)? else {
                return Ok(());
            };
            let placed = self.items.candidates(&deduction.chosen);
            let removed = self.items.candidates(&deduction.removed);
            let mut filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
            let view = View {
                items: &self.items,
                live: &live,
                chosen: &chosen,
                filled: &filled,
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
            placed.into_iter().for_each(|(cell, _)| filled[cell] = true);
        }
        Ok(())
    }

    /// Why there is no further step. Where all cells are filled, the rest of the rules follows.
    fn end(&self) -> Option<End> {
        let filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
        match self.steps.end() {
            Some(End::Stuck) if filled.iter().all(|&filled| filled) => Some(End::Solved),
            end => end,
        }
    }

    /// The board with the values and candidates that are left.
    fn board(&self, board: &Grid) -> Grid {
        let mut marks = vec![0; board.cells().len()];
        for (cell, value) in self.items.candidates(&self.steps.live()) {
            marks[cell] |= 1 << (value - 1);
        }
        for (cell, value) in self.items.candidates(self.steps.chosen()) {
            marks[cell] = 1 << (value - 1);
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

    /// Returns why there is no further step, as a sentence; `None` if the board is solved or there
    /// may be further steps.
    #[must_use]
    pub fn remark(&self) -> Option<&'static str> {
        match self.end? {
            End::Solved => None,
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
