//! Rows and columns as numbers, and the rank of one of them among all.

use std::cmp::Ordering;

use smallvec::smallvec;

use super::automaton::{Automaton, State};
use super::cell_rule::CellRule;
use super::clause::{Clause, Values};
use super::kind::RuleKind;
use crate::shape::Shape;

impl CellRule {
    /// Each value begins four lines: a row and a column from either end. So the rank says which
    /// value begins the line, and how many of the other lines that begin with it are less.
    pub(super) fn rank(&self, shape: &Shape) -> Vec<Clause> {
        let before = (self.number().unwrap_or(1) - 1).max(0);
        let first = shape.value_range().0 + before / 4;
        let others = shape.lines().into_iter();
        let others = others.filter(|other| !shape.differ(&[other[0], self.cells[0]]));
        let others: Vec<Vec<usize>> = others.filter(|other| *other != self.cells).collect();
        let is_less = |other: &Vec<usize>| {
            let pairs = shape.places_to_compare(other, &self.cells).0;
            let begins = Some((other[0], first));
            Clause::Machine(comparison(begins, &pairs, |order| order == Ordering::Less))
        };
        let lower = others.iter().map(is_less).collect();
        let mut clauses = vec![
            Clause::Each(vec![self.cells[0]], Values::of([first])),
            Clause::Holding(lower, before % 4..=before % 4),
        ];
        if self.kind == RuleKind::FullRank {
            let others = others.iter();
            clauses.extend(others.filter_map(|other| shape.unequal(other, &self.cells)));
        }
        clauses
    }
}

impl Shape {
    /// Whether rows and columns can be sorted by what they read: each value begins four of them.
    pub(crate) fn has_ranks(&self) -> bool {
        let side = self.side();
        let lines = self.lines();
        self.is_single()
            && (self.rows(), self.columns()) == (side, side)
            && side > 1
            && lines.iter().all(|line| self.differ(line))
    }

    /// The rows and columns of a board, then the same from the other end.
    pub(crate) fn lines(&self) -> Vec<Vec<usize>> {
        let mut lines = Vec::new();
        for row in 0..self.rows() {
            lines.push(
                (0..self.columns())
                    .filter_map(|at| self.cell(row, at))
                    .collect(),
            );
        }
        for column in 0..self.columns() {
            lines.push(
                (0..self.rows())
                    .filter_map(|at| self.cell(at, column))
                    .collect(),
            );
        }
        let turned = |line: &Vec<usize>| line.iter().rev().copied().collect();
        let turned: Vec<Vec<usize>> = lines.iter().map(turned).collect();
        lines.extend(turned);
        lines
    }

    /// The lines that may read the same, and for each two the clause that they do not.
    pub(crate) fn equal_lines(&self) -> Vec<(Vec<usize>, Vec<usize>, Clause)> {
        // Two lines are compared from one end only: they are equal from both or from none.
        let lines = self.lines();
        let (forward, turned) = lines.split_at(lines.len() / 2);
        let mut pairs = Vec::new();
        for (place, one) in forward.iter().enumerate() {
            for other in forward[place + 1..].iter().chain(&turned[place + 1..]) {
                let clause = self.unequal(one, other);
                pairs.extend(clause.map(|clause| (one.clone(), other.clone(), clause)));
            }
        }
        pairs
    }

    /// The clause that two lines do not read the same; `None` if they cannot.
    fn unequal(&self, one: &[usize], other: &[usize]) -> Option<Clause> {
        let (pairs, may_tie) = self.places_to_compare(one, other);
        may_tie.then(|| Clause::Machine(comparison(None, &pairs, Ordering::is_ne)))
    }

    /// The pairs of cells by which two lines are compared, up to the first place at which they
    /// cannot be equal; and whether there is no such place.
    fn places_to_compare(&self, one: &[usize], other: &[usize]) -> (Vec<[usize; 2]>, bool) {
        let mut pairs = Vec::new();
        for (place, (&a, &b)) in one.iter().zip(other).enumerate() {
            if a != b {
                pairs.push([a, b]);
            }
            // Where lines cross at different places of theirs, one of them would have a value twice.
            let crosses = |cell: usize, line: &[usize]| line[..place].contains(&cell);
            if self.differ(&[a, b]) || crosses(a, other) || crosses(b, one) {
                return (pairs, false);
            }
        }
        (pairs, true)
    }
}

/// Compares two lines that begin with the same value. A state is the order so far, and the value of
/// the first cell of the present pair.
fn comparison(
    begins: Option<(usize, i64)>,
    pairs: &[[usize; 2]],
    accept: fn(Ordering) -> bool,
) -> Automaton {
    let value = begins.map(|begin| begin.1);
    let mut cells: Vec<usize> = begins.iter().map(|begin| begin.0).collect();
    let before = cells.len();
    // The first values are compared already.
    let known = pairs
        .iter()
        .filter(|pair| begins.is_none_or(|begin| pair[0] != begin.0));
    cells.extend(known.flatten());
    let step = move |state: &State, place: usize, own: i64| {
        if place < before {
            return (Some(own) == value).then(|| state.clone());
        }
        let is_first = (place - before).is_multiple_of(2);
        match (state[0], is_first) {
            (0, true) => Some(smallvec![0, own]),
            (0, false) => {
                let order = state[1].cmp(&own);
                let may_fit = order == Ordering::Equal || accept(order);
                may_fit.then(|| smallvec![order as i64, 0])
            }
            _ => Some(state.clone()),
        }
    };
    let accept = move |state: &State| accept(state[0].cmp(&0));
    Automaton::new(cells, smallvec![0, 0], step, accept)
}
