//! What follows from a rule and its board: the cells that it reads, its terms, its pieces.

use std::ops::Range;

use super::cell_rule::CellRule;
use super::kind::RuleKind;
use crate::sudoku::shape::Shape;

/// A loop whose machine has at most this number of steps is laid out as the machine.
const FEW_LOOP_STEPS: usize = 1 << 18;
/// Loops with at least four times as many cells as their sum may have a larger machine: a choice with
/// one line for each cell would be slower.
const MOST_LOOP_STEPS: usize = 1 << 23;

impl CellRule {
    /// All cells whose values decide whether the rule holds.
    pub(in crate::sudoku) fn reads(&self, shape: &Shape) -> Vec<usize> {
        use RuleKind::{BoxIndex, ColumnIndex, Either, Maximum, Minimum, RowIndex};
        let of = |&cell: &usize| match self.kind {
            RowIndex | ColumnIndex | BoxIndex => shape.indexed(self.kind, cell).0,
            Minimum | Maximum => shape.neighbours(cell),
            _ => Vec::new(),
        };
        let others = self.cells.iter().flat_map(of);
        let branches = self.branches().iter().flatten();
        let mut cells: Vec<usize> = match self.kind {
            Either => branches.flat_map(|rule| rule.reads(shape)).collect(),
            _ => self.cells.iter().copied().chain(others).collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// How deep choices are inside each other: 0 if the rule is no choice.
    pub(in crate::sudoku) fn depth(&self) -> usize {
        let branches = self.branches().iter().flatten();
        let inner = branches.map(|rule| rule.depth()).max().unwrap_or_default();
        inner + usize::from(self.kind == RuleKind::Either)
    }

    /// The cells, their factors and the total, if the rule is a sum.
    pub(in crate::sudoku) fn terms(&self) -> Option<(Vec<usize>, Vec<i64>, i64)> {
        let number = self.number().unwrap_or_default();
        let count = self.cells.len();
        let ones = vec![1; count];
        let (factors, total) = match self.kind {
            RuleKind::Sum => (self.factors(), number),
            RuleKind::LittleKiller => (ones, number),
            RuleKind::Arrow => {
                let mut factors = ones;
                factors[0] = -1;
                (factors, 0)
            }
            RuleKind::PillArrow => {
                let mut factors = ones;
                let pill = (number.max(0) as usize).min(count);
                let mut digit = -1;
                for factor in factors[..pill].iter_mut().rev() {
                    *factor = digit;
                    digit *= 10;
                }
                (factors, 0)
            }
            RuleKind::DoubleArrow => {
                let mut factors = ones;
                factors[0] = -1;
                factors[count - 1] = -1;
                (factors, 0)
            }
            _ => return None,
        };
        Some((self.cells.clone(), factors, total))
    }

    /// Whether the ends of a sandwich are the lowest and the highest value of its line, as in a
    /// lunchbox: the board has more values than the line.
    pub(in crate::sudoku) fn has_own_ends(&self, shape: &Shape) -> bool {
        let mut places = self.cells.iter().map(|&cell| shape.place(cell));
        let Some(first) = places.next() else {
            return false;
        };
        self.kind == RuleKind::Sandwich
            && self.cells.len() < shape.side()
            && (places.clone().all(|place| place.0 == first.0)
                || places.all(|place| place.1 == first.1))
            && shape.differ(&self.cells)
    }

    /// The places of the cells that are single digits: those of a pill after the first.
    pub(in crate::sudoku) fn digits(&self) -> Range<usize> {
        match (self.kind, self.number()) {
            (RuleKind::PillArrow, Some(pill)) => 1..pill.max(1) as usize,
            _ => 0..0,
        }
    }

    /// The pieces of a line that have equal sums.
    pub(in crate::sudoku) fn pieces(&self, shape: &Shape) -> Vec<Vec<usize>> {
        let cells = &self.cells[..];
        match self.kind {
            RuleKind::Zipper => {
                let half = cells.len() / 2;
                let pair = |place: usize| vec![cells[place], cells[cells.len() - 1 - place]];
                let mut pieces: Vec<Vec<usize>> = (0..half).map(pair).collect();
                pieces.extend((cells.len() % 2 == 1).then(|| vec![cells[half]]));
                pieces
            }
            RuleKind::EqualSums => {
                let mut rest = cells;
                let piece = |&length: &i64| {
                    let (piece, after) = rest.split_at((length as usize).min(rest.len()));
                    rest = after;
                    piece.to_vec()
                };
                self.values().iter().map(piece).collect()
            }
            _ => {
                let pieces =
                    cells.chunk_by(|&one, &other| shape.region_of(one) == shape.region_of(other));
                pieces.map(<[usize]>::to_vec).collect()
            }
        }
    }

    /// The choice that a rule is laid out as: a loop with a sum whose machine would have many steps is
    /// a line that begins at some cell of the loop.
    pub(in crate::sudoku) fn as_choice(&self, shape: &Shape) -> Option<Self> {
        let sum = self.number().filter(|_| self.kind == RuleKind::SumLoop)?;
        let steps = self.steps_of_loop(shape);
        let is_long = self.cells.len() as i64 / 4 >= sum;
        if steps <= FEW_LOOP_STEPS || is_long && steps <= MOST_LOOP_STEPS {
            return None;
        }
        let begin = |start: usize| {
            let mut cells = self.cells.clone();
            cells.rotate_left(start);
            vec![Self::new(RuleKind::SumLine, cells).with_number(sum)]
        };
        Some(Self::either((0..self.cells.len()).map(begin).collect()))
    }

    /// The most steps that the machine of a loop with a sum can have: its states are a sum so far and
    /// a set of numbers below the sum.
    pub(in crate::sudoku) fn steps_of_loop(&self, shape: &Shape) -> usize {
        let sum = self.number().unwrap_or_default().max(0) as usize;
        let sets = u32::try_from(sum)
            .ok()
            .and_then(|bits| 1_usize.checked_shl(bits))
            .unwrap_or(usize::MAX);
        let values = shape.side().saturating_mul(self.cells.len());
        sets.saturating_mul(sum).saturating_mul(values)
    }
}
