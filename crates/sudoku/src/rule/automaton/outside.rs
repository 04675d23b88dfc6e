//! Rules about numbers outside the grid, and lines that are read from one end.

use smallvec::smallvec;

use super::{Automaton, State};
use crate::rule::cell_rule::CellRule;
use crate::rule::kind::RuleKind;
use crate::shape::Shape;

/// The machine of a rule about a number outside the grid.
// It is long, because it has an arm for each kind of rule.
pub(super) fn machine(rule: &CellRule, shape: &Shape) -> Option<Automaton> {
    use RuleKind as K;
    let cells = rule.cells.clone();
    let number = rule.number().unwrap_or_default();
    let (low, high) = shape.value_range();
    let count = cells.len();
    Some(match rule.kind {
        K::Lunchbox => lunchbox(rule, shape),
        K::Sandwich if rule.has_own_ends(shape) => lunchbox(rule, shape),
        K::NumberedRoom => {
            // The place that is to be read; 0 after it was.
            let step = move |state: &State, place: usize, value: i64| {
                let wanted = if place == 0 { value } else { state[0] };
                if wanted == place as i64 + 1 {
                    return (value == number).then(|| smallvec![0]);
                }
                let is_later = (1..=count as i64).contains(&wanted) || place > 0;
                is_later.then(|| smallvec![wanted])
            };
            Automaton::new(cells, smallvec![0], step, |state| state[0] == 0)
        }
        K::Sandwich => {
            // The number of ends so far, the sum after the first, and the first.
            let step = move |state: &State, _: usize, value: i64| {
                let is_end = value == low || value == high;
                match (state[0], is_end) {
                    (0, false) | (2, false) => Some(state.clone()),
                    (1, false) => {
                        let sum = state[1] + value;
                        (sum <= number).then(|| smallvec![1, sum, state[2]])
                    }
                    (0, true) => Some(smallvec![1, 0, value]),
                    (1, true) => {
                        (state[1] == number && state[2] != value).then(|| smallvec![2, 0, 0])
                    }
                    _ => None,
                }
            };
            Automaton::new(cells, smallvec![0, 0, 0], step, |state| state[0] == 2)
        }
        K::XSum => {
            let step = move |state: &State, place: usize, value: i64| {
                let (left, sum) = match place {
                    0 if (1..=count as i64).contains(&value) => (value - 1, value),
                    // The first 0 cells have the sum 0.
                    0 if value == 0 => return (number == 0).then(|| smallvec![0, 0]),
                    0 => return None,
                    _ if state[0] == 0 => return Some(state.clone()),
                    _ => (state[0] - 1, state[1] + value),
                };
                match left {
                    0 => (sum == number).then(|| smallvec![0, 0]),
                    left => (sum <= number).then(|| smallvec![left, sum]),
                }
            };
            Automaton::new(cells, smallvec![0, 0], step, |state| state[0] == 0)
        }
        K::Skyscraper => {
            let step = move |state: &State, _: usize, value: i64| {
                let is_seen = value > state[0];
                let (most, seen) = (state[0].max(value), state[1] + i64::from(is_seen));
                (seen <= number && seen + high - most >= number).then(|| smallvec![most, seen])
            };
            // A cell that holds 0 is not a building.
            Automaton::new(cells, smallvec![0, 0], step, move |state| {
                state[1] == number
            })
        }
        K::HiddenSkyscraper => {
            let step = move |state: &State, _: usize, value: i64| match *state.as_slice() {
                [_, _] => Some(state.clone()),
                [most] if value <= most => (value == number).then(|| smallvec![0, 0]),
                _ => Some(smallvec![value]),
            };
            Automaton::new(cells, State::new(), step, |state| state.len() == 2)
        }
        _ => return None,
    })
}

/// The least and the largest value so far; which of them was read last; the sum of the values
/// between them and after them; and the values so far, if cells may be equal.
fn lunchbox(rule: &CellRule, shape: &Shape) -> Automaton {
    let number = rule.number().unwrap_or_default();
    let low = shape.value_range().0;
    let is_compared = !shape.differ(&rule.cells);
    // Larger sums are all the same.
    let capped = move |sum: i64| sum.min(number + 1);
    let step = move |state: &State, _: usize, value: i64| {
        let bit = if is_compared { 1 << (value - low) } else { 0 };
        let &[least, most, is_least_last, between, after, seen] = state.as_slice() else {
            return Some(smallvec![value, value, 0, -1, 0, bit]);
        };
        if value == least || value == most || seen & bit != 0 {
            return None;
        }
        let seen = seen | bit;
        // A new end: the sum since the other end.
        let since = |other_is_last: bool, old: i64| match between {
            -1 => 0,
            _ if other_is_last => after,
            _ => capped(between + old + after),
        };
        Some(if value < least {
            let between = since(is_least_last == 0, least);
            smallvec![value, most, 1, between, 0, seen]
        } else if value > most {
            let between = since(is_least_last == 1, most);
            smallvec![least, value, 0, between, 0, seen]
        } else {
            smallvec![
                least,
                most,
                is_least_last,
                between,
                capped(after + value),
                seen
            ]
        })
    };
    let start = State::new();
    Automaton::new(rule.cells.clone(), start, step, move |state| {
        state.get(3) == Some(&number)
    })
}
