//! The figures of the steps of a path, from the board before its first step.

use std::collections::BTreeSet;

use quadrille_core::{OptionId, Stop};

use super::figure::{CandidateRole, StepFigure, explain};
use super::items::Items;
use super::path::BoardPath;
use super::start::Start;
use super::step::BoardStep;
use super::view::View;
use crate::grid::Grid;
use crate::search::BoardSearch;
use crate::shape::Shape;

impl BoardSearch {
    /// Returns what a picture of each step of a path shows. The path must be one of this board:
    /// [`BoardSearch::steps`].
    ///
    /// # Errors
    /// The limit that stopped the search.
    ///
    /// ```
    /// use quadrille::sudoku::{CandidateRole, Route, Sudoku};
    ///
    /// let sudoku = Sudoku::new("4x4".parse()?);
    /// let board = "1......2....3..4".parse()?;
    /// let mut search = sudoku.search();
    /// let path = search.steps(&board, &Route::new().most(1)).value;
    /// let figures = search.figures(&board, &path).expect("there is no limit");
    /// let marked = figures[0].marked[0];
    /// assert_eq!((marked.cell, marked.value), (1, 2));
    /// assert_eq!(marked.role, CandidateRole::Placed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn figures(&mut self, board: &Grid, path: &BoardPath) -> Result<Vec<StepFigure>, Stop> {
        let budget = self.begin(board);
        let start = Start::new(self, board, &budget)?;
        let live = start.before(&budget)?.live();
        let mut replay = Replay {
            items: &start.items,
            live: live.into_iter().collect(),
            values: board.cells().to_vec(),
            opening: Some(self.shape().pencil_marks(board)),
        };
        Ok(path.steps.iter().map(|step| replay.figure(step)).collect())
    }
}

/// The board before a step.
struct Replay<'a> {
    items: &'a Items,
    live: BTreeSet<OptionId>,
    values: Vec<u8>,
    /// The candidates before the first deduction: rules exclude some of them, for which there are
    /// no options.
    opening: Option<Vec<u64>>,
}

impl Replay<'_> {
    /// The candidates of the blank cells.
    fn candidates(&self, live: &[OptionId]) -> Vec<u64> {
        if let Some(candidates) = &self.opening {
            return candidates.clone();
        }
        let mut candidates = vec![0; self.values.len()];
        for (cell, value) in self.items.candidates(live) {
            candidates[cell] |= 1 << (value - 1);
        }
        candidates
    }

    /// The figure of the next step, which is then taken.
    fn figure(&mut self, step: &BoardStep) -> StepFigure {
        let live: Vec<OptionId> = self.live.iter().copied().collect();
        if step.deduction.is_some() {
            self.opening = None;
        }
        let mut figure = StepFigure {
            values: self.values.clone(),
            candidates: self.candidates(&live),
            ..StepFigure::default()
        };
        match &step.deduction {
            Some(deduction) => {
                let filled: Vec<bool> = self.values.iter().map(|&value| value != 0).collect();
                let view = View {
                    items: self.items,
                    live: &live,
                    chosen: &[],
                    filled: &filled,
                };
                explain(&mut figure, &view, deduction);
                for option in deduction.removed.iter().chain(&deduction.chosen) {
                    self.live.remove(option);
                }
            }
            None => {
                figure.mark(step.removed.iter().copied(), CandidateRole::Removed);
                figure.cells = named_cells(self.items.shape(), step);
                for &(cell, value) in &step.removed {
                    self.remove(cell, value);
                }
            }
        }
        if let Some((cell, value)) = step.placed {
            self.values[cell] = value;
        }
        figure
    }

    fn remove(&mut self, cell: usize, value: u8) {
        if let Some(candidates) = &mut self.opening {
            candidates[cell] &= !(1 << (value - 1));
        }
        let encoding = self.items.encoding();
        if encoding.has(cell, value) {
            self.live.remove(&encoding.option(cell, value));
        }
    }
}

/// The cells and the cells of the rules that a step without a deduction names; if it names none,
/// the cells of what it removes.
fn named_cells(shape: &Shape, step: &BoardStep) -> Vec<usize> {
    let place = step.place(|value| value.to_string());
    let is_named = |name: &str| {
        let mut ends = place.match_indices(name).map(|(at, _)| at + name.len());
        // `r1c1` is not named by `r1c12`.
        ends.any(|end| !place[end..].starts_with(|next: char| next.is_ascii_digit()))
    };
    let rules = shape.cell_rules().iter();
    let rules = rules.filter(|rule| is_named(&shape.describe(rule)));
    let cells = (0..shape.cell_count()).filter(|&cell| is_named(&shape.name(cell).to_string()));
    let named: BTreeSet<usize> = rules
        .flat_map(|rule| rule.cells())
        .copied()
        .chain(cells)
        .collect();
    let removed = step.removed.iter().map(|found| found.0);
    match named.is_empty() {
        true => removed.collect::<BTreeSet<usize>>().into_iter().collect(),
        false => named.into_iter().collect(),
    }
}
