//! What a reader collects: the parts of a puzzle, each with its place in the text.

use std::ops::Range;

use super::error::{PuzzleError, PuzzleReason};
use super::puzzle::Puzzle;
use crate::grid::Grid;
use crate::rule::CellRule;
use crate::shape::{Outline, Rule, Shape, ShapeReason};

/// A puzzle that is being read.
pub(super) struct Draft {
    pub(super) outline: Outline,
    /// The size in the text.
    place: Range<usize>,
    pub(super) board_rules: Vec<(Rule, Range<usize>)>,
    pub(super) rules: Vec<(CellRule, Range<usize>)>,
    /// What each cell may hold: a bit for each value.
    marks: Vec<u64>,
    /// Whether a cell has more candidates than one, or none.
    has_marks: bool,
}

impl Draft {
    /// A board without rules and givens. The place is that of the size in the text.
    pub(super) fn new(outline: Outline, place: &Range<usize>) -> Result<Self, PuzzleError> {
        // The largest boards have 36 rows, so the numbers of cells and values are small from here.
        // A raw grid, as rules may say later, needs fewer values.
        Shape::outlined(&outline, [Rule::Raw])
            .map_err(|reason| PuzzleReason::Shape(reason).at(place.clone()))?;
        let all = (1 << outline.values) - 1;
        Ok(Self {
            board_rules: Vec::new(),
            rules: Vec::new(),
            marks: vec![all; outline.rows * outline.columns],
            has_marks: false,
            place: place.clone(),
            outline,
        })
    }

    /// Adds a rule for the whole board. Both diagonals are one rule.
    pub(super) fn push(&mut self, rule: Rule, span: Range<usize>) {
        let is_other = |own: &Rule| {
            matches!(
                (own, &rule),
                (Rule::Falling, Rule::Rising) | (Rule::Rising, Rule::Falling)
            )
        };
        let mut known = self.board_rules.iter_mut();
        match known.find(|own| is_other(&own.0)) {
            Some(own) => own.0 = Rule::Diagonals,
            None => self.board_rules.push((rule, span)),
        }
    }

    /// The bit of a value as the board shows it, if the board has it.
    pub(super) fn bit(&self, value: i64) -> Option<u64> {
        let place = value.checked_sub(i64::from(self.outline.lowest))?;
        let is_good = (0..self.outline.values as i64).contains(&place);
        is_good.then(|| 1 << place)
    }

    /// The least and the largest value, in words.
    pub(super) fn values(&self) -> String {
        let least = usize::from(self.outline.lowest);
        format!(
            "a value from {least} to {}",
            least + self.outline.values - 1
        )
    }

    /// Restricts a cell to some values.
    pub(super) fn restrict(&mut self, cell: usize, marks: u64) {
        self.marks[cell] &= marks;
        // Two givens of one cell that exclude each other leave no value.
        self.has_marks |= !marks.is_power_of_two() || self.marks[cell] == 0;
    }

    /// The whole puzzle.
    pub(super) fn finish(self) -> Result<Puzzle, PuzzleError> {
        let all: Vec<Rule> = self.board_rules.iter().map(|own| own.0.clone()).collect();
        let shape = Shape::outlined(&self.outline, all).map_err(|reason| {
            let word = match &reason {
                ShapeReason::NeedsBoxes { word }
                | ShapeReason::NeedsSquare { word }
                | ShapeReason::NeedsZero { word }
                | ShapeReason::NotRaw { word }
                | ShapeReason::NeedsNine { word, .. } => word,
                ShapeReason::Extra { .. }
                | ShapeReason::SameLetter { .. }
                | ShapeReason::MapRows { .. } => "extra",
                _ => "",
            };
            let mut rules = self.board_rules.iter();
            let span = rules
                .find(|own| own.0.word() == word)
                .map_or(self.place.clone(), |own| own.1.clone());
            PuzzleReason::Shape(reason).at(span)
        })?;
        let (rules, spans): (Vec<CellRule>, Vec<Range<usize>>) = self.rules.into_iter().unzip();
        let shape = shape.with_cell_rules(rules).map_err(|error| {
            let (rule, reason) = (error.rule, error.reason);
            let span = spans.get(error.place).cloned().unwrap_or_default();
            PuzzleReason::Rule { rule, reason }.at(span)
        })?;
        let board = Grid::from_marks(self.marks);
        let board = if self.has_marks {
            board
        } else {
            board.without_marks()
        };
        Ok(Puzzle::new(shape, board))
    }
}
