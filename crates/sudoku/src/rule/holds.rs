//! Whether filled cells follow a rule.

use super::automaton::Automaton;
use super::cell_rule::CellRule;
use super::clause::{Clause, Values};
use crate::shape::Shape;

impl CellRule {
    /// Whether a rule holds; `None` if it depends on a cell that has no value. `value` returns the
    /// value of a cell, as the board shows it.
    pub(crate) fn holds(
        &self,
        shape: &Shape,
        value: &dyn Fn(usize) -> Option<i64>,
    ) -> Option<bool> {
        all_hold(&self.meaning(shape), value)
    }
}

/// Whether all clauses hold; `None` if that is not known.
pub(crate) fn all_hold(clauses: &[Clause], value: &dyn Fn(usize) -> Option<i64>) -> Option<bool> {
    all(clauses.iter().map(|clause| clause.holds(value)))
}

impl Clause {
    fn holds(&self, value: &dyn Fn(usize) -> Option<i64>) -> Option<bool> {
        let known = |cells: &[usize]| -> Option<Vec<i64>> {
            cells.iter().map(|&cell| value(cell)).collect()
        };
        match self {
            Self::Each(cells, values) => {
                all(cells.iter().map(|&cell| Some(values.has(value(cell)?))))
            }
            Self::Differ(cells) => {
                let values: Vec<i64> = cells.iter().filter_map(|&cell| value(cell)).collect();
                let different = Values::of(values.iter().copied()).0.count_ones() as usize;
                (different < values.len() || values.len() == cells.len())
                    .then_some(different == cells.len())
            }
            Self::Pairs(pairs, table) => {
                let fits = |&[a, b]: &[usize; 2]| Some(table.allows(value(a)?, value(b)?));
                all(pairs.iter().map(fits))
            }
            Self::Sum(terms, total) => {
                let product = |&(cell, factor)| Some(i128::from(factor) * i128::from(value(cell)?));
                let sum: Option<i128> = terms.iter().map(product).sum();
                Some(sum? == i128::from(*total))
            }
            Self::SameTotals(pieces, counted) => {
                let total = |piece: &Vec<usize>| {
                    let weights = known(piece)?.into_iter();
                    Some(weights.map(|own| weight(*counted, own)).sum::<i64>())
                };
                let totals: Option<Vec<i64>> = pieces.iter().map(total).collect();
                Some(totals?.windows(2).all(|two| two[0] == two[1]))
            }
            Self::Count(cells, values, times) => {
                let count = known(cells)?
                    .into_iter()
                    .filter(|&own| values.has(own))
                    .count();
                Some(times.contains(&(count as i64)))
            }
            Self::Cases(cases) => any(cases
                .iter()
                .map(|case| all(case.iter().map(|&(cell, own)| Some(value(cell)? == own))))),
            Self::Machine(machine) => machine.holds(value),
            Self::Holding(clauses, times) => {
                let holds = clauses
                    .iter()
                    .map(|clause| clause.holds(value).map(i64::from));
                let count = holds.sum::<Option<i64>>()?;
                Some(times.contains(&count))
            }
            Self::Choice(branches) => any(branches
                .iter()
                .map(|rules| all(rules.iter().map(|clauses| all_hold(clauses, value))))),
            Self::Better(clauses, _) => all_hold(clauses, value),
        }
    }
}

impl Automaton {
    fn holds(&self, value: &dyn Fn(usize) -> Option<i64>) -> Option<bool> {
        let mut state = self.start.clone();
        for (place, &cell) in self.cells.iter().enumerate() {
            match (self.step)(&state, place, value(cell)?) {
                Some(next) => state = next,
                None => return Some(false),
            }
        }
        Some((self.accept)(&state))
    }
}

/// What a value adds to a total: itself or, where cells with a value are counted, 1 or 0.
pub(crate) fn weight(counted: Option<i64>, value: i64) -> i64 {
    counted.map_or(value, |counted| i64::from(value == counted))
}

/// Whether all are true; `None` if that is not known.
fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for answer in answers {
        match answer {
            Some(false) => return answer,
            Some(true) => {}
            None => result = None,
        }
    }
    result
}

/// Whether one of them is true; `None` if that is not known.
fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    Some(!all(answers.map(|answer| Some(!answer?)))?)
}
