//! What follows from a rule and its board: the cells that it reads, its terms, its pieces.

use std::ops::Range;

use super::cell_rule::CellRule;
use super::kind::RuleKind;
use crate::shape::Shape;

impl CellRule {
    /// All cells whose values decide whether the rule holds.
    pub(crate) fn reads(&self, shape: &Shape) -> Vec<usize> {
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
    pub(crate) fn depth(&self) -> usize {
        let branches = self.branches().iter().flatten();
        let inner = branches.map(|rule| rule.depth()).max().unwrap_or_default();
        inner + usize::from(self.kind == RuleKind::Either)
    }

    /// The cells, their factors and the total, if the rule is a sum.
    pub(crate) fn terms(&self) -> Option<(Vec<usize>, Vec<i64>, i64)> {
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
    pub(crate) fn has_own_ends(&self, shape: &Shape) -> bool {
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
    pub(crate) fn digits(&self) -> Range<usize> {
        match (self.kind, self.number()) {
            (RuleKind::PillArrow, Some(pill)) => 1..pill.max(1) as usize,
            _ => 0..0,
        }
    }

    /// The pieces of a line that have equal sums.
    pub(crate) fn pieces(&self, shape: &Shape) -> Vec<Vec<usize>> {
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
}
