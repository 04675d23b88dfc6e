//! Rules by which a cell says something about another cell.

use smallvec::smallvec;

use super::{Automaton, State};
use crate::rule::cell_rule::CellRule;
use crate::rule::kind::RuleKind;
use crate::shape::Shape;

/// The machine of a rule about cells that point at others, or are compared with their neighbours.
pub(super) fn machine(rule: &CellRule, shape: &Shape) -> Option<Automaton> {
    use RuleKind as K;
    let cells = rule.cells.clone();
    let count = cells.len();
    Some(match rule.kind {
        K::ValueIndex => {
            // The value to be found, and its place; 0 after it was found.
            let step = move |state: &State, place: usize, value: i64| match place {
                0 => Some(smallvec![value]),
                1 => {
                    let is_place = (1..=count as i64 - 2).contains(&value);
                    is_place.then(|| smallvec![state[0], value])
                }
                _ if state[1] != place as i64 - 1 => Some(state.clone()),
                _ => (value == state[0]).then(|| smallvec![0, 0]),
            };
            Automaton::new(cells, State::new(), step, |state| state[1] == 0)
        }
        K::RowIndex | K::ColumnIndex | K::BoxIndex => {
            // Each index cell, then the cells that it points into: their places from 1, and the
            // value of the one that it points at.
            let (mut all, mut roles) = (Vec::new(), Vec::new());
            for cell in cells {
                let (pointed, own) = shape.indexed(rule.kind, cell);
                all.push(cell);
                roles.push((0, pointed.len() as i64));
                roles.extend((1..).zip(&pointed).map(|(at, _)| (at, own)));
                all.extend(pointed);
            }
            let step = move |state: &State, place: usize, value: i64| match roles[place] {
                (0, most) => (1..=most).contains(&value).then(|| smallvec![value]),
                (at, own) => (state[0] != at || value == own).then(|| state.clone()),
            };
            Automaton::new(all, smallvec![0], step, |_| true)
        }
        K::Minimum | K::Maximum => {
            // Each cell, then its neighbours.
            let (mut all, mut is_own) = (Vec::new(), Vec::new());
            for &cell in &cells {
                let mut others = shape.neighbours(cell);
                others.retain(|other| !cells.contains(other));
                is_own.push(true);
                is_own.extend(others.iter().map(|_| false));
                all.push(cell);
                all.extend(others);
            }
            let is_minimum = rule.kind == K::Minimum;
            let step = move |state: &State, place: usize, value: i64| {
                let fits = match (is_own[place], is_minimum) {
                    (true, _) => return Some(smallvec![value]),
                    (_, true) => state[0] < value,
                    (_, false) => state[0] > value,
                };
                fits.then(|| state.clone())
            };
            Automaton::new(all, smallvec![0], step, |_| true)
        }
        _ => return None,
    })
}
